//! One board of fixed stride, and games played out on it. Hot: all of it, but for what says not.
//!
//! Every point has a *name*, its place in rows of `S` cells, and every stone bears the name of its
//! chain, which is the name of one of its stones. Under each name is a count of pseudo-liberties:
//! pairs of a stone of the chain and an empty neighbor. An empty point is a chain that has not been
//! played yet: it bears its own name, and under it are its empty neighbors. So a stone on a point
//! takes one from each of the four names around it, whatever they are, and nothing is asked.
//!
//! Then a move is legal if no enemy name around it has reached zero, and its own name or one of its
//! own color around it has not.
//!
//! What may still be played is one list in three parts. Each side draws from one stretch of it, and
//! throws out what it finds to be illegal:
//!
//! ```text
//!        black draws here
//! |------------------------------|
//! | black only |       both      | white only |
//!              |------------------------------|
//!                     white draws here
//! ```

#![allow(clippy::inline_always, reason = "one loop, written in parts; a call would spill them all")]

use tengen_core::Color;

use super::Rng;

/// A name of a point: the smallest number that can hold all of them.
pub(crate) trait Name: Copy + Eq + std::fmt::Debug {
    fn new(name: usize) -> Self;
    fn get(self) -> usize;
}

impl Name for u8 {
    #[inline(always)]
    fn new(name: usize) -> u8 {
        name as u8
    }

    #[inline(always)]
    fn get(self) -> usize {
        usize::from(self)
    }
}

impl Name for u16 {
    #[inline(always)]
    fn new(name: usize) -> u16 {
        name as u16
    }

    #[inline(always)]
    fn get(self) -> usize {
        usize::from(self)
    }
}

/// The marks of a color in a count. The lower bits hold the count: at most one for each pair of
/// neighbors, and 25x25 points have 1,200.
const MARK: [u16; 2] = [1 << 14, 1 << 15];
const COUNTS: u16 = (1 << 12) - 1;

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Playout {
    /// Who moved last.
    pub winner: Color,
    /// How many moves it took from where it started.
    pub moves: u32,
}

/// A board of at most `S - 1` columns and rows. `N`, a power of two, is the room for its cells: a
/// row of the edge, rows of an edge cell and `S - 1` points, and a row of the edge.
#[derive(Clone, Debug)]
pub(crate) struct Board<I, const S: usize, const N: usize> {
    /// By cell: the name of the chain.
    heads: [I; N],
    /// By name: the next stone of the same chain, around to the first.
    next: [I; N],
    /// By name: the count of a chain or of an empty point, with the mark of its color.
    counts: [u16; N],
    /// The points that may still be played: `start..both_start` by Black, `both_start..both_end`
    /// by both, `both_end..end` by White.
    list: [I; N],
    start: usize,
    both_start: usize,
    both_end: usize,
    end: usize,
    pub(super) turn: Color,
}

impl<I: Name, const S: usize, const N: usize> Board<I, S, N> {
    /// The name that all cells of the edge bear. No point has it.
    const EDGE: usize = S - 1;
    /// How many cells there are.
    const CELLS: usize = S * (S + 1);

    /// The empty board. Black is to move.
    pub(super) fn new(width: usize, height: usize) -> Self {
        assert!(width < S && height < S && Self::CELLS <= N && N.is_power_of_two());
        let mut board = Board {
            heads: [I::new(Self::EDGE); N],
            next: std::array::from_fn(I::new),
            counts: [0; N],
            list: [I::new(0); N],
            start: 0,
            both_start: 0,
            both_end: width * height,
            end: width * height,
            turn: Color::Black,
        };
        // Every cell of the edge loses one for each stone beside it: never a mark, never a zero.
        board.counts[Self::EDGE] = MARK[0] - 1;
        let points = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        for (number, (x, y)) in points.enumerate() {
            let name = y * S + x;
            board.list[number] = I::new(name);
            board.heads[name + S + 1] = I::new(name);
            board.counts[name] = u16::from(x > 0)
                + u16::from(y > 0)
                + u16::from(x + 1 < width)
                + u16::from(y + 1 < height);
        }
        board
    }

