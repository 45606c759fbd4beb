//! Mini-batch training of the evaluation network.

use std::{sync::Mutex, thread};

use tengen_core::{Color, Rule};

use super::{
    adam::Adam,
    parameter_layout::{FeatureRows, ParameterBlock, ParameterLayout, add},
    samples::{Sample, Samples},
};
use crate::{
    fives::{
        ThreatSummary,
        net::{ENTRIES, HIDDEN, INPUTS, Net, NetHead, NetWeights, OWN, SHARED, scale, zeros},
        point_pattern::CoarsePattern,
    },
    playout::Rng,
};

fn dot(weights: &[f32], inputs: &[f32]) -> f32 {
    weights.iter().zip(inputs).map(|(weight, input)| weight * input).sum()
}

/// Sums over one part of a batch.
struct Gradients {
    rows: Vec<FeatureRows>,
    rest: Vec<f32>,
    loss: f64,
}

/// Trainer of the evaluation network: quantization-aware, by Adam on mini-batches.
#[derive(Clone, Debug)]
pub(super) struct NetTrainer {
    parameter_layout: ParameterLayout,
    /// Rows that the trained factors are added to, of each side.
    start: Vec<FeatureRows>,
    /// Initial learning rate.
    rate: f32,
    adam: Adam,
    rates: Vec<f32>,
    rng: Rng,
    order: Vec<u32>,
}

impl NetTrainer {
    /// Batch size.
    const BATCH: usize = 1024;
    /// Parts of a batch. A constant, so that sums do not depend on the number of threads.
    const PARTS: usize = 4;
    /// Initial learning rate, and the last as a share of it.
    const RATE: f32 = 0.006;
    const LAST: f32 = 0.02;
    /// Initial learning rate where a network is trained on.
    const RATE_ON: f32 = 0.0015;
    /// Weight decay, as a share of the learning rate.
    const DECAY: f32 = 0.01;
    const EPSILON: f32 = 1e-5;
    /// The bias that rounding down at each input of a neuron makes.
    const LOST: f32 = INPUTS as f32 / 2.0 / scale::NEURON;

    /// A trainer with random initial weights.
    pub(super) fn new(rule: Rule, seed: u64) -> NetTrainer {
        let parameter_layout = ParameterLayout::new(rule);
        let mut rng = Rng::new(seed);
        let mut parameters = vec![0.0; parameter_layout.len()];
        for side in 0..parameter_layout.sides {
            // Rows of single patterns start at zero.
            for (part, middle, width) in [
                (ParameterBlock::Lines, 0.0, 0.15),
                (ParameterBlock::OwnCoarse, 0.0, 0.1),
                (ParameterBlock::OtherCoarse, 0.0, 0.1),
                (ParameterBlock::Weights, 0.0, 0.3),
                (ParameterBlock::Biases, 0.3, 0.3),
                (ParameterBlock::Neurons, 0.0, 0.5),
            ] {
                parameters[parameter_layout.range(side, part)]
                    .fill_with(|| middle + width * (rng.below(20_001) as f32 / 10_000.0 - 1.0));
            }
        }
        let start = vec![FeatureRows::zero(); parameter_layout.sides];
        NetTrainer::with(parameter_layout, parameters, start, NetTrainer::RATE, rng)
    }

