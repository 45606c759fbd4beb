//! The network under which the results of positions are least surprising.

use std::{sync::Mutex, thread};

use tengen_core::{Color, Rule};
use tengen_solver::fives::Group;

use super::{
    adam::Adam,
    scenes::{Scene, Scenes},
};
use crate::{
    fives::{
        Tension, Values,
        net::{CHANNELS, HIDDEN, Head, INPUTS, MOST_IN_ROW, MOST_WEIGHT, Net, NetSide, scale},
        sight::{HALVES, Sight, Sights},
    },
    playout::Rng,
};

/// A row while it is learned.
type Row = [f32; CHANNELS];

/// Where the numbers of a side are among all that are learned, part after part.
///
/// The row of a sight is the sum of its own, that of what a stone makes there, and those of both
/// halves; so a sight that hardly ever came up is judged by its parts.
#[derive(Clone, Debug)]
struct Plan {
    starts: [usize; Plan::PARTS + 1],
    sides: usize,
    /// For each side and sight, the numbers of the rows that are added up.
    sums: Vec<Vec<[usize; 5]>>,
}

/// The parts of a side.
#[derive(Clone, Copy)]
enum Part {
    Sights,
    /// Of all rows; then of groups and halves.
    Shared,
    Weights,
    Biases,
    Threats,
    Neurons,
    Direct,
    Tension,
}

impl Plan {
    const PARTS: usize = 8;
    /// The shared rows: one for all, one for each group, one for each half.
    const SHARED: usize = 1 + Group::COUNT + HALVES;

    fn of(rule: Rule) -> Plan {
        let sights = Sights::of_rule(rule);
        let sizes = [
            sights.count() * CHANNELS,
            Plan::SHARED * CHANNELS,
            HIDDEN * INPUTS,
            HIDDEN,
            Tension::BITS * HIDDEN,
            HIDDEN,
            INPUTS,
            Tension::COUNT,
        ];
        let mut starts = [0; Plan::PARTS + 1];
        for (part, size) in sizes.into_iter().enumerate() {
            starts[part + 1] = starts[part] + size;
        }
        let sides = if Values::has_two_sides(rule) { 2 } else { 1 };
        let shared = sights.count();
        let sums = Color::ALL.into_iter().take(sides).map(|color| {
            let law = rule.law(color).expect("a game of fives");
            // The first has no parts but that of all.
            let first = [0, shared, shared, shared, shared];
            let others = sights.parts(law).zip(1..).map(|(([left, right], group), sight)| {
                let half = |half: usize| shared + 1 + Group::COUNT + half;
                let group = shared + 1 + group as usize;
                [sight, shared, group, half(left.index()), half(right.index())]
            });
            std::iter::once(first).chain(others).collect()
        });
        Plan { starts, sides, sums: sums.collect() }
    }

    fn side(&self) -> usize {
        self.starts[Plan::PARTS]
    }

    fn len(&self) -> usize {
        self.sides * self.side()
    }

    /// The numbers of a part of one side.
    fn part<'a>(&self, numbers: &'a [f32], side: usize, part: Part) -> &'a [f32] {
        let part = part as usize;
        &numbers[side * self.side()..][self.starts[part]..self.starts[part + 1]]
    }

    fn part_mut<'a>(&self, numbers: &'a mut [f32], side: usize, part: Part) -> &'a mut [f32] {
        let part = part as usize;
        &mut numbers[side * self.side()..][self.starts[part]..self.starts[part + 1]]
    }

    /// The number of the side that has the numbers of `color`.
    fn side_of(&self, color: Color) -> usize {
        color as usize % self.sides
    }

    /// The rows of all sights, of each side.
    fn rows(&self, numbers: &[f32]) -> Vec<Vec<Row>> {
        let rows = |side: usize| {
            let numbers = &numbers[side * self.side()..];
            let row = |parts: &[usize; 5]| {
                std::array::from_fn(|channel| {
                    let all = numbers[parts[1] * CHANNELS + channel];
                    let part = |part: usize| numbers[part * CHANNELS + channel];
                    // What is in every row is there four times at a point.
                    let rest = if parts[2] == parts[1] { 0.0 } else { part(parts[2]) + part(parts[3]) + part(parts[4]) };
                    part(parts[0]) + all / 4.0 + rest
                })
            };
            self.sums[side].iter().map(row).collect()
        };
        (0..self.sides).map(rows).collect()
    }

    /// Adds the slopes of rows to those of their parts.
    fn add_rows(&self, slopes: &mut [f32], rows: &[Vec<Row>]) {
        for (side, rows) in rows.iter().enumerate() {
            let slopes = &mut slopes[side * self.side()..];
            for (parts, row) in self.sums[side].iter().zip(rows) {
                let count = if parts[2] == parts[1] { 2 } else { 5 };
                for (n, &part) in parts[..count].iter().enumerate() {
                    let share = if n == 1 { 0.25 } else { 1.0 };
                    let slopes = &mut slopes[part * CHANNELS..][..CHANNELS];
                    for (slope, more) in slopes.iter_mut().zip(row) {
                        *slope += share * more;
                    }
                }
            }
        }
    }
}

