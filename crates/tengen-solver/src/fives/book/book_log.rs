//! The log of a book: what it knows, as a text that grows line by line.

use std::{
    fs::{self, File, TryLockError},
    io::{self, Write},
    path::{Path, PathBuf},
};

use tengen_core::{Area, Color, Point, Position, Setup, Symmetry};
use tengen_proof::{WinReason, WinningMove, Written};

use super::{Book, BookEntry, Fact};
use crate::fives::TooWide;

/// The first line of every log.
const FIRST: &str = "tengen book 1";

/// Error of a book that cannot be opened, or whose log cannot be written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BookLogError {
    /// The stones are too far apart.
    #[error(transparent)]
    TooWide(#[from] TooWide),
    /// The board has no edges.
    #[error("a book needs a board with edges")]
    Unbounded,
    /// The game is over.
    #[error("there is no move to be made")]
    NoMove,
    /// Its file cannot be read or written, or another program has it open.
    #[error("{}: {error}", path.display())]
    File {
        /// Path of the log.
        path: PathBuf,
        /// Cause.
        error: io::Error,
    },
    /// A line of it is wrong.
    #[error("{}:{line}:{column}: {what}", path.display())]
    Line {
        /// Path of the log.
        path: PathBuf,
        /// Line number, from 1.
        line: usize,
        /// Column in bytes, from 1.
        column: usize,
        /// What is wrong, or what would be right.
        what: String,
    },
}

/// Log of a book: an append-only file with a line for each entry and each proof.
#[derive(Debug)]
pub(super) struct BookLog {
    path: PathBuf,
    file: File,
    area: Area,
    proved: Vec<(Option<Point>, Written)>,
}

