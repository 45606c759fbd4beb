//! Hot: playouts of a search, which play the points that both sides may play on first.

use tengen_core::Color;

use super::{Name, PlayoutBoard};
use crate::playout::Rng;

impl<I: Name, const S: usize, const N: usize> PlayoutBoard<I, S, N> {
    /// Puts a stone of `color` on `name`, which is known to be legal. The list keeps the point, until
    /// [`forget_stones`](Self::forget_stones).
    #[inline]
    pub(in crate::playout) fn put_legal(&mut self, name: usize, color: Color) {
        let heads = self.around(name);
        for head in heads {
            self.words[head & (N - 1)] -= Self::ONE;
        }
        let all = heads.iter().fold(0, |all, head| all | self.words[head & (N - 1)]);
        self.join(name, color, heads, all);
        self.turn = !color;
    }

    /// Removes from the list the points that have stones by now.
    ///
    /// Why not with each stone: a search puts a dozen of them before it draws the first point, and finding
    /// one in the list takes as long as looking at all.
    #[inline]
    pub(in crate::playout) fn forget_stones(&mut self) {
        let parts = self.stretches.parts();
        let mut ends = [parts[0].start; 3];
        let mut kept = parts[0].start;
        for (part, end) in parts.into_iter().zip(&mut ends) {
            for i in part {
                let name = self.list[i & (N - 1)];
                self.list[kept & (N - 1)] = name;
                kept += usize::from(self.is_empty(name.get()));
            }
            *end = kept;
        }
        self.stretches.set_ends(ends);
    }

    /// Whether there is no stone on `name`, which is a point.
    #[inline(always)]
    fn is_empty(&self, name: usize) -> bool {
        let stones = (Self::DEAD | Self::LIVE) * (1 | 1 << Self::field(Color::White));
        let bears_its_name = self.heads[(name + S + 1) & (N - 1)].get() == name;
        bears_its_name & (self.words[name & (N - 1)] & stones == 0)
    }

    /// For each color whether it may put a stone on the empty point `name`, by the words around it from
    /// which the stone has been taken.
    #[inline(always)]
    fn may_put(&self, name: usize, all: u64) -> [bool; 2] {
        let lives = all | self.words[name & (N - 1)] << 2;
        Color::ALL.map(|color| {
            (all & Self::DEAD << Self::field(!color) == 0)
                & (lives & Self::LIVE << Self::field(color) != 0)
        })
    }

    /// Plays on with uniformly random moves on points that both sides may play on, until there are none,
    /// and calls `note` with every move.
    ///
    /// Why it is fair: as with [`step`](Self::step), a point that is drawn in vain leaves the list for good.
    #[inline(never)]
    pub(in crate::playout) fn play_out_shared(
        &mut self,
        rng: &mut Rng,
        mut note: impl FnMut(usize, Color),
    ) {
        // Copies, so that they can be kept in registers.
        let (mut left, mut chance, mut turn) = (self.stretches, rng.clone(), self.turn);
        loop {
            let both = left.both();
            if both.is_empty() {
                break;
            }
            let i = (both.start + chance.below(both.len())) & (N - 1);
            let name = self.list[i].get();
            let heads = self.around(name);
            for head in heads {
                self.words[head & (N - 1)] -= Self::ONE;
            }
            let all = heads.iter().fold(0, |all, head| all | self.words[head & (N - 1)]);
            let [black, white] = self.may_put(name, all);
            if black & white {
                self.join(name, turn, heads, all);
                left.remove(&mut self.list, i, Color::Black);
                note(name, turn);
                turn = !turn;
                continue;
            }
            for head in heads {
                self.words[head & (N - 1)] += Self::ONE;
            }
            if black {
                left.discard(&mut self.list, i, Color::White);
            } else if white {
                left.discard(&mut self.list, i, Color::Black);
            } else {
                left.remove(&mut self.list, i, Color::Black);
            }
        }
        (self.stretches, self.turn, *rng) = (left, turn, chance);
    }

    /// Plays on with uniformly random moves until the side to move has none, and then with moves of the winner only.
    /// Returns the winner and how many moves it had left.
    #[inline(never)]
    pub(in crate::playout) fn play_out_saved(&mut self, rng: &mut Rng) -> (Color, u32) {
        let (mut left, mut chance) = (self.stretches, rng.clone());
        let mut turn = self.turn;
        while self.step(&mut left, turn, &mut chance).is_some() {
            turn = !turn;
        }
        let winner = !turn;
        let mut spare = 0;
        while self.step(&mut left, winner, &mut chance).is_some() {
            spare += 1;
        }
        (self.stretches, self.turn, *rng) = (left, turn, chance);
        (winner, spare)
    }

    /// How many points Black and White may play on, when there are none that both may.
    #[inline]
    pub(in crate::playout) fn count_saved(&self) -> [u32; 2] {
        let [black, _, white] = self.stretches.parts();
        [(black, 0), (white, 1)].map(|(part, color)| {
            self.list[part].iter().map(|name| u32::from(self.may_put_now(name.get())[color])).sum()
        })
    }

    /// For each color whether it may put a stone on the empty point `name`.
    #[inline(always)]
    fn may_put_now(&self, name: usize) -> [bool; 2] {
        let heads = self.around(name);
        let mut all = 0;
        for head in heads {
            let mut taken = 0;
            for other in heads {
                taken += u64::from(other == head);
            }
            all |= self.words[head & (N - 1)] - taken * Self::ONE;
        }
        self.may_put(name, all)
    }
}
