//! `tengen gtp`: the Go Text Protocol, version 2, for NoGo.

mod analysis;
mod commands;
mod gogui;

use std::{
    io::{self, BufReader, Write},
    process::ExitCode,
    time::Duration,
};

use tengen_core::{Area, Rule};
use tengen_engine::{Limits, Player};
use tengen_notation::{GtpCommand, spell_gtp_answer};

use crate::{cli::GtpArgs, error::Failure};

use super::{clock::Clock, feed::Feed, game::Game};

/// What becomes of a command: an answer, or words on what is wrong.
type Answer = Result<String, String>;

/// One conversation.
struct Session<'a> {
    game: Game,
    clock: Clock,
    player: Player,
    playouts: Option<u64>,
    feed: Feed,
    out: &'a mut dyn Write,
    over: bool,
}

/// How a command is carried out.
enum Way {
    /// By an answer.
    Answers(fn(&mut Session, &[String]) -> Answer),
    /// By lines that are written while it lasts; an error comes before the first of them.
    Tells(fn(&mut Session, &GtpCommand) -> Result<(), Stop>),
}

/// Why telling ended early.
enum Stop {
    /// Something is wrong with the command.
    Wrong(String),
    /// The answer cannot be written.
    Output(io::Error),
}

impl From<String> for Stop {
    fn from(text: String) -> Stop {
        Stop::Wrong(text)
    }
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Stop {
        Stop::Output(error)
    }
}

/// Talks until `quit` or the end of the input.
pub(crate) fn run(args: &GtpArgs) -> Result<ExitCode, Failure> {
    let (width, height) = args.size;
    let mut stdout = io::stdout().lock();
    let mut session = Session {
        game: Game::new(Area::Bounded { width, height }),
        clock: Clock::new(args.thinking.time.unwrap_or(Duration::from_secs(1))),
        player: Player::for_rule(Rule::NoGo, args.thinking.resources()),
        playouts: args.thinking.playouts,
        feed: Feed::new(BufReader::new(io::stdin())),
        out: &mut stdout,
        over: false,
    };
    session.talk().map_err(Failure::of_output)?;
    Ok(ExitCode::SUCCESS)
}

impl Session<'_> {
    fn talk(&mut self) -> io::Result<()> {
        while !self.over {
            let Some(line) = self.feed.next() else { break };
            let Some(command) = GtpCommand::read(&line) else { continue };
            let answer = match way(&command.name) {
                None => Err("unknown command".to_owned()),
                Some(Way::Answers(answer)) => answer(self, &command.arguments),
                Some(Way::Tells(tell)) => match tell(self, &command) {
                    Ok(()) => continue,
                    Err(Stop::Wrong(text)) => Err(text),
                    Err(Stop::Output(error)) => return Err(error),
                },
            };
            let answer = answer.as_deref().map_err(String::as_str);
            self.say(&spell_gtp_answer(command.id, answer))?;
        }
        Ok(())
    }

    fn say(&mut self, text: &str) -> io::Result<()> {
        self.out.write_all(text.as_bytes())?;
        self.out.flush()
    }

    /// The limits of a move of `color`.
    fn limits(&self, color: tengen_core::Color) -> Limits {
        let time = self.clock.allowance(color, self.game.moves_to_come(color));
        // Who asks for playouts wants the same move again, whatever the clock of the machine says.
        let time = self.playouts.is_none().then_some(time);
        Limits { time, nodes: self.playouts, ..Limits::default() }
    }
}

/// All commands, by name.
fn way(name: &str) -> Option<Way> {
    COMMANDS.iter().find(|(known, _)| *known == name).map(|(_, way)| match way {
        Way::Answers(answer) => Way::Answers(*answer),
        Way::Tells(tell) => Way::Tells(*tell),
    })
}

use Way::{Answers, Tells};

/// Every command, as `list_commands` lists them.
const COMMANDS: [(&str, Way); 38] = [
    ("protocol_version", Answers(|_, arguments| commands::none(arguments, "2"))),
    ("name", Answers(|_, arguments| commands::none(arguments, "Tengen"))),
    ("version", Answers(|_, arguments| commands::none(arguments, env!("CARGO_PKG_VERSION")))),
    ("known_command", Answers(commands::known_command)),
    ("list_commands", Answers(commands::list_commands)),
    ("quit", Answers(commands::quit)),
    ("boardsize", Answers(commands::boardsize)),
    ("rectangular_boardsize", Answers(commands::rectangular_boardsize)),
    ("clear_board", Answers(commands::clear_board)),
    ("clear_cache", Answers(commands::clear_cache)),
    ("komi", Answers(commands::komi)),
    ("play", Answers(commands::play)),
    ("undo", Answers(commands::undo)),
    ("genmove", Answers(commands::genmove)),
    ("reg_genmove", Answers(commands::reg_genmove)),
    ("showboard", Answers(commands::showboard)),
    ("final_score", Answers(commands::final_score)),
    ("final_status_list", Answers(commands::final_status_list)),
    ("time_settings", Answers(commands::time_settings)),
    ("time_left", Answers(commands::time_left)),
    ("analyze", Tells(analysis::analyze_lz)),
    ("lz-analyze", Tells(analysis::analyze_lz)),
    ("kata-analyze", Tells(analysis::analyze_kata)),
    ("genmove_analyze", Tells(analysis::genmove_lz)),
    ("lz-genmove_analyze", Tells(analysis::genmove_lz)),
    ("kata-genmove_analyze", Tells(analysis::genmove_kata)),
    ("gogui-rules_game_id", Answers(|_, arguments| commands::none(arguments, "Nogo"))),
    ("gogui-rules_board", Answers(gogui::board)),
    ("gogui-rules_board_size", Answers(gogui::board_size)),
    ("gogui-rules_legal_moves", Answers(gogui::legal_moves)),
    ("gogui-rules_side_to_move", Answers(gogui::side_to_move)),
    ("gogui-rules_final_result", Answers(gogui::final_result)),
    ("gogui-rules_captured_count", Answers(|_, arguments| commands::none(arguments, "0 0"))),
    ("gogui-play_sequence", Answers(gogui::play_sequence)),
    ("gogui-analyze_commands", Answers(gogui::analyze_commands)),
    ("tengen-legal_points", Answers(gogui::legal_points)),
    ("tengen-shared_points", Answers(gogui::shared_points)),
    ("tengen-verdict", Answers(gogui::verdict)),
];
