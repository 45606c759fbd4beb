//! The cross table: the results of all engines against each other, and their ratings.

use std::collections::BTreeMap;

use tengen_core::Color;

use crate::{Fixture, GameResult, Pentanomial, expected_score};

/// The record of one player: games won, drawn and lost.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct WinDrawLoss {
    /// Games won.
    pub won: u64,
    /// Games drawn.
    pub drawn: u64,
    /// Games lost.
    pub lost: u64,
}

impl WinDrawLoss {
    /// The number of games.
    pub fn games(&self) -> u64 {
        self.won + self.drawn + self.lost
    }

    /// The points: one for a win, half of one for a draw.
    pub fn points(&self) -> f64 {
        self.won as f64 + self.drawn as f64 / 2.0
    }

    fn add(&mut self, halves: usize) {
        match halves {
            0 => self.lost += 1,
            1 => self.drawn += 1,
            _ => self.won += 1,
        }
    }
}

/// The Elo rating of a player relative to the mean of all players.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// The rating in Elo; the ratings of all players add up to zero.
    pub elo: f64,
    /// Half the width of the 95 % confidence interval.
    pub error: f64,
}

/// The results of a match, game by game and pair by pair.
#[derive(Clone, Debug)]
pub struct CrossTable {
    players: usize,
    /// By player and opponent.
    scores: Vec<Vec<WinDrawLoss>>,
    /// By the two players, the smaller number first and seen by it.
    pairs: BTreeMap<(usize, usize), Pentanomial>,
    /// The half points of the smaller number in pairs of which one game is done.
    halves: BTreeMap<usize, usize>,
}

impl CrossTable {
    /// A table without results.
    pub fn new(players: usize) -> CrossTable {
        let scores = vec![vec![WinDrawLoss::default(); players]; players];
        CrossTable { players, scores, pairs: BTreeMap::new(), halves: BTreeMap::new() }
    }

    /// Adds the result of a game.
    pub fn add(&mut self, fixture: &Fixture, result: &GameResult) {
        let Fixture { black, white, pair, .. } = *fixture;
        self.scores[black][white].add(result.half_points(Color::Black));
        self.scores[white][black].add(result.half_points(Color::White));
        let halves = result.half_points(if black < white { Color::Black } else { Color::White });
        match self.halves.remove(&pair) {
            None => {
                self.halves.insert(pair, halves);
            }
            Some(before) => {
                let players = (black.min(white), black.max(white));
                self.pairs.entry(players).or_default().add(before + halves);
            }
        }
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.scores.iter().flatten().map(WinDrawLoss::games).sum::<u64>() / 2
    }

    /// The record of `player` against `opponent`.
    pub fn score(&self, player: usize, opponent: usize) -> WinDrawLoss {
        self.scores[player][opponent]
    }

    /// The record of `player` against all.
    pub fn total(&self, player: usize) -> WinDrawLoss {
        self.scores[player].iter().fold(WinDrawLoss::default(), |sum, score| WinDrawLoss {
            won: sum.won + score.won,
            drawn: sum.drawn + score.drawn,
            lost: sum.lost + score.lost,
        })
    }

    /// The pairs of `player` against `opponent`.
    pub fn pairs(&self, player: usize, opponent: usize) -> Pentanomial {
        let key = (player.min(opponent), player.max(opponent));
        let pairs = self.pairs.get(&key).copied().unwrap_or_default();
        if player <= opponent { pairs } else { pairs.flipped() }
    }

    /// The maximum-likelihood ratings of all players (Bradley-Terry).
    ///
    /// Between any two that met, one drawn pair more is counted, or a player who lost every game
    /// would have no rating at all. The errors are by pairs, as everywhere (a sandwich estimate).
    pub fn ratings(&self) -> Vec<Rating> {
        let n = self.players;
        let mut elo = vec![0.0; n];
        let mut inverse = vec![vec![0.0; n]; n];
        for _ in 0..200 {
            let (slope, information) = self.slope(&elo);
            inverse = inverted(information);
            let mut longest: f64 = 0.0;
            for i in 0..n {
                let step: f64 = (0..n).map(|j| inverse[i][j] * slope[j]).sum();
                // Far from the top a full step leads astray.
                let step = step.clamp(-200.0, 200.0);
                elo[i] += step;
                longest = longest.max(step.abs());
            }
            let mean = elo.iter().sum::<f64>() / n as f64;
            for elo in &mut elo {
                *elo -= mean;
            }
            if longest < 1e-6 {
                break;
            }
        }
        let spread = self.spread(&elo);
        let error = |i: usize| -> f64 {
            let row = |j: usize| -> f64 { (0..n).map(|k| inverse[i][k] * spread[k][j]).sum() };
            (0..n).map(|j| row(j) * inverse[i][j]).sum()
        };
        (0..n).map(|i| Rating { elo: elo[i], error: 1.96 * error(i).max(0.0).sqrt() }).collect()
    }

    /// The gradient of the log-likelihood of all pairs and its negative Hessian, by Elo. Without the
    /// mean the Hessian is singular, so the mean is held at zero by one more term.
    fn slope(&self, elo: &[f64]) -> (Vec<f64>, Vec<Vec<f64>>) {
        let n = self.players;
        let scale = std::f64::consts::LN_10 / 400.0;
        let mut slope = vec![0.0; n];
        let mut information = vec![vec![scale * scale / n as f64; n]; n];
        for (&(i, j), pairs) in &self.pairs {
            let expected = expected_score(elo[i] - elo[j]);
            let count = pairs.total() as f64;
            // The drawn pair that is counted besides.
            let off = 2.0 * scale * (count * (pairs.mean() - expected) + (0.5 - expected));
            slope[i] += off;
            slope[j] -= off;
            let weight = 2.0 * scale * scale * (count + 1.0) * expected * (1.0 - expected);
            information[i][i] += weight;
            information[j][j] += weight;
            information[i][j] -= weight;
            information[j][i] -= weight;
        }
        (slope, information)
    }