    /// The length of a row of cells.
    #[inline]
    #[allow(clippy::unused_self, reason = "it tells what class of board it is")]
    pub(super) const fn stride(&self) -> usize {
        S
    }

    /// Makes this board the same as `other`, faster than a clone: only what is in use is copied.
    #[inline]
    pub(super) fn copy(&mut self, other: &Self) {
        self.heads[..Self::CELLS].copy_from_slice(&other.heads[..Self::CELLS]);
        self.next[..Self::CELLS].copy_from_slice(&other.next[..Self::CELLS]);
        self.counts[..Self::CELLS].copy_from_slice(&other.counts[..Self::CELLS]);
        self.list[..Self::CELLS].copy_from_slice(&other.list[..Self::CELLS]);
        self.start = other.start;
        self.both_start = other.both_start;
        self.both_end = other.both_end;
        self.end = other.end;
        self.turn = other.turn;
    }

    /// The names of the chains above, left of, right of and below `name`.
    #[inline(always)]
    fn around(&self, name: usize) -> [usize; 4] {
        let cells = &self.heads[name + 1..name + 2 * S + 2];
        [cells[0], cells[S - 1], cells[S + 1], cells[2 * S]].map(Name::get)
    }

    #[inline(always)]
    fn count(&mut self, name: usize) -> &mut u16 {
        &mut self.counts[name & (N - 1)]
    }

    /// Puts a stone of `color` on the empty point `name`, if that is legal.
    #[inline(always)]
    fn try_put(&mut self, name: usize, color: Color) -> bool {
        let (own, enemy) = (MARK[color as usize], MARK[!color as usize]);
        let heads = self.around(name);
        for head in heads {
            *self.count(head) = self.count(head).wrapping_sub(1);
        }
        let counts = heads.map(|head| *self.count(head));
        let free = *self.count(name);
        let chokes = counts.contains(&enemy);
        // As unsigned numbers, less than what a mark leaves room for: so of this color.
        let breathes = (free != 0)
            | counts.iter().fold(false, |any, c| any | (c.wrapping_sub(own + 1) < COUNTS));
        if chokes || !breathes {
            for head in heads {
                *self.count(head) = self.count(head).wrapping_add(1);
            }
            return false;
        }
        self.join(name, own, free, heads, counts);
        true
    }

    /// Makes the stone on `name` part of the chains of its color around it.
    #[inline(always)]
    fn join(&mut self, name: usize, own: u16, free: u16, heads: [usize; 4], counts: [u16; 4]) {
        let mine = counts.map(|count| count.wrapping_sub(own) <= COUNTS);
        let mut head = name;
        for i in 0..4 {
            head = if mine[i] { heads[i] } else { head };
        }
        self.heads[(name + S + 1) & (N - 1)] = I::new(head);
        let add = if head == name { own } else { free };
        *self.count(head) = self.count(head).wrapping_add(add);
        self.next[name & (N - 1)] = self.next[head & (N - 1)];
        self.next[head & (N - 1)] = I::new(name);
        let other = (0..4).fold(0, |other, i| other | if mine[i] { heads[i] ^ head } else { 0 });
        if other != 0 {
            for i in 0..4 {
                if mine[i] {
                    self.rename(heads[i], head, own);
                }
            }
        }
    }

    /// Makes the chain `old` part of the chain `new`, unless it is already.
    #[inline]
    fn rename(&mut self, old: usize, new: usize, own: u16) {
        if self.heads[(old + S + 1) & (N - 1)].get() != old || old == new {
            return;
        }
        let mut stone = old;
        loop {
            self.heads[(stone + S + 1) & (N - 1)] = I::new(new);
            stone = self.next[stone & (N - 1)].get();
            if stone == old {
                break;
            }
        }
        self.next.swap(old & (N - 1), new & (N - 1));
        let count = *self.count(old);
        *self.count(new) = self.count(new).wrapping_add(count.wrapping_sub(own));
    }

