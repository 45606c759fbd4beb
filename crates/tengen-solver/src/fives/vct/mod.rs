//! Wins by continuous threats: each move threatens a win by fours, or is a four.

mod attack;
mod deepening;
mod pns;
mod tree;

pub use attack::Width;
pub use deepening::Deepening;
pub use pns::Pns;
