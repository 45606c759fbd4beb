//! From a strategy to a proof.

use std::io::{self, Write};

use tengen_core::{Color, Point, Position, Rule};
use thiserror::Error;

use crate::{
    MAX_POINTS,
    check::{ALL_REPLIES, COUNTED},
    count::is_counted,
    memory::Memory,
    proof_writer::ProofWriter,
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
    /// Another game than that of the function.
    #[error("a proof of {0} has another form")]
    Rule(Rule),
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
/// If the strategy has no answer or does not win, or the bytes cannot be written: what has been written
/// is then no proof. If the game is not NoGo; [`write_fives`](crate::write_fives) is for the others.
pub fn write<E>(
    position: &Position,
    winner: Color,
    strategy: impl FnMut(&Position) -> Result<Point, E>,
    out: impl Write,
) -> Result<Written, WriteError<E>> {
    if position.rule() != Rule::NoGo {
        return Err(WriteError::Rule(position.rule()));
    }
    let mut writer = NoGoWriter { proof: ProofWriter::new(position, winner, 0, out)?, strategy };
    if position.turn() == winner {
        writer.answer()?;
    } else {
        writer.loser_to_move(0)?;
    }
    writer.proof.finish()
}

struct NoGoWriter<W, S> {
    proof: ProofWriter<W>,
    strategy: S,
}

impl<W: Write, S, E> NoGoWriter<W, S>
where
    S: FnMut(&Position) -> Result<Point, E>,
{
    /// A move to a position that can be counted, or else to one that was shown before.
    fn find_clear(&mut self, legal: &[Point]) -> Option<usize> {
        let mut shown = None;
        for (number, &point) in legal.iter().enumerate() {
            self.proof.position.play(point).expect("the move is legal");
            let counted = is_counted(&self.proof.position);
            if shown.is_none()
                && !counted
                && self.proof.memory.knows(&Memory::least_image(self.proof.position.board()))
            {
                shown = Some(number);
            }
            self.proof.position.undo();
            if counted {
                return Some(number);
            }
        }
        shown
    }

    /// Writes a move of the winner and what follows.
    fn answer(&mut self) -> Result<(), WriteError<E>> {
        let legal = self.proof.position.legal_points();
        if legal.is_empty() {
            return Err(self.proof.fails());
        }
        let number = if let Some(number) = self.find_clear(&legal) {
            number
        } else {
            let point = (self.strategy)(&self.proof.position).map_err(WriteError::Strategy)?;
            legal.binary_search(&point).map_err(|_| self.proof.fails())?
        };
        self.proof.position.play(legal[number]).expect("the move is legal");
        self.loser_to_move(number as u64)?;
        self.proof.position.undo();
        Ok(())
    }

    /// Writes a step that ends with the loser to move, and what follows.
    fn loser_to_move(&mut self, number: u64) -> Result<(), WriteError<E>> {
        self.proof.written.steps += 1;
        if is_counted(&self.proof.position) {
            self.proof.step(number, COUNTED)?;
            return Ok(());
        }
        let least = Memory::least_image(self.proof.position.board());
        if self.proof.write_seen(number, &least)? {
            return Ok(());
        }
        self.proof.step(number, ALL_REPLIES)?;
        debug_assert_ne!(self.proof.position.turn(), self.proof.winner);
        for reply in self.proof.position.legal_points() {
            self.proof.position.play(reply).expect("the reply is legal");
            self.answer()?;
            self.proof.position.undo();
        }
        self.proof.memory.push(self.proof.position.board(), least);
        Ok(())
    }
}
