//! Strategy graphs that do not hold.

use std::fmt::Write as _;

use tengen_core::{Area, Cell, Color, Point, Position, Rule, Setup, Symmetry};
use tengen_proof::{
    ProofClaim, StrategyEdge, StrategyGraph, StrategyNode, WinReason, WinningMove, build_graph,
    check, read_graph, write, write_graph,
};

use tengen_testkit::TestRng;

use crate::{
    corruptions::{Corruptions, body, refuse_cuts},
    fives::{Truth, for_each_win},
    graphs::graph_proofs,
};

#[test]
fn every_byte_changed_in_every_way_and_every_cut_is_found_or_does_no_harm() {
    let mut corruptions = Corruptions::default();
    for rule in Rule::FIVES {
        let mut proofs = graph_proofs(rule, 41, 12);
        proofs.retain(|proof| proof.len() < 260);
        // Some with a tree of replies.
        proofs.sort_by_key(|proof| std::cmp::Reverse(proof.len()));
        for proof in proofs.iter().step_by(8) {
            refuse_cuts(proof);
            let mut changed = proof.clone();
            for place in 0..proof.len() {
                for change in 1..=255 {
                    changed[place] = proof[place] ^ change;
                    corruptions.check(&changed);
                }
                changed[place] = proof[place];
            }
        }
    }
    corruptions.assert_found();
}

/// A graph of nodes by chance, nearly all of them on empty points.
fn any_graph(chance: &mut TestRng, area: Area, empty: &[Point]) -> StrategyGraph {
    let mut graph = StrategyGraph::new(area).unwrap();
    let turns: Vec<Symmetry> = Symmetry::all(area).collect();
    for count in 0..2 + chance.below(12) as u32 {
        let edge = |chance: &mut TestRng| {
            let symmetry = if chance.below(4) == 0 { chance.pick(&turns) } else { turns[0] };
            StrategyEdge { node: chance.below(graph.len()) as u32, symmetry }
        };
        let how = match chance.below(8) {
            0 | 1 => WinReason::Wins,
            2 | 3 => WinReason::Four,
            4 | 5 => WinReason::Threat((0..=chance.below(2)).map(|_| chance.pick(empty)).collect()),
            _ => WinReason::All,
        };
        let mut node = StrategyNode::leaf(chance.pick(empty), how);
        if count > 0 && node.how != WinReason::Wins {
            let named = (0..chance.below(4)).map(|_| (chance.pick(empty), edge(chance)));
            node.named = named.collect();
            node.named.sort_unstable_by_key(|named| named.0);
            node.named.dedup_by_key(|named| named.0);
            node.default = (chance.below(3) > 0).then(|| edge(chance));
        }
        if chance.below(12) == 0 {
            node.point = None;
        }
        graph.add(&node).unwrap();
    }
    graph
}

#[test]
fn no_graph_at_all_shows_what_is_not_true() {
    let mut chance = TestRng::new(42);
    let mut truth = Truth::default();
    let (mut shown, mut not_shown) = (0, 0);
    for rule in Rule::FIVES {
        for_each_win(rule, 43, 40, |_, position, ways| {
            if ways.fours {
                return;
            }
            let board = position.board();
            let is_empty = |point: &Point| board.cell(*point) == Cell::Empty;
            let empty: Vec<Point> = board.area().points().filter(is_empty).collect();
            for _ in 0..400 {
                let graph = any_graph(&mut chance, board.area(), &empty);
                let root = graph.len() as u32 - 1;
                for winner in Color::ALL {
                    let mut proof = Vec::new();
                    if write_graph(position, winner, &graph, root, &mut proof).is_err() {
                        not_shown += 1;
                        continue;
                    }
                    shown += 1;
                    let claim = check(&proof[..]).unwrap().claim;
                    assert_eq!(truth.of(&claim), Some(true), "{claim}");
                }
            }
        });
    }
    assert!(shown > 100 && not_shown > 1000, "{shown} {not_shown}");
}

