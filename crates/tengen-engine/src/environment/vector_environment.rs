//! The front door: a vector environment.

use tengen_core::{Area, Outcome, Position, Rule, Setup};

use super::{
    EnvironmentError, EnvironmentOptions, IllegalActionPolicy, StepBuffers,
    environment_game::point_of,
    fives_environment_game::FivesEnvironmentGame,
    nogo_environment_game::{LargeNoGoEnvironmentGame, NoGoEnvironmentGame},
    row_batch::{GameBatch, RowBatch},
};

/// Vector environment: games of one rule and size that are stepped together.
///
/// An action is the number of a point in reading order: `y * width + x`. Which arrays a step writes is said at
/// [`StepBuffers`]. Random numbers depend on the seed, the row and what happened in the row, so a row goes its way
/// whatever the others do.
#[derive(Debug)]
pub struct VectorEnvironment {
    rule: Rule,
    area: Area,
    games: usize,
    options: EnvironmentOptions,
    batch: Box<dyn GameBatch>,
}

/// The width and the height of a board with edges.
pub(super) fn sides(area: Area) -> (u16, u16) {
    match area {
        Area::Bounded { width, height } => (width, height),
        Area::Unbounded => (0, 0),
    }
}

impl VectorEnvironment {
    /// The largest number of games.
    pub const MAX_GAMES: usize = 1 << 18;

    /// The largest number of points of all boards together.
    pub const MAX_POINTS: usize = 1 << 24;

    /// An environment of `games` games on boards of `area`, which have not been [reset](VectorEnvironment::reset).
    ///
    /// # Errors
    ///
    /// If the board has no edges or no points, the game is over before its first move, there are no games or too many,
    /// or the options leave nothing to play.
    pub fn new(
        rule: Rule,
        area: Area,
        games: usize,
        options: EnvironmentOptions,
    ) -> Result<VectorEnvironment, EnvironmentError> {
        let points = area.size().ok_or(EnvironmentError::Unbounded)?;
        if !(1..=VectorEnvironment::MAX_GAMES).contains(&games) {
            return Err(EnvironmentError::Games(games));
        }
        if games * points > VectorEnvironment::MAX_POINTS {
            return Err(EnvironmentError::TooManyPoints { games, area });
        }
        if Position::new(rule, area)?.outcome().is_some() {
            return Err(EnvironmentError::OverAtStart(area));
        }
        let opening_plies = options.opening_plies;
        if opening_plies as usize >= points {
            return Err(EnvironmentError::LongOpening { plies: opening_plies, area });
        }
        if let Some(max_plies) = options.max_plies.filter(|&most| most <= opening_plies) {
            return Err(EnvironmentError::FewPlies { max_plies, opening_plies });
        }
        let (width, height) = sides(area);
        let batch: Box<dyn GameBatch> = match rule {
            Rule::NoGo if width.max(height) <= NoGoEnvironmentGame::MAX_SIDE => {
                Box::new(RowBatch::new(&NoGoEnvironmentGame::new(width, height), games, options))
            }
            Rule::NoGo => {
                Box::new(RowBatch::new(&LargeNoGoEnvironmentGame::new(area)?, games, options))
            }
            _ => Box::new(RowBatch::new(&FivesEnvironmentGame::new(rule, area), games, options)),
        };
        Ok(VectorEnvironment { rule, area, games, options, batch })
    }

    /// The rule of the games.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// The board of each game.
    pub fn area(&self) -> Area {
        self.area
    }

    /// The number of games.
    pub fn games(&self) -> usize {
        self.games
    }

    /// The number of points of a board, which is the number of actions.
    pub fn points(&self) -> usize {
        self.area.size().unwrap_or(0)
    }

    /// The options.
    pub fn options(&self) -> &EnvironmentOptions {
        &self.options
    }

