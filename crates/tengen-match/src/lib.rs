//! Matches between engines: schedule, referee, process handling, Elo and SPRT.
