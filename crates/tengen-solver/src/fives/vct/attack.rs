//! What the attacker can threaten, and what can be done about it.

use tengen_core::{Axis, Color, shape::Shape};

use crate::{
    Budget,
    fives::{Threats, frame::Spot, line::parries, vcf::Vcf},
};

/// Which moves the attacker tries.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Width {
    /// Fours and threes.
    Threes,
    /// Those, and moves from which a four is one move away, if they threaten to win by fours.
    Halves,
    /// Every move that threatens to win by fours.
    Anything,
}

/// The threat of a move and every reply that parries it.
#[derive(Clone, Debug)]
pub(crate) struct Threat {
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
    Tries(Vec<Try>),
}

/// A move that may be a threat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Try {
    pub(crate) spot: Spot,
    /// About how many replies will parry it.
    pub(crate) parries: u32,
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
        let defender = !self.color;
        let mut fives = threats.fives(defender);
        let forced = (fives.next(), fives.next());
        drop(fives);
        let tries = match forced {
            (Some(_), Some(_)) => Vec::new(),
            (Some(block), None) => vec![Try { spot: block, parries: 1 }],
            (None, _) => {
                let all = threats.inner().map(|spot| (spot, self.promise(threats, spot)));
                all.filter_map(|(spot, parries)| Some(Try { spot, parries: parries? })).collect()
            }
        };
        Attack::Tries(tries)
    }

    /// About how many replies will parry the threat of a move on `spot`, if it may be one.
    fn promise(&self, threats: &Threats, spot: Spot) -> Option<u32> {
        let shapes = threats.shapes(spot, self.color);
        if shapes.iter().any(|shape| shape.fours() > 0) {
            return Some(1);
        }
        if shapes.contains(&Shape::Three) {
            return Some(3);
        }
        match self.width {
            Width::Threes => None,
            Width::Halves => is_half(threats, spot, self.color).then_some(4),
            Width::Anything => Some(if is_half(threats, spot, self.color) { 4 } else { 6 }),
        }
    }

    /// The threat that a move on `spot` makes, if it makes one.
    pub(crate) fn threat(
        &mut self,
        threats: &mut Threats,
        spot: Spot,
        nodes: &mut u64,
    ) -> Option<Threat> {
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
        Some(Threat { line: line.into(), parries: parries.into() })
    }
}

/// Whether a stone of `color` would be one of three among five points in a row that the other side
/// has no stone on.
fn is_half(threats: &Threats, spot: Spot, color: Color) -> bool {
    let point = threats.point(spot);
    Axis::ALL.into_iter().any(|axis| {
        let window = threats.board().window(point, axis).seen_by(color);
        let (own, shut) = (window.own(), window.shut());
        (1..=5)
            .map(|first| 0b11111 << first)
            .any(|five: u32| shut & five == 0 && (own & five).count_ones() >= 2)
    })
}
