//! Hot: games that are stepped together, each in its row.

use std::fmt::Debug;

use tengen_core::{Area, Color, Outcome, Rng, Setup};

use super::{
    AutoresetMode, EnvironmentOptions, StepBuffers,
    environment_game::{EnvironmentGame, random_action, setup},
};

/// Games that are stepped together, whatever their rule. All lengths and rows were checked.
pub(super) trait GameBatch: Send + Sync + Debug {
    /// Starts the stream of random numbers of a row.
    fn seed(&mut self, row: usize, seed: u64);

    /// Starts a new game in a row.
    fn restart(&mut self, row: usize);

    /// Writes a row as it is after a reset.
    fn write_reset(&self, row: usize, out: &mut StepBuffers<'_>);

    /// The first row whose action is illegal.
    fn illegal_row(&self, actions: &[i64]) -> Option<usize>;

    /// Steps all games.
    fn step(&mut self, actions: &[i64], out: &mut StepBuffers<'_>);

    /// Draws a legal action for each game that is not over, and 0 for the others.
    fn sample(&mut self, actions: &mut [i64]);

    /// The stones and the side to move of a row.
    fn setup(&self, row: usize, area: Area) -> Setup;

    /// The last action played in a row.
    fn last_action(&self, row: usize) -> Option<usize>;

    /// How the game of a row ended, if it has; drawn if it was broken off.
    fn outcome(&self, row: usize) -> Option<Outcome>;
}

/// One game of a batch.
#[derive(Clone, Debug)]
struct EnvironmentRow<G> {
    game: G,
    turn: Color,
    plies: u32,
    last_action: usize,
    /// How the game ended: by the rules, by an illegal action, or broken off.
    end: Option<StepResult>,
    openings: Rng,
    actions: Rng,
}

/// Games of one kind that are stepped together.
#[derive(Debug)]
pub(super) struct RowBatch<G> {
    start: G,
    rows: Vec<EnvironmentRow<G>>,
    options: EnvironmentOptions,
}

/// What an action led to.
#[derive(Clone, Copy, Default, Debug)]
struct StepResult {
    reward: i8,
    terminated: bool,
    truncated: bool,
    winner: i8,
}

/// Black wins 1, White -1.
fn sign(color: Color) -> i8 {
    match color {
        Color::Black => 1,
        Color::White => -1,
    }
}

impl<G: EnvironmentGame> EnvironmentRow<G> {
    fn restart(&mut self, start: &G, mut plies: u32) {
        // Every try is shorter than the one before, so there is an end to them.
        while let Err(shorter) = self.try_restart(start, plies) {
            plies = shorter;
        }
    }

    /// Starts a new game with an opening of `plies`.
    ///
    /// # Errors
    ///
    /// If the game was over within the opening: the plies before its last one.
    fn try_restart(&mut self, start: &G, plies: u32) -> Result<(), u32> {
        self.game.restart(start);
        (self.turn, self.plies, self.end) = (Color::Black, 0, None);
        for ply in 0..plies {
            let action = random_action(self.game.mask(self.turn), &mut self.openings)
                .expect("a game that is not over goes on");
            if self.game.play(action, self.turn).is_some() || self.game.is_stuck(!self.turn) {
                return Err(ply);
            }
            (self.turn, self.plies, self.last_action) = (!self.turn, ply + 1, action);
        }
        Ok(())
    }

    #[inline]
    fn is_legal(&self, action: i64) -> bool {
        usize::try_from(action)
            .is_ok_and(|action| self.game.mask(self.turn).get(action).is_some_and(|&m| m != 0))
    }

    /// Plays a legal action, or loses by an illegal one.
    #[inline]
    fn act(&mut self, action: i64, max_plies: u32) -> StepResult {
        let turn = self.turn;
        if !self.is_legal(action) {
            let winner = sign(!turn);
            let result = StepResult { reward: -1, terminated: true, winner, truncated: false };
            self.end = Some(result);
            return result;
        }
        let action = action as usize;
        let outcome = self.game.play(action, turn);
        (self.turn, self.plies, self.last_action) = (!turn, self.plies + 1, action);
        let result = match outcome {
            Some(Outcome::Won(winner)) => StepResult {
                reward: if winner == turn { 1 } else { -1 },
                terminated: true,
                winner: sign(winner),
                ..StepResult::default()
            },
            Some(Outcome::Drawn) => StepResult { terminated: true, ..StepResult::default() },
            None => {
                let truncated = self.plies >= max_plies || self.game.is_stuck(!turn);
                StepResult { truncated, ..StepResult::default() }
            }
        };
        if result.terminated || result.truncated {
            self.end = Some(result);
        }
        result
    }

    #[inline]
    fn write_observation(&self, planes: &mut [u8]) {
        let (own, other) = planes.split_at_mut(planes.len() / 2);
        own.copy_from_slice(self.game.stones(self.turn));
        other.copy_from_slice(self.game.stones(!self.turn));
    }

    #[inline]
    fn write(&self, row: usize, result: StepResult, out: &mut StepBuffers<'_>) {
        let points = self.game.stones(self.turn).len();
        self.write_observation(&mut out.observations[2 * points * row..][..2 * points]);
        let mask = &mut out.action_masks[points * row..][..points];
        if self.end.is_some() {
            mask.fill(0);
        } else {
            mask.copy_from_slice(self.game.mask(self.turn));
        }
        out.turns[row] = self.turn as u8;
        out.rewards[row] = result.reward;
        out.terminations[row] = result.terminated;
        out.truncations[row] = result.truncated;
        out.winners[row] = result.winner;
    }
}

impl<G: EnvironmentGame> RowBatch<G> {
    /// `games` games that start from `start`.
    pub(super) fn new(start: &G, games: usize, options: EnvironmentOptions) -> RowBatch<G> {
        let row = |_| EnvironmentRow {
            game: start.clone(),
            turn: Color::Black,
            plies: 0,
            last_action: 0,
            end: None,
            openings: Rng::new(0),
            actions: Rng::new(0),
        };
        RowBatch { start: start.clone(), rows: (0..games).map(row).collect(), options }
    }
}

impl<G: EnvironmentGame> GameBatch for RowBatch<G> {
    fn seed(&mut self, row: usize, seed: u64) {
        self.rows[row].openings = Rng::stream(seed, 2 * row as u64);
        self.rows[row].actions = Rng::stream(seed, 2 * row as u64 + 1);
    }

    fn restart(&mut self, row: usize) {
        self.rows[row].restart(&self.start, self.options.opening_plies);
    }

    fn write_reset(&self, row: usize, out: &mut StepBuffers<'_>) {
        let end = self.rows[row].end.unwrap_or_default();
        self.rows[row].write(row, StepResult { reward: 0, ..end }, out);
    }

    fn illegal_row(&self, actions: &[i64]) -> Option<usize> {
        let mut rows = self.rows.iter().zip(actions);
        rows.position(|(row, &action)| row.end.is_none() && !row.is_legal(action))
    }

    fn step(&mut self, actions: &[i64], out: &mut StepBuffers<'_>) {
        let EnvironmentOptions { autoreset, opening_plies, max_plies, .. } = self.options;
        let max_plies = max_plies.unwrap_or(u32::MAX);
        for (number, (row, &action)) in self.rows.iter_mut().zip(actions).enumerate() {
            let result = match (row.end, autoreset) {
                (None, _) => row.act(action, max_plies),
                (Some(end), AutoresetMode::Disabled) => StepResult { reward: 0, ..end },
                (Some(_), _) => {
                    row.restart(&self.start, opening_plies);
                    StepResult::default()
                }
            };
            if row.end.is_some() && autoreset == AutoresetMode::SameStep {
                if !out.final_observations.is_empty() {
                    let size = 2 * row.game.stones(row.turn).len();
                    row.write_observation(&mut out.final_observations[number * size..][..size]);
                }
                row.restart(&self.start, opening_plies);
            }
            row.write(number, result, out);
        }
    }

    fn sample(&mut self, actions: &mut [i64]) {
        for (row, action) in self.rows.iter_mut().zip(actions) {
            let drawn = if row.end.is_some() {
                None
            } else {
                random_action(row.game.mask(row.turn), &mut row.actions)
            };
            *action = drawn.unwrap_or(0) as i64;
        }
    }

    fn setup(&self, row: usize, area: Area) -> Setup {
        setup(&self.rows[row].game, area, self.rows[row].turn)
    }

    fn last_action(&self, row: usize) -> Option<usize> {
        let row = &self.rows[row];
        (row.plies > 0).then_some(row.last_action)
    }

    fn outcome(&self, row: usize) -> Option<Outcome> {
        let end = self.rows[row].end?;
        let winner = Color::ALL.into_iter().find(|&color| sign(color) == end.winner);
        Some(winner.map_or(Outcome::Drawn, Outcome::Won))
    }
}
