//! Plans: solution trees of wins by threats, to be tried again where the loser's stones differ.

use std::borrow::Cow;

use rustc_hash::{FxHashMap, FxHashSet};
use tengen_core::{Board, Color, Point, shape::Shape};
use tengen_proof::{GraphNodeId, StrategyGraph, StrategyNode, WinReason, WinningMove};

use crate::fives::{
    SolutionTree, Threats,
    search_frame::Spot,
    threat_line::{holds, parries},
};

/// Plan: a solution tree relative to its start.
///
/// A position is known by the stones that were put since the start. So the plan can be tried from
/// any other start; whether it wins there is found by walking through it.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    ways: FxHashMap<u64, PlanWay>,
    /// Where the winner plays, in ascending order.
    moves: Vec<Spot>,
}

#[derive(Clone, Debug)]
struct PlanWay {
    spot: Spot,
    makes: Makes,
}

#[derive(Clone, Debug)]
enum Makes {
    Five,
    Four,
    Threat(Box<[Spot]>),
}

impl Plan {
    /// The plan that `solution` has for the position of `threats`, `winner` to move.
    pub(crate) fn of_solution(
        threats: &mut Threats,
        winner: Color,
        solution: &SolutionTree,
    ) -> Option<Plan> {
        Plan::build(threats, winner, |threats| PlanWay::new(threats, solution.at(threats)?))
    }

    /// The plan whose moves come up in this order, and whether all of them do.
    pub(crate) fn of_answers(
        threats: &mut Threats,
        winner: Color,
        answers: &[WinningMove],
    ) -> Option<Plan> {
        let mut answers = answers.iter();
        let plan = Plan::build(threats, winner, |threats| PlanWay::new(threats, answers.next()?));
        plan.filter(|_| answers.next().is_none())
    }

    /// The plan of the moves that `choose` makes, which is asked once for each position.
    fn build(
        threats: &mut Threats,
        winner: Color,
        mut choose: impl FnMut(&Threats) -> Option<PlanWay>,
    ) -> Option<Plan> {
        let mut ways = FxHashMap::default();
        let found = PlanWalk::new(threats, winner).go(&mut |threats, key| {
            let way = choose(threats)?;
            ways.insert(key, way.clone());
            Some(Cow::Owned(way))
        });
        let mut moves: Vec<Spot> = ways.values().map(|way| way.spot).collect();
        moves.sort_unstable();
        moves.dedup();
        ways.shrink_to_fit();
        found.then_some(Plan { ways, moves })
    }

    /// Adds its moves to a solution of the position of `threats`, and says whether it wins from there.
    pub(crate) fn solve(
        &self,
        threats: &mut Threats,
        winner: Color,
        solution: &mut SolutionTree,
    ) -> bool {
        PlanWalk::new(threats, winner).go(&mut |threats, key| {
            let way = self.ways.get(&key)?;
            solution.add_answer(threats, way.answer(threats));
            Some(Cow::Borrowed(way))
        })
    }

    /// Every spot that it has to do with: its moves, and those of its threats.
    pub(crate) fn spots(&self) -> impl Iterator<Item = Spot> {
        self.ways.values().flat_map(|way| {
            let line = match &way.makes {
                Makes::Threat(line) => &line[..],
                Makes::Five | Makes::Four => &[],
            };
            line.iter().copied().chain([way.spot])
        })
    }

    /// Its moves in the order in which they come up from the position of `threats`; none if it
    /// does not win from there.
    pub(crate) fn answers(&self, threats: &mut Threats, winner: Color) -> Option<Vec<WinningMove>> {
        let mut answers = Vec::with_capacity(self.ways.len());
        let found = PlanWalk::new(threats, winner).go(&mut |threats, key| {
            let way = self.ways.get(&key)?;
            answers.push(way.answer(threats));
            Some(Cow::Borrowed(way))
        });
        found.then_some(answers)
    }

    /// Whether it wins from the position of `threats`, `winner` to move.
    pub(crate) fn wins(&self, threats: &mut Threats, winner: Color) -> bool {
        PlanWalk::new(threats, winner).go(&mut |_, key| self.ways.get(&key).map(Cow::Borrowed))
    }

    /// Whether it plays on `spot` at some time.
    pub(crate) fn plays_on(&self, spot: Spot) -> bool {
        self.moves.binary_search(&spot).is_ok()
    }

