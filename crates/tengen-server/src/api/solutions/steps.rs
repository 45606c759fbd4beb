//! Moves of a line or a proof, each with what makes it.

use std::fmt::Write as _;

use serde::Serialize;
use tengen_answers::view;
use tengen_core::{self as core, Area, renju, shape};
use tengen_solver::fives;
use utoipa::ToSchema;

use crate::wire::{NamedPoint, WireColor, WireShape};

/// A move of a line or a tree.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Step {
    /// The index of the step that it follows in the same list; null if it follows none.
    #[schema(required)]
    pub parent: Option<usize>,
    /// Whether it stands for the answer to all replies that are not told beside it.
    pub otherwise: bool,
    /// Who moves.
    pub color: WireColor,
    /// Where.
    pub point: NamedPoint,
    /// What a move of the winner makes, the best first.
    pub makes: Vec<WireShape>,
    /// If it is a quiet threat: the fours by which it would win.
    pub threat: Vec<NamedPoint>,
    /// After a move of the winner, every reply that is not lost at once.
    pub replies: Vec<NamedPoint>,
    /// The one point where it could be stopped, if only that were no foul.
    #[schema(required)]
    pub foul: Option<Barred>,
    /// The same in a sentence.
    pub sentence: String,
}

/// A point that a foul keeps Black from.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Barred {
    /// The point.
    pub point: NamedPoint,
    /// The foul.
    pub kind: view::WireFoul,
}

impl Step {
    /// A move of which nothing more is to be said.
    pub(super) fn bare(area: Area, color: core::Color, point: core::Point) -> Step {
        let point = NamedPoint::new(area, point);
        Step {
            parent: None,
            otherwise: false,
            color: color.into(),
            sentence: format!("{color} plays {}", point.name),
            point,
            makes: Vec::new(),
            threat: Vec::new(),
            replies: Vec::new(),
            foul: None,
        }
    }

    /// Moves one after another.
    pub(super) fn plain(position: &core::Position, moves: &[core::Point]) -> Vec<Step> {
        let area = position.board().area();
        let mut color = position.turn();
        let mut steps: Vec<Step> = Vec::new();
        for &point in moves {
            let parent = steps.len().checked_sub(1);
            steps.push(Step { parent, ..Step::bare(area, color, point) });
            color = !color;
        }
        steps
    }

    /// The line in which the loser holds out longest.
    pub(super) fn story(position: &core::Position, win: &fives::Win) -> Vec<Step> {
        let area = position.board().area();
        let mut steps: Vec<Step> = Vec::new();
        for told in win.story(position) {
            let parent = steps.len().checked_sub(1);
            let step = if told.color == win.winner {
                Step::attack(area, &told)
            } else {
                Step::reply(area, told.color, told.point, steps.last())
            };
            steps.push(Step { parent, ..step });
        }
        steps
    }

    /// A move of the winner, with what it makes and what can be done about it.
    pub(super) fn attack(area: Area, told: &fives::Told) -> Step {
        let mut step = Step::bare(area, told.color, told.point);
        step.makes = told.shapes.iter().filter_map(|&shape| WireShape::of(shape)).collect();
        step.threat = NamedPoint::list(area, &told.threat);
        step.replies = NamedPoint::list(area, &told.replies);
        step.foul = told.foul.map(|(point, foul)| Barred::of(area, point, foul));
        step.sentence = step.attack_in_words(&told.shapes, told.foul.map(|(_, foul)| foul));
        step
    }

    /// A move of the loser, with why it is played.
    pub(super) fn reply(
        area: Area,
        color: core::Color,
        point: core::Point,
        before: Option<&Step>,
    ) -> Step {
        let mut step = Step::bare(area, color, point);
        step.sentence = step.reply_in_words(before);
        step
    }

    fn attack_in_words(&self, shapes: &[shape::Shape], foul: Option<renju::Foul>) -> String {
        let names = |points: &[NamedPoint]| {
            points.iter().map(|point| point.name.as_str()).collect::<Vec<_>>().join(" ")
        };
        let mut sentence = self.sentence.clone();
        if shapes.contains(&shape::Shape::Five) {
            return sentence + " and makes five";
        }
        let made: Vec<&str> = shapes
            .iter()
            .filter(|&&shape| shape != shape::Shape::None)
            .map(|shape| shape.name())
            .collect();
        if !made.is_empty() {
            let _ = write!(sentence, " and makes a {}", made.join(" and a "));
        }
        if !self.threat.is_empty() {
            let _ = write!(sentence, ", which threatens {}", names(&self.threat));
        }
        sentence
            + &match (&self.foul, foul) {
                (Some(at), Some(foul)) => {
                    format!("; {} would stop it but is a foul, {foul}", at.point.name)
                }
                _ if self.replies.is_empty() => "; nothing stops it".to_owned(),
                _ => format!("; only {} stops it", names(&self.replies)),
            }
    }

    fn reply_in_words(&self, before: Option<&Step>) -> String {
        let sentence = &self.sentence;
        match before.map(|before| (before.threat.is_empty(), before.replies.len())) {
            Some((true, 1)) => format!("{sentence}, where the five would be made"),
            Some((false, 1)) => format!("{sentence}, the only reply that parries the threat"),
            Some((_, count)) if count > 1 => {
                format!("{sentence}, one of {count} replies that parry the threat")
            }
            _ => sentence.clone(),
        }
    }
}

impl Barred {
    pub(super) fn of(area: Area, point: core::Point, foul: renju::Foul) -> Barred {
        Barred { point: NamedPoint::new(area, point), kind: foul.into() }
    }
}
