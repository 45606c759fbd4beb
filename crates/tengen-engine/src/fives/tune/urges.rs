//! How much moves are wanted: as much as they are chosen.

use std::sync::Arc;

use tengen_core::{Color, Rule};
use tengen_solver::fives::Group;

use super::{adam::Adam, samples::Samples};
use crate::fives::{Combo, Side, VALUE_SCALE, Values};

/// Where each number is among all that are fitted together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    has_two_sides: bool,
}

impl Layout {
    /// The numbers of one side: attack and defence, by combo.
    const SIDE: usize = 2 * Combo::COUNT;

    pub(super) fn of(rule: Rule) -> Layout {
        Layout { has_two_sides: Values::has_two_sides(rule) }
    }

    fn start(self, color: Color) -> usize {
        if self.has_two_sides { Layout::SIDE * color as usize } else { 0 }
    }

    pub(super) fn attack(self, turn: Color, combo: Combo) -> u16 {
        (self.start(turn) + combo.index()) as u16
    }

    pub(super) fn defence(self, turn: Color, combo: Combo) -> u16 {
        (self.start(turn) + Combo::COUNT + combo.index()) as u16
    }
}

/// Numbers for combos that are told from those of their groups, of pairs of them, and of their own,
/// so that a combo that hardly ever came up is judged by its parts.
#[derive(Clone, Debug)]
struct Parts {
    sides: usize,
    adam: Adam,
    /// How far each goes in a step, compared with that of a combo.
    rates: Vec<f32>,
}

impl Parts {
    const GROUPS: usize = Group::COUNT;
    const PAIRS: usize = Group::COUNT * Group::COUNT;
    /// The numbers behind a list by combo.
    const LIST: usize = Parts::GROUPS + Parts::PAIRS + Combo::COUNT;
    const SIDE: usize = 2 * Parts::LIST;

    /// Why so little: a group is in many combos.
    const GROUP_RATE: f32 = 0.04;
    const PAIR_RATE: f32 = 0.2;

    fn new(sides: usize) -> Parts {
        let list = [
            (Parts::GROUPS, Parts::GROUP_RATE),
            (Parts::PAIRS, Parts::PAIR_RATE),
            (Combo::COUNT, 1.0),
        ];
        let side = list.into_iter().chain(list);
        let rates: Vec<f32> =
            side.flat_map(|(count, rate)| std::iter::repeat_n(rate, count)).collect();
        Parts {
            sides,
            adam: Adam::new(vec![0.0; sides * Parts::SIDE], 1e-3),
            rates: rates.repeat(sides),
        }
    }

    /// The places behind a combo in a list.
    fn places(combo: Combo, groups: [Group; 4]) -> impl Iterator<Item = usize> {
        let pair = move |a: usize, b: usize| {
            Parts::GROUPS + groups[a] as usize * Parts::GROUPS + groups[b] as usize
        };
        let ones = groups.into_iter().map(|group| group as usize);
        let pairs = (0..4).flat_map(move |a| (a + 1..4).map(move |b| pair(a, b)));
        ones.chain(pairs).chain([Parts::GROUPS + Parts::PAIRS + combo.index()])
    }

    /// Tells `see` the place of each number that is fitted, with a place behind it.
    fn each(&self, mut see: impl FnMut(usize, usize)) {
        for side in 0..self.sides {
            let (number, part) = (side * Layout::SIDE, side * Parts::SIDE);
            for list in 0..2 {
                for (combo, groups) in Combo::all() {
                    for place in Parts::places(combo, groups) {
                        let number = number + list * Combo::COUNT + combo.index();
                        see(number, part + list * Parts::LIST + place);
                    }
                }
            }
        }
    }

    /// What is added to the numbers.
    fn sums(&self) -> Vec<f32> {
        let mut sums = vec![0.0; self.sides * Layout::SIDE];
        self.each(|number, part| sums[number] += self.adam.numbers[part]);
        sums
    }

    /// A step against the slopes of the numbers.
    fn step(&mut self, slopes: &[f32], rate: f32) {
        let mut parts = vec![0.0; self.adam.numbers.len()];
        self.each(|number, part| parts[part] += slopes[number]);
        // What is needed once is soon forgotten.
        self.adam.step(&parts, &self.rates, rate, rate * 1e-4);
    }
}

/// The search for urges.
#[derive(Clone, Debug)]
pub(super) struct Urges {
    start: Arc<Values>,
    parts: Parts,
}

impl Urges {
    /// How many samples each step is about.
    const BATCH: usize = 4096;
    /// How far a number goes in one step at first.
    const RATE: f32 = 8.0;

    /// A search from `start`.
    pub(super) fn new(start: Arc<Values>) -> Urges {
        let parts = Parts::new(if Values::has_two_sides(start.rule()) { 2 } else { 1 });
        Urges { start, parts }
    }

