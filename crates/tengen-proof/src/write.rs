//! From a strategy to a proof.

use std::{
    io::{self, Write},
    vec,
};

use tengen_core::{Area, Color, Outcome, Point, Position, Rule, Setup};
use thiserror::Error;

use crate::{
    MAX_POINTS, WinReason, WinningMove,
    check::{ALL_REPLIES, COUNTED, FOUR, SEEN, THREAT},
    claim::{ProofClaim, TreeHead},
    count::is_counted,
    error::PlayedLine,
    frame::ProofFrame,
    image::Image,
    memory::{Memory, ShownPosition},
    winning_move::replies_to_answer,
    wire::write_number,
};

/// A proof that was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Written {
    /// The number of steps.
    pub steps: u64,
    /// The length in bytes.
    pub bytes: u64,
}

/// Why a proof was not written to its end.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum WriteError<E> {
    /// The bytes cannot be written.
    #[error("{0}")]
    Output(#[from] io::Error),
    /// The strategy has no answer.
    #[error("{0}")]
    Strategy(E),
    /// The strategy gave a move that is illegal, or let the other side win.
    #[error("the strategy does not win after {0}")]
    Fails(String),
    /// The strategy says more of a move than it does.
    #[error("{point} {is_not} (after {line})")]
    Wrong {
        /// The move, or the place where the threat would begin.
        point: String,
        /// What it is not.
        is_not: &'static str,
        /// The moves that lead here.
        line: String,
    },
    /// The board has too many points.
    #[error("a board of a proof has at most {MAX_POINTS} points")]
    TooLarge,
}

/// How far beyond the first stones of a board without edges a strategy may go.
const MARGIN: u32 = 100;

/// Writes a proof that `winner` wins `position`, playing as `strategy` says.
///
/// The strategy is asked where the winner is to move, at five-in-a-row also at a first position
/// where the other side is: why is it won? It need not know which replies parry its threats, these
/// are found here. At NoGo only its move counts, and it is not asked where the move is clear from
/// what was shown before.
///
/// ```
/// use tengen_core::{Area, Color, Point, Position, Rule};
/// use tengen_proof::{WinReason, WinningMove, check, write};
///
/// // Black has three in a row on a board without edges, and plays one end of it.
/// let mut position = Position::new(Rule::Freestyle, Area::Unbounded).unwrap();
/// for (x, y) in [(3, 4), (0, 0), (4, 4), (8, 8), (5, 4), (9, 9)] {
///     position.play(Point::new(x, y)).unwrap();
/// }
/// let four = |_: &Position| Ok::<_, ()>(WinningMove { point: Point::new(6, 4), how: WinReason::Four });
/// let mut proof = Vec::new();
/// write(&position, Color::Black, four, &mut proof).unwrap();
/// assert_eq!(check(&proof[..]).unwrap().steps, 1);
/// ```
///
/// # Errors
///
/// If the strategy has no answer or does not win, or the bytes cannot be written: what has been written
/// is then no proof.
pub fn write<E>(
    position: &Position,
    winner: Color,
    strategy: impl FnMut(&Position) -> Result<WinningMove, E>,
    out: impl Write,
) -> Result<Written, WriteError<E>> {
    let mut writer = ProofWriter::new(position, winner, strategy, out)?;
    writer.write_steps()?;
    writer.out.flush()?;
    Ok(writer.written)
}

/// Proof under way: the output, the position it has come to, and the positions shown before.
struct ProofWriter<W, S> {
    out: W,
    position: Position,
    winner: Color,
    strategy: S,
    /// The points that the winner plays on.
    frame: ProofFrame,
    memory: Memory,
    /// The positions with the loser to move on the way here.
    open: Vec<OpenPosition>,
    written: Written,
}

/// A position with the loser to move.
struct OpenPosition {
    /// The replies still to be answered.
    replies: vec::IntoIter<Point>,
    least: Image,
}

