//! Game-playing engines: principal-variation search for five-in-a-row, Monte Carlo tree search for NoGo,
//! and fast NoGo playouts.

pub mod fives;
pub mod nogo;
pub mod playout;
