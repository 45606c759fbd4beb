//! Which points are in play, and what they are called.

use std::{fmt, str::FromStr};

use crate::Point;

/// Which points are in play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Area {
    /// `0..width` by `0..height`.
    Bounded {
        /// The number of columns.
        width: u16,
        /// The number of rows.
        height: u16,
    },
    /// A board without edges.
    Unbounded,
}

impl Area {
    /// How far from the origin an unbounded board goes: beyond what any input asks for (10^9), and
    /// near enough that the way from one end to the other and a few steps more fits into an `i32`.
    pub const REACH: i32 = (1 << 30) - 8;

    /// A square board.
    pub const fn square(side: u16) -> Area {
        Area::Bounded { width: side, height: side }
    }

    /// Whether `point` is in play.
    #[inline]
    pub fn contains(self, point: Point) -> bool {
        match self {
            Area::Bounded { width, height } => {
                (point.x as u32) < u32::from(width) && (point.y as u32) < u32::from(height)
            }
            Area::Unbounded => {
                (-Area::REACH..=Area::REACH).contains(&point.x)
                    && (-Area::REACH..=Area::REACH).contains(&point.y)
            }
        }
    }

    /// The number of points in play, if there is an end to them.
    pub fn size(self) -> Option<usize> {
        match self {
            Area::Bounded { width, height } => Some(usize::from(width) * usize::from(height)),
            Area::Unbounded => None,
        }
    }

    /// Every point in play in reading order; none on a board without edges.
    ///
    /// ```
    /// use tengen_core::{Area, Point};
    /// let points: Vec<Point> = Area::square(2).points().collect();
    /// assert!(points.is_sorted());
    /// assert_eq!(points[1], Point::new(1, 0));
    /// ```
    pub fn points(self) -> impl Iterator<Item = Point> {
        let (width, height) = match self {
            Area::Bounded { width, height } => (i32::from(width), i32::from(height)),
            Area::Unbounded => (0, 0),
        };
        (0..height).flat_map(move |y| (0..width).map(move |x| Point::new(x, y)))
    }

    /// What players call `point`: a letter for the column, a number for the row **from the
    /// bottom**. A board without edges has no bottom and says `(x,y)`.
    ///
    /// ```
    /// use tengen_core::{Area, Point};
    /// assert_eq!(Area::square(15).name(Point::new(7, 7)), "h8");
    /// assert_eq!(Area::square(15).name(Point::new(0, 0)), "a15");
    /// assert_eq!(Area::square(30).name(Point::new(27, 29)), "ab1");
    /// assert_eq!(Area::Unbounded.name(Point::new(-2, 5)), "(-2,5)");
    /// ```
    pub fn name(self, point: Point) -> String {
        match self {
            Area::Bounded { height, .. } => {
                let mut name = column_name(point.x);
                push_number(&mut name, i32::from(height) - point.y);
                name
            }
            Area::Unbounded => format!("({},{})", point.x, point.y),
        }
    }

    /// The [names](Area::name) of points.
    ///
    /// ```
    /// use tengen_core::{Area, Point};
    /// let points = [Point::new(7, 7), Point::new(0, 0)];
    /// assert_eq!(Area::square(15).names(&points).join(" "), "h8 a15");
    /// ```
    pub fn names<'a>(self, points: impl IntoIterator<Item = &'a Point>) -> Vec<String> {
        points.into_iter().map(|&point| self.name(point)).collect()
    }

    /// The points of these names, with or without blanks between them.
    ///
    /// ```
    /// use tengen_core::{Area, Point};
    ///
    /// let area = Area::square(15);
    /// assert_eq!(area.parse_points("h8i9"), Ok(vec![Point::new(7, 7), Point::new(8, 6)]));
    /// assert_eq!(area.parse_points("h8 i9"), area.parse_points("h8i9"));
    /// assert!(area.parse_points("h8 z9").is_err() && area.parse_points("8h").is_err());
    /// ```
    ///
    /// # Errors
    ///
    /// If a name names no point of this area.
    pub fn parse_points(self, names: &str) -> Result<Vec<Point>, NameError> {
        let mut points = Vec::new();
        for word in names.split_whitespace() {
            let mut rest = word;
            while !rest.is_empty() {
                let letters = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
                let digits = rest.bytes().skip(letters).take_while(u8::is_ascii_digit).count();
                // What is no name at all is shown as it is.
                let length = if letters * digits > 0 { letters + digits } else { rest.len() };
                let (name, after) = rest.split_at(length);
                points.push(self.point(name)?);
                rest = after;
            }
        }
        Ok(points)
    }

    /// The point that players call `name`, in either case.
    ///
    /// ```
    /// use tengen_core::{Area, Point};
    /// assert_eq!(Area::square(15).point("H8"), Ok(Point::new(7, 7)));
    /// assert_eq!(
    ///     Area::square(15).point("q3").unwrap_err().to_string(),
    ///     "point \"q3\" is outside the 15x15 board (a1 to o15)",
    /// );
    /// ```
    ///
    /// # Errors
    ///
    /// If `name` names no point of this area.
    pub fn point(self, name: &str) -> Result<Point, NameError> {
        let error = |kind| NameError { name: name.chars().take(16).collect(), area: self, kind };
        let point = match self {
            Area::Bounded { height, .. } => {
                let letters = name.bytes().take_while(u8::is_ascii_alphabetic).count();
                let (column, row) = name.split_at(letters);
                let digits = row.bytes().all(|b| b.is_ascii_digit());
                if !(1..=4).contains(&letters) || !digits || !(1..=5).contains(&row.len()) {
                    return Err(error(NameErrorKind::Spelling));
                }
                let x = column.bytes().fold(0, |x, letter| {
                    26 * x + i32::from(letter.to_ascii_lowercase() - b'a') + 1
                }) - 1;
                let row: i32 = row.parse().map_err(|_| error(NameErrorKind::Spelling))?;
                Point::new(x, i32::from(height) - row)
            }
            Area::Unbounded => {
                let pair = name.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
                let pair = pair.and_then(|pair| pair.split_once(','));
                let number = |text: &str| text.trim().parse::<i32>().ok();
                match pair.map(|(x, y)| (number(x), number(y))) {
                    Some((Some(x), Some(y))) => Point::new(x, y),
                    _ => return Err(error(NameErrorKind::Spelling)),
                }
            }
        };
        if self.contains(point) { Ok(point) } else { Err(error(NameErrorKind::Outside)) }
    }
}

