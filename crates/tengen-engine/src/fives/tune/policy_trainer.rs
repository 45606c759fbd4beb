//! Training of the move policy.

use std::sync::Arc;

use tengen_core::{Color, Rule};
use tengen_solver::fives::LinePattern;

use super::{adam::Adam, samples::Samples};
use crate::fives::{PointPattern, PolicyWeights, VALUE_SCALE, Values};

/// Layout of the policy's logits.
#[derive(Clone, Copy, Debug)]
pub(super) struct PolicyLayout {
    has_two_sides: bool,
}

impl PolicyLayout {
    /// Logits of one side: attack and defence, by pattern.
    const SIDE: usize = 2 * PointPattern::COUNT;

    pub(super) fn new(rule: Rule) -> PolicyLayout {
        PolicyLayout { has_two_sides: Values::has_two_sides(rule) }
    }

    fn start(self, color: Color) -> usize {
        if self.has_two_sides { PolicyLayout::SIDE * color as usize } else { 0 }
    }

    pub(super) fn attack(self, turn: Color, pattern: PointPattern) -> u16 {
        (self.start(turn) + pattern.index()) as u16
    }

    pub(super) fn defence(self, turn: Color, pattern: PointPattern) -> u16 {
        (self.start(turn) + PointPattern::COUNT + pattern.index()) as u16
    }
}

/// Factorized logits: that of a pattern is the sum of its own, those of its lines, and those of pairs of
/// lines, so that a pattern that is rare in the samples is judged by its factors.
#[derive(Clone, Debug)]
struct PolicyFactors {
    sides: usize,
    adam: Adam,
    /// Learning rate of each factor, relative to that of a pattern.
    rates: Vec<f32>,
}

impl PolicyFactors {
    const LINES: usize = LinePattern::COUNT;
    const LINE_PAIRS: usize = LinePattern::COUNT * LinePattern::COUNT;
    /// Factors of a list of logits.
    const LIST: usize = PolicyFactors::LINES + PolicyFactors::LINE_PAIRS + PointPattern::COUNT;
    const SIDE: usize = 2 * PolicyFactors::LIST;

    /// Why so little: a line is in many patterns.
    const LINE_RATE: f32 = 0.04;
    const PAIR_RATE: f32 = 0.2;

    fn new(sides: usize) -> PolicyFactors {
        let list = [
            (PolicyFactors::LINES, PolicyFactors::LINE_RATE),
            (PolicyFactors::LINE_PAIRS, PolicyFactors::PAIR_RATE),
            (PointPattern::COUNT, 1.0),
        ];
        let side = list.into_iter().chain(list);
        let rates: Vec<f32> =
            side.flat_map(|(count, rate)| std::iter::repeat_n(rate, count)).collect();
        PolicyFactors {
            sides,
            adam: Adam::new(vec![0.0; sides * PolicyFactors::SIDE], 1e-3),
            rates: rates.repeat(sides),
        }
    }

    /// The factors of a pattern in a list.
    fn places(pattern: PointPattern, lines: [LinePattern; 4]) -> impl Iterator<Item = usize> {
        let pair = move |a: usize, b: usize| {
            PolicyFactors::LINES + lines[a] as usize * PolicyFactors::LINES + lines[b] as usize
        };
        let ones = lines.into_iter().map(|line| line as usize);
        let pairs = (0..4).flat_map(move |a| (a + 1..4).map(move |b| pair(a, b)));
        ones.chain(pairs)
            .chain([PolicyFactors::LINES + PolicyFactors::LINE_PAIRS + pattern.index()])
    }

    /// Calls `see` with each logit and each factor of it.
    fn each(&self, mut see: impl FnMut(usize, usize)) {
        for side in 0..self.sides {
            let (number, part) = (side * PolicyLayout::SIDE, side * PolicyFactors::SIDE);
            for list in 0..2 {
                for (pattern, lines) in PointPattern::all() {
                    for place in PolicyFactors::places(pattern, lines) {
                        let number = number + list * PointPattern::COUNT + pattern.index();
                        see(number, part + list * PolicyFactors::LIST + place);
                    }
                }
            }
        }
    }

    /// The factors added up, by logit.
    fn sums(&self) -> Vec<f32> {
        let mut sums = vec![0.0; self.sides * PolicyLayout::SIDE];
        self.each(|number, part| sums[number] += self.adam.parameters[part]);
        sums
    }

    /// One step by the gradients of the logits.
    fn step(&mut self, gradients: &[f32], rate: f32) {
        let mut factors = vec![0.0; self.adam.parameters.len()];
        self.each(|number, part| factors[part] += gradients[number]);
        // Weight decay: factors with few samples fade.
        self.adam.step(&factors, &self.rates, rate, rate * 1e-4);
    }
}

/// Trainer of the policy: softmax regression on the moves that the search chose.
#[derive(Clone, Debug)]
pub(super) struct PolicyTrainer {
    start: Arc<Values>,
    factors: PolicyFactors,
}

impl PolicyTrainer {
    /// Batch size.
    const BATCH: usize = 4096;
    /// Initial learning rate.
    const RATE: f32 = 8.0;

