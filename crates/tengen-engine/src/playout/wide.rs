//! A position of NoGo on a board of any size, for a single playout. Hot: trying a move.

#![allow(clippy::inline_always, reason = "once in each of two loops")]

use std::collections::HashMap;

use tengen_core::{Area, Cell, Color, Point, SetupError};

use super::{Playout, Rng, StateError, stretches::Stretches};

/// A position of NoGo on a board of up to [`MAX_POINTS`](Self::MAX_POINTS), in four bytes a point.
///
/// It is played on to the end in reading order ([`scan`](Self::scan)) or at random
/// ([`play_out`](Self::play_out)); both call back with every move as it is made, and take time linear in
/// the number of points.
///
/// ```
/// use tengen_core::{Area, Cell, Color, Point};
/// use tengen_engine::playout::Wide;
///
/// let cells = "XOOXO.X..".bytes().map(|letter| match letter {
///     b'X' => Cell::Black,
///     b'O' => Cell::White,
///     _ => Cell::Empty,
/// });
/// let mut moves = Vec::new();
/// let mut board = Wide::from_cells(Area::square(3), &mut { cells }, Color::Black)?;
/// let ending = board.scan(&mut |point, color| moves.push((point, color)));
/// assert_eq!(moves, [(Point::new(2, 1), Color::Black)]);
/// assert_eq!((ending.winner, ending.moves), (Color::Black, 1));
/// # Ok::<(), tengen_engine::playout::StateError>(())
/// ```
#[derive(Debug)]
pub struct Wide {
    width: usize,
    height: usize,
    turn: Color,
    /// Row by row, with a cell of the edge before each row and rows of the edge above and below.
    ///
    /// A cell with a set top bit stands for itself: below it [`kind`] and a count of
    /// pseudo-liberties. Any other holds the place of another cell of its chain, which leads to one
    /// that stands for all. An empty cell holds the first place of all, which is of the edge: so
    /// whatever is beside a point, one can be taken from what stands for it.
    cells: Vec<u32>,
}

/// Follow this: the cell is empty.
const EMPTY: u32 = 0;
/// The cell stands for its chain.
const HEAD: u32 = 1 << 31;
/// Where the kind of a head begins, and the count ends.
const KIND: u32 = 29;
/// All edge cells are heads of this kind, with a count that lasts.
const EDGE: u32 = HEAD | 2 << KIND | COUNT;
const COUNT: u32 = (1 << KIND) - 1;

/// The kind of a head: black, white, or the edge.
const fn kind(head: u32) -> u32 {
    head >> KIND
}

const fn count(head: u32) -> u32 {
    head & COUNT
}

impl Wide {
    /// The largest board: 128 million points. Counts of chains and the places of points have room
    /// for them.
    pub const MAX_POINTS: usize = 1 << 27;

    /// The position with these `cells`, row by row from the top, and `turn` to move. What is
    /// missing is empty.
    ///
    /// # Errors
    ///
    /// If the board has no points, no edges or too many points, or a chain has no liberty.
    pub fn from_cells(
        area: Area,
        cells: &mut dyn Iterator<Item = Cell>,
        turn: Color,
    ) -> Result<Wide, StateError> {
        let Area::Bounded { width, height } = area else {
            return Err(SetupError::Endless.into());
        };
        let (width, height) = (usize::from(width), usize::from(height));
        match width * height {
            0 => return Err(SetupError::NoPoints.into()),
            1..=Wide::MAX_POINTS => {}
            _ => return Err(StateError::TooManyPoints(area)),
        }
        let mut board = Wide { width, height, turn, cells: Vec::new() };
        board.cells.reserve_exact(board.stride() * (height + 2) + 1);
        board.cells.resize(board.stride(), EDGE);
        for _ in 0..height {
            board.cells.push(EDGE);
            for _ in 0..width {
                let place = board.cells.len();
                let stone = cells.next().and_then(Cell::stone);
                board.cells.push(EMPTY);
                if let Some(color) = stone {
                    board.cells[place] = HEAD | (color as u32) << KIND;
                    for near in [place - 1, place - board.stride()] {
                        board.join_like(place, near);
                    }
                }
            }
        }
        board.cells.resize(board.stride() * (height + 2) + 1, EDGE);
        board.count_liberties();
        match board.choked() {
            None => Ok(board),
            Some(place) => Err(SetupError::Choked(board.point(place)).into()),
        }
    }

