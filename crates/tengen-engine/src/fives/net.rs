//! A small network that tells what a position is worth.

use tengen_core::{Axis, Board, Cell, Color, Rule};
use tengen_solver::fives::Group;

use super::{
    combo::{Combo, Combos, Gist},
    tension::Tension,
    values::Values,
};

/// How many numbers each side has for what it has on a point.
pub(crate) const OWN: usize = 8;
/// How many numbers there are for what both sides have on a point.
pub(crate) const SHARED: usize = 8;
/// What goes into the neurons: the sums of the mover, of the waiter, and of both.
pub(crate) const INPUTS: usize = 2 * OWN + SHARED;
/// How many neurons lie between the sums and the value.
pub(crate) const HIDDEN: usize = 16;

/// The network of one rule.
///
/// What a side has on an empty point is a row of numbers, by its [`Combo`]; what both have there is
/// another, by the gists of both. Those of all points are added up. From the sums of the mover and
/// the waiter, and the threats in the air, a layer of neurons tells the value.
///
/// All is done in whole numbers, so that it is the same everywhere.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Net {
    /// What Black and White have. They differ only at renju.
    sides: [NetSide; 2],
}

/// The numbers of one side. One is [`scale::ROW`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct NetSide {
    /// What the side has, by combo.
    pub(crate) own: Box<[[i16; OWN]; ENTRIES]>,
    /// What both have on the turn of the side, by its own gist and the other's.
    pub(crate) shared: Box<[[i16; SHARED]; Gist::COUNT * Gist::COUNT]>,
    /// For the turn of the side.
    pub(crate) head: Head,
}

/// As many as there are combos, and more: a power of two, so that an index needs no question.
pub(crate) const ENTRIES: usize = 4096;

/// From sums to a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Head {
    /// What each neuron takes of the sums.
    pub(crate) weights: [[i16; HIDDEN]; INPUTS],
    pub(crate) biases: [i16; HIDDEN],
    /// What each neuron takes of each threat in the air, by the bits of [`Tension`].
    pub(crate) threats: [[i16; HIDDEN]; Tension::BITS],
    /// What the value takes of each neuron.
    pub(crate) neurons: [i16; HIDDEN],
    /// What the value takes of the sums.
    pub(crate) direct: [i16; INPUTS],
    /// What the threats in the air add, by [`Tension::index`].
    pub(crate) tension: Vec<i32>,
}

/// The sums over all empty points. What is too large for them goes round: at a scale of 128 they
/// hold 256 full points, far more than are found.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Pool {
    /// Of Black and White.
    pub(crate) own: [[i16; OWN]; 2],
    /// Of both on the turn of Black and of White.
    pub(crate) shared: [[i16; SHARED]; 2],
}

/// Rows are at most so large.
pub(crate) const MOST_IN_ROW: i16 = 2047;
/// What a neuron has at most.
pub(crate) const ONE: i16 = 1024;
/// A sum times a weight is divided by two to this power: what the processor can do at once.
const WEIGHT_SHIFT: u32 = 16;
/// And so the value in the end.
const VALUE_SHIFT: u32 = 14;

/// The scales of the numbers: what stands for one.
pub(crate) mod scale {
    /// Of what goes into the neurons: so many points full.
    pub(crate) const FULL: f32 = 32.0;
    pub(crate) const ROW: f32 = 128.0;
    pub(crate) const NEURON: f32 = super::ONE as f32;
    pub(crate) const WEIGHT: f32 = NEURON * (1 << super::WEIGHT_SHIFT) as f32 / (FULL * ROW);
    pub(crate) const VALUE: f32 = 256.0 * (1 << super::VALUE_SHIFT) as f32;
    pub(crate) const OUT: f32 = VALUE / NEURON;
    pub(crate) const DIRECT: f32 = VALUE / (FULL * ROW);
}

/// Rows of nothing.
pub(crate) fn zeros<const N: usize, const ROWS: usize>() -> Box<[[i16; N]; ROWS]> {
    vec![[0; N]; ROWS].try_into().expect("as many as asked for")
}

impl Net {
    /// The network of two sides, Black first.
    pub(crate) fn new(sides: [NetSide; 2]) -> Net {
        Net { sides }
    }

