//! Records by the million: what the board says about each of them, whether that agrees with the
//! result that is written down, and all of it in columns.

mod agreement;
mod batch;
mod end;
mod judge;
mod names;
mod reading;
mod tally;
mod text;
mod verdict;

pub use batch::VerdictBatch;
pub use end::{Agreement, End};
pub use judge::Judge;
pub use reading::{Bench, Judged};
pub use tally::Tally;
pub use verdict::{Game, Shown, Steps, Verdict, plain_verdict};
