//! VCT, victory by continuous threats: each move threatens a VCF, or is a four. Threat-space search by a
//! portfolio of proof-number search and iterative deepening.

mod and_or_tree;
mod deepening;
mod pns;
mod portfolio;
mod threat_generator;

pub use deepening::Deepening;
pub use pns::Pns;
pub use portfolio::{Defences, Vct, VctResult};
pub use threat_generator::Width;

use super::{SolutionTree, Threats};
use crate::{Budget, Stopped};

/// A VCT search of one attacker.
pub trait ThreatSearch: std::fmt::Debug {
    /// Whether the attacker, to move, wins by threats. It resumes where it was stopped before.
    ///
    /// # Errors
    ///
    /// If the budget or the memory is spent before it is known.
    fn wins(&mut self, threats: &mut Threats, budget: &mut Budget<'_>) -> Result<bool, Stopped>;

    /// Whether no VCF search has hit its node limit, so that finding no win by threats means that there
    /// is none of its width.
    fn is_exact(&self) -> bool;

    /// Whether more than half of the memory is in use.
    fn is_crowded(&self) -> bool;

    /// How the attacker, to move, wins. It must have been found that he does.
    fn solution(&self, threats: &mut Threats) -> SolutionTree;
}