    /// The empty board with Black to move.
    ///
    /// # Errors
    ///
    /// If the board has no points, no edges or too many points.
    pub fn new(area: Area) -> Result<Wide, StateError> {
        Wide::from_cells(area, &mut std::iter::empty(), Color::Black)
    }

    /// The side to move.
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// The length of a row of cells.
    const fn stride(&self) -> usize {
        self.width + 1
    }

    fn point(&self, place: usize) -> Point {
        let (row, column) = (place / self.stride(), place % self.stride());
        Point::new(column as i32 - 1, row as i32 - 1)
    }

    /// The places of all points, in reading order, and some of the edge between them.
    fn places(&self) -> std::ops::Range<usize> {
        self.stride() + 1..self.stride() * (self.height + 1)
    }

    const fn around(&self, place: usize) -> [usize; 4] {
        [place - self.stride(), place - 1, place + 1, place + self.stride()]
    }

    /// Joins the stone on `place` to the one on `near`, if that is one of the same color.
    fn join_like(&mut self, place: usize, near: usize) {
        if self.cells[near] != EMPTY {
            let (one, other) = (self.head(place), self.head(near));
            if one != other && kind(self.cells[one]) == kind(self.cells[other]) {
                self.cells[one] = other as u32;
            }
        }
    }

    /// Counts the pseudo-liberties of all chains, whose counts are zero.
    fn count_liberties(&mut self) {
        for place in self.places() {
            if self.cells[place] != EMPTY && self.cells[place] < EDGE {
                let free = self.around(place).iter().filter(|&&at| self.cells[at] == EMPTY).count();
                let head = self.head(place);
                self.cells[head] += free as u32;
            }
        }
    }

    /// The first stone of a chain without a liberty, if there is one.
    fn choked(&mut self) -> Option<usize> {
        let is_choked = |cell: u32| cell & HEAD != 0 && count(cell) == 0;
        if !self.cells.iter().any(|&cell| is_choked(cell)) {
            return None;
        }
        self.places().find(|&place| {
            let head = self.head(place);
            is_choked(self.cells[head])
        })
    }

    /// The root of the chain on `place` (union-find with path halving).
    #[inline]
    fn head(&mut self, mut place: usize) -> usize {
        loop {
            let cell = self.cells[place];
            if cell & HEAD != 0 {
                return place;
            }
            let next = self.cells[cell as usize];
            if next & HEAD != 0 {
                return cell as usize;
            }
            self.cells[place] = next;
            place = next as usize;
        }
    }

    /// Puts a stone of `color` on `place`, if that is empty and legal.
    #[inline(always)]
    fn try_put(&mut self, place: usize, color: Color) -> bool {
        if self.cells[place] != EMPTY {
            return false;
        }
        let around = self.around(place);
        let free = around.iter().filter(|&&near| self.cells[near] == EMPTY).count() as u32;
        let heads = around.map(|near| self.head(near));
        for head in heads {
            self.cells[head] -= 1;
        }
        let (own, enemy) = (color as u32, !color as u32);
        let chokes = heads.iter().any(|&head| self.cells[head] == HEAD | enemy << KIND);
        let is_own = |cell: u32| cell >> KIND == HEAD >> KIND | own;
        let lives = |&head: &usize| is_own(self.cells[head]) && count(self.cells[head]) > 0;
        if chokes || free == 0 && !heads.iter().any(lives) {
            for head in heads {
                self.cells[head] += 1;
            }
            return false;
        }
        // Of two chains that join, the one with more liberties stands for both.
        self.cells[place] = HEAD | own << KIND | free;
        let mut most = place;
        for head in heads {
            let cell = self.cells[head];
            if head != most && is_own(cell) {
                let more = cell > self.cells[most];
                let (from, to) = if more { (most, head) } else { (head, most) };
                self.cells[to] += count(self.cells[from]);
                self.cells[from] = to as u32;
                most = to;
            }
        }
        true
    }

    /// Plays on to the end: each side in turn on the first legal point in reading order. Calls `note` with
    /// every move.
    ///
    /// Each side goes over the board once, because a point that is illegal for it stays so.
    pub fn scan(&mut self, note: &mut dyn FnMut(Point, Color)) -> Playout {
        let mut readers = [Reader::new(self), Reader::new(self)];
        let mut moves = 0;
        while let Some(point) = readers[self.turn as usize].next(self) {
            note(point, self.turn);
            moves += 1;
            self.turn = !self.turn;
        }
        Playout { winner: !self.turn, moves }
    }

