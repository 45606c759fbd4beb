//! The parameters that the network is trained as.

use tengen_core::{Color, Rule};
use tengen_solver::fives::LinePattern;

use super::samples::PatternCount;
use crate::fives::{
    PointPattern, ThreatSummary, Values,
    net::{HIDDEN, INPUTS, MOST_IN_ROW, NetWeights, OWN, SHARED, scale},
    point_pattern::{CoarsePattern, PointPatternTable},
};

/// Layout of the parameter vector: blocks of each side, one after the other.
///
/// Embeddings are factorized: the row of a point pattern is the sum of its own, those of its lines, and
/// those of pairs of lines; the row of two coarse patterns is the sum of its own and one of each. So
/// what is rare in the samples is judged by its parts.
#[derive(Clone, Debug)]
pub(super) struct ParameterLayout {
    starts: [usize; ParameterLayout::BLOCKS + 1],
    pub(super) sides: usize,
}

/// Parameter block of a side.
#[derive(Clone, Copy)]
pub(super) enum ParameterBlock {
    /// Rows of a side's own patterns: by point pattern, by line, by pair of lines.
    Points,
    Lines,
    LinePairs,
    /// Rows of both sides' coarse patterns: by pair, by the own, by the other.
    CoarsePairs,
    OwnCoarse,
    OtherCoarse,
    Weights,
    Biases,
    Threats,
    Neurons,
    Direct,
    ThreatBias,
}

impl ParameterLayout {
    const BLOCKS: usize = 12;

    pub(super) fn new(rule: Rule) -> ParameterLayout {
        let sizes = [
            PointPattern::COUNT * OWN,
            LinePattern::COUNT * OWN,
            LinePattern::COUNT * LinePattern::COUNT * OWN,
            CoarsePattern::COUNT * CoarsePattern::COUNT * SHARED,
            CoarsePattern::COUNT * SHARED,
            CoarsePattern::COUNT * SHARED,
            HIDDEN * INPUTS,
            HIDDEN,
            ThreatSummary::BITS * HIDDEN,
            HIDDEN,
            INPUTS,
            ThreatSummary::COUNT,
        ];
        let mut starts = [0; ParameterLayout::BLOCKS + 1];
        for (part, size) in sizes.into_iter().enumerate() {
            starts[part + 1] = starts[part] + size;
        }
        ParameterLayout { starts, sides: if Values::has_two_sides(rule) { 2 } else { 1 } }
    }

    pub(super) fn len(&self) -> usize {
        self.sides * self.starts[ParameterLayout::BLOCKS]
    }

    /// The range of a block of one side.
    pub(super) fn range(&self, side: usize, part: ParameterBlock) -> std::ops::Range<usize> {
        let (start, part) = (side * self.starts[ParameterLayout::BLOCKS], part as usize);
        start + self.starts[part]..start + self.starts[part + 1]
    }

    /// The number of the side with the parameters of `color`.
    pub(super) fn side_of(&self, color: Color) -> usize {
        color as usize % self.sides
    }

    /// Calls `see` with each row of own patterns and the offset of each factor of it.
    fn each_own(&self, side: usize, mut see: impl FnMut(usize, usize)) {
        let start = |part: ParameterBlock| self.range(side, part).start;
        for (pattern, lines) in PointPattern::all() {
            see(pattern.index(), start(ParameterBlock::Points) + pattern.index() * OWN);
            for (n, &line) in lines.iter().enumerate() {
                see(pattern.index(), start(ParameterBlock::Lines) + line as usize * OWN);
                for &next in &lines[n + 1..] {
                    let pair = line as usize * LinePattern::COUNT + next as usize;
                    see(pattern.index(), start(ParameterBlock::LinePairs) + pair * OWN);
                }
            }
        }
    }