impl<W: Write, S, E> ProofWriter<W, S>
where
    S: FnMut(&Position) -> Result<WinningMove, E>,
{
    /// Writes the head.
    fn new(
        position: &Position,
        winner: Color,
        strategy: S,
        mut out: W,
    ) -> Result<ProofWriter<W, S>, WriteError<E>> {
        let setup = Setup::from_board(position.board(), position.turn());
        if setup.area.size().unwrap_or(setup.stones.len()) > MAX_POINTS {
            return Err(WriteError::TooLarge);
        }
        let slots = TreeHead::slots_for(setup.area);
        let claim = ProofClaim { rule: position.rule(), setup, outcome: Outcome::Won(winner) };
        let head = TreeHead { claim, winner, margin: MARGIN, slots };
        let bytes = head.write(&mut out)?;
        Ok(ProofWriter {
            out,
            position: head.claim.position().expect("it is a position"),
            winner,
            strategy,
            frame: head.frame(),
            memory: Memory::new(slots),
            open: Vec::new(),
            written: Written { steps: 0, bytes },
        })
    }

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

    /// Writes a move of the winner and why it wins. Leaves the position either as it was, or with
    /// the loser to move and the replies open.
    fn write_step(&mut self) -> Result<(), WriteError<E>> {
        let (number, answer) = match self.position.rule() {
            Rule::NoGo => self.play_nogo()?,
            Rule::Freestyle | Rule::Exact | Rule::Renju => self.play_fives()?,
        };
        self.written.steps += 1;
        let settled = match self.position.rule() {
            Rule::NoGo => is_counted(&self.position).then_some(COUNTED),
            _ => {
                (self.position.outcome() == Some(Outcome::Won(self.winner))).then_some(ALL_REPLIES)
            }
        };
        if let Some(kind) = settled {
            self.step(number, kind)?;
            self.position.undo();
            return Ok(());
        }
        let board = self.position.board();
        let stones = board.count(Color::Black) + board.count(Color::White);
        if board.area() == Area::Unbounded && stones >= MAX_POINTS {
            return Err(WriteError::TooLarge);
        }
        let least = Memory::least_image(board);
        let shown = self.memory.find(board, &least);
        if let Some(ShownPosition { back, symmetry }) = shown {
            self.step(number, SEEN)?;
            self.number(back)?;
            self.out.write_all(&[symmetry.number()])?;
            self.written.bytes += 1;
            self.position.undo();
            return Ok(());
        }
        let replies = self.write_reason(number, answer)?;
        if replies.is_empty() {
            self.position.undo();
        } else {
            self.open.push(OpenPosition { replies: replies.into_iter(), least });
        }
        Ok(())
    }

    /// Plays a move of NoGo, if the winner is to move: one that leads to a position that can be
    /// counted, or else to one that was shown before, or else the strategy's. Gives the number of
    /// the move among the legal ones.
    fn play_nogo(&mut self) -> Result<(u64, WinningMove), WriteError<E>> {
        if self.position.turn() != self.winner {
            return Ok((0, WinningMove::quiet(Point::new(0, 0))));
        }
        let legal = self.position.legal_points();
        if legal.is_empty() {
            return Err(self.fails());
        }
        let number = match self.find_clear(&legal) {
            Some(number) => number,
            None => legal.binary_search(&self.ask()?.point).map_err(|_| self.fails())?,
        };
        self.position.play(legal[number]).expect("the move is legal");
        Ok((number as u64, WinningMove::quiet(legal[number])))
    }

    /// A move of NoGo to a position that can be counted, or else to one that was shown before.
    fn find_clear(&mut self, legal: &[Point]) -> Option<usize> {
        let mut shown = None;
        for (number, &point) in legal.iter().enumerate() {
            self.position.play(point).expect("the move is legal");
            let counted = is_counted(&self.position);
            if shown.is_none()
                && !counted
                && self.memory.knows(&Memory::least_image(self.position.board()))
            {
                shown = Some(number);
            }
            self.position.undo();
            if counted {
                return Some(number);
            }
        }
        shown
    }

    /// Asks for a move of five-in-a-row and plays it, if the winner is to move. Gives the number of
    /// its point.
    fn play_fives(&mut self) -> Result<(u64, WinningMove), WriteError<E>> {
        if self.position.outcome().is_some() {
            return Err(self.fails());
        }
        let answer = self.ask()?;
        let mut number = 0;
        if self.position.turn() == self.winner {
            number = self.point_number(answer.point)?;
            if self.position.play(answer.point).is_err() {
                return Err(self.wrong(answer.point, "cannot be played"));
            }
        }
        Ok((number, answer))
    }

    /// Writes why a move wins. Gives the replies that are to be answered.
    fn write_reason(
        &mut self,
        number: u64,
        WinningMove { point, how }: WinningMove,
    ) -> Result<Vec<Point>, WriteError<E>> {
        match &how {
            WinReason::Wins => {}
            WinReason::Four => self.step(number, FOUR)?,
            WinReason::Threat(threat) => {
                self.step(number, THREAT)?;
                self.number(threat.len() as u64)?;
                for &point in threat {
                    let number = self.point_number(point)?;
                    self.number(number)?;
                }
            }
            WinReason::All => self.step(number, ALL_REPLIES)?,
        }
        let replies = replies_to_answer(&self.position, self.winner, &how);
        replies.map_err(|is_not| match (&how, is_not) {
            (WinReason::All, _) => self.fails(),
            (WinReason::Threat(threat), _) => {
                self.wrong(*threat.first().unwrap_or(&point), "begins no threat")
            }
            (_, is_not) => self.wrong(point, is_not),
        })
    }

    fn ask(&mut self) -> Result<WinningMove, WriteError<E>> {
        (self.strategy)(&self.position).map_err(WriteError::Strategy)
    }

    /// Writes the number of a move with the kind of its step.
    fn step(&mut self, number: u64, kind: u8) -> io::Result<()> {
        self.number(number << 2 | u64::from(kind))
    }

    fn number(&mut self, number: u64) -> io::Result<()> {
        self.written.bytes += write_number(&mut self.out, number)?;
        Ok(())
    }

    fn point_number(&self, point: Point) -> Result<u64, WriteError<E>> {
        let outside = || self.wrong(point, "is outside the part where the winner plays");
        self.frame.number(point).ok_or_else(outside)
    }

    /// The moves that lead here.
    fn line(&self) -> String {
        PlayedLine::new(self.position.board().area(), self.position.moves()).to_string()
    }

    fn fails(&self) -> WriteError<E> {
        WriteError::Fails(self.line())
    }

    fn wrong(&self, point: Point, is_not: &'static str) -> WriteError<E> {
        let point = self.position.board().area().name(point);
        WriteError::Wrong { point, is_not, line: self.line() }
    }
}
