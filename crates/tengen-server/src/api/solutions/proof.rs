//! A win as a tree that can be stepped through.

use tengen_core::{Point, Position};
use tengen_solver::fives::Win;

use super::Step;

/// No more steps are told.
const MOST_STEPS: usize = 5_000;

/// Every move of the winner and every reply that is not lost at once; and whether there were more.
pub(super) fn tree(position: &Position, win: &Win) -> (Vec<Step>, bool) {
    let mut teller = Teller { win, steps: Vec::new(), cut: false };
    let mut position = position.clone();
    if position.turn() == win.winner {
        teller.attack(&mut position, None);
    } else {
        let parries = win.parries(&position);
        teller.replies(&mut position, &parries, None);
    }
    (teller.steps, teller.cut)
}

struct Teller<'a> {
    win: &'a Win,
    steps: Vec<Step>,
    cut: bool,
}

impl Teller<'_> {
    /// Adds a step and says where it stands; nowhere if there are too many.
    fn add(&mut self, step: Step) -> Option<usize> {
        if self.steps.len() >= MOST_STEPS {
            self.cut = true;
            return None;
        }
        self.steps.push(step);
        Some(self.steps.len() - 1)
    }

    /// The winner is to move.
    fn attack(&mut self, position: &mut Position, parent: Option<usize>) {
        let Some(told) = self.win.attack(position) else { return };
        let step = Step { parent, ..Step::attack(position.board().area(), &told) };
        if let Some(at) = self.add(step) {
            position.play(told.point).expect("a winning move is legal");
            self.replies(position, &told.replies, Some(at));
            position.undo();
        }
    }

    /// The loser is to move.
    fn replies(&mut self, position: &mut Position, replies: &[Point], parent: Option<usize>) {
        let area = position.board().area();
        for &reply in replies {
            let before = parent.map(|parent| &self.steps[parent]);
            let step = Step::reply(area, position.turn(), reply, before);
            let Some(at) = self.add(Step { parent, ..step }) else { return };
            position.play(reply).expect("a reply is legal");
            self.attack(position, Some(at));
            position.undo();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::{WireColor, WirePoint};
    use tengen_core::{Area, Color, Rule};
    use tengen_solver::{
        Budget,
        fives::{By, Solver},
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
        let verdict =
            Solver::new(1 << 24).solve(&position, By::Threats, &mut Budget::unlimited()).unwrap();
        let win = verdict.win.expect("black wins by threats");
        assert_eq!(win.winner, Color::Black);
        let (steps, cut) = tree(&position, &win);
        assert!(!cut && steps.len() > 3, "{}", steps.len());
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