/// A strategy on a larger board: Black has open threes far apart, wastes a move, and wins by one of those that are left.
pub(crate) fn larger() -> (Position, StrategyGraph, u32) {
    let area = Area::square(15);
    let rows = [(3, 5), (3, 9), (9, 3), (9, 11)];
    let mut stones: Vec<(Point, Color)> = (rows.iter())
        .flat_map(|&(x, y)| [0, 1, 2].map(|step| (Point::new(x + step, y), Color::Black)))
        .collect();
    stones.extend([(7, 0), (7, 14)].map(|(x, y)| (Point::new(x, y), Color::White)));
    let setup = Setup { area, stones, turn: Color::Black };
    let position = Position::from_setup(Rule::Freestyle, &setup).unwrap();
    let strategy = |position: &Position| {
        let board = position.board();
        let free = |x: i32, y, steps: [i32; 3]| {
            steps.iter().all(|step| board.cell(Point::new(x + step, y)) == Cell::Empty)
        };
        let straight: Vec<Point> = (rows.iter())
            .filter_map(|&(x, y)| match () {
                () if free(x, y, [-1, 3, 4]) => Some(Point::new(x + 3, y)),
                () if free(x, y, [-2, -1, 3]) => Some(Point::new(x - 1, y)),
                () => None,
            })
            .collect();
        let first = straight[0];
        Ok::<_, ()>(match position.moves().len() {
            0 => WinningMove::quiet(Point::new(0, 0)),
            // The move wasted depends on the reply, so that there are many nodes.
            2 => {
                let reply = position.moves()[1];
                let edge = (0..15).flat_map(|at| [Point::new(at, 0), Point::new(at, 14)]);
                let edge: Vec<Point> = edge.filter(|&p| board.cell(p) == Cell::Empty).collect();
                let point = edge[(reply.x + 4 * reply.y) as usize % edge.len()];
                let line = vec![straight[(reply.x + reply.y) as usize % straight.len()]];
                WinningMove { point, how: WinReason::Threat(line) }
            }
            _ => WinningMove { point: first, how: WinReason::Four },
        })
    };
    let (graph, root) = build_graph(&position, Color::Black, strategy).unwrap();
    (position, graph, root)
}

/// Whether a proof that was accepted is one by other means: its graph is asked move by move, and the tree that this
/// gives is checked.
fn is_shown_by_a_tree(proof: &[u8]) -> bool {
    let (claim, graph, root) = read_graph(proof).unwrap();
    let ProofClaim { rule, setup, .. } = &claim;
    let winner = &claim.winner().unwrap();
    let position = Position::from_setup(*rule, setup).unwrap();
    let strategy = |position: &Position| {
        if position.turn() != *winner {
            let node = graph.node(root);
            return Ok(WinningMove { point: Point::new(0, 0), how: node.how });
        }
        graph.follow(root, &claim, position.moves()).map(|found| found.answer).ok_or(())
    };
    let mut tree = Vec::new();
    write(&position, *winner, strategy, &mut tree).is_ok()
        && check(&tree[..]).is_ok_and(|proved| proved.claim == claim)
}

#[test]
fn changes_of_a_larger_proof_are_refused_or_do_no_harm() {
    let (position, graph, root) = larger();
    let mut proof = Vec::new();
    let written = write_graph(&position, Color::Black, &graph, root, &mut proof).unwrap();
    assert!(written.steps > 800 && written.nodes > 100, "{written:?}");
    assert!(is_shown_by_a_tree(&proof));
    let mut chance = TestRng::new(44);
    let (mut accepted, mut refused) = (0, 0);
    for _ in 0..12_000 {
        let mut changed = proof.clone();
        for _ in 0..=chance.below(3) / 2 {
            let place = chance.below(changed.len());
            changed[place] = chance.below(256) as u8;
        }
        if changed == proof {
            continue;
        }
        if check(&changed[..]).is_err() {
            refused += 1;
            continue;
        }
        accepted += 1;
        // One in ten, since it takes long.
        assert!(accepted % 10 != 0 || is_shown_by_a_tree(&changed));
    }
    assert!(refused > 5000 && accepted > 20, "{refused} {accepted}");
}

#[test]
fn a_claim_that_differs_by_a_stone_is_refused_or_true() {
    let mut truth = Truth::default();
    let (mut refused, mut accepted) = (0, 0);
    for rule in Rule::FIVES {
        for proof in graph_proofs(rule, 45, 12) {
            let (claim, graph, root) = read_graph(&proof[..]).unwrap();
            let first = graph.node(root).point;
            let start = body(&proof);
            let mut setups = Vec::new();
            for index in 0..claim.setup.stones.len() {
                let (mut less, mut other) = (claim.setup.clone(), claim.setup.clone());
                less.stones.remove(index);
                other.stones[index].1 = !other.stones[index].1;
                setups.extend([less, other]);
            }
            let position = Position::from_setup(rule, &claim.setup).unwrap();
            for point in claim.setup.area.points() {
                if position.board().cell(point) == Cell::Empty {
                    for color in Color::ALL {
                        let mut more = claim.setup.clone();
                        more.stones.push((point, color));
                        setups.push(more);
                    }
                }
            }
            for setup in setups {
                let head = head_with(&proof[..start], &setup);
                let changed = [head.as_bytes(), &proof[start..]].concat();
                match check(&changed[..]) {
                    Err(_) => refused += 1,
                    Ok(proved) => {
                        accepted += 1;
                        let on_first = |stone: &(Point, Color)| Some(stone.0) == first;
                        assert!(!setup.stones.iter().any(on_first));
                        assert_ne!(truth.of(&proved.claim), Some(false), "{}", proved.claim);
                    }
                }
            }
        }
    }
    assert!(refused > 1000 && accepted > 20, "{refused} {accepted}");
}

