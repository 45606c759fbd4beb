//! Links: a position as the address of a page that shows it.
//!
//! Tengen's own page has it all after the `#`: `…/#renju/15x15/h8i9`; stones that were set up stand
//! before the moves, those of the side to move first: `…/#renju/15x15/b:h8i9;w:g7/j10`. A link that the server is to see
//! has the same as a path: `…/p/renju/15x15/h8i9`. Gomocalc has
//! the moves alone, with rows from the bottom: `https://gomocalc.com/#/h8i9`; the rule and the board
//! are settings of its reader. A browser may have written any character as `%` and two digits.

use tengen_core::{Area, Color, NameError, Point, Rule, Setup};
use thiserror::Error;

use crate::{
    BlockOffset, Fault, MAX_SIDE, ReadOptions, Record, RecordStep, RecordTree,
    fault::FoundText,
    text::{self, fault_in},
};

/// What is wrong with a link.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum LinkProblem {
    /// No position is in it.
    #[error(
        "no position is in this link: it has the rule, the size and the moves after a #, like \
         #renju/15x15/h8i9, or the moves alone, like #/h8i9"
    )]
    Without,
    /// It is longer than any that can be right.
    #[error("the link is longer than {} bytes, which no game needs", text::GAME_LINE_LIMIT)]
    TooLong,
    /// Its rule is none.
    #[error("{0} is not a rule: write freestyle, exact, renju or nogo")]
    Rule(FoundText),
    /// Its size is none.
    #[error("{0} is not a size: write 15x15, with sides up to {MAX_SIDE}, or infinite")]
    Size(FoundText),
    /// The stones that were set up are not those of two sides.
    #[error("{0} is not a list of stones: write those of the side to move first, like b:h8;w:i9")]
    Setup(FoundText),
    /// The name of no point of the board.
    #[error("{0}")]
    Point(NameError),
    /// There is something after the moves.
    #[error("there is more in the link after the moves")]
    More,
    /// There is something after the link.
    #[error("there is more text after the link: write one alone")]
    After,
}

/// Whether a text begins like a link.
///
/// ```
/// use tengen_notation::links::is_link;
/// assert!(is_link(b"https://gomocalc.com/#/h8i9"));
/// assert!(is_link(b"#renju/15x15/h8i9"));
/// assert!(!is_link(b"# a comment\nh8i9\n"));
/// ```
pub fn is_link(text: &[u8]) -> bool {
    let text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text).trim_ascii_start();
    let begins =
        |start: &[u8]| text.get(..start.len()).is_some_and(|head| head.eq_ignore_ascii_case(start));
    let own = || {
        let rest = text.strip_prefix(b"#")?;
        let rule =
            rest.split(|&byte| byte == b'/').next().filter(|rule| rule.len() < rest.len())?;
        std::str::from_utf8(rule).ok()?.parse::<Rule>().ok()
    };
    begins(b"http://") || begins(b"https://") || own().is_some()
}

/// Parses the position of a link. What the link does not say is as `reading` says.
///
/// ```
/// use tengen_core::{Area, Rule};
/// use tengen_notation::{ReadOptions, RowOrder, links};
/// let reading = ReadOptions::new(RowOrder::FromBottom);
/// let record = links::parse(b"http://127.0.0.1:8421/#renju/15x15/h8i9", &reading).unwrap();
/// assert_eq!((record.rule, record.area), (Some(Rule::Renju), Some(Area::square(15))));
/// assert_eq!(record.tree.main_line().count(), 3, "the start and two moves");
/// ```
///
/// # Errors
///
/// If there is no position in it, or one that no board has.
pub fn parse(text: &[u8], reading: &ReadOptions) -> Result<Record, Box<Fault>> {
    let link = DecodedLink::new(text)?;
    let (rule, area, rest) = link.head(reading)?;
    let mut parts = link.split(rest, b'/');
    let set = parts.first().copied().filter(|&part| link.bytes(part).contains(&b':'));
    if set.is_some() {
        parts.remove(0);
    }
    if let Some(&more) = parts.get(1) {
        return Err(link.fault(more, LinkProblem::More));
    }
    let mut record = Record { rule, area: Some(area), ..Record::default() };
    reading.settle(&mut record.rule, &mut None);
    let mut first = Color::Black;
    if let Some(set) = set {
        let setup = link.setup(set, area)?;
        first = setup.turn;
        let root = record.tree.node_mut(RecordTree::ROOT);
        root.turn = Some(first);
        root.setup = setup.stones.iter().map(|&(point, color)| (point, Some(color))).collect();
    }
    let moves = parts.first().map_or(Ok(Vec::new()), |&moves| link.points(moves, area))?;
    let steps = RecordStep::in_turn(first, moves.into_iter().map(Some));
    record.tree.extend(RecordTree::ROOT, steps);
    Ok(record)
}