    /// Where it plays.
    pub(crate) fn moves(&self) -> &[Spot] {
        &self.moves
    }

    /// The number of positions.
    pub(crate) fn len(&self) -> usize {
        self.ways.len()
    }

    /// Adds its moves to a graph and gives the node of the first one. An edge leads wherever it has an answer, also
    /// to replies that were no parries where it was found.
    pub(crate) fn add_to(
        &self,
        graph: &mut StrategyGraph,
        threats: &Threats,
        winner: Color,
    ) -> Option<GraphNodeId> {
        self.add_way(0, graph, threats, winner, &mut FxHashMap::default())
    }

    fn add_way(
        &self,
        key: u64,
        graph: &mut StrategyGraph,
        threats: &Threats,
        winner: Color,
        nodes: &mut FxHashMap<u64, GraphNodeId>,
    ) -> Option<GraphNodeId> {
        if let Some(&node) = nodes.get(&key) {
            return Some(node);
        }
        let way = self.ways.get(&key)?;
        let WinningMove { point, how } = way.answer(threats);
        let mut named = Vec::new();
        if how != WinReason::Wins {
            let after = key ^ threats.stone_hash(way.spot, winner);
            for reply in graph.area().points().filter(|&reply| reply != point) {
                let next = after ^ threats.stone_hash(threats.spot(reply), !winner);
                if self.ways.contains_key(&next) {
                    let node = self.add_way(next, graph, threats, winner, nodes)?;
                    named.push((reply, graph.edge(node)));
                }
            }
        }
        let node = StrategyNode::new(Some(point), how, named);
        let node = graph.add(&node).ok()?;
        nodes.insert(key, node);
        Some(node)
    }
}

impl PlanWay {
    fn new(threats: &Threats, answer: &WinningMove) -> Option<PlanWay> {
        let inside = |point: Point| threats.board().area().contains(point);
        let spot = |point: Point| inside(point).then(|| threats.spot(point));
        let makes = match &answer.how {
            WinReason::Wins => Makes::Five,
            WinReason::Four => Makes::Four,
            WinReason::Threat(line) => {
                Makes::Threat(line.iter().map(|&point| spot(point)).collect::<Option<_>>()?)
            }
            WinReason::All => return None,
        };
        Some(PlanWay { spot: spot(answer.point)?, makes })
    }

    fn answer(&self, threats: &Threats) -> WinningMove {
        let how = match &self.makes {
            Makes::Five => WinReason::Wins,
            Makes::Four => WinReason::Four,
            Makes::Threat(line) => {
                WinReason::Threat(line.iter().map(|&spot| threats.point(spot)).collect())
            }
        };
        WinningMove { point: threats.point(self.spot), how }
    }
}

/// The hashes of all stones of a color together.
pub(crate) fn hash_of(threats: &Threats, color: Color) -> u64 {
    hash_of_board(threats, threats.board(), color)
}

/// The hash of all stones of a color on another board of the same size.
pub(crate) fn hash_of_board(threats: &Threats, board: &Board, color: Color) -> u64 {
    let stones = board.stones().into_iter().filter(|stone| stone.1 == color);
    stones.fold(0, |hash, (point, _)| hash ^ threats.stone_hash(threats.spot(point), color))
}

/// A walk through all that can happen if the winner plays by some plan.
struct PlanWalk<'a> {
    threats: &'a mut Threats,
    winner: Color,
    /// The hash of the start.
    start: u64,
    seen: FxHashSet<u64>,
}

impl<'a> PlanWalk<'a> {
    fn new(threats: &'a mut Threats, winner: Color) -> PlanWalk<'a> {
        let start = threats.hash();
        PlanWalk { threats, winner, start, seen: FxHashSet::default() }
    }

    /// Whether the plan wins whatever happens. It is asked once for each position.
    fn go<'p>(&mut self, plan: &mut impl FnMut(&Threats, u64) -> Option<Cow<'p, PlanWay>>) -> bool {
        let key = self.threats.hash() ^ self.start;
        if !self.seen.insert(key) {
            return true;
        }
        let Some(way) = plan(self.threats, key) else { return false };
        self.threats.is_empty(way.spot)
            && self.threats.is_legal(way.spot, self.winner)
            && self.try_way(&way, plan)
    }

