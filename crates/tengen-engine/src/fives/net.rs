//! The evaluation network: an NNUE-style sum of embeddings with one small hidden layer.

use std::sync::Arc;

use tengen_core::{Axis, Board, Cell, Color, Rule};
use tengen_solver::fives::LinePattern;

use super::{
    point_pattern::{CoarsePattern, PointPattern, PointPatternTable},
    threat_summary::ThreatSummary,
    values::Values,
};

/// Size of the embedding of a side's own pattern on a point.
pub(crate) const OWN: usize = 8;
/// Size of the embedding of the coarse patterns of both sides on a point.
pub(crate) const SHARED: usize = 8;
/// Inputs of the hidden layer: the accumulators of the mover, of the waiter, and of both.
pub(crate) const INPUTS: usize = 2 * OWN + SHARED;
/// Number of hidden neurons.
pub(crate) const HIDDEN: usize = 16;

/// Evaluation network of one rule.
///
/// Each empty point has an embedding by a side's [`PointPattern`], and another by the coarse patterns of
/// both sides. The embeddings of all points are added up in an `Accumulator`, which is updated move by
/// move. From the accumulators of mover and waiter and the [`ThreatSummary`], a hidden layer of clipped
/// `ReLU` neurons computes the value.
///
/// All arithmetic is on integers, so that it is the same on every machine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Net {
    /// Weights of Black and White. They differ only at renju, and are one elsewhere.
    sides: [Arc<NetWeights>; 2],
}

/// Weights of one side, quantized: [`scale::ROW`] stands for one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct NetWeights {
    /// Embeddings of the side's own patterns.
    pub(crate) own: Box<[[i16; OWN]; ENTRIES]>,
    /// Embeddings of both sides' coarse patterns when the side is to move, its own first.
    pub(crate) shared: Box<[[i16; SHARED]; CoarsePattern::COUNT * CoarsePattern::COUNT]>,
    /// The layers after the accumulator when the side is to move.
    pub(crate) head: NetHead,
}

/// At least the number of patterns; a power of two, so that an index needs no bounds check.
pub(crate) const ENTRIES: usize = 4096;

/// Network head: from accumulators to a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct NetHead {
    /// Weights of the hidden layer.
    pub(crate) weights: [[i16; HIDDEN]; INPUTS],
    pub(crate) biases: [i16; HIDDEN],
    /// Weights of the hidden layer for each bit of the [`ThreatSummary`].
    pub(crate) threats: [[i16; HIDDEN]; ThreatSummary::BITS],
    /// Output weights of the hidden neurons.
    pub(crate) neurons: [i16; HIDDEN],
    /// Skip connection: output weights of the inputs.
    pub(crate) direct: [i16; INPUTS],
    /// Output bias by [`ThreatSummary::index`].
    pub(crate) threat_summary: Vec<i32>,
}

/// NNUE-style accumulator: sums of the embeddings of all empty points. Overflow wraps: at a scale of
/// 128 they hold 256 full points, far more than occur.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Accumulator {
    /// Own patterns of Black and White.
    pub(crate) own: [[i16; OWN]; 2],
    /// Coarse patterns of both, for Black to move and for White.
    pub(crate) shared: [[i16; SHARED]; 2],
}

/// Largest quantized embedding weight.
pub(crate) const MOST_IN_ROW: i16 = 2047;
/// Upper clip of the activation.
pub(crate) const ONE: i16 = 1024;
/// Right shift after an input times a weight: the high half of a 16-bit SIMD product.
const WEIGHT_SHIFT: u32 = 16;
/// Right shift of the output.
const VALUE_SHIFT: u32 = 14;

/// Quantization scales: the integer that stands for one.
pub(crate) mod scale {
    /// Points per unit of input.
    pub(crate) const FULL: f32 = 32.0;
    pub(crate) const ROW: f32 = 128.0;
    pub(crate) const NEURON: f32 = super::ONE as f32;
    pub(crate) const WEIGHT: f32 = NEURON * (1 << super::WEIGHT_SHIFT) as f32 / (FULL * ROW);
    pub(crate) const VALUE: f32 = 256.0 * (1 << super::VALUE_SHIFT) as f32;
    pub(crate) const OUT: f32 = VALUE / NEURON;
    pub(crate) const DIRECT: f32 = VALUE / (FULL * ROW);
}

