//! Threat generation: the moves of the attacker and the parries of the defender, for all VCT searches.

use std::cmp::Reverse;

use tengen_core::{Area, Color, Law, shape::Shape};

use super::{Pns, ThreatSearch};
use crate::{
    Budget, Stopped,
    fives::{LinePattern, Threats, plan::Plan, search_frame::Spot, threat_line::parries, vcf::Vcf},
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
    /// Those, and the best quiet moves: if the defender passed, the attacker would win by fours and threes.
    Quiet,
}

impl Width {
    /// The next wider one.
    pub(crate) fn next(self) -> Option<Width> {
        match self {
            Width::Threes => Some(Width::Halves),
            Width::Halves => Some(Width::Anything),
            Width::Anything => Some(Width::Quiet),
            Width::Quiet => None,
        }
    }
}

/// What the attacker does if the defender passes.
#[derive(Debug)]
pub(crate) enum ThreatKind {
    /// Makes a five.
    Five,
    /// Wins by these fours.
    Fours(Box<[Spot]>),
    /// Wins by fours and threes as planned.
    Plan(Box<Plan>),
}

impl ThreatKind {
    /// The size of what it points to.
    pub(crate) fn size(&self) -> usize {
        match self {
            ThreatKind::Five => 0,
            ThreatKind::Fours(line) => size_of_val(&**line),
            ThreatKind::Plan(plan) => size_of::<Plan>() + 64 * plan.len(),
        }
    }
}

/// The threat of a move and every reply that parries it.
#[derive(Debug)]
pub(crate) struct Threat {
    /// How the attacker wins if there is no parry.
    pub(crate) kind: ThreatKind,
    /// The parries; of a plan those that are likely, see [`ThreatGenerator::other_parries`].
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
    /// Static score, which orders candidates of the same cost; 0 if the search is not wary.
    pub(crate) worth: u16,
}

/// Threat generator of one attacker, with a VCF solver to recognize threats.
#[derive(Debug)]
pub(crate) struct ThreatGenerator {
    pub(crate) color: Color,
    pub(crate) vcf: Vcf,
    /// Wins by fours of the defender.
    counter_vcf: Vcf,
    /// Whether wins by fours of the defender are looked for: what does not parry one is no threat. It costs time
    /// where there is none, and saves a whole tree where there is one. Only threats of a few fours are then made.
    pub(crate) is_wary: bool,
    /// Node limit of a VCF search.
    pub(crate) vcf_nodes: u64,
    /// Whether no VCF search has hit its node limit, so that failures are exact.
    pub(crate) is_exact: bool,
}

impl ThreatGenerator {
    /// Default node limit: a VCF is mostly found at once or not at all.
    pub(crate) const VCF_NODES: u64 = 200;

    /// Maximum number of quiet moves tried in a position, and the least static score of one.
    const QUIET_MOVES: usize = 16;
    const QUIET_WORTH: u16 = 20;

    /// Ordering cost of a quiet move: they come last.
    const QUIET_COST: u8 = 12;

    /// Node limit of the search for what a quiet move threatens, and its memory.
    const PLAN_NODES: u64 = 3_000;
    const PLAN_BYTES: usize = 1 << 21;

    /// Maximum number of positions of a plan, and what it costs in nodes to walk through one of them after a reply.
    const MOST_PLAN: usize = 300;
    const WALK_NODES: u64 = 3;

    /// Maximum number of fours by which a move of a wary search may threaten to win: longer threats have many parries.
    const WARY_FOURS: u32 = 3;