impl BookLog {
    /// Opens the log in `folder` and replays it into `book`, or begins a new one.
    ///
    /// What a program that was ended in the middle of a line has left of it is cut off.
    pub(super) fn open(folder: &Path, book: &Book) -> Result<BookLog, BookLogError> {
        let path = BookLog::path_in(folder);
        let failed = |error| BookLogError::File { path: path.clone(), error };
        fs::create_dir_all(folder).map_err(failed)?;
        let head = head(book.root());
        let file = File::options().create(true).append(true).open(&path).map_err(failed)?;
        // The numbers of plans are their places in the file: two at a time would mix them up.
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            return Err(failed(io::Error::other("another program is at work on this book")));
        }
        let mut text = fs::read(&path).map_err(failed)?;
        let area = book.root().board().area();
        let mut log = BookLog { path: path.clone(), file, area, proved: Vec::new() };
        // A head is written at once; less than one is as good as nothing.
        if head.as_bytes().starts_with(&text) {
            log.file
                .set_len(0)
                .and_then(|()| log.file.write_all(head.as_bytes()))
                .map_err(failed)?;
        } else {
            text.truncate(text.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1));
            log.read(&text, &head, book)?;
            log.file.set_len(text.len() as u64).map_err(failed)?;
        }
        Ok(log)
    }

    fn read(&mut self, text: &[u8], head: &str, book: &Book) -> Result<(), BookLogError> {
        let wrong = |line: usize, column: usize, what: String| BookLogError::Line {
            path: self.path.clone(),
            line,
            column,
            what,
        };
        let Some(text) = text.strip_prefix(head.as_bytes()) else {
            let line = head.bytes().zip(text).take_while(|(a, b)| a == *b);
            let line = line.filter(|(byte, _)| *byte == b'\n').count();
            let expected = head.lines().nth(line).unwrap_or_default();
            let what = format!("this book is about another position; expected \"{expected}\"");
            return Err(wrong(line + 1, 1, what));
        };
        let before = head.lines().count() + 1;
        for (number, line) in text.split(|&byte| byte == b'\n').enumerate() {
            if line.is_empty() {
                continue;
            }
            let number = number + before;
            let line = std::str::from_utf8(line)
                .map_err(|error| wrong(number, error.valid_up_to() + 1, "not text".to_owned()))?;
            match self.read_line(line) {
                Ok(BookLogLine::Proof(reply, written)) => self.proved.push((reply, written)),
                Ok(BookLogLine::BookEntry(entry)) => {
                    book.enter(&entry).map_err(|error| wrong(number, 1, error.to_string()))?;
                }
                Err((column, what)) => return Err(wrong(number, column, what)),
            }
        }
        Ok(())
    }

    fn read_line(&self, line: &str) -> Result<BookLogLine, (usize, String)> {
        let mut words = BookLogParser { line, area: self.area, at: 0 };
        match words.next("plan, won, quiet, image, threat or proved")? {
            "plan" => {
                let (own, other) = (words.points_before_bar()?, words.points_before_bar()?);
                let mut answers = Vec::new();
                while !words.is_over() {
                    answers.push(words.answer()?);
                }
                Ok(BookLogLine::BookEntry(BookEntry::Plan { own, other, answers }))
            }
            "won" => {
                let plan = words.number("the number of a plan")?;
                let fact = Fact::Plan(u32::try_from(plan).unwrap_or(u32::MAX));
                Ok(BookLogLine::BookEntry(BookEntry::Fact { moves: words.points()?, fact }))
            }
            "quiet" => {
                let fact = Fact::Quiet(words.point()?);
                Ok(BookLogLine::BookEntry(BookEntry::Fact { moves: words.points()?, fact }))
            }
            "image" => {
                let expected = "the number of a symmetry";
                let number = u8::try_from(words.number(expected)?).ok();
                let symmetry = number.and_then(|number| Symmetry::new(self.area, number));
                let fact = Fact::Image(symmetry.ok_or_else(|| words.wrong(expected))?);
                Ok(BookLogLine::BookEntry(BookEntry::Fact { moves: words.points()?, fact }))
            }
            "threat" => {
                let fact = match words.answer()? {
                    WinningMove { point, how: WinReason::Threat(line) } => {
                        Fact::Threat(point, line)
                    }
                    _ => return Err(words.wrong("a move with the fours that it threatens")),
                };
                Ok(BookLogLine::BookEntry(BookEntry::Fact { moves: words.points()?, fact }))
            }
            "proved" => {
                let steps = words.number("the number of steps")?;
                let bytes = words.number("the number of bytes")?;
                let reply = if words.is_over() { None } else { Some(words.point()?) };
                Ok(BookLogLine::Proof(reply, Written { steps, bytes }))
            }
            _ => Err(words.wrong("plan, won, quiet, image, threat or proved")),
        }
    }

    /// Appends an entry. A plan has no quiet moves.
    pub(super) fn write(&mut self, entry: &BookEntry) -> io::Result<()> {
        let line = match entry {
            BookEntry::Plan { own, other, answers } => {
                let answers: Vec<String> =
                    answers.iter().map(|answer| self.spell(answer)).collect();
                let [own, other] = [own, other].map(|points| self.names(points));
                format!("plan{own} |{other} | {}\n", answers.join(" "))
            }
            BookEntry::Fact { moves, fact } => {
                let moves = self.names(moves);
                match fact {
                    Fact::Plan(id) => format!("won {id}{moves}\n"),
                    Fact::Quiet(point) => format!("quiet {}{moves}\n", self.area.name(*point)),
                    Fact::Image(symmetry) => format!("image {}{moves}\n", symmetry.number()),
                    Fact::Threat(point, line) => {
                        let answer =
                            WinningMove { point: *point, how: WinReason::Threat(line.clone()) };
                        format!("threat {}{moves}\n", self.spell(&answer))
                    }
                }
            }
        };
        self.file.write_all(line.as_bytes())
    }

    /// Appends that there is a proof, of the whole book or of one reply.
    pub(super) fn write_proof(&mut self, reply: Option<Point>, written: Written) -> io::Result<()> {
        let Written { steps, bytes } = written;
        let name = reply.map_or(String::new(), |reply| format!(" {}", self.area.name(reply)));
        self.file.write_all(format!("proved {steps} {bytes}{name}\n").as_bytes())?;
        self.proved.push((reply, written));
        Ok(())
    }

    /// The error of writing to it.
    pub(super) fn failure(&self, error: io::Error) -> BookLogError {
        BookLogError::File { path: self.path.clone(), error }
    }

    /// The last proof that was written of one reply, or of the whole book.
    pub(super) fn proof(&self, reply: Option<Point>) -> Option<Written> {
        let mut proofs = self.proved.iter().rev();
        proofs.find(|(proved, _)| *proved == reply).map(|(_, written)| *written)
    }

    /// The names of points, a blank before each.
    fn names(&self, points: &[Point]) -> String {
        points.iter().fold(String::new(), |names, &point| names + " " + &self.area.name(point))
    }

    /// A move and what it makes: `h8=` a five, `h8!` a four, `h8?i9,j10` a threat.
    fn spell(&self, WinningMove { point, how }: &WinningMove) -> String {
        let name = self.area.name(*point);
        match how {
            WinReason::Wins => name + "=",
            WinReason::Four => name + "!",
            WinReason::Threat(line) => name + "?" + &self.area.names(line).join(","),
            WinReason::All => unreachable!("a plan has no quiet moves"),
        }
    }

    /// Path of the log in `folder`.
    pub(super) fn path_in(folder: &Path) -> PathBuf {
        folder.join("book.log")
    }
}

