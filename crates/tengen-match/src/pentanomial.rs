//! Pentanomial statistics: results by pairs of games.

/// Pentanomial counts: the results of pairs of games for one of two players. The games of a pair start
/// from one opening, with the colors changed.
///
/// Why pairs: an opening that is good for one side is good for it in both games, so that the two
/// results lean on each other. Counted one by one, such games look noisier than they are.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Pentanomial {
    /// Number of pairs with 0, ½, 1, 1½ and 2 points.
    pub counts: [u64; 5],
}

impl Pentanomial {
    /// The share of the two points for each of the five results.
    pub const SHARES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

    /// Adds a pair that brought `halves` half points, from 0 to 4.
    pub fn add(&mut self, halves: usize) {
        self.counts[halves] += 1;
    }

    /// The number of pairs.
    pub fn total(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The counts from the side of the other player.
    #[must_use]
    pub fn flipped(mut self) -> Pentanomial {
        self.counts.reverse();
        self
    }

    /// The mean share of the points; half of them if there is no pair.
    pub fn mean(&self) -> f64 {
        if self.total() == 0 {
            return 0.5;
        }
        let sum: f64 =
            self.counts.iter().zip(Pentanomial::SHARES).map(|(&n, share)| n as f64 * share).sum();
        sum / self.total() as f64
    }

    /// The variance of the share of a pair.
    ///
    /// One pair of even and independent games (⅛) is mixed in: a few pairs that all went the same
    /// way do not show that the next one will.
    pub fn variance(&self) -> f64 {
        let mean = self.mean();
        let spread = |(&n, share): (&u64, f64)| n as f64 * (share - mean).powi(2);
        let sum: f64 = self.counts.iter().zip(Pentanomial::SHARES).map(spread).sum();
        (sum + 0.125) / (self.total() as f64 + 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mean_is_the_share_of_the_points() {
        let mut pairs = Pentanomial::default();
        assert!((pairs.mean() - 0.5).abs() < 1e-12);
        for halves in [4, 4, 2, 1] {
            pairs.add(halves);
        }
        assert!((pairs.mean() - 11.0 / 16.0).abs() < 1e-12);
        assert!((pairs.mean() + pairs.flipped().mean() - 1.0).abs() < 1e-12);
    }

    #[test]
    fn pairs_that_are_always_shared_leave_little_doubt() {
        let workers = Pentanomial { counts: [0, 0, 1000, 0, 0] };
        let swept = Pentanomial { counts: [500, 0, 0, 0, 500] };
        assert!(workers.variance() < 0.001);
        assert!((swept.variance() - 0.25).abs() < 0.001);
        assert!((Pentanomial::default().variance() - 0.125).abs() < 1e-12);
    }
}
