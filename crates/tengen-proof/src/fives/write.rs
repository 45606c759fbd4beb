//! From a strategy of five-in-a-row to a proof.

use std::{io::Write, vec};

use tengen_core::{Area, Color, Outcome, Point, Position, Rule, Setup};

use super::{FOUR, THREAT};
use crate::{
    MAX_POINTS, WriteError, Written,
    check::{ALL_REPLIES, SEEN},
    claim::{Claim, Head},
    error::Line,
    frame::Frame,
    image::Image,
    memory::{Memory, Shown},
    threat::{Four, four, parries},
    wire::write_number,
};

/// A move of the winner, and why it wins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The move. It means nothing where the other side is to move, which is at most once: at the
    /// first position.
    pub point: Point,
    /// Why it wins.
    pub how: How,
}

/// Why a move of the winner wins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum How {
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
/// use tengen_proof::{Answer, How, check, write_fives};
///
/// // Black has three in a row on a board without edges, and plays one end of it.
/// let mut position = Position::new(Rule::Freestyle, Area::Unbounded).unwrap();
/// for (x, y) in [(3, 4), (0, 0), (4, 4), (8, 8), (5, 4), (9, 9)] {
///     position.play(Point::new(x, y)).unwrap();
/// }
/// let four = |_: &Position| Ok::<_, ()>(Answer { point: Point::new(6, 4), how: How::Four });
/// let mut proof = Vec::new();
/// write_fives(&position, Color::Black, four, &mut proof).unwrap();
/// assert_eq!(check(&proof[..]).unwrap().steps, 1);
/// ```
///
/// # Errors
///
/// If the strategy has no answer or does not win, or the bytes cannot be written. What has been
/// written is then no proof.
///
/// # Panics
///
/// If the game is NoGo, which [`write`](crate::write()) is for.
pub fn write_fives<E>(
    position: &Position,
    winner: Color,
    strategy: impl FnMut(&Position) -> Result<Answer, E>,
    out: impl Write,
) -> Result<Written, WriteError<E>> {
    assert_ne!(position.rule(), Rule::NoGo, "a proof of NoGo is of another form");
    let setup = Setup::from_board(position.board(), position.turn());
    if setup.area.size().unwrap_or(setup.stones.len()) > MAX_POINTS {
        return Err(WriteError::TooLarge);
    }
    let slots = Head::slots_for(setup.area);
    let claim = Claim { rule: position.rule(), setup, winner };
    let head = Head { claim, margin: MARGIN, slots };
    let mut writer = Writer {
        out,
        strategy,
        position: head.claim.position().expect("it is a position"),
        winner,
        frame: head.frame(),
        memory: Memory::new(slots),
        open: Vec::new(),
        written: Written { steps: 0, bytes: 0 },
    };
    writer.written.bytes = head.write(&mut writer.out)?;
    writer.write_steps()?;
    writer.out.flush()?;
    Ok(writer.written)
}

struct Writer<W, S> {
    out: W,
    strategy: S,
    position: Position,
    winner: Color,
    frame: Frame,
    memory: Memory,
    /// The positions with the loser to move on the way here.
    open: Vec<Open>,
    written: Written,
}

/// A position with the loser to move.
struct Open {
    /// The replies still to be answered.
    replies: vec::IntoIter<Point>,
    least: Image,
}

impl<W: Write, S, E> Writer<W, S>
where
    S: FnMut(&Position) -> Result<Answer, E>,
{
    fn write_steps(&mut self) -> Result<(), WriteError<E>> {
        self.write_step()?;
        while let Some(open) = self.open.last_mut() {
            // Back from the answer to a reply: take the reply back too.
            if self.position.turn() == self.winner {
                self.position.undo();
            }
            if let Some(reply) = open.replies.next() {
                self.position.play(reply).expect("the reply is legal");
                self.write_step()?;
            } else {
                let open = self.open.pop().expect("it is the last one");
                self.memory.push(self.position.board(), open.least);
                self.position.undo();
            }
        }
        Ok(())
    }

    /// Asks for a move and writes it. Leaves the position either as it was, or with the loser to
    /// move and the replies open.
    fn write_step(&mut self) -> Result<(), WriteError<E>> {
        if self.position.outcome().is_some() {
            return Err(self.fails());
        }
        let Answer { point, how } =
            (self.strategy)(&self.position).map_err(WriteError::Strategy)?;
        let mut number = 0;
        if self.position.turn() == self.winner {
            number = self
                .frame
                .number(point)
                .ok_or_else(|| self.wrong(point, "is outside the part where the winner plays"))?;
            if self.position.play(point).is_err() {
                return Err(self.wrong(point, "cannot be played"));
            }
        }
        self.written.steps += 1;
        if self.position.outcome() == Some(Outcome::Won(self.winner)) {
            self.step(number, ALL_REPLIES)?;
            self.position.undo();
            return Ok(());
        }
        let board = self.position.board();
        let stones = board.count(Color::Black) + board.count(Color::White);
        if board.area() == Area::Unbounded && stones >= MAX_POINTS {
            return Err(WriteError::TooLarge);
        }
        let least = Memory::least_image(board);
        if let Some(Shown { back, symmetry }) = self.memory.find(board, &least) {
            self.step(number, SEEN)?;
            self.number(back)?;
            self.out.write_all(&[symmetry.0])?;
            self.written.bytes += 1;
            self.position.undo();
            return Ok(());
        }
        let replies = match how {
            How::Wins => return Err(self.wrong(point, "does not make a five")),
            How::Four => {
                self.step(number, FOUR)?;
                match four(&self.position, self.winner) {
                    Some(Four::Wins) => Vec::new(),
                    Some(Four::Stopped(block)) => vec![block],
                    Some(Four::Late) => return Err(self.wrong(point, "does not stop a five")),
                    Some(Four::No) | None => return Err(self.wrong(point, "makes no four")),
                }
            }
            How::Threat(threat) => {
                self.step(number, THREAT)?;
                self.number(threat.len() as u64)?;
                for &point in &threat {
                    let number = self.frame.number(point).ok_or_else(|| {
                        self.wrong(point, "is outside the part where the winner plays")
                    })?;
                    self.number(number)?;
                }
                parries(&self.position, self.winner, &threat).ok_or_else(|| {
                    self.wrong(*threat.first().unwrap_or(&point), "begins no threat")
                })?
            }
            How::All => {
                self.step(number, ALL_REPLIES)?;
                let endless = self.position.board().area() == Area::Unbounded;
                let replies = self.position.legal_points();
                if endless || replies.is_empty() {
                    return Err(self.fails());
                }
                replies
            }
        };
        if replies.is_empty() {
            self.position.undo();
        } else {
            self.open.push(Open { replies: replies.into_iter(), least });
        }
        Ok(())
    }

    fn number(&mut self, number: u64) -> Result<(), WriteError<E>> {
        self.written.bytes += write_number(&mut self.out, number)?;
        Ok(())
    }

    fn step(&mut self, number: u64, kind: u8) -> Result<(), WriteError<E>> {
        self.number(number << 2 | u64::from(kind))
    }

    fn line(&self) -> String {
        Line::of(self.position.board().area(), self.position.moves()).to_string()
    }

    fn fails(&self) -> WriteError<E> {
        WriteError::Fails(self.line())
    }

    fn wrong(&self, point: Point, is_not: &'static str) -> WriteError<E> {
        let point = self.position.board().area().name(point);
        WriteError::Wrong { point, is_not, line: self.line() }
    }
}
