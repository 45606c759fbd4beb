//! Proofs that are strategy graphs.

use std::collections::HashMap;

use tengen_core::{Area, Board, Color, Outcome, Point, Position, Rule, Setup, Symmetry};
use tengen_proof::{
    AddNodeError, GraphError, ProofClaim, StrategyEdge, StrategyGraph, StrategyNode, WinReason,
    WinningMove, WrittenGraph, build_graph, check, read_graph, write_graph,
};

use tengen_testkit::TestRng;

use crate::{
    fives::{Solver, Ways, for_each_changed_win, for_each_win, write},
    plain::to_move,
};

/// Writes the graph of a strategy of which it is known that it wins.
pub(crate) fn write_solved(
    solver: &mut Solver,
    position: &Position,
    ways: Ways,
) -> (Vec<u8>, WrittenGraph) {
    let winner = solver.winner;
    let strategy = |position: &Position| solver.answer(position, ways);
    let (graph, root) = build_graph(position, winner, strategy).unwrap();
    let mut proof = Vec::new();
    let written = write_graph(position, winner, &graph, root, &mut proof).unwrap();
    (proof, written)
}

/// Graphs of chance positions with few empty points.
pub(crate) fn graph_proofs(rule: Rule, seed: u64, count: usize) -> Vec<Vec<u8>> {
    let mut proofs = Vec::new();
    for_each_win(rule, seed, count, |solver, position, ways| {
        proofs.push(write_solved(solver, position, ways).0);
    });
    proofs
}

#[test]
fn a_graph_shows_what_a_tree_of_the_same_strategy_shows() {
    let (mut nodes, mut steps) = (0, 0);
    for rule in Rule::FIVES {
        for_each_win(rule, 31, 50, |solver, position, ways| {
            let tree = check(&write(solver, position, ways).0[..]).unwrap();
            let (proof, written) = write_solved(solver, position, ways);
            let proved = check(&proof[..]).unwrap();
            assert_eq!(proved.claim, tree.claim);
            assert_eq!((proved.steps, proved.bytes), (written.steps, written.bytes));
            assert_eq!(proved.bytes, proof.len() as u64);
            // What is read is what was written.
            let (claim, graph, root) = read_graph(&proof[..]).unwrap();
            assert_eq!((claim, graph.len() as u64), (proved.claim, written.nodes));
            let mut again = Vec::new();
            write_graph(position, solver.winner, &graph, root, &mut again).unwrap();
            assert!(read_graph(&again[..]).unwrap().1.len() == graph.len());
            nodes += written.nodes;
            steps += tree.steps;
        });
    }
    assert!(nodes < steps, "{nodes} {steps}");
}

/// Plays every reply, and the answer that is looked up for it, to the end of the game.
fn play_out(
    graph: &StrategyGraph,
    root: u32,
    claim: &ProofClaim,
    position: &mut Position,
    chance: &mut TestRng,
) -> u32 {
    if position.turn() != claim.winner().unwrap() {
        assert_eq!(graph.follow(root, claim, position.moves()), None);
        let mut longest = 0;
        let replies = position.legal_points();
        // A Black who may play nowhere ends the line.
        for _ in 0..replies.len().min(3) {
            position.play(chance.pick(&replies)).unwrap();
            assert_eq!(position.outcome(), None);
            longest = longest.max(play_out(graph, root, claim, position, chance));
            position.undo();
        }
        return longest;
    }
    let found = graph.follow(root, claim, position.moves()).unwrap();
    position.play(found.answer.point).unwrap();
    let longest = match position.outcome() {
        Some(outcome) => {
            assert_eq!(outcome, Outcome::Won(claim.winner().unwrap()));
            1
        }
        None => 1 + play_out(graph, root, claim, position, chance),
    };
    assert!(longest <= found.height, "{longest} {found:?}");
    position.undo();
    longest
}

