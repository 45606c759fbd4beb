//! Threat generation: the moves of the attacker and the parries of the defender, for all VCT searches.

use tengen_core::{Color, Law, shape::Shape};

use crate::{
    Budget, Stopped,
    fives::{Threats, search_frame::Spot, threat_line::parries, vcf::Vcf},
};

/// Width of the threat space: which moves of the attacker are searched.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Width {
    /// Fours and threes.
    Threes,
    /// Those, and moves from which a four is one move away, if they threaten to win by fours.
    Halves,
    /// Every move that threatens to win by fours.
    Anything,
}

impl Width {
    /// The next wider one.
    pub(crate) fn next(self) -> Option<Width> {
        match self {
            Width::Threes => Some(Width::Halves),
            Width::Halves => Some(Width::Anything),
            Width::Anything => None,
        }
    }
}

/// The threat of a move and every reply that parries it.
#[derive(Clone, Debug)]
pub(crate) struct Threat {
    /// How the attacker wins if there is no parry. Empty if the move is a four, which threatens a
    /// five.
    pub(crate) line: Box<[Spot]>,
    pub(crate) parries: Box<[Spot]>,
}

/// Immediate state of the attacker, to move.
pub(crate) enum AttackState {
    /// Win by these fours.
    Win(Box<[Spot]>),
    /// Nothing: the defender makes a five.
    None,
    /// Only stop a five.
    Only(Spot),
    /// No move is forced: search threats.
    Free,
}

/// Candidate move that may be a threat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ThreatCandidate {
    pub(crate) spot: Spot,
    /// The narrowest width that it is of.
    pub(crate) width: Width,
    /// Ordering cost: the higher, the later it is searched.
    pub(crate) cost: u8,
}

/// Threat generator of one attacker, with a VCF solver to recognize threats.
#[derive(Debug)]
pub(crate) struct ThreatGenerator {
    pub(crate) color: Color,
    pub(crate) vcf: Vcf,
    /// Node limit of a VCF search.
    pub(crate) vcf_nodes: u64,
    /// Whether no VCF search has hit its node limit, so that failures are exact.
    pub(crate) is_exact: bool,
}

impl ThreatGenerator {
    /// Default node limit: a VCF is mostly found at once or not at all.
    pub(crate) const VCF_NODES: u64 = 200;

    pub(crate) fn new(color: Color, bytes: usize) -> ThreatGenerator {
        ThreatGenerator {
            color,
            vcf: Vcf::new(bytes),
            vcf_nodes: ThreatGenerator::VCF_NODES,
            is_exact: true,
        }
    }

    /// A VCF, if one is found within the node limit.
    fn fours(
        &mut self,
        threats: &mut Threats,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Vec<Spot>>, Stopped> {
        let (vcf, color) = (&mut self.vcf, self.color);
        let found = budget.limited(self.vcf_nodes, |budget| vcf.find(threats, color, budget))?;
        self.is_exact &= found.is_some();
        Ok(found.flatten())
    }

    /// The immediate state of the attacker, to move.
    pub(crate) fn attack(
        &mut self,
        threats: &mut Threats,
        budget: &mut Budget<'_>,
    ) -> Result<AttackState, Stopped> {
        if let Some(line) = self.fours(threats, budget)? {
            return Ok(AttackState::Win(line.into()));
        }
        let mut fives = threats.fives(!self.color);
        Ok(match (fives.next(), fives.next()) {
            (Some(_), Some(_)) => AttackState::None,
            (Some(block), None) => AttackState::Only(block),
            (None, _) => AttackState::Free,
        })
    }

    /// Appends the candidates of just this width, narrower ones left out.
    pub(crate) fn candidates(
        &self,
        threats: &Threats,
        width: Width,
        candidates: &mut Vec<ThreatCandidate>,
    ) {
        let color = self.color;
        let law = threats.rule().law(color).expect("a game of fives");
        let is_four =
            |spot: Spot| threats.shapes(spot, color).iter().any(|shape| shape.fours() > 0);
        match width {
            Width::Threes => {
                candidates.extend(threats.fours(color).map(|spot| ThreatCandidate {
                    spot,
                    width,
                    cost: 1,
                }));
                let threes = threats.threes(color).filter(|&spot| !is_four(spot));
                candidates.extend(threes.map(|spot| ThreatCandidate { spot, width, cost: 2 }));
            }
            // Without a four on the board, a move that brings none closer is no threat.
            Width::Anything if threats.fours(color).next().is_none() => {}
            Width::Halves | Width::Anything => {
                let cost = if width == Width::Halves { 4 } else { 6 };
                let is_wanted = |&spot: &Spot| {
                    let is_three = || threats.shapes(spot, color).contains(&Shape::Three);
                    let is_half = is_half(threats, spot, color, law);
                    is_half == (width == Width::Halves) && !is_four(spot) && !is_three()
                };
                let quiet = threats.inner().filter(is_wanted);
                candidates.extend(quiet.map(|spot| ThreatCandidate { spot, width, cost }));
            }
        }
    }

    /// The threat that a move on `spot` makes, if it makes one.
    pub(crate) fn threat(
        &mut self,
        threats: &mut Threats,
        spot: Spot,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Threat>, Stopped> {
        if !threats.is_legal(spot, self.color) {
            return Ok(None);
        }
        let shapes = threats.shapes(spot, self.color);
        let is_four = shapes.iter().any(|shape| shape.fours() > 0);
        threats.put(spot, self.color);
        let threat = if is_four {
            let block = threats.fives(self.color).next().expect("a four can become a five");
            let parries = threats.is_legal(block, !self.color).then_some(block);
            Ok(Some(Threat { line: Box::default(), parries: parries.into_iter().collect() }))
        } else {
            let line = self.fours(threats, budget);
            line.map(|line| {
                line.map(|line| {
                    let parries = parries(threats, self.color, &line).into();
                    Threat { line: line.into(), parries }
                })
            })
        };
        threats.lift(spot, self.color);
        threat
    }
}

/// Whether a stone of `color` would be one of three among five points in a row that can become a
/// five.
fn is_half(threats: &Threats, spot: Spot, color: Color, law: Law) -> bool {
    let windows = threats.bit_lines().windows(spot);
    windows.into_iter().any(|window| window.fours(color, law).next().is_some())
}
