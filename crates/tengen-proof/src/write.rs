//! From a strategy to a proof.

use std::{
    collections::HashMap,
    io::{self, Write},
};

use tengen_core::{Color, Point, Position, Setup};
use thiserror::Error;

use crate::{
    MAX_POINTS,
    check::{ALL_REPLIES, COUNTED, SEEN},
    claim::{Claim, Head},
    count::is_counted,
    image::{Image, Symmetry},
    ring::Ring,
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
    /// The board has too many points.
    #[error("a board of a proof has at most {MAX_POINTS} points")]
    TooLarge,
}

/// Writes a proof that `winner` wins `position`, playing as `strategy` says.
///
/// The strategy is asked only where the answer is not clear from what has been shown before.
///
/// # Errors
///
/// If the strategy has no answer or does not win, or the bytes cannot be written. What has been
/// written is then no proof.
pub fn write<E>(
    position: &Position,
    winner: Color,
    strategy: impl FnMut(&Position) -> Result<Point, E>,
    out: impl Write,
) -> Result<Written, WriteError<E>> {
    let area = position.board().area();
    let points = area.size().unwrap_or(usize::MAX);
    if points > MAX_POINTS {
        return Err(WriteError::TooLarge);
    }
    let setup = Setup::of(position.board(), position.turn());
    let claim = Claim { rule: position.rule(), setup, winner };
    let slots = Head::slots_for(points);
    let mut writer = Writer {
        out,
        strategy,
        position: Position::from_setup(claim.rule, &claim.setup).expect("it is a position"),
        winner,
        ring: Ring::new(slots),
        leasts: Ring::new(slots),
        shown: HashMap::new(),
        written: Written { steps: 0, bytes: 0 },
    };
    writer.written.bytes = Head { claim, slots }.write(&mut writer.out)?;
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
    ring: Ring,
    /// The least image of each position in the ring, in the same order.
    leasts: Ring,
    /// The same, and when it was put there.
    shown: HashMap<Image, u64>,
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

    /// The image that all symmetric positions have in common.
    fn least_image(&self) -> Image {
        let board = self.position.board();
        let images = Symmetry::all(board.area()).map(|symmetry| Image::of(board, symmetry));
        images.min().expect("every board is like itself")
    }

    /// A move to a position that can be counted, or else to one that was shown before.
    fn find_clear(&mut self, legal: &[Point]) -> Option<usize> {
        let mut shown = None;
        for (number, &point) in legal.iter().enumerate() {
            self.position.play(point).expect("the move is legal");
            let counted = is_counted(&self.position);
            if shown.is_none() && !counted && self.shown.contains_key(&self.least_image()) {
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
        let area = self.position.board().area();
        let names: Vec<String> =
            self.position.moves().iter().map(|&point| area.name(point)).collect();
        WriteError::Fails(if names.is_empty() { "no moves".to_owned() } else { names.join(" ") })
    }

    /// Writes a step that ends with the loser to move, and what follows.
    fn loser_to_move(&mut self, number: u64) -> Result<(), WriteError<E>> {
        self.written.steps += 1;
        if is_counted(&self.position) {
            self.number(number << 2 | u64::from(COUNTED))?;
            return Ok(());
        }
        let least = self.least_image();
        if let Some(&at) = self.shown.get(&least) {
            let back = self.ring.count() - at;
            self.number(number << 2 | u64::from(SEEN))?;
            self.number(back)?;
            let there = self.ring.back(back).expect("it is in the ring").clone();
            let board = self.position.board();
            let symmetry = Symmetry::all(board.area())
                .find(|&symmetry| Image::of(board, symmetry) == there)
                .expect("both have the same least image");
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
        let at = self.ring.count();
        self.ring.push(Image::of(self.position.board(), Symmetry(0)));
        if let Some(forgotten) = self.leasts.push(least.clone()) {
            self.shown.remove(&forgotten);
        }
        self.shown.insert(least, at);
        Ok(())
    }
}
