//! Elo differences by the logistic curve, with confidence intervals.

use std::fmt;

use crate::Pentanomial;

/// The expected score of a player that is `elo` points stronger, from 0 to 1.
///
/// ```
/// use tengen_match::expected_score;
/// assert!((expected_score(0.0) - 0.5).abs() < 1e-12);
/// assert!((expected_score(400.0) - 10.0 / 11.0).abs() < 1e-12);
/// ```
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The Elo difference at which a player is expected to score this share; infinite for 0 and 1.
pub fn elo_from_score(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        400.0 * (score / (1.0 - score)).log10()
    }
}

/// The Elo difference of two players, with its 95 % confidence interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Elo {
    /// The maximum-likelihood estimate; infinite if one side took every point.
    pub value: f64,
    /// The lower end of the confidence interval.
    pub low: f64,
    /// The upper end of the confidence interval.
    pub high: f64,
    /// Likelihood of superiority (LOS): that the player is stronger at all, from 0 to 1.
    pub superiority: f64,
}

impl Elo {
    /// The estimate from `pairs`; `None` if there are none.
    pub fn from_pairs(pairs: &Pentanomial) -> Option<Elo> {
        let n = pairs.total() as f64;
        if n == 0.0 {
            return None;
        }
        let (mean, error) = (pairs.mean(), (pairs.variance() / n).sqrt());
        let (low, high) = match mean {
            // Of a clean sweep only one end is known: the score at which it happens once in 20 times.
            mean if mean <= 0.0 => (0.0, 1.0 - 0.05_f64.powf(0.5 / n)),
            mean if mean >= 1.0 => (0.05_f64.powf(0.5 / n), 1.0),
            mean => ((mean - 1.96 * error).max(0.0), (mean + 1.96 * error).min(1.0)),
        };
        Some(Elo {
            value: elo_from_score(mean),
            low: elo_from_score(low),
            high: elo_from_score(high),
            superiority: normal((mean - 0.5) / error),
        })
    }

    /// Half the width of the confidence interval.
    pub fn error(&self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

impl fmt::Display for Elo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Elo { value, low, high, .. } = *self;
        let end = |end: f64| {
            let sign = if end < 0.0 { '-' } else { '+' };
            if end.is_finite() { format!("{end:+.0}") } else { format!("{sign}∞") }
        };
        match (low.is_finite(), high.is_finite()) {
            (true, true) => write!(f, "{value:+.1} ± {:.1}", self.error()),
            _ if value.is_finite() => write!(f, "{value:+.1} ({} to {})", end(low), end(high)),
            (true, _) => write!(f, "more than {}", end(low)),
            _ => write!(f, "less than {}", end(high)),
        }
    }
}

/// The cumulative distribution function of the standard normal distribution.
fn normal(z: f64) -> f64 {
    // Abramowitz and Stegun 26.2.17, off by less than 1e-7.
    const TERMS: [f64; 5] =
        [0.319_381_530, -0.356_563_782, 1.781_477_937, -1.821_255_978, 1.330_274_429];
    let t = 1.0 / (1.0 + 0.231_641_9 * z.abs());
    let sum: f64 = TERMS.iter().rev().fold(0.0, |sum, term| t * (term + sum));
    let above = (-z * z / 2.0).exp() / std::f64::consts::TAU.sqrt() * sum;
    if z < 0.0 { above } else { 1.0 - above }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_and_elo_lead_to_each_other() {
        for elo in [-700.0, -31.5, 0.0, 4.0, 1200.0] {
            assert!((elo_from_score(expected_score(elo)) - elo).abs() < 1e-6, "{elo}");
        }
    }

    #[test]
    fn the_normal_distribution_is_as_in_the_tables() {
        for (z, share) in [(0.0, 0.5), (1.0, 0.841_344_7), (-1.96, 0.024_997_9), (3.0, 0.998_650_1)]
        {
            assert!((normal(z) - share).abs() < 1e-6, "{z}");
        }
    }

    #[test]
    fn more_games_of_the_same_score_say_it_more_surely() {
        let few = Elo::from_pairs(&Pentanomial { counts: [2, 2, 4, 6, 6] }).unwrap();
        let many = Elo::from_pairs(&Pentanomial { counts: [200, 200, 400, 600, 600] }).unwrap();
        assert!((few.value - many.value).abs() < 1e-9);
        assert!(many.error() < few.error() / 8.0);
        assert!(few.low < few.value && few.value < few.high);
        assert!(many.superiority > few.superiority && few.superiority > 0.9);
        assert!(many.to_string().starts_with("+107.5 ± "), "{many}");
    }

    #[test]
    fn a_clean_sweep_gives_one_end_only() {
        let swept = Elo::from_pairs(&Pentanomial { counts: [0, 0, 0, 0, 50] }).unwrap();
        assert!(swept.value.is_infinite() && swept.value > 0.0);
        // 100 games, all won: at 97 % of the points that happens once in twenty matches.
        assert_eq!(swept.to_string(), "more than +607");
        let lost = Elo::from_pairs(&Pentanomial { counts: [50, 0, 0, 0, 0] }).unwrap();
        assert_eq!(lost.to_string(), "less than -607");
        let few = Elo::from_pairs(&Pentanomial { counts: [0, 0, 2, 0, 2] }).unwrap();
        assert_eq!(few.to_string(), "+190.8 (-13 to +∞)");
        let few = Elo::from_pairs(&Pentanomial { counts: [2, 0, 2, 0, 0] }).unwrap();
        assert_eq!(few.to_string(), "-190.8 (-∞ to +13)");
        assert!(swept.superiority > 0.999 && lost.superiority < 0.001);
        assert_eq!(Elo::from_pairs(&Pentanomial::default()), None);
    }

    /// Random matches: the interval contains the truth about as often as it says.
    #[test]
    fn the_interval_holds_what_it_promises() {
        let mut rng = crate::rng::SplitMix64::new(5);
        let (truth, matches) = (expected_score(40.0), 2000);
        let mut hits = 0;
        for _ in 0..matches {
            let mut pairs = Pentanomial::default();
            for _ in 0..100 {
                // The opening helps one side in both games: the results lean on each other.
                let lean = [0.3, -0.3][rng.below(2)];
                let mut game = |share: f64| usize::from(rng.gen_bool(share));
                let halves = 2 * game(truth + lean) + 2 * game(truth - lean);
                pairs.add(halves);
            }
            let elo = Elo::from_pairs(&pairs).unwrap();
            hits += u32::from(elo.low <= 40.0 && 40.0 <= elo.high);
        }
        let share = f64::from(hits) / f64::from(matches);
        assert!((0.93..0.97).contains(&share), "{share}");
    }
}
