//! The loss of a network on one position, and its gradient by backpropagation.

use tengen_engine::nogo::{NetInput, PolicyValueNet as Net};

const C: usize = Net::CHANNELS;
const H: usize = Net::VALUE_CHANNELS;

/// Where in the list of weights each part begins: in the order of the fields of [`Net`], and after them a head that
/// only training uses, which predicts the owner of each point.
const ROWS: usize = 0;
const BIAS: usize = ROWS + 9 * NetInput::CODES * C;
const BLOCKS: usize = BIAS + C;
const DEPTHWISE: usize = 0;
const POINTWISE: usize = DEPTHWISE + 9 * C;
const BLOCK_BIAS: usize = POINTWISE + C * C;
const GLOBAL: usize = BLOCK_BIAS + C;
const BLOCK: usize = GLOBAL + C * C;
const POLICY: usize = BLOCKS + Net::BLOCKS * BLOCK;
const VALUE: usize = POLICY + C;
const VALUE_BIAS: usize = VALUE + C * H;
const HIDDEN: usize = VALUE_BIAS + H;
const HIDDEN_BIAS: usize = HIDDEN + H * H;
const OUTPUT: usize = HIDDEN_BIAS + H;
const DIRECT: usize = OUTPUT + H;
const OUTPUT_BIAS: usize = DIRECT + H;
const OWNER: usize = OUTPUT_BIAS + 1;
const OWNER_BIAS: usize = OWNER + C;
/// Number of weights in training.
pub(crate) const WEIGHTS: usize = OWNER_BIAS + 1;

/// Parts of the weights with the spread that they begin with; all others begin at zero.
pub(crate) fn spreads() -> Vec<(std::ops::Range<usize>, f32)> {
    let mut spreads = vec![
        (ROWS..BIAS, 0.2),
        (POLICY..VALUE, 0.1),
        (VALUE..VALUE_BIAS, 0.2),
        (HIDDEN..HIDDEN_BIAS, 0.25),
        (OUTPUT..DIRECT, 0.2),
        (OWNER..OWNER_BIAS, 0.1),
    ];
    for block in 0..Net::BLOCKS {
        let at = BLOCKS + block * BLOCK;
        spreads.push((at + DEPTHWISE..at + POINTWISE, 0.33));
        spreads.push((at + POINTWISE..at + BLOCK_BIAS, 0.1));
        spreads.push((at + GLOBAL..at + BLOCK, 0.05));
    }
    spreads
}

/// A position to learn from. All lists are by spot.
pub(crate) struct Lesson {
    pub(crate) input: NetInput,
    /// The moves of the side to move.
    pub(crate) legal: Vec<u16>,
    /// The shares of the visits; empty if the moves are not to be learned.
    pub(crate) policy: Vec<f32>,
    /// The chances of the side to move.
    pub(crate) value: f32,
    /// Whether the point is in the end the side's (1), the other's (0) or nobody's (one half).
    pub(crate) owner: Vec<f32>,
    pub(crate) weight: f32,
}

/// Sums of losses.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Losses {
    pub(crate) policy: f64,
    pub(crate) policies: f64,
    pub(crate) value: f64,
    pub(crate) owner: f64,
    pub(crate) weight: f64,
}

impl Losses {
    #[cfg(test)]
    pub(crate) fn total(&self) -> f64 {
        self.policy + self.value + self.owner
    }
}

impl std::fmt::Display for Losses {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [policy, value] = [self.policy / self.policies, self.value / self.weight];
        write!(f, "policy {policy:.4} value {value:.4} owner {:.4}", self.owner / self.weight)
    }
}

/// Activations, and their gradients.
#[derive(Default)]
pub(crate) struct Workspace {
    /// After the first layer and after each block.
    trunk: Vec<Vec<[f32; C]>>,
    depthwise: Vec<Vec<[f32; C]>>,
    mean: Vec<[f32; C]>,
    value: Vec<[f32; H]>,
    grad: Vec<[f32; C]>,
    grad_before: Vec<[f32; C]>,
    grad_depthwise: Vec<[f32; C]>,
}