/// The fragment of a link of Tengen's own page: the part after the `#`.
///
/// ```
/// use tengen_core::{Area, Point, Rule};
/// use tengen_notation::links::fragment;
/// let moves = [Point::new(7, 7), Point::new(8, 6)];
/// assert_eq!(fragment(Rule::Renju, Area::square(15), None, &moves), "renju/15x15/h8i9");
/// ```
pub fn fragment(rule: Rule, area: Area, setup: Option<&Setup>, moves: &[Point]) -> String {
    let mut link = format!("{rule}/{area}");
    if let Some(Setup { stones, turn, .. }) = setup {
        for (color, before) in [(*turn, '/'), (!*turn, ';')] {
            link.push(before);
            link += if color == Color::Black { "b:" } else { "w:" };
            let own = stones.iter().filter(|stone| stone.1 == color);
            link.extend(own.map(|&(point, _)| area.name(point)));
        }
    }
    if !moves.is_empty() {
        link.push('/');
        link.extend(moves.iter().map(|&point| area.name(point)));
    }
    link
}

/// A part of a link: where its decoded bytes begin and end.
type LinkPart = (usize, usize);

/// What stands after the `#`, decoded.
struct DecodedLink<'a> {
    text: &'a [u8],
    decoded: Vec<u8>,
    /// Where each decoded byte stands in the text, and where the link ends.
    places: Vec<usize>,
}