    pub(crate) fn new(color: Color, bytes: usize) -> ThreatGenerator {
        ThreatGenerator {
            color,
            vcf: Vcf::new(bytes),
            counter_vcf: Vcf::new(bytes / 4),
            is_wary: false,
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

    /// A VCF of the defender, who is to move or could be, if one is found within the node limit.
    fn counter_fours(
        &mut self,
        threats: &mut Threats,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Vec<Spot>>, Stopped> {
        let (vcf, defender) = (&mut self.counter_vcf, !self.color);
        if threats.fours(defender).next().is_none() {
            return Ok(None);
        }
        let found = budget.limited(self.vcf_nodes, |budget| vcf.find(threats, defender, budget))?;
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
    ///
    /// If the search is wary and the defender would win by fours, a move that is no four has to parry that.
    pub(crate) fn candidates(
        &mut self,
        threats: &mut Threats,
        width: Width,
        candidates: &mut Vec<ThreatCandidate>,
        budget: &mut Budget<'_>,
    ) {
        let before = candidates.len();
        // Where the budget is spent, nothing is ruled out.
        let danger =
            if self.is_wary { self.counter_fours(threats, budget).unwrap_or(None) } else { None };
        self.all_candidates(threats, width, candidates);
        if let Some(line) = danger {
            let parries = parries(threats, !self.color, &line);
            let mut at = 0;
            candidates.retain(|next| {
                at += 1;
                let four = width == Width::Threes && next.cost == 1;
                at <= before || four || parries.binary_search(&next.spot).is_ok()
            });
        }
    }

    fn all_candidates(
        &self,
        threats: &Threats,
        width: Width,
        candidates: &mut Vec<ThreatCandidate>,
    ) {
        let color = self.color;
        let law = threats.rule().law(color).expect("a game of fives");
        let worth_of = |spot| if self.is_wary { worth(threats, spot, color) } else { 0 };
        let is_four =
            |spot: Spot| threats.shapes(spot, color).iter().any(|shape| shape.fours() > 0);
        match width {
            Width::Threes => {
                candidates.extend(threats.fours(color).map(|spot| ThreatCandidate {
                    spot,
                    width,
                    cost: 1,
                    worth: worth_of(spot),
                }));
                let threes = threats.threes(color).filter(|&spot| !is_four(spot));
                candidates.extend(threes.map(|spot| ThreatCandidate {
                    spot,
                    width,
                    cost: 2,
                    worth: worth_of(spot),
                }));
            }
            // Without a four on the board, a move that brings none closer is no threat.
            Width::Anything if threats.fours(color).next().is_none() => {}
            Width::Quiet => {
                if threats.board().area() == Area::Unbounded {
                    return;
                }
                let mut quiet: Vec<ThreatCandidate> = threats
                    .inner()
                    .filter(|&spot| !is_four(spot))
                    .map(|spot| {
                        let worth = worth(threats, spot, color);
                        ThreatCandidate { spot, width, cost: ThreatGenerator::QUIET_COST, worth }
                    })
                    .filter(|next| next.worth >= ThreatGenerator::QUIET_WORTH)
                    .collect();
                quiet.sort_by_key(|next| Reverse(next.worth));
                quiet.truncate(ThreatGenerator::QUIET_MOVES);
                candidates.extend(quiet);
            }
            Width::Halves | Width::Anything => {
                let cost = if width == Width::Halves { 4 } else { 6 };
                let is_wanted = |&spot: &Spot| {
                    let is_three = || threats.shapes(spot, color).contains(&Shape::Three);
                    let is_half = is_half(threats, spot, color, law);
                    is_half == (width == Width::Halves) && !is_four(spot) && !is_three()
                };
                let quiet = threats.inner().filter(is_wanted);
                candidates.extend(quiet.map(|spot| ThreatCandidate {
                    spot,
                    width,
                    cost,
                    worth: worth_of(spot),
                }));
            }
        }
    }

    /// The threat that a move on `spot` makes, if it makes one.
    pub(crate) fn threat(
        &mut self,
        threats: &mut Threats,
        spot: Spot,
        width: Width,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Threat>, Stopped> {
        if !threats.is_legal(spot, self.color) {
            return Ok(None);
        }
        let shapes = threats.shapes(spot, self.color);
        let is_four = shapes.iter().any(|shape| shape.fours() > 0);
        threats.put(spot, self.color);
        let threat = if is_four && width == Width::Quiet {
            Ok(None)
        } else if is_four {
            let block = threats.fives(self.color).next().expect("a four can become a five");
            let parries = threats.is_legal(block, !self.color).then_some(block);
            Ok(Some(Threat { kind: ThreatKind::Five, parries: parries.into_iter().collect() }))
        } else if width == Width::Quiet {
            self.planned_threat(threats, budget)
        } else {
            self.threat_of_fours(threats, budget)
        };
        threats.lift(spot, self.color);
        threat
    }

    /// The threat to win by fours that the attacker has made by a move that is none. One that the defender
    /// answers by winning by fours is none.
    fn threat_of_fours(
        &mut self,
        threats: &mut Threats,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Threat>, Stopped> {
        let line = if self.is_wary {
            let (vcf, color) = (&mut self.vcf, self.color);
            let short = |budget: &mut Budget<'_>| {
                vcf.find_within(threats, color, ThreatGenerator::WARY_FOURS, budget)
            };
            budget.limited(self.vcf_nodes, short)?.flatten()
        } else {
            self.fours(threats, budget)?
        };
        let Some(line) = line else { return Ok(None) };
        if self.is_wary && self.counter_fours(threats, budget)?.is_some() {
            return Ok(None);
        }
        let parries = parries(threats, self.color, &line).into();
        Ok(Some(Threat { kind: ThreatKind::Fours(line.into()), parries }))
    }

    /// The threat to win by fours and threes that the attacker has made by a quiet move.
    fn planned_threat(
        &mut self,
        threats: &mut Threats,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Threat>, Stopped> {
        // What threatens to win by fours is a candidate of another width.
        if self.fours(threats, budget)?.is_some() || self.counter_fours(threats, budget)?.is_some()
        {
            return Ok(None);
        }
        let mut pns = Pns::new(self.color, Width::Threes, ThreatGenerator::PLAN_BYTES);
        let found =
            budget.limited(ThreatGenerator::PLAN_NODES, |budget| pns.wins(threats, budget))?;
        if found != Some(true) {
            return Ok(None);
        }
        let solution = pns.solution(threats);
        let plan = Plan::of_solution(threats, self.color, &solution);
        let Some(plan) = plan.filter(|plan| plan.len() <= ThreatGenerator::MOST_PLAN) else {
            return Ok(None);
        };
        let mut likely: Vec<Spot> = plan.spots().chain(threats.all_fours(!self.color)).collect();
        likely.extend(threats.threes(!self.color));
        likely.sort_unstable();
        likely.dedup();
        budget.charge((likely.len() * plan.len()) as u64 * ThreatGenerator::WALK_NODES)?;
        likely.retain(|&spot| self.parries_plan(threats, &plan, spot));
        Ok(Some(Threat { kind: ThreatKind::Plan(Box::new(plan)), parries: likely.into() }))
    }

    /// Whether a reply of the defender to a quiet move has to be answered by something else than its plan.
    pub(crate) fn parries_plan(&self, threats: &mut Threats, plan: &Plan, reply: Spot) -> bool {
        let defender = !self.color;
        if !threats.is_empty(reply) || !threats.is_legal(reply, defender) {
            return false;
        }
        if threats.shapes(reply, defender).contains(&Shape::Five) {
            return true;
        }
        threats.put(reply, defender);
        let wins = plan.wins(threats, self.color);
        threats.lift(reply, defender);
        !wins
    }

    /// The replies that parry a plan besides those `known`. To be asked before a quiet move is said to win: when it
    /// is first tried, only the replies on points that the plan needs and those that make something are looked at.
    pub(crate) fn other_parries(
        &self,
        threats: &mut Threats,
        plan: &Plan,
        known: &[Spot],
    ) -> Vec<Spot> {
        let mut others: Vec<Spot> = threats.empty().filter(|spot| !known.contains(spot)).collect();
        others.retain(|&spot| self.parries_plan(threats, plan, spot));
        others
    }
}

/// Static score of a move: what it makes of its lines, and what it takes from the other side.
pub(crate) fn worth(threats: &Threats, spot: Spot, color: Color) -> u16 {
    const WORTH: [u16; LinePattern::COUNT] =
        [0, 0, 1, 3, 4, 8, 10, 12, 14, 18, 24, 30, 40, 60, 60, 90];
    let pairs = threats.pairs(spot);
    let sum = |color| -> u16 { pairs.iter().map(|pair| WORTH[pair.pattern(color) as usize]).sum() };
    2 * sum(color) + sum(!color)
}

/// Whether a stone of `color` would be one of three among five points in a row that can become a
/// five.
fn is_half(threats: &Threats, spot: Spot, color: Color, law: Law) -> bool {
    let windows = threats.bit_lines().windows(spot);
    windows.into_iter().any(|window| window.fours(color, law).next().is_some())
}
