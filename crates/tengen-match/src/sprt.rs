//! The sequential probability ratio test (SPRT): when a match has shown enough.

use thiserror::Error;

use crate::{Pentanomial, expected_score};

/// A generalized sequential probability ratio test (GSPRT) on pentanomial results, in logistic Elo: is
/// the first player `elo0` stronger (H0), or `elo1` (H1)?
///
/// The likelihood of the results is compared under the two. What else shapes the results (how often
/// pairs are workers, how often games are drawn) is not known, so under each strength it is taken to
/// be whatever explains them best with that strength (a generalized ratio, as the field calls it).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
}

/// Invalid parameters of a test.
#[derive(Clone, Copy, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum SprtError {
    /// The hypotheses are not in order, or out of range.
    #[error(
        "elo0 is {0} and elo1 is {1}: elo0 must be below elo1, and both between -1000 and 1000"
    )]
    Order(f64, f64),
    /// An error rate is out of range.
    #[error("{0} is {1}: an error rate is between 0 and 0.5")]
    Rate(&'static str, f64),
}

/// The state of a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SprtDecision {
    /// More games are needed.
    Continue,
    /// The first player is not as strong as `elo1`: `elo0` is accepted.
    AcceptH0,
    /// The first player is stronger than `elo0`: `elo1` is accepted.
    AcceptH1,
}

impl Sprt {
    /// A test with error rates `alpha` (accepts H1 though H0 is true) and `beta` (the other way round).
    ///
    /// # Errors
    ///
    /// If the hypotheses or the error rates are out of range.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Result<Sprt, SprtError> {
        let bound = -1000.0..=1000.0;
        if !(bound.contains(&elo0) && bound.contains(&elo1) && elo0 < elo1) {
            return Err(SprtError::Order(elo0, elo1));
        }
        for (name, rate) in [("alpha", alpha), ("beta", beta)] {
            if !(rate > 0.0 && rate < 0.5) {
                return Err(SprtError::Rate(name, rate));
            }
        }
        Ok(Sprt { elo0, elo1, alpha, beta })
    }

    /// The Elo differences of H0 and H1.
    pub fn bounds(&self) -> (f64, f64) {
        (self.elo0, self.elo1)
    }

    /// The log-likelihood ratios at which the test accepts H0 and H1 (Wald).
    pub fn limits(&self) -> (f64, f64) {
        let Sprt { alpha, beta, .. } = self;
        ((beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln())
    }

    /// The log-likelihood ratio (LLR) of the results: positive speaks for H1.
    pub fn llr(&self, pairs: &Pentanomial) -> f64 {
        if pairs.total() == 0 {
            return 0.0;
        }
        // A result that has not been seen may still come; without a trace of each there may be no
        // distribution with the mean that is asked for.
        let counts = pairs.counts.map(|n| (n as f64).max(1e-3));
        let likelihood = |elo: f64| log_likelihood(&counts, expected_score(elo));
        likelihood(self.elo1) - likelihood(self.elo0)
    }

    /// The decision by the results so far.
    pub fn decide(&self, pairs: &Pentanomial) -> SprtDecision {
        let (ratio, (lower, upper)) = (self.llr(pairs), self.limits());
        if ratio <= lower {
            SprtDecision::AcceptH0
        } else if ratio >= upper {
            SprtDecision::AcceptH1
        } else {
            SprtDecision::Continue
        }
    }
}