    /// A trainer that goes on from `net`. What is trained of the rows is the difference to those of
    /// `net`, so that weight decay pulls what is rare in the samples back to them.
    pub(super) fn resume(rule: Rule, net: &Net, seed: u64) -> NetTrainer {
        let parameter_layout = ParameterLayout::new(rule);
        let mut parameters = vec![0.0; parameter_layout.len()];
        let sides = || Color::ALL.into_iter().take(parameter_layout.sides);
        for (side, color) in sides().enumerate() {
            let NetHead { weights, biases, threats, neurons, direct, threat_summary } =
                &net.side(color).head;
            let mut fill = |part: ParameterBlock, scale: f32, number: &dyn Fn(usize) -> i32| {
                let block = &mut parameters[parameter_layout.range(side, part)];
                for (n, parameter) in block.iter_mut().enumerate() {
                    *parameter = number(n) as f32 / scale;
                }
            };
            fill(ParameterBlock::Weights, scale::WEIGHT, &|n| {
                weights[n % INPUTS][n / INPUTS].into()
            });
            fill(ParameterBlock::Biases, scale::NEURON, &|n| biases[n].into());
            fill(ParameterBlock::Threats, scale::NEURON, &|n| threats.as_flattened()[n].into());
            fill(ParameterBlock::Neurons, scale::OUT, &|n| neurons[n].into());
            fill(ParameterBlock::Direct, scale::DIRECT, &|n| direct[n].into());
            fill(ParameterBlock::ThreatBias, scale::VALUE, &|n| threat_summary[n]);
            for bias in &mut parameters[parameter_layout.range(side, ParameterBlock::Biases)] {
                *bias -= NetTrainer::LOST;
            }
        }
        let start = sides().map(|color| FeatureRows::from(net.side(color))).collect();
        let rng = Rng::new(seed);
        NetTrainer::with(parameter_layout, parameters, start, NetTrainer::RATE_ON, rng)
    }

    fn with(
        parameter_layout: ParameterLayout,
        parameters: Vec<f32>,
        start: Vec<FeatureRows>,
        rate: f32,
        rng: Rng,
    ) -> NetTrainer {
        let rates = vec![1.0; parameter_layout.len()];
        let adam = Adam::new(parameters, NetTrainer::EPSILON);
        NetTrainer { parameter_layout, start, rate, adam, rates, rng, order: Vec::new() }
    }

    /// The rows of all sides, quantized.
    fn rows(&self) -> Vec<FeatureRows> {
        FeatureRows::rounded(&self.parameter_layout, &self.adam.parameters, &self.start)
    }

    /// Trains one epoch on `threads` threads. `schedule` gives the share of the learning rate after a
    /// part of it.
    pub(super) fn train_epoch(
        &mut self,
        samples: &Samples,
        threads: usize,
        schedule: impl Fn(f32) -> f32,
    ) {
        if self.order.len() != samples.len() {
            self.order = (0..samples.len() as u32).collect();
        }
        for last in (1..self.order.len()).rev() {
            self.order.swap(last, self.rng.below(last + 1));
        }
        let order = std::mem::take(&mut self.order);
        let batches = order.len().div_ceil(NetTrainer::BATCH);
        for (n, batch) in order.chunks(NetTrainer::BATCH).enumerate() {
            let rate = self.rate * schedule(n as f32 / batches as f32).max(NetTrainer::LAST);
            let mut gradients = vec![0.0; self.parameter_layout.len()];
            let rows = self.rows();
            for found in self.batch_gradients(samples, &rows, batch, threads, true) {
                for (side, rows) in found.rows.iter().enumerate() {
                    rows.add_to(&self.parameter_layout, &mut gradients, side);
                }
                add(&mut gradients, 1.0, &found.rest);
            }
            for gradient in &mut gradients {
                *gradient /= batch.len() as f32;
            }
            self.adam.step(&gradients, &self.rates, rate, rate * NetTrainer::DECAY);
        }
        self.order = order;
    }

    /// The mean loss on `samples`.
    pub(super) fn loss(&self, samples: &Samples, threads: usize) -> f64 {
        let all: Vec<u32> = (0..samples.len() as u32).collect();
        let rows = self.rows();
        let found = self.batch_gradients(samples, &rows, &all, threads, false);
        found.iter().map(|gradients| gradients.loss).sum::<f64>() / all.len().max(1) as f64
    }

