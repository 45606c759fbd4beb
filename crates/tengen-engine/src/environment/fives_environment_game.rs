//! A game of five-in-a-row in a batch.

use tengen_core::{Area, Axis, Board, Color, Outcome, Rule};

use super::{
    environment_game::{EnvironmentGame, point_of},
    foul_map::FoulMap,
};

/// A game of five-in-a-row, with its planes and masks updated incrementally.
#[derive(Clone, Debug)]
pub(super) struct FivesEnvironmentGame {
    rule: Rule,
    board: Board,
    width: u32,
    /// The stones of black, those of white, and the empty points.
    planes: Vec<u8>,
    empty: usize,
    /// At renju, the points that black may play on.
    fouls: Option<FoulMap>,
}

impl FivesEnvironmentGame {
    /// An empty board.
    pub(super) fn new(rule: Rule, area: Area) -> FivesEnvironmentGame {
        let points = area.size().unwrap_or(0);
        let mut planes = vec![0; 3 * points];
        planes[2 * points..].fill(1);
        FivesEnvironmentGame {
            rule,
            board: Board::new(area),
            width: super::vector_environment::sides(area).0 as u32,
            planes,
            empty: points,
            fouls: (rule == Rule::Renju).then(|| FoulMap::new(area)),
        }
    }

    fn plane(&self, number: usize) -> &[u8] {
        let points = self.planes.len() / 3;
        &self.planes[number * points..][..points]
    }
}

impl EnvironmentGame for FivesEnvironmentGame {
    #[inline]
    fn stones(&self, color: Color) -> &[u8] {
        self.plane(color as usize)
    }

    #[inline]
    fn mask(&self, color: Color) -> &[u8] {
        match (&self.fouls, color) {
            (Some(fouls), Color::Black) => fouls.mask(),
            _ => self.plane(2),
        }
    }

    #[inline]
    fn play(&mut self, action: usize, color: Color) -> Option<Outcome> {
        let points = self.planes.len() / 3;
        let point = point_of(action, self.width);
        self.board.put(point, color);
        self.planes[color as usize * points + action] = 1;
        self.planes[2 * points + action] = 0;
        self.empty -= 1;
        let law = self.rule.law(color)?;
        let wins = |axis| law.wins(self.board.window(point, axis).seen_by(color));
        if Axis::ALL.into_iter().any(wins) {
            return Some(Outcome::Won(color));
        }
        if self.empty == 0 {
            return Some(Outcome::Drawn);
        }
        if let Some(fouls) = &mut self.fouls {
            fouls.put(&self.board, action, color);
        }
        None
    }

    fn restart(&mut self, start: &FivesEnvironmentGame) {
        self.board.clone_from(&start.board);
        self.planes.clone_from(&start.planes);
        self.empty = start.empty;
        if let (Some(fouls), Some(start)) = (&mut self.fouls, &start.fouls) {
            fouls.copy_from(start);
        }
    }

    /// At renju every empty point may be a foul.
    fn is_stuck(&self, color: Color) -> bool {
        self.fouls.is_some() && color == Color::Black && self.mask(color).iter().all(|&m| m == 0)
    }
}