fn row<const N: usize>(weights: &[f32], at: usize) -> [f32; N] {
    *weights[at..].first_chunk().expect("the list has all weights")
}

#[inline]
fn add<const N: usize>(sum: &mut [f32; N], factor: f32, row: &[f32; N]) {
    for (sum, x) in sum.iter_mut().zip(row) {
        *sum += factor * x;
    }
}

fn add_to<const N: usize>(sums: &mut [f32], at: usize, factor: f32, row: &[f32; N]) {
    add(sums[at..].first_chunk_mut().expect("the list has all weights"), factor, row);
}

fn dot<const N: usize>(one: &[f32; N], other: &[f32; N]) -> f32 {
    let mut lanes = [0.0; 8];
    for i in 0..N {
        lanes[i % 8] += one[i] * other[i];
    }
    lanes.iter().sum()
}

pub(crate) fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + libm::expf(-x))
}

fn cross_entropy(target: f32, chances: f32) -> f64 {
    let chances = f64::from(chances).clamp(1e-7, 1.0 - 1e-7);
    let target = f64::from(target);
    -(target * chances.ln() + (1.0 - target) * (1.0 - chances).ln())
}

fn clear<T: Clone>(list: &mut Vec<T>, count: usize, zero: T) {
    list.clear();
    list.resize(count, zero);
}

