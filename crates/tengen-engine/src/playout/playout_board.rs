//! One board of fixed stride, and games played out on it. Hot: all of it, but for what says not.
//!
//! Every point has a *name*, its place in rows of `S` cells, and every stone bears the name of its
//! chain, which is the name of one of its stones. Under each name is a word that counts
//! pseudo-liberties: pairs of a stone of the chain and an empty neighbor. An empty point is a chain
//! that has not been played yet: it bears its own name, and its word counts its empty neighbors. So
//! a stone on a point takes one from each of the four words around it, whatever they are, and
//! nothing is asked.
//!
//! A word is laid out so that the bitwise or of the four around a point decides legality and joins,
//! without an unpredictable branch. From the lowest bit:
//!
//! ```text
//! | black field      | white field      | black name | its bits   | white name | its bits   |
//! | count, dead, live| count, dead, live|            | turned over|            | turned over|
//! ```
//!
//! A chain keeps its count less one in the field of its color, under the mark `LIVE`. The last
//! liberty that goes borrows from that mark, which leaves the mark `DEAD` below it. An empty point
//! has its count in both fields, under the mark `FREE`, and no name. So after a stone has pressed:
//!
//! - an enemy chain is choked if `DEAD` is set in the field of the enemy;
//! - the stone breathes if `LIVE` is set in its own field, or `FREE` under its own point;
//! - the own chains around it are none if the name is zero and its turned bits are, several if they
//!   have a bit in common, and one, with that name, if not.

#![allow(clippy::inline_always, reason = "one loop, written in parts; a call would spill them all")]
#![allow(
    clippy::needless_bitwise_bool,
    reason = "a lazy operator is a branch, and chance decides it"
)]

mod shared_playout;

use std::hint::select_unpredictable;

use tengen_core::Color;

use super::{Rng, stretches::Stretches};

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

/// Result of a playout.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Playout {
    /// The side that moved last.
    pub winner: Color,
    /// Number of moves.
    pub moves: u32,
}

/// A board of at most `S - 1` columns and rows. `N`, a power of two, is the room for its cells: a
/// row of the edge, rows of an edge cell and `S - 1` points, and a row of the edge.
#[derive(Clone, Debug)]
pub(crate) struct PlayoutBoard<I, const S: usize, const N: usize> {
    /// By cell: the name of the chain.
    heads: [I; N],
    /// By name that a stone bears: the name that its chain has by now.
    aliases: [I; N],
    /// By name that a stone bears: the next one of the same chain, around to the first.
    next: [I; N],
    /// By name: what is to be known about a chain or an empty point.
    words: [u64; N],
    /// The names of the points that may still be played.
    list: [I; N],
    stretches: Stretches<N>,
    pub(super) turn: Color,
}

impl<I: Name, const S: usize, const N: usize> PlayoutBoard<I, S, N> {
    /// The name that all cells of the edge bear. No point has it.
    const EDGE: usize = S - 1;
    /// How many cells there are.
    const CELLS: usize = S * (S + 1);
    /// How many names there are, with those of no point.
    const NAMES: usize = S * (S - 1);
    /// Whether the field of the other color, which also loses one for each stone beside the chain,
    /// could run out and must be filled up now and then. No board has more pairs of neighbors.
    const TIGHT: bool = Self::FREE <= (2 * S * S) as u64;
    /// Whether a chain is renamed by an alias of the name that its stones bear, and not by a look at
    /// every cell, which is faster if there are few.
    const ALIASES: bool = size_of::<I>() > 1;

    /// How many bits a name has.
    const NAME: u32 = N.ilog2();
    /// How many bits a count has.
    const COUNT: u32 = 30 - 2 * Self::NAME;
    /// In the field of a color: of an empty point, that it has an empty neighbor.
    const FREE: u64 = 1 << (Self::COUNT - 1);
    /// In the field of a color: of a chain of it, that it has no liberty.
    const DEAD: u64 = 1 << Self::COUNT;
    /// In the field of a color: of a chain of it, that it has a liberty.
    const LIVE: u64 = 1 << (Self::COUNT + 1);
    /// One in both fields.
    const ONE: u64 = 1 | 1 << (Self::COUNT + 2);

    /// The empty board. Black is to move.
    pub(super) fn new(width: usize, height: usize) -> Self {
        assert!(width < S && height < S && Self::CELLS <= N && N.is_power_of_two());
        let mut board = PlayoutBoard {
            heads: [I::new(Self::EDGE); N],
            aliases: std::array::from_fn(I::new),
            next: std::array::from_fn(I::new),
            words: [0; N],
            list: [I::new(0); N],
            stretches: Stretches::new(width * height),
            turn: Color::Black,
        };
        board.words[Self::EDGE] = Self::ONE * (Self::DEAD - 1);
        let points = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        for (number, (x, y)) in points.enumerate() {
            let name = y * S + x;
            board.list[number] = I::new(name);
            board.heads[name + S + 1] = I::new(name);
            let neighbors = [x > 0, y > 0, x + 1 < width, y + 1 < height];
            let free = neighbors.iter().filter(|&&is| is).count() as u64;
            board.words[name] = Self::ONE * (Self::FREE - 1 + free);
        }
        board
    }

