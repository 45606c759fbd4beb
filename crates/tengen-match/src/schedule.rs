//! The schedule of a match: who plays whom, from which opening, in which order.

use crate::rng::SplitMix64;

/// The form of a tournament: which players meet.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Pairing {
    /// All players meet each other.
    #[default]
    RoundRobin,
    /// The first player meets all others.
    Gauntlet,
}

/// One game of the schedule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fixture {
    /// Its number, from 0.
    pub number: usize,
    /// The pair it belongs to, from 0: two games in a row from one opening.
    pub pair: usize,
    /// The index of the opening.
    pub opening: usize,
    /// The player of the black stones.
    pub black: usize,
    /// The player of the white stones.
    pub white: usize,
}

/// All games of a match: rounds, in each of which every two players who meet play one opening with
/// both colors. It is deterministic.
#[derive(Clone, Debug)]
pub struct Schedule {
    /// The pairs of players of a round.
    meetings: Vec<(usize, usize)>,
    rounds: usize,
    openings: usize,
    /// Seed of the random order of openings, if there is one.
    seed: Option<u64>,
}

impl Schedule {
    /// A match of `players` over a number of rounds and openings. With a seed the openings are shuffled,
    /// and again each time all have been played.
    ///
    /// # Panics
    ///
    /// If there are fewer than two players, or no opening.
    pub fn new(
        form: Pairing,
        players: usize,
        rounds: usize,
        openings: usize,
        seed: Option<u64>,
    ) -> Schedule {
        assert!(players >= 2 && openings > 0, "a match takes two players and an opening");
        let all = (0..players).flat_map(|one| (one + 1..players).map(move |other| (one, other)));
        let meetings = all.filter(|&(one, _)| form == Pairing::RoundRobin || one == 0).collect();
        Schedule { meetings, rounds, openings, seed }
    }

    /// The number of games.
    pub fn len(&self) -> usize {
        self.meetings.len() * self.rounds * 2
    }

    /// Whether there are no games.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All games in their order.
    pub fn fixtures(&self) -> impl Iterator<Item = Fixture> + '_ {
        let mut order: Vec<usize> = (0..self.openings).collect();
        let mut rng = SplitMix64::new(self.seed.unwrap_or(0));
        let openings = (0..self.rounds).map(move |round| {
            if self.seed.is_some() && round % self.openings == 0 {
                rng.shuffle(&mut order);
            }
            order[round % self.openings]
        });
        let meetings = openings
            .flat_map(|opening| self.meetings.iter().map(move |&meeting| (opening, meeting)));
        meetings.enumerate().flat_map(|(pair, (opening, (one, other)))| {
            [(one, other), (other, one)].into_iter().enumerate().map(
                move |(half, (black, white))| Fixture {
                    number: 2 * pair + half,
                    pair,
                    opening,
                    black,
                    white,
                },
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(schedule: &Schedule) -> Vec<Fixture> {
        schedule.fixtures().collect()
    }

    #[test]
    fn every_two_players_play_each_opening_with_both_colors() {
        let schedule = Schedule::new(Pairing::RoundRobin, 4, 3, 3, Some(7));
        let games = all(&schedule);
        assert_eq!(games.len(), schedule.len());
        assert_eq!(games.len(), 6 * 3 * 2);
        for (black, white) in (0..4).flat_map(|one| (0..4).map(move |other| (one, other))) {
            let openings = games.iter().filter(|game| (game.black, game.white) == (black, white));
            let mut openings: Vec<usize> = openings.map(|game| game.opening).collect();
            openings.sort_unstable();
            assert_eq!(openings, if black == white { vec![] } else { vec![0, 1, 2] });
        }
        for (number, game) in games.iter().enumerate() {
            assert_eq!((game.number, game.pair), (number, number / 2));
        }
        for pair in games.chunks(2) {
            assert_eq!((pair[0].black, pair[0].white), (pair[1].white, pair[1].black));
            assert_eq!(pair[0].opening, pair[1].opening);
        }
    }

    #[test]
    fn in_a_gauntlet_only_the_first_meets_the_others() {
        let games = all(&Schedule::new(Pairing::Gauntlet, 4, 2, 1, None));
        assert_eq!(games.len(), 3 * 2 * 2);
        assert!(games.iter().all(|game| game.black == 0 || game.white == 0));
    }

    #[test]
    fn the_order_is_the_one_of_the_file_or_of_the_seed() {
        let order = |seed| -> Vec<usize> {
            let schedule = Schedule::new(Pairing::RoundRobin, 2, 25, 10, seed);
            all(&schedule).iter().step_by(2).map(|game| game.opening).collect()
        };
        let plain: Vec<usize> = (0..25).map(|round| round % 10).collect();
        assert_eq!(order(None), plain);
        assert_eq!(order(Some(3)), order(Some(3)));
        assert_ne!(order(Some(3)), order(Some(4)));
        for cycle in order(Some(3)).chunks_exact(10) {
            let mut cycle = cycle.to_vec();
            cycle.sort_unstable();
            assert_eq!(
                cycle,
                (0..10).collect::<Vec<_>>(),
                "each comes once before any comes again"
            );
        }
    }
}
