//! Wins by continuous threats: each move threatens a win by fours, or is a four.

mod attack;
mod pns;

pub use attack::Width;
pub use pns::Pns;
