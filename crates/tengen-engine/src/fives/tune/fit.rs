//! The values under which samples are least surprising.

use std::sync::Arc;

use tengen_core::{Color, Rule};
use tengen_solver::fives::Group;

use super::{adam::Adam, samples::Samples};
use crate::fives::{Combo, Side, Tension, VALUE_SCALE, Values, values::FINE};

/// Where each number is among all that are fitted together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    has_two_sides: bool,
}

impl Layout {
    /// The numbers of one side: two lists by combo, and one by tension. The choices use the first
    /// two places for attack and defence.
    const SIDE: usize = 2 * Combo::COUNT + Tension::COUNT;

    pub(super) fn of(rule: Rule) -> Layout {
        Layout { has_two_sides: Values::has_two_sides(rule) }
    }

    fn start(self, color: Color) -> usize {
        if self.has_two_sides { Layout::SIDE * color as usize } else { 0 }
    }

    pub(super) fn mover(self, color: Color, combo: Combo) -> u16 {
        (self.start(color) + combo.index()) as u16
    }

    pub(super) fn waiter(self, color: Color, combo: Combo) -> u16 {
        (self.start(color) + Combo::COUNT + combo.index()) as u16
    }

    pub(super) fn tension(self, turn: Color, tension: Tension) -> u16 {
        (self.start(turn) + 2 * Combo::COUNT + tension.index()) as u16
    }

    pub(super) fn attack(self, turn: Color, combo: Combo) -> u16 {
        self.mover(turn, combo)
    }

    pub(super) fn defence(self, turn: Color, combo: Combo) -> u16 {
        self.waiter(turn, combo)
    }
}