    /// Calls `see` with each row of coarse patterns and the offset of each factor of it.
    fn each_shared(&self, side: usize, mut see: impl FnMut(usize, usize)) {
        let start = |part: ParameterBlock| self.range(side, part).start;
        for own in 0..CoarsePattern::COUNT {
            for other in 0..CoarsePattern::COUNT {
                let row = own * CoarsePattern::COUNT + other;
                see(row, start(ParameterBlock::CoarsePairs) + row * SHARED);
                see(row, start(ParameterBlock::OwnCoarse) + own * SHARED);
                see(row, start(ParameterBlock::OtherCoarse) + other * SHARED);
            }
        }
    }
}

/// Embeddings of a side, or their gradients.
#[derive(Clone, Debug)]
pub(super) struct FeatureRows {
    pub(super) own: Vec<[f32; OWN]>,
    pub(super) shared: Vec<[f32; SHARED]>,
}

impl FeatureRows {
    pub(super) fn zero() -> FeatureRows {
        FeatureRows {
            own: vec![[0.0; OWN]; PointPattern::COUNT],
            shared: vec![[0.0; SHARED]; CoarsePattern::COUNT * CoarsePattern::COUNT],
        }
    }

    /// The rows of a side: those of `start`, and the factors added to them.
    pub(super) fn new(
        parameter_layout: &ParameterLayout,
        parameters: &[f32],
        start: &FeatureRows,
        side: usize,
    ) -> FeatureRows {
        let mut rows = start.clone();
        parameter_layout
            .each_own(side, |row, part| add(&mut rows.own[row], 1.0, &parameters[part..]));
        parameter_layout
            .each_shared(side, |row, part| add(&mut rows.shared[row], 1.0, &parameters[part..]));
        rows
    }

    /// The rows of all sides, quantized. Training sees the rounding (quantization-aware): two hundred
    /// rows are added up, and their rounding errors with them.
    pub(super) fn rounded(
        parameter_layout: &ParameterLayout,
        parameters: &[f32],
        start: &[FeatureRows],
    ) -> Vec<FeatureRows> {
        let most = f32::from(MOST_IN_ROW);
        let round = |number: &mut f32| {
            *number = (*number * scale::ROW).round().clamp(-most, most) / scale::ROW;
        };
        let rows = |side: usize| {
            let mut rows = FeatureRows::new(parameter_layout, parameters, &start[side], side);
            rows.own.as_flattened_mut().iter_mut().for_each(round);
            rows.shared.as_flattened_mut().iter_mut().for_each(round);
            rows
        };
        (0..parameter_layout.sides).map(rows).collect()
    }

    /// Adds the gradients of rows to those of their factors.
    pub(super) fn add_to(
        &self,
        parameter_layout: &ParameterLayout,
        gradients: &mut [f32],
        side: usize,
    ) {
        parameter_layout
            .each_own(side, |row, part| add(&mut gradients[part..], 1.0, &self.own[row]));
        parameter_layout
            .each_shared(side, |row, part| add(&mut gradients[part..], 1.0, &self.shared[row]));
    }

    /// The number of the row of the coarse patterns of both sides, `turn` first.
    pub(super) fn shared_place(points: PatternCount, turn: Color) -> usize {
        let coarse =
            |color: Color| PointPatternTable::all().coarse(points.patterns[color as usize]).index();
        coarse(turn) * CoarsePattern::COUNT + coarse(!turn)
    }
}

impl From<&NetWeights> for FeatureRows {
    /// The rows of a side of a network.
    fn from(weights: &NetWeights) -> FeatureRows {
        let own = weights.own[..PointPattern::COUNT].iter();
        let own = own.map(|row| row.map(|number| f32::from(number) / scale::ROW)).collect();
        let shared = weights.shared.iter();
        let shared = shared.map(|row| row.map(|number| f32::from(number) / scale::ROW)).collect();
        FeatureRows { own, shared }
    }
}

/// Adds `share` times each number to a sum.
#[inline]
pub(super) fn add(sums: &mut [f32], share: f32, parameters: &[f32]) {
    for (sum, number) in sums.iter_mut().zip(parameters) {
        *sum += share * number;
    }
}