    /// Goes once through the samples. `left` says how long the steps are still to be after a part of
    /// them.
    pub(super) fn go_on(&mut self, samples: &Samples, left: impl Fn(f32) -> f32) {
        let steps = samples.len().div_ceil(Urges::BATCH).max(1);
        for step in 0..steps {
            // Every step sees samples from everywhere.
            let batch: Vec<usize> = (step..samples.len()).step_by(steps).collect();
            let numbers = self.numbers();
            let share = 1.0 / batch.len().max(1) as f32;
            let mut slopes = vec![0.0; numbers.len()];
            slopes_of(samples, &batch, &numbers, |at, slope| slopes[at] += share * slope);
            self.parts.step(&slopes, left(step as f32 / steps as f32) * Urges::RATE);
        }
    }

    /// How surprising the moves of samples are.
    pub(super) fn loss(&self, samples: &Samples) -> f64 {
        let all: Vec<usize> = (0..samples.len()).collect();
        slopes_of(samples, &all, &self.numbers(), |_, _| {}) / all.len().max(1) as f64
    }

    /// The urges found so far, of Black and White.
    pub(super) fn sides(&self) -> [Side; 2] {
        let numbers = self.numbers();
        let list = |start: usize| {
            let list = &numbers[start..start + Combo::COUNT];
            list.iter().map(|number| number.round() as i16).collect()
        };
        [0, self.parts.sides - 1].map(|side| {
            let start = side * Layout::SIDE;
            Side { attack: list(start), defence: list(start + Combo::COUNT) }
        })
    }

    /// The numbers of the start with what was found.
    fn numbers(&self) -> Vec<f32> {
        let mut numbers = self.parts.sums();
        let sides = Color::ALL.into_iter().take(self.parts.sides);
        let start = sides.flat_map(|color| {
            let Side { attack, defence } = self.start.side(color);
            attack.iter().chain(defence)
        });
        for (number, start) in numbers.iter_mut().zip(start) {
            *number += f32::from(*start);
        }
        numbers
    }
}

/// The loss of the moves of `batch`, and to `see` the slope of each number, as often as there are
/// some.
fn slopes_of(
    samples: &Samples,
    batch: &[usize],
    numbers: &[f32],
    mut see: impl FnMut(usize, f32),
) -> f64 {
    let mut loss = 0.0;
    let mut weights = Vec::new();
    for &sample in batch {
        let start = sample.checked_sub(1).map_or(0, |before| samples.choice_ends[before]) as usize;
        let choices = &samples.choices[start..samples.choice_ends[sample] as usize];
        let urge = |choice: &[u16; 2]| {
            choice.iter().map(|&at| numbers[usize::from(at)]).sum::<f32>() / VALUE_SCALE as f32
        };
        weights.clear();
        weights.extend(choices.iter().map(urge));
        let most = weights.iter().copied().fold(f32::MIN, f32::max);
        let chosen = weights[0] - most;
        for weight in &mut weights {
            *weight = (*weight - most).exp();
        }
        let sum: f32 = weights.iter().sum();
        for (n, (choice, weight)) in choices.iter().zip(&weights).enumerate() {
            let slope = weight / sum - f32::from(u8::from(n == 0));
            for &at in choice {
                see(usize::from(at), slope);
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
        let urges = Urges::new(Arc::new(Values::first(Rule::Renju)));
        let all: Vec<usize> = (0..samples.len()).collect();
        let mut numbers = urges.numbers();
        let mut slopes = vec![0.0_f64; numbers.len()];
        slopes_of(&samples, &all, &numbers, |at, slope| slopes[at] += f64::from(slope));
        let steep: Vec<usize> = (0..slopes.len()).filter(|&at| slopes[at].abs() > 0.5).collect();
        assert!(steep.len() > 10, "{}", steep.len());
        for at in steep.into_iter().step_by(3) {
            let mut at_step = |step: f32| {
                let before = numbers[at];
                numbers[at] += step;
                let there = slopes_of(&samples, &all, &numbers, |_, _| {});
                numbers[at] = before;
                there
            };
            let change = (at_step(2.0) - at_step(-2.0)) / 4.0 * f64::from(VALUE_SCALE);
            let off = (change - slopes[at]).abs();
            assert!(off < 0.05 * slopes[at].abs() + 0.1, "{change} is not {}", slopes[at]);
        }
    }

    #[test]
    fn it_begins_with_the_urges_of_the_start() {
        for rule in Rule::FIVES {
            let start = Arc::new(Values::first(rule));
            let sides = Urges::new(Arc::clone(&start)).sides();
            assert_eq!(sides, Color::ALL.map(|color| start.side(color).clone()));
        }
    }
}
