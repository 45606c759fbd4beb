//! Who wins the position of every row, as far as the solver finds out.

use std::time::Duration;

use arrow_array::{
    ArrayRef,
    builder::{BinaryBuilder, Int64Builder, StringBuilder},
};
use arrow_schema::Field;
use tengen_core::{Area, Color, Outcome, Point, Position, Rule};
use tengen_solver::{Budget, Question, Undecided, fives::By, nogo::NoGoSolver, solve};

use crate::{
    QuestionRows, RowError,
    answer_columns::{AnswerColumns, answer_columns},
    question_rows::spell_moves,
    table_answers::{TableQuestion, with_row_and_error},
};

/// Who wins the position of a row: by fours or threats at five-in-a-row, with best play at NoGo.
///
/// `winner` is null if no win is known; `undecided` then says which limit was reached, or is null if
/// all was tried. `by` is `fours`, `threats`, `quiet`, `outcome`, or `over` if the game is over. Every row is solved
/// with empty tables, so that its answer depends on nothing but the row and the limits; a limit of time
/// is the exception.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct SolveQuestion {
    /// By what a side may win at five-in-a-row.
    pub by: By,
    /// The most nodes of a row.
    pub nodes: u64,
    /// The most time of a row.
    pub time: Option<Duration>,
    /// The most memory of a row in bytes.
    pub memory: usize,
    /// Whether a proof is written.
    pub proof: bool,
}

impl Default for SolveQuestion {
    fn default() -> SolveQuestion {
        SolveQuestion {
            by: By::Threats,
            nodes: 1_000_000,
            time: None,
            memory: 64 << 20,
            proof: false,
        }
    }
}

answer_columns! {
    SolveColumns {
        winner: StringBuilder = "winner";
        by: StringBuilder = "by";
        plies: Int64Builder = "plies";
        first: StringBuilder = "move";
        line: StringBuilder = "line";
        nodes: Int64Builder = "nodes";
        undecided: StringBuilder = "undecided";
    }
}

answer_columns! {
    ProvedColumns {
        proof: BinaryBuilder = "proof";
    }
}

/// The columns of solutions and of proofs beside them.
#[derive(Default)]
struct SolutionColumns<const PROOF: bool> {
    solution: SolveColumns,
    proof: ProvedColumns,
}

impl<const PROOF: bool> AnswerColumns for SolutionColumns<PROOF> {
    fn fields() -> Vec<Field> {
        let mut fields = SolveColumns::fields();
        if PROOF {
            fields.append(&mut ProvedColumns::fields());
        }
        fields
    }

    fn end_row(&mut self, rows: usize) {
        self.solution.end_row(rows);
        self.proof.end_row(rows);
    }

    fn finish(self) -> Vec<ArrayRef> {
        let mut columns = self.solution.finish();
        if PROOF {
            columns.append(&mut self.proof.finish());
        }
        columns
    }
}

/// What was found out about a position.
#[derive(Default)]
struct RowSolution {
    winner: Option<Color>,
    by: Option<&'static str>,
    line: Vec<Point>,
    undecided: Option<Undecided>,
    proof: Option<Vec<u8>>,
}

impl SolveQuestion {
    fn solve(&self, position: &Position, budget: &mut Budget<'_>) -> Result<RowSolution, RowError> {
        if let Some(outcome) = position.outcome() {
            let winner = match outcome {
                Outcome::Won(winner) => Some(winner),
                Outcome::Drawn => None,
            };
            return Ok(RowSolution { winner, by: Some("over"), ..RowSolution::default() });
        }
        let question = match (position.rule(), self.by) {
            (Rule::NoGo, _) => Question::Outcome,
            (_, By::Fours) => Question::Fours,
            (_, By::Threats) => Question::Threats,
            (_, By::QuietMoves) => Question::Quiet,
        };
        let answer =
            solve(position, question, budget).map_err(|error| RowError::new(error.to_string()))?;
        let mut solution = RowSolution {
            winner: answer.winner,
            undecided: answer.undecided,
            ..RowSolution::default()
        };
        if let Some(explanation) = &answer.explanation {
            solution.by = Some(match explanation.by {
                Question::Fours => "fours",
                Question::Threats => "threats",
                Question::Quiet => "quiet",
                Question::Outcome | Question::Plies(_) => "outcome",
            });
            solution.line = explanation.line.iter().map(|step| step.point).collect();
            if self.proof {
                let mut proof = Vec::new();
                let is_written = if let Some(win) = &answer.win {
                    win.prove(position, &mut proof).is_ok()
                } else {
                    let mut solver = NoGoSolver::new(budget.memory());
                    solver.prove(position, budget, &mut proof).is_ok()
                };
                // A win whose proof is too long for the budget has none.
                solution.proof = is_written.then_some(proof);
            }
        }
        Ok(solution)
    }

    fn answer_with<const PROOF: bool>(&self, rows: &QuestionRows<'_>) -> Vec<ArrayRef> {
        let stop = || rows.is_cancelled();
        rows.each_position::<SolutionColumns<PROOF>>(|position, columns| {
            let mut budget =
                Budget::unlimited().memory_up_to(self.memory).nodes_up_to(self.nodes).asking(&stop);
            if let Some(time) = self.time {
                budget = budget.time(time);
            }
            let solution = self.solve(position, &mut budget)?;
            columns.solution.add(&solution, position.board().area(), budget.nodes());
            if let Some(proof) = &solution.proof {
                columns.proof.proof.append_value(proof);
            }
            Ok(())
        })
    }
}

impl SolveColumns {
    fn add(&mut self, solution: &RowSolution, area: Area, nodes: u64) {
        if let Some(winner) = solution.winner {
            self.winner.append_value(winner.to_string());
            self.plies.append_value(solution.line.len() as i64);
            self.line.append_value(spell_moves(area, solution.line.iter().copied()));
        }
        if let Some(by) = solution.by {
            self.by.append_value(by);
        }
        if let Some(&first) = solution.line.first() {
            self.first.append_value(area.name(first));
        }
        self.nodes.append_value(nodes as i64);
        if let Some(why) = solution.undecided {
            self.undecided.append_value(why.to_string());
        }
    }
}

impl TableQuestion for SolveQuestion {
    fn fields(&self) -> Vec<Field> {
        if self.proof {
            with_row_and_error::<SolutionColumns<true>>()
        } else {
            with_row_and_error::<SolutionColumns<false>>()
        }
    }

    fn rows_at_once(&self) -> usize {
        16
    }

    fn answer(&self, rows: &QuestionRows<'_>) -> Vec<ArrayRef> {
        if self.proof { self.answer_with::<true>(rows) } else { self.answer_with::<false>(rows) }
    }
}