    /// The length of a row of cells.
    #[inline]
    #[allow(clippy::unused_self, reason = "called as a method of any class of board")]
    pub(super) const fn stride(&self) -> usize {
        S
    }

    /// Makes this board the same as `other`, faster than a clone: only what is in use is copied.
    #[inline]
    pub(super) fn copy(&mut self, other: &Self) {
        self.heads[..Self::CELLS].copy_from_slice(&other.heads[..Self::CELLS]);
        if Self::ALIASES {
            self.aliases[..Self::NAMES].copy_from_slice(&other.aliases[..Self::NAMES]);
            self.next[..Self::NAMES].copy_from_slice(&other.next[..Self::NAMES]);
        }
        self.words[..Self::NAMES].copy_from_slice(&other.words[..Self::NAMES]);
        self.list[..Self::NAMES].copy_from_slice(&other.list[..Self::NAMES]);
        self.stretches = other.stretches;
        self.turn = other.turn;
    }

    /// The names of the chains above, left of, right of and below `name`.
    #[inline(always)]
    fn around(&self, name: usize) -> [usize; 4] {
        let cells = &self.heads[name + 1..name + 2 * S + 2];
        [cells[0], cells[S - 1], cells[S + 1], cells[2 * S]].map(|name| self.alias(name))
    }

    #[inline(always)]
    fn alias(&self, name: I) -> usize {
        if Self::ALIASES { self.aliases[name.get() & (N - 1)].get() } else { name.get() }
    }

    /// The name of the chain of the stone on `name`.
    fn head(&self, name: usize) -> usize {
        self.alias(self.heads[name + S + 1])
    }

    /// Where the field of `color` begins.
    #[inline(always)]
    const fn field(color: Color) -> u32 {
        color as u32 * (Self::COUNT + 2)
    }

    /// Where the name of a chain of `color` begins; after it all its bits turned over.
    #[inline(always)]
    const fn label(color: Color) -> u32 {
        2 * (Self::COUNT + 2) + color as u32 * 2 * Self::NAME
    }

    /// Puts a stone of `color` on the empty point `name`, if that is legal.
    #[inline(always)]
    fn try_put(&mut self, name: usize, color: Color) -> bool {
        let heads = self.around(name);
        for head in heads {
            self.words[head & (N - 1)] -= Self::ONE;
        }
        let all = heads.iter().fold(0, |all, head| all | self.words[head & (N - 1)]);
        let word = self.words[name & (N - 1)];
        let chokes = all & Self::DEAD << Self::field(!color) != 0;
        let breathes = (all | word << 2) & Self::LIVE << Self::field(color) != 0;
        if chokes || !breathes {
            for head in heads {
                self.words[head & (N - 1)] += Self::ONE;
            }
            return false;
        }
        self.join(name, color, heads, all);
        true
    }

    /// Makes the stone on `name` part of the chains of its color around it.
    #[inline(always)]
    fn join(&mut self, name: usize, color: Color, heads: [usize; 4], all: u64) {
        let (names, nots) = (all >> Self::label(color), all >> (Self::label(color) + Self::NAME));
        if names & nots & (N as u64 - 1) != 0 {
            self.join_many(name, color, heads);
            return;
        }
        let names = names as usize & (N - 1);
        let alone = (names | (nots as usize & (N - 1))) == 0;
        let head = select_unpredictable(alone, name, names);
        self.heads[(name + S + 1) & (N - 1)] = I::new(head);
        let word = self.words[name & (N - 1)];
        let (founding, joining) = (Self::founding(name, color), Self::joining(word, color));
        let add = select_unpredictable(alone, founding, joining);
        self.add(head, color, add);
    }

    /// Adds what a stone brings to the word of its chain of `color`.
    #[inline(always)]
    fn add(&mut self, head: usize, color: Color, brought: u64) {
        let word = &mut self.words[head & (N - 1)];
        if Self::TIGHT {
            *word |= (Self::DEAD - 1) << Self::field(!color);
        }
        *word = word.wrapping_add(brought);
    }

    /// What makes the word of an empty point that of a chain of one stone.
    #[inline(always)]
    fn founding(name: usize, color: Color) -> u64 {
        let not = !name & (N - 1);
        ((name | not << Self::NAME) as u64) << Self::label(color)
            | (Self::LIVE - Self::FREE) << Self::field(color)
    }

