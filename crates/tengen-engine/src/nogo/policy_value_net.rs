//! Hot: the network, which judges moves and positions of NoGo.
//!
//! Floating point is the same everywhere here: sums, products and maxima in a fixed order, and nothing of the system's
//! mathematics.

use super::net_input::NetInput;

/// Channels of the trunk.
pub(crate) const CHANNELS: usize = 32;
/// Residual blocks.
pub(crate) const BLOCKS: usize = 4;
/// Channels of the value head, and neurons of its hidden layer.
pub(crate) const VALUE_CHANNELS: usize = 16;
/// Scale of the sums over all points.
pub(crate) const SUM_SCALE: f32 = 1.0 / 16.0;

/// A number for each channel.
pub(crate) type Channels = [f32; CHANNELS];
/// A number for each channel of the value head.
pub(crate) type ValueChannels = [f32; VALUE_CHANNELS];

/// Residual block: a depthwise convolution of 3x3, a pointwise one, and what the mean of all points adds.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct NetBlock {
    /// By place in the square of 3x3.
    pub(crate) depthwise: [Channels; 9],
    /// By channel that is read.
    pub(crate) pointwise: [Channels; CHANNELS],
    pub(crate) bias: Channels,
    /// By channel of the mean.
    pub(crate) global: [Channels; CHANNELS],
}

/// Policy-value network: from the codes of a position, a logit for each move and one for the winner.
///
/// Why convolutions that are depthwise and pointwise by turns: they cost a seventh of full ones. Nothing depends on the
/// size of the board.
#[derive(Clone, PartialEq, Debug)]
pub struct PolicyValueNet {
    /// By place in the square of 3x3, then by code.
    pub(crate) rows: Vec<Channels>,
    pub(crate) bias: Channels,
    pub(crate) blocks: Vec<NetBlock>,
    pub(crate) policy: Channels,
    /// By channel of the trunk.
    pub(crate) value: [ValueChannels; CHANNELS],
    pub(crate) value_bias: ValueChannels,
    /// By channel of the value head.
    pub(crate) hidden: [ValueChannels; VALUE_CHANNELS],
    pub(crate) hidden_bias: ValueChannels,
    pub(crate) output: ValueChannels,
    /// Past the hidden layer.
    pub(crate) direct: ValueChannels,
    pub(crate) output_bias: f32,
}

/// Room for the activations of a [`PolicyValueNet`], and its output.
#[derive(Default, Debug)]
pub(crate) struct NetActivations {
    /// By spot; zero off the board.
    trunk: Vec<Channels>,
    depthwise: Vec<Channels>,
    /// By spot: the logit of the move.
    pub(crate) policy: Vec<f32>,
    /// The logit of a win for the side to move.
    pub(crate) value: f32,
}

/// The steps from the first cell of a square of 3x3 to all of them, row by row.
#[inline]
pub(crate) fn square(stride: usize) -> [usize; 9] {
    [0, 1, 2, stride, stride + 1, stride + 2, 2 * stride, 2 * stride + 1, 2 * stride + 2]
}

/// Why not `f32::max`: what it says of NaN is one instruction on no machine, and a call for each number in WebAssembly.
#[inline]
fn relu(x: f32) -> f32 {
    if x > 0.0 { x } else { 0.0 }
}

#[inline]
fn add<const N: usize>(sum: &mut [f32; N], factor: f32, row: &[f32; N]) {
    for (sum, weight) in sum.iter_mut().zip(row) {
        *sum += factor * weight;
    }
}

impl PolicyValueNet {
    /// Channels of the trunk.
    pub const CHANNELS: usize = CHANNELS;
    /// Number of residual blocks.
    pub const BLOCKS: usize = BLOCKS;
    /// Channels of the value head, and neurons of its hidden layer.
    pub const VALUE_CHANNELS: usize = VALUE_CHANNELS;
    /// Scale of the sums over all points that the value head reads.
    pub const SUM_SCALE: f32 = SUM_SCALE;

    /// Number of weights.
    pub const WEIGHTS: usize = CHANNELS * (9 * NetInput::CODES + 1)
        + BLOCKS * CHANNELS * (9 + CHANNELS + 1 + CHANNELS)
        + CHANNELS
        + VALUE_CHANNELS * (CHANNELS + 1 + VALUE_CHANNELS + 1 + 2)
        + 1;

