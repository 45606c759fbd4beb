//! The records of Gomocup (`.psq`): writing.

use std::{fmt::Write as _, time::Duration};

use tengen_core::{Area, Color};

use crate::Played;

/// A game with its moves, their times in milliseconds, who played and who won.
///
/// The last line is the winner, 1 for who moved first, 2 for the other and 0 for a draw, and what
/// the game was part of. As in Gomocup, a move that cost the game is not among the moves.
///
/// ```
/// use std::time::Duration;
/// use tengen_core::{Area, Color, Point, Rule};
/// use tengen_notation::{Manner, Played, spell_psq};
///
/// let record = Played {
///     rule: Rule::Freestyle,
///     area: Area::square(20),
///     number: 1,
///     black: "first",
///     white: "second",
///     moves: &[Point::new(15, 15), Point::new(16, 0)],
///     times: &[Duration::ZERO, Duration::from_millis(42)],
///     opening: 1,
///     winner: Some(Color::White),
///     manner: Manner::Board,
///     ending: "five in a row",
/// };
/// assert_eq!(
///     spell_psq(&record, "match"),
///     "Piskvorky 20x20, 11:11, 0\n16,16,0\n17,1,42\nfirst\nsecond\n-1\n2,match\n",
/// );
/// ```
///
/// # Panics
///
/// If the board has no edges.
pub fn spell_psq(record: &Played, event: &str) -> String {
    let Area::Bounded { width, height } = record.area else { panic!("this board has no edges") };
    let mut text = format!("Piskvorky {width}x{height}, 11:11, 0\n");
    for (number, point) in record.moves.iter().enumerate() {
        let time = record.times.get(number).map_or(0, Duration::as_millis);
        let _ = writeln!(text, "{},{},{time}", point.x + 1, point.y + 1);
    }
    let winner = match record.winner {
        None => 0,
        Some(Color::Black) => 1,
        Some(Color::White) => 2,
    };
    let (black, white) = (one_line(record.black), one_line(record.white));
    let _ = write!(text, "{black}\n{white}\n-1\n{winner},{}\n", one_line(event));
    text
}

/// A text on one line.
fn one_line(text: &str) -> String {
    text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect()
}