/// Rows of zeros.
pub(crate) fn zeros<const N: usize, const ROWS: usize>() -> Box<[[i16; N]; ROWS]> {
    vec![[0; N]; ROWS].try_into().expect("as many as asked for")
}

impl Net {
    /// The network with the weights of two sides, Black first.
    pub(crate) fn new([black, white]: [NetWeights; 2]) -> Net {
        if black == white {
            Net::with_one(black)
        } else {
            Net { sides: [black.into(), white.into()] }
        }
    }

    /// The network with the same weights for both sides.
    fn with_one(side: NetWeights) -> Net {
        let side = Arc::new(side);
        Net { sides: [Arc::clone(&side), side] }
    }

    /// The network of a formula: the sum of what patterns are `worth`, a little more to the mover.
    pub(crate) fn first(worth: impl Fn([LinePattern; 4]) -> f64) -> Net {
        let mut own: Box<[[i16; OWN]; ENTRIES]> = zeros();
        for (pattern, lines) in PointPattern::all() {
            let row = worth(lines) * f64::from(scale::FULL * scale::ROW) / 256.0;
            own[pattern.index()][0] = row.min(f64::from(MOST_IN_ROW)) as i16;
        }
        let mut direct = [0; INPUTS];
        direct[0] = (1.1 * scale::DIRECT) as i16;
        direct[OWN] = -scale::DIRECT as i16;
        let head = NetHead {
            weights: [[0; HIDDEN]; INPUTS],
            biases: [0; HIDDEN],
            threats: [[0; HIDDEN]; ThreatSummary::BITS],
            neurons: [0; HIDDEN],
            direct,
            threat_summary: vec![0; ThreatSummary::COUNT],
        };
        let side = NetWeights { own, shared: zeros(), head };
        Net::with_one(side)
    }

    /// The weights of one side.
    #[inline]
    pub(crate) fn side(&self, color: Color) -> &NetWeights {
        &self.sides[color as usize]
    }

    /// Evaluation from scratch for the side to move: the plain twin of the incremental accumulator.
    pub(crate) fn value_of(
        &self,
        rule: Rule,
        board: &Board,
        turn: Color,
        threat_summary: ThreatSummary,
    ) -> i32 {
        let mut accumulator = Accumulator::default();
        for point in board.area().points().filter(|&point| board.cell(point) == Cell::Empty) {
            let [black, white] = Color::ALL.map(|color| {
                let law = rule.law(color).expect("a game of fives");
                let line =
                    |axis| LinePattern::from_window(board.window(point, axis).seen_by(color), law);
                PointPattern::from_lines(Axis::ALL.map(line))
            });
            for (color, own, other) in [(Color::Black, black, white), (Color::White, white, black)]
            {
                let [coarse, other] =
                    [own, other].map(|pattern| PointPatternTable::all().coarse(pattern).index());
                let side = self.side(color);
                for (sum, number) in
                    accumulator.own[color as usize].iter_mut().zip(side.own[own.index()])
                {
                    *sum = sum.wrapping_add(number);
                }
                let shared = side.shared[coarse * CoarsePattern::COUNT + other];
                for (sum, number) in accumulator.shared[color as usize].iter_mut().zip(shared) {
                    *sum = sum.wrapping_add(number);
                }
            }
        }
        self.value(&accumulator, turn, threat_summary)
    }

    /// Evaluation of an accumulator for the side to move.
    #[inline]
    pub(crate) fn value(
        &self,
        accumulator: &Accumulator,
        turn: Color,
        threat_summary: ThreatSummary,
    ) -> i32 {
        let mut inputs = [0; INPUTS];
        inputs[..OWN].copy_from_slice(&accumulator.own[turn as usize]);
        inputs[OWN..2 * OWN].copy_from_slice(&accumulator.own[!turn as usize]);
        inputs[2 * OWN..].copy_from_slice(&accumulator.shared[turn as usize]);
        self.side(turn).head.value(&inputs, threat_summary)
    }
}

