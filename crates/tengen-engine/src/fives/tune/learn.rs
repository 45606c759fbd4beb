//! The network under which the results of positions are least surprising.

use std::{sync::Mutex, thread};

use tengen_core::{Color, Rule};

use super::{
    adam::Adam,
    plan::{Part, Plan, Rows, add},
    samples::{Sample, Samples},
};
use crate::{
    fives::{
        Tension,
        combo::Gist,
        net::{ENTRIES, HIDDEN, Head, INPUTS, Net, NetSide, OWN, SHARED, scale, zeros},
    },
    playout::Rng,
};

fn dot(weights: &[f32], inputs: &[f32]) -> f32 {
    weights.iter().zip(inputs).map(|(weight, input)| weight * input).sum()
}

/// What one part of a batch adds up to.
struct Slopes {
    rows: Vec<Rows>,
    rest: Vec<f32>,
    loss: f64,
}

/// The search for a network.
#[derive(Clone, Debug)]
pub(super) struct Learning {
    plan: Plan,
    adam: Adam,
    rates: Vec<f32>,
    chance: Rng,
    order: Vec<u32>,
}

impl Learning {
    /// How many samples each step is about.
    const BATCH: usize = 1024;
    /// In how many parts a batch is cut. What is added up does not depend on the threads.
    const CUTS: usize = 4;
    /// How far a number goes in one step at first, and at last of that.
    const RATE: f32 = 0.006;
    const LAST: f32 = 0.02;
    /// How much smaller numbers get for each step of the same length.
    const DECAY: f32 = 0.01;
    const FLOOR: f32 = 1e-5;

    /// A search that begins with numbers of chance.
    pub(super) fn new(rule: Rule, seed: u64) -> Learning {
        let plan = Plan::of(rule);
        let mut chance = Rng::new(seed);
        let mut numbers = vec![0.0; plan.len()];
        for side in 0..plan.sides {
            // What belongs to one combo alone begins at nothing.
            for (part, middle, width) in [
                (Part::Groups, 0.0, 0.15),
                (Part::OwnGist, 0.0, 0.1),
                (Part::OtherGist, 0.0, 0.1),
                (Part::Weights, 0.0, 0.3),
                (Part::Biases, 0.3, 0.3),
                (Part::Neurons, 0.0, 0.5),
            ] {
                numbers[plan.range(side, part)]
                    .fill_with(|| middle + width * (chance.below(20_001) as f32 / 10_000.0 - 1.0));
            }
        }
        let rates = vec![1.0; plan.len()];
        let adam = Adam::new(numbers, Learning::FLOOR);
        Learning { plan, adam, rates, chance, order: Vec::new() }
    }

    /// Goes once through the samples, with so many threads. `left` says how long the steps are still
    /// to be after a part of them.
    pub(super) fn go_on(&mut self, samples: &Samples, threads: usize, left: impl Fn(f32) -> f32) {
        if self.order.len() != samples.len() {
            self.order = (0..samples.len() as u32).collect();
        }
        for last in (1..self.order.len()).rev() {
            self.order.swap(last, self.chance.below(last + 1));
        }
        let order = std::mem::take(&mut self.order);
        let batches = order.len().div_ceil(Learning::BATCH);
        for (n, batch) in order.chunks(Learning::BATCH).enumerate() {
            let rate = Learning::RATE * left(n as f32 / batches as f32).max(Learning::LAST);
            let mut slopes = vec![0.0; self.plan.len()];
            let rows = Rows::rounded(&self.plan, &self.adam.numbers);
            for found in self.walk(samples, &rows, batch, threads, true) {
                for (side, rows) in found.rows.iter().enumerate() {
                    rows.add_to(&self.plan, &mut slopes, side);
                }
                add(&mut slopes, 1.0, &found.rest);
            }
            for slope in &mut slopes {
                *slope /= batch.len() as f32;
            }
            self.adam.step(&slopes, &self.rates, rate, rate * Learning::DECAY);
        }
        self.order = order;
    }

    /// How surprising samples are.
    pub(super) fn loss(&self, samples: &Samples, threads: usize) -> f64 {
        let all: Vec<u32> = (0..samples.len() as u32).collect();
        let rows = Rows::rounded(&self.plan, &self.adam.numbers);
        let found = self.walk(samples, &rows, &all, threads, false);
        found.iter().map(|slopes| slopes.loss).sum::<f64>() / all.len().max(1) as f64
    }

