//! The Go Text Protocol, version 2, for NoGo and five-in-a-row, with the analysis of Leela Zero and `KataGo` and the
//! extensions of `GoGui`.

mod analysis;
mod analysis_output;
mod gogui;
mod gtp_clock;
mod gtp_commands;

use std::{
    io::{self, Read, Write},
    ops::RangeInclusive,
    time::Duration,
};

use tengen_core::{Area, Color, Rule};
use tengen_engine::{Limits, Player, Resources, Thought, fives::FivesPlayer, nogo::NoGoPlayer};
use tengen_notation::gtp;

use crate::{
    input_lines::Urgency,
    protocol_session::{CommandError, ProtocolSession},
    stone_game::StoneGame,
};

use analysis::AnalysisCommand;
use analysis_output::AnalysisFormat;
use gtp_clock::GtpClock;
use gtp_commands::take;

/// Maximum length of a line, in bytes.
const MAX_LINE: usize = 1 << 20;

/// The options of a GTP session.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct GtpOptions {
    /// The game.
    pub rule: Rule,
    /// The board until `boardsize`.
    pub area: Area,
    /// Time for a move until `time_settings`.
    pub time: Duration,
    /// Number of playouts of a move, of nodes at five-in-a-row, instead of a time.
    pub playouts: Option<u64>,
    /// Threads, memory and seed of the player.
    pub resources: Resources,
}

impl GtpOptions {
    /// A session of `rule` on its usual board, 9x9 at NoGo and 15x15 at five-in-a-row, with one second
    /// for a move.
    pub fn for_rule(rule: Rule) -> GtpOptions {
        GtpOptions {
            rule,
            area: Area::square(if rule == Rule::NoGo { 9 } else { 15 }),
            time: Duration::from_secs(1),
            playouts: None,
            resources: Resources::default(),
        }
    }
}

impl Default for GtpOptions {
    /// A session of NoGo.
    fn default() -> GtpOptions {
        GtpOptions::for_rule(Rule::NoGo)
    }
}

/// Lengths of the sides of a board that a rule is played on in GTP.
pub fn side_lengths(rule: Rule) -> RangeInclusive<u16> {
    match rule {
        Rule::NoGo => 2..=NoGoPlayer::MAX_SIDE,
        _ => FivesPlayer::MIN_SIDE..=FivesPlayer::MAX_SIDE,
    }
}

/// The answer to a command: its text, or the text of an error.
type GtpAnswer = Result<String, String>;

/// One conversation.
struct GtpSession<'a> {
    game: StoneGame,
    clock: GtpClock,
    player: Player,
    playouts: Option<u64>,
    io: ProtocolSession<'a>,
    over: bool,
}

/// How a command is carried out.
#[derive(Clone, Copy)]
enum Handler {
    /// By a fixed answer; without arguments.
    Fixed(&'static str),
    /// By an answer that cannot fail; without arguments.
    Bare(fn(&mut GtpSession) -> String),
    /// By one answer.
    Answers(fn(&mut GtpSession, &[String]) -> GtpAnswer),
    /// By lines that are written while it runs; an error comes before the first of them.
    Streams(AnalysisCommand, AnalysisFormat),
}

/// Runs a session until `quit` or the end of the input.
///
/// ```
/// use tengen_protocol::gtp::{self, GtpOptions};
/// let mut output = Vec::new();
/// gtp::run(&GtpOptions::default(), "1 name\n2 play b e5\nquit\n".as_bytes(), &mut output)?;
/// assert_eq!(String::from_utf8_lossy(&output), "=1 Tengen\n\n=2\n\n=\n\n");
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
///
/// If the output cannot be written.
pub fn run(
    options: &GtpOptions,
    input: impl Read + Send + 'static,
    output: &mut dyn Write,
) -> io::Result<()> {
    let mut session = GtpSession {
        game: StoneGame::new(options.rule, options.area),
        clock: GtpClock::new(options.time),
        player: Player::for_rule(options.rule, options.resources),
        playouts: options.playouts,
        io: ProtocolSession::new(input, output, MAX_LINE, |_| Urgency::None),
        over: false,
    };
    session.run()
}

impl GtpSession<'_> {
    fn run(&mut self) -> io::Result<()> {
        while !self.over {
            let Some(line) = self.io.next_line() else { break };
            let Some(command) = gtp::CommandLine::parse(&line.bytes) else { continue };
            let bare = || take(&command.arguments, "nothing").map(|[]| ());
            let answer = match handler(&command.name) {
                None => Err("unknown command".to_owned()),
                Some(Handler::Fixed(text)) => bare().map(|()| text.to_owned()),
                Some(Handler::Bare(answer)) => bare().map(|()| answer(self)),
                Some(Handler::Answers(answer)) => answer(self, &command.arguments),
                Some(Handler::Streams(stream, format)) => match stream(self, &command, format) {
                    Ok(()) => continue,
                    Err(CommandError::Invalid(text)) => Err(text),
                    Err(CommandError::Output(error)) => return Err(error),
                },
            };
            let answer = answer.as_deref().map_err(String::as_str);
            self.io.say(&gtp::format_response(command.id, answer))?;
        }
        Ok(())
    }