#[test]
fn what_is_looked_up_wins_within_the_height_whatever_is_replied() {
    let mut chance = TestRng::new(5);
    let mut longest = 0;
    for rule in Rule::FIVES {
        for proof in graph_proofs(rule, 32, 30) {
            let (claim, graph, root) = read_graph(&proof[..]).unwrap();
            let mut position = Position::from_setup(rule, &claim.setup).unwrap();
            longest = longest.max(play_out(&graph, root, &claim, &mut position, &mut chance));
            // Another move of the winner is not in the book.
            if claim.setup.turn == claim.winner().unwrap() {
                let first = graph.follow(root, &claim, &[]).unwrap().answer.point;
                for other in position.legal_points().into_iter().filter(|&other| other != first) {
                    assert_eq!(graph.follow(root, &claim, &[other, first]), None);
                }
            }
        }
    }
    assert!(longest >= 3, "{longest}");
}

/// Every position as the one of its images that comes first, and what turns it into that.
fn least(position: &Position) -> (Position, Symmetry) {
    let area = position.board().area();
    let images = Symmetry::all(area).map(|symmetry| {
        let mut stones: Vec<(Point, Color)> = (position.board().stones().into_iter())
            .map(|(point, color)| (symmetry.apply(point), color))
            .collect();
        stones.sort_unstable();
        (stones, symmetry)
    });
    let (stones, symmetry) = images.min_by(|a, b| a.0.cmp(&b.0)).unwrap();
    let setup = Setup { area, stones, turn: position.turn() };
    (Position::from_setup(position.rule(), &setup).unwrap(), symmetry)
}

/// A graph that has a node only for the least image of each position, all of them quiet.
struct Turned<'a> {
    solver: &'a mut Solver,
    graph: StrategyGraph,
    known: HashMap<Vec<(Point, Color)>, u32>,
    turns: usize,
}

impl Turned<'_> {
    /// The edge to the node that wins a position with the winner to move.
    fn edge(&mut self, position: &Position) -> StrategyEdge {
        let (least, symmetry) = least(position);
        self.turns += usize::from(symmetry.number() != 0);
        let stones = least.board().stones();
        if let Some(&node) = self.known.get(&stones) {
            return StrategyEdge { node, symmetry };
        }
        let ways = Ways { fours: false, threats: false };
        let WinningMove { point, how } = self.solver.answer(&least, ways).unwrap();
        let mut next = least.clone();
        next.play(point).unwrap();
        let mut named = Vec::new();
        if next.outcome().is_none() {
            for reply in next.legal_points() {
                let mut after = next.clone();
                after.play(reply).unwrap();
                named.push((reply, self.edge(&after)));
            }
        }
        let node = StrategyNode { point: Some(point), how, named, default: None };
        let node = self.graph.add(&node).unwrap();
        self.known.insert(stones, node);
        StrategyEdge { node, symmetry }
    }
}

/// The left half of a board and its mirror image.
fn mirrored(board: &Board) -> Board {
    let mirror = Symmetry::new(board.area(), 1).unwrap();
    let mut both = Board::new(board.area());
    for (point, color) in board.stones() {
        let image = mirror.apply(point);
        if point.x <= image.x {
            both.put(point, color);
            if point != image {
                both.put(image, color);
            }
        }
    }
    both
}

#[test]
fn edges_that_turn_the_board_lead_to_what_wins_there() {
    let (mut turned, mut wins) = (0, 0);
    for rule in Rule::FIVES {
        for_each_changed_win(rule, 33, 150, mirrored, |solver, position, ways| {
            let quiet = !ways.fours && !ways.threats;
            // A root must not be turned, but the position may be.
            if !quiet || position.turn() != solver.winner {
                return;
            }
            let (position, _) = least(position);
            let winner = solver.winner;
            let graph = StrategyGraph::new(position.board().area()).unwrap();
            let mut builder = Turned { solver, graph, known: HashMap::new(), turns: 0 };
            let root = builder.edge(&position);
            assert_eq!(root.symmetry.number(), 0);
            turned += builder.turns;
            wins += 1;
            let graph = builder.graph;
            let mut proof = Vec::new();
            write_graph(&position, winner, &graph, root.node, &mut proof).unwrap();
            check(&proof[..]).unwrap();
            let (claim, graph, root) = read_graph(&proof[..]).unwrap();
            let mut position = Position::from_setup(rule, &claim.setup).unwrap();
            play_out(&graph, root, &claim, &mut position, &mut TestRng::new(6));
        });
    }
    assert!(turned > 150 && wins > 50, "{turned} {wins}");
}

