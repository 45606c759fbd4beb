//! What the writers of all proofs share: the output, the position, and what was shown before.

use std::io::{self, Write};

use tengen_core::{Color, Position, Setup};

use crate::{
    MAX_POINTS, WriteError, Written,
    check::SEEN,
    claim::{ProofClaim, ProofHead},
    error::PlayedLine,
    frame::ProofFrame,
    image::Image,
    memory::{Memory, ShownPosition},
    wire::write_number,
};

/// Proof under way: the output, the position it has come to, and the positions shown before.
pub(crate) struct ProofWriter<W> {
    pub(crate) out: W,
    pub(crate) position: Position,
    pub(crate) winner: Color,
    /// The points that the winner plays on.
    pub(crate) frame: ProofFrame,
    pub(crate) memory: Memory,
    pub(crate) written: Written,
}

impl<W: Write> ProofWriter<W> {
    /// Writes the head of a proof that `winner` wins `position`.
    pub(crate) fn new<E>(
        position: &Position,
        winner: Color,
        margin: u32,
        mut out: W,
    ) -> Result<ProofWriter<W>, WriteError<E>> {
        let setup = Setup::from_board(position.board(), position.turn());
        if setup.area.size().unwrap_or(setup.stones.len()) > MAX_POINTS {
            return Err(WriteError::TooLarge);
        }
        let slots = ProofHead::slots_for(setup.area);
        let claim = ProofClaim { rule: position.rule(), setup, winner };
        let head = ProofHead { claim, margin, slots };
        let bytes = head.write(&mut out)?;
        Ok(ProofWriter {
            out,
            position: head.claim.position().expect("it is a position"),
            winner,
            frame: head.frame(),
            memory: Memory::new(slots),
            written: Written { steps: 0, bytes },
        })
    }

    /// Writes the number of a move with the kind of its step.
    pub(crate) fn step(&mut self, number: u64, kind: u8) -> io::Result<()> {
        self.number(number << 2 | u64::from(kind))
    }

    pub(crate) fn number(&mut self, number: u64) -> io::Result<()> {
        self.written.bytes += write_number(&mut self.out, number)?;
        Ok(())
    }

    /// Writes a step that refers to a position shown before, if the position is one; says whether it is.
    pub(crate) fn write_seen(&mut self, number: u64, least: &Image) -> io::Result<bool> {
        let shown = self.memory.find(self.position.board(), least);
        let Some(ShownPosition { back, symmetry }) = shown else { return Ok(false) };
        self.step(number, SEEN)?;
        self.number(back)?;
        self.out.write_all(&[symmetry.0])?;
        self.written.bytes += 1;
        Ok(true)
    }

    /// The moves that lead here.
    pub(crate) fn line(&self) -> String {
        PlayedLine::of(self.position.board().area(), self.position.moves()).to_string()
    }

    pub(crate) fn fails<E>(&self) -> WriteError<E> {
        WriteError::Fails(self.line())
    }

    /// Ends the proof.
    pub(crate) fn finish<E>(mut self) -> Result<Written, WriteError<E>> {
        self.out.flush()?;
        Ok(self.written)
    }
}
