//! The protocol of Gomocup for five-in-a-row, with the commands that Yixin added to it.

mod brain_commands;
mod brain_game;
mod brain_output;
mod brain_settings;
mod opening;
mod pondering;
mod stone_block;

use std::{
    io::{self, Read, Write},
    num::NonZero,
    sync::Arc,
    time::{Duration, Instant},
};

use tengen_core::{Point, Rule};
use tengen_engine::{ProofBook, fives::FivesPlayer};
use tengen_notation::gomocup;

use crate::{
    input_lines::Urgency,
    protocol_session::{CommandError, ProtocolSession},
};

use self::{brain_game::BrainGame, brain_settings::BrainSettings, stone_block::StoneBlock};

/// Maximum length of a line, in bytes.
const MAX_LINE: usize = 16 * 1024;

/// The options of a brain, where the manager sends no others.
#[derive(Clone, Debug)]
#[non_exhaustive]
#[allow(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub struct BrainOptions {
    /// The rule until `INFO rule`.
    pub rule: Rule,
    /// Time for a move until `INFO timeout_turn`; a second if there is no other limit either.
    pub time: Option<Duration>,
    /// Maximum number of nodes of a move until `INFO max_node`.
    pub nodes: Option<u64>,
    /// Level from 1 to 10 until `INFO strength`.
    pub level: u8,
    /// Number of threads until `INFO thread_num`.
    pub threads: NonZero<usize>,
    /// Size of the transposition table in bytes until `INFO hash_size`.
    pub memory: u64,
    /// Seed of the random numbers; another one each time by default.
    pub seed: Option<u64>,
    /// Whether to ponder until `INFO pondering`.
    pub ponder: bool,
    /// Whether to suggest moves and leave it to the manager to play them or others.
    pub suggest: bool,
    /// Whether to write a line for people at each depth, not only at the end.
    pub verbose: bool,
    /// A proof that the brain plays the winner's side by, at level 10.
    pub book: Option<Arc<ProofBook>>,
}

impl BrainOptions {
    /// Maximum number of threads.
    pub const MAX_THREADS: usize = 1024;
}

impl Default for BrainOptions {
    fn default() -> BrainOptions {
        BrainOptions {
            rule: Rule::Freestyle,
            time: None,
            nodes: None,
            level: 10,
            threads: NonZero::<usize>::MIN,
            memory: 256 << 20,
            seed: None,
            ponder: false,
            suggest: false,
            verbose: false,
            book: None,
        }
    }
}

/// One conversation.
struct BrainSession<'a> {
    /// The board, after the first `START`.
    game: Option<BrainGame>,
    settings: BrainSettings,
    /// Made when it is first needed, and again when its resources change.
    player: Option<FivesPlayer>,
    /// The block that has begun and not ended.
    block: Option<StoneBlock>,
    /// The move that was suggested, when the manager decides what is played.
    suggested: Option<Point>,
    /// Points that the brain may not play on.
    blocked: Vec<Point>,
    /// The first error of an `INFO`, which has no answer of its own.
    info_error: Option<String>,
    /// Whether it is the turn of the opponent, so that the brain may ponder.
    opponent_thinks: bool,
    /// Number of openings that were asked for.
    openings: u64,
    suggests: bool,
    book: Option<Arc<ProofBook>>,
    io: ProtocolSession<'a>,
    over: bool,
}