/// The largest log-likelihood of `counts` by any distribution over the five results whose mean is
/// `mean`, up to a term that does not depend on the mean.
///
/// By Lagrange it is the distribution pᵢ = nᵢ / N(1 + x(aᵢ − mean)) with the one x that gives the
/// mean; it is found by halving.
fn log_likelihood(counts: &[f64; 5], mean: f64) -> f64 {
    let places = || counts.iter().zip(Pentanomial::SHARES.map(|share| share - mean));
    // Every pᵢ stays positive between these.
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..100 {
        let x = f64::midpoint(low, high);
        // The mean of what is left falls as x grows.
        let off: f64 = places().map(|(n, away)| n * away / (1.0 + x * away)).sum();
        if off > 0.0 { low = x } else { high = x }
    }
    let x = f64::midpoint(low, high);
    places().map(|(n, away)| -n * (1.0 + x * away).ln()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::SplitMix64;

    fn test() -> Sprt {
        Sprt::new(0.0, 10.0, 0.05, 0.05).unwrap()
    }

    #[test]
    fn numbers_that_make_no_test_are_refused() {
        assert!(Sprt::new(10.0, 0.0, 0.05, 0.05).is_err());
        assert!(Sprt::new(f64::NAN, 0.0, 0.05, 0.05).is_err());
        assert!(Sprt::new(0.0, 1e9, 0.05, 0.05).is_err());
        assert!(Sprt::new(0.0, 10.0, 0.0, 0.05).is_err());
        let error = Sprt::new(0.0, 10.0, 0.05, 0.6).unwrap_err();
        assert_eq!(error.to_string(), "beta is 0.6: an error rate is between 0 and 0.5");
    }

    #[test]
    fn the_limits_are_the_ones_of_wald() {
        let (low, high) = test().limits();
        assert!((low + 2.944_439).abs() < 1e-6 && (high - 2.944_439).abs() < 1e-6);
    }

    /// The distribution that is found has the mean that was asked for, and no other with that mean
    /// is likelier.
    #[test]
    fn the_likeliest_distribution_is_found() {
        let counts = [13.0, 37.0, 50.0, 25.0, 3.0];
        let total: f64 = counts.iter().sum();
        let own = |p: &[f64; 5]| -> f64 {
            counts.iter().zip(p).map(|(n, p)| n * (p * total / n).ln()).sum()
        };
        for mean in [0.3, 0.4375, 0.5, 0.7] {
            let best = log_likelihood(&counts, mean);
            assert!(best <= 1e-9, "nothing is likelier than what happened");
            let mut rng = SplitMix64::new(1);
            for _ in 0..20_000 {
                let weights = [(); 5].map(|()| 1.0 + rng.below(1000) as f64);
                // Tilted until the mean is right.
                let (mut low, mut high) = (-50.0_f64, 50.0_f64);
                let mut p = weights;
                for _ in 0..60 {
                    let tilt = f64::midpoint(low, high);
                    for ((p, weight), share) in p.iter_mut().zip(weights).zip(Pentanomial::SHARES) {
                        *p = weight * (tilt * share).exp();
                    }
                    let sum: f64 = p.iter().sum();
                    p = p.map(|p| p / sum);
                    let found: f64 =
                        p.iter().zip(Pentanomial::SHARES).map(|(p, share)| p * share).sum();
                    if found < mean { low = tilt } else { high = tilt }
                }
                assert!(own(&p) <= best + 1e-6, "{mean}: {p:?}");
            }
        }
        assert!(log_likelihood(&counts, 0.4375).abs() < 1e-9);
    }

    #[test]
    fn the_ratio_is_near_the_one_of_the_normal_distribution() {
        // With many pairs both hypotheses are near, and the ratio is (s1 − s0)(2m − s0 − s1) / 2v.
        let pairs = Pentanomial { counts: [100, 250, 400, 280, 120] };
        let (s0, s1) = (expected_score(0.0), expected_score(10.0));
        let n = pairs.total() as f64;
        let near = n * (s1 - s0) * (2.0 * pairs.mean() - s0 - s1) / (2.0 * pairs.variance());
        let ratio = test().llr(&pairs);
        assert!((ratio - near).abs() < 0.05 * near.abs(), "{ratio} {near}");
    }

    #[test]
    fn few_results_decide_nothing_and_many_do() {
        assert_eq!(test().decide(&Pentanomial::default()), SprtDecision::Continue);
        assert_eq!(test().decide(&Pentanomial { counts: [0, 0, 0, 0, 1] }), SprtDecision::Continue);
        assert_eq!(
            test().decide(&Pentanomial { counts: [0, 0, 0, 0, 2000] }),
            SprtDecision::AcceptH1
        );
        assert_eq!(
            test().decide(&Pentanomial { counts: [2000, 0, 0, 0, 0] }),
            SprtDecision::AcceptH0
        );
        assert_eq!(
            test().decide(&Pentanomial { counts: [0, 0, 100_000, 0, 0] }),
            SprtDecision::AcceptH0
        );
    }

    /// Random matches between players of known strength: the test errs about as often as it may.
    #[test]
    fn the_test_errs_as_often_as_it_says() {
        let sprt = Sprt::new(0.0, 50.0, 0.1, 0.1).unwrap();
        let mut rng = SplitMix64::new(3);
        for (elo, wrong) in [(0.0, SprtDecision::AcceptH1), (50.0, SprtDecision::AcceptH0)] {
            let share = expected_score(elo);
            let matches = 1500;
            let mut errors = 0;
            for _ in 0..matches {
                let mut pairs = Pentanomial::default();
                let decision = loop {
                    let lean = [0.2, -0.2][rng.below(2)];
                    let mut game = |share: f64| usize::from(rng.gen_bool(share));
                    pairs.add(2 * game(share + lean) + 2 * game(share - lean));
                    // As a runner does, look after every pair.
                    match sprt.decide(&pairs) {
                        SprtDecision::Continue => {}
                        decision => break decision,
                    }
                };
                errors += u32::from(decision == wrong);
            }
            let rate = f64::from(errors) / f64::from(matches);
            assert!((0.04..=0.12).contains(&rate), "{elo}: {rate}");
        }
    }
}