/// The head with other stones.
fn head_with(head: &[u8], setup: &Setup) -> String {
    let mut text = String::new();
    for line in std::str::from_utf8(head).unwrap().lines() {
        match Color::ALL.into_iter().find(|color| line.starts_with(&color.to_string())) {
            None => text += line,
            Some(color) => {
                text += &color.to_string();
                for &(point, _) in setup.stones.iter().filter(|stone| stone.1 == color) {
                    write!(text, " {}", setup.area.name(point)).unwrap();
                }
            }
        }
        text.push('\n');
    }
    text
}

/// A proof with Black to move and to win, with these nodes.
fn graph_file(rule: Rule, size: &str, stones: [&str; 2], limits: &str, nodes: &[u8]) -> Vec<u8> {
    let [black, white] = stones;
    let head = format!(
        "tengen proof 2\nrule {rule}\nsize {size}\nblack{black}\nwhite{white}\nturn black\nwins black\n{limits}\n\n"
    );
    [head.as_bytes(), nodes].concat()
}

#[test]
fn what_is_wrong_with_a_node_is_reported_with_its_number_and_the_moves() {
    let free = Rule::Freestyle;
    let (three, four) = ([" a1 b1 c1", ""], [" a1 b1 c1 d1", ""]);
    let cases: [([&str; 2], u32, &[u8], &str); 19] = [
        (four, 1, &[2, 23], "node 0: d1 cannot be played: the point is occupied (after no moves)"),
        (three, 1, &[2, 23], "node 0: d1 makes no five (after no moves)"),
        (three, 1, &[3, 0], "node 0: there is no four (after a5)"),
        (
            [" a1 b1 c1", " a5 b5 c5 d5"],
            1,
            &[3, 23],
            "node 0: the other side can make a five (after d1)",
        ),
        (three, 1, &[3, 23], "node 0: the reply e1 has no answer (after d1)"),
        (three, 1, &[1, 23, 1, 0], "node 0: the threat a5 does not win (after d1)"),
        (
            [" a1 b1 c1", " a5 b5 c5 d5"],
            2,
            &[2, 23, 4, 23, 0],
            "node 1: after the reply e5 the game is over and black has not won (after d1)",
        ),
        (
            four,
            2,
            &[3, 24, 4, 0, 0],
            "node 0: e1 cannot be played: the point is occupied (after a5 e1)",
        ),
        (three, 2, &[8, 0, 7, 23], "ends where an edge"),
        (three, 1, &[8, 0], "node 0: the root has no move, but the winner is to move"),
        (
            three,
            2,
            &[8, 0, 4, 23, 0],
            "node 0: a node without a move is reached where the winner is to move",
        ),
        (three, 1, &[2, 25], "there is no point 25, there are 25"),
        (three, 1, &[8, 3], "a node without a move has the point 3; it should be 0"),
        (three, 1, &[1, 23, 0], "a threat of 0 moves was found; there can be 1 to 1024"),
        (three, 1, &[4, 23, 0], "an edge goes 1 back, but 0 nodes are before"),
        (three, 2, &[2, 0, 4, 23, 1, 8], "symmetry 8 was found; there can be 1 to 7"),
        (three, 2, &[2, 0, 32, 23, 0, 0, 5, 0, 0, 5], "the reply on point 5 is answered twice"),
        (three, 2, &[2, 0, 16, 23, 0, 1, 5, 30], "there is no point 36, there are 25"),
        (
            three,
            2,
            &[2, 0, 16, 23, 0, 25, 5, 30],
            "there are more named replies than the 25 points",
        ),
    ];
    for (stones, nodes, bytes, message) in cases {
        let limits = format!("nodes {nodes}\nbytes {}\nsteps 99\nlandmarks 9", bytes.len());
        let error = check(&graph_file(free, "5x5", stones, &limits, bytes)[..]).unwrap_err();
        assert!(error.to_string().contains(message), "{error}\n{message}");
    }
    // A foul, and what Black may do at once.
    let cross = [" d5 e4 e6 f5", ""];
    let limits = "nodes 1\nbytes 2\nsteps 1\nlandmarks 0";
    let error = check(&graph_file(Rule::Renju, "9x9", cross, limits, &[3, 40])[..]).unwrap_err();
    assert!(
        error
            .to_string()
            .contains("node 0: e5 cannot be played: black may not make a double three")
    );
    let proved = check(&graph_file(free, "5x5", four, limits, &[3, 24])[..]).unwrap();
    assert_eq!(proved.steps, 1);
}