    /// A network without neurons that adds up what combos are `worth`: to the mover a little more.
    pub(crate) fn first(worth: impl Fn([Group; 4]) -> f64) -> Net {
        let mut own: Box<[[i16; OWN]; ENTRIES]> = zeros();
        for (combo, groups) in Combo::all() {
            let row = worth(groups) * f64::from(scale::FULL * scale::ROW) / 256.0;
            own[combo.index()][0] = row.min(f64::from(MOST_IN_ROW)) as i16;
        }
        let mut direct = [0; INPUTS];
        direct[0] = (1.1 * scale::DIRECT) as i16;
        direct[OWN] = -scale::DIRECT as i16;
        let head = Head {
            weights: [[0; HIDDEN]; INPUTS],
            biases: [0; HIDDEN],
            threats: [[0; HIDDEN]; Tension::BITS],
            neurons: [0; HIDDEN],
            direct,
            tension: vec![0; Tension::COUNT],
        };
        let side = NetSide { own, shared: zeros(), head };
        Net::new([side.clone(), side])
    }

    /// The numbers of one side.
    #[inline]
    pub(crate) fn side(&self, color: Color) -> &NetSide {
        &self.sides[color as usize]
    }

    /// What a board is worth to the side to move, told from the stones: the plain twin of what the
    /// search keeps move by move.
    pub(crate) fn value_of(&self, rule: Rule, board: &Board, turn: Color, tension: Tension) -> i32 {
        let mut pool = Pool::default();
        for point in board.area().points().filter(|&point| board.cell(point) == Cell::Empty) {
            let [black, white] = Color::ALL.map(|color| {
                let law = rule.law(color).expect("a game of fives");
                let group = |axis| Group::of(board.window(point, axis).seen_by(color), law);
                Combo::of(Axis::ALL.map(group))
            });
            for (color, own, other) in [(Color::Black, black, white), (Color::White, white, black)]
            {
                let [gist, other] = [own, other].map(|combo| Combos::all().gist(combo).index());
                let side = self.side(color);
                for (sum, number) in pool.own[color as usize].iter_mut().zip(side.own[own.index()])
                {
                    *sum = sum.wrapping_add(number);
                }
                let shared = side.shared[gist * Gist::COUNT + other];
                for (sum, number) in pool.shared[color as usize].iter_mut().zip(shared) {
                    *sum = sum.wrapping_add(number);
                }
            }
        }
        self.value(&pool, turn, tension)
    }

    /// The value for the side to move.
    #[inline]
    pub(crate) fn value(&self, pool: &Pool, turn: Color, tension: Tension) -> i32 {
        let mut inputs = [0; INPUTS];
        inputs[..OWN].copy_from_slice(&pool.own[turn as usize]);
        inputs[OWN..2 * OWN].copy_from_slice(&pool.own[!turn as usize]);
        inputs[2 * OWN..].copy_from_slice(&pool.shared[turn as usize]);
        self.side(turn).head.value(&inputs, tension)
    }
}

impl Head {
    fn value(&self, inputs: &[i16; INPUTS], tension: Tension) -> i32 {
        let mut layer = self.biases;
        let mut bits = tension.index();
        while bits != 0 {
            let threat = &self.threats[bits.trailing_zeros() as usize % Tension::BITS];
            for (neuron, threat) in layer.iter_mut().zip(threat) {
                *neuron = neuron.saturating_add(*threat);
            }
            bits &= bits - 1;
        }
        let mut value = self.tension[tension.index()];
        for ((weights, direct), &input) in self.weights.iter().zip(&self.direct).zip(inputs) {
            for (neuron, &weight) in layer.iter_mut().zip(weights) {
                let product = (i32::from(weight) * i32::from(input)) >> WEIGHT_SHIFT;
                *neuron = neuron.saturating_add(product as i16);
            }
            value = value.wrapping_add(i32::from(*direct) * i32::from(input));
        }
        for (neuron, out) in layer.iter().zip(self.neurons) {
            value = value.wrapping_add(i32::from(*neuron.clamp(&0, &ONE)) * i32::from(out));
        }
        value >> VALUE_SHIFT
    }
}

/// As bytes: of one side or two, all but the last list in numbers of two bytes, that in numbers of
/// four. The low byte comes first.
impl Net {
    const ROWS: usize = Combo::COUNT * OWN + Gist::COUNT * Gist::COUNT * SHARED;
    const HEAD: usize = HIDDEN * (INPUTS + 1 + Tension::BITS + 1) + INPUTS;
    const SIDE: usize = 2 * (Net::ROWS + Net::HEAD) + 4 * Tension::COUNT;

    /// How many bytes it takes.
    pub(crate) fn bytes(rule: Rule) -> usize {
        if Values::has_two_sides(rule) { 2 * Net::SIDE } else { Net::SIDE }
    }

