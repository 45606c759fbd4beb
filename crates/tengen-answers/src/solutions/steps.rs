//! Moves of a line or a proof, each with what makes it.

use std::fmt::Write as _;

use serde::Serialize;
use tengen_core::{self as core, Area, renju, shape};
use tengen_solver::ExplainedMove;

use crate::{
    view,
    wire::{NamedPoint, WireColor, WireShape},
};

/// A move of a line or a tree.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Step))]
pub struct SolutionStep {
    /// The index of the step that it follows in the same list; null if it follows none.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub parent: Option<usize>,
    /// Whether it stands for the answer to all replies that are not listed beside it.
    pub otherwise: bool,
    /// Who moves.
    pub color: WireColor,
    /// Where.
    pub point: NamedPoint,
    /// What a move of the winner makes, the best first.
    pub makes: Vec<WireShape>,
    /// If it is a quiet threat: the fours by which it would win.
    pub threat: Vec<NamedPoint>,
    /// Whether it is a quiet move of the winner: one that threatens to win by threats, and not by fours alone.
    pub quiet: bool,
    /// After a move of the winner, every reply that is not lost at once.
    pub replies: Vec<NamedPoint>,
    /// The one point where it could be stopped, if only that were no foul.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub foul: Option<Barred>,
    /// The step in a sentence.
    pub sentence: String,
}

/// A point that a foul keeps Black from.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Barred {
    /// The point.
    pub point: NamedPoint,
    /// The foul.
    pub kind: view::WireFoul,
}

impl SolutionStep {
    /// A move of which nothing more is to be said.
    pub(super) fn bare(area: Area, color: core::Color, point: core::Point) -> SolutionStep {
        let point = NamedPoint::new(area, point);
        SolutionStep {
            parent: None,
            otherwise: false,
            color: color.into(),
            sentence: format!("{color} plays {}", point.name),
            point,
            makes: Vec::new(),
            threat: Vec::new(),
            quiet: false,
            replies: Vec::new(),
            foul: None,
        }
    }

    /// Moves of which nothing more is to be said.
    pub(crate) fn plain(area: Area, moves: &[ExplainedMove]) -> Vec<SolutionStep> {
        let step = |one: &ExplainedMove| SolutionStep {
            parent: one.parent,
            otherwise: one.otherwise,
            ..SolutionStep::bare(area, one.color, one.point)
        };
        moves.iter().map(step).collect()
    }

    /// Moves of a win by threats: what each makes, and why it is played.
    pub(crate) fn with_threats(
        area: Area,
        winner: core::Color,
        moves: &[ExplainedMove],
    ) -> Vec<SolutionStep> {
        let mut steps = SolutionStep::plain(area, moves);
        for (step, one) in steps.iter_mut().zip(moves) {
            if one.color == winner {
                step.makes =
                    one.shapes.iter().filter_map(|&shape| WireShape::from_shape(shape)).collect();
                step.threat = NamedPoint::list(area, &one.threat);
                step.quiet = one.is_quiet;
                step.replies = NamedPoint::list(area, &one.replies);
                step.foul = one.foul.map(|(point, foul)| Barred::new(area, point, foul));
                step.sentence = step.attack_in_words(&one.shapes, one.foul.map(|(_, foul)| foul));
            } else {
                step.sentence = step.reply_in_words(one.parent.map(|parent| &moves[parent]));
            }
        }
        steps
    }

    /// Moves of a win within a few plies.
    pub(super) fn within_plies(
        area: Area,
        winner: core::Color,
        moves: &[ExplainedMove],
    ) -> Vec<SolutionStep> {
        let mut steps = SolutionStep::plain(area, moves);
        for (step, one) in steps.iter_mut().zip(moves) {
            step.threat = NamedPoint::list(area, &one.threat);
            step.foul = one.foul.map(|(point, foul)| Barred::new(area, point, foul));
            step.sentence = match one.foul {
                Some((_, foul)) => format!("{}, which is a foul, {foul}", step.sentence),
                None if one.color == winner => step.attack_within_plies(winner, one),
                None => continue,
            };
        }
        steps
    }

    fn attack_within_plies(&self, winner: core::Color, one: &ExplainedMove) -> String {
        let loser = !winner;
        let when =
            if one.otherwise { format!("if {loser} plays elsewhere, ") } else { String::new() };
        let name = &self.point.name;
        if one.shapes.contains(&shape::Shape::Five) {
            return format!("{when}{winner} makes five on {name}");
        }
        let fives: Vec<&str> = self.threat.iter().map(|five| five.name.as_str()).collect();
        match fives.len() {
            0 => format!("{when}{winner} plays {name}"),
            _ => format!("{when}{winner} plays {name} and threatens {}", fives.join(" and ")),
        }
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
        if self.quiet {
            sentence += ", a quiet move";
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

    fn reply_in_words(&self, before: Option<&ExplainedMove>) -> String {
        let sentence = &self.sentence;
        match before
            .map(|before| (before.threat.is_empty() && !before.is_quiet, before.replies.len()))
        {
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
    pub(super) fn new(area: Area, point: core::Point, foul: renju::Foul) -> Barred {
        Barred { point: NamedPoint::new(area, point), kind: foul.into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::{WireColor, WirePoint};
    use tengen_core::{Color, Point, Position, Rule};
    use tengen_solver::{
        Budget,
        fives::{By, FivesSolver},
    };

    /// Every step of the tree is legal where it stands, and every line of it ends in a win of fours
    /// that cannot be stopped or in a five.
    #[test]
    fn a_tree_can_be_stepped_through_to_the_end() {
        let mut position = Position::new(Rule::Freestyle, Area::square(15)).unwrap();
        // Two open twos that cross: a win by threats.
        for (x, y) in [(7, 7), (0, 0), (8, 7), (14, 0), (6, 6), (0, 14), (6, 5), (14, 14)] {
            position.play(Point::new(x, y)).unwrap();
        }
        let verdict = FivesSolver::new(1 << 24)
            .solve(&position, By::Threats, &mut Budget::unlimited())
            .unwrap();
        let win = verdict.win.expect("black wins by threats");
        assert_eq!(win.winner, Color::Black);
        let explanation = win.explain(&position);
        let steps = SolutionStep::with_threats(Area::square(15), win.winner, &explanation.tree);
        assert!(!explanation.is_cut && steps.len() > 3, "{}", steps.len());
        for (number, step) in steps.iter().enumerate() {
            let mut path = vec![number];
            while let Some(above) = steps[path[path.len() - 1]].parent {
                assert!(above < path[path.len() - 1]);
                path.push(above);
            }
            let mut at = position.clone();
            for &index in path.iter().rev() {
                let WirePoint { x, y } =
                    WirePoint { x: steps[index].point.x, y: steps[index].point.y };
                assert_eq!(steps[index].color, at.turn().into());
                at.play(Point::new(x, y)).unwrap();
            }
            assert!(step.sentence.contains(&step.point.name), "{}", step.sentence);
            let below = steps.iter().filter(|other| other.parent == Some(number)).count();
            if step.color == WireColor::Black {
                assert_eq!(below, step.replies.len());
            } else {
                assert_eq!(below, 1, "every reply has its answer");
            }
        }
    }
}