    /// Loss of a batch, and gradients if `back`, in parts.
    fn batch_gradients(
        &self,
        samples: &Samples,
        rows: &[FeatureRows],
        batch: &[u32],
        threads: usize,
        back: bool,
    ) -> Vec<Gradients> {
        let cuts: Vec<&[u32]> =
            batch.chunks(batch.len().div_ceil(NetTrainer::PARTS).max(1)).collect();
        let next = Mutex::new(cuts.iter().enumerate());
        let found = Mutex::new(Vec::new());
        let work = || {
            loop {
                let Some((n, cut)) = next.lock().expect("no thread panics").next() else { break };
                let mut gradients = Gradients { rows: Vec::new(), rest: Vec::new(), loss: 0.0 };
                if back {
                    gradients.rows = vec![FeatureRows::zero(); self.parameter_layout.sides];
                    gradients.rest = vec![0.0; self.parameter_layout.len()];
                }
                for &sample in *cut {
                    self.add_sample(samples.get(sample as usize), rows, back, &mut gradients);
                }
                found.lock().expect("no thread panics").push((n, gradients));
            }
        };
        thread::scope(|scope| {
            for _ in 1..threads.min(cuts.len()) {
                // With fewer threads it takes longer.
                if thread::Builder::new().spawn_scoped(scope, work).is_err() {
                    break;
                }
            }
            work();
        });
        let mut found = found.into_inner().expect("no thread panics");
        found.sort_by_key(|&(n, _)| n);
        found.into_iter().map(|(_, gradients)| gradients).collect()
    }

    /// Forward pass of one sample, and backpropagation if `back`; adds to `sum`.
    fn add_sample(
        &self,
        sample: Sample<'_>,
        rows: &[FeatureRows],
        back: bool,
        sum: &mut Gradients,
    ) {
        let Sample { turn, threat_summary, target, points } = sample;
        let colors = [turn, !turn];
        let sides = colors.map(|color| self.parameter_layout.side_of(color));
        let mut inputs = [0.0; INPUTS];
        for point in points {
            let share = f32::from(point.count) / scale::FULL;
            for n in 0..2 {
                let row = &rows[sides[n]].own[point.patterns[colors[n] as usize].index()];
                add(&mut inputs[n * OWN..(n + 1) * OWN], share, row);
            }
            let row = &rows[sides[0]].shared[FeatureRows::shared_place(*point, turn)];
            add(&mut inputs[2 * OWN..], share, row);
        }
        let range = |part: ParameterBlock| self.parameter_layout.range(sides[0], part);
        let part = |part: ParameterBlock| &self.adam.parameters[range(part)];
        let bits = || (0..ThreatSummary::BITS).filter(|bit| threat_summary.index() >> bit & 1 == 1);
        let mut layer = [0.0; HIDDEN];
        layer.copy_from_slice(part(ParameterBlock::Biases));
        for bit in bits() {
            add(&mut layer, 1.0, &part(ParameterBlock::Threats)[bit * HIDDEN..]);
        }
        for (neuron, weights) in
            layer.iter_mut().zip(part(ParameterBlock::Weights).chunks_exact(INPUTS))
        {
            *neuron += dot(weights, &inputs);
        }
        let full = layer.map(|neuron| neuron.clamp(0.0, 1.0));
        let value = part(ParameterBlock::ThreatBias)[threat_summary.index()]
            + dot(part(ParameterBlock::Direct), &inputs)
            + dot(part(ParameterBlock::Neurons), &full);
        // ln(1 + e^x) - target x, without an overflow.
        let softly = value.max(0.0) + (-value.abs()).exp().ln_1p();
        sum.loss += f64::from(softly - target * value);
        if !back {
            return;
        }
        let off = 1.0 / (1.0 + (-value).exp()) - target;
        let mut deltas = [0.0; HIDDEN];
        let mut gradients = [0.0; INPUTS];
        add(&mut gradients, off, part(ParameterBlock::Direct));
        for (n, (&neuron, out)) in layer.iter().zip(part(ParameterBlock::Neurons)).enumerate() {
            if neuron > 0.0 && neuron < 1.0 {
                deltas[n] = off * out;
                add(&mut gradients, deltas[n], &part(ParameterBlock::Weights)[n * INPUTS..]);
            }
        }
        let rest = &mut sum.rest;
        rest[range(ParameterBlock::ThreatBias).start + threat_summary.index()] += off;
        add(&mut rest[range(ParameterBlock::Direct)], off, &inputs);
        add(&mut rest[range(ParameterBlock::Neurons)], off, &full);
        add(&mut rest[range(ParameterBlock::Biases)], 1.0, &deltas);
        for bit in bits() {
            add(&mut rest[range(ParameterBlock::Threats).start + bit * HIDDEN..], 1.0, &deltas);
        }
        let weights = rest[range(ParameterBlock::Weights)].chunks_exact_mut(INPUTS);
        for (weights, delta) in weights.zip(deltas) {
            add(weights, delta, &inputs);
        }
        for point in points {
            let share = f32::from(point.count) / scale::FULL;
            for n in 0..2 {
                let row = &mut sum.rows[sides[n]].own[point.patterns[colors[n] as usize].index()];
                add(row, share, &gradients[n * OWN..]);
            }
            let row = &mut sum.rows[sides[0]].shared[FeatureRows::shared_place(*point, turn)];
            add(row, share, &gradients[2 * OWN..]);
        }
    }