    /// A trainer that starts from the policy of `start`.
    pub(super) fn new(start: Arc<Values>) -> PolicyTrainer {
        let factors = PolicyFactors::new(if Values::has_two_sides(start.rule()) { 2 } else { 1 });
        PolicyTrainer { start, factors }
    }

    /// Trains one epoch. `schedule` gives the share of the learning rate after a part of it.
    pub(super) fn train_epoch(&mut self, samples: &Samples, schedule: impl Fn(f32) -> f32) {
        let steps = samples.len().div_ceil(PolicyTrainer::BATCH).max(1);
        for step in 0..steps {
            // Strided batches: every step sees samples from all games.
            let batch: Vec<usize> = (step..samples.len()).step_by(steps).collect();
            let logits = self.logits();
            let share = 1.0 / batch.len().max(1) as f32;
            let mut gradients = vec![0.0; logits.len()];
            slopes_of(samples, &batch, &logits, |at, gradient| gradients[at] += share * gradient);
            self.factors
                .step(&gradients, schedule(step as f32 / steps as f32) * PolicyTrainer::RATE);
        }
    }

    /// The mean loss on `samples`.
    pub(super) fn loss(&self, samples: &Samples) -> f64 {
        let all: Vec<usize> = (0..samples.len()).collect();
        slopes_of(samples, &all, &self.logits(), |_, _| {}) / all.len().max(1) as f64
    }

    /// The policy trained so far, of Black and White.
    pub(super) fn sides(&self) -> [PolicyWeights; 2] {
        let logits = self.logits();
        let list = |start: usize| {
            let list = &logits[start..start + PointPattern::COUNT];
            list.iter().map(|number| number.round() as i16).collect()
        };
        [0, self.factors.sides - 1].map(|side| {
            let start = side * PolicyLayout::SIDE;
            PolicyWeights { attack: list(start), defence: list(start + PointPattern::COUNT) }
        })
    }

    /// The logits: those of the start plus what was trained.
    fn logits(&self) -> Vec<f32> {
        let mut logits = self.factors.sums();
        let sides = Color::ALL.into_iter().take(self.factors.sides);
        let start = sides.flat_map(|color| {
            let PolicyWeights { attack, defence } = self.start.side(color);
            attack.iter().chain(defence)
        });
        for (number, start) in logits.iter_mut().zip(start) {
            *number += f32::from(*start);
        }
        logits
    }
}

/// Cross-entropy loss of the moves of `batch`. Calls `see` with a logit and its gradient, once for
/// every occurrence.
fn slopes_of(
    samples: &Samples,
    batch: &[usize],
    logits: &[f32],
    mut see: impl FnMut(usize, f32),
) -> f64 {
    let mut loss = 0.0;
    let mut weights = Vec::new();
    for &sample in batch {
        let start = sample.checked_sub(1).map_or(0, |before| samples.choice_ends[before]) as usize;
        let choices = &samples.choices[start..samples.choice_ends[sample] as usize];
        let policy = |choice: &[u16; 2]| {
            choice.iter().map(|&at| logits[usize::from(at)]).sum::<f32>() / VALUE_SCALE as f32
        };
        weights.clear();
        weights.extend(choices.iter().map(policy));
        let most = weights.iter().copied().fold(f32::MIN, f32::max);
        let chosen = weights[0] - most;
        for weight in &mut weights {
            *weight = (*weight - most).exp();
        }
        let sum: f32 = weights.iter().sum();
        for (n, (choice, weight)) in choices.iter().zip(&weights).enumerate() {
            let gradient = weight / sum - f32::from(u8::from(n == 0));
            for &at in choice {
                see(usize::from(at), gradient);
            }
        }
        loss += f64::from(sum.ln() - chosen);
    }
    loss
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fives::tune::samples::tests::games;

    #[test]
    fn slopes_are_the_change_of_the_loss() {
        let mut samples = Samples::default();
        for game in games(Rule::Renju) {
            samples.add(&game);
        }
        let policy_trainer = PolicyTrainer::new(Arc::new(Values::first(Rule::Renju)));
        let all: Vec<usize> = (0..samples.len()).collect();
        let mut logits = policy_trainer.logits();
        let mut gradients = vec![0.0_f64; logits.len()];
        slopes_of(&samples, &all, &logits, |at, gradient| gradients[at] += f64::from(gradient));
        let steep: Vec<usize> =
            (0..gradients.len()).filter(|&at| gradients[at].abs() > 0.5).collect();
        assert!(steep.len() > 10, "{}", steep.len());
        for at in steep.into_iter().step_by(3) {
            let mut at_step = |step: f32| {
                let before = logits[at];
                logits[at] += step;
                let there = slopes_of(&samples, &all, &logits, |_, _| {});
                logits[at] = before;
                there
            };
            let change = (at_step(2.0) - at_step(-2.0)) / 4.0 * f64::from(VALUE_SCALE);
            let off = (change - gradients[at]).abs();
            assert!(off < 0.05 * gradients[at].abs() + 0.1, "{change} is not {}", gradients[at]);
        }
    }

    #[test]
    fn it_begins_with_the_urges_of_the_start() {
        for rule in Rule::FIVES {
            let start = Arc::new(Values::first(rule));
            let sides = PolicyTrainer::new(Arc::clone(&start)).sides();
            assert_eq!(sides, Color::ALL.map(|color| start.side(color).clone()));
        }
    }
}
