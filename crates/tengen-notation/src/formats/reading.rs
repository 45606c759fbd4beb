//! What a caller says about records that do not say it themselves.

use tengen_core::{Area, Rule};

use super::Encoding;

/// From where the rows of position strings are counted.
///
/// The two readings are mirror images. Whatever wins or is forbidden in one does so in the other, so
/// a wrong one is only seen by who looks at the board: that is why it is always said.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RowOrder {
    /// Row 1 is the lowest, as players count and as gomocalc does.
    FromBottom,
    /// Row 1 is the uppermost, as in c-gomoku-cli and Yixin.
    FromTop,
}

/// How records are to be read where they do not say it themselves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReadOptions {
    /// The game.
    pub rule: Option<Rule>,
    /// Whether [`rule`](ReadOptions::rule) counts even where a record says something else.
    pub rule_forced: bool,
    /// The board.
    pub area: Option<Area>,
    /// Whether [`area`](ReadOptions::area) counts even where a record says something else.
    pub area_forced: bool,
    /// How the rows of position strings are counted.
    pub rows: RowOrder,
    /// The encoding of texts, even where a record says something else.
    pub encoding: Option<Encoding>,
}

impl ReadOptions {
    /// Nothing is known but how rows are counted.
    pub const fn new(rows: RowOrder) -> ReadOptions {
        ReadOptions {
            rule: None,
            rule_forced: false,
            area: None,
            area_forced: false,
            rows,
            encoding: None,
        }
    }

    /// The board of records that name none: 15x15 if the caller names none either.
    pub fn board(&self) -> Area {
        self.area.unwrap_or(Area::square(15))
    }

    /// Fills in what a record does not say, or what is forced.
    #[inline]
    pub(crate) fn settle(&self, rule: &mut Option<Rule>, area: &mut Option<Area>) {
        if rule.is_none() || self.rule_forced {
            *rule = self.rule.or(*rule);
        }
        if area.is_none() || self.area_forced {
            *area = self.area.or(*area);
        }
    }
}