    /// Plays on to the end with uniformly random legal moves. Calls `note` with every move.
    pub fn play_out(&mut self, rng: &mut Rng, note: &mut dyn FnMut(Point, Color)) -> Playout {
        self.play_out_with(&mut Vec::new(), rng, note)
    }

    /// Like [`play_out`](Self::play_out), with the allocation of an old list.
    pub(super) fn play_out_with(
        &mut self,
        list: &mut Vec<u32>,
        rng: &mut Rng,
        note: &mut dyn FnMut(Point, Color),
    ) -> Playout {
        list.clear();
        list.reserve_exact(self.width * self.height);
        let empty = |&place: &usize| self.cells[place] == EMPTY;
        list.extend(self.places().filter(empty).map(|place| place as u32));
        let mut stretches = Stretches::<{ Wide::MAX_POINTS }>::new(list.len());
        let mut moves = 0;
        loop {
            let (from, to) = stretches.of(self.turn);
            if from == to {
                return Playout { winner: !self.turn, moves };
            }
            let i = from + rng.below(to - from);
            let place = list[i] as usize;
            if self.try_put(place, self.turn) {
                stretches.remove(list, i, self.turn);
                note(self.point(place), self.turn);
                moves += 1;
                self.turn = !self.turn;
            } else {
                stretches.discard(list, i, self.turn);
            }
        }
    }
}

impl Wide {
    /// What is on the points, row by row.
    fn stones(&self) -> impl Iterator<Item = Cell> {
        let row = |y: usize| (y + 1) * self.stride() + 1..(y + 2) * self.stride();
        (0..self.height).flat_map(row).map(|place| {
            let mut at = place;
            while at != 0 && self.cells[at] & HEAD == 0 {
                at = self.cells[at] as usize;
            }
            let colors = Color::ALL.into_iter();
            let color =
                colors.rev().find(|&color| kind(self.cells[at]) == kind(HEAD) + color as u32);
            color.map_or(Cell::Empty, Cell::from)
        })
    }

    /// Whether all that is updated incrementally agrees with the stones. For tests.
    #[doc(hidden)]
    #[must_use]
    pub fn check(&self) -> bool {
        let (width, height) = (self.width as u16, self.height as u16);
        let area = Area::Bounded { width, height };
        let Ok(mut plain) = Wide::from_cells(area, &mut self.stones(), self.turn) else {
            return false;
        };
        let mut own = self.clone();
        // Chains that are one here are one there: each head has one partner, and their counts agree.
        let mut partners = HashMap::new();
        let mut back = HashMap::new();
        self.places().all(|place| {
            let (here, there) = (own.head(place), plain.head(place));
            *partners.entry(here).or_insert(there) == there
                && *back.entry(there).or_insert(here) == here
                && (kind(own.cells[here]) == kind(EDGE) || own.cells[here] == plain.cells[there])
        })
    }
}

impl Clone for Wide {
    fn clone(&self) -> Wide {
        Wide { cells: self.cells.clone(), ..*self }
    }

    /// Allocates nothing if this board is as large.
    fn clone_from(&mut self, other: &Wide) {
        (self.width, self.height, self.turn) = (other.width, other.height, other.turn);
        self.cells.clone_from(&other.cells);
    }
}

/// One side's way over the board.
struct Reader {
    place: usize,
    row: usize,
    /// The cell of the edge after the row.
    row_end: usize,
}

impl Reader {
    fn new(board: &Wide) -> Reader {
        Reader { place: board.stride() + 1, row: 0, row_end: 2 * board.stride() }
    }

    /// Plays on the next point that is legal for the side to move.
    #[inline]
    fn next(&mut self, board: &mut Wide) -> Option<Point> {
        loop {
            while self.place < self.row_end {
                let place = self.place;
                self.place += 1;
                if board.try_put(place, board.turn) {
                    let column = place - (self.row_end - board.width);
                    return Some(Point::new(column as i32, self.row as i32));
                }
            }
            if self.row + 1 == board.height {
                return None;
            }
            self.row += 1;
            self.place = self.row_end + 1;
            self.row_end += board.stride();
        }
    }
}
