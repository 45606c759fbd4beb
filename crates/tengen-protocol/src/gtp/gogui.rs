//! The extensions of `GoGui`: rules of games other than Go, and analysis that it can show.

use tengen_core::{Area, Cell, Color, Outcome, Point, Rule};

use super::{
    GtpAnswer, GtpSession,
    gtp_commands::{color, play_one, take, vertices},
};

pub(super) fn game_id(session: &mut GtpSession) -> String {
    let id = match session.game.rule() {
        Rule::NoGo => "Nogo",
        Rule::Renju => "Renju",
        Rule::Freestyle | Rule::Exact => "Gomoku",
    };
    id.to_owned()
}

pub(super) fn board(session: &mut GtpSession) -> String {
    let game = &session.game;
    let position = game.position(game.turn());
    let Area::Bounded { width, height } = game.area() else { return String::new() };
    let row = |y| {
        let cells = (0..i32::from(width)).map(|x| match position.board().cell(Point::new(x, y)) {
            Cell::Black => "X",
            Cell::White => "O",
            Cell::Empty | Cell::Edge => ".",
        });
        cells.collect::<Vec<_>>().join(" ")
    };
    (0..i32::from(height)).map(row).collect::<Vec<_>>().join("\n")
}

pub(super) fn board_size(session: &mut GtpSession) -> String {
    match session.game.area() {
        Area::Bounded { width, height } if width == height => width.to_string(),
        Area::Bounded { width, height } => format!("{width} {height}"),
        Area::Unbounded => String::new(),
    }
}

pub(super) fn legal_moves(session: &mut GtpSession) -> String {
    let game = &session.game;
    vertices(&game.position(game.turn()).legal_points(), game.area())
}

pub(super) fn side_to_move(session: &mut GtpSession) -> String {
    session.game.turn().to_string()
}

/// Empty as long as the game goes on.
pub(super) fn final_result(session: &mut GtpSession) -> String {
    match (session.game.outcome(), session.game.rule()) {
        (None, _) => String::new(),
        (Some(Outcome::Won(Color::Black)), Rule::NoGo) => {
            "Black wins: White has no legal move".to_owned()
        }
        (Some(Outcome::Won(Color::White)), Rule::NoGo) => {
            "White wins: Black has no legal move".to_owned()
        }
        (Some(Outcome::Won(Color::Black)), _) => "Black wins: five in a row".to_owned(),
        (Some(Outcome::Won(Color::White)), _) => "White wins: five in a row".to_owned(),
        (Some(Outcome::Drawn), _) => "Draw: the board is full".to_owned(),
    }
}

/// Plays all moves or none.
pub(super) fn play_sequence(session: &mut GtpSession, arguments: &[String]) -> GtpAnswer {
    let mut game = session.game.clone();
    for pair in arguments.chunks(2) {
        let [side, vertex] = take(pair, "pairs of a color and a vertex")?;
        play_one(&mut game, side, vertex)?;
    }
    session.game = game;
    Ok(String::new())
}

/// The answer to `gogui-analyze_commands`.
pub(super) const ANALYZE_COMMANDS: &str = "plist/Legal Points of Black/tengen-legal_points black
plist/Legal Points of White/tengen-legal_points white
plist/Points Legal for Both/tengen-shared_points
string/Verdict/tengen-verdict
string/Final Result/gogui-rules_final_result";

pub(super) fn legal_points(session: &mut GtpSession, arguments: &[String]) -> GtpAnswer {
    let [side] = take(arguments, "a color")?;
    let game = &session.game;
    Ok(vertices(&game.position(color(side)?).legal_points(), game.area()))
}

pub(super) fn shared_points(session: &mut GtpSession) -> String {
    let game = &session.game;
    let [black, white] = Color::ALL.map(|color| game.position(color).legal_points());
    let shared: Vec<Point> = black.into_iter().filter(|point| white.contains(point)).collect();
    vertices(&shared, game.area())
}

/// The winner with best play, if the time of a move is enough to prove it.
pub(super) fn verdict(session: &mut GtpSession, arguments: &[String]) -> GtpAnswer {
    let [] = take(arguments, "nothing")?;
    let turn = session.game.turn();
    match session.game.outcome() {
        Some(Outcome::Won(winner)) => return Ok(format!("{winner} has won")),
        Some(Outcome::Drawn) => return Ok("drawn".to_owned()),
        None => {}
    }
    let thought = session.think(turn)?;
    let chances = thought.candidates.first().map_or(0.0, |best| 100.0 * best.chances);
    Ok(match thought.wins {
        Some(wins) => format!("{} wins with best play", if wins { turn } else { !turn }),
        None => format!("not proven; the chances of {turn} are about {chances:.0} %"),
    })
}
