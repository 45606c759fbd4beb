//! The closed list of games.

use std::{fmt, str::FromStr};

use crate::{Color, Law};

/// The game being played.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Rule {
    /// Five or more in a row wins.
    Freestyle,
    /// Exactly five in a row wins; six or more is worth nothing.
    Exact,
    /// Black wins with exactly five and may not make an overline, a double four or a double
    /// three. White wins with five or more.
    Renju,
    /// No move may leave a chain without a liberty, and who cannot move loses.
    NoGo,
}

impl Rule {
    /// Every rule, in a fixed order.
    pub const ALL: [Rule; 4] = [Rule::Freestyle, Rule::Exact, Rule::Renju, Rule::NoGo];

    /// The rules of five-in-a-row.
    pub const FIVES: [Rule; 3] = [Rule::Freestyle, Rule::Exact, Rule::Renju];

    /// The law of fives that `color` is under; `None` where rows are worth nothing.
    #[inline]
    pub const fn law(self, color: Color) -> Option<Law> {
        match (self, color) {
            (Rule::Freestyle, _) | (Rule::Renju, Color::White) => Some(Law::FREE),
            (Rule::Exact, _) => Some(Law::EXACT),
            (Rule::Renju, Color::Black) => Some(Law::RENJU_BLACK),
            (Rule::NoGo, _) => None,
        }
    }

    /// The word for this rule on the command line and in files.
    pub const fn name(self) -> &'static str {
        match self {
            Rule::Freestyle => "freestyle",
            Rule::Exact => "exact",
            Rule::Renju => "renju",
            Rule::NoGo => "nogo",
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Rule {
    type Err = ParseRuleError;

    fn from_str(text: &str) -> Result<Rule, ParseRuleError> {
        Rule::ALL.into_iter().find(|rule| rule.name() == text).ok_or(ParseRuleError)
    }
}

/// The text is not the name of a rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseRuleError;

impl fmt::Display for ParseRuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a rule; write freestyle, exact, renju or nogo")
    }
}

impl std::error::Error for ParseRuleError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_is_read_by_its_name() {
        for rule in Rule::ALL {
            assert_eq!(rule.to_string().parse(), Ok(rule));
            assert!(ParseRuleError.to_string().contains(rule.name()));
        }
        assert_eq!("Renju!".parse::<Rule>(), Err(ParseRuleError));
    }
}
