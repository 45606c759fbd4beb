//! What a batch needs of a game.

use std::fmt::Debug;

use tengen_core::{Area, Color, Outcome, Point, Rng, Setup};

/// A game in a batch. An action is the number of a point in reading order.
pub(super) trait EnvironmentGame: Clone + Send + Sync + Debug {
    /// The stones of `color`: 1 where there is one, for every point in reading order.
    fn stones(&self, color: Color) -> &[u8];

    /// The action mask of `color`, which is to move: 1 where it may play.
    fn mask(&self, color: Color) -> &[u8];

    /// Plays a legal action, and says how the game ended if it did.
    fn play(&mut self, action: usize, color: Color) -> Option<Outcome>;

    /// Becomes equal to `start`, a game on a board of the same size.
    fn restart(&mut self, start: &Self);

    /// Whether `color`, which is to move, may not play anywhere although the game is not over.
    fn is_stuck(&self, _color: Color) -> bool {
        false
    }
}

/// The stones of a game and the side to move.
pub(super) fn setup(game: &impl EnvironmentGame, area: Area, turn: Color) -> Setup {
    let mut setup = Setup { turn, ..Setup::new(area) };
    for color in Color::ALL {
        let stones = area.points().zip(game.stones(color)).filter(|&(_, &stone)| stone != 0);
        setup.stones.extend(stones.map(|(point, _)| (point, color)));
    }
    setup
}

/// The point of an action on a board of this width.
#[inline]
pub(super) fn point_of(action: usize, width: u32) -> Point {
    let action = action as u32;
    Point::new((action % width) as i32, (action / width) as i32)
}

/// A uniformly random action that the mask allows; none if there is none.
#[inline]
pub(super) fn random_action(mask: &[u8], rng: &mut Rng) -> Option<usize> {
    // A sum of at most 16 ones fits into a byte, and such sums are made by vectors.
    let count = |part: &[u8]| usize::from(part.iter().sum::<u8>());
    let total: usize = mask.chunks(16).map(count).sum();
    if total == 0 {
        return None;
    }
    let mut skip = rng.below(total);
    for (part, number) in mask.chunks(16).zip(0..) {
        let here = count(part);
        if skip < here {
            let allowed = (0..part.len()).filter(|&i| part[i] != 0).nth(skip);
            return allowed.map(|i| 16 * number + i);
        }
        skip -= here;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_allowed_action_comes_equally_often_and_no_other() {
        let mut rng = Rng::new(3);
        for size in [1, 15, 16, 17, 81, 225] {
            let mask: Vec<u8> = (0..size).map(|_| u8::from(rng.below(3) == 0)).collect();
            let allowed = mask.iter().map(|&m| usize::from(m)).sum::<usize>();
            let mut counts = vec![0_u32; size];
            for _ in 0..400 * allowed {
                counts[random_action(&mask, &mut rng).unwrap()] += 1;
            }
            for (count, allowed) in counts.iter().zip(&mask) {
                assert_eq!(*count > 0, *allowed == 1);
                assert!(*count == 0 || (250..550).contains(count), "{count} and not about 400");
            }
        }
        assert_eq!(random_action(&[0; 40], &mut rng), None);
        assert_eq!(random_action(&[], &mut rng), None);
    }
}
