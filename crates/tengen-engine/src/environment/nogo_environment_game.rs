//! A game of NoGo in a batch.

use tengen_core::{Area, Color, Outcome, Position, Rule, SetupError};

use super::environment_game::{EnvironmentGame, point_of};
use crate::nogo::legality_board::LegalityBoard;

/// A game of NoGo on a board up to 25x25, with its planes and masks updated incrementally.
#[derive(Clone, Debug)]
pub(super) struct NoGoEnvironmentGame {
    board: LegalityBoard,
    width: u32,
    /// The stones of black, those of white, and the points that black and white may play on.
    planes: Vec<u8>,
}

impl NoGoEnvironmentGame {
    /// The longest side of a board.
    pub(super) const MAX_SIDE: u16 = crate::nogo::NoGoPlayer::MAX_SIDE;

    /// An empty board.
    pub(super) fn new(width: u16, height: u16) -> NoGoEnvironmentGame {
        let points = usize::from(width) * usize::from(height);
        let mut planes = vec![0; 4 * points];
        planes[2 * points..].fill(1);
        NoGoEnvironmentGame {
            board: LegalityBoard::new(width, height),
            width: u32::from(width),
            planes,
        }
    }

    fn plane(&self, number: usize) -> &[u8] {
        let points = self.planes.len() / 4;
        &self.planes[number * points..][..points]
    }
}

impl EnvironmentGame for NoGoEnvironmentGame {
    #[inline]
    fn stones(&self, color: Color) -> &[u8] {
        self.plane(color as usize)
    }

    #[inline]
    fn mask(&self, color: Color) -> &[u8] {
        self.plane(2 + color as usize)
    }

    #[inline]
    fn play(&mut self, action: usize, color: Color) -> Option<Outcome> {
        let points = self.planes.len() / 4;
        let (stones, masks) = self.planes.split_at_mut(2 * points);
        let (black, white) = masks.split_at_mut(points);
        stones[color as usize * points + action] = 1;
        let width = self.width;
        let spot = self.board.spot(point_of(action, width));
        let stride = width + 1;
        self.board.play_with(spot, color, |spot, sides| {
            // The grid of the board has an edge of one spot above, and one to the left of every row.
            let spot = u32::from(spot);
            let at = (spot - spot / stride - stride) as usize;
            black[at] = sides & 1;
            white[at] = sides >> 1;
        });
        (self.board.mobility(!color) == 0).then_some(Outcome::Won(color))
    }

    fn restart(&mut self, start: &NoGoEnvironmentGame) {
        self.board.copy_from(&start.board);
        self.planes.clone_from(&start.planes);
    }
}

/// A game of NoGo on a board of any size, by the rules of the core.
///
/// Why it looks at every open point after each move: [`LegalityBoard`] counts in words that are too short for it, and
/// who plays on such boards has no need of a million steps a second.
#[derive(Clone, Debug)]
pub(super) struct LargeNoGoEnvironmentGame {
    position: Position,
    width: u32,
    /// The stones of black, those of white, and the points that black and white may play on.
    planes: Vec<u8>,
}

impl LargeNoGoEnvironmentGame {
    /// An empty board.
    pub(super) fn new(area: Area) -> Result<LargeNoGoEnvironmentGame, SetupError> {
        let position = Position::new(Rule::NoGo, area)?;
        let points = area.size().unwrap_or(0);
        let mut planes = vec![0; 4 * points];
        planes[2 * points..].fill(1);
        let width = super::vector_environment::sides(area).0 as u32;
        Ok(LargeNoGoEnvironmentGame { position, width, planes })
    }
}

impl EnvironmentGame for LargeNoGoEnvironmentGame {
    fn stones(&self, color: Color) -> &[u8] {
        let points = self.planes.len() / 4;
        &self.planes[color as usize * points..][..points]
    }

    fn mask(&self, color: Color) -> &[u8] {
        let points = self.planes.len() / 4;
        &self.planes[(2 + color as usize) * points..][..points]
    }

    fn play(&mut self, action: usize, color: Color) -> Option<Outcome> {
        let points = self.planes.len() / 4;
        self.position.play(point_of(action, self.width)).expect("the mask allows the action");
        self.planes[color as usize * points + action] = 1;
        for mask in 2..4 {
            self.planes[mask * points + action] = 0;
        }
        // A point that is illegal for a side stays illegal for it.
        let mask = &mut self.planes[(2 + !color as usize) * points..][..points];
        for (at, allowed) in mask.iter_mut().enumerate().filter(|(_, allowed)| **allowed != 0) {
            *allowed = u8::from(self.position.may_play(point_of(at, self.width)).is_ok());
        }
        self.position.outcome()
    }

    fn restart(&mut self, start: &LargeNoGoEnvironmentGame) {
        self.position.clone_from(&start.position);
        self.planes.clone_from(&start.planes);
    }
}
