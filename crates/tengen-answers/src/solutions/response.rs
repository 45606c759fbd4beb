//! What the solver found, as a response.

use serde::Serialize;
use tengen_core::{self as core, Area};
use tengen_solver::{
    Question, SolverAnswer, Stopped, Undecided,
    fives::{Decision, FivesDanger},
};

use super::SolutionStep;
use crate::{
    check::CheckAnswer,
    wire::{NamedPoint, WireColor},
};

/// What was found: the event `solution`.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Solution {
    /// Whether something was found.
    pub answer: SolutionState,
    /// Who wins, if it is known.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub winner: Option<WireColor>,
    /// Whether the side to move wins by fours.
    pub fours: ThreatKnowledge,
    /// Whether the side to move wins by threats.
    pub threats: ThreatKnowledge,
    /// Whether the side to move wins by threats with quiet moves between them. That it does not is never shown.
    pub quiet: ThreatKnowledge,
    /// Why there is no answer.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub why: Option<String>,
    /// The reason as a code for programs.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub why_code: Option<Unfinished>,
    /// The line in which the loser holds out longest.
    pub line: Vec<SolutionStep>,
    /// The proof as a tree: every reply that is not lost at once, and what answers it. A step names the
    /// step it follows; those that follow none are first moves.
    pub tree: Vec<SolutionStep>,
    /// Whether the tree was too large to be sent whole.
    pub cut: bool,
    /// What the other side threatens, if the side to move does not win.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub danger: Option<WireDanger>,
    /// At NoGo: all moves that win.
    pub winning: Vec<NamedPoint>,
    /// Whether the position could have come about, if that was asked.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub reach: Option<CheckAnswer>,
    /// Where the game could still be saved, if that was asked.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub saved: Option<Saved>,
    /// Positions looked at.
    pub nodes: u64,
    /// Time spent.
    pub elapsed_ms: u64,
}

/// Whether something was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Answered))]
#[serde(rename_all = "lowercase")]
pub enum SolutionState {
    /// Somebody wins: `winner` says who.
    Won,
    /// Nobody wins in the way that was asked about.
    None,
    /// It is not decided: `why` says why.
    Open,
    /// The question was no question of winning: `reach` or `saved` has the answer.
    Told,
}

/// Why a search did not find out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Unfinished {
    /// As many positions as allowed were looked at.
    Nodes,
    /// The time was up.
    Time,
    /// As much was remembered as allowed.
    Memory,
    /// Somebody stopped it.
    Stopped,
    /// Nobody wins within as many moves as are searched at all.
    Horizon,
    /// There are too many places where a five could be made.
    TooMany,
    /// The board is too large.
    TooLarge,
}

impl From<Stopped> for Unfinished {
    fn from(why: Stopped) -> Unfinished {
        match why {
            Stopped::Nodes => Unfinished::Nodes,
            Stopped::Time => Unfinished::Time,
            Stopped::Memory => Unfinished::Memory,
            Stopped::Asked => Unfinished::Stopped,
        }
    }
}

impl From<Undecided> for Unfinished {
    fn from(why: Undecided) -> Unfinished {
        match why {
            Undecided::Stopped(why) => why.into(),
            Undecided::Horizon => Unfinished::Horizon,
            _ => Unfinished::TooMany,
        }
    }
}

/// How far a search has come: the event `progress`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Progress))]
pub struct SolutionProgress {
    /// Positions looked at.
    pub nodes: u64,
    /// Time spent.
    pub elapsed_ms: u64,
}

/// What is known of whether a side wins in one way.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Known))]
#[serde(rename_all = "kebab-case")]
pub enum ThreatKnowledge {
    /// It does.
    Wins,
    /// It does not.
    Fails,
    /// It does not with moves near the stones; the board has no edges.
    FailsNear,
    /// It is not decided.
    Open,
    /// It was not asked.
    Unasked,
}