/// Parsed line of a log.
enum BookLogLine {
    BookEntry(BookEntry),
    Proof(Option<Point>, Written),
}

/// What the book is about.
fn head(root: &Position) -> String {
    let Setup { area, stones, turn } = Setup::from_board(root.board(), root.turn());
    let mut head = format!("{FIRST}\nrule {}\nsize {area}\n", root.rule());
    for color in Color::ALL {
        head += &color.to_string();
        for (point, _) in stones.iter().filter(|stone| stone.1 == color) {
            head = head + " " + &area.name(*point);
        }
        head.push('\n');
    }
    head + &format!("turn {turn}\n\n")
}

/// Parser of a line, word by word.
struct BookLogParser<'a> {
    line: &'a str,
    area: Area,
    /// How many bytes have been read.
    at: usize,
}

impl<'a> BookLogParser<'a> {
    fn wrong(&self, expected: &str) -> (usize, String) {
        (self.at + 1, format!("expected {expected}"))
    }

    fn is_over(&self) -> bool {
        self.line[self.at..].trim_start().is_empty()
    }

    /// The next word, if there is one. A word that is looked at again is found in the same place.
    fn next(&mut self, expected: &str) -> Result<&'a str, (usize, String)> {
        let rest = &self.line[self.at..];
        let word = rest.split_whitespace().next().ok_or_else(|| self.wrong(expected))?;
        self.at += rest.find(word).unwrap_or(0) + word.len();
        Ok(word)
    }

    fn number(&mut self, what: &str) -> Result<u64, (usize, String)> {
        let start = self.at;
        self.next(what)?.parse().map_err(|_| (start + 2, format!("expected {what}")))
    }

    fn named(&self, name: &str, start: usize) -> Result<Point, (usize, String)> {
        self.area.point(name).map_err(|error| (start + 2, error.to_string()))
    }

    fn point(&mut self) -> Result<Point, (usize, String)> {
        let start = self.at;
        let word = self.next("a point")?;
        self.named(word, start)
    }

    fn points(&mut self) -> Result<Vec<Point>, (usize, String)> {
        let mut points = Vec::new();
        while !self.is_over() {
            points.push(self.point()?);
        }
        Ok(points)
    }

    fn points_before_bar(&mut self) -> Result<Vec<Point>, (usize, String)> {
        let mut points = Vec::new();
        loop {
            let start = self.at;
            match self.next("a point or |")? {
                "|" => return Ok(points),
                word => points.push(self.named(word, start)?),
            }
        }
    }

    fn answer(&mut self) -> Result<WinningMove, (usize, String)> {
        let start = self.at;
        let word = self.next("a move")?;
        let end = word.find(['=', '!', '?']);
        let end = end.ok_or((start + 2, "expected a move with =, ! or ?".to_owned()))?;
        let point = self.named(&word[..end], start)?;
        let how = match (&word[end..=end], &word[end + 1..]) {
            ("=", "") => WinReason::Wins,
            ("!", "") => WinReason::Four,
            ("?", line) => {
                let line = line.split(',').map(|name| self.named(name, start));
                WinReason::Threat(line.collect::<Result<_, _>>()?)
            }
            _ => return Err((start + 2, "expected nothing after = or !".to_owned())),
        };
        Ok(WinningMove { point, how })
    }
}