    /// The stretch of the list that `color` draws from.
    #[inline(always)]
    fn stretch(&self, color: Color) -> (usize, usize) {
        match color {
            Color::Black => (self.start, self.both_end),
            Color::White => (self.both_start, self.end),
        }
    }

    /// Takes entry `i`, which `color` may draw, out of the list.
    #[inline(always)]
    fn remove(&mut self, i: usize, color: Color) {
        let mask = N - 1;
        match color {
            Color::Black => {
                let both = i >= self.both_start;
                let hole = if both { self.both_start } else { i };
                self.list[i & mask] = self.list[hole & mask];
                self.list[hole & mask] = self.list[self.start & mask];
                self.start += 1;
                self.both_start += usize::from(both);
            }
            Color::White => {
                let both = i < self.both_end;
                let hole = if both { self.both_end - 1 } else { i };
                self.list[i & mask] = self.list[hole & mask];
                self.list[hole & mask] = self.list[(self.end - 1) & mask];
                self.end -= 1;
                self.both_end -= usize::from(both);
            }
        }
    }

    /// Notes that entry `i` is illegal for `color`, for good.
    #[inline]
    fn discard(&mut self, i: usize, color: Color) {
        match color {
            Color::Black if i >= self.both_start => {
                self.both_end -= 1;
                self.list.swap(i, self.both_end);
            }
            Color::White if i < self.both_end => {
                self.list.swap(i, self.both_start);
                self.both_start += 1;
            }
            _ => self.remove(i, color),
        }
    }

    /// Plays a legal move of `color`, each with the same chance, and tells its name; or finds that
    /// there is none.
    ///
    /// Why it is fair: a draw that turns out illegal changes nothing but the list, and what is
    /// drawn in the end was drawn with the same chance as every other point of the list then, among
    /// them every legal one.
    #[inline(always)]
    fn step(&mut self, color: Color, rng: &mut Rng) -> Option<usize> {
        loop {
            let (from, to) = self.stretch(color);
            if from == to {
                return None;
            }
            let i = (from + rng.below(to - from)) & (N - 1);
            let name = self.list[i].get();
            if self.try_put(name, color) {
                self.remove(i, color);
                return Some(name);
            }
            self.discard(i, color);
        }
    }

    /// Plays on to the end, and tells `note` every move. The board is then spent: a full one.
    #[inline(always)]
    pub(super) fn play_out(
        &mut self,
        rng: &mut Rng,
        mut note: impl FnMut(usize, Color),
    ) -> Playout {
        let mut moves = 0;
        if self.turn == Color::White {
            match self.step(Color::White, rng) {
                None => return Playout { winner: Color::Black, moves },
                Some(name) => note(name, Color::White),
            }
            moves += 1;
        }
        let winner = loop {
            match self.step(Color::Black, rng) {
                None => break Color::White,
                Some(name) => note(name, Color::Black),
            }
            moves += 1;
            match self.step(Color::White, rng) {
                None => break Color::Black,
                Some(name) => note(name, Color::White),
            }
            moves += 1;
        };
        self.turn = !winner;
        Playout { winner, moves }
    }

    // From here on not hot.

    /// What is on the point `name`.
    pub(super) fn stone(&self, name: usize) -> Option<Color> {
        let count = self.counts[self.heads[name + S + 1].get()];
        Color::ALL.into_iter().find(|&color| count & MARK[color as usize] != 0)
    }

    /// Whether `color` may play on the point `name`.
    #[inline]
    pub(super) fn legal(&self, name: usize, color: Color) -> bool {
        if self.heads[name + S + 1].get() != name || self.counts[name] & !COUNTS != 0 {
            return false;
        }
        let (own, enemy) = (MARK[color as usize], MARK[!color as usize]);
        let heads = self.around(name);
        let mut breathes = self.counts[name] != 0;
        for head in heads {
            let taken = heads.iter().filter(|&&other| other == head).count() as u16;
            let left = self.counts[head & (N - 1)].wrapping_sub(taken);
            if left == enemy {
                return false;
            }
            breathes |= left.wrapping_sub(own + 1) < COUNTS;
        }
        breathes
    }

