//! Checks the review of games against proofs, on records of one's own:
//!
//! ```text
//! cargo run --release -p tengen-engine --example review -- games.tsv [--games 20] [--skip 0] [--nodes 10000]
//!     [--solver-nodes 20000] [--threads 2] [--show 1]
//! ```
//!
//! Of every move it is asked, by the solver alone and with certificates that the checker of `tengen-proof` accepts,
//! whether a proven win was thrown away (then it must be marked `??`) and whether it is proven best (then it must not
//! be marked): it still wins, all moves lose, or all others do. Marked moves are asked about with ten times the nodes
//! of the review as well. Exits with 1 if a move is marked that should not be, or is not that should be.

#![allow(clippy::print_stdout, reason = "it is a program")]

use std::{
    env, fs,
    io::{self, Read as _},
    process::ExitCode,
    time::{Duration, Instant},
};

use tengen_core::{Area, Color, Point, Position, Rule, Setup};
use tengen_engine::{
    Value,
    review::{GameReview, Judgement, ReviewLimits, ReviewReason, review_game},
};
use tengen_notation::{BlockOffset, MainLine, ReadOptions, RecordReader, RowOrder};
use tengen_solver::{Budget, PositionSolver, PositionVerdict};

/// How much harder a position is looked at before a win counts as thrown away, as in the review.
const HARD_LOOK: u64 = 4;

/// How much harder it is looked at whether a marked move is proven best after all.
const HARDER_LOOK: u64 = 10;

/// What was counted.
#[derive(Default, Debug)]
struct Counts {
    games: u64,
    moves: u64,
    marked: [u64; 4],
    /// Proven wins that were thrown away, and those of them that are not marked `??`.
    thrown_away: u64,
    not_marked: u64,
    /// Moves of proven wins after which the search of the engine finds a win and the solver none; and those of them in
    /// which the solver finds none with ten times the nodes either.
    won_by_search: u64,
    won_by_search_alone: u64,
    /// Moves that are proven best, and those of them that are marked.
    proven_best: u64,
    wrongly_marked: u64,
    /// Marked moves that are proven best with ten times the nodes.
    best_at_ten_times: u64,
    certificates: u64,
    slowest: Duration,
}

fn main() -> ExitCode {
    let mut arguments = env::args().skip(1);
    let path = arguments.next().expect("name a file of records, or -");
    let (mut games, mut skip, mut show, mut limits) = (20, 0, false, ReviewLimits::default());
    (limits.nodes, limits.solver_nodes, limits.threads) = (Some(10_000), 20_000, 2);
    while let (Some(name), Some(value)) = (arguments.next(), arguments.next()) {
        let number: u64 = value.parse().expect("options have numbers");
        match name.as_str() {
            "--games" => games = number as usize,
            "--skip" => skip = number as usize,
            "--nodes" => limits.nodes = Some(number),
            "--solver-nodes" => limits.solver_nodes = number,
            "--show" => show = number > 0,
            "--threads" => limits.threads = number as usize,
            other => panic!("there is no option {other}"),
        }
    }
    let mut text = Vec::new();
    if path == "-" {
        io::stdin().read_to_end(&mut text).expect("the standard input can be read");
    } else {
        text = fs::read(&path).expect("the file can be read");
    }
    let mut counts = Counts::default();
    for (start, moves) in read(&text, &path).into_iter().skip(skip).take(games) {
        let begun = Instant::now();
        let review = review_game(&start, &moves, &limits, &|| false, &|_| {});
        counts.slowest = counts.slowest.max(begun.elapsed());
        match review {
            Ok(review) => {
                if show {
                    println!("{review}{:.1?}, {} nodes\n", begun.elapsed(), review.nodes);
                }
                counts.check(&start, &review, &limits);
            }
            Err(error) => println!("not reviewed: {error}"),
        }
    }
    println!("{counts:#?}");
    ExitCode::from(u8::from(counts.not_marked + counts.wrongly_marked > 0))
}

