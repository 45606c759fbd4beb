//! A small network that tells what a position is worth.

use tengen_core::{Axis, Board, Cell, Color, Rule};

use super::{
    sight::{Sight, Sights},
    tension::Tension,
    values::Values,
};

/// How many numbers are kept for what a side has on a point.
pub(crate) const CHANNELS: usize = 16;
/// How many neurons lie between the sums over all points and the value.
pub(crate) const HIDDEN: usize = 16;
/// What goes into those: the sums of both sides.
pub(crate) const INPUTS: usize = 2 * CHANNELS;

/// One number for each channel.
pub(crate) type Row = [i16; CHANNELS];
/// The sums over all points.
pub(crate) type Sum = [i32; CHANNELS];

/// The network of one rule.
///
/// From every empty point each side sees four lines. What it sees along each is a row of numbers;
/// the four rows are added up, and each number is cut off below zero and above one. Those of all
/// points are added up for each side. From the sums of both, and the threats in the air, a layer of
/// neurons tells the value.
///
/// All is done in whole numbers, so that it is the same everywhere.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Net {
    /// What Black and White have. They differ only at renju.
    sides: [NetSide; 2],
}

/// The numbers of one side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct NetSide {
    /// By sight; one is [`ONE`].
    pub(crate) rows: Box<[Row; Sight::ROOM]>,
    /// For the turn of the side.
    pub(crate) head: Head,
}

/// From sums to a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Head {
    /// What each neuron takes of the sums of the mover and the waiter.
    pub(crate) weights: [[i16; INPUTS]; HIDDEN],
    pub(crate) biases: [i32; HIDDEN],
    /// What each neuron takes of each threat in the air, by the bits of [`Tension`].
    pub(crate) threats: [[i32; HIDDEN]; Tension::BITS],
    /// What the value takes of each neuron.
    pub(crate) neurons: [i16; HIDDEN],
    /// What the value takes of the sums.
    pub(crate) direct: [i16; INPUTS],
    /// What the threats in the air add, by [`Tension::index`].
    pub(crate) tension: Vec<i32>,
}

/// One, as the number that a channel or a neuron has at most.
pub(crate) const ONE: i16 = 512;
/// Rows are smaller than this, so that four of them can be added up.
pub(crate) const MOST_IN_ROW: i16 = 4095;
/// Sums are divided by two to this power, so that those of 484 points are below 2^15.
const SUM_SHIFT: u32 = 3;
/// What has been multiplied is divided by these powers of two.
const NEURON_SHIFT: u32 = 9;
const VALUE_SHIFT: u32 = 11;
/// Weights are smaller than this, so that no sum of products is too large.
pub(crate) const MOST_WEIGHT: i16 = 1023;

/// The scales of the numbers: what stands for one.
pub(crate) mod scale {
    /// Of what goes into the neurons: so many points full.
    pub(crate) const FULL: f32 = 32.0;
    pub(crate) const ROW: f32 = super::ONE as f32;
    const INPUT: f32 = FULL * ROW / (1 << super::SUM_SHIFT) as f32;
    pub(crate) const NEURON: f32 = ROW * (1 << super::NEURON_SHIFT) as f32;
    pub(crate) const WEIGHT: f32 = NEURON / INPUT;
    pub(crate) const VALUE: f32 = (256 << super::VALUE_SHIFT) as f32;
    pub(crate) const OUT: f32 = VALUE / ROW;
    pub(crate) const DIRECT: f32 = VALUE / INPUT;
}

impl Net {
    /// The network of two sides, Black first.
    pub(crate) fn new(sides: [NetSide; 2]) -> Net {
        Net { sides }
    }

    /// The numbers of one side.
    #[inline]
    pub(crate) fn side(&self, color: Color) -> &NetSide {
        &self.sides[color as usize]
    }

    /// What a board is worth to the side to move, told from the stones: the plain twin of what the
    /// search keeps move by move.
    pub(crate) fn value_of(&self, rule: Rule, board: &Board, turn: Color, tension: Tension) -> i32 {
        let sums = self.sums_of(rule, board);
        self.side(turn).head.value(&sums[turn as usize], &sums[!turn as usize], tension)
    }

    /// The sums of both sides.
    pub(crate) fn sums_of(&self, rule: Rule, board: &Board) -> [Sum; 2] {
        let sights = Sights::of_rule(rule);
        let mut sums = [[0; CHANNELS]; 2];
        for point in board.area().points().filter(|&point| board.cell(point) == Cell::Empty) {
            for color in Color::ALL {
                let seen = Axis::ALL
                    .map(|axis| sights.of_window(board.window(point, axis).seen_by(color)));
                for (channel, sum) in sums[color as usize].iter_mut().enumerate() {
                    let row = |sight: Sight| self.side(color).rows[sight.index()][channel];
                    *sum += i32::from(seen.map(row).iter().sum::<i16>().clamp(0, ONE));
                }
            }
        }
        sums
    }
}