    /// Starts new games: all, or those of the rows that `rows` marks. With a seed, their random numbers start anew, too.
    ///
    /// All rows are written, with no rewards and nothing ended in those that started.
    ///
    /// # Errors
    ///
    /// If an array has not the right length.
    pub fn reset(
        &mut self,
        seed: Option<u64>,
        rows: Option<&[bool]>,
        out: &mut StepBuffers<'_>,
    ) -> Result<(), EnvironmentError> {
        out.check(self)?;
        if let Some(rows) = rows {
            self.check_length("rows to reset", rows.len())?;
        }
        for row in 0..self.games {
            if rows.is_none_or(|rows| rows[row]) {
                if let Some(seed) = seed {
                    self.batch.seed(row, seed);
                }
                self.batch.restart(row);
            }
            self.batch.write_reset(row, out);
        }
        Ok(())
    }

    /// Plays an action in every game.
    ///
    /// # Errors
    ///
    /// If an array has not the right length, or an action is illegal and that is an error; no game is then stepped.
    pub fn step(
        &mut self,
        actions: &[i64],
        out: &mut StepBuffers<'_>,
    ) -> Result<(), EnvironmentError> {
        out.check(self)?;
        self.check_length("actions", actions.len())?;
        if self.options.illegal_action == IllegalActionPolicy::Error
            && let Some(row) = self.batch.illegal_row(actions)
        {
            return Err(self.illegal(row, actions[row]));
        }
        self.batch.step(actions, out);
        Ok(())
    }

    /// Draws a uniformly random legal action for every game; 0 where the game is over.
    ///
    /// # Errors
    ///
    /// If the array has not the right length.
    pub fn sample_actions(&mut self, actions: &mut [i64]) -> Result<(), EnvironmentError> {
        self.check_length("actions", actions.len())?;
        self.batch.sample(actions);
        Ok(())
    }

    /// The position of a row, of whose moves it has only the last one.
    ///
    /// # Errors
    ///
    /// If there is no such row.
    pub fn position(&self, row: usize) -> Result<Position, EnvironmentError> {
        let mut setup = self.setup(row)?;
        let Some(last) = self.batch.last_action(row) else {
            return Ok(Position::from_setup(self.rule, &setup)?);
        };
        let last = point_of(last, u32::from(sides(self.area).0));
        setup.stones.retain(|&(point, _)| point != last);
        setup.turn = !setup.turn;
        let mut position = Position::from_setup(self.rule, &setup)?;
        position.play(last).expect("the move was played");
        Ok(position)
    }

    /// The stones and the side to move of a row.
    ///
    /// # Errors
    ///
    /// If there is no such row.
    pub fn setup(&self, row: usize) -> Result<Setup, EnvironmentError> {
        if row >= self.games {
            return Err(EnvironmentError::NoRow { row, games: self.games });
        }
        Ok(self.batch.setup(row, self.area))
    }

    /// How the game of a row ended, if it has; drawn if it was broken off.
    pub(super) fn outcome(&self, row: usize) -> Option<Outcome> {
        self.batch.outcome(row)
    }

    fn check_length(&self, name: &'static str, length: usize) -> Result<(), EnvironmentError> {
        if length == self.games {
            return Ok(());
        }
        Err(EnvironmentError::Length { name, length, expected: self.games })
    }

    /// Why an action is illegal.
    fn illegal(&self, row: usize, action: i64) -> EnvironmentError {
        let points = self.points();
        let point = usize::try_from(action).ok().and_then(|at| self.area.points().nth(at));
        let Some(point) = point else {
            return EnvironmentError::NoPoint { row, action, points };
        };
        match self.position(row).map(|position| position.may_play(point)) {
            Ok(Err(reason)) => {
                let name = self.area.name(point);
                EnvironmentError::IllegalAction { row, action, name, reason }
            }
            // The mask and the rules would disagree, which a test excludes.
            _ => EnvironmentError::NoPoint { row, action, points },
        }
    }
}
