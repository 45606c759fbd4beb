//! The values under which samples are least surprising.

use std::sync::Arc;

use super::{learn::Learning, samples::Samples, urges::Urges};
use crate::fives::Values;

/// How surprising samples are: the mean of minus the logarithm of the chances that were given to
/// what came about.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Loss {
    /// That of results.
    pub value: f64,
    /// That of moves.
    pub urge: f64,
}

/// The search for values: a network for the results, and urges for the moves.
#[derive(Clone, Debug)]
pub struct Fit {
    start: Arc<Values>,
    learning: Learning,
    urges: Urges,
    epochs: u32,
    epoch: u32,
}

impl Fit {
    /// A search that goes so many times through all samples. The network begins with numbers of
    /// chance, the urges with those of `start`.
    pub fn new(start: Arc<Values>, seed: u64, epochs: u32) -> Fit {
        let learning = Learning::new(start.rule(), seed);
        let urges = Urges::new(Arc::clone(&start));
        Fit { start, learning, urges, epochs, epoch: 0 }
    }

    /// Goes once through the samples, with so many threads; says whether that was the last time.
    pub fn go_on(&mut self, samples: &Samples, threads: usize) -> bool {
        if self.epoch >= self.epochs {
            return true;
        }
        let left = |part: f32| 1.0 - (self.epoch as f32 + part) / self.epochs as f32;
        self.learning.go_on(samples, threads, left);
        self.urges.go_on(samples, left);
        self.epoch += 1;
        self.epoch >= self.epochs
    }

    /// How surprising the samples are.
    pub fn loss(&self, samples: &Samples, threads: usize) -> Loss {
        Loss { value: self.learning.loss(samples, threads), urge: self.urges.loss(samples) }
    }

    /// The values found so far.
    pub fn values(&self) -> Values {
        Values::new(self.start.rule(), self.urges.sides(), Arc::new(self.learning.net()))
    }
}
