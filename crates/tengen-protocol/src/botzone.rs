//! A bot for the NoGo of botzone.org: a turn of JSON in, a move as JSON out.

use std::{
    io::{self, Read, Write},
    time::Duration,
};

use tengen_core::{Area, Point, Rule};
use tengen_engine::{Limits, Player, Resources};
use tengen_notation::botzone;
use thiserror::Error;

use crate::{input_lines::Urgency, protocol_session::ProtocolSession, stone_game::StoneGame};

/// Maximum length of a line, in bytes.
const MAX_LINE: usize = 1 << 20;

/// The options of a Botzone session.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct BotzoneOptions {
    /// The board.
    pub area: Area,
    /// Time for a move.
    pub time: Duration,
    /// Number of playouts of a move instead of a time.
    pub playouts: Option<u64>,
    /// Threads, memory and seed of the player.
    pub resources: Resources,
    /// Whether to ask to be kept running, and to answer all turns of the input instead of one.
    pub keep_running: bool,
    /// Whether the first move of the game is not to be in the center of the board.
    pub spares_center: bool,
}

impl Default for BotzoneOptions {
    /// A 9x9 board and 0.85 seconds for a move: Botzone gives a second, and takes some of it to start the
    /// bot.
    fn default() -> BotzoneOptions {
        BotzoneOptions {
            area: Area::square(9),
            time: Duration::from_millis(850),
            playouts: None,
            resources: Resources::default(),
            keep_running: false,
            spares_center: false,
        }
    }
}

