//! What the winner plays after some moves.

use tengen_core::{Point, Position};

use crate::{
    WinReason, WinningMove,
    claim::ProofClaim,
    strategy_graph::{GraphNodeId, StrategyGraph, StrategyNode},
    symmetry_table::compose,
    threat::ThreatBoard,
    winning_move::replies_to_answer,
};

/// Answer of a strategy: the winner's move after some moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StrategyAnswer {
    /// The move, and why it wins.
    pub answer: WinningMove,
    /// The most moves that the winner makes from here on until it has a five, this one included.
    pub height: u32,
    /// The node that says so; none while a threat is carried out that was not parried.
    pub node: Option<GraphNodeId>,
}

/// Where a game that follows a strategy has come to, the winner to move or to have moved.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Followed {
    /// At a node, by a symmetry.
    Node(GraphNodeId, u8),
    /// A four or a threat was not parried, and these moves of it are left.
    Threat(Vec<Point>),
}

impl StrategyGraph {
    /// Opening-book lookup: what the winner plays after `moves` of both sides, from the position of the claim on.
    ///
    /// None if the winner is not to move then, a move is illegal, the winner did not play by the strategy, or the
    /// strategy has no answer. That the graph wins is not asked here.
    pub fn follow(
        &self,
        root: GraphNodeId,
        claim: &ProofClaim,
        moves: &[Point],
    ) -> Option<StrategyAnswer> {
        let mut position = claim.position().ok().filter(|_| (root as usize) < self.len())?;
        let mut at = Followed::Node(root, 0);
        if position.turn() != claim.winner()? {
            let (&reply, _) = moves.split_first()?;
            at = self.after_reply(at, &position, claim, reply)?;
            position.play(reply).ok()?;
        }
        while let Some((&own, rest)) = moves[position.moves().len()..].split_first() {
            if self.answer_at(&at, &position, claim)?.answer.point != own {
                return None;
            }
            position.play(own).ok()?;
            let &reply = rest.first()?;
            at = self.after_reply(at, &position, claim, reply)?;
            position.play(reply).ok()?;
        }
        position.outcome().is_none().then(|| self.answer_at(&at, &position, claim))?
    }

    /// What the winner, who is to move, plays.
    pub(crate) fn answer_at(
        &self,
        at: &Followed,
        position: &Position,
        claim: &ProofClaim,
    ) -> Option<StrategyAnswer> {
        match at {
            &Followed::Node(id, turn) => {
                let (point, how) = self.turned_back(id, turn);
                let answer = WinningMove { point: point?, how };
                Some(StrategyAnswer { answer, height: self.height(id), node: Some(id) })
            }
            Followed::Threat(line) => {
                let winner = claim.winner()?;
                let threats = ThreatBoard::new(position, winner)?;
                let five = threats.fives(winner).iter().min();
                let (point, how, height) = match (five, line.first()) {
                    (Some(&five), _) => (five, WinReason::Wins, 1),
                    (None, Some(&point)) => (point, WinReason::Four, line.len() as u32 + 1),
                    (None, None) => return None,
                };
                let answer = WinningMove { point, how };
                Some(StrategyAnswer { answer, height, node: None })
            }
        }
    }

    /// Where a reply leads to; the winner has just moved, or it is the first position.
    pub(crate) fn after_reply(
        &self,
        at: Followed,
        position: &Position,
        claim: &ProofClaim,
        reply: Point,
    ) -> Option<Followed> {
        let (id, turn) = match at {
            Followed::Node(id, turn) => (id, turn),
            Followed::Threat(line) => {
                return Some(Followed::Threat(line.get(1..).unwrap_or(&[]).to_vec()));
            }
        };
        let how = self.turned_back(id, turn).1;
        if !replies_to_answer(position, claim.winner()?, &how).ok()?.contains(&reply) {
            let line = if let WinReason::Threat(line) = how { line } else { Vec::new() };
            return Some(Followed::Threat(line));
        }
        let edge = self.packed(id).edge(self.turns().apply(turn, self.number(reply)?))?;
        Some(Followed::Node(edge.node, compose(turn, edge.turn)))
    }

    /// The move of a node and what it makes, on the board that this symmetry turns into that of the node.
    fn turned_back(&self, id: GraphNodeId, turn: u8) -> (Option<Point>, WinReason) {
        let StrategyNode { point, how, .. } = self.node(id);
        let back = self.turns().get(turn).inverse();
        let how = match how {
            WinReason::Threat(line) => {
                WinReason::Threat(line.into_iter().map(|point| back.apply(point)).collect())
            }
            how => how,
        };
        (point.map(|point| back.apply(point)), how)
    }
}
