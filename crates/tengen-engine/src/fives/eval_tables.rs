//! The lookup tables of the evaluation.

use std::sync::Arc;

use tengen_core::Color;

use super::{
    net::{ENTRIES, Net, OWN},
    point_pattern::{CoarsePattern, PointPattern, PointPatternTable},
    point_rank::PointRank,
    threat_summary::RankCounts,
    values::Values,
};

/// Lookup tables of the evaluation.
#[derive(Debug)]
pub(super) struct EvalTables {
    pub(super) patterns: &'static PointPatternTable,
    pub(super) values: Arc<Values>,
    /// By pattern, for Black and White. Where the rule is the same for both, they are one.
    pub(super) rows: [Arc<[PatternRow; ENTRIES]>; 2],
}

/// Everything that is looked up by a side's point pattern.
///
/// Why all in one: it is half a cache line, and a move waits for these longer than for anything else.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub(super) struct PatternRow {
    /// Embedding of the network.
    pub(super) own: [i16; OWN],
    pub(super) rank_counts: RankCounts,
    /// Policy where the side makes this pattern, and where it stops the other from making it.
    pub(super) attack: i16,
    pub(super) defence: i16,
    pub(super) coarse: CoarsePattern,
    pub(super) rank: PointRank,
}

impl EvalTables {
    /// The tables of these values.
    pub(super) fn new(values: Arc<Values>) -> EvalTables {
        let patterns = PointPatternTable::all();
        let rows = |color: Color| -> Arc<[PatternRow; ENTRIES]> {
            let net = values.net().side(color);
            let row = |(pattern, _): (PointPattern, _)| PatternRow {
                own: net.own[pattern.index()],
                rank_counts: RankCounts::one(patterns.rank(pattern)),
                attack: values.side(color).attack[pattern.index()],
                defence: values.side(!color).defence[pattern.index()],
                coarse: patterns.coarse(pattern),
                rank: patterns.rank(pattern),
            };
            let mut rows: Vec<PatternRow> = PointPattern::all().map(row).collect();
            rows.resize(ENTRIES, PatternRow::NOTHING);
            let rows: Box<[PatternRow; ENTRIES]> = rows.try_into().expect("just resized");
            rows.into()
        };
        let black = rows(Color::Black);
        let is_same = !Values::has_two_sides(values.rule());
        let white = if is_same { Arc::clone(&black) } else { rows(Color::White) };
        EvalTables { patterns, values, rows: [black, white] }
    }

    /// The network.
    #[inline]
    pub(super) fn net(&self) -> &Net {
        self.values.net()
    }

    /// The row of a pattern of `color`.
    #[inline]
    pub(super) fn row(&self, pattern: PointPattern, color: Color) -> &PatternRow {
        &self.rows[color as usize][pattern.index() % ENTRIES]
    }
}

impl PatternRow {
    /// The row of an occupied spot.
    pub(super) const NOTHING: PatternRow = PatternRow {
        own: [0; OWN],
        rank_counts: RankCounts::NONE,
        attack: 0,
        defence: 0,
        coarse: CoarsePattern::DEAD,
        rank: PointRank::None,
    };
}
