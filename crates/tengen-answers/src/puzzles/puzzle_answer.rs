//! One puzzle of the set.

use serde::{Deserialize, Serialize};
use tengen_core::Setup;
use tengen_solver::puzzle::PuzzleKind;

use super::PuzzleSet;
use crate::{
    error::{ApiError, ErrorCode},
    wire::{WirePosition, WireSetup, WireSize, WireStone},
};

/// Kind of a puzzle: what the side to move is to find.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = PuzzleKind))]
#[serde(rename_all = "lowercase")]
pub enum WirePuzzleKind {
    /// A win by fours alone.
    Vcf,
    /// A win by threats.
    Vct,
    /// A win by fours that drives Black onto a forbidden point.
    Foul,
    /// The one move that stops all wins of the other side by threats.
    Defence,
    /// The one move that wins at NoGo.
    NoGo,
}

impl From<PuzzleKind> for WirePuzzleKind {
    fn from(kind: PuzzleKind) -> WirePuzzleKind {
        match kind {
            PuzzleKind::Vcf => WirePuzzleKind::Vcf,
            PuzzleKind::Vct => WirePuzzleKind::Vct,
            PuzzleKind::Foul => WirePuzzleKind::Foul,
            PuzzleKind::Defence => WirePuzzleKind::Defence,
            PuzzleKind::NoGo => WirePuzzleKind::NoGo,
        }
    }
}

/// Which puzzle is wanted.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "by", rename_all = "lowercase", deny_unknown_fields)]
pub enum PuzzleQuestion {
    /// The one of a number.
    Number {
        /// The number, from 1.
        #[cfg_attr(feature = "openapi", schema(minimum = 1))]
        number: u32,
    },
    /// The one of a day. Every puzzle has its turn before one comes again.
    Date {
        /// The day as `2024-02-29`.
        #[cfg_attr(feature = "openapi", schema(example = "2024-02-29"))]
        date: String,
    },
    /// The one with the rating nearest to a given one.
    Rating {
        /// The rating.
        rating: u32,
        /// The kind. Default: any.
        #[serde(default)]
        kind: Option<WirePuzzleKind>,
        /// The lowest rating. Default: any.
        #[serde(default)]
        least: Option<u32>,
        /// The highest rating. Default: any.
        #[serde(default)]
        most: Option<u32>,
        /// Numbers of puzzles that are not wanted, unless no other is left.
        #[serde(default)]
        except: Vec<u32>,
    },
}

/// A puzzle, without its solution.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PuzzleAnswer {
    /// Its number in the set, from 1.
    pub number: u32,
    /// What is to be found.
    pub kind: WirePuzzleKind,
    /// How hard it is, in the scale of Elo.
    pub rating: u32,
    /// How deep its solution is.
    pub depth: u32,
    /// The position.
    pub position: WirePosition,
    /// How many puzzles there are of what was asked for.
    pub matching: u32,
    /// How many of these are not among those that are not wanted.
    pub left: u32,
    /// How many puzzles there are.
    pub total: u32,
}

impl PuzzleQuestion {
    /// The puzzle of the set.
    ///
    /// # Errors
    ///
    /// If there is no such puzzle, or the date is none.
    pub fn answer(&self, set: &PuzzleSet) -> Result<PuzzleAnswer, ApiError> {
        let total = set.len() as u32;
        let one = |number: u32| Ok((number, total, total));
        let (number, matching, left) = match self {
            &PuzzleQuestion::Number { number } => one(number),
            PuzzleQuestion::Date { date } => one(daily(days_of(date)?, total)),
            PuzzleQuestion::Rating { .. } => self.nearest(set),
        }?;
        let Some(puzzle) = set.get(number as usize) else {
            let message =
                format!("there is no puzzle {number}: they have numbers from 1 to {total}");
            return Err(ApiError::new(ErrorCode::NotFound, message));
        };
        let setup = Setup::from_board(puzzle.position.board(), puzzle.position.turn());
        let position = WirePosition {
            rule: puzzle.position.rule().into(),
            area: WireSize::from_area(setup.area),
            setup: Some(WireSetup {
                stones: WireStone::list(&setup.stones),
                turn: setup.turn.into(),
            }),
            moves: Vec::new(),
        };
        Ok(PuzzleAnswer {
            number,
            kind: puzzle.kind.into(),
            rating: puzzle.rating(),
            depth: puzzle.depth,
            position,
            matching,
            left,
            total,
        })
    }

