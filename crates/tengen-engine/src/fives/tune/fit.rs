//! Training of the values: network and policy.

use std::sync::Arc;

use super::{net_trainer::NetTrainer, policy_trainer::PolicyTrainer, samples::Samples};
use crate::fives::Values;

/// Cross-entropy loss, the mean over samples.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub(super) struct Loss {
    /// Loss of the value network: predicted chances against results and search scores.
    pub(super) value: f64,
    /// Loss of the policy: predicted moves against those played.
    pub(super) policy: f64,
}

/// Training run: a network for the results, and a policy for the moves.
#[derive(Clone, Debug)]
pub(super) struct Fit {
    start: Arc<Values>,
    net_trainer: NetTrainer,
    policy_trainer: PolicyTrainer,
    epochs: u32,
    epoch: u32,
}

impl Fit {
    /// A run of `epochs` epochs. The network starts from random weights of `seed`, the policy from
    /// that of `start`.
    pub(super) fn new(start: Arc<Values>, seed: u64, epochs: u32) -> Fit {
        let net_trainer = NetTrainer::new(start.rule(), seed);
        let policy_trainer = PolicyTrainer::new(Arc::clone(&start));
        Fit { start, net_trainer, policy_trainer, epochs, epoch: 0 }
    }

    /// A run of `epochs` epochs that starts from `start`, its network too.
    pub(super) fn resume(start: Arc<Values>, seed: u64, epochs: u32) -> Fit {
        let net_trainer = NetTrainer::resume(start.rule(), start.net(), seed);
        Fit { net_trainer, ..Fit::new(start, seed, epochs) }
    }

    /// Trains one epoch on `threads` threads; says whether it was the last one.
    pub(super) fn train_epoch(&mut self, samples: &Samples, threads: usize) -> bool {
        if self.epoch >= self.epochs {
            return true;
        }
        let schedule = |part: f32| 1.0 - (self.epoch as f32 + part) / self.epochs as f32;
        self.net_trainer.train_epoch(samples, threads, schedule);
        self.policy_trainer.train_epoch(samples, schedule);
        self.epoch += 1;
        self.epoch >= self.epochs
    }

    /// The loss on `samples`.
    pub(super) fn loss(&self, samples: &Samples, threads: usize) -> Loss {
        Loss {
            value: self.net_trainer.loss(samples, threads),
            policy: self.policy_trainer.loss(samples),
        }
    }

    /// The values trained so far.
    pub(super) fn values(&self) -> Values {
        Values::new(
            self.start.rule(),
            self.policy_trainer.sides(),
            Arc::new(self.net_trainer.net()),
        )
    }
}