/// How surprising samples are: the mean of minus the logarithm of the chances that were given to
/// what came about.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Loss {
    /// That of results.
    pub value: f64,
    /// That of moves.
    pub urge: f64,
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
    const SIDE: usize = 2 * Parts::LIST + Tension::COUNT;

    /// Why so little: a group is on hundreds of lines at once, and in many combos.
    const GROUP_RATE: f32 = 0.04;
    const PAIR_RATE: f32 = 0.2;
    /// There is only one of them in a position.
    const TENSION_RATE: f32 = 8.0;

    fn new(sides: usize) -> Parts {
        let list = [
            (Parts::GROUPS, Parts::GROUP_RATE),
            (Parts::PAIRS, Parts::PAIR_RATE),
            (Combo::COUNT, 1.0),
        ];
        let side = list.into_iter().chain(list).chain([(Tension::COUNT, Parts::TENSION_RATE)]);
        let rates: Vec<f32> =
            side.flat_map(|(count, rate)| std::iter::repeat_n(rate, count)).collect();
        Parts { sides, adam: Adam::new(vec![0.0; sides * Parts::SIDE], 1e-3), rates: rates.repeat(sides) }
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
            for tension in 0..Tension::COUNT {
                see(number + 2 * Combo::COUNT + tension, part + 2 * Parts::LIST + tension);
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

/// The search for values.
#[derive(Clone, Debug)]
pub struct Fit {
    start: Arc<Values>,
    values: Parts,
    urges: Parts,
    epochs: u32,
    epoch: u32,
}

impl Fit {
    /// How many samples each step is about.
    const BATCH: usize = 4096;
    /// How far a number goes in one step at first: of a value, which is one of hundreds in a sum,
    /// and of an urge, which is one of two.
    const VALUE_RATE: f32 = 0.25;
    const URGE_RATE: f32 = 8.0;

    /// A search from `start` that goes so many times through all samples.
    pub fn new(start: Arc<Values>, epochs: u32) -> Fit {
        let parts = Parts::new(if Values::has_two_sides(start.rule()) { 2 } else { 1 });
        Fit { start, values: parts.clone(), urges: parts, epochs, epoch: 0 }
    }

    /// Goes once through the samples; says whether that was the last time.
    pub fn go_on(&mut self, samples: &Samples) -> bool {
        if self.epoch >= self.epochs {
            return true;
        }
        let steps = samples.len().div_ceil(Fit::BATCH).max(1);
        let (first, all) = (self.epoch as usize * steps, self.epochs as usize * steps);
        for step in 0..steps {
            // Every step sees samples from everywhere.
            let batch: Vec<usize> = (step..samples.len()).step_by(steps).collect();
            let left = 1.0 - (first + step) as f32 / all as f32;
            let (numbers, urges) = (self.numbers(), self.urge_numbers());
            let share = 1.0 / batch.len().max(1) as f32;
            let mut slopes = vec![0.0; numbers.len()];
            value_slopes(samples, &batch, &numbers, |at, slope| slopes[at] += share * slope);
            self.values.step(&slopes, left * Fit::VALUE_RATE);
            slopes.fill(0.0);
            urge_slopes(samples, &batch, &urges, |at, slope| slopes[at] += share * slope);
            self.urges.step(&slopes, left * Fit::URGE_RATE);
        }
        self.epoch += 1;
        self.epoch >= self.epochs
    }

    /// How surprising the samples are.
    pub fn loss(&self, samples: &Samples) -> Loss {
        let all: Vec<usize> = (0..samples.len()).collect();
        let count = all.len().max(1) as f64;
        let value = value_slopes(samples, &all, &self.numbers(), |_, _| {});
        let urge = urge_slopes(samples, &all, &self.urge_numbers(), |_, _| {});
        Loss { value: value / count, urge: urge / count }
    }

    /// The values found so far.
    pub fn values(&self) -> Values {
        let round = |numbers: &[f32], parts: i32| {
            numbers.iter().map(|number| (number * parts as f32).round() as i16).collect()
        };
        let (values, urges) = (self.numbers(), self.urge_numbers());
        let side = |side: usize| {
            let start = side * Layout::SIDE;
            let list = |numbers: &[f32], list: usize, parts: i32| -> Vec<i16> {
                round(&numbers[start + list * Combo::COUNT..][..Combo::COUNT], parts)
            };
            Side {
                mover: list(&values, 0, FINE),
                waiter: list(&values, 1, FINE),
                attack: list(&urges, 0, 1),
                defence: list(&urges, 1, 1),
                tension: round(&values[start + 2 * Combo::COUNT..][..Tension::COUNT], 1),
            }
        };
        Values::new(self.start.rule(), [side(0), side(self.values.sides - 1)])
    }

    fn numbers(&self) -> Vec<f32> {
        let lists = |side: &Side| [&side.mover, &side.waiter].map(|list| in_parts(list, FINE));
        self.added(&self.values, lists, |side| in_parts(&side.tension, 1))
    }

    fn urge_numbers(&self) -> Vec<f32> {
        let lists = |side: &Side| [&side.attack, &side.defence].map(|list| in_parts(list, 1));
        self.added(&self.urges, lists, |_| vec![0.0; Tension::COUNT])
    }

    /// The numbers of the start with what was found.
    fn added(
        &self,
        parts: &Parts,
        lists: impl Fn(&Side) -> [Vec<f32>; 2],
        last: impl Fn(&Side) -> Vec<f32>,
    ) -> Vec<f32> {
        let mut numbers = parts.sums();
        let sides = Color::ALL.into_iter().take(parts.sides).map(|color| self.start.side(color));
        let start = sides.flat_map(|side| {
            let [first, second] = lists(side);
            [first, second, last(side)].concat()
        });
        for (number, start) in numbers.iter_mut().zip(start) {
            *number += start;
        }
        numbers
    }
}

fn in_parts(list: &[i16], parts: i32) -> Vec<f32> {
    list.iter().map(|&number| f32::from(number) / parts as f32).collect()
}

/// The loss of the results of `batch`, and to `see` the slope of each number, as often as there are
/// some.
fn value_slopes(
    samples: &Samples,
    batch: &[usize],
    numbers: &[f32],
    mut see: impl FnMut(usize, f32),
) -> f64 {
    let mut loss = 0.0;
    for &sample in batch {
        let start = sample.checked_sub(1).map_or(0, |before| samples.ends[before]) as usize;
        let terms = &samples.terms[start..samples.ends[sample] as usize];
        let value: f32 =
            terms.iter().map(|&(at, count)| numbers[usize::from(at)] * f32::from(count)).sum();
        let (target, exponent) = (samples.targets[sample], value / VALUE_SCALE as f32);
        let chances = 1.0 / (1.0 + (-exponent).exp());
        for &(at, count) in terms {
            see(usize::from(at), (chances - target) * f32::from(count));
        }
        // ln(1 + e^x) - target x, without an overflow.
        let softly = exponent.max(0.0) + (-exponent.abs()).exp().ln_1p();
        loss += f64::from(softly - target * exponent);
    }
    loss
}

/// The same of the moves.
fn urge_slopes(
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
    use crate::fives::{
        Field,
        tune::{Game, Terms},
    };

    type Slopes = fn(&Samples, &[usize], &[f32], &mut dyn FnMut(usize, f32)) -> f64;

    fn samples(rule: Rule) -> (Samples, Arc<Values>) {
        let values = Arc::new(Values::first(rule));
        let terms = Terms { values: Arc::clone(&values), nodes: 30, seed: 9 };
        let mut player = Game::player(&values);
        let mut samples = Samples::default();
        for number in 0..6 {
            let game = Game::play(&terms, number, &mut player);
            let mut bytes = Vec::new();
            game.write(&mut bytes);
            assert_eq!(Game::read(rule, &bytes), Ok((game.clone(), &[][..])));
            assert!(Game::read(rule, &bytes[..bytes.len() - 1]).is_err());
            samples.add(&game);
        }
        assert!(samples.len() > 20, "{}", samples.len());
        (samples, values)
    }

    #[test]
    fn slopes_are_the_change_of_the_loss() {
        let (samples, values) = samples(Rule::Renju);
        let fit = Fit::new(values, 1);
        let all: Vec<usize> = (0..samples.len()).collect();
        let kinds: [(Slopes, Vec<f32>); 2] = [
            (|a, b, c, d| value_slopes(a, b, c, d), fit.numbers()),
            (|a, b, c, d| urge_slopes(a, b, c, d), fit.urge_numbers()),
        ];
        for (loss, mut numbers) in kinds {
            let mut slopes = vec![0.0_f64; numbers.len()];
            loss(&samples, &all, &numbers, &mut |at, slope| slopes[at] += f64::from(slope));
            let steep: Vec<usize> =
                (0..slopes.len()).filter(|&at| slopes[at].abs() > 0.5).collect();
            assert!(steep.len() > 10, "{}", steep.len());
            for at in steep.into_iter().step_by(3) {
                let mut at_step = |step: f32| {
                    let before = numbers[at];
                    numbers[at] += step;
                    let there = loss(&samples, &all, &numbers, &mut |_, _| {});
                    numbers[at] = before;
                    there
                };
                let change = (at_step(2.0) - at_step(-2.0)) / 4.0 * f64::from(VALUE_SCALE);
                let off = (change - slopes[at]).abs();
                assert!(off < 0.05 * slopes[at].abs() + 0.1, "{change} is not {}", slopes[at]);
            }
        }
    }

    #[test]
    fn what_is_added_up_is_the_value_of_the_field() {
        for rule in Rule::FIVES {
            let (samples, values) = samples(rule);
            let fit = Fit::new(Arc::clone(&values), 1);
            assert_eq!(fit.values(), *values, "nothing was learned yet");
            let numbers = fit.numbers();
            let value = |sample: usize| -> f32 {
                let start = if sample == 0 { 0 } else { samples.ends[sample - 1] as usize };
                let terms = &samples.terms[start..samples.ends[sample] as usize];
                terms.iter().map(|&(at, count)| numbers[at as usize] * f32::from(count)).sum()
            };
            let mut sample = 0;
            let terms = Terms { values: Arc::clone(&values), nodes: 30, seed: 9 };
            let mut player = Game::player(&values);
            for number in 0..6 {
                let game = Game::play(&terms, number, &mut player);
                let mut field = Field::with(&game.first(), Arc::clone(&values)).expect("it suits");
                for played in game.moves() {
                    if played.value.is_some() && super::super::samples::is_quiet(&field) {
                        assert_eq!(value(sample).floor() as i32, field.value(), "{rule}");
                        sample += 1;
                    }
                    field.play(field.spot(played.point));
                }
            }
            assert_eq!(sample, samples.len());
        }
    }
}