/// Runs a session until `END` or the end of the input.
///
/// ```
/// use tengen_protocol::brain::{self, BrainOptions};
/// let mut output = Vec::new();
/// brain::run(&BrainOptions::default(), "START 15\nRESTART\nEND\n".as_bytes(), &mut output)?;
/// assert_eq!(String::from_utf8_lossy(&output), "OK\nOK\n");
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
///
/// If the output cannot be written.
pub fn run(
    options: &BrainOptions,
    input: impl Read + Send + 'static,
    output: &mut dyn Write,
) -> io::Result<()> {
    let mut session = BrainSession {
        game: None,
        settings: BrainSettings::new(options),
        player: None,
        block: None,
        suggested: None,
        blocked: Vec::new(),
        info_error: None,
        opponent_thinks: false,
        openings: 0,
        suggests: options.suggest,
        book: options.book.clone(),
        io: ProtocolSession::new(input, output, MAX_LINE, urgency),
        over: false,
    };
    while !session.over {
        session.ponder();
        let Some(line) = session.io.next_line() else { break };
        session.process(&line.bytes, line.arrived)?;
    }
    Ok(())
}

/// `END` and the commands to stop, which stand alone on their line.
fn urgency(line: &[u8]) -> Urgency {
    let word = line.trim_ascii();
    let is = |command: &[u8]| word.eq_ignore_ascii_case(command);
    if is(b"END") {
        Urgency::End
    } else if is(b"YXSTOP") || is(b"STOP") {
        Urgency::Stop
    } else {
        Urgency::None
    }
}

impl BrainSession<'_> {
    /// Processes a line, and answers if it asks for one.
    fn process(&mut self, line: &[u8], arrived: Instant) -> io::Result<()> {
        let Some(command) = gomocup::ManagerCommand::parse(line).transpose() else { return Ok(()) };
        if let Some(block) = &mut self.block {
            match &command {
                // Clocks may be set while stones are.
                Ok(gomocup::ManagerCommand::Set(_) | gomocup::ManagerCommand::Stop)
                | Err(gomocup::GomocupError::Setting { .. }) => {}
                Ok(gomocup::ManagerCommand::Done) | Err(gomocup::GomocupError::Unknown(_)) => {
                    let closed = block.add(gomocup::BlockLine::parse(line));
                    return if closed { self.close() } else { Ok(()) };
                }
                _ => {
                    let words = format!("{}: there was no DONE", block.kind.name());
                    self.block = None;
                    self.say_error(&words)?;
                }
            }
        }
        match command {
            Ok(gomocup::ManagerCommand::Open(kind, rest)) => {
                let mut block = StoneBlock::new(kind, arrived);
                let closed = block.add(gomocup::BlockLine::parse(rest.as_bytes()));
                self.block = Some(block);
                if closed { self.close() } else { Ok(()) }
            }
            Ok(command) => {
                let done = self.obey(command, arrived);
                self.settle(done)
            }
            Err(error @ gomocup::GomocupError::Setting { .. }) => {
                self.info_error.get_or_insert(error.to_string());
                Ok(())
            }
            Err(error @ gomocup::GomocupError::Unknown(_)) => self.say(&format!("UNKNOWN {error}")),
            Err(error) => self.say_error(&error.to_string()),
        }
    }

    /// Carries out a block that is complete.
    fn close(&mut self) -> io::Result<()> {
        let Some(block) = self.block.take() else { return Ok(()) };
        let done = self.obey_block(block);
        self.settle(done)
    }

    /// Reports an error of a command.
    fn settle(&mut self, done: Result<(), CommandError>) -> io::Result<()> {
        match done {
            Ok(()) => Ok(()),
            Err(CommandError::Invalid(text)) => self.say_error(&text),
            Err(CommandError::Output(error)) => Err(error),
        }
    }

    fn say(&mut self, text: &str) -> io::Result<()> {
        self.io.say(&format!("{text}\n"))
    }

    fn say_error(&mut self, text: &str) -> io::Result<()> {
        self.say(&format!("ERROR {text}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_cannot_wait_stand_alone_on_their_line() {
        assert_eq!(urgency(b" end\r"), Urgency::End);
        assert_eq!([&b"STOP"[..], b" yxstop\r"].map(urgency), [Urgency::Stop; 2]);
        assert_eq!([&b"END 1"[..], b"STOPPED", b""].map(urgency), [Urgency::None; 3]);
    }
}
