//! From a strategy to a proof.

use std::io::{self, Write};

use tengen_core::{Color, Point, Position, Rule, Setup};
use thiserror::Error;

use crate::{
    MAX_POINTS,
    check::{ALL_REPLIES, COUNTED, SEEN},
    claim::{Claim, Head},
    count::is_counted,
    error::Line,
    memory::{Memory, Shown},
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

/// Writes a proof that `winner` wins `position`, a position of NoGo, playing as `strategy` says.
///
/// The strategy is asked only where the answer is not clear from what has been shown before.
///
/// # Errors
///
/// If the strategy has no answer or does not win, or the bytes cannot be written. What has been
/// written is then no proof.
///
/// # Panics
///
/// If the game is not NoGo; [`write_fives`](crate::write_fives) is for the others.
pub fn write<E>(
    position: &Position,
    winner: Color,
    strategy: impl FnMut(&Position) -> Result<Point, E>,
    out: impl Write,
) -> Result<Written, WriteError<E>> {
    assert_eq!(position.rule(), Rule::NoGo, "other proofs are of another form");
    if position.board().area().size().is_none_or(|points| points > MAX_POINTS) {
        return Err(WriteError::TooLarge);
    }
    let setup = Setup::from_board(position.board(), position.turn());
    let claim = Claim { rule: position.rule(), setup, winner };
    let slots = Head::slots_for(claim.setup.area);
    let mut writer = Writer {
        out,
        strategy,
        position: Position::from_setup(claim.rule, &claim.setup).expect("it is a position"),
        winner,
        memory: Memory::new(slots),
        written: Written { steps: 0, bytes: 0 },
    };
    writer.written.bytes = Head { claim, margin: 0, slots }.write(&mut writer.out)?;
    if position.turn() == winner {
        writer.answer()?;
    } else {
        writer.loser_to_move(0)?;
    }
    writer.out.flush()?;
    Ok(writer.written)
}

struct Writer<W, S> {
    out: W,
    strategy: S,
    position: Position,
    winner: Color,
    memory: Memory,
    written: Written,
}

impl<W: Write, S, E> Writer<W, S>
where
    S: FnMut(&Position) -> Result<Point, E>,
{
    fn number(&mut self, number: u64) -> io::Result<()> {
        self.written.bytes += write_number(&mut self.out, number)?;
        Ok(())
    }

    /// A move to a position that can be counted, or else to one that was shown before.
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

    /// Writes a move of the winner and what follows.
    fn answer(&mut self) -> Result<(), WriteError<E>> {
        let legal = self.position.legal_points();
        if legal.is_empty() {
            return Err(self.fails());
        }
        let number = if let Some(number) = self.find_clear(&legal) {
            number
        } else {
            let point = (self.strategy)(&self.position).map_err(WriteError::Strategy)?;
            legal.binary_search(&point).map_err(|_| self.fails())?
        };
        self.position.play(legal[number]).expect("the move is legal");
        self.loser_to_move(number as u64)?;
        self.position.undo();
        Ok(())
    }

    fn fails(&self) -> WriteError<E> {
        WriteError::Fails(Line::of(self.position.board().area(), self.position.moves()).to_string())
    }

    /// Writes a step that ends with the loser to move, and what follows.
    fn loser_to_move(&mut self, number: u64) -> Result<(), WriteError<E>> {
        self.written.steps += 1;
        if is_counted(&self.position) {
            self.number(number << 2 | u64::from(COUNTED))?;
            return Ok(());
        }
        let least = Memory::least_image(self.position.board());
        if let Some(Shown { back, symmetry }) = self.memory.find(self.position.board(), &least) {
            self.number(number << 2 | u64::from(SEEN))?;
            self.number(back)?;
            self.out.write_all(&[symmetry.0])?;
            self.written.bytes += 1;
            return Ok(());
        }
        self.number(number << 2 | u64::from(ALL_REPLIES))?;
        debug_assert_ne!(self.position.turn(), self.winner);
        for reply in self.position.legal_points() {
            self.position.play(reply).expect("the reply is legal");
            self.answer()?;
            self.position.undo();
        }
        self.memory.push(self.position.board(), least);
        Ok(())
    }
}
