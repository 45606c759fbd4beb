//! Thinking aloud: moves with their chances, until another command arrives.

use std::{io, thread, time::Duration};

use tengen_core::Color;
use tengen_engine::{Limits, Thought};
use tengen_notation::{GtpCommand, read_gtp_color, spell_gtp_vertex};

use crate::protocol::news::{Dialect, spell_news};

use super::{Session, Stop};

pub(super) fn analyze_lz(session: &mut Session, command: &GtpCommand) -> Result<(), Stop> {
    analyze(session, command, Dialect::LeelaZero)
}

pub(super) fn analyze_kata(session: &mut Session, command: &GtpCommand) -> Result<(), Stop> {
    analyze(session, command, Dialect::KataGo)
}

pub(super) fn genmove_lz(session: &mut Session, command: &GtpCommand) -> Result<(), Stop> {
    genmove(session, command, Dialect::LeelaZero)
}

pub(super) fn genmove_kata(session: &mut Session, command: &GtpCommand) -> Result<(), Stop> {
    genmove(session, command, Dialect::KataGo)
}

/// What the arguments ask for.
struct Wish {
    color: Color,
    interval: Duration,
    most: usize,
}

impl Wish {
    /// Reads `[color] [interval] [key value]...`.
    fn read(arguments: &[String], turn: Color) -> Result<Wish, String> {
        let mut wish = Wish { color: turn, interval: Duration::from_millis(500), most: usize::MAX };
        let mut words = arguments.iter().map(String::as_str).peekable();
        if let Some(color) = words.peek().and_then(|word| read_gtp_color(word).ok()) {
            wish.color = color;
            words.next();
        }
        while let Some(word) = words.next() {
            let mut number = |what: &str| {
                let value = if what == word { words.next().unwrap_or_default() } else { word };
                value.parse::<u32>().map_err(|_| format!("syntax error: {what} is a whole number"))
            };
            match word {
                "maxmoves" => wish.most = number("maxmoves")? as usize,
                // Moves that nobody has tried are never told.
                "minmoves" => drop(number("minmoves")?),
                "ownership" | "movesOwnership" | "pvVisits" | "rootInfo" => drop(words.next()),
                "avoid" | "allow" => return Err(format!("{word} is not supported")),
                _ => {
                    let hundredths = number("interval")?.clamp(1, 360_000);
                    wish.interval = Duration::from_millis(10 * u64::from(hundredths));
                }
            }
        }
        Ok(wish)
    }
}

/// Thinks about the position until a line arrives, and tells what it thinks.
fn analyze(session: &mut Session, command: &GtpCommand, dialect: Dialect) -> Result<(), Stop> {
    let wish = Wish::read(&command.arguments, session.game.turn())?;
    begin(session, command)?;
    // Playouts are a limit of moves; an analysis has none but the next line.
    let limits = Limits { news: Some(wish.interval), ..Limits::default() };
    think(session, &wish, &limits, dialect, true)?;
    // What is proven cannot be thought about any further, but whoever asked still listens.
    while !session.feed.is_waiting() {
        thread::sleep(Duration::from_millis(5));
    }
    session.say("\n")?;
    Ok(())
}

/// Plays a move and tells what it thinks on the way. Other commands wait.
fn genmove(session: &mut Session, command: &GtpCommand, dialect: Dialect) -> Result<(), Stop> {
    let wish = Wish::read(&command.arguments, session.game.turn())?;
    begin(session, command)?;
    let limits = Limits { news: Some(wish.interval), ..session.limits(wish.color) };
    let best = think(session, &wish, &limits, dialect, false)?.and_then(|thought| {
        session.clock.spend(wish.color, thought.elapsed);
        thought.candidates.first().map(|best| best.point)
    });
    let word = match best {
        None => "resign".to_owned(),
        Some(point) => {
            session.game.play(point, wish.color).map_err(|illegal| illegal.to_string())?;
            spell_gtp_vertex(point, session.game.area())
        }
    };
    session.say(&format!("play {word}\n\n"))?;
    Ok(())
}

/// The answer starts before there is anything to tell.
fn begin(session: &mut Session, command: &GtpCommand) -> io::Result<()> {
    let id = command.id.map(|id| id.to_string()).unwrap_or_default();
    session.say(&format!("={id}\n"))
}

/// Thinks and tells; nothing comes of it if there is no move.
fn think(
    session: &mut Session,
    wish: &Wish,
    limits: &Limits,
    dialect: Dialect,
    until_a_line: bool,
) -> Result<Option<Thought>, Stop> {
    let position = session.game.position(wish.color);
    if position.outcome().is_some() {
        return Ok(None);
    }
    let area = session.game.area();
    let Session { player, feed, out, .. } = session;
    let mut written = Ok(());
    let mut tell = |thought: &Thought| {
        let line = spell_news(thought, area, dialect, wish.most);
        if written.is_ok() && !line.is_empty() {
            written = writeln!(out, "{line}").and_then(|()| out.flush());
        }
    };
    let stop = || until_a_line && feed.is_waiting();
    let thought = player
        .think(&position, limits, &stop, &mut tell)
        .map_err(|error| Stop::Wrong(error.to_string()))?;
    tell(&thought);
    written?;
    Ok(Some(thought))
}
