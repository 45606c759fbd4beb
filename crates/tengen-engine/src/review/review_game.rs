//! The review of a game: its positions valued backwards, doubtful ones twice, and every move judged.

use std::{
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
    thread,
};

use tengen_core::{Area, Illegal, Point, Position, Rule};
use thiserror::Error;

use super::{
    GameReview, Judgement, ReviewLimits,
    assessor::{Assessment, Assessor},
    game_trace::GameTrace,
    move_judge::{MoveJudge, SecondLook},
};
use crate::Unsuited;

/// Error of a game that cannot be reviewed.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum ReviewError {
    /// A move outside the board or on a stone.
    #[error("move {number} on {}: {illegal}", area.name(*point))]
    Illegal {
        /// The number of the move, from 1.
        number: usize,
        /// The move.
        point: Point,
        /// The board.
        area: Area,
        /// What is wrong with it.
        illegal: Illegal,
    },
    /// A board that the player does not support.
    #[error(transparent)]
    Unsuited(#[from] Unsuited),
    /// It was asked to stop.
    #[error("the review was stopped")]
    Stopped,
}

/// How far a review has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ReviewProgress {
    /// Positions that have been valued.
    pub done: usize,
    /// Positions to value, as far as that is known: doubtful moves add some.
    pub total: usize,
}

/// Positions that are valued one after another, backwards, with one table: what is found in a later position helps in
/// those before it. The parts of a game do not depend on each other, so that the number of threads changes nothing.
const PART: usize = 6;

/// Effort for a position whose value decides whether a win was thrown away.
const HARD_LOOK: u64 = 4;

/// Reviews a game: values every position and judges every move up to the end of the game. Moves after it are left
/// out, and a foul or a move that chokes a chain is the last one.
///
/// `stop` is asked again and again, and `news` is called after each position, both from any thread.
///
/// # Errors
///
/// If a move is impossible, the player does not support the board, or `stop` returned true.
pub fn review_game(
    start: &Position,
    moves: &[Point],
    limits: &ReviewLimits,
    stop: &(dyn Fn() -> bool + Sync),
    news: &(dyn Fn(ReviewProgress) + Sync),
) -> Result<GameReview, ReviewError> {
    let trace = GameTrace::new(start, moves)?;
    let review = RunningReview {
        rule: start.rule(),
        limits,
        stop,
        news,
        done: AtomicUsize::new(0),
        total: AtomicUsize::new(trace.positions.len()),
    };
    let mut judge = MoveJudge::new(&trace, review.assess_all(&trace.positions)?);
    loop {
        let doubts = judge.doubts();
        if doubts.is_empty() {
            break;
        }
        review.total.fetch_add(doubts.len(), Relaxed);
        let looks = review.run(doubts.len(), |assessor, n| {
            assessor.clear();
            let position = &doubts[n].position;
            let look = match doubts[n].look {
                SecondLook::Hard => assessor.assess(position, HARD_LOOK),
                SecondLook::Solver => assessor.solve(position, HARD_LOOK),
                SecondLook::Alternative(_) => assessor.assess(position, 1),
            };
            review.report();
            look
        })?;
        judge.settle(doubts.into_iter().zip(looks));
    }
    let mut reviews = judge.judge();
    let marked: Vec<usize> =
        (0..reviews.len()).filter(|&n| reviews[n].judgement != Judgement::Good).collect();
    let explained = review.run(marked.len(), |assessor, n| {
        let mut one = reviews[marked[n]].clone();
        judge.explain(assessor, &mut one);
        one
    })?;
    for (n, one) in marked.into_iter().zip(explained) {
        reviews[n] = one;
    }
    Ok(GameReview {
        rule: start.rule(),
        area: start.board().area(),
        moves: reviews,
        after_end: trace.after_end,
        nodes: judge.nodes(),
    })
}

/// A review under way.
struct RunningReview<'a> {
    rule: Rule,
    limits: &'a ReviewLimits,
    stop: &'a (dyn Fn() -> bool + Sync),
    news: &'a (dyn Fn(ReviewProgress) + Sync),
    done: AtomicUsize,
    total: AtomicUsize,
}

impl RunningReview<'_> {
    fn report(&self) {
        let done = self.done.fetch_add(1, Relaxed) + 1;
        (self.news)(ReviewProgress { done, total: self.total.load(Relaxed) });
    }

    /// Values all positions of a game, part by part.
    fn assess_all(&self, positions: &[Position]) -> Result<Vec<Assessment>, ReviewError> {
        let parts: Vec<&[Position]> = positions.chunks(PART).collect();
        // The last part first: it has the end of the game, and is soon done.
        let mut found = self.run(parts.len(), |assessor, n| {
            assessor.clear();
            let part = parts[n].iter().rev().map(|position| {
                let assessment = assessor.assess(position, 1);
                self.report();
                assessment
            });
            part.collect::<Vec<Assessment>>()
        })?;
        for part in &mut found {
            part.reverse();
        }
        Ok(found.into_iter().flatten().collect())
    }

    /// Does a number of jobs on all threads; the results in their order.
    fn run<T: Send>(
        &self,
        jobs: usize,
        work: impl Fn(&mut Assessor<'_>, usize) -> T + Sync,
    ) -> Result<Vec<T>, ReviewError> {
        let next = AtomicUsize::new(0);
        let results: Mutex<Vec<Option<T>>> = Mutex::new((0..jobs).map(|_| None).collect());
        let work_on = || {
            let mut assessor: Option<Assessor<'_>> = None;
            loop {
                let job = next.fetch_add(1, Relaxed);
                if job >= jobs || (self.stop)() {
                    break;
                }
                let assessor = assessor
                    .get_or_insert_with(|| Assessor::new(self.rule, self.limits, self.stop));
                let result = work(assessor, job);
                results.lock().expect("no thread panics with the lock")[job] = Some(result);
            }
        };
        thread::scope(|scope| {
            for _ in 1..self.limits.threads.min(jobs) {
                // Where the system allows no more threads, there are fewer helpers.
                if thread::Builder::new().spawn_scoped(scope, work_on).is_err() {
                    break;
                }
            }
            work_on();
        });
        let results = results.into_inner().expect("no thread panics with the lock");
        let all: Option<Vec<T>> = results.into_iter().collect();
        all.filter(|_| !(self.stop)()).ok_or(ReviewError::Stopped)
    }
}