/// Adds the loss of a lesson to `losses`, and its gradient to `gradient` if there is one.
#[allow(clippy::too_many_lines, reason = "forward and backward are read side by side")]
pub(crate) fn learn(
    weights: &[f32],
    gradient: Option<&mut [f32]>,
    lesson: &Lesson,
    work: &mut Workspace,
    losses: &mut Losses,
) {
    let input = &lesson.input;
    let cells = input.codes.len();
    let spots: Vec<usize> = input.spots.iter().map(|&spot| usize::from(spot)).collect();
    let points = spots.len() as f32;
    let stride = input.stride;
    let near = |spot: usize, place: usize| spot + place / 3 * stride + place % 3 - stride - 1;
    let row_of = |place: usize, code: u8| {
        (code != NetInput::NONE).then_some(ROWS + (place * NetInput::CODES + usize::from(code)) * C)
    };

    // Forward.
    work.trunk.resize(Net::BLOCKS + 1, Vec::new());
    work.depthwise.resize(Net::BLOCKS, Vec::new());
    work.mean.resize(Net::BLOCKS, [0.0; C]);
    for list in work.trunk.iter_mut().chain(&mut work.depthwise) {
        clear(list, cells, [0.0; C]);
    }
    clear(&mut work.value, cells, [0.0; H]);
    for &spot in &spots {
        let mut sum = row(weights, BIAS);
        for place in 0..9 {
            for code in input.codes[near(spot, place)] {
                if let Some(at) = row_of(place, code) {
                    add(&mut sum, 1.0, &row(weights, at));
                }
            }
        }
        work.trunk[0][spot] = sum.map(|x: f32| x.max(0.0));
    }
    for block in 0..Net::BLOCKS {
        let at = BLOCKS + block * BLOCK;
        let depthwise: [[f32; C]; 9] =
            std::array::from_fn(|i| row(weights, at + DEPTHWISE + i * C));
        let pointwise: [[f32; C]; C] =
            std::array::from_fn(|i| row(weights, at + POINTWISE + i * C));
        let (before, after) = work.trunk.split_at_mut(block + 1);
        let (before, after) = (&before[block], &mut after[0]);
        let mut mean = [0.0; C];
        for &spot in &spots {
            let mut sum = [0.0; C];
            for (place, weights) in depthwise.iter().enumerate() {
                for (i, x) in before[near(spot, place)].iter().enumerate() {
                    sum[i] += weights[i] * x;
                }
            }
            work.depthwise[block][spot] = sum;
            add(&mut mean, 1.0 / points, &before[spot]);
        }
        work.mean[block] = mean;
        let mut bias: [f32; C] = row(weights, at + BLOCK_BIAS);
        for (i, x) in mean.into_iter().enumerate() {
            add(&mut bias, x, &row(weights, at + GLOBAL + i * C));
        }
        for &spot in &spots {
            let mut sum = bias;
            for (x, row) in work.depthwise[block][spot].iter().zip(&pointwise) {
                add(&mut sum, *x, row);
            }
            add(&mut sum, 1.0, &before[spot]);
            after[spot] = sum.map(|x| x.max(0.0));
        }
    }
    let top = &work.trunk[Net::BLOCKS];
    let policy_weights: [f32; C] = row(weights, POLICY);
    let owner_weights: [f32; C] = row(weights, OWNER);
    let value_weights: [[f32; H]; C] = std::array::from_fn(|i| row(weights, VALUE + i * H));
    let mut sums = [0.0; H];
    for &spot in &spots {
        let mut sum: [f32; H] = row(weights, VALUE_BIAS);
        for (x, row) in top[spot].iter().zip(&value_weights) {
            add(&mut sum, *x, row);
        }
        work.value[spot] = sum.map(|x| x.max(0.0));
        add(&mut sums, Net::SUM_SCALE, &work.value[spot]);
    }
    let mut hidden: [f32; H] = row(weights, HIDDEN_BIAS);
    for (i, x) in sums.into_iter().enumerate() {
        add(&mut hidden, x, &row(weights, HIDDEN + i * H));
    }
    let hidden = hidden.map(|x| x.max(0.0));
    let (output, direct): ([f32; H], [f32; H]) = (row(weights, OUTPUT), row(weights, DIRECT));
    let chances = logistic(weights[OUTPUT_BIAS] + dot(&hidden, &output) + dot(&sums, &direct));

    // Losses, and their gradients by logit.
    losses.value += f64::from(lesson.weight) * cross_entropy(lesson.value, chances);
    losses.weight += f64::from(lesson.weight);
    let grad_value = lesson.weight * (chances - lesson.value);
    let mut grad_policy = vec![0.0; cells];
    if !lesson.policy.is_empty() {
        let logits: Vec<f32> = lesson
            .legal
            .iter()
            .map(|&spot| dot(&top[usize::from(spot)], &policy_weights))
            .collect();
        let most = logits.iter().copied().fold(f32::MIN, f32::max);
        let total: f32 = logits.iter().map(|logit| libm::expf(logit - most)).sum();
        for (&spot, logit) in lesson.legal.iter().zip(&logits) {
            let target = lesson.policy[usize::from(spot)];
            losses.policy -= f64::from(target * (logit - most - libm::logf(total)));
            grad_policy[usize::from(spot)] = libm::expf(logit - most) / total - target;
        }
        losses.policies += 1.0;
    }
    let mut grad_owner = vec![0.0; cells];
    let owner_weight = 0.5 * lesson.weight / points;
    for &spot in &spots {
        let mine = logistic(weights[OWNER_BIAS] + dot(&top[spot], &owner_weights));
        losses.owner += f64::from(owner_weight) * cross_entropy(lesson.owner[spot], mine);
        grad_owner[spot] = owner_weight * (mine - lesson.owner[spot]);
    }
    let Some(gradient) = gradient else { return };

    // Backward: the heads.
    gradient[OUTPUT_BIAS] += grad_value;
    add_to(gradient, OUTPUT, grad_value, &hidden);
    add_to(gradient, DIRECT, grad_value, &sums);
    let grad_hidden: [f32; H] =
        std::array::from_fn(|j| if hidden[j] > 0.0 { grad_value * output[j] } else { 0.0 });
    add_to(gradient, HIDDEN_BIAS, 1.0, &grad_hidden);
    let mut grad_sums = [0.0; H];
    for i in 0..H {
        grad_sums[i] = grad_value * direct[i] + dot(&row(weights, HIDDEN + i * H), &grad_hidden);
        add_to(gradient, HIDDEN + i * H, sums[i], &grad_hidden);
    }
    clear(&mut work.grad, cells, [0.0; C]);
    let mut grad_weights = [[0.0; H]; C];
    for &spot in &spots {
        let x = top[spot];
        let value = &work.value[spot];
        let grad: [f32; H] =
            std::array::from_fn(
                |j| {
                    if value[j] > 0.0 { grad_sums[j] * Net::SUM_SCALE } else { 0.0 }
                },
            );
        add_to(gradient, VALUE_BIAS, 1.0, &grad);
        for i in 0..C {
            add(&mut grad_weights[i], x[i], &grad);
            work.grad[spot][i] = dot(&value_weights[i], &grad);
        }
        add(&mut work.grad[spot], grad_policy[spot], &policy_weights);
        add(&mut work.grad[spot], grad_owner[spot], &owner_weights);
        add_to(gradient, POLICY, grad_policy[spot], &x);
        add_to(gradient, OWNER, grad_owner[spot], &x);
        gradient[OWNER_BIAS] += grad_owner[spot];
    }
    for (i, row) in grad_weights.iter().enumerate() {
        add_to(gradient, VALUE + i * H, 1.0, row);
    }

    // Backward: the blocks.
    for block in (0..Net::BLOCKS).rev() {
        let at = BLOCKS + block * BLOCK;
        let depthwise: [[f32; C]; 9] =
            std::array::from_fn(|i| row(weights, at + DEPTHWISE + i * C));
        let mut transposed = [[0.0; C]; C];
        for i in 0..C {
            let row: [f32; C] = row(weights, at + POINTWISE + i * C);
            for (column, x) in transposed.iter_mut().zip(row) {
                column[i] = x;
            }
        }
        let mut grad_pointwise = [[0.0; C]; C];
        let mut grad_bias = [0.0; C];
        clear(&mut work.grad_before, cells, [0.0; C]);
        clear(&mut work.grad_depthwise, cells, [0.0; C]);
        for &spot in &spots {
            let after = &work.trunk[block + 1][spot];
            let mut grad = work.grad[spot];
            for (grad, x) in grad.iter_mut().zip(after) {
                *grad = if *x > 0.0 { *grad } else { 0.0 };
            }
            add(&mut grad_bias, 1.0, &grad);
            for (x, row) in grad.iter().zip(&transposed) {
                add(&mut work.grad_depthwise[spot], *x, row);
            }
            for (x, row) in work.depthwise[block][spot].iter().zip(&mut grad_pointwise) {
                add(row, *x, &grad);
            }
            work.grad_before[spot] = grad;
        }
        let mut grad_mean = [0.0; C];
        for i in 0..C {
            grad_mean[i] = dot(&row(weights, at + GLOBAL + i * C), &grad_bias) / points;
            add_to(gradient, at + GLOBAL + i * C, work.mean[block][i], &grad_bias);
            add_to(gradient, at + POINTWISE + i * C, 1.0, &grad_pointwise[i]);
        }
        add_to(gradient, at + BLOCK_BIAS, 1.0, &grad_bias);
        let mut grad_places = [[0.0; C]; 9];
        for &spot in &spots {
            add(&mut work.grad_before[spot], 1.0, &grad_mean);
            let grad = work.grad_depthwise[spot];
            for place in 0..9 {
                let cell = near(spot, place);
                let x = &work.trunk[block][cell];
                for i in 0..C {
                    grad_places[place][i] += grad[i] * x[i];
                    work.grad_before[cell][i] += grad[i] * depthwise[place][i];
                }
            }
        }
        for (place, row) in grad_places.iter().enumerate() {
            add_to(gradient, at + DEPTHWISE + place * C, 1.0, row);
        }
        std::mem::swap(&mut work.grad, &mut work.grad_before);
    }

    // Backward: the first layer.
    for &spot in &spots {
        let mut grad = work.grad[spot];
        for (grad, x) in grad.iter_mut().zip(&work.trunk[0][spot]) {
            *grad = if *x > 0.0 { *grad } else { 0.0 };
        }
        add_to(gradient, BIAS, 1.0, &grad);
        for place in 0..9 {
            for code in input.codes[near(spot, place)] {
                if let Some(at) = row_of(place, code) {
                    add_to(gradient, at, 1.0, &grad);
                }
            }
        }
    }
}