/// The games of a text: their first positions and moves.
fn read(text: &[u8], name: &str) -> Vec<(Position, Vec<Point>)> {
    let options = ReadOptions::new(RowOrder::FromBottom);
    let head = &text[..text.len().min(RecordReader::HEAD)];
    let reader = RecordReader::open(head, name, None, &options).expect("the format is known");
    let mut lines = reader.main_lines(text, BlockOffset::default());
    let (mut line, mut games) = (MainLine::default(), Vec::new());
    while let Some(read) = lines.read(&mut line) {
        if read.is_err() || !line.irregularities.is_empty() {
            continue;
        }
        let area = line.area.unwrap_or(Area::square(15));
        let setup = Setup { area, stones: line.setup.clone(), turn: line.first };
        let rule = line.rule.unwrap_or(Rule::Freestyle);
        if let Ok(start) = Position::from_setup(rule, &setup) {
            games.push((start, line.moves.clone()));
        }
    }
    games
}

impl Counts {
    fn check(&mut self, start: &Position, review: &GameReview, limits: &ReviewLimits) {
        self.games += 1;
        let mut position = start.clone();
        for one in &review.moves {
            self.moves += 1;
            self.marked[one.judgement as usize] += 1;
            let mover = position.turn();
            let before = self.solve(&position, limits.solver_nodes);
            let mut next = position.clone();
            if next.play(one.point).is_err() {
                assert!(matches!(
                    one.reasons[..],
                    [ReviewReason::Foul(_) | ReviewReason::Chokes(_)]
                ));
                continue;
            }
            let after = self.solve(&next, HARD_LOOK * limits.solver_nodes);
            // The move of the proof wins, even if a new search does not find that again.
            let is_of_proof = before.win.as_ref().is_some_and(|win| {
                win.solution.answer(&position).is_some_and(|answer| answer.point == one.point)
            });
            let still_wins =
                before.winner == Some(mover) && is_of_proof || after.winner == Some(mover);
            let by_search = matches!(one.after, Value::Wins(_));
            if before.winner == Some(mover) && !still_wins && by_search {
                // The search of the engine says that it still wins, and the solver does not.
                let after = self.solve(&next, HARDER_LOOK * limits.solver_nodes);
                self.won_by_search += 1;
                self.won_by_search_alone += u64::from(after.winner != Some(mover));
            } else if before.winner == Some(mover) && !still_wins {
                self.thrown_away += 1;
                if one.judgement != Judgement::Blunder {
                    self.not_marked += 1;
                    println!("not marked: {one:?}\n{:?}", position.moves());
                }
            }
            let is_best = |before: &PositionVerdict, after: &PositionVerdict| {
                let all_lose = before.winner == Some(!mover);
                after.winner == Some(mover)
                    || still_wins
                    || all_lose
                    || before.only_move() == Some(one.point)
            };
            let is_marked = one.judgement != Judgement::Good;
            if is_best(&before, &after) {
                self.proven_best += 1;
                if is_marked {
                    self.wrongly_marked += 1;
                    let proofs = (before.winner, after.winner, before.only_move());
                    println!("wrongly marked: {one:?}\n{:?}\n{proofs:?}", position.moves());
                }
            } else if is_marked {
                let before = self.solve(&position, HARDER_LOOK * limits.solver_nodes);
                let after = self.solve(&next, HARDER_LOOK * limits.solver_nodes);
                self.best_at_ten_times += u64::from(is_best(&before, &after));
            }
            position = next;
        }
    }

    /// What the solver proves, with a certificate that an independent checker accepts.
    fn solve(&mut self, position: &Position, nodes: u64) -> PositionVerdict {
        let mut budget = Budget::unlimited().nodes_up_to(nodes);
        let verdict = PositionSolver::new(16 << 20).solve(position, &mut budget);
        let verdict = verdict.unwrap_or_default();
        if let Some(win) = &verdict.win {
            let mut proof = Vec::new();
            win.prove(position, &mut proof).expect("a win can be written");
            let proved = tengen_proof::check(&proof[..]).expect("the checker accepts a win");
            let winner: Option<Color> = proved.claim.winner();
            assert_eq!(winner, verdict.winner);
            self.certificates += 1;
        }
        verdict
    }
}
