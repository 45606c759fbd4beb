//! The Smart Game Format, FF\[4\]: writing.

use std::fmt::Write as _;

use tengen_core::{Area, Color, Point, Rule};

use crate::{Manner, Played, SGF_MAX_SIDE};

/// A game as one tree, on as many lines as it takes, with a line end.
///
/// Five-in-a-row is game 4. `NoGo` has no number, and as others write it, it has no `GM` at all.
///
/// ```
/// use tengen_core::{Area, Color, Point, Rule};
/// use tengen_notation::{Manner, Played, spell_sgf};
///
/// let record = Played {
///     rule: Rule::Renju,
///     area: Area::square(15),
///     number: 3,
///     black: "a [new] brain",
///     white: "b",
///     moves: &[Point::new(7, 7), Point::new(8, 6)],
///     times: &[],
///     opening: 1,
///     winner: Some(Color::White),
///     manner: Manner::Time,
///     ending: "took too long for a move",
/// };
/// assert_eq!(spell_sgf(&record), "(;FF[4]GM[4]CA[UTF-8]AP[Tengen:0.1.0]SZ[15]RU[renju]RO[3]\
///     PB[a [new\\] brain]PW[b]RE[W+T]GC[took too long for a move]\n;B[hh];W[ig])\n");
/// ```
///
/// # Panics
///
/// If a side of the board is longer than [`SGF_MAX_SIDE`].
pub fn spell_sgf(record: &Played) -> String {
    let Area::Bounded { width, height } = record.area else { panic!("this board has no edges") };
    assert!(width.max(height) <= SGF_MAX_SIDE, "SGF has no letters for a {} board", record.area);
    let size = if width == height { width.to_string() } else { format!("{width}:{height}") };
    let game = if record.rule == Rule::NoGo { "" } else { "GM[4]" };
    let mut text = format!(
        "(;FF[4]{game}CA[UTF-8]AP[Tengen:{}]SZ[{size}]RU[{}]RO[{}]PB[{}]PW[{}]RE[{}]GC[{}]",
        env!("CARGO_PKG_VERSION"),
        record.rule,
        record.number,
        simple_text(record.black),
        simple_text(record.white),
        result(record),
        simple_text(record.ending),
    );
    for (number, &point) in record.moves.iter().enumerate() {
        let color = if number % 2 == 0 { 'B' } else { 'W' };
        let gap = if number % 10 == 0 { "\n" } else { "" };
        let _ = write!(text, "{gap};{color}[{}]", letters(point));
        if let Some(time) = record.times.get(number).filter(|_| number >= record.opening) {
            let _ = write!(text, "C[{} ms]", time.as_millis());
        }
    }
    text.push_str(")\n");
    text
}

fn result(record: &Played) -> String {
    let color = match record.winner {
        None => return "Draw".to_owned(),
        Some(Color::Black) => 'B',
        Some(Color::White) => 'W',
    };
    let manner = match record.manner {
        Manner::Board | Manner::Unsaid => "",
        Manner::Resignation => "R",
        Manner::Time => "T",
        Manner::Foul | Manner::Illegal | Manner::Crash | Manner::Forfeit => "F",
    };
    format!("{color}+{manner}")
}

/// Two letters: the column, and the row from the top. After z comes A.
fn letters(point: Point) -> String {
    let letter = |number: i32| match number as u8 {
        small @ 0..26 => char::from(b'a' + small),
        large => char::from(b'A' + large - 26),
    };
    [letter(point.x), letter(point.y)].iter().collect()
}

/// A text that cannot end its value, and is on one line.
fn simple_text(text: &str) -> String {
    let mut safe = String::new();
    for letter in text.chars() {
        match letter {
            '\\' | ']' => safe.extend(['\\', letter]),
            letter if letter.is_control() => safe.push(' '),
            letter => safe.push(letter),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn moves_are_told_with_their_times_but_for_the_opening() {
        let moves: Vec<Point> = (0..12).map(|x| Point::new(x, 2 * x)).collect();
        let record = Played {
            rule: Rule::NoGo,
            area: Area::Bounded { width: 12, height: 30 },
            number: 1,
            black: "back\\slash",
            white: "two\nlines",
            moves: &moves,
            times: &[Duration::from_millis(7); 12],
            opening: 10,
            winner: None,
            manner: Manner::Board,
            ending: "",
        };
        let text = spell_sgf(&record);
        let (head, body) = text.split_once("GC[]\n").unwrap();
        assert!(head.starts_with("(;FF[4]CA[UTF-8]"), "{head}");
        assert!(head.ends_with("SZ[12:30]RU[nogo]RO[1]PB[back\\\\slash]PW[two lines]RE[Draw]"));
        let (opening, rest) = body.split_once('\n').unwrap();
        assert!(opening.starts_with(";B[aa];W[bc]") && opening.ends_with(";W[js]"), "{opening}");
        assert_eq!(rest, ";B[ku]C[7 ms];W[lw]C[7 ms])\n");
    }

    #[test]
    fn there_are_letters_for_fifty_two_rows() {
        assert_eq!(letters(Point::new(25, 26)), "zA");
        assert_eq!(letters(Point::new(51, 0)), "Za");
    }
}
