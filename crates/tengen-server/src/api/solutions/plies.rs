//! Who wins within a few moves on a board without edges.

use tengen_core::{Area, Color, Position};
use tengen_solver::{
    Budget,
    fives::plies::{Attack, Defense, Question, Story, Unanswered},
};

use super::{Barred, Found, Solution, Step, Unfinished};
use crate::{
    errors::{ApiError, ErrorCode},
    wire::NamedPoint,
};

/// How many bytes the search may use.
const MEMORY: usize = 64 << 20;

/// Who wins within so many plies, and how.
pub(super) fn solve(
    position: &Position,
    plies: u32,
    budget: &mut Budget<'_>,
) -> Result<Solution, ApiError> {
    let stones = position.board().stones();
    let turn = position.turn();
    let question =
        Question { memory: MEMORY, ..Question::new(position.rule(), &stones, turn, plies) };
    let mut solution = Solution::nothing();
    match question.story(budget) {
        Ok(None) => {}
        Ok(Some((winner, story))) => {
            let line = match &story {
                Story::Attack(attack) => attack.line(),
                Story::Defense(defense) => defense.line(),
            };
            solution.answer = Found::Won;
            solution.winner = Some(winner.into());
            solution.line = Step::plain(position, &line);
            solution.tree = tree(winner, &story);
        }
        Err(why) => {
            let code = match why {
                Unanswered::Stopped(why) => why.into(),
                Unanswered::Horizon => Unfinished::Horizon,
                Unanswered::TooMany => Unfinished::TooMany,
                why => return Err(ApiError::new(ErrorCode::Unsuited, why.to_string())),
            };
            solution.leave_open(&why, code);
        }
    }
    Ok(solution)
}

/// Every reply that has its own answer, and the answer to all others.
fn tree(winner: Color, story: &Story) -> Vec<Step> {
    let mut teller = Teller { winner, steps: Vec::new() };
    match story {
        Story::Attack(attack) => teller.attack(attack, None, None),
        Story::Defense(defense) => teller.defense(defense, None),
    }
    teller.steps
}

struct Teller {
    winner: Color,
    steps: Vec<Step>,
}

impl Teller {
    /// A move of the winner; whatever else the side `elsewhere` does, if there is such a one.
    fn attack(&mut self, attack: &Attack, parent: Option<usize>, elsewhere: Option<Color>) {
        let winner = self.winner;
        let when =
            elsewhere.map_or_else(String::new, |loser| format!("if {loser} plays elsewhere, "));
        let mut step = Step {
            parent,
            otherwise: elsewhere.is_some(),
            ..Step::bare(Area::Unbounded, winner, attack.point)
        };
        let name = step.point.name.clone();
        step.sentence = match &attack.then {
            None => format!("{when}{winner} makes five on {name}"),
            Some(defense) if defense.fives.is_empty() => format!("{when}{winner} plays {name}"),
            Some(defense) => {
                step.threat = NamedPoint::list(Area::Unbounded, &defense.fives);
                let fives: Vec<&str> = step.threat.iter().map(|five| five.name.as_str()).collect();
                format!("{when}{winner} plays {name} and threatens {}", fives.join(" and "))
            }
        };
        self.steps.push(step);
        let at = self.steps.len() - 1;
        if let Some(defense) = &attack.then {
            self.defense(defense, Some(at));
        }
    }

    fn defense(&mut self, defense: &Defense, parent: Option<usize>) {
        let loser = !self.winner;
        for reply in &defense.replies {
            for &point in &reply.points {
                let mut step = Step { parent, ..Step::bare(Area::Unbounded, loser, point) };
                match &reply.answer {
                    Ok(attack) => {
                        self.steps.push(step);
                        let at = self.steps.len() - 1;
                        self.attack(attack, Some(at), None);
                    }
                    Err(foul) => {
                        step.foul = Some(Barred::of(Area::Unbounded, point, *foul));
                        step.sentence = format!("{}, which is a foul, {foul}", step.sentence);
                        self.steps.push(step);
                    }
                }
            }
        }
        // It answers all other replies, and stands where they would.
        self.attack(&defense.otherwise, parent, Some(loser));
    }
}