/// The letters of a column: `a` to `z`, then `aa`, `ab`, …
fn column_name(x: i32) -> String {
    let letter = |number: i32| char::from(b'a' + number as u8);
    // Room for the row as well: a point of a usual board is named at the cost of one allocation.
    let mut name = String::with_capacity(8);
    if (0..26).contains(&x) {
        name.push(letter(x));
        return name;
    }
    let mut letters = Vec::new();
    let mut rest = x + 1;
    while rest > 0 {
        rest -= 1;
        letters.push(letter(rest % 26));
        rest /= 26;
    }
    name.extend(letters.iter().rev());
    name
}

/// Adds a number in decimal. Hot: the numbers of usual rows do without the machinery of formatting.
fn push_number(text: &mut String, number: i32) {
    let digit = |digit: i32| char::from(b'0' + digit as u8);
    match number {
        0..10 => text.push(digit(number)),
        10..100 => text.extend([digit(number / 10), digit(number % 10)]),
        _ => text.push_str(&number.to_string()),
    }
}

impl fmt::Display for Area {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Area::Bounded { width, height } => write!(f, "{width}x{height}"),
            Area::Unbounded => f.write_str("infinite"),
        }
    }
}

impl FromStr for Area {
    type Err = ParseAreaError;

    /// Reads `15x15`, `20x12`, `15` (a square) or `infinite`.
    fn from_str(text: &str) -> Result<Area, ParseAreaError> {
        if text == "infinite" {
            return Ok(Area::Unbounded);
        }
        let (width, height) = text.split_once(['x', 'X']).unwrap_or((text, text));
        let side = |side: &str| match side.parse::<u16>() {
            Ok(number) if number > 0 && !side.starts_with('+') => Ok(number),
            _ => Err(ParseAreaError),
        };
        Ok(Area::Bounded { width: side(width)?, height: side(height)? })
    }
}

/// The text is not the size of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseAreaError;

impl fmt::Display for ParseAreaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a board size; write 15x15, 20x12 or infinite")
    }
}

impl std::error::Error for ParseAreaError {}

/// The text names no point of the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NameError {
    name: String,
    area: Area,
    kind: NameErrorKind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum NameErrorKind {
    Spelling,
    Outside,
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NameError { name, area, kind } = self;
        match (kind, area) {
            (NameErrorKind::Spelling, Area::Bounded { .. }) => {
                write!(f, "{name:?} is not a point; write a letter and a number, like h8")
            }
            (NameErrorKind::Spelling, Area::Unbounded) => {
                write!(f, "{name:?} is not a point; write two numbers, like (3,-4)")
            }
            (NameErrorKind::Outside, Area::Bounded { width, .. }) => {
                let last = area.name(Point::new(i32::from(*width) - 1, 0));
                write!(f, "point {name:?} is outside the {area} board (a1 to {last})")
            }
            (NameErrorKind::Outside, Area::Unbounded) => {
                write!(f, "point {name:?} is more than {} from the origin", Area::REACH)
            }
        }
    }
}

impl std::error::Error for NameError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_leads_back_to_its_point() {
        let long = Area::Bounded { width: u16::MAX, height: 2 };
        let high = Area::Bounded { width: 2, height: u16::MAX };
        for area in [Area::square(15), long, high] {
            for point in area.points() {
                assert_eq!(area.point(&area.name(point)), Ok(point));
            }
        }
        let point = Point::new(-1_000_000_000, 7);
        assert_eq!(Area::Unbounded.point(&Area::Unbounded.name(point)), Ok(point));
    }

    #[test]
    fn rows_count_from_the_bottom_and_columns_from_the_left() {
        let area = Area::Bounded { width: 7, height: 4 };
        assert_eq!(area.point("a1"), Ok(Point::new(0, 3)));
        assert_eq!(area.point("g4"), Ok(Point::new(6, 0)));
        for outside in ["h1", "a5", "a0", "zz1", "a99999"] {
            assert!(area.point(outside).unwrap_err().to_string().contains("outside"), "{outside}");
        }
        for nonsense in ["", "a", "1", "1a", "a-1", "a1b", "aaaaa1", "a123456", "é1", "a+1"] {
            assert!(area.point(nonsense).unwrap_err().to_string().contains("not a point"));
        }
    }

    #[test]
    fn sizes_are_read_and_written() {
        for text in ["15x15", "20x12", "1x65535", "infinite"] {
            assert_eq!(text.parse::<Area>().unwrap().to_string(), text);
        }
        assert_eq!("15".parse(), Ok(Area::square(15)));
        for text in ["", "x", "0x5", "5x", "-1x3", "70000x1", "3x4x5", "+3x4", "3x+4", "any"] {
            assert_eq!(text.parse::<Area>(), Err(ParseAreaError), "{text}");
        }
    }
}