    /// What a stone adds to a chain, by the word of the empty point.
    #[inline(always)]
    fn joining(word: u64, color: Color) -> u64 {
        let mask = (4 * Self::DEAD - 1) << Self::field(color);
        (word & mask).wrapping_sub((Self::FREE - 1) << Self::field(color))
    }

    /// Like [`join`](Self::join), with several chains of its color around it.
    #[inline(always)]
    fn join_many(&mut self, name: usize, color: Color, heads: [usize; 4]) {
        let own = (Self::DEAD | Self::LIVE) << Self::field(color);
        let mine = heads.map(|one| self.words[one & (N - 1)] & own != 0);
        let mut head = name;
        for i in 0..4 {
            head = select_unpredictable(mine[i], heads[i], head);
        }
        let joining = Self::joining(self.words[name & (N - 1)], color);
        self.add(head, color, joining);
        let apart: [bool; 4] = std::array::from_fn(|i| mine[i] & (heads[i] != head));
        let mut other = head;
        for i in 0..3 {
            other = select_unpredictable(apart[i], heads[i], other);
        }
        self.rename(other, head, color);
        // A third and a fourth chain are before the last one that is apart.
        if (apart[0] & (heads[0] != other)) | (apart[1] & (heads[1] != other)) {
            for one in heads.into_iter().take(2) {
                // Another color, or joined already.
                if self.words[one & (N - 1)] & own != 0 && self.head(one) == one && one != head {
                    self.rename(one, head, color);
                }
            }
        }
        // Why last: a byte that was just written holds up those who read it with its neighbors.
        self.heads[(name + S + 1) & (N - 1)] = I::new(head);
    }

    /// Makes the chain `old` part of the chain `new`.
    #[inline(always)]
    fn rename(&mut self, old: usize, new: usize, color: Color) {
        let field = (4 * Self::DEAD - 1) << Self::field(color);
        let none = (Self::LIVE - 1) << Self::field(color);
        let count = (self.words[old & (N - 1)] & field).wrapping_sub(none);
        self.words[new & (N - 1)] = self.words[new & (N - 1)].wrapping_add(count);
        if Self::ALIASES {
            let mut name = old;
            loop {
                self.aliases[name & (N - 1)] = I::new(new);
                name = self.next[name & (N - 1)].get();
                if name == old {
                    break;
                }
            }
            self.next.swap(old & (N - 1), new & (N - 1));
        } else {
            let (old, new) = (I::new(old), I::new(new));
            for cell in &mut self.heads[..Self::CELLS.next_multiple_of(16)] {
                *cell = if *cell == old { new } else { *cell };
            }
        }
    }

    /// Plays a uniformly random legal move of `color` and returns its name; none if there is none.
    ///
    /// Why it is fair: a draw that turns out illegal changes nothing but the list, and what is
    /// drawn in the end was drawn with the same chance as every other point of the list then, among
    /// them every legal one.
    #[inline(always)]
    fn step(&mut self, left: &mut Stretches<N>, color: Color, rng: &mut Rng) -> Option<usize> {
        loop {
            let (from, to) = left.of(color);
            if from == to {
                return None;
            }
            let i = (from + rng.below(to - from)) & (N - 1);
            let name = self.list[i].get();
            if self.try_put(name, color) {
                left.remove(&mut self.list, i, color);
                return Some(name);
            }
            left.discard(&mut self.list, i, color);
        }
    }

    /// Plays on to the end, and calls `note` with every move. The board is then spent: a full one.
    #[inline(never)]
    pub(super) fn play_out(
        &mut self,
        rng: &mut Rng,
        mut note: impl FnMut(usize, Color),
    ) -> Playout {
        // Copies, so that they can be kept in registers.
        let (mut left, mut chance) = (self.stretches, rng.clone());
        let mut moves = 0;
        let winner = loop {
            if moves > 0 || self.turn == Color::Black {
                match self.step(&mut left, Color::Black, &mut chance) {
                    None => break Color::White,
                    Some(name) => note(name, Color::Black),
                }
                moves += 1;
            }
            match self.step(&mut left, Color::White, &mut chance) {
                None => break Color::Black,
                Some(name) => note(name, Color::White),
            }
            moves += 1;
        };
        (self.stretches, self.turn, *rng) = (left, !winner, chance);
        Playout { winner, moves }
    }

    // From here on not hot.

    /// What is on the point `name`.
    pub(super) fn stone(&self, name: usize) -> Option<Color> {
        let word = self.words[self.head(name)];
        Color::ALL.into_iter().find(|&color| Self::is_of(word, color))
    }

    /// Whether a word is that of a chain of `color`.
    const fn is_of(word: u64, color: Color) -> bool {
        word & (Self::DEAD | Self::LIVE) << Self::field(color) != 0
    }