    /// The covariance of the gradients of single pairs: the middle of the sandwich estimate.
    fn spread(&self, elo: &[f64]) -> Vec<Vec<f64>> {
        let n = self.players;
        let scale = std::f64::consts::LN_10 / 400.0;
        let mut spread = vec![vec![0.0; n]; n];
        for (&(i, j), pairs) in &self.pairs {
            let expected = expected_score(elo[i] - elo[j]);
            let off = pairs.mean() - expected;
            let variance = pairs.variance() + off * off;
            let weight = (2.0 * scale).powi(2) * (pairs.total() as f64 + 1.0) * variance;
            spread[i][i] += weight;
            spread[j][j] += weight;
            spread[i][j] -= weight;
            spread[j][i] -= weight;
        }
        spread
    }
}

/// The inverse of a positive definite matrix, by Gauss-Jordan elimination.
fn inverted(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let n = matrix.len();
    let mut inverse: Vec<Vec<f64>> =
        (0..n).map(|i| (0..n).map(|j| f64::from(u8::from(i == j))).collect()).collect();
    for pivot in 0..n {
        let best =
            (pivot..n).max_by(|&a, &b| matrix[a][pivot].abs().total_cmp(&matrix[b][pivot].abs()));
        let best = best.expect("the range is not empty");
        matrix.swap(pivot, best);
        inverse.swap(pivot, best);
        let head = matrix[pivot][pivot];
        if head.abs() < 1e-300 {
            // A player without a game: nothing is known.
            continue;
        }
        for column in 0..n {
            matrix[pivot][column] /= head;
            inverse[pivot][column] /= head;
        }
        for row in (0..n).filter(|&row| row != pivot) {
            let factor = matrix[row][pivot];
            for column in 0..n {
                matrix[row][column] -= factor * matrix[pivot][column];
                inverse[row][column] -= factor * inverse[pivot][column];
            }
        }
    }
    inverse
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Elo, Pairing, ResultReason, Schedule, rng::SplitMix64};

    /// A match whose games are decided at random by strength.
    fn played(strengths: &[f64], rounds: usize, seed: u64) -> CrossTable {
        let mut rng = SplitMix64::new(seed);
        let mut table = CrossTable::new(strengths.len());
        let schedule = Schedule::new(Pairing::RoundRobin, strengths.len(), rounds, 1, None);
        for fixture in schedule.fixtures() {
            let share = expected_score(strengths[fixture.black] - strengths[fixture.white]);
            let winner = Some(if rng.gen_bool(share) { Color::Black } else { Color::White });
            table.add(&fixture, &GameResult { winner, reason: ResultReason::Five });
        }
        table
    }

    #[test]
    fn games_and_pairs_are_counted_for_both_sides() {
        let mut table = CrossTable::new(2);
        let schedule = Schedule::new(Pairing::RoundRobin, 2, 2, 1, None);
        let winners = [Some(Color::Black), None, Some(Color::White), Some(Color::Black)];
        for (fixture, winner) in schedule.fixtures().zip(winners) {
            table.add(&fixture, &GameResult { winner, reason: ResultReason::Five });
        }
        assert_eq!(table.games(), 4);
        assert_eq!(table.score(0, 1), WinDrawLoss { won: 1, drawn: 1, lost: 2 });
        assert_eq!(table.total(1), WinDrawLoss { won: 2, drawn: 1, lost: 1 });
        assert!((table.total(1).points() - 2.5).abs() < 1e-12);
        assert_eq!(table.pairs(0, 1).counts, [1, 0, 0, 1, 0]);
        assert_eq!(table.pairs(1, 0).counts, [0, 1, 0, 0, 1]);
    }

    #[test]
    fn with_two_players_the_ratings_are_the_elo_of_their_pairs() {
        let table = played(&[30.0, -30.0], 2000, 1);
        let elo = Elo::from_pairs(&table.pairs(0, 1)).unwrap();
        let ratings = table.ratings();
        let difference = ratings[0].elo - ratings[1].elo;
        assert!((difference - elo.value).abs() < 0.2, "{difference} {elo}");
        // A rating is half of the difference, and so is its error.
        assert!((2.0 * ratings[0].error - elo.error()).abs() < 0.2, "{ratings:?} {elo}");
    }

    #[test]
    fn ratings_find_the_strengths_behind_the_results() {
        let strengths = [120.0, 20.0, -40.0, -100.0];
        let mut within = 0;
        for seed in 0..40 {
            for (rating, strength) in played(&strengths, 100, seed).ratings().iter().zip(strengths)
            {
                assert!((rating.elo - strength).abs() < 4.0 * rating.error);
                within += usize::from((rating.elo - strength).abs() < rating.error);
            }
        }
        assert!((145..=158).contains(&within), "{within} of 160");
    }

    #[test]
    fn who_lost_everything_still_has_a_rating_and_who_has_not_played_too() {
        let table = played(&[5000.0, 0.0, -5000.0], 20, 1);
        let ratings = table.ratings();
        assert!(ratings.iter().all(|rating| rating.elo.is_finite() && rating.error.is_finite()));
        assert!(ratings[0].elo > 300.0 && ratings[1].elo.abs() < 100.0 && ratings[2].elo < -300.0);
        let empty = CrossTable::new(3).ratings();
        assert!(empty.iter().all(|rating| rating.elo.abs() < 1e-9), "{empty:?}");
    }
}
