//! From a strategy of five-in-a-row to a proof.

use std::{io::Write, vec};

use tengen_core::{Area, Color, Outcome, Point, Position, Rule};

use super::{FOUR, THREAT};
use crate::{
    MAX_POINTS, WriteError, Written,
    check::ALL_REPLIES,
    image::Image,
    memory::Memory,
    proof_writer::ProofWriter,
    threat::{Four, four, parries},
};

/// A move of the winner, and why it wins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WinningMove {
    /// The move. It means nothing where the other side is to move, which is at most once: at the
    /// first position.
    pub point: Point,
    /// Why it wins.
    pub how: WinReason,
}

/// Why a move of the winner wins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WinReason {
    /// It makes a five.
    Wins,
    /// It makes a four. What follows the one reply that stops it will be asked, if there is one.
    Four,
    /// It threatens to win by playing these moves, all of them fours, see [`crate::threat`]. What
    /// follows the replies that parry this will be asked.
    Threat(Vec<Point>),
    /// There is no threat. What follows each legal reply will be asked. Not on a board without
    /// edges, where there is no end to them.
    All,
}

/// How far beyond the first stones of a board without edges a strategy may go.
const MARGIN: u32 = 100;

/// Writes a proof that `winner` wins `position`, a position of five-in-a-row, playing as
/// `strategy` says.
///
/// The strategy is asked where the winner is to move, and at the first position also if the other
/// side is: why is it won? It need not know which replies parry its threats, these are found here.
///
/// ```
/// use tengen_core::{Area, Color, Point, Position, Rule};
/// use tengen_proof::{WinningMove, WinReason, check, write_fives};
///
/// // Black has three in a row on a board without edges, and plays one end of it.
/// let mut position = Position::new(Rule::Freestyle, Area::Unbounded).unwrap();
/// for (x, y) in [(3, 4), (0, 0), (4, 4), (8, 8), (5, 4), (9, 9)] {
///     position.play(Point::new(x, y)).unwrap();
/// }
/// let four = |_: &Position| Ok::<_, ()>(WinningMove { point: Point::new(6, 4), how: WinReason::Four });
/// let mut proof = Vec::new();
/// write_fives(&position, Color::Black, four, &mut proof).unwrap();
/// assert_eq!(check(&proof[..]).unwrap().steps, 1);
/// ```
///
/// # Errors
///
/// If the strategy has no answer or does not win, or the bytes cannot be written: what has been written
/// is then no proof. If the game is NoGo, which [`write`](crate::write()) is for.
pub fn write_fives<E>(
    position: &Position,
    winner: Color,
    strategy: impl FnMut(&Position) -> Result<WinningMove, E>,
    out: impl Write,
) -> Result<Written, WriteError<E>> {
    if position.rule() == Rule::NoGo {
        return Err(WriteError::Rule(Rule::NoGo));
    }
    let proof = ProofWriter::new(position, winner, MARGIN, out)?;
    let mut writer = FivesWriter { proof, strategy, open: Vec::new() };
    writer.write_steps()?;
    writer.proof.finish()
}

struct FivesWriter<W, S> {
    proof: ProofWriter<W>,
    strategy: S,
    /// The positions with the loser to move on the way here.
    open: Vec<OpenPosition>,
}

/// A position with the loser to move.
struct OpenPosition {
    /// The replies still to be answered.
    replies: vec::IntoIter<Point>,
    least: Image,
}

impl<W: Write, S, E> FivesWriter<W, S>
where
    S: FnMut(&Position) -> Result<WinningMove, E>,
{
    fn write_steps(&mut self) -> Result<(), WriteError<E>> {
        self.write_step()?;
        while let Some(open) = self.open.last_mut() {
            // Back from the answer to a reply: take the reply back too.
            if self.proof.position.turn() == self.proof.winner {
                self.proof.position.undo();
            }
            if let Some(reply) = open.replies.next() {
                self.proof.position.play(reply).expect("the reply is legal");
                self.write_step()?;
            } else {
                let open = self.open.pop().expect("it is the last one");
                self.proof.memory.push(self.proof.position.board(), open.least);
                self.proof.position.undo();
            }
        }
        Ok(())
    }

    /// Asks for a move and writes it. Leaves the position either as it was, or with the loser to
    /// move and the replies open.
    fn write_step(&mut self) -> Result<(), WriteError<E>> {
        if self.proof.position.outcome().is_some() {
            return Err(self.proof.fails());
        }
        let WinningMove { point, how } =
            (self.strategy)(&self.proof.position).map_err(WriteError::Strategy)?;
        let mut number = 0;
        if self.proof.position.turn() == self.proof.winner {
            number =
                self.proof.frame.number(point).ok_or_else(|| {
                    self.wrong(point, "is outside the part where the winner plays")
                })?;
            if self.proof.position.play(point).is_err() {
                return Err(self.wrong(point, "cannot be played"));
            }
        }
        self.proof.written.steps += 1;
        if self.proof.position.outcome() == Some(Outcome::Won(self.proof.winner)) {
            self.proof.step(number, ALL_REPLIES)?;
            self.proof.position.undo();
            return Ok(());
        }
        let board = self.proof.position.board();
        let stones = board.count(Color::Black) + board.count(Color::White);
        if board.area() == Area::Unbounded && stones >= MAX_POINTS {
            return Err(WriteError::TooLarge);
        }
        let least = Memory::least_image(board);
        if self.proof.write_seen(number, &least)? {
            self.proof.position.undo();
            return Ok(());
        }
        let replies = match how {
            WinReason::Wins => return Err(self.wrong(point, "does not make a five")),
            WinReason::Four => {
                self.proof.step(number, FOUR)?;
                match four(&self.proof.position, self.proof.winner) {
                    Some(Four::Wins) => Vec::new(),
                    Some(Four::Stopped(block)) => vec![block],
                    Some(Four::Late) => return Err(self.wrong(point, "does not stop a five")),
                    Some(Four::No) | None => return Err(self.wrong(point, "makes no four")),
                }
            }
            WinReason::Threat(threat) => {
                self.proof.step(number, THREAT)?;
                self.proof.number(threat.len() as u64)?;
                for &point in &threat {
                    let number = self.proof.frame.number(point).ok_or_else(|| {
                        self.wrong(point, "is outside the part where the winner plays")
                    })?;
                    self.proof.number(number)?;
                }
                parries(&self.proof.position, self.proof.winner, &threat).ok_or_else(|| {
                    self.wrong(*threat.first().unwrap_or(&point), "begins no threat")
                })?
            }
            WinReason::All => {
                self.proof.step(number, ALL_REPLIES)?;
                let endless = self.proof.position.board().area() == Area::Unbounded;
                let replies = self.proof.position.legal_points();
                if endless || replies.is_empty() {
                    return Err(self.proof.fails());
                }
                replies
            }
        };
        if replies.is_empty() {
            self.proof.position.undo();
        } else {
            self.open.push(OpenPosition { replies: replies.into_iter(), least });
        }
        Ok(())
    }

    fn wrong(&self, point: Point, is_not: &'static str) -> WriteError<E> {
        let point = self.proof.position.board().area().name(point);
        WriteError::Wrong { point, is_not, line: self.proof.line() }
    }
}
