//! `tengen brain`: five-in-a-row in the Gomocup protocol, with what Yixin added to it.

mod block;
mod commands;
mod game;
mod inbox;
mod news;
mod opening;
mod settings;
mod thinking;

use std::{
    io::{self, BufReader, Write},
    process::ExitCode,
    time::Instant,
};

use tengen_core::Point;
use tengen_engine::fives::FivesPlayer;
use tengen_notation::{GomocupCommand, GomocupError, read_gomocup_row};

use crate::{cli::BrainArgs, error::Failure};

use self::{block::Block, game::Game, inbox::Inbox, settings::Settings};

/// One conversation.
struct Session<'a> {
    /// The board, once there is one.
    game: Option<Game>,
    settings: Settings,
    /// Made when it is first needed, and again when it may use more or less.
    player: Option<FivesPlayer>,
    /// The block whose end has not come yet.
    block: Option<Block>,
    /// Where the brain would play, when it leaves that to the manager.
    suggested: Option<Point>,
    /// Where it may not play.
    blocked: Vec<Point>,
    /// What was wrong with an `INFO`, which has no answer of its own.
    complaint: Option<String>,
    /// Whether the opponent is thinking, which is a time to think as well.
    opponent_thinks: bool,
    /// How many openings were asked for.
    openings: u64,
    suggests: bool,
    inbox: Inbox,
    out: &'a mut dyn Write,
    over: bool,
}

/// Why a command came to nothing.
enum Trouble {
    /// Something is wrong with it.
    Wrong(String),
    /// The answer cannot be written.
    Output(io::Error),
}

impl From<String> for Trouble {
    fn from(text: String) -> Trouble {
        Trouble::Wrong(text)
    }
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Trouble {
        Trouble::Output(error)
    }
}

/// Talks until `END` or the end of the input.
pub(crate) fn run(args: &BrainArgs) -> Result<ExitCode, Failure> {
    let mut stdout = io::stdout().lock();
    let mut session = Session {
        game: None,
        settings: Settings::new(args),
        player: None,
        block: None,
        suggested: None,
        blocked: Vec::new(),
        complaint: None,
        opponent_thinks: false,
        openings: 0,
        suggests: args.suggest,
        inbox: Inbox::new(BufReader::new(io::stdin())),
        out: &mut stdout,
        over: false,
    };
    session.talk().map_err(Failure::of_output)?;
    Ok(ExitCode::SUCCESS)
}

impl Session<'_> {
    fn talk(&mut self) -> io::Result<()> {
        while !self.over {
            self.ponder();
            let Some(line) = self.inbox.next() else { break };
            self.hear(&line.bytes, line.arrived)?;
        }
        Ok(())
    }

    /// Takes a line in, and answers if it asks for one.
    fn hear(&mut self, line: &[u8], arrived: Instant) -> io::Result<()> {
        let Some(command) = GomocupCommand::read(line).transpose() else { return Ok(()) };
        if let Some(block) = &mut self.block {
            match &command {
                // Clocks may be set while stones are.
                Ok(GomocupCommand::Set(_) | GomocupCommand::Stop)
                | Err(GomocupError::Setting { .. }) => {}
                Ok(GomocupCommand::Done) | Err(GomocupError::Unknown(_)) => {
                    let closed = block.add(read_gomocup_row(line));
                    return if closed { self.close() } else { Ok(()) };
                }
                _ => {
                    let words = format!("{}: there was no DONE", block.kind.name());
                    self.block = None;
                    self.say_wrong(&words)?;
                }
            }
        }
        match command {
            Ok(GomocupCommand::Open(kind, rest)) => {
                let mut block = Block::new(kind, arrived);
                let closed = block.add(read_gomocup_row(rest.as_bytes()));
                self.block = Some(block);
                if closed { self.close() } else { Ok(()) }
            }
            Ok(command) => {
                let done = self.obey(command, arrived);
                self.settle(done)
            }
            Err(error @ GomocupError::Setting { .. }) => {
                self.complaint.get_or_insert(error.to_string());
                Ok(())
            }
            Err(error @ GomocupError::Unknown(_)) => self.say(&format!("UNKNOWN {error}")),
            Err(error) => self.say_wrong(&error.to_string()),
        }
    }

    /// Carries a block out that is whole.
    fn close(&mut self) -> io::Result<()> {
        let Some(block) = self.block.take() else { return Ok(()) };
        let done = self.obey_block(block);
        self.settle(done)
    }

    /// Says what was wrong.
    fn settle(&mut self, done: Result<(), Trouble>) -> io::Result<()> {
        match done {
            Ok(()) => Ok(()),
            Err(Trouble::Wrong(text)) => self.say_wrong(&text),
            Err(Trouble::Output(error)) => Err(error),
        }
    }

    fn say(&mut self, text: &str) -> io::Result<()> {
        self.out.write_all(text.as_bytes())?;
        self.out.write_all(b"\n")?;
        self.out.flush()
    }

    fn say_wrong(&mut self, text: &str) -> io::Result<()> {
        self.say(&format!("ERROR {text}"))
    }
}