impl NetHead {
    fn value(&self, inputs: &[i16; INPUTS], threat_summary: ThreatSummary) -> i32 {
        let mut layer = self.biases;
        let mut bits = threat_summary.index();
        while bits != 0 {
            let threat = &self.threats[bits.trailing_zeros() as usize % ThreatSummary::BITS];
            for (neuron, threat) in layer.iter_mut().zip(threat) {
                *neuron = neuron.saturating_add(*threat);
            }
            bits &= bits - 1;
        }
        let mut value = self.threat_summary[threat_summary.index()];
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

/// Serialization, little-endian: the weights of one side or two, all but the last list as `i16`, that
/// as `i32`.
impl Net {
    const ROWS: usize =
        PointPattern::COUNT * OWN + CoarsePattern::COUNT * CoarsePattern::COUNT * SHARED;
    const HEAD: usize = HIDDEN * (INPUTS + 1 + ThreatSummary::BITS + 1) + INPUTS;
    const SIDE: usize = 2 * (Net::ROWS + Net::HEAD) + 4 * ThreatSummary::COUNT;

    /// Size in bytes.
    pub(crate) fn bytes(rule: Rule) -> usize {
        if Values::has_two_sides(rule) { 2 * Net::SIDE } else { Net::SIDE }
    }

    /// Appends the bytes of the network.
    pub(crate) fn write(&self, rule: Rule, bytes: &mut Vec<u8>) {
        let count = if Values::has_two_sides(rule) { 2 } else { 1 };
        for side in &self.sides[..count] {
            let NetWeights { own, shared, head } = &**side;
            let NetHead { weights, biases, threats, neurons, direct, threat_summary } = head;
            let rows =
                own[..PointPattern::COUNT].as_flattened().iter().chain(shared.as_flattened());
            let layer = weights.as_flattened().iter().chain(biases).chain(threats.as_flattened());
            let small = rows.chain(layer).chain(neurons).chain(direct);
            bytes.extend(small.flat_map(|number| number.to_le_bytes()));
            bytes.extend(threat_summary.iter().flat_map(|number| number.to_le_bytes()));
        }
    }

    /// The network that [`Net::write`] wrote. There are [`Net::bytes`] bytes.
    pub(crate) fn read(bytes: &[u8]) -> Net {
        let mut sides = bytes.chunks_exact(Net::SIDE).map(|bytes| {
            let (small, large) = bytes.split_at(2 * (Net::ROWS + Net::HEAD));
            let mut small = small.chunks_exact(2).map(|two| i16::from_le_bytes([two[0], two[1]]));
            let mut next = || small.next().expect("there are as many as it takes");
            let mut own: Box<[[i16; OWN]; ENTRIES]> = zeros();
            own[..PointPattern::COUNT].as_flattened_mut().fill_with(&mut next);
            let mut shared: Box<[[i16; SHARED]; CoarsePattern::COUNT * CoarsePattern::COUNT]> =
                zeros();
            shared.as_flattened_mut().fill_with(&mut next);
            let large = large.chunks_exact(4);
            let head = NetHead {
                weights: std::array::from_fn(|_| std::array::from_fn(|_| next())),
                biases: std::array::from_fn(|_| next()),
                threats: std::array::from_fn(|_| std::array::from_fn(|_| next())),
                neurons: std::array::from_fn(|_| next()),
                direct: std::array::from_fn(|_| next()),
                threat_summary: large
                    .map(|b| i32::from_le_bytes([b[0], b[1], b[2], b[3]]))
                    .collect(),
            };
            NetWeights { own, shared, head }
        });
        let black = sides.next().expect("there is a side");
        match sides.next() {
            Some(white) => Net::new([black, white]),
            None => Net::with_one(black),
        }
    }
}

#[cfg(test)]
mod tests {
    use tengen_core::{Area, Position};

    use super::*;
    use crate::{fives::SearchBoard, playout::Rng};

    /// A network of random weights.
    fn any_net(rule: Rule, chance: &mut Rng) -> Net {
        let bytes: Vec<u8> = (0..Net::bytes(rule)).map(|_| chance.bits() as u8).collect();
        let mut net = Net::read(&bytes);
        for side in &mut net.sides {
            let side = Arc::make_mut(side);
            // Not so large that a sum of values overflows.
            side.head.threat_summary.iter_mut().for_each(|number| *number >>= 4);
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
                let mut board = SearchBoard::with(&position, values).expect("it suits");
                let mut seen = Vec::new();
                for _ in 0..60 {
                    let near: Vec<u16> = board.near().collect();
                    match chance.below(6) {
                        0 if !board.moves().is_empty() => board.undo(),
                        _ if near.is_empty() => break,
                        _ => board.play(near[chance.below(near.len())]),
                    }
                    board.check();
                    board.pass();
                    board.check();
                    board.unpass();
                    seen.push(board.value());
                }
                seen.sort_unstable();
                seen.dedup();
                assert!(seen.len() > 8, "{rule} {width}x{height}: {seen:?}");
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