    /// The network trained so far, quantized.
    pub(super) fn net(&self) -> Net {
        let small = |number: f32, scale: f32, most: i16| {
            (number * scale).round().clamp(-f32::from(most), f32::from(most)) as i16
        };
        let rows = self.rows();
        let side = |color: Color| {
            let side = self.parameter_layout.side_of(color);
            let rows = &rows[side];
            let mut own: Box<[[i16; OWN]; ENTRIES]> = zeros();
            for (row, learned) in own.iter_mut().zip(&rows.own) {
                *row = learned.map(|number| small(number, scale::ROW, i16::MAX));
            }
            let mut shared: Box<[[i16; SHARED]; CoarsePattern::COUNT * CoarsePattern::COUNT]> =
                zeros();
            for (row, learned) in shared.iter_mut().zip(&rows.shared) {
                *row = learned.map(|number| small(number, scale::ROW, i16::MAX));
            }
            let part = |part: ParameterBlock| {
                &self.adam.parameters[self.parameter_layout.range(side, part)]
            };
            let neuron = |number: f32| small(number, scale::NEURON, i16::MAX);
            let weight = |k: usize, n: usize| part(ParameterBlock::Weights)[n * INPUTS + k];
            let threat = |bit: usize, n: usize| part(ParameterBlock::Threats)[bit * HIDDEN + n];
            let head = NetHead {
                weights: std::array::from_fn(|k| {
                    std::array::from_fn(|n| small(weight(k, n), scale::WEIGHT, i16::MAX))
                }),
                biases: std::array::from_fn(|n| {
                    neuron(part(ParameterBlock::Biases)[n] + NetTrainer::LOST)
                }),
                threats: std::array::from_fn(|bit| std::array::from_fn(|n| neuron(threat(bit, n)))),
                neurons: std::array::from_fn(|n| {
                    small(part(ParameterBlock::Neurons)[n], scale::OUT, i16::MAX)
                }),
                direct: std::array::from_fn(|k| {
                    small(part(ParameterBlock::Direct)[k], scale::DIRECT, i16::MAX)
                }),
                threat_summary: part(ParameterBlock::ThreatBias)
                    .iter()
                    .map(|number| (number * scale::VALUE).round() as i32)
                    .collect(),
            };
            NetWeights { own, shared, head }
        };
        Net::new(Color::ALL.map(side))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::fives::{
        SearchBoard, Values,
        tune::{fit::Fit, samples::tests::games, self_play_game::SelfPlayGame},
    };

    fn samples(games: &[SelfPlayGame]) -> Samples {
        let mut samples = Samples::default();
        for game in games {
            samples.add(game);
        }
        assert!(samples.len() > 20, "{}", samples.len());
        samples
    }

    #[test]
    fn slopes_are_the_change_of_the_loss() {
        for rule in [Rule::Freestyle, Rule::Renju] {
            let samples = samples(&games(rule));
            let mut net_trainer = NetTrainer::new(rule, 3);
            let all: Vec<u32> = (0..samples.len() as u32).collect();
            let mut gradients = vec![0.0; net_trainer.parameter_layout.len()];
            let exact = |net_trainer: &NetTrainer| -> Vec<FeatureRows> {
                let NetTrainer { parameter_layout, adam, start, .. } = net_trainer;
                let of = |(side, start)| {
                    FeatureRows::new(parameter_layout, &adam.parameters, start, side)
                };
                start.iter().enumerate().map(of).collect()
            };
            for found in net_trainer.batch_gradients(&samples, &exact(&net_trainer), &all, 1, true)
            {
                for (side, rows) in found.rows.iter().enumerate() {
                    rows.add_to(&net_trainer.parameter_layout, &mut gradients, side);
                }
                add(&mut gradients, 1.0, &found.rest);
            }
            let mut tried = 0;
            for at in (0..gradients.len()).filter(|&at| gradients[at].abs() > 0.3).step_by(7) {
                let before = net_trainer.adam.parameters[at];
                let mut loss = |step: f32| {
                    net_trainer.adam.parameters[at] = before + step;
                    let found =
                        net_trainer.batch_gradients(&samples, &exact(&net_trainer), &all, 1, false);
                    found.iter().map(|gradients| gradients.loss).sum::<f64>()
                };
                let change = (loss(0.001) - loss(-0.001)) / 0.002;
                net_trainer.adam.parameters[at] = before;
                let off = (change - f64::from(gradients[at])).abs();
                assert!(off < 0.08 * change.abs() + 0.2, "{at}: {change} is not {}", gradients[at]);
                tried += 1;
            }
            assert!(tried > 10, "{tried}");
        }
    }

    #[test]
    fn whole_numbers_are_near_enough_and_threads_change_nothing() {
        for rule in Rule::FIVES {
            let games = games(rule);
            let samples = samples(&games);
            let start = Arc::new(Values::first(rule));
            let [one, two] = [1, 2].map(|threads| {
                let mut fit = Fit::new(Arc::clone(&start), 7, 3);
                while !fit.train_epoch(&samples, threads) {}
                (fit.loss(&samples, threads), fit.values())
            });
            assert_eq!(one, two);
            let mut net_trainer = NetTrainer::new(rule, 7);
            net_trainer.train_epoch(&samples, 2, |_| 1.0);
            let values = Values::new(
                rule,
                [start.side(Color::Black).clone(), start.side(Color::White).clone()],
                Arc::new(net_trainer.net()),
            );
            let values = Arc::new(values);
            let mut asked = samples.iter();
            for game in &games {
                let mut board =
                    SearchBoard::with(&game.first(), Arc::clone(&values)).expect("it suits");
                for played in game.moves() {
                    if played.value.is_some() && super::super::samples::is_asked(&board) {
                        let sample = asked.next().expect("as many");
                        let rows = net_trainer.rows();
                        let mut gradients =
                            Gradients { rows: Vec::new(), rest: Vec::new(), loss: 0.0 };
                        // The loss of target zero is ln(1 + e^value).
                        let nothing = Sample { target: 0.0, ..sample };
                        net_trainer.add_sample(nothing, &rows, false, &mut gradients);
                        let value = 256.0 * (gradients.loss.exp() - 1.0).ln();
                        let off = f64::from(board.value()) - value;
                        assert!(off.abs() < 5.0, "{rule}: {} is not {value}", board.value());
                    }
                    board.play(board.spot(played.point));
                }
            }
            assert!(asked.next().is_none());
        }
    }

    #[test]
    fn training_goes_on_from_the_weights_of_a_network() {
        for rule in Rule::FIVES {
            let samples = samples(&games(rule));
            let shipped = Values::shipped(rule);
            let mut net_trainer = NetTrainer::resume(rule, shipped.net(), 7);
            assert_eq!(net_trainer.net(), **shipped.net());
            let before = net_trainer.loss(&samples, 1);
            net_trainer.train_epoch(&samples, 1, |_| 1.0);
            assert!(net_trainer.loss(&samples, 1) < before);
        }
    }
}