    fn try_way<'p>(
        &mut self,
        way: &PlanWay,
        plan: &mut impl FnMut(&Threats, u64) -> Option<Cow<'p, PlanWay>>,
    ) -> bool {
        let (winner, spot) = (self.winner, way.spot);
        if self.threats.shapes(spot, winner).contains(&Shape::Five) {
            return true;
        }
        self.threats.put(spot, winner);
        let replies = match &way.makes {
            Makes::Five => None,
            Makes::Four => self.blocks(),
            // A line that has no chance holds nowhere; a five of the other side parries it.
            Makes::Threat(line) => {
                holds(self.threats, winner, line).then(|| parries(self.threats, winner, line))
            }
        };
        let wins = replies.is_some_and(|replies| {
            replies.into_iter().all(|reply| {
                if self.threats.shapes(reply, !winner).contains(&Shape::Five) {
                    return false;
                }
                self.threats.put(reply, !winner);
                let wins = self.go(plan);
                self.threats.lift(reply, !winner);
                wins
            })
        });
        self.threats.lift(spot, winner);
        wins
    }

    /// What stops the winner's four, if it is one that the loser must stop.
    fn blocks(&self) -> Option<Vec<Spot>> {
        if self.threats.fives(!self.winner).next().is_some() {
            return None;
        }
        let mut fives = self.threats.fives(self.winner);
        let (first, second) = (fives.next()?, fives.next());
        let stops = second.is_none() && self.threats.is_legal(first, !self.winner);
        Some(if stops { vec![first] } else { Vec::new() })
    }
}

#[cfg(test)]
mod tests {
    use std::io;

    use tengen_core::{Area, Position, Rule, Setup};
    use tengen_proof::write_graph;

    use super::*;
    use crate::{
        Budget,
        fives::vct::{Pns, ThreatSearch as _, Width},
    };

    /// A plan of three stones, and the position with White to move. The stones have no image that is
    /// like them: a proof may be of one side what a plan is of two.
    fn plan() -> (Position, Threats, Plan) {
        let area = Area::square(15);
        let stones = ["h8", "i9", "h10"].map(|name| (area.point(name).unwrap(), Color::Black));
        let setup = Setup { area, stones: stones.to_vec(), turn: Color::White };
        let position = Position::from_setup(Rule::Freestyle, &setup).unwrap();
        let mut threats = Threats::new(&position).unwrap();
        let mut pns = Pns::new(Color::Black, Width::Threes, 1 << 20);
        assert_eq!(pns.wins(&mut threats, &mut Budget::unlimited()), Ok(true));
        let solution = pns.solution(&mut threats);
        let plan = Plan::of_solution(&mut threats, Color::Black, &solution).unwrap();
        (position, threats, plan)
    }

    #[test]
    fn a_plan_wins_after_a_reply_if_and_only_if_a_proof_by_it_can_be_written() {
        let (mut position, mut threats, plan) = plan();
        let (mut won, mut lost, mut likely) = (0, 0, 0);
        for reply in position.legal_points() {
            position.play(reply).unwrap();
            let spot = threats.spot(reply);
            threats.put(spot, Color::White);
            let mut graph = StrategyGraph::new(position.board().area()).unwrap();
            let root = plan.add_to(&mut graph, &threats, Color::Black).unwrap();
            let proof = write_graph(&position, Color::Black, &graph, root, io::sink());
            let wins = plan.wins(&mut threats, Color::Black);
            assert_eq!(wins, proof.is_ok(), "{reply:?}");
            assert_eq!(plan.answers(&mut threats, Color::Black).is_some(), wins);
            if wins {
                won += 1;
                likely += u32::from(!plan.plays_on(spot));
            } else {
                lost += 1;
            }
            threats.lift(spot, Color::White);
            position.undo();
        }
        threats.check();
        assert!(won > 100 && lost > 10 && likely == won, "{won} {lost} {likely}");
    }

    #[test]
    fn the_moves_of_a_plan_in_their_order_make_the_plan() {
        let (_, mut threats, plan) = plan();
        let answers = plan.answers(&mut threats, Color::Black).unwrap();
        assert_eq!(answers.len(), plan.len());
        let again = Plan::of_answers(&mut threats, Color::Black, &answers).unwrap();
        assert_eq!(again.answers(&mut threats, Color::Black), Some(answers.clone()));
        let more = [&answers[..], &answers[..1]].concat();
        for wrong in [&answers[1..], &answers[..answers.len() - 1], &more[..], &[]] {
            assert!(Plan::of_answers(&mut threats, Color::Black, wrong).is_none());
        }
    }
}