    /// A network of these weights, in the order of the fields.
    pub(crate) fn from_weights(weights: impl Iterator<Item = f32>) -> PolicyValueNet {
        fn row<const N: usize>(next: &mut impl FnMut() -> f32) -> [f32; N] {
            std::array::from_fn(|_| next())
        }
        let mut left = weights;
        let mut next = || left.next().expect("there are as many weights as the network has");
        PolicyValueNet {
            rows: (0..9 * NetInput::CODES).map(|_| row(&mut next)).collect(),
            bias: row(&mut next),
            blocks: (0..BLOCKS)
                .map(|_| NetBlock {
                    depthwise: std::array::from_fn(|_| row(&mut next)),
                    pointwise: std::array::from_fn(|_| row(&mut next)),
                    bias: row(&mut next),
                    global: std::array::from_fn(|_| row(&mut next)),
                })
                .collect(),
            policy: row(&mut next),
            value: std::array::from_fn(|_| row(&mut next)),
            value_bias: row(&mut next),
            hidden: std::array::from_fn(|_| row(&mut next)),
            hidden_bias: row(&mut next),
            output: row(&mut next),
            direct: row(&mut next),
            output_bias: next(),
        }
    }

    /// The weights, in the order of the fields.
    pub(crate) fn weights(&self) -> Vec<f32> {
        let mut weights = self.rows.as_flattened().to_vec();
        weights.extend(self.bias);
        for block in &self.blocks {
            weights.extend(block.depthwise.as_flattened());
            weights.extend(block.pointwise.as_flattened());
            weights.extend(block.bias);
            weights.extend(block.global.as_flattened());
        }
        weights.extend(self.policy);
        weights.extend(self.value.as_flattened());
        weights.extend(self.value_bias);
        weights.extend(self.hidden.as_flattened());
        weights.extend(self.hidden_bias);
        weights.extend(self.output);
        weights.extend(self.direct);
        weights.push(self.output_bias);
        weights
    }

    /// Evaluates a position.
    pub(crate) fn evaluate(&self, input: &NetInput, out: &mut NetActivations) {
        let NetActivations { trunk, depthwise, policy, value } = out;
        let cells = input.codes.len();
        let steps = square(input.stride);
        let back = input.stride + 1;
        trunk.clear();
        trunk.resize(cells, [0.0; CHANNELS]);
        depthwise.resize(cells, [0.0; CHANNELS]);
        policy.resize(cells, 0.0);
        for &spot in &input.spots {
            let spot = usize::from(spot);
            let mut sum = self.bias;
            for (place, step) in steps.into_iter().enumerate() {
                for &code in &input.codes[spot - back + step] {
                    if code == NetInput::NONE {
                        break;
                    }
                    let row = &self.rows[place * NetInput::CODES + usize::from(code)];
                    for (sum, weight) in sum.iter_mut().zip(row) {
                        *sum += weight;
                    }
                }
            }
            trunk[spot] = sum.map(relu);
        }
        for block in &self.blocks {
            let mut mean = [0.0; CHANNELS];
            for &spot in &input.spots {
                let spot = usize::from(spot);
                add(&mut mean, 1.0, &trunk[spot]);
                let mut sum = [0.0; CHANNELS];
                for (weights, step) in block.depthwise.iter().zip(steps) {
                    let near = &trunk[spot - back + step];
                    for i in 0..CHANNELS {
                        sum[i] += weights[i] * near[i];
                    }
                }
                depthwise[spot] = sum;
            }
            let scale = 1.0 / input.spots.len() as f32;
            let mut bias = block.bias;
            for (mean, row) in mean.iter().zip(&block.global) {
                add(&mut bias, mean * scale, row);
            }
            for &spot in &input.spots {
                let spot = usize::from(spot);
                let mut sum = bias;
                for (x, row) in depthwise[spot].iter().zip(&block.pointwise) {
                    add(&mut sum, *x, row);
                }
                for (x, sum) in trunk[spot].iter_mut().zip(&sum) {
                    *x = relu(*x + sum);
                }
            }
        }
        let mut sums = [0.0; VALUE_CHANNELS];
        for &spot in &input.spots {
            let spot = usize::from(spot);
            let x = &trunk[spot];
            policy[spot] = dot(x, &self.policy);
            let mut sum = self.value_bias;
            for (x, row) in x.iter().zip(&self.value) {
                add(&mut sum, *x, row);
            }
            for (all, one) in sums.iter_mut().zip(&sum) {
                *all += relu(*one) * SUM_SCALE;
            }
        }
        let mut hidden = self.hidden_bias;
        for (x, row) in sums.iter().zip(&self.hidden) {
            add(&mut hidden, *x, row);
        }
        let hidden = hidden.map(relu);
        *value = self.output_bias + dot(&hidden, &self.output) + dot(&sums, &self.direct);
    }
}

/// The dot product, added up in eight lanes.
#[inline]
pub(crate) fn dot<const N: usize>(one: &[f32; N], other: &[f32; N]) -> f32 {
    let mut lanes = [0.0; 8];
    for i in 0..N {
        lanes[i % 8] += one[i] * other[i];
    }
    lanes.iter().sum()
}

#[cfg(test)]
mod tests {
    use tengen_core::{Color, Point};

    use super::*;
    use crate::{
        nogo::legality_board::{BOTH, LegalityBoard, side},
        playout::Rng,
    };

