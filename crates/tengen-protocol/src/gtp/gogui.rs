//! The extensions of `GoGui`: rules of games other than Go, and analysis that it can show.

use tengen_core::{Area, Cell, Color, Point};

use super::{
    GtpAnswer, GtpSession,
    gtp_commands::{color, play_one, take, vertices},
};

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
    match session.game.winner() {
        None => String::new(),
        Some(Color::Black) => "Black wins: White has no legal move".to_owned(),
        Some(Color::White) => "White wins: Black has no legal move".to_owned(),
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
    if let Some(winner) = session.game.winner() {
        return Ok(format!("{winner} has won"));
    }
    let thought = session.think(turn)?;
    let chances = thought.candidates.first().map_or(0.0, |best| 100.0 * best.chances);
    Ok(match thought.wins {
        Some(wins) => format!("{} wins with best play", if wins { turn } else { !turn }),
        None => format!("not proven; the chances of {turn} are about {chances:.0} %"),
    })
}