    /// The limits of a move of `color`.
    fn limits(&self, color: Color) -> Limits {
        let time = self.clock.move_time(color, self.game.moves_to_come(color));
        // A limit of playouts makes moves repeatable, so no clock may end them early.
        let time = self.playouts.is_none().then_some(time);
        Limits { time, nodes: self.playouts, ..Limits::default() }
    }

    /// Searches a position with `color` to move.
    fn think(&mut self, color: Color) -> Result<Thought, String> {
        let (position, limits) = (self.game.position(color), self.limits(color));
        let thought = self.player.think(&position, &limits, &|| false, &mut |_| {});
        thought.map_err(|error| error.to_string())
    }
}

/// The handler of a command, by its name.
fn handler(name: &str) -> Option<Handler> {
    COMMANDS.iter().find(|(known, _)| *known == name).map(|&(_, handler)| handler)
}

use Handler::{Answers, Bare, Fixed, Streams};

/// Every command, as `list_commands` lists them.
const COMMANDS: [(&str, Handler); 38] = [
    ("protocol_version", Fixed("2")),
    ("name", Fixed("Tengen")),
    ("version", Fixed(env!("CARGO_PKG_VERSION"))),
    ("known_command", Answers(gtp_commands::known_command)),
    ("list_commands", Bare(gtp_commands::list_commands)),
    ("quit", Bare(gtp_commands::quit)),
    ("boardsize", Answers(gtp_commands::boardsize)),
    ("rectangular_boardsize", Answers(gtp_commands::rectangular_boardsize)),
    ("clear_board", Bare(gtp_commands::clear_board)),
    ("clear_cache", Bare(gtp_commands::clear_cache)),
    ("komi", Answers(gtp_commands::komi)),
    ("play", Answers(gtp_commands::play)),
    ("undo", Answers(gtp_commands::undo)),
    ("genmove", Answers(gtp_commands::genmove)),
    ("reg_genmove", Answers(gtp_commands::reg_genmove)),
    ("showboard", Bare(gtp_commands::showboard)),
    ("final_score", Answers(gtp_commands::final_score)),
    ("final_status_list", Answers(gtp_commands::final_status_list)),
    ("time_settings", Answers(gtp_commands::time_settings)),
    ("time_left", Answers(gtp_commands::time_left)),
    ("analyze", Streams(analysis::analyze, AnalysisFormat::LeelaZero)),
    ("lz-analyze", Streams(analysis::analyze, AnalysisFormat::LeelaZero)),
    ("kata-analyze", Streams(analysis::analyze, AnalysisFormat::KataGo)),
    ("genmove_analyze", Streams(analysis::genmove, AnalysisFormat::LeelaZero)),
    ("lz-genmove_analyze", Streams(analysis::genmove, AnalysisFormat::LeelaZero)),
    ("kata-genmove_analyze", Streams(analysis::genmove, AnalysisFormat::KataGo)),
    ("gogui-rules_game_id", Bare(gogui::game_id)),
    ("gogui-rules_board", Bare(gogui::board)),
    ("gogui-rules_board_size", Bare(gogui::board_size)),
    ("gogui-rules_legal_moves", Bare(gogui::legal_moves)),
    ("gogui-rules_side_to_move", Bare(gogui::side_to_move)),
    ("gogui-rules_final_result", Bare(gogui::final_result)),
    ("gogui-rules_captured_count", Fixed("0 0")),
    ("gogui-play_sequence", Answers(gogui::play_sequence)),
    ("gogui-analyze_commands", Fixed(gogui::ANALYZE_COMMANDS)),
    ("tengen-legal_points", Answers(gogui::legal_points)),
    ("tengen-shared_points", Bare(gogui::shared_points)),
    ("tengen-verdict", Answers(gogui::verdict)),
];