#[test]
fn equal_nodes_are_one_and_what_needs_no_name_has_none() {
    let area = Area::Bounded { width: 6, height: 3 };
    let mut graph = StrategyGraph::new(area).unwrap();
    let point = |x| Point::new(x, 1);
    let five = graph.add(&StrategyNode::leaf(point(0), WinReason::Wins)).unwrap();
    let other = graph.add(&StrategyNode::leaf(point(1), WinReason::Wins)).unwrap();
    assert_eq!(graph.add(&StrategyNode::leaf(point(0), WinReason::Wins)), Ok(five));
    let turn = StrategyEdge { node: five, symmetry: Symmetry::new(area, 2).unwrap() };
    let (a, b) = (graph.edge(five), graph.edge(other));
    let line = WinReason::Threat(vec![point(4), point(2)]);
    for how in [WinReason::All, WinReason::Four, line] {
        let node = |named: &[(Point, StrategyEdge)], default| StrategyNode {
            point: Some(point(3)),
            how: how.clone(),
            named: named.to_vec(),
            default,
        };
        let long = node(&[(point(5), b), (point(4), turn), (point(2), a)], Some(a));
        let short = node(&[(point(4), turn), (point(5), b)], Some(a));
        let id = graph.add(&long).unwrap();
        assert_eq!(graph.add(&short), Ok(id));
        assert_eq!(graph.node(id), short);
        let one = graph.add(&node(&[(point(5), b)], None)).unwrap();
        let any = graph.add(&node(&[], Some(b))).unwrap();
        assert_eq!(one == any, how == WinReason::Four);
        let twice = node(&[(point(5), b), (point(5), a)], None);
        assert_eq!(graph.add(&twice), Err(AddNodeError::Twice(point(5))));
        let early = graph.edge(graph.len() as u32);
        let early = node(&[], Some(early));
        assert!(matches!(graph.add(&early), Err(AddNodeError::NoNode(_))));
        let outside = node(&[(Point::new(6, 1), a)], None);
        assert!(matches!(graph.add(&outside), Err(AddNodeError::Outside(_))));
        let square = Symmetry::new(Area::square(6), 1).unwrap();
        let square = node(&[], Some(StrategyEdge { node: five, symmetry: square }));
        assert!(matches!(graph.add(&square), Err(AddNodeError::NoSymmetry(_))));
    }
    for length in [0, 1025] {
        let line = WinReason::Threat(vec![point(4); length]);
        let added = graph.add(&StrategyNode::leaf(point(0), line));
        assert_eq!(added, Err(AddNodeError::Length));
    }
    assert!(StrategyGraph::new(Area::Unbounded).is_none());
    assert!(StrategyGraph::new(Area::square(33)).is_none());
}

#[test]
fn a_graph_that_does_not_win_is_not_written_and_the_node_is_that_of_the_caller() {
    let mut refused = 0;
    for rule in Rule::FIVES {
        for_each_win(rule, 34, 20, |solver, position, ways| {
            let winner = solver.winner;
            let strategy = |position: &Position| solver.answer(position, ways);
            let (mut graph, root) = build_graph(position, winner, strategy).unwrap();
            // A node that nobody asks for, so that the numbers differ.
            let corner = Point::new(0, 0);
            let node = graph.node(root);
            graph.add(&StrategyNode::leaf(corner, WinReason::Wins)).unwrap();
            let mut out = Vec::new();
            for named in 0..node.named.len() {
                let mut less = node.clone();
                less.default = None;
                less.named.remove(named);
                let root = graph.add(&less).unwrap();
                let error = write_graph(position, winner, &graph, root, &mut out).unwrap_err();
                assert!(matches!(error, GraphError::Flaw(_)));
                let text = error.to_string();
                assert!(text.starts_with(&format!("node {root}: the reply ")), "{text}");
                assert!(text.contains("has no answer"), "{text}");
                refused += 1;
            }
            // The other side is to move.
            if let Some(other) = to_move(position, !position.turn()) {
                let error = write_graph(&other, winner, &graph, root, &mut out).unwrap_err();
                assert!(error.to_string().contains("is to move"), "{error}");
            }
            assert!(write_graph(position, !winner, &graph, root, &mut out).is_err());
            assert!(out.is_empty());
        });
    }
    assert!(refused > 100, "{refused}");
}