/// Why a session ended early.
#[derive(Error, Debug)]
#[non_exhaustive]
pub enum BotzoneSessionError {
    /// A line is no turn, or no turn that can be played.
    #[error("{line}:{column}: {message}")]
    Input {
        /// The line, from 1.
        line: usize,
        /// The column in bytes, from 1.
        column: usize,
        /// What is wrong.
        message: String,
    },
    /// The player cannot play on this board.
    #[error("{0}")]
    Player(String),
    /// The answer cannot be written.
    #[error(transparent)]
    Output(#[from] io::Error),
}

/// Answers one turn, or all until the end of the input.
///
/// ```
/// use tengen_protocol::botzone::{self, BotzoneOptions};
/// let mut options = BotzoneOptions::default();
/// options.playouts = Some(10);
/// let turn = r#"{"requests":[{"x":-1,"y":-1}],"responses":[]}"#;
/// let mut output = Vec::new();
/// botzone::run(&options, turn.as_bytes(), &mut output)?;
/// assert!(output.starts_with(br#"{"response":{"x":"#));
/// # Ok::<(), botzone::BotzoneSessionError>(())
/// ```
///
/// # Errors
///
/// If a turn cannot be read or played, or the output cannot be written.
pub fn run(
    options: &BotzoneOptions,
    input: impl Read + Send + 'static,
    output: &mut dyn Write,
) -> Result<(), BotzoneSessionError> {
    let playouts = options.playouts;
    let time = playouts.is_none().then_some(options.time);
    let limits = Limits { time, nodes: playouts, ..Limits::default() };
    let mut player = Player::for_rule(Rule::NoGo, options.resources);
    let mut game = StoneGame::new(Rule::NoGo, options.area);
    let mut io = ProtocolSession::new(input, output, MAX_LINE, |_| Urgency::None);
    let (mut line_number, mut turns) = (0, 0);
    while let Some(line) = io.next_line() {
        line_number += 1;
        if line.bytes.trim_ascii().is_empty() {
            continue;
        }
        turns += 1;
        let wrong =
            |column, message| BotzoneSessionError::Input { line: line_number, column, message };
        let turn = botzone::BotzoneTurn::parse(&line.bytes)
            .map_err(|error| wrong(error.column(), error.to_string()))?;
        apply(&mut game, &turn).map_err(|message| wrong(1, message))?;
        let barred = options.spares_center.then(|| center(options.area)).flatten();
        let (answer, debug) = answer(&mut game, &mut player, &limits, barred)?;
        let mut text = botzone::format_response(answer, &debug) + "\n";
        if options.keep_running {
            text += botzone::KEEP_RUNNING;
            text += "\n";
        }
        io.say(&text)?;
        if !options.keep_running {
            return Ok(());
        }
    }
    if turns == 0 {
        let message = "there is no turn: it is a line like {\"requests\":[..],\"responses\":[..]}";
        return Err(BotzoneSessionError::Input { line: 1, column: 1, message: message.to_owned() });
    }
    Ok(())
}

/// Brings the game to the position of the turn.
fn apply(game: &mut StoneGame, turn: &botzone::BotzoneTurn) -> Result<(), String> {
    let moves = match turn {
        botzone::BotzoneTurn::Game(moves) => {
            *game = StoneGame::new(game.rule(), game.area());
            moves.as_slice()
        }
        botzone::BotzoneTurn::Move(Some(point)) => std::slice::from_ref(point),
        botzone::BotzoneTurn::Move(None) if game.stones().is_empty() => &[],
        botzone::BotzoneTurn::Move(None) => return Err("there is no move in this turn".to_owned()),
    };
    for &point in moves {
        let Point { x, y } = point;
        game.play(point, game.turn()).map_err(|illegal| {
            let number = game.stones().len() + 1;
            format!("move {number}, {{\"x\":{x},\"y\":{y}}}, cannot be played: {illegal}")
        })?;
    }
    Ok(())
}

/// The point in the center of a board that has one.
fn center(area: Area) -> Option<Point> {
    let Area::Bounded { width, height } = area else { return None };
    let is_odd = width % 2 == 1 && height % 2 == 1;
    is_odd.then(|| Point::new(i32::from(width / 2), i32::from(height / 2)))
}

/// Plays a move; `None` if there is none. The first move of a game is not `barred`. The text is for the debug field of
/// the answer.
fn answer(
    game: &mut StoneGame,
    player: &mut Player,
    limits: &Limits,
    barred: Option<Point>,
) -> Result<(Option<Point>, String), BotzoneSessionError> {
    let position = game.position(game.turn());
    if position.outcome().is_some() {
        return Ok((None, "no legal move is left".to_owned()));
    }
    let thought = player
        .think(&position, limits, &|| false, &mut |_| {})
        .map_err(|error| BotzoneSessionError::Player(error.to_string()))?;
    let barred = barred.filter(|_| game.stones().is_empty());
    let mut candidates = thought.candidates.iter();
    let best = candidates.find(|candidate| Some(candidate.point) != barred);
    let best =
        best.expect("a game that is not over has a move, and more than one if a point is barred");
    game.play(best.point, game.turn()).expect("the player knows the rules");
    let chances = match thought.wins {
        Some(true) => "wins".to_owned(),
        Some(false) => "loses".to_owned(),
        None => format!("{:.0} %", 100.0 * best.chances),
    };
    Ok((Some(best.point), format!("{chances}, {} playouts", thought.nodes)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The answer to a turn on a board of one row.
    fn answer_to(turn: &'static str, width: u16, spares_center: bool) -> String {
        let options = BotzoneOptions {
            area: Area::Bounded { width, height: 1 },
            playouts: Some(50),
            spares_center,
            ..BotzoneOptions::default()
        };
        let mut output = Vec::new();
        run(&options, turn.as_bytes(), &mut output).unwrap();
        String::from_utf8(output).unwrap()
    }

    #[test]
    fn the_center_is_spared_by_the_first_move_alone() {
        // On three points in a row, the center wins at once.
        let first = r#"{"requests":[{"x":-1,"y":-1}],"responses":[]}"#;
        let center = r#"{"response":{"x":1,"y":0},"#;
        assert!(answer_to(first, 3, false).starts_with(center));
        assert!(!answer_to(first, 3, true).starts_with(center));
        // On five it does when both ends are taken.
        let later = r#"{"requests":[{"x":-1,"y":-1},{"x":4,"y":0}],"responses":[{"x":0,"y":0}]}"#;
        for spares_center in [false, true] {
            let said = answer_to(later, 5, spares_center);
            assert!(said.starts_with(r#"{"response":{"x":2,"y":0},"debug":"wins"#), "{said}");
        }
    }

    #[test]
    fn only_boards_with_odd_sides_have_a_center() {
        assert_eq!(center(Area::square(9)), Some(Point::new(4, 4)));
        assert_eq!(center(Area::Bounded { width: 7, height: 5 }), Some(Point::new(3, 2)));
        assert_eq!(center(Area::Bounded { width: 9, height: 8 }), None);
    }
}