#[test]
fn a_head_that_lies_is_refused_before_anything_is_allocated() {
    let row = [" a1 b1 c1 d1", ""];
    for (limits, nodes, message) in [
        (
            "nodes 1\nbytes 2\nsteps 0\nlandmarks 0",
            &[2, 24][..],
            "the walk takes more than 0 steps",
        ),
        (
            "nodes 1\nbytes 2\nsteps 1\nlandmarks 99999999",
            &[2, 24],
            "there are at most 13421772 landmarks",
        ),
        ("nodes 1\nbytes 268435457\nsteps 1\nlandmarks 1", &[2, 24], "at most 268435456 bytes"),
        ("nodes 1\nbytes 268435456\nsteps 1\nlandmarks 1", &[2, 24], "ends where the nodes"),
        (
            "nodes 134217728\nbytes 268435456\nsteps 1\nlandmarks 1",
            &[2, 24],
            "ends where the nodes",
        ),
        ("nodes 2\nbytes 2\nsteps 1\nlandmarks 1", &[2, 24], "there are 1 to 1 nodes in 2 bytes"),
        ("nodes 0\nbytes 2\nsteps 1\nlandmarks 1", &[2, 24], "there are 1 to 1 nodes in 2 bytes"),
        ("nodes 1\nbytes 4\nsteps 1\nlandmarks 1", &[2, 24, 2, 24], "more bytes"),
        ("nodes 1\nbytes 2\nsteps 1\nlandmarks 1", &[2, 24, 0], "more bytes"),
        ("nodes 1\nbytes 2\nsteps +1\nlandmarks 1", &[2, 24], "should be \"steps\" and a number"),
        ("nodes 1\nbytes 2\nsteps 1", &[2, 24], "should be \"landmarks\""),
    ] {
        let error = check(&graph_file(Rule::Freestyle, "5x5", row, limits, nodes)[..]).unwrap_err();
        assert!(error.to_string().contains(message), "{error}\n{message}");
    }
    let limits = "nodes 1\nbytes 2\nsteps 1\nlandmarks 1";
    for (rule, size, message) in [
        (Rule::NoGo, "5x5", "a proof of NoGo is of version 1"),
        (Rule::Freestyle, "infinite", "a proof on a board without edges is of version 1"),
        (Rule::Freestyle, "33x33", "at most 1024 points"),
    ] {
        let error = check(&graph_file(rule, size, row, limits, &[2, 24])[..]).unwrap_err();
        assert!(error.to_string().contains(message), "{error}");
    }
    let (position, graph, root) = larger();
    let mut proof = Vec::new();
    let written = write_graph(&position, Color::Black, &graph, root, &mut proof).unwrap();
    let text = String::from_utf8_lossy(&proof[..body(&proof)]).into_owned();
    let (steps, landmarks) = (written.steps, written.landmarks);
    // A walk may take eight times the steps of the head, and no more.
    for (word, count, said, limit) in [
        ("steps", steps, (steps - 1) / 8, (steps - 1) / 8 * 8),
        ("landmarks", landmarks, landmarks - 1, landmarks - 1),
    ] {
        let fewer = text.replace(&format!("{word} {count}"), &format!("{word} {said}"));
        let fewer = [fewer.as_bytes(), &proof[body(&proof)..]].concat();
        let error = check(&fewer[..]).unwrap_err();
        assert!(error.to_string().contains(&format!("more than {limit} {word}")), "{error}");
    }
    let enough = text.replace(&format!("steps {steps}"), &format!("steps {}", steps.div_ceil(8)));
    let enough = [enough.as_bytes(), &proof[body(&proof)..]].concat();
    assert_eq!(check(&enough[..]).unwrap().steps, steps);
}