    /// The loss of samples, and the slopes if wanted, cut in parts.
    fn walk(
        &self,
        samples: &Samples,
        rows: &[Rows],
        batch: &[u32],
        threads: usize,
        back: bool,
    ) -> Vec<Slopes> {
        let cuts: Vec<&[u32]> = batch.chunks(batch.len().div_ceil(Learning::CUTS).max(1)).collect();
        let next = Mutex::new(cuts.iter().enumerate());
        let found = Mutex::new(Vec::new());
        let work = || {
            loop {
                let Some((n, cut)) = next.lock().expect("no thread panics").next() else { break };
                let mut slopes = Slopes { rows: Vec::new(), rest: Vec::new(), loss: 0.0 };
                if back {
                    slopes.rows = vec![Rows::zero(); self.plan.sides];
                    slopes.rest = vec![0.0; self.plan.len()];
                }
                for &sample in *cut {
                    self.look(samples.get(sample as usize), rows, back, &mut slopes);
                }
                found.lock().expect("no thread panics").push((n, slopes));
            }
        };
        thread::scope(|scope| {
            for _ in 1..threads.min(cuts.len()) {
                scope.spawn(work);
            }
            work();
        });
        let mut found = found.into_inner().expect("no thread panics");
        found.sort_by_key(|&(n, _)| n);
        found.into_iter().map(|(_, slopes)| slopes).collect()
    }

    /// Adds the loss of one sample, and the slopes if wanted.
    fn look(&self, sample: Sample<'_>, rows: &[Rows], back: bool, sum: &mut Slopes) {
        let Sample { turn, tension, target, points } = sample;
        let colors = [turn, !turn];
        let sides = colors.map(|color| self.plan.side_of(color));
        let mut inputs = [0.0; INPUTS];
        for point in points {
            let share = f32::from(point.count) / scale::FULL;
            for n in 0..2 {
                let row = &rows[sides[n]].own[point.combos[colors[n] as usize].index()];
                add(&mut inputs[n * OWN..(n + 1) * OWN], share, row);
            }
            let row = &rows[sides[0]].shared[Rows::shared_place(*point, turn)];
            add(&mut inputs[2 * OWN..], share, row);
        }
        let range = |part: Part| self.plan.range(sides[0], part);
        let part = |part: Part| &self.adam.numbers[range(part)];
        let bits = || (0..Tension::BITS).filter(|bit| tension.index() >> bit & 1 == 1);
        let mut layer = [0.0; HIDDEN];
        layer.copy_from_slice(part(Part::Biases));
        for bit in bits() {
            add(&mut layer, 1.0, &part(Part::Threats)[bit * HIDDEN..]);
        }
        for (neuron, weights) in layer.iter_mut().zip(part(Part::Weights).chunks_exact(INPUTS)) {
            *neuron += dot(weights, &inputs);
        }
        let full = layer.map(|neuron| neuron.clamp(0.0, 1.0));
        let value = part(Part::Tension)[tension.index()]
            + dot(part(Part::Direct), &inputs)
            + dot(part(Part::Neurons), &full);
        // ln(1 + e^x) - target x, without an overflow.
        let softly = value.max(0.0) + (-value.abs()).exp().ln_1p();
        sum.loss += f64::from(softly - target * value);
        if !back {
            return;
        }
        let off = 1.0 / (1.0 + (-value).exp()) - target;
        let mut deltas = [0.0; HIDDEN];
        let mut slopes = [0.0; INPUTS];
        add(&mut slopes, off, part(Part::Direct));
        for (n, (&neuron, out)) in layer.iter().zip(part(Part::Neurons)).enumerate() {
            if neuron > 0.0 && neuron < 1.0 {
                deltas[n] = off * out;
                add(&mut slopes, deltas[n], &part(Part::Weights)[n * INPUTS..]);
            }
        }
        let rest = &mut sum.rest;
        rest[range(Part::Tension).start + tension.index()] += off;
        add(&mut rest[range(Part::Direct)], off, &inputs);
        add(&mut rest[range(Part::Neurons)], off, &full);
        add(&mut rest[range(Part::Biases)], 1.0, &deltas);
        for bit in bits() {
            add(&mut rest[range(Part::Threats).start + bit * HIDDEN..], 1.0, &deltas);
        }
        let weights = rest[range(Part::Weights)].chunks_exact_mut(INPUTS);
        for (weights, delta) in weights.zip(deltas) {
            add(weights, delta, &inputs);
        }
        for point in points {
            let share = f32::from(point.count) / scale::FULL;
            for n in 0..2 {
                let row = &mut sum.rows[sides[n]].own[point.combos[colors[n] as usize].index()];
                add(row, share, &slopes[n * OWN..]);
            }
            let row = &mut sum.rows[sides[0]].shared[Rows::shared_place(*point, turn)];
            add(row, share, &slopes[2 * OWN..]);
        }
    }

