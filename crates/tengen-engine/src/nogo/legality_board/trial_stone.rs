//! Hot: how a stone would change who may play where, without putting it.

use tengen_core::Color;

use super::{EDGE, EMPTY, LegalityBoard, LibertyChain, Review, Sides};

/// A stone that is thought of and not put.
struct TrialStone {
    spot: u16,
    color: u8,
    /// The chain it would be part of.
    chain: LibertyChain,
    /// The roots of its chains so far, each once; 0 is none.
    joined: [u16; 4],
    /// The roots of the enemy's chains beside it, as often as they touch it; 0 is none.
    pressed: [u16; 4],
}

impl LegalityBoard {
    /// The mobility of Black and White if `color` played on `spot`, where it may.
    ///
    /// Only the spots beside the stone, and the last liberties of the chains it touches, can change.
    pub(crate) fn mobility_after(&self, spot: u16, color: Color) -> [usize; 2] {
        let own = color as u8 + 1;
        let mut after = TrialStone {
            spot,
            color: own,
            chain: LibertyChain { stones: 1, ..LibertyChain::default() },
            joined: [0; 4],
            pressed: [0; 4],
        };
        let around = self.around(spot);
        for (i, next) in around.into_iter().enumerate() {
            match self.cells[usize::from(next)] {
                EMPTY => after.chain.add(next),
                EDGE => {}
                cell => {
                    let other = self.find(next);
                    if cell == own {
                        if !after.joined.contains(&other) {
                            after.joined[i] = other;
                            after.chain.join(self.chains[usize::from(other)]);
                        }
                        after.chain.remove(spot);
                    } else {
                        after.pressed[i] = other;
                    }
                }
            }
        }
        let mut mobility = Color::ALL.map(|color| self.mobility(color));
        let mut lose = |sides: Sides| {
            mobility[0] -= usize::from(sides & 1);
            mobility[1] -= usize::from(sides >> 1);
        };
        lose(self.sides[usize::from(spot)]);
        // The spots to review, each once; 0 is on the edge.
        let mut review = [0; 9];
        review[..4].copy_from_slice(&around);
        review[4] = after.chain.last_liberty();
        for (i, root) in after.pressed.into_iter().enumerate() {
            if root != 0 {
                review[5 + i] = self.without(root, &after).last_liberty();
            }
        }
        for (i, next) in review.into_iter().enumerate() {
            let before = self.sides[usize::from(next)];
            if before != 0 && next != spot && !review[..i].contains(&next) {
                lose(before & !self.sides_after(next, &after));
            }
        }
        mobility
    }

    /// The chain `root` of the enemy, with the liberties on the spot of the stone taken.
    #[inline]
    fn without(&self, root: u16, stone: &TrialStone) -> LibertyChain {
        let mut chain = self.chains[usize::from(root)];
        for pressed in stone.pressed {
            if pressed == root {
                chain.remove(stone.spot);
            }
        }
        chain
    }

    /// The sides that may play on the empty `spot` after a stone, as far as the rules go.
    fn sides_after(&self, spot: u16, stone: &TrialStone) -> Sides {
        let mut review = Review::default();
        for next in self.around(spot) {
            if next == stone.spot {
                review.see(stone.color, stone.chain);
                continue;
            }
            match self.cells[usize::from(next)] {
                EMPTY => review.free = true,
                EDGE => {}
                cell => {
                    let root = self.find(next);
                    let is_joined = cell == stone.color && stone.joined.contains(&root);
                    let chain = if is_joined { stone.chain } else { self.without(root, stone) };
                    review.see(cell, chain);
                }
            }
        }
        review.sides()
    }
}