/// What one part of a batch adds up to.
struct Slopes {
    rows: Vec<Vec<Row>>,
    rest: Vec<f32>,
    loss: f64,
}

/// The search for a network.
#[derive(Clone, Debug)]
pub struct Learning {
    rule: Rule,
    plan: Plan,
    adam: Adam,
    rates: Vec<f32>,
    chance: Rng,
    order: Vec<u32>,
    epochs: u32,
    epoch: u32,
}

impl Learning {
    /// How many samples each step is about.
    const BATCH: usize = 1024;
    /// In how many parts a batch is cut. What is added up does not depend on the threads.
    const CUTS: usize = 8;
    /// How far a number goes in one step at first.
    const RATE: f32 = 0.004;
    /// How much smaller numbers get for each step of the same length.
    const DECAY: f32 = 0.01;
    const FLOOR: f32 = 1e-5;

    /// A search that goes so many times through all samples.
    pub fn new(rule: Rule, seed: u64, epochs: u32) -> Learning {
        let plan = Plan::of(rule);
        let mut chance = Rng::new(seed);
        let mut numbers = vec![0.0; plan.len()];
        let mut around = |middle: f32, width: f32| {
            middle + width * (chance.below(20_001) as f32 / 10_000.0 - 1.0)
        };
        for side in 0..plan.sides {
            // What belongs to one sight alone begins at nothing.
            let (all, others) = plan.part_mut(&mut numbers, side, Part::Shared).split_at_mut(CHANNELS);
            all.fill(0.1);
            others.fill_with(|| around(0.0, 0.15));
            plan.part_mut(&mut numbers, side, Part::Weights).fill_with(|| around(0.0, 0.3));
            plan.part_mut(&mut numbers, side, Part::Biases).fill_with(|| around(0.3, 0.3));
            plan.part_mut(&mut numbers, side, Part::Neurons).fill_with(|| around(0.0, 0.5));
        }
        let rates = vec![1.0; plan.len()];
        let adam = Adam::new(numbers, Learning::FLOOR);
        Learning { rule, plan, adam, rates, chance, order: Vec::new(), epochs, epoch: 0 }
    }

    /// Goes once through the samples, with so many threads; tells the mean loss on the way.
    pub fn go_on(&mut self, scenes: &Scenes, threads: usize) -> f64 {
        if self.order.len() != scenes.len() {
            self.order = (0..scenes.len() as u32).collect();
        }
        for last in (1..self.order.len()).rev() {
            self.order.swap(last, self.chance.below(last + 1));
        }
        let order = std::mem::take(&mut self.order);
        let batches = order.len().div_ceil(Learning::BATCH);
        let mut loss = 0.0;
        for (n, batch) in order.chunks(Learning::BATCH).enumerate() {
            let done = (self.epoch as usize * batches + n) as f32 / (self.epochs as usize * batches) as f32;
            let rate = Learning::RATE * (1.0 - done).max(0.02);
            loss += self.step(scenes, batch, threads, rate);
        }
        self.order = order;
        self.epoch += 1;
        loss / scenes.len().max(1) as f64
    }

    fn step(&mut self, scenes: &Scenes, batch: &[u32], threads: usize, rate: f32) -> f64 {
        let found = self.walk(scenes, batch, threads, true);
        let mut slopes = vec![0.0; self.plan.len()];
        let mut loss = 0.0;
        for Slopes { rows, rest, loss: part } in &found {
            self.plan.add_rows(&mut slopes, rows);
            for (slope, more) in slopes.iter_mut().zip(rest) {
                *slope += more;
            }
            loss += part;
        }
        let share = 1.0 / batch.len() as f32;
        for slope in &mut slopes {
            *slope *= share;
        }
        self.adam.step(&slopes, &self.rates, rate, rate * Learning::DECAY);
        loss
    }