    /// The number of the nearest puzzle, how many match, and how many of them are left.
    fn nearest(&self, set: &PuzzleSet) -> Result<(u32, u32, u32), ApiError> {
        let PuzzleQuestion::Rating { rating, kind, least, most, except } = self else {
            unreachable!("it is a question about ratings")
        };
        let (least, most) = (least.unwrap_or(0), most.unwrap_or(u32::MAX));
        let matching: Vec<(u32, u32)> = set
            .iter()
            .filter(|(_, puzzle)| kind.is_none_or(|kind| WirePuzzleKind::from(puzzle.kind) == kind))
            .map(|(number, puzzle)| (puzzle.rating(), number as u32))
            .filter(|(rating, _)| (least..=most).contains(rating))
            .collect();
        let is_left = |&(_, number): &(u32, u32)| !except.contains(&number);
        let left = matching.iter().copied().filter(is_left).count() as u32;
        let distance = |&(of, number): &(u32, u32)| (of.abs_diff(*rating), number);
        let nearest = if left > 0 {
            matching.iter().copied().filter(is_left).min_by_key(distance)
        } else {
            // All were solved: begin again, with the one that was solved first.
            let turn = |&(_, number): &(u32, u32)| except.iter().position(|&other| other == number);
            matching.iter().copied().min_by_key(turn)
        };
        let (_, number) = nearest.ok_or_else(|| {
            ApiError::new(ErrorCode::NotFound, "there is no puzzle of this kind and rating")
        })?;
        Ok((number, matching.len() as u32, left))
    }
}

/// The number of the puzzle of a day. The step has no divisor in common with the number of puzzles, so all of them have
/// their turn.
fn daily(day: u64, total: u32) -> u32 {
    let total = u64::from(total).max(1);
    let divisor = |mut a: u64, mut b: u64| {
        while b > 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    // Near the golden ratio, so that one day is far from the next.
    let first = total * 618 / 1000;
    let step = (first.max(1)..=2 * total).find(|&step| divisor(step, total) == 1).unwrap_or(1);
    (day % total * step % total) as u32 + 1
}

/// Days since the beginning of the year 0 of the calendar that is in use.
fn days_of(date: &str) -> Result<u64, ApiError> {
    let wrong = || {
        let message = format!("{date:?} is no date: write one like 2024-02-29");
        ApiError::in_field(ErrorCode::BadValue, "date", message)
    };
    let parts: Vec<&str> = date.split('-').collect();
    let &[year, month, day] = parts.as_slice() else { return Err(wrong()) };
    let number = |text: &str, length: usize| {
        let is_number = text.len() == length && text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse::<u64>().ok().filter(|_| is_number).ok_or_else(wrong)
    };
    let (year, month, day) = (number(year, 4)?, number(month, 2)?, number(day, 2)?);
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let months = [31, if is_leap { 29 } else { 28 }, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    if !(1..=12).contains(&month) || day < 1 || day > months[month as usize - 1] {
        return Err(wrong());
    }
    let leaps = year.div_ceil(4) - year.div_ceil(100) + year.div_ceil(400);
    Ok(365 * year + leaps + months[..month as usize - 1].iter().sum::<u64>() + day)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_puzzle_has_its_day_before_one_comes_again() {
        for total in [1, 2, 7, 10, 1_000, 1_024] {
            let numbers: HashSet<u32> =
                (0..u64::from(total)).map(|day| daily(day, total)).collect();
            assert_eq!(numbers.len(), total as usize);
            assert!(numbers.iter().all(|number| (1..=total).contains(number)));
        }
    }

    #[test]
    fn days_follow_each_other_and_others_are_refused() {
        let days: Vec<u64> = ["1999-12-31", "2000-01-01", "2000-02-28", "2000-02-29", "2000-03-01"]
            .iter()
            .map(|date| days_of(date).unwrap())
            .collect();
        let first = days[0];
        assert_eq!(days, [0, 1, 59, 60, 61].map(|days| first + days));
        assert_eq!(days_of("2100-03-01").unwrap() - days_of("2100-02-28").unwrap(), 1);
        for wrong in
            ["", "2000-1-01", "2001-02-29", "2000-13-01", "2000-00-01", "2000-01-00", "+200-01-01"]
        {
            let error = days_of(wrong).unwrap_err();
            assert_eq!(error.code, ErrorCode::BadValue, "{wrong}");
        }
    }
}
