//! What the values of properties say.

use tengen_core::{Area, Point, Rule};

/// A text without its escapes. In a `simple` one a line end is a blank.
///
/// A backslash takes away a line end that follows it, and else makes the next letter mean itself.
pub(super) fn unescape(text: &str, simple: bool) -> String {
    let line_end = if simple { ' ' } else { '\n' };
    let mut plain = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let (escaped, letter) = match letter {
            '\\' => match letters.next() {
                Some(next) => (true, next),
                None => break,
            },
            letter => (false, letter),
        };
        match letter {
            '\r' | '\n' => {
                // A line end may be two bytes, in either order.
                let other = if letter == '\r' { '\n' } else { '\r' };
                letters.next_if_eq(&other);
                if !escaped {
                    plain.push(line_end);
                }
            }
            letter => plain.push(letter),
        }
    }
    plain
}

/// The two parts of a value around its first colon that is not escaped.
pub(super) fn parts(value: &[u8]) -> Option<(&[u8], &[u8])> {
    let mut escaped = false;
    let colon = value.iter().position(|&byte| {
        let found = byte == b':' && !escaped;
        escaped = byte == b'\\' && !escaped;
        found
    })?;
    Some((&value[..colon], &value[colon + 1..]))
}

/// The point that two letters name, wherever it is: the column, and the row from the top. After z
/// comes A.
pub(super) fn point(value: &[u8]) -> Option<Point> {
    let number = |letter: u8| match letter {
        b'a'..=b'z' => Some(i32::from(letter - b'a')),
        b'A'..=b'Z' => Some(i32::from(letter - b'A') + 26),
        _ => None,
    };
    let &[column, row] = value else { return None };
    Some(Point::new(number(column)?, number(row)?))
}

/// The letters that [`point`] reads.
pub(super) fn letters(point: Point) -> Option<[u8; 2]> {
    let letter = |number: i32| match u8::try_from(number).ok()? {
        small @ 0..26 => Some(b'a' + small),
        large @ 26..52 => Some(b'A' + large - 26),
        _ => None,
    };
    Some([letter(point.x)?, letter(point.y)?])
}

/// Whether a move to this point is a pass: on boards of up to 19 points a side `tt` is.
pub(super) fn is_pass(point: Point, area: Option<Area>) -> bool {
    let small = match area {
        Some(Area::Bounded { width, height }) => width.max(height) <= 19,
        Some(Area::Unbounded) => false,
        None => true,
    };
    small && point == Point::new(19, 19)
}

/// The size of a board: `15` or `20:12`.
pub(super) fn size(value: &[u8]) -> Option<Area> {
    let side = |text: &[u8]| {
        let number = crate::move_lists::number(text.trim_ascii())?;
        u16::try_from(number).ok().filter(|&side| side > 0)
    };
    let (width, height) = parts(value).unwrap_or((value, value));
    Some(Area::Bounded { width: side(width)?, height: side(height)? })
}

/// The rule that a value of `RU` names. Those of renju are its opening rules.
pub(super) fn rule(value: &str) -> Option<Rule> {
    const NAMES: [(Rule, &[&str]); 4] = [
        (
            Rule::Freestyle,
            &["freestyle", "free", "free style", "gomoku", "free-style", "无禁", "无禁手"],
        ),
        (Rule::Exact, &["exact", "standard", "exact five", "standard gomoku"]),
        (
            Rule::Renju,
            &[
                "renju",
                "rif",
                "sakata",
                "yamaguchi",
                "soosorv",
                "soosyrv",
                "soosyrv-8",
                "soosõrv",
                "soosõrv-8",
                "taraguchi",
                "taraguchi-10",
                "tarannikov",
                "yamagucci",
                "有禁",
                "有禁手",
            ],
        ),
        (Rule::NoGo, &["nogo", "no go", "anti-go", "不围棋"]),
    ];
    if let Some(rule) = Rule::ALL.into_iter().find(|rule| rule.name() == value) {
        return Some(rule); // Hot: as we write it.
    }
    let name = value.trim().to_lowercase();
    NAMES.iter().find(|(_, names)| names.contains(&name.as_str())).map(|&(rule, _)| rule)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_name_fifty_two_rows() {
        for x in 0..52 {
            let point_there = Point::new(x, 51 - x);
            assert_eq!(point(&letters(point_there).unwrap()), Some(point_there));
        }
        assert_eq!(letters(Point::new(25, 26)), Some(*b"zA"));
        assert_eq!(letters(Point::new(52, 0)), None);
        assert_eq!(letters(Point::new(0, -1)), None);
        for odd in [&b""[..], b"a", b"aaa", b"a1", b"a ", b"\xE4\xB8"] {
            assert_eq!(point(odd), None);
        }
    }

    #[test]
    fn escapes_and_soft_line_ends_are_taken_away() {
        assert_eq!(unescape("a\\]b\\\\c\\:d\\e", false), "a]b\\c:de");
        assert_eq!(
            unescape("one\\\ntwo\\\r\nthree\nfour\r\nfive\rsix\n\rseven", false),
            "onetwothree\nfour\nfive\nsix\nseven"
        );
        assert_eq!(unescape("two\nlines", true), "two lines");
        assert_eq!(unescape("cut\\", false), "cut");
    }

    #[test]
    fn sizes_have_one_side_or_two() {
        assert_eq!(size(b"15"), Some(Area::square(15)));
        assert_eq!(size(b" 20:12 "), Some(Area::Bounded { width: 20, height: 12 }));
        for odd in [&b""[..], b"0", b"15:", b"70000", b"x", b"-1", b"5:0"] {
            assert_eq!(size(odd), None);
        }
    }
}
