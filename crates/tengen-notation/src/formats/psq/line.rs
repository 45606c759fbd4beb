//! One line of moves: `x,y,milliseconds`.

use tengen_core::Point;

/// A move with its time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PsqMove {
    pub(super) point: Point,
    /// In milliseconds; may be missing, and may be less than nothing.
    pub(super) time: Option<i64>,
}

/// Reads a line without blanks around it. Columns and rows count from `base`.
pub(super) fn plain_move(line: &[u8], base: i32) -> Option<PsqMove> {
    let line = std::str::from_utf8(line).ok()?;
    let number = |field: &str| {
        let field = field.trim_matches([' ', '\t']);
        let digits = field.strip_prefix('-').unwrap_or(field);
        let usual = !digits.is_empty() && digits.len() <= 9;
        let usual = usual && digits.bytes().all(|byte| byte.is_ascii_digit());
        usual.then(|| field.parse::<i64>().ok()).flatten()
    };
    let mut fields = line.split(',').map(number);
    let (x, y) = (fields.next()??, fields.next()??);
    let time = match fields.next() {
        None => None,
        Some(time) => Some(time?),
    };
    if fields.next().is_some() {
        return None;
    }
    Some(PsqMove { point: Point::new(x as i32 - base, y as i32 - base), time })
}

/// Hot: reads lines from `at` on as long as they are spelled as usual, three numbers with commas between
/// them and a line end; where the first other line begins.
#[inline]
pub(super) fn quick_lines(
    text: &[u8],
    mut at: usize,
    base: i32,
    mut play: impl FnMut(PsqMove),
) -> usize {
    while let Some((x, next)) = quick_number(text, at, b",")
        && let Some((y, next)) = quick_number(text, next, b",")
        && let Some((time, next)) =
            quick_number(text, next, b"\n").or_else(|| quick_number(text, next, b"\r\n"))
    {
        play(PsqMove { point: Point::new(x - base, y - base), time: Some(i64::from(time)) });
        at = next;
    }
    at
}

/// Hot: the number of up to nine digits that stands at `at` before `end`, and where that ends.
#[inline]
fn quick_number(text: &[u8], at: usize, end: &[u8]) -> Option<(i32, usize)> {
    let mut number = 0;
    for (length, &byte) in text.get(at..)?.iter().take(10).enumerate() {
        let digit = byte.wrapping_sub(b'0');
        if digit < 10 {
            if length == 9 {
                return None;
            }
            number = 10 * number + i32::from(digit);
        } else {
            let ends = length > 0 && text[at + length..].starts_with(end);
            return ends.then_some((number, at + length + end.len()));
        }
    }
    None
}

/// Whether a line that is no move was meant to be one.
pub(super) fn is_move_like(line: &[u8]) -> bool {
    let mark =
        |byte: &u8| byte.is_ascii_digit() || matches!(byte, b',' | b'-' | b'.' | b' ' | b'\t');
    line.contains(&b',') && line.iter().all(mark)
}

/// Whether a line is the number that follows the names.
pub(super) fn is_code(line: &[u8]) -> bool {
    let digits = line.strip_prefix(b"-").unwrap_or(line);
    !digits.is_empty() && digits.iter().all(u8::is_ascii_digit)
}

#[cfg(test)]
mod tests {
    use tengen_core::Rng;

    use super::*;

    /// Checks that a line is read the quick way as the plain way reads it, with either line end; whether it is.
    fn check_quick(line: &[u8]) -> bool {
        let mut found = None;
        for end in [&b"\n"[..], b"\r\n"] {
            let text = [line, end, b"1,1,1"].concat();
            found = None;
            let at = quick_lines(&text, 0, 1, |read| found = Some(read));
            assert_eq!(at, if found.is_some() { line.len() + end.len() } else { 0 }, "{line:?}");
            assert!(found.is_none() || found == plain_move(line, 1), "{line:?}");
        }
        found.is_some()
    }

    #[test]
    fn lines_are_moves_or_not() {
        let at = |x, y, time| Some(PsqMove { point: Point::new(x, y), time });
        for (line, expected) in [
            ("16,17,0", at(15, 16, Some(0))),
            ("1,20,4976", at(0, 19, Some(4976))),
            ("16,17", at(15, 16, None)),
            (" 16 , 17 , -3", at(15, 16, Some(-3))),
            ("-1,0,0", at(-2, -1, Some(0))),
            ("007,8,9", at(6, 7, Some(9))),
            ("999999999,1,1", at(999_999_998, 0, Some(1))),
            ("1234567890,1,1", None),
            ("", None),
            ("-1", None),
            ("1,", None),
            ("1,,2", None),
            (",1,2", None),
            ("1,2,", None),
            ("1,2,3,4", None),
            ("1,2,x", None),
            ("--1,2,3", None),
            ("+1,2,3", None),
            ("1,Fastgame", None),
        ] {
            assert_eq!(plain_move(line.as_bytes(), 1), expected, "{line}");
            check_quick(line.as_bytes());
        }
        assert_eq!(plain_move(b"0,0,0", 0), at(0, 0, Some(0)));
    }

    #[test]
    fn both_ways_agree_on_any_line() {
        let mut rng = Rng::new(7);
        let mut quick = 0;
        for _ in 0..200_000 {
            let line: Vec<u8> =
                (0..rng.below(16)).map(|_| b"0123456789,,,,-- x"[rng.below(18)]).collect();
            quick += usize::from(check_quick(&line));
        }
        assert!(quick > 100, "{quick} lines are spelled as usual");
    }
}