/// As bytes: all numbers of one side or two, of four bytes each, the low byte first.
impl Net {
    const HEAD: usize =
        HIDDEN * (INPUTS + 1 + Tension::BITS + 1) + INPUTS + Tension::COUNT;

    /// How many bytes it takes.
    pub(crate) fn bytes(rule: Rule) -> usize {
        let side = 2 * CHANNELS * Sights::of_rule(rule).count() + 4 * Net::HEAD;
        if Values::has_two_sides(rule) { 2 * side } else { side }
    }

    /// Adds its bytes.
    pub(crate) fn write(&self, rule: Rule, bytes: &mut Vec<u8>) {
        let count = if Values::has_two_sides(rule) { 2 } else { 1 };
        for NetSide { rows, head } in &self.sides[..count] {
            let rows = rows[..Sights::of_rule(rule).count()].iter().flatten();
            bytes.extend(rows.flat_map(|number| number.to_le_bytes()));
            let weights = head.weights.iter().flatten().map(|&number| i32::from(number));
            let threats = head.threats.iter().flatten().copied();
            let out = head.neurons.iter().chain(&head.direct).map(|&number| i32::from(number));
            let all = weights.chain(head.biases).chain(threats).chain(out);
            let all = all.chain(head.tension.iter().copied());
            bytes.extend(all.flat_map(i32::to_le_bytes));
        }
    }

    /// What [`Net::write`] wrote. There are as many bytes as it takes.
    pub(crate) fn read(rule: Rule, bytes: &[u8]) -> Net {
        let count = Sights::of_rule(rule).count();
        let mut sides = bytes.chunks_exact(2 * CHANNELS * count + 4 * Net::HEAD).map(|bytes| {
            let (first, rest) = bytes.split_at(2 * CHANNELS * count);
            let mut numbers = first.chunks_exact(2).map(|two| i16::from_le_bytes([two[0], two[1]]));
            let mut rows = Box::new([[0; CHANNELS]; Sight::ROOM]);
            for (number, from) in rows.iter_mut().flatten().zip(&mut numbers) {
                *number = from;
            }
            let mut numbers = rest
                .chunks_exact(4)
                .map(|four| i32::from_le_bytes([four[0], four[1], four[2], four[3]]));
            let mut next = || numbers.next().expect("there are as many as it takes");
            let head = Head {
                weights: std::array::from_fn(|_| std::array::from_fn(|_| next() as i16)),
                biases: std::array::from_fn(|_| next()),
                threats: std::array::from_fn(|_| std::array::from_fn(|_| next())),
                neurons: std::array::from_fn(|_| next() as i16),
                direct: std::array::from_fn(|_| next() as i16),
                tension: (0..Tension::COUNT).map(|_| next()).collect(),
            };
            NetSide { rows, head }
        });
        let black = sides.next().expect("there is a side");
        let white = sides.next().unwrap_or_else(|| black.clone());
        Net::new([black, white])
    }
}

impl Head {
    /// The value for the mover.
    pub(crate) fn value(&self, mover: &Sum, waiter: &Sum, tension: Tension) -> i32 {
        let mut inputs = [0_i16; INPUTS];
        for (input, sum) in inputs.iter_mut().zip(mover.iter().chain(waiter)) {
            *input = (sum >> SUM_SHIFT) as i16;
        }
        let mut layer = self.biases;
        let mut bits = tension.index();
        while bits != 0 {
            let threat = &self.threats[bits.trailing_zeros() as usize % Tension::BITS];
            for (neuron, threat) in layer.iter_mut().zip(threat) {
                *neuron += threat;
            }
            bits &= bits - 1;
        }
        let mut value = self.tension[tension.index()] + product(&self.direct, &inputs);
        for ((neuron, weights), out) in layer.iter().zip(&self.weights).zip(self.neurons) {
            let full = (neuron + product(weights, &inputs)) >> NEURON_SHIFT;
            value += full.clamp(0, i32::from(ONE)) * i32::from(out);
        }
        value >> VALUE_SHIFT
    }
}

#[inline]
fn product(weights: &[i16; INPUTS], inputs: &[i16; INPUTS]) -> i32 {
    weights.iter().zip(inputs).map(|(&weight, &input)| i32::from(weight) * i32::from(input)).sum()
}
