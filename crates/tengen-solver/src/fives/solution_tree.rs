//! Solution trees: a move for every position that can come about.

use std::collections::HashMap;

use tengen_core::{Color, Point, Position, shape::Shape};
use tengen_proof::{WinReason, WinningMove};

use super::{Threats, search_frame::Spot, vcf::Vcf};
use crate::Budget;

/// Solution tree: the winning move of every position that can come about with the winner to move.
#[derive(Clone, Default, Debug)]
pub struct SolutionTree {
    ways: HashMap<u64, WinningMove>,
    /// Of each position after a quiet move, the replies that parry what it threatens.
    parries: HashMap<u64, Box<[Point]>>,
}

impl SolutionTree {
    /// What the winner, to move, plays in `position`, if it is one that can come about.
    pub fn answer(&self, position: &Position) -> Option<&WinningMove> {
        self.ways.get(&position.board().zobrist_hash())
    }

    /// The replies that parry the threat of a quiet move, after which `position` came about.
    pub fn quiet_parries(&self, position: &Position) -> &[Point] {
        self.parries.get(&position.board().zobrist_hash()).map_or(&[], |parries| parries)
    }

    /// Whether it has a quiet move: one that threatens to win by threats, and not by fours alone.
    pub fn has_quiet_moves(&self) -> bool {
        self.ways.values().any(|answer| answer.how == WinReason::All)
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.ways.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ways.is_empty()
    }

    /// Adds all moves of another one.
    pub(crate) fn extend(&mut self, other: SolutionTree) {
        self.ways.extend(other.ways);
        self.parries.extend(other.parries);
    }

    /// What the winner plays with the stones of `threats` on the board.
    pub(crate) fn at(&self, threats: &Threats) -> Option<&WinningMove> {
        self.ways.get(&threats.board().zobrist_hash())
    }

    /// Whether there is a move for the stones of `threats`.
    pub(crate) fn has(&self, threats: &Threats) -> bool {
        self.ways.contains_key(&threats.board().zobrist_hash())
    }

    /// Adds a move that threatens to win by `line`.
    pub(crate) fn add_threat(&mut self, threats: &Threats, spot: Spot, line: &[Spot]) {
        let line = line.iter().map(|&spot| threats.point(spot)).collect();
        self.add(threats, spot, WinReason::Threat(line));
    }

    /// Adds a VCF, or a shorter one that is soon found: the search returns the first one, which may be
    /// long. Nodes spent are taken off `nodes`.
    pub(crate) fn add_short_fours(
        &mut self,
        threats: &mut Threats,
        attacker: Color,
        line: &[Spot],
        nodes: &mut u64,
    ) {
        const NODES: u64 = 300;
        let mut line = line.to_vec();
        let mut vcf = Vcf::new(1 << 14);
        let mut budget = Budget::unlimited().nodes_up_to(NODES.min(*nodes));
        while line.len() > 1 && vcf.shorten(threats, attacker, &mut line, &mut budget) == Ok(true) {
        }
        *nodes -= budget.nodes();
        self.add_fours(threats, attacker, &line);
    }

    /// Adds a line of fours that wins, and the positions on the way.
    pub(crate) fn add_fours(&mut self, threats: &mut Threats, attacker: Color, line: &[Spot]) {
        let Some((&spot, rest)) = line.split_first() else { return };
        if threats.shapes(spot, attacker).contains(&Shape::Five) {
            return self.add(threats, spot, WinReason::Wins);
        }
        self.add(threats, spot, WinReason::Four);
        threats.put(spot, attacker);
        let mut fives = threats.fives(attacker);
        let only = (fives.next(), fives.next());
        drop(fives);
        if let (Some(block), None) = only
            && threats.is_legal(block, !attacker)
        {
            threats.put(block, !attacker);
            self.add_fours(threats, attacker, rest);
            threats.lift(block, !attacker);
        }
        threats.lift(spot, attacker);
    }

    /// Adds a four; what follows its block is to be added too.
    pub(crate) fn add_four(&mut self, threats: &Threats, spot: Spot) {
        self.add(threats, spot, WinReason::Four);
    }

    /// Adds a quiet move: what follows every reply is to be added too, and `parries` are those that the threat does
    /// not answer.
    pub(crate) fn add_quiet(
        &mut self,
        threats: &mut Threats,
        (spot, winner): (Spot, Color),
        parries: impl Iterator<Item = Spot>,
    ) {
        self.add(threats, spot, WinReason::All);
        let mut parries: Vec<Point> = parries.map(|parry| threats.point(parry)).collect();
        parries.sort_unstable();
        threats.put(spot, winner);
        self.parries.insert(threats.board().zobrist_hash(), parries.into());
        threats.lift(spot, winner);
    }

    /// Adds a move with its reason.
    pub(crate) fn add_answer(&mut self, threats: &Threats, answer: WinningMove) {
        self.ways.insert(threats.board().zobrist_hash(), answer);
    }

    fn add(&mut self, threats: &Threats, spot: Spot, how: WinReason) {
        self.add_answer(threats, WinningMove { point: threats.point(spot), how });
    }
}