    /// Adds its bytes.
    pub(crate) fn write(&self, rule: Rule, bytes: &mut Vec<u8>) {
        let count = if Values::has_two_sides(rule) { 2 } else { 1 };
        for NetSide { own, shared, head } in &self.sides[..count] {
            let Head { weights, biases, threats, neurons, direct, tension } = head;
            let rows = own[..Combo::COUNT].as_flattened().iter().chain(shared.as_flattened());
            let layer = weights.as_flattened().iter().chain(biases).chain(threats.as_flattened());
            let small = rows.chain(layer).chain(neurons).chain(direct);
            bytes.extend(small.flat_map(|number| number.to_le_bytes()));
            bytes.extend(tension.iter().flat_map(|number| number.to_le_bytes()));
        }
    }

    /// What [`Net::write`] wrote. There are as many bytes as it takes.
    pub(crate) fn read(bytes: &[u8]) -> Net {
        let mut sides = bytes.chunks_exact(Net::SIDE).map(|bytes| {
            let (small, large) = bytes.split_at(2 * (Net::ROWS + Net::HEAD));
            let mut small = small.chunks_exact(2).map(|two| i16::from_le_bytes([two[0], two[1]]));
            let mut next = || small.next().expect("there are as many as it takes");
            let mut own: Box<[[i16; OWN]; ENTRIES]> = zeros();
            own[..Combo::COUNT].as_flattened_mut().fill_with(&mut next);
            let mut shared: Box<[[i16; SHARED]; Gist::COUNT * Gist::COUNT]> = zeros();
            shared.as_flattened_mut().fill_with(&mut next);
            let large = large.chunks_exact(4);
            let head = Head {
                weights: std::array::from_fn(|_| std::array::from_fn(|_| next())),
                biases: std::array::from_fn(|_| next()),
                threats: std::array::from_fn(|_| std::array::from_fn(|_| next())),
                neurons: std::array::from_fn(|_| next()),
                direct: std::array::from_fn(|_| next()),
                tension: large.map(|b| i32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect(),
            };
            NetSide { own, shared, head }
        });
        let black = sides.next().expect("there is a side");
        let white = sides.next().unwrap_or_else(|| black.clone());
        Net::new([black, white])
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tengen_core::{Area, Position};

    use super::*;
    use crate::{fives::Field, playout::Rng};

    /// A network of numbers by chance.
    fn any_net(rule: Rule, chance: &mut Rng) -> Net {
        let bytes: Vec<u8> = (0..Net::bytes(rule)).map(|_| chance.bits() as u8).collect();
        let mut net = Net::read(&bytes);
        for side in &mut net.sides {
            // Not so large that a sum of values overflows.
            side.head.tension.iter_mut().for_each(|number| *number >>= 4);
            side.head.direct = side.head.direct.map(|number| number >> 6);
        }
        net
    }

    #[test]
    fn what_is_kept_move_by_move_is_what_the_stones_tell() {
        let mut chance = Rng::new(5);
        for (width, height) in [(15, 15), (5, 22), (20, 20), (9, 7), (22, 22), (6, 5)] {
            for rule in Rule::FIVES {
                let net = Arc::new(any_net(rule, &mut chance));
                let first = Values::first(rule);
                let sides = Color::ALL.map(|color| first.side(color).clone());
                let values = Arc::new(Values::new(rule, sides, net));
                let area = Area::Bounded { width, height };
                let position = Position::new(rule, area).expect("a board");
                let mut field = Field::with(&position, values).expect("it suits");
                let mut told = Vec::new();
                for _ in 0..60 {
                    let near: Vec<u16> = field.near().collect();
                    match chance.below(6) {
                        0 if !field.moves().is_empty() => field.undo(),
                        _ if near.is_empty() => break,
                        _ => field.play(near[chance.below(near.len())]),
                    }
                    field.check();
                    field.pass();
                    field.check();
                    field.unpass();
                    told.push(field.value());
                }
                told.sort_unstable();
                told.dedup();
                assert!(told.len() > 8, "{rule} {width}x{height}: {told:?}");
            }
        }
    }

    #[test]
    fn bytes_lead_back_to_the_network() {
        let mut chance = Rng::new(8);
        for rule in Rule::FIVES {
            let net = any_net(rule, &mut chance);
            let mut bytes = Vec::new();
            net.write(rule, &mut bytes);
            assert_eq!(bytes.len(), Net::bytes(rule));
            assert_eq!(Net::read(&bytes), net);
        }
    }
}
