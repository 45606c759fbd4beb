//! `tengen botzone`: a bot for the NoGo of botzone.org.

use std::{
    io::{self, BufReader, Write},
    process::ExitCode,
    time::Duration,
};

use tengen_core::{Area, Point, Rule};
use tengen_engine::{Limits, Player};
use tengen_notation::{BOTZONE_KEEP_RUNNING, BotzoneTurn, read_botzone_turn, spell_botzone_answer};

use crate::{cli::BotzoneArgs, error::Failure};

use super::{feed::Feed, game::Game};

/// Botzone gives a second, and takes some of it to start the bot.
const TIME: Duration = Duration::from_millis(850);

/// Answers one turn, or all until the end of the input.
pub(crate) fn run(args: &BotzoneArgs) -> Result<ExitCode, Failure> {
    let (width, height) = args.size;
    let area = Area::Bounded { width, height };
    let playouts = args.thinking.playouts;
    let time = playouts.is_none().then(|| args.thinking.time.unwrap_or(TIME));
    let limits = Limits { time, nodes: playouts, ..Limits::default() };
    let mut player = Player::for_rule(Rule::NoGo, args.thinking.resources());
    let mut game = Game::new(area);
    let feed = Feed::new(BufReader::new(io::stdin()));
    let mut stdout = io::stdout().lock();
    let (mut line_number, mut turns) = (0, 0);
    while let Some(line) = feed.next() {
        line_number += 1;
        if line.trim_ascii().is_empty() {
            continue;
        }
        turns += 1;
        let wrong = |column: usize, text: String| {
            Failure::Usage(format!("stdin:{line_number}:{column}: {text}"))
        };
        let turn =
            read_botzone_turn(&line).map_err(|error| wrong(error.column(), error.to_string()))?;
        take(&mut game, &turn).map_err(|text| wrong(1, text))?;
        let (answer, debug) = answer(&mut game, &mut player, &limits)?;
        let mut text = spell_botzone_answer(answer, &debug) + "\n";
        if args.keep_running {
            text += BOTZONE_KEEP_RUNNING;
            text += "\n";
        }
        stdout
            .write_all(text.as_bytes())
            .and_then(|()| stdout.flush())
            .map_err(Failure::of_output)?;
        if !args.keep_running {
            return Ok(ExitCode::SUCCESS);
        }
    }
    if turns == 0 {
        let text =
            "stdin:1:1: there is no turn: it is a line like {\"requests\":[..],\"responses\":[..]}";
        return Err(Failure::Usage(text.to_owned()));
    }
    Ok(ExitCode::SUCCESS)
}

/// Brings the game to where the turn says it is.
fn take(game: &mut Game, turn: &BotzoneTurn) -> Result<(), String> {
    let moves = match turn {
        BotzoneTurn::Game(moves) => {
            *game = Game::new(game.area());
            moves.as_slice()
        }
        BotzoneTurn::Move(Some(point)) => std::slice::from_ref(point),
        BotzoneTurn::Move(None) if game.stones().is_empty() => &[],
        BotzoneTurn::Move(None) => return Err("there is no move in this turn".to_owned()),
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

/// Plays a move; none if there is none. The words are for whoever looks at the game later.
fn answer(
    game: &mut Game,
    player: &mut Player,
    limits: &Limits,
) -> Result<(Option<Point>, String), Failure> {
    let position = game.position(game.turn());
    if position.outcome().is_some() {
        return Ok((None, "no legal move is left".to_owned()));
    }
    let thought = player
        .think(&position, limits, &|| false, &mut |_| {})
        .map_err(|error| Failure::Usage(error.to_string()))?;
    let best = thought.candidates.first().expect("a game that is not over has a move");
    game.play(best.point, game.turn()).expect("the player knows the rules");
    let chances = match thought.wins {
        Some(true) => "wins".to_owned(),
        Some(false) => "loses".to_owned(),
        None => format!("{:.0} %", 100.0 * best.chances),
    };
    Ok((Some(best.point), format!("{chances}, {} playouts", thought.nodes)))
}