    /// The network found so far, in whole numbers.
    pub(super) fn net(&self) -> Net {
        let small = |number: f32, scale: f32, most: i16| {
            (number * scale).round().clamp(-f32::from(most), f32::from(most)) as i16
        };
        let rows = Rows::rounded(&self.plan, &self.adam.numbers);
        let side = |color: Color| {
            let side = self.plan.side_of(color);
            let rows = &rows[side];
            let mut own: Box<[[i16; OWN]; ENTRIES]> = zeros();
            for (row, learned) in own.iter_mut().zip(&rows.own) {
                *row = learned.map(|number| small(number, scale::ROW, i16::MAX));
            }
            let mut shared: Box<[[i16; SHARED]; Gist::COUNT * Gist::COUNT]> = zeros();
            for (row, learned) in shared.iter_mut().zip(&rows.shared) {
                *row = learned.map(|number| small(number, scale::ROW, i16::MAX));
            }
            let part = |part: Part| &self.adam.numbers[self.plan.range(side, part)];
            let neuron = |number: f32| small(number, scale::NEURON, i16::MAX);
            let weight = |k: usize, n: usize| part(Part::Weights)[n * INPUTS + k];
            let threat = |bit: usize, n: usize| part(Part::Threats)[bit * HIDDEN + n];
            // What is rounded down at each input is given back.
            let lost = INPUTS as f32 / 2.0 / scale::NEURON;
            let head = Head {
                weights: std::array::from_fn(|k| {
                    std::array::from_fn(|n| small(weight(k, n), scale::WEIGHT, i16::MAX))
                }),
                biases: std::array::from_fn(|n| neuron(part(Part::Biases)[n] + lost)),
                threats: std::array::from_fn(|bit| std::array::from_fn(|n| neuron(threat(bit, n)))),
                neurons: std::array::from_fn(|n| {
                    small(part(Part::Neurons)[n], scale::OUT, i16::MAX)
                }),
                direct: std::array::from_fn(|k| {
                    small(part(Part::Direct)[k], scale::DIRECT, i16::MAX)
                }),
                tension: part(Part::Tension)
                    .iter()
                    .map(|number| (number * scale::VALUE).round() as i32)
                    .collect(),
            };
            NetSide { own, shared, head }
        };
        Net::new(Color::ALL.map(side))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::fives::{
        Field, Values,
        tune::{fit::Fit, game::Game, samples::tests::games},
    };

    fn samples(games: &[Game]) -> Samples {
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
            let mut learning = Learning::new(rule, 3);
            let all: Vec<u32> = (0..samples.len() as u32).collect();
            let mut slopes = vec![0.0; learning.plan.len()];
            let exact = |learning: &Learning| -> Vec<Rows> {
                let Learning { plan, adam, .. } = learning;
                (0..plan.sides).map(|side| Rows::of(plan, &adam.numbers, side)).collect()
            };
            for found in learning.walk(&samples, &exact(&learning), &all, 1, true) {
                for (side, rows) in found.rows.iter().enumerate() {
                    rows.add_to(&learning.plan, &mut slopes, side);
                }
                add(&mut slopes, 1.0, &found.rest);
            }
            let mut tried = 0;
            for at in (0..slopes.len()).filter(|&at| slopes[at].abs() > 0.3).step_by(7) {
                let before = learning.adam.numbers[at];
                let mut loss = |step: f32| {
                    learning.adam.numbers[at] = before + step;
                    let found = learning.walk(&samples, &exact(&learning), &all, 1, false);
                    found.iter().map(|slopes| slopes.loss).sum::<f64>()
                };
                let change = (loss(0.003) - loss(-0.003)) / 0.006;
                learning.adam.numbers[at] = before;
                let off = (change - f64::from(slopes[at])).abs();
                assert!(off < 0.08 * change.abs() + 0.2, "{at}: {change} is not {}", slopes[at]);
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
                while !fit.go_on(&samples, threads) {}
                (fit.loss(&samples, threads), fit.values())
            });
            assert_eq!(one, two);
            let mut learning = Learning::new(rule, 7);
            learning.go_on(&samples, 2, |_| 1.0);
            let values = Values::new(
                rule,
                [start.side(Color::Black).clone(), start.side(Color::White).clone()],
                Arc::new(learning.net()),
            );
            let values = Arc::new(values);
            let mut asked = samples.iter();
            for game in &games {
                let mut field = Field::with(&game.first(), Arc::clone(&values)).expect("it suits");
                for played in game.moves() {
                    if played.value.is_some() && super::super::samples::is_asked(&field) {
                        let sample = asked.next().expect("as many");
                        let rows = Rows::rounded(&learning.plan, &learning.adam.numbers);
                        let mut slopes = Slopes { rows: Vec::new(), rest: Vec::new(), loss: 0.0 };
                        // The loss of a target of nothing is ln(1 + e^value).
                        let nothing = Sample { target: 0.0, ..sample };
                        learning.look(nothing, &rows, false, &mut slopes);
                        let value = 256.0 * (slopes.loss.exp() - 1.0).ln();
                        let off = f64::from(field.value()) - value;
                        assert!(off.abs() < 5.0, "{rule}: {} is not {value}", field.value());
                    }
                    field.play(field.spot(played.point));
                }
            }
            assert!(asked.next().is_none());
        }
    }
}