    /// The network as its doc says it, cell by cell and channel by channel.
    fn plain(net: &PolicyValueNet, input: &NetInput) -> (Vec<f64>, f64) {
        let stride = input.stride;
        let near = |spot: usize, place: usize| spot + place / 3 * stride + place % 3 - stride - 1;
        let relu = |x: f64| x.max(0.0);
        let mut trunk = vec![[0.0_f64; CHANNELS]; input.codes.len()];
        let spots: Vec<usize> = input.spots.iter().map(|&spot| usize::from(spot)).collect();
        for &spot in &spots {
            for (i, x) in trunk[spot].iter_mut().enumerate() {
                let mut sum = f64::from(net.bias[i]);
                for place in 0..9 {
                    for code in input.codes[near(spot, place)] {
                        if code != NetInput::NONE {
                            let row = place * NetInput::CODES + usize::from(code);
                            sum += f64::from(net.rows[row][i]);
                        }
                    }
                }
                *x = relu(sum);
            }
        }
        for block in &net.blocks {
            let before = trunk.clone();
            let mean = |i: usize| {
                spots.iter().map(|&spot| before[spot][i]).sum::<f64>() / spots.len() as f64
            };
            let depthwise = |spot: usize, i: usize| {
                (0..9)
                    .map(|place| {
                        f64::from(block.depthwise[place][i]) * before[near(spot, place)][i]
                    })
                    .sum::<f64>()
            };
            for &spot in &spots {
                for j in 0..CHANNELS {
                    let mut sum = f64::from(block.bias[j]);
                    for i in 0..CHANNELS {
                        sum += f64::from(block.pointwise[i][j]) * depthwise(spot, i);
                        sum += f64::from(block.global[i][j]) * mean(i);
                    }
                    trunk[spot][j] = relu(before[spot][j] + sum);
                }
            }
        }
        let policy = trunk
            .iter()
            .map(|x| x.iter().zip(net.policy).map(|(x, weight)| x * f64::from(weight)).sum())
            .collect();
        let sums: Vec<f64> = (0..VALUE_CHANNELS)
            .map(|j| {
                let one = |spot: &usize| {
                    let sum = (0..CHANNELS).map(|i| trunk[*spot][i] * f64::from(net.value[i][j]));
                    relu(f64::from(net.value_bias[j]) + sum.sum::<f64>())
                };
                spots.iter().map(one).sum::<f64>() * f64::from(SUM_SCALE)
            })
            .collect();
        let hidden = |j: usize| {
            let sum = sums.iter().zip(&net.hidden).map(|(x, row)| x * f64::from(row[j]));
            relu(f64::from(net.hidden_bias[j]) + sum.sum::<f64>())
        };
        let value = f64::from(net.output_bias)
            + (0..VALUE_CHANNELS)
                .map(|j| hidden(j) * f64::from(net.output[j]) + sums[j] * f64::from(net.direct[j]))
                .sum::<f64>();
        (policy, value)
    }

    #[test]
    fn lanes_evaluate_as_plain_numbers_do() {
        let net = PolicyValueNet::shipped().unwrap();
        let mut rng = Rng::new(31);
        let (mut input, mut out) = (NetInput::default(), NetActivations::default());
        for (width, height, extra) in [(9, 9, 1), (5, 7, 4), (13, 4, 1), (1, 6, 3)] {
            let mut board = LegalityBoard::with_stride(width, height, width + extra);
            let mut turn = Color::Black;
            for _ in 0..4 {
                input.read(&board, turn);
                net.evaluate(&input, &mut out);
                let (policy, value) = plain(net, &input);
                assert!((f64::from(out.value) - value).abs() < 1e-3 * (1.0 + value.abs()));
                for &spot in &input.spots {
                    let (fast, plain) = (out.policy[usize::from(spot)], policy[usize::from(spot)]);
                    assert!((f64::from(fast) - plain).abs() < 1e-3 * (1.0 + plain.abs()));
                }
                for _ in 0..6 {
                    let open: Vec<u16> =
                        board.open(BOTH).iter().chain(board.open(side(turn))).copied().collect();
                    if !open.is_empty() {
                        board.play(open[rng.below(open.len())], turn);
                    }
                    turn = !turn;
                }
            }
        }
    }

    #[test]
    fn the_side_to_move_alone_decides_who_is_who() {
        let net = PolicyValueNet::shipped().unwrap();
        let (mut input, mut out) = (NetInput::default(), NetActivations::default());
        let stones = [(2, 2), (3, 2), (5, 6), (1, 7), (4, 4)];
        let [one, other] = Color::ALL.map(|first| {
            let mut board = LegalityBoard::new(9, 9);
            for (i, (x, y)) in stones.into_iter().enumerate() {
                let color = if i % 2 == 0 { first } else { !first };
                board.play(board.spot(Point::new(x, y)), color);
            }
            input.read(&board, !first);
            net.evaluate(&input, &mut out);
            (out.value.to_bits(), out.policy.clone())
        });
        assert_eq!(one, other);
    }
}