    /// Plays on the point `name` for the side to move, if that is legal.
    pub(super) fn play(&mut self, name: usize) -> bool {
        let color = self.turn;
        let (from, to) = self.stretch(color);
        // What is not in the list was found to be illegal before.
        let Some(i) = self.list[from..to].iter().position(|&other| other.get() == name) else {
            return false;
        };
        let played = self.try_put(name, color);
        if played {
            self.remove(from + i, color);
            self.turn = !color;
        }
        played
    }

    /// Puts a stone on an empty point, legal or not, as a set-up does.
    pub(super) fn put(&mut self, name: usize, color: Color) {
        debug_assert!(self.stone(name).is_none());
        let heads = self.around(name);
        for head in heads {
            *self.count(head) -= 1;
        }
        let counts = heads.map(|head| *self.count(head));
        let free = self.counts[name];
        self.join(name, MARK[color as usize], free, heads, counts);
        let entry = (self.start..self.end).find(|&i| self.list[i].get() == name);
        if let Some(i) = entry {
            let may = if i < self.both_end { Color::Black } else { Color::White };
            self.remove(i, may);
        }
    }

    /// The name of a stone whose chain has no liberty, if there is one.
    pub(super) fn choked(&self, names: impl Iterator<Item = usize>) -> Option<usize> {
        let mut names = names;
        names.find(|&name| MARK.contains(&self.counts[self.heads[name + S + 1].get()]))
    }

    /// Calls `tell` with every point that `color` may play, in no order.
    #[inline]
    pub(super) fn each_legal(&self, color: Color, mut tell: impl FnMut(usize)) {
        let (from, to) = self.stretch(color);
        for &name in &self.list[from..to] {
            if self.legal(name.get(), color) {
                tell(name.get());
            }
        }
    }

    /// Whether everything agrees with what the stones tell.
    pub(super) fn check(&self, names: &[usize]) -> bool {
        let mut plain = Self {
            heads: [I::new(Self::EDGE); N],
            next: std::array::from_fn(I::new),
            ..self.clone()
        };
        for &name in names {
            plain.heads[name + S + 1] = I::new(name);
        }
        let beside = |name: usize| plain.around(name).into_iter().filter(|&at| at != Self::EDGE);
        // Every stone and its neighbor of the same color bear one name, and the ring of a chain
        // holds those stones, and no others, that bear its name.
        let joined = names.iter().all(|&name| {
            let head = self.heads[name + S + 1];
            let stone = self.stone(name);
            beside(name).all(|other| {
                stone.is_none() || self.stone(other) != stone || self.heads[other + S + 1] == head
            }) && (stone.is_some() || head.get() == name)
                && self.ring(head.get()).all(|at| self.heads[at + S + 1] == head)
                && self.ring(head.get()).any(|at| at == name)
        });
        let counted = names.iter().all(|&name| {
            let empty = |at: &usize| self.stone(*at).is_none();
            let mark = self.stone(name).map_or(0, |color| MARK[color as usize]);
            let count = self.ring(name).map(|at| beside(at).filter(empty).count()).sum::<usize>();
            let stored = self.counts[self.heads[name + S + 1].get()];
            stored == count as u16 | mark
        });
        let mut listed: Vec<usize> =
            self.list[self.start..self.end].iter().map(|name| name.get()).collect();
        listed.sort_unstable();
        let distinct = listed.windows(2).all(|pair| pair[0] != pair[1]);
        let complete = names.iter().all(|&name| {
            Color::ALL.into_iter().all(|color| {
                let (from, to) = self.stretch(color);
                let there = self.list[from..to].contains(&I::new(name));
                if self.stone(name).is_some() { !there } else { there || !self.legal(name, color) }
            })
        });
        joined && counted && distinct && complete
    }

    /// The stones of a chain, from any of them.
    fn ring(&self, name: usize) -> impl Iterator<Item = usize> {
        let mut at = Some(name);
        std::iter::from_fn(move || {
            let here = at?;
            let next = self.next[here].get();
            at = (next != name).then_some(next);
            Some(here)
        })
    }
}
