//! The commands of the protocol itself.

use std::time::Duration;

use tengen_core::{Area, Cell, Color, Outcome, Point, Rule};
use tengen_notation::gtp;

use super::{COMMANDS, GtpAnswer, GtpSession, side_lengths};
use crate::stone_game::StoneGame;

/// The arguments of a command that takes exactly `N`.
pub(super) fn take<'a, const N: usize>(
    arguments: &'a [String],
    what: &str,
) -> Result<[&'a str; N], String> {
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    words.try_into().map_err(|_| format!("syntax error: this command takes {what}"))
}

fn number<T: std::str::FromStr>(word: &str, what: &str) -> Result<T, String> {
    word.parse().map_err(|_| format!("syntax error: {what} is a number"))
}

/// A time in seconds, up to a year.
fn seconds(word: &str) -> Result<Duration, String> {
    let seconds: f64 = number(word, "a time")?;
    if !(0.0..=31_557_600.0).contains(&seconds) {
        return Err("syntax error: a time is from 0 s to a year".to_owned());
    }
    Ok(Duration::from_secs_f64(seconds))
}

pub(super) fn color(word: &str) -> Result<Color, String> {
    gtp::parse_color(word).map_err(|error| format!("syntax error: {error}"))
}

/// The names of points, with blanks between.
pub(super) fn vertices(points: &[Point], area: Area) -> String {
    points.iter().map(|&point| gtp::format_vertex(point, area)).collect::<Vec<_>>().join(" ")
}

pub(super) fn known_command(_: &mut GtpSession, arguments: &[String]) -> GtpAnswer {
    let [name] = take(arguments, "the name of a command")?;
    Ok(COMMANDS.iter().any(|(known, _)| *known == name).to_string())
}

pub(super) fn list_commands(_: &mut GtpSession) -> String {
    COMMANDS.map(|(name, _)| name).join("\n")
}

pub(super) fn quit(session: &mut GtpSession) -> String {
    session.over = true;
    String::new()
}

pub(super) fn boardsize(session: &mut GtpSession, arguments: &[String]) -> GtpAnswer {
    let [size] = take(arguments, "the number of points on a side")?;
    resize(session, size, size)
}

pub(super) fn rectangular_boardsize(session: &mut GtpSession, arguments: &[String]) -> GtpAnswer {
    let [width, height] = take(arguments, "a width and a height")?;
    resize(session, width, height)
}

fn resize(session: &mut GtpSession, width: &str, height: &str) -> GtpAnswer {
    let rule = session.game.rule();
    let lengths = side_lengths(rule);
    let side = |word: &str| match number::<u16>(word, "a side of the board") {
        Ok(side) if lengths.contains(&side) => Ok(side),
        Ok(_) => Err(format!(
            "unacceptable size: sides are from {} to {}",
            lengths.start(),
            lengths.end()
        )),
        Err(error) => Err(error),
    };
    let area = Area::Bounded { width: side(width)?, height: side(height)? };
    session.game = StoneGame::new(rule, area);
    Ok(clear_board(session))
}

pub(super) fn clear_board(session: &mut GtpSession) -> String {
    session.game = StoneGame::new(session.game.rule(), session.game.area());
    session.clock.restart();
    clear_cache(session)
}

pub(super) fn clear_cache(session: &mut GtpSession) -> String {
    session.player.clear();
    String::new()
}

/// There is nothing to count in these games, so komi changes nothing; but every program sends it.
pub(super) fn komi(_: &mut GtpSession, arguments: &[String]) -> GtpAnswer {
    let [komi] = take(arguments, "a number")?;
    number::<f64>(komi, "komi")?;
    Ok(String::new())
}

pub(super) fn play(session: &mut GtpSession, arguments: &[String]) -> GtpAnswer {
    let [side, vertex] = take(arguments, "a color and a vertex")?;
    play_one(&mut session.game, side, vertex)?;
    Ok(String::new())
}

pub(super) fn play_one(game: &mut StoneGame, side: &str, vertex: &str) -> Result<(), String> {
    let side = color(side)?;
    let at = gtp::Vertex::parse(vertex, game.area())
        .map_err(|error| format!("illegal move: {error}"))?;
    match at {
        gtp::Vertex::Point(point) => {
            game.play(point, side).map_err(|illegal| format!("illegal move: {illegal}"))
        }
        gtp::Vertex::Pass => Err(format!("illegal move: there are no passes in {}", game.rule())),
        gtp::Vertex::Resign => Err("illegal move: to resign is not a move on the board".to_owned()),
    }
}

