//! Wins by continuous threats: each move threatens a win by fours, or is a four.

mod attack;
mod deepening;
mod pns;
mod portfolio;
mod tree;

pub use attack::Width;
pub use deepening::Deepening;
pub use pns::Pns;
pub use portfolio::{Defences, Found, Vct};

use super::{Solution, Threats};
use crate::{Budget, Stopped};

/// A search for wins of one side by threats.
pub trait Search: std::fmt::Debug {
    /// Whether the attacker, to move, wins by threats. It goes on where it was stopped before.
    ///
    /// # Errors
    ///
    /// If the budget or the memory is spent before it is known.
    fn wins(&mut self, threats: &mut Threats, budget: &mut Budget<'_>) -> Result<bool, Stopped>;

    /// Whether it has never given up looking for a win by fours, so that finding no win by threats
    /// means that there is none of its width.
    fn is_sure(&self) -> bool;

    /// Whether more than half of the memory is in use.
    fn is_crowded(&self) -> bool;

    /// How the attacker, to move, wins. It must have been found that he does.
    fn solution(&self, threats: &mut Threats) -> Solution;
}
