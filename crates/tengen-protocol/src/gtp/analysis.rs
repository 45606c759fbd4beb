//! Analysis: moves with their winrates, until the next command arrives.

use std::{io, thread, time::Duration};

use tengen_core::{Color, Rule};
use tengen_engine::{Limits, Thought};
use tengen_notation::gtp;

use super::{
    GtpSession,
    analysis_output::{AnalysisFormat, format_info},
};
use crate::protocol_session::{CommandError, ProtocolSession};

/// A command that writes an analysis.
pub(super) type AnalysisCommand =
    fn(&mut GtpSession, &gtp::CommandLine, AnalysisFormat) -> Result<(), CommandError>;

/// The arguments of an analysis.
struct AnalysisRequest {
    color: Color,
    interval: Duration,
    most: usize,
}

impl AnalysisRequest {
    /// Parses `[color] [interval] [key value]...`.
    fn parse(arguments: &[String], turn: Color) -> Result<AnalysisRequest, String> {
        let mut request =
            AnalysisRequest { color: turn, interval: Duration::from_millis(500), most: usize::MAX };
        let mut words = arguments.iter().map(String::as_str).peekable();
        if let Some(color) = words.peek().and_then(|word| gtp::parse_color(word).ok()) {
            request.color = color;
            words.next();
        }
        while let Some(word) = words.next() {
            let mut number = |what: &str| {
                let value = if what == word { words.next().unwrap_or_default() } else { word };
                value.parse::<u32>().map_err(|_| format!("syntax error: {what} is a whole number"))
            };
            match word {
                "maxmoves" => request.most = number("maxmoves")? as usize,
                // Moves without a visit are never listed.
                "minmoves" => drop(number("minmoves")?),
                "ownership" | "movesOwnership" | "pvVisits" | "rootInfo" => drop(words.next()),
                "avoid" | "allow" => return Err(format!("{word} is not supported")),
                _ => {
                    let hundredths = number("interval")?.clamp(1, 360_000);
                    request.interval = Duration::from_millis(10 * u64::from(hundredths));
                }
            }
        }
        Ok(request)
    }

    /// Number of principal variations of a search; MCTS has all moves in its tree, whatever their number.
    fn lines(&self, rule: Rule) -> usize {
        if rule == Rule::NoGo { 1 } else { self.most.clamp(1, AnalysisRequest::MAX_LINES) }
    }

    /// Maximum number of principal variations: each costs a search of its own.
    const MAX_LINES: usize = 5;
}

/// Analyzes the position until a line arrives.
pub(super) fn analyze(
    session: &mut GtpSession,
    command: &gtp::CommandLine,
    format: AnalysisFormat,
) -> Result<(), CommandError> {
    let request = AnalysisRequest::parse(&command.arguments, session.game.turn())?;
    begin(session, command)?;
    // Playouts are a limit of moves; an analysis has none but the next line.
    let limits = Limits {
        news: Some(request.interval),
        lines: request.lines(session.game.rule()),
        ..Limits::default()
    };
    think(session, &request, &limits, format, true)?;
    // A proven position ends the search, but the answer ends with the next line only.
    while !session.io.signals().is_waiting() {
        thread::sleep(Duration::from_millis(5));
    }
    session.io.say("\n")?;
    Ok(())
}

/// Plays a move and writes the analysis meanwhile. Other commands wait.
pub(super) fn genmove(
    session: &mut GtpSession,
    command: &gtp::CommandLine,
    format: AnalysisFormat,
) -> Result<(), CommandError> {
    let request = AnalysisRequest::parse(&command.arguments, session.game.turn())?;
    begin(session, command)?;
    let limits = Limits { news: Some(request.interval), ..session.limits(request.color) };
    let best = think(session, &request, &limits, format, false)?.and_then(|thought| {
        session.clock.spend(request.color, thought.elapsed);
        thought.candidates.first().map(|best| best.point)
    });
    let word = match best {
        None => "resign".to_owned(),
        Some(point) => {
            session.game.play(point, request.color).map_err(|illegal| illegal.to_string())?;
            gtp::format_vertex(point, session.game.area())
        }
    };
    session.io.say(&format!("play {word}\n\n"))?;
    Ok(())
}

/// Starts the answer, before there is any output.
fn begin(session: &mut GtpSession, command: &gtp::CommandLine) -> io::Result<()> {
    let id = command.id.map(|id| id.to_string()).unwrap_or_default();
    session.io.say(&format!("={id}\n"))
}

/// Searches and writes `info` lines; `None` if there is no legal move.
fn think(
    session: &mut GtpSession,
    request: &AnalysisRequest,
    limits: &Limits,
    format: AnalysisFormat,
    until_a_line: bool,
) -> Result<Option<Thought>, CommandError> {
    let position = session.game.position(request.color);
    if position.outcome().is_some() {
        return Ok(None);
    }
    let area = session.game.area();
    let GtpSession { player, io: ProtocolSession { lines, out }, .. } = session;
    let mut written = Ok(());
    let mut report = |thought: &Thought| {
        let line = format_info(thought, area, format, request.most);
        if written.is_ok() && !line.is_empty() {
            written = writeln!(out, "{line}").and_then(|()| out.flush());
        }
    };
    let stop = || until_a_line && lines.signals().is_waiting();
    let thought = player
        .think(&position, limits, &stop, &mut report)
        .map_err(|error| CommandError::Invalid(error.to_string()))?;
    report(&thought);
    written?;
    Ok(Some(thought))
}
