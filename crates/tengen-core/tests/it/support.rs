//! What several themes need: chance that repeats itself, files, and boards to judge.

use std::{fs, path::PathBuf};

use tengen_core::{Area, Board, Color, Drawing, Point, naive::Stones};

/// A tiny xorshift generator. The same seed gives the same tests on every machine.
pub(crate) struct Chance(u64);

impl Chance {
    pub(crate) fn new(seed: u64) -> Chance {
        // Why the factor: small seeds would start with long runs of zeros.
        Chance(seed.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15))
    }

    pub(crate) fn bits(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    /// A number below `end`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        (((self.bits() >> 32) * end as u64) >> 32) as usize
    }

    /// A number from `first` to `last`.
    pub(crate) fn between(&mut self, first: usize, last: usize) -> usize {
        first + self.below(last - first + 1)
    }

    pub(crate) fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    /// Stones strewn over `area`: a point is black or white with so many chances in a hundred.
    pub(crate) fn board(&mut self, area: Area, black: usize, white: usize) -> Board {
        let mut board = Board::new(area);
        for point in area.points() {
            match self.below(100) {
                n if n < black => board.put(point, Color::Black),
                n if n < black + white => board.put(point, Color::White),
                _ => {}
            }
        }
        board
    }
}

pub(crate) fn area(width: u16, height: u16) -> Area {
    Area::Bounded { width, height }
}

pub(crate) fn draw(picture: &str) -> Drawing {
    picture.parse().expect("the test draws a board")
}

/// The stones of `board` as the plain rules want them.
pub(crate) fn stones(board: &Board) -> Stones {
    board.stones().into_iter().collect()
}

/// The empty points of `board`, in reading order.
pub(crate) fn empty_points(board: &Board) -> Vec<Point> {
    let empty = |point: &Point| board.cell(*point).stone().is_none();
    board.area().points().filter(empty).collect()
}

/// A file of the repository.
pub(crate) fn file(path: &str) -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join(path)
}

pub(crate) fn read(path: &str) -> String {
    let text = fs::read_to_string(file(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
    // Git may check a text file out with the line ends of the machine.
    text.replace("\r\n", "\n")
}

/// The drawings of a rule book, each with the line where it starts. A drawing stands between lines
/// that begin with three backticks and the name of the book.
pub(crate) fn drawings(book: &str) -> Vec<(usize, Drawing)> {
    let text = read(&format!("docs/rules/{book}.md"));
    let fence = format!("```{book}");
    let mut found = Vec::new();
    let mut lines = text.lines().zip(1..);
    while let Some((line, number)) = lines.next() {
        if line == fence {
            let rows = lines.by_ref().map(|(row, _)| row).take_while(|&row| row != "```");
            found.push((number, draw(&rows.collect::<Vec<_>>().join("\n"))));
        }
    }
    found
}