    /// Whether `color` may play on the point `name`.
    #[inline]
    pub(super) fn legal(&self, name: usize, color: Color) -> bool {
        if self.stone(name).is_some() {
            return false;
        }
        let heads = self.around(name);
        let left = heads.map(|head| {
            let taken = heads.iter().filter(|&&other| other == head).count() as u64;
            self.words[head & (N - 1)] - taken * Self::ONE
        });
        let all = left.iter().fold(0, |all, word| all | word);
        all & Self::DEAD << Self::field(!color) == 0
            && (all | self.words[name] << 2) & Self::LIVE << Self::field(color) != 0
    }

    /// Plays on the point `name` for the side to move, if that is legal.
    pub(super) fn play(&mut self, name: usize) -> bool {
        let color = self.turn;
        let (from, to) = self.stretches.of(color);
        // What is not in the list was found to be illegal before.
        let Some(i) = self.list[from..to].iter().position(|&other| other.get() == name) else {
            return false;
        };
        let played = self.try_put(name, color);
        if played {
            self.stretches.remove(&mut self.list, from + i, color);
            self.turn = !color;
        }
        played
    }

    /// Puts a stone on an empty point, legal or not, as a set-up does.
    pub(super) fn put(&mut self, name: usize, color: Color) {
        debug_assert!(self.stone(name).is_none());
        let heads = self.around(name);
        for head in heads {
            self.words[head] -= Self::ONE;
        }
        let all = heads.iter().fold(0, |all, &head| all | self.words[head]);
        self.join(name, color, heads, all);
        let mut entries = self.stretches.all();
        if let Some(i) = entries.find(|&i| self.list[i].get() == name) {
            self.stretches.remove(&mut self.list, i, self.stretches.who_may(i));
        }
    }

    /// The name of a stone whose chain has no liberty, if there is one.
    pub(super) fn choked(&self, names: impl Iterator<Item = usize>) -> Option<usize> {
        let mut names = names;
        names.find(|&name| {
            let word = self.words[self.head(name)];
            Color::ALL.into_iter().any(|color| word & Self::DEAD << Self::field(color) != 0)
        })
    }

    /// Calls `see` with every point that `color` may play, in no order.
    #[inline]
    pub(super) fn each_legal(&self, color: Color, mut see: impl FnMut(usize)) {
        let (from, to) = self.stretches.of(color);
        for &name in &self.list[from..to] {
            if self.legal(name.get(), color) {
                see(name.get());
            }
        }
    }

    /// Whether all that is updated incrementally agrees with the stones on the points `names`.
    pub(super) fn check(&self, names: &[usize]) -> bool {
        let near = |one: usize, other: usize| one.abs_diff(other) == 1 || one.abs_diff(other) == S;
        let beside = |name: usize| names.iter().copied().filter(move |&other| near(name, other));
        let head = |name: usize| self.head(name);
        let chain = |name: usize| names.iter().copied().filter(move |&at| head(at) == head(name));
        // A chain bears the name of one of its stones, and neighbors of one color bear one name.
        // That two chains apart do not, shows in their count.
        let labeled = names.iter().all(|&name| {
            let joined = |other: usize| self.stone(other) == self.stone(name);
            head(head(name)) == head(name)
                && self.stone(name).is_none_or(|_| {
                    beside(name).all(|other| !joined(other) || head(other) == head(name))
                })
                && (self.stone(name).is_some() || chain(name).eq([name]))
        });
        let counted = names.iter().all(|&name| {
            let empty = |at: &usize| self.stone(*at).is_none();
            let count = chain(name).map(|at| beside(at).filter(empty).count() as u64).sum::<u64>();
            Color::ALL.into_iter().all(|color| {
                let field = self.words[head(name)] >> Self::field(color) & (4 * Self::DEAD - 1);
                match self.stone(name) {
                    None => field == Self::FREE - 1 + count,
                    Some(other) if other == color => field == Self::LIVE - 1 + count,
                    Some(_) => field < Self::DEAD,
                }
            })
        });
        // All names that a chain ever had go around in a ring.
        let ringed = names.iter().all(|&name| {
            let mut ring: Vec<usize> = self.ring(self.heads[name + S + 1].get()).collect();
            ring.sort_unstable();
            chain(name).all(|at| ring.contains(&self.heads[at + S + 1].get()))
                && ring.iter().all(|&at| self.alias(I::new(at)) == head(name))
        });
        let list = &self.list[self.stretches.all()];
        let distinct = (1..list.len()).all(|i| !list[..i].contains(&list[i]));
        let complete = names.iter().all(|&name| {
            Color::ALL.into_iter().all(|color| {
                let (from, to) = self.stretches.of(color);
                let listed = self.list[from..to].contains(&I::new(name));
                let is_empty = self.stone(name).is_none();
                if listed { is_empty } else { !self.legal(name, color) }
            })
        });
        labeled && counted && ringed && distinct && complete
    }

    /// The names of a chain, from any of them.
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
