//! Whether a proof holds.

use std::io::BufRead;

use tengen_core::{Color, Point, Position, Rule, Symmetry};

use crate::{
    claim::{ProofClaim, ProofHead, TreeHead},
    count::is_counted,
    error::{PlayedLine, ProofError, ProofFlaw},
    frame::ProofFrame,
    graph_file::check_graph,
    image::Image,
    pairing::check_pairing,
    ring::Ring,
    wire::ByteSource,
};

/// The kinds of steps, in the lowest two bits of a step.
pub(crate) const ALL_REPLIES: u8 = 0;
/// At NoGo.
pub(crate) const COUNTED: u8 = 1;
/// At five-in-a-row.
pub(crate) const THREAT: u8 = 1;
pub(crate) const SEEN: u8 = 2;
/// At five-in-a-row.
pub(crate) const FOUR: u8 = 3;

/// A step as it is read.
pub(crate) struct ProofStep {
    /// Where it begins.
    pub(crate) offset: u64,
    /// The number of the winner's move.
    pub(crate) number: u64,
    pub(crate) kind: u8,
}

/// A proof that holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proved {
    /// What it shows.
    pub claim: ProofClaim,
    /// The number of nodes, if it is a strategy graph.
    pub nodes: Option<u64>,
    /// The number of steps in it; of a strategy graph, the pairs of a node and a position that were walked; of a
    /// pairing, the fives of the board.
    pub steps: u64,
    /// Its length in bytes.
    pub bytes: u64,
}

/// Checks a whole proof.
///
/// Memory is bounded, whatever the bytes are: a line of play and the positions that the header
/// asks to remember; of a strategy graph also its nodes.
///
/// # Errors
///
/// Where it breaks, and why.
pub fn check(proof: impl BufRead) -> Result<Proved, ProofError> {
    check_within(proof, u64::MAX)
}

/// Checks a whole proof, and refuses one that takes more than `steps` steps.
///
/// # Errors
///
/// Where it breaks, and why.
pub fn check_within(proof: impl BufRead, steps: u64) -> Result<Proved, ProofError> {
    let mut source = ByteSource::new(proof);
    let head = match ProofHead::read(&mut source)? {
        ProofHead::Tree(head) => head,
        ProofHead::Graph(head) => return check_graph(source, head, steps),
        ProofHead::Pairing(head) => return check_pairing(source, &head, steps),
    };
    let mut checker = Checker::new(source, head)?;
    while checker.step()? {
        if checker.steps >= steps {
            let text = format!("the proof takes more than {steps} steps");
            return ProofFlaw::Limit(text).at(checker.source.offset());
        }
    }
    checker.source.end()?;
    let bytes = checker.source.offset();
    Ok(Proved { claim: checker.claim, nodes: None, steps: checker.steps, bytes })
}

/// A proof being checked, step by step.
pub(crate) struct Checker<R> {
    pub(crate) source: ByteSource<R>,
    pub(crate) claim: ProofClaim,
    pub(crate) winner: Color,
    pub(crate) frame: ProofFrame,
    pub(crate) position: Position,
    ring: Ring,
    /// The positions with the loser to move on the way here, and which of their replies are
    /// still to be answered, the next one last.
    open: Vec<Vec<Point>>,
    steps: u64,
    done: bool,
}

impl<R: BufRead> Checker<R> {
    /// Starts after the head.
    fn new(source: ByteSource<R>, head: TreeHead) -> Result<Checker<R>, ProofError> {
        let frame = head.frame();
        let TreeHead { claim, winner, slots, .. } = head;
        let position = match claim.position() {
            Ok(position) => position,
            Err(flaw) => return flaw.at(source.offset()),
        };
        let ring = Ring::new(slots);
        let open = Vec::new();
        Ok(Checker { source, claim, winner, frame, position, ring, open, steps: 0, done: false })
    }

    pub(crate) fn line(&self) -> PlayedLine {
        PlayedLine::new(self.position.board().area(), self.position.moves())
    }

    /// Reads one step and checks it; false when the claim is shown.
    fn step(&mut self) -> Result<bool, ProofError> {
        let replies = match self.claim.rule {
            Rule::NoGo => self.nogo_step()?,
            Rule::Freestyle | Rule::Exact | Rule::Renju => self.fives_step()?,
        };
        self.steps += 1;
        match replies {
            Some(mut replies) => {
                replies.reverse();
                self.open.push(replies);
            }
            None => self.leave(),
        }
        self.go_on();
        Ok(!self.done)
    }

    /// Reads a step of NoGo and plays its move. Gives the replies that are to be answered; none if
    /// nothing more has to be shown.
    fn nogo_step(&mut self) -> Result<Option<Vec<Point>>, ProofError> {
        let ProofStep { offset, number: move_number, kind } = self.read_step()?;
        let fail = |flaw: ProofFlaw| flaw.at(offset);
        if self.position.turn() == self.winner {
            let legal = self.position.legal_points();
            if legal.is_empty() {
                return fail(ProofFlaw::Stuck(self.line()));
            }
            let chosen = usize::try_from(move_number).ok().and_then(|number| legal.get(number));
            let Some(&point) = chosen else {
                return fail(ProofFlaw::Move {
                    move_number,
                    legal: legal.len(),
                    line: self.line(),
                });
            };
            self.position.play(point).expect("the move is legal");
        } else if move_number != 0 {
            return fail(ProofFlaw::Move { move_number, legal: 0, line: self.line() });
        }
        match kind {
            // If there are none, the loser cannot move, and that is all.
            ALL_REPLIES => Ok(Some(self.position.legal_points())),
            COUNTED if is_counted(&self.position) => Ok(None),
            COUNTED => fail(ProofFlaw::NotCounted(self.line())),
            SEEN => self.check_seen(offset),
            kind => fail(ProofFlaw::Kind(kind, "0 (all replies), 1 (counted), 2 (seen)")),
        }
    }

    pub(crate) fn read_step(&mut self) -> Result<ProofStep, ProofError> {
        let offset = self.source.offset();
        let step = self.source.number("a step")?;
        Ok(ProofStep { offset, number: step >> 2, kind: (step & 3) as u8 })
    }

    /// Reads where the position was shown before; nothing more has to be shown then.
    pub(crate) fn check_seen(&mut self, offset: u64) -> Result<Option<Vec<Point>>, ProofError> {
        let back = self.source.number("how far back a position is")?;
        let turn = self.source.byte("a symmetry")?;
        let board = self.position.board();
        let image =
            Symmetry::new(board.area(), turn).map(|symmetry| Image::with_symmetry(board, symmetry));
        if image.is_none() || image.as_ref() != self.ring.back(back) {
            return ProofFlaw::NotSeen { back, turn, line: self.line() }.at(offset);
        }
        Ok(None)
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
            if self.position.turn() == self.winner {
                self.position.undo();
            }
            if let Some(reply) = replies.pop() {
                self.position.play(reply).expect("the reply is legal");
                return;
            }
            self.open.pop();
            self.ring.push(Image::new(self.position.board()));
            self.leave();
        }
    }
}