impl<'a> DecodedLink<'a> {
    fn new(text: &'a [u8]) -> Result<DecodedLink<'a>, Box<Fault>> {
        let skip = if text.starts_with(b"\xEF\xBB\xBF") { 3 } else { 0 };
        let start = skip + (text[skip..].len() - text[skip..].trim_ascii_start().len());
        let line = text[start..].split(|&byte| byte == b'\n').next().unwrap_or_default();
        let line = line.trim_ascii_end();
        let fault = |at: usize, length: usize, problem: LinkProblem| {
            fault_in(text, BlockOffset::default(), at, length, problem.into())
        };
        if line.len() > text::GAME_LINE_LIMIT {
            return Err(fault(start, 1, LinkProblem::TooLong));
        }
        let end = start + line.len();
        if let Some(more) = text[end..].iter().position(|byte| !byte.is_ascii_whitespace()) {
            return Err(fault(end + more, 1, LinkProblem::After));
        }
        let hash = line.iter().position(|&byte| byte == b'#');
        let Some(hash) = hash.or_else(|| path_start(line)) else {
            return Err(fault(start, line.len(), LinkProblem::Without));
        };
        let (mut decoded, mut places) = (Vec::new(), Vec::new());
        let mut at = start + hash + 1;
        while at < end {
            let (byte, length) = match text[at..end] {
                [b'%', high, low, ..] => match (digit(high), digit(low)) {
                    (Some(high), Some(low)) => (16 * high + low, 3),
                    _ => (b'%', 1),
                },
                [byte, ..] => (byte, 1),
                [] => unreachable!("the end is not reached"),
            };
            decoded.push(byte);
            places.push(at);
            at += length;
        }
        places.push(end);
        Ok(DecodedLink { text, decoded, places })
    }

    /// The rule, the board, and what comes after them.
    fn head(&self, reading: &ReadOptions) -> Result<(Option<Rule>, Area, LinkPart), Box<Fault>> {
        let all = (0, self.decoded.len());
        let parts = self.split(all, b'/');
        let [first, rest @ ..] = parts.as_slice() else { unreachable!("there is always one part") };
        if self.bytes(*first).is_empty() {
            // Gomocalc's: a path, perhaps with a query.
            let Some(&moves) = rest.first() else {
                return Err(self.fault(*first, LinkProblem::Without));
            };
            if let Some(&more) = rest.get(1) {
                return Err(self.fault(more, LinkProblem::More));
            }
            return Ok((None, reading.board(), self.split(moves, b'?')[0]));
        }
        let Some(rule) = self.word(*first).parse().ok() else {
            return Err(self.fault(*first, LinkProblem::Rule(self.found(*first))));
        };
        let &size = rest.first().ok_or_else(|| self.fault(*first, LinkProblem::Without))?;
        let area = match self.word(size).parse() {
            Ok(Area::Bounded { width, height }) if width.max(height) > MAX_SIDE => None,
            other => other.ok(),
        };
        let area = area.ok_or_else(|| self.fault(size, LinkProblem::Size(self.found(size))))?;
        Ok((Some(rule), area, ((size.1 + 1).min(all.1), all.1)))
    }

    /// The stones that were set up, and the side to move.
    fn setup(&self, part: LinkPart, area: Area) -> Result<Setup, Box<Fault>> {
        let wrong = || self.fault(part, LinkProblem::Setup(self.found(part)));
        let side = |side: LinkPart| {
            let color = match self.bytes(side) {
                [b'b', b':', ..] => Color::Black,
                [b'w', b':', ..] => Color::White,
                _ => return Err(wrong()),
            };
            Ok((color, self.points((side.0 + 2, side.1), area)?))
        };
        let sides = self.split(part, b';');
        let [first, second] = sides.as_slice() else { return Err(wrong()) };
        let (first, second) = (side(*first)?, side(*second)?);
        if first.0 == second.0 {
            return Err(wrong());
        }
        let turn = first.0;
        let stones = [first, second]
            .into_iter()
            .flat_map(|(color, points)| points.into_iter().map(move |point| (point, color)))
            .collect();
        Ok(Setup { area, stones, turn })
    }

    /// Points whose names are written one after the other.
    fn points(&self, (start, end): LinkPart, area: Area) -> Result<Vec<Point>, Box<Fault>> {
        let mut points = Vec::new();
        let mut at = start;
        while at < end {
            let rest = &self.decoded[at..end];
            if rest[0].is_ascii_whitespace() {
                at += 1;
                continue;
            }
            let count = |from: usize, is: fn(&u8) -> bool| {
                rest[from..].iter().take_while(|byte| is(byte)).count()
            };
            let length = if area == Area::Unbounded {
                rest.iter().position(|&byte| byte == b')').map_or(0, |last| last + 1)
            } else {
                let letters = count(0, u8::is_ascii_alphabetic);
                letters + count(letters, u8::is_ascii_digit)
            };
            let part = (at, at + length.max(1));
            let point = area.point(&self.word(part));
            points.push(point.map_err(|error| self.fault(part, LinkProblem::Point(error)))?);
            at = part.1;
        }
        Ok(points)
    }

    fn bytes(&self, (start, end): LinkPart) -> &[u8] {
        &self.decoded[start..end]
    }

    fn word(&self, part: LinkPart) -> String {
        String::from_utf8_lossy(self.bytes(part)).into_owned()
    }

    fn found(&self, part: LinkPart) -> FoundText {
        FoundText::new(self.bytes(part))
    }

    /// The parts between signs, at least one.
    fn split(&self, (start, end): LinkPart, sign: u8) -> Vec<LinkPart> {
        let mut parts = Vec::new();
        let mut from = start;
        for at in (start..end).filter(|&at| self.decoded[at] == sign) {
            parts.push((from, at));
            from = at + 1;
        }
        parts.push((from, end));
        parts
    }

    fn fault(&self, (start, end): LinkPart, problem: LinkProblem) -> Box<Fault> {
        let (from, to) = (self.places[start], self.places[end]);
        fault_in(self.text, BlockOffset::default(), from, to - from, problem.into())
    }
}

/// Where the slash stands after which a path has a position.
fn path_start(link: &[u8]) -> Option<usize> {
    const PATH: &[u8] = b"/p/";
    let at = link.windows(PATH.len()).position(|part| part == PATH)?;
    Some(at + PATH.len() - 1)
}

fn digit(byte: u8) -> Option<u8> {
    char::from(byte).to_digit(16).map(|digit| digit as u8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RowOrder;

    fn read(link: &str) -> Result<Record, String> {
        let reading = ReadOptions::new(RowOrder::FromBottom);
        parse(link.as_bytes(), &reading)
            .map_err(|fault| format!("{}:{}: {fault}", fault.line, fault.column))
    }

    fn moves(record: &Record) -> Vec<(Color, String)> {
        let area = record.area.unwrap();
        let steps = record.tree.main_line().filter_map(|id| record.tree.node(id).step);
        steps.map(|step| (step.color, area.name(step.point.unwrap()))).collect()
    }

    #[test]
    fn links_of_the_page_and_of_gomocalc_are_read() {
        let own = read(" http://localhost:8421/solve#renju/19x15/h8i9\r\n\n").unwrap();
        assert_eq!(own.rule, Some(Rule::Renju));
        assert_eq!(own.area, Some(Area::Bounded { width: 19, height: 15 }));
        let two = vec![(Color::Black, "h8".to_owned()), (Color::White, "i9".to_owned())];
        assert_eq!(moves(&own), two);
        let other = read("https://gomocalc.com/#/H8i9").unwrap();
        assert_eq!((other.rule, other.area), (None, Some(Area::square(15))));
        assert_eq!(moves(&other), two);
        for empty in ["https://gomocalc.com/#/", "#nogo/9x9", "#nogo/9x9/", "#/?a=1"] {
            assert_eq!(moves(&read(empty).unwrap()), [], "{empty}");
        }
        let infinite = read("#exact/infinite/(0,0)(-3,4)").unwrap();
        assert_eq!(moves(&infinite)[1].1, "(-3,4)");
        let encoded = read("#exact/infinite/%280%2C0%29(-3%2c4)").unwrap();
        assert_eq!(moves(&encoded), moves(&infinite));
    }

    #[test]
    fn a_path_has_what_a_fragment_has() {
        for rest in [
            "renju/15x15/h8i9",
            "nogo/9x9",
            "exact/infinite/(0,0)(-3,4)",
            "renju/15x15/b:h8;w:i9/g7",
        ] {
            let path = read(&format!("https://example.org/p/{rest}")).unwrap();
            let fragment = read(&format!("https://example.org/#{rest}")).unwrap();
            assert_eq!(format!("{path:?}"), format!("{fragment:?}"), "{rest}");
        }
        let fault = read("https://example.org/p/renju/15x15/zz").unwrap_err();
        assert!(fault.starts_with("1:35: \"zz\" is not a point"), "{fault}");
    }

    #[test]
    fn stones_that_were_set_up_come_before_the_moves() {
        let record = read("#renju/15x15/w:h8i9;b:g7/j10").unwrap();
        let root = record.tree.node(RecordTree::ROOT);
        assert_eq!(root.turn, Some(Color::White));
        let colors: Vec<_> = root.setup.iter().map(|&(_, color)| color.unwrap()).collect();
        assert_eq!(colors, [Color::White, Color::White, Color::Black]);
        assert_eq!(moves(&record), [(Color::White, "j10".to_owned())]);
    }

    #[test]
    fn what_is_wrong_is_said_with_its_place() {
        for (link, expected) in [
            ("https://example.org/", "1:1: no position is in this link"),
            ("https://gomocalc.com/#", "1:23: no position"),
            ("#chess/8x8", "1:2: \"chess\" is not a rule"),
            ("#renju", "1:2: no position"),
            ("#renju/0x5", "1:8: \"0x5\" is not a size"),
            ("#renju/2000x5", "1:8: \"2000x5\" is not a size"),
            ("#renju/15x15/h8p1", "1:16: point \"p1\" is outside"),
            ("#renju/15x15/h8-i9", "1:16: \"-\" is not a point"),
            ("#renju/15x15/h8i", "1:16: \"i\" is not a point"),
            ("#renju/15x15/b:h8", "1:14: \"b:h8\" is not a list of stones"),
            ("#renju/15x15/b:h8;b:i9", "1:14: \"b:h8;b:i9\" is not a list"),
            ("#renju/15x15/h8/i9", "1:17: there is more in the link"),
            ("#/h8/i9", "1:6: there is more in the link"),
            ("#renju/15x15/%20%68%38zz", "1:23: \"zz\" is not a point"),
            ("#/h8\n#/h8", "2:1: there is more text after the link"),
        ] {
            let error = read(link).unwrap_err();
            assert!(error.starts_with(expected), "{link}: {error}");
        }
    }
}