impl From<Decision> for ThreatKnowledge {
    fn from(known: Decision) -> ThreatKnowledge {
        match known {
            Decision::Wins => ThreatKnowledge::Wins,
            Decision::Fails => ThreatKnowledge::Fails,
            Decision::FailsNear => ThreatKnowledge::FailsNear,
            Decision::Open(_) => ThreatKnowledge::Open,
            Decision::Unasked => ThreatKnowledge::Unasked,
        }
    }
}

/// What the other side threatens.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Danger))]
pub struct WireDanger {
    /// The fours by which it would win.
    pub line: Vec<NamedPoint>,
    /// The moves that parry them.
    pub parries: Vec<WireParry>,
}

/// A move that parries a threat.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Parry))]
pub struct WireParry {
    /// The move.
    pub point: NamedPoint,
    /// Whether the other side wins by threats all the same.
    pub threats: ThreatKnowledge,
}

/// Where a game could still be saved.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Saved {
    /// Who lost.
    pub loser: WireColor,
    /// The number of the move that lost the game, from 1; null if no move of the loser is known to have
    /// been the one.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub number: Option<usize>,
    /// The move that was played.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub played: Option<NamedPoint>,
    /// Moves that were there in its place and that no threats refute.
    pub instead: Vec<WireParry>,
    /// How the win goes after the move that was played.
    pub line: Vec<SolutionStep>,
}

impl Solution {
    /// That nothing was found.
    pub(super) fn nothing() -> Solution {
        Solution {
            answer: SolutionState::None,
            winner: None,
            fours: ThreatKnowledge::Unasked,
            threats: ThreatKnowledge::Unasked,
            quiet: ThreatKnowledge::Unasked,
            why: None,
            why_code: None,
            line: Vec::new(),
            tree: Vec::new(),
            cut: false,
            danger: None,
            winning: Vec::new(),
            reach: None,
            saved: None,
            nodes: 0,
            elapsed_ms: 0,
        }
    }

    /// What the solver answered about a position on a board of `area`.
    pub fn new(area: Area, answer: &SolverAnswer) -> Solution {
        let mut solution = Solution {
            fours: answer.fours.into(),
            threats: answer.threats.into(),
            quiet: answer.quiet.into(),
            danger: answer.danger.as_ref().map(|danger| WireDanger::new(area, danger)),
            winning: NamedPoint::list(area, &answer.winning_moves),
            ..Solution::nothing()
        };
        if let Some(explanation) = &answer.explanation {
            solution.answer = SolutionState::Won;
            solution.winner = Some(explanation.winner.into());
            solution.line = match explanation.by {
                Question::Fours | Question::Threats | Question::Quiet => {
                    SolutionStep::with_threats(area, explanation.winner, &explanation.line)
                }
                Question::Plies(_) | Question::Outcome => {
                    SolutionStep::plain(area, &explanation.line)
                }
            };
            solution.tree = match explanation.by {
                Question::Plies(_) => {
                    SolutionStep::within_plies(area, explanation.winner, &explanation.tree)
                }
                _ => SolutionStep::with_threats(area, explanation.winner, &explanation.tree),
            };
            solution.cut = explanation.is_cut;
        } else if let Some(why) = answer.undecided {
            solution.leave_open(&why, why.into());
        }
        solution
    }

    /// Says that the question is not decided, and why.
    pub(super) fn leave_open(&mut self, why: &dyn std::fmt::Display, code: Unfinished) {
        self.answer = SolutionState::Open;
        self.why = Some(why.to_string());
        self.why_code = Some(code);
    }
}

impl WireDanger {
    pub(super) fn new(area: Area, danger: &FivesDanger) -> WireDanger {
        let parry = |&(point, known)| WireParry::new(area, point, known);
        WireDanger {
            line: NamedPoint::list(area, &danger.line),
            parries: danger.parries.iter().map(parry).collect(),
        }
    }
}

impl WireParry {
    /// A parry, and what is known of the other side's threats after it.
    pub(super) fn new(area: Area, point: core::Point, known: Decision) -> WireParry {
        WireParry { point: NamedPoint::new(area, point), threats: known.into() }
    }
}