    /// How surprising samples are.
    pub fn loss(&self, scenes: &Scenes, threads: usize) -> f64 {
        let all: Vec<u32> = (0..scenes.len() as u32).collect();
        let found = self.walk(scenes, &all, threads, false);
        found.iter().map(|slopes| slopes.loss).sum::<f64>() / all.len().max(1) as f64
    }

    /// The loss of samples, and the slopes if wanted, cut in parts.
    fn walk(&self, scenes: &Scenes, batch: &[u32], threads: usize, slopes: bool) -> Vec<Slopes> {
        let rows = self.plan.rows(&self.adam.numbers);
        let cuts: Vec<&[u32]> = batch.chunks(batch.len().div_ceil(Learning::CUTS).max(1)).collect();
        let next = Mutex::new(cuts.iter().enumerate());
        let found = Mutex::new(Vec::new());
        let work = || {
            let mut scene = Scene::default();
            loop {
                let Some((n, cut)) = next.lock().expect("no thread panics").next() else { break };
                let zeros = if slopes {
                    (rows.iter().map(|rows| vec![[0.0; CHANNELS]; rows.len()]).collect(), vec![0.0; self.plan.len()])
                } else {
                    (Vec::new(), Vec::new())
                };
                let mut sum = Slopes { rows: zeros.0, rest: zeros.1, loss: 0.0 };
                for &sample in *cut {
                    scenes.show(sample as usize, &mut scene);
                    self.sample(&scene, &rows, slopes, &mut sum);
                }
                found.lock().expect("no thread panics").push((n, sum));
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
    fn sample(&self, scene: &Scene, rows: &[Vec<Row>], slopes: bool, sum: &mut Slopes) {
        let plan = &self.plan;
        let turn = scene.turn;
        let sides = [turn, !turn].map(|color| plan.side_of(color));
        let mut inputs = [0.0; INPUTS];
        for point in &scene.points {
            for (n, color) in [turn, !turn].into_iter().enumerate() {
                let full = full_of(&rows[sides[n]], &point[color as usize]);
                for (input, full) in inputs[n * CHANNELS..].iter_mut().zip(full) {
                    *input += full.clamp(0.0, 1.0);
                }
            }
        }
        for input in &mut inputs {
            *input /= scale::FULL;
        }
        let part = |part: Part| plan.part(&self.adam.numbers, sides[0], part);
        let bits = || (0..Tension::BITS).filter(|bit| scene.tension.index() >> bit & 1 == 1);
        let mut layer = [0.0; HIDDEN];
        layer.copy_from_slice(part(Part::Biases));
        for bit in bits() {
            for (neuron, more) in layer.iter_mut().zip(&part(Part::Threats)[bit * HIDDEN..]) {
                *neuron += more;
            }
        }
        for (neuron, weights) in layer.iter_mut().zip(part(Part::Weights).chunks_exact(INPUTS)) {
            *neuron += weights.iter().zip(&inputs).map(|(weight, input)| weight * input).sum::<f32>();
        }
        let mut value = part(Part::Tension)[scene.tension.index()];
        value += part(Part::Direct).iter().zip(&inputs).map(|(weight, input)| weight * input).sum::<f32>();
        value += part(Part::Neurons).iter().zip(&layer).map(|(out, full)| out * full.clamp(0.0, 1.0)).sum::<f32>();
        // ln(1 + e^x) - target x, without an overflow.
        let softly = value.max(0.0) + (-value.abs()).exp().ln_1p();
        sum.loss += f64::from(softly - scene.target * value);
        if !slopes {
            return;
        }
        let off = 1.0 / (1.0 + (-value).exp()) - scene.target;
        let mut back = [0.0; INPUTS];
        for (back, weight) in back.iter_mut().zip(part(Part::Direct)) {
            *back = off * weight;
        }
        let mut deltas = [0.0; HIDDEN];
        for (n, (&full, out)) in layer.iter().zip(part(Part::Neurons)).enumerate() {
            if full > 0.0 && full < 1.0 {
                deltas[n] = off * out;
                let weights = &part(Part::Weights)[n * INPUTS..][..INPUTS];
                for (back, weight) in back.iter_mut().zip(weights) {
                    *back += deltas[n] * weight;
                }
            }
        }
        let rest = &mut sum.rest;
        plan.part_mut(rest, sides[0], Part::Tension)[scene.tension.index()] += off;
        for (slope, input) in plan.part_mut(rest, sides[0], Part::Direct).iter_mut().zip(inputs) {
            *slope += off * input;
        }
        for (slope, full) in plan.part_mut(rest, sides[0], Part::Neurons).iter_mut().zip(layer) {
            *slope += off * full.clamp(0.0, 1.0);
        }
        for (slope, delta) in plan.part_mut(rest, sides[0], Part::Biases).iter_mut().zip(deltas) {
            *slope += delta;
        }
        for bit in bits() {
            let slopes = &mut plan.part_mut(rest, sides[0], Part::Threats)[bit * HIDDEN..];
            for (slope, delta) in slopes.iter_mut().zip(deltas) {
                *slope += delta;
            }
        }
        let weights = plan.part_mut(rest, sides[0], Part::Weights).chunks_exact_mut(INPUTS);
        for (slopes, delta) in weights.zip(deltas) {
            for (slope, input) in slopes.iter_mut().zip(inputs) {
                *slope += delta * input;
            }
        }
        let back = back.map(|slope| slope / scale::FULL);
        for point in &scene.points {
            for (n, color) in [turn, !turn].into_iter().enumerate() {
                let sights = &point[color as usize];
                let full = full_of(&rows[sides[n]], sights);
                let mut slope = [0.0; CHANNELS];
                for channel in 0..CHANNELS {
                    let is_between = full[channel] > 0.0 && full[channel] < 1.0;
                    slope[channel] = if is_between { back[n * CHANNELS + channel] } else { 0.0 };
                }
                for sight in sights {
                    let row = &mut sum.rows[sides[n]][sight.index()];
                    for channel in 0..CHANNELS {
                        row[channel] += slope[channel];
                    }
                }
            }
        }
    }

    /// The network found so far, in whole numbers.
    pub fn net(&self) -> Net {
        let small = |number: f32, scale: f32, most: i16| {
            (number * scale).round().clamp(-f32::from(most), f32::from(most)) as i16
        };
        let rows = self.plan.rows(&self.adam.numbers);
        let side = |color: Color| {
            let side = self.plan.side_of(color);
            let mut all = Box::new([[0; CHANNELS]; Sight::ROOM]);
            for (row, learned) in all.iter_mut().zip(&rows[side]) {
                *row = learned.map(|number| small(number, scale::ROW, MOST_IN_ROW));
            }
            let part = |part: Part| self.plan.part(&self.adam.numbers, side, part);
            let large = |numbers: &[f32], scale: f32| -> Vec<i32> {
                numbers.iter().map(|number| (number * scale).round() as i32).collect()
            };
            let weights = part(Part::Weights);
            let biases = large(part(Part::Biases), scale::NEURON);
            let threats = large(part(Part::Threats), scale::NEURON);
            let head = Head {
                weights: std::array::from_fn(|n| {
                    std::array::from_fn(|k| small(weights[n * INPUTS + k], scale::WEIGHT, MOST_WEIGHT))
                }),
                biases: std::array::from_fn(|n| biases[n]),
                threats: std::array::from_fn(|bit| {
                    std::array::from_fn(|n| threats[bit * HIDDEN + n])
                }),
                neurons: std::array::from_fn(|n| small(part(Part::Neurons)[n], scale::OUT, i16::MAX)),
                direct: std::array::from_fn(|k| small(part(Part::Direct)[k], scale::DIRECT, i16::MAX)),
                tension: large(part(Part::Tension), scale::VALUE),
            };
            NetSide { rows: all, head }
        };
        let _ = self.rule;
        Net::new(Color::ALL.map(side))
    }
}

#[inline]
fn full_of(rows: &[Row], sights: &[Sight; 4]) -> Row {
    let [a, b, c, d] = sights.map(|sight| &rows[sight.index()]);
    let mut full = [0.0; CHANNELS];
    for channel in 0..CHANNELS {
        full[channel] = (a[channel] + b[channel]) + (c[channel] + d[channel]);
    }
    full
}
