//! The small words: numbers, points, and what a line is made of.

use std::fmt::Write;

use tengen_core::Point;

/// The longest line that is read; the rest of a longer one is not looked at.
pub(super) const MAX_LENGTH: usize = 16 * 1024;

/// The text of a line: without what a terminal or a file may put around it.
pub(super) fn text_of(line: &[u8]) -> String {
    let line = &line[..line.len().min(MAX_LENGTH)];
    let line = line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line);
    let text: String = String::from_utf8_lossy(line)
        .chars()
        .map(|letter| if letter.is_control() || letter.is_whitespace() { ' ' } else { letter })
        .collect();
    text.trim().to_owned()
}

/// The first characters of a word, for messages.
pub(super) fn shown(word: &str) -> String {
    word.chars().take(20).collect()
}

/// Numbers with commas between them; blanks may be around each.
pub(super) fn numbers(text: &str) -> Option<Vec<i32>> {
    text.split(',').map(|word| word.trim().parse().ok()).collect()
}

/// A point: two numbers.
pub(super) fn point(text: &str) -> Option<Point> {
    match numbers(text)?[..] {
        [x, y] => Some(Point::new(x, y)),
        _ => None,
    }
}

/// Spells a point: column and row, counted from 0 at the top left.
///
/// ```
/// use tengen_core::Point;
/// use tengen_notation::gomocup::format_point;
/// assert_eq!(format_point(Point::new(10, 3)), "10,3");
/// ```
pub fn format_point(point: Point) -> String {
    format!("{},{}", point.x, point.y)
}

/// Spells several points, as an answer to `SWAP2BOARD` or `yxbalancetwo` has them.
///
/// ```
/// use tengen_core::Point;
/// use tengen_notation::gomocup::format_points;
/// assert_eq!(format_points(&[Point::new(7, 7), Point::new(8, 6)]), "7,7 8,6");
/// ```
pub fn format_points(points: &[Point]) -> String {
    let words: Vec<String> = points.iter().copied().map(format_point).collect();
    words.join(" ")
}

/// Spells the answer to `yxshowforbid`: two digits for each column and row, and a full stop.
///
/// ```
/// use tengen_core::Point;
/// use tengen_notation::gomocup::format_fouls;
/// assert_eq!(format_fouls(&[Point::new(9, 12), Point::new(10, 11)]), "FORBID 09121011.");
/// assert_eq!(format_fouls(&[]), "FORBID .");
/// ```
pub fn format_fouls(points: &[Point]) -> String {
    let mut line = "FORBID ".to_owned();
    for Point { x, y } in points {
        // Writing to a string cannot fail.
        let _ = write!(line, "{x:02}{y:02}");
    }
    line.push('.');
    line
}
