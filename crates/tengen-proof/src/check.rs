//! Whether a proof holds.

use std::io::BufRead;

use tengen_core::{Point, Position};

use crate::{
    claim::{Claim, Head},
    count::is_counted,
    error::{Line, ProofError, Trouble},
    image::{Image, Symmetry},
    ring::Ring,
    wire::Source,
};

/// The kinds of steps, in the lowest two bits of a step.
pub(crate) const ALL_REPLIES: u8 = 0;
pub(crate) const COUNTED: u8 = 1;
pub(crate) const SEEN: u8 = 2;

/// A proof that holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proved {
    /// What it shows.
    pub claim: Claim,
    /// The number of steps in it.
    pub steps: u64,
    /// Its length in bytes.
    pub bytes: u64,
}

/// Checks a whole proof.
///
/// Memory is bounded, whatever the bytes are: a line of play and the positions that the header
/// asks to remember.
///
/// # Errors
///
/// Where it breaks, and why.
pub fn check(proof: impl BufRead) -> Result<Proved, ProofError> {
    let mut checker = Checker::new(proof)?;
    while checker.step()? {}
    checker.finish()
}

/// A proof being checked, step by step.
#[derive(Debug)]
pub struct Checker<R> {
    source: Source<R>,
    claim: Claim,
    position: Position,
    ring: Ring,
    /// The positions with the loser to move on the way here, and which of their replies are
    /// still to be answered, the next one last.
    open: Vec<Vec<Point>>,
    steps: u64,
    done: bool,
}

impl<R: BufRead> Checker<R> {
    /// Reads what is claimed.
    ///
    /// # Errors
    ///
    /// If the header is not right.
    pub fn new(proof: R) -> Result<Checker<R>, ProofError> {
        let mut source = Source::new(proof);
        let Head { claim, slots } = Head::read(&mut source)?;
        let position = match claim.position() {
            Ok(position) => position,
            Err(trouble) => return Source::<R>::fail(source.offset(), trouble),
        };
        let ring = Ring::new(slots);
        Ok(Checker { source, claim, position, ring, open: Vec::new(), steps: 0, done: false })
    }

    /// What is claimed. Nothing is shown yet.
    pub fn claim(&self) -> &Claim {
        &self.claim
    }

    /// The number of bytes read so far.
    pub fn offset(&self) -> u64 {
        self.source.offset()
    }

    fn line(&self) -> Line {
        Line::of(self.position.board().area(), self.position.moves())
    }

    /// Reads one step and checks it; false when the claim is shown.
    ///
    /// # Errors
    ///
    /// If the step does not hold.
    pub fn step(&mut self) -> Result<bool, ProofError> {
        if self.done {
            return Ok(false);
        }
        let offset = self.source.offset();
        let fail = |trouble| Err(ProofError { offset, trouble });
        // A game that is over needs no step: the loser cannot move, and that is all.
        let step = self.source.number("a step")?;
        self.steps += 1;
        let (kind, move_number) = ((step & 3) as u8, step >> 2);
        if self.position.turn() == self.claim.winner {
            let legal = self.position.legal_points();
            if legal.is_empty() {
                return fail(Trouble::Stuck(self.line()));
            }
            let chosen = usize::try_from(move_number).ok().and_then(|number| legal.get(number));
            let Some(&point) = chosen else {
                return fail(Trouble::Move { move_number, legal: legal.len(), line: self.line() });
            };
            self.position.play(point).expect("the move is legal");
        } else if move_number != 0 {
            return fail(Trouble::Move { move_number, legal: 0, line: self.line() });
        }
        match kind {
            ALL_REPLIES => {
                let mut replies = self.position.legal_points();
                replies.reverse();
                self.open.push(replies);
            }
            COUNTED => {
                if !is_counted(&self.position) {
                    return fail(Trouble::NotCounted(self.line()));
                }
                self.leave();
            }
            SEEN => {
                let back = self.source.number("how far back a position is")?;
                let turn = self.source.byte("a symmetry")?;
                let symmetry = Symmetry(turn);
                let board = self.position.board();
                let same = symmetry.fits(board.area())
                    && self.ring.back(back) == Some(&Image::of(board, symmetry));
                if !same {
                    return fail(Trouble::NotSeen { back, turn, line: self.line() });
                }
                self.leave();
            }
            kind => return fail(Trouble::Kind(kind)),
        }
        self.go_on();
        Ok(!self.done)
    }

    /// Steps back from a position with the loser to move that has been shown.
    fn leave(&mut self) {
        // At the first position there is no move of the winner to take back.
        self.position.undo();
        self.done = self.open.is_empty();
    }

    /// Plays the next reply that is to be answered, leaving all positions where none is left.
    fn go_on(&mut self) {
        while let Some(replies) = self.open.last_mut() {
            // Back from the answer to a reply: take the reply back too.
            if self.position.turn() == self.claim.winner {
                self.position.undo();
            }
            if let Some(reply) = replies.pop() {
                self.position.play(reply).expect("the reply is legal");
                return;
            }
            self.open.pop();
            self.ring.push(Image::of(self.position.board(), Symmetry(0)));
            self.leave();
        }
    }

    /// That the claim is shown and nothing is left over.
    ///
    /// # Errors
    ///
    /// If the proof is not complete, or there is more.
    pub fn finish(mut self) -> Result<Proved, ProofError> {
        while self.step()? {}
        self.source.end()?;
        Ok(Proved { claim: self.claim, steps: self.steps, bytes: self.source.offset() })
    }
}