pub(super) fn undo(session: &mut GtpSession, arguments: &[String]) -> GtpAnswer {
    let [] = take(arguments, "nothing")?;
    let undone = session.game.undo().then(String::new);
    undone.ok_or_else(|| "cannot undo: no stone was played".to_owned())
}

pub(super) fn genmove(session: &mut GtpSession, arguments: &[String]) -> GtpAnswer {
    let [side] = take(arguments, "a color")?;
    let side = color(side)?;
    Ok(match choose(session, side)? {
        None => "resign".to_owned(),
        Some(point) => {
            session.game.play(point, side).map_err(|illegal| illegal.to_string())?;
            gtp::format_vertex(point, session.game.area())
        }
    })
}

pub(super) fn reg_genmove(session: &mut GtpSession, arguments: &[String]) -> GtpAnswer {
    let [side] = take(arguments, "a color")?;
    let clock = session.clock.clone();
    let point = choose(session, color(side)?)?;
    session.clock = clock;
    Ok(point.map_or("resign".to_owned(), |point| gtp::format_vertex(point, session.game.area())))
}

/// The move of a side; none if it has none.
fn choose(session: &mut GtpSession, side: Color) -> Result<Option<Point>, String> {
    if session.game.position(side).outcome().is_some() {
        return Ok(None);
    }
    let thought = session.think(side)?;
    session.clock.spend(side, thought.elapsed);
    Ok(thought.candidates.first().map(|best| best.point))
}

pub(super) fn showboard(session: &mut GtpSession) -> String {
    let game = &session.game;
    let position = game.position(game.turn());
    let Area::Bounded { width, height } = game.area() else { return String::new() };
    let columns: String =
        (0..i32::from(width)).flat_map(|x| [' ', gtp::column_letter(x)]).collect();
    let rows = (0..i32::from(height)).map(|y| {
        let row = i32::from(height) - y;
        let cells = (0..i32::from(width)).map(|x| match position.board().cell(Point::new(x, y)) {
            Cell::Black => " X",
            Cell::White => " O",
            Cell::Empty | Cell::Edge => " .",
        });
        format!("{row:2}{} {row}\n", cells.collect::<String>())
    });
    let state = match game.outcome() {
        Some(Outcome::Won(winner)) if game.rule() == Rule::NoGo => {
            format!("{} has no move: {winner} has won", game.turn())
        }
        Some(Outcome::Won(winner)) => format!("{winner} has won"),
        Some(Outcome::Drawn) => "drawn".to_owned(),
        None => format!("{} to move", game.turn()),
    };
    let rows: Vec<String> = rows.collect();
    format!("\n  {columns}\n{}  {columns}\n{state}", rows.concat())
}

pub(super) fn final_score(session: &mut GtpSession, arguments: &[String]) -> GtpAnswer {
    let [] = take(arguments, "nothing")?;
    match session.game.outcome() {
        Some(Outcome::Won(Color::Black)) => Ok("B+R".to_owned()),
        Some(Outcome::Won(Color::White)) => Ok("W+R".to_owned()),
        Some(Outcome::Drawn) => Ok("0".to_owned()),
        None => Err("cannot score: the game is not over".to_owned()),
    }
}

/// Nothing is ever captured, so every stone is alive.
pub(super) fn final_status_list(session: &mut GtpSession, arguments: &[String]) -> GtpAnswer {
    let [status] = take(arguments, "one of alive, dead, seki")?;
    let game = &session.game;
    match status {
        "alive" => {
            let stones = game.position(game.turn()).board().stones();
            let points: Vec<Point> = stones.into_iter().map(|(point, _)| point).collect();
            Ok(vertices(&points, game.area()))
        }
        "dead" | "seki" => Ok(String::new()),
        _ => Err("syntax error: a status is alive, dead or seki".to_owned()),
    }
}

pub(super) fn time_settings(session: &mut GtpSession, arguments: &[String]) -> GtpAnswer {
    let [main, period, stones] = take(arguments, "main time, period time and stones")?;
    let (main, period) = (seconds(main)?, seconds(period)?);
    session.clock.set(main, period, number(stones, "the number of stones")?);
    Ok(String::new())
}

pub(super) fn time_left(session: &mut GtpSession, arguments: &[String]) -> GtpAnswer {
    let [side, time, stones] = take(arguments, "a color, a time and stones")?;
    let (side, time) = (color(side)?, seconds(time)?);
    session.clock.correct(side, time, number(stones, "the number of stones")?);
    Ok(String::new())
}
