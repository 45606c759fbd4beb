//! What the attacker can threaten, and what can be done about it.

use tengen_core::Color;

use crate::{
    Budget,
    fives::{Threats, frame::Spot, line::parries, vcf::Vcf},
};

/// Which moves the attacker tries.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Width {
    /// Fours and threes.
    Threes,
    /// Every move that threatens to win by fours.
    Anything,
}

/// A threat of the attacker and every reply that parries it.
#[derive(Clone, Debug)]
pub(crate) struct Threat {
    pub(crate) spot: Spot,
    /// How the attacker wins if there is no parry. Empty if the move is a four, which threatens a
    /// five.
    pub(crate) line: Box<[Spot]>,
    pub(crate) parries: Box<[Spot]>,
}

/// What the attacker, to move, can do.
pub(crate) enum Attack {
    /// Win by these fours.
    Win(Vec<Spot>),
    /// Try these. None means that there is no win by threats.
    Threats(Vec<Threat>),
}

/// A maker of threats.
#[derive(Debug)]
pub(crate) struct Attacker {
    pub(crate) color: Color,
    pub(crate) width: Width,
    pub(crate) vcf: Vcf,
    /// How many positions a search for fours may look at.
    pub(crate) patience: u64,
}

impl Attacker {
    /// Fours that win, if they are found soon enough.
    fn fours(&mut self, threats: &mut Threats, nodes: &mut u64) -> Option<Vec<Spot>> {
        let mut budget = Budget::unlimited().nodes_up_to(self.patience);
        let found = self.vcf.find(threats, self.color, &mut budget);
        *nodes += budget.nodes();
        found.ok().flatten()
    }

    /// What the attacker, to move, can do.
    pub(crate) fn attack(&mut self, threats: &mut Threats, nodes: &mut u64) -> Attack {
        if let Some(line) = self.fours(threats, nodes) {
            return Attack::Win(line);
        }
        let (attacker, defender) = (self.color, !self.color);
        let mut fives = threats.fives(defender);
        let spots: Vec<Spot> = match (fives.next(), fives.next()) {
            (Some(_), Some(_)) => Vec::new(),
            (Some(block), None) => vec![block],
            (None, _) => match self.width {
                Width::Threes => {
                    let mut spots: Vec<Spot> = threats.fours(attacker).collect();
                    spots.extend(threats.threes(attacker));
                    spots.sort_unstable();
                    spots.dedup();
                    spots
                }
                Width::Anything => threats.inner().collect(),
            },
        };
        drop(fives);
        let made = spots.into_iter().filter_map(|spot| self.threat(threats, spot, nodes));
        Attack::Threats(made.collect())
    }

    /// The threat that a move on `spot` makes, if it makes one.
    fn threat(&mut self, threats: &mut Threats, spot: Spot, nodes: &mut u64) -> Option<Threat> {
        let (attacker, defender) = (self.color, !self.color);
        if !threats.is_legal(spot, attacker) {
            return None;
        }
        let is_four = threats.shapes(spot, attacker).iter().any(|shape| shape.fours() > 0);
        threats.put(spot, attacker);
        let threat = if is_four {
            let block = threats.fives(attacker).next().expect("a four can become a five");
            let parries = if threats.is_legal(block, defender) { vec![block] } else { Vec::new() };
            Some((Vec::new(), parries))
        } else {
            self.fours(threats, nodes).map(|line| {
                let parries = parries(threats, attacker, &line);
                (line, parries)
            })
        };
        threats.lift(spot, attacker);
        let (line, parries) = threat?;
        Some(Threat { spot, line: line.into(), parries: parries.into() })
    }
}
