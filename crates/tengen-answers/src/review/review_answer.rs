//! A review as a response.

use serde::{Deserialize, Serialize};
use tengen_core::{Area, Color, Rule};
use tengen_engine::{
    Value,
    review::{GameReview, Judgement, MoveReview, ReviewReason, SideReview},
};
use tengen_solver::{Explanation, Question};

use crate::{
    solutions::SolutionStep,
    thoughts::Worth,
    wire::{NamedPoint, WireColor, WireRule, WireSize},
};

/// A game reviewed.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Review))]
pub struct ReviewAnswer {
    /// The game.
    pub rule: WireRule,
    /// The size of the board; null if it has no edges.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub area: Option<WireSize>,
    /// The key moves in a line: "2 mistakes: 11 h9 missed a win by fours; ...".
    pub summary: String,
    /// Black and White.
    pub sides: Vec<ReviewedSide>,
    /// The moves up to the end of the game.
    pub moves: Vec<ReviewedMove>,
    /// How many moves come after the end of the game.
    pub after_end: usize,
    /// Positions looked at; playouts at NoGo.
    pub nodes: u64,
}

/// What the moves of a side add up to.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ReviewedSide {
    /// The side.
    pub color: WireColor,
    /// How many moves it made.
    pub moves: usize,
    /// How many of them are inaccuracies.
    pub inaccuracies: usize,
    /// How many are mistakes.
    pub mistakes: usize,
    /// How many are blunders.
    pub blunders: usize,
    /// How good its moves are, from 0 to 1; null if it made none.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub accuracy: Option<f32>,
}

/// A move reviewed.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ReviewedMove {
    /// Its number, from 1.
    pub number: usize,
    /// Who made it.
    pub color: WireColor,
    /// Where.
    pub point: NamedPoint,
    /// What the best move is worth to the side that moves.
    pub before: ReviewedValue,
    /// What this move is worth to it.
    pub after: ReviewedValue,
    /// The winning chances it lost, from 0 to 1.
    pub loss: f32,
    /// What it is.
    pub judgement: WireJudgement,
    /// `?!`, `?` or `??`; empty if it is good.
    pub mark: &'static str,
    /// The best move.
    pub best: NamedPoint,
    /// How play goes on after the best move, that one first.
    pub line: Vec<NamedPoint>,
    /// How play goes on after the move that was played.
    pub continuation: Vec<NamedPoint>,
    /// Why it is marked, as far as it is proven: `foul`, `chokes`, `missed-five`, `missed-fours`, `missed-threats`,
    /// `missed-win`, `ignored-four`, `allowed-fours`, `allowed-threats` or `allowed-win`.
    pub reasons: Vec<&'static str>,
    /// Why it is marked, and what was better, in a sentence; empty if it is not.
    pub sentence: String,
    /// The win that was missed, move by move with reasons.
    pub missed: Vec<SolutionStep>,
    /// The win that the other side has after it, move by move with reasons.
    pub allowed: Vec<SolutionStep>,
}

/// What a move is worth, and the chances.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ReviewedValue {
    /// Whether it is proven.
    #[serde(flatten)]
    pub worth: Worth,
    /// The chances of the side that moves, from 0 to 1.
    pub chances: f32,
}

/// What a move is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Judgement))]
#[serde(rename_all = "lowercase")]
pub enum WireJudgement {
    /// Good.
    Good,
    /// `?!`: it loses 10 % of the winning chances or more.
    Inaccuracy,
    /// `?`: it loses 20 % or more.
    Mistake,
    /// `??`: it loses 30 % or more, throws away a proven win, or is a foul.
    Blunder,
}

impl From<Judgement> for WireJudgement {
    fn from(judgement: Judgement) -> WireJudgement {
        match judgement {
            Judgement::Good => WireJudgement::Good,
            Judgement::Inaccuracy => WireJudgement::Inaccuracy,
            Judgement::Mistake => WireJudgement::Mistake,
            Judgement::Blunder => WireJudgement::Blunder,
        }
    }
}

impl From<SideReview> for ReviewedSide {
    fn from(side: SideReview) -> ReviewedSide {
        ReviewedSide {
            color: side.color.into(),
            moves: side.moves,
            inaccuracies: side.inaccuracies,
            mistakes: side.mistakes,
            blunders: side.blunders,
            accuracy: side.accuracy,
        }
    }
}

impl ReviewAnswer {
    /// A review as it is sent.
    pub fn new(review: &GameReview) -> ReviewAnswer {
        let (rule, area) = (review.rule, review.area);
        ReviewAnswer {
            rule: rule.into(),
            area: WireSize::from_area(area),
            summary: review.summary(),
            sides: Color::ALL.map(|color| review.side(color).into()).to_vec(),
            moves: review.moves.iter().map(|one| ReviewedMove::new(rule, area, one)).collect(),
            after_end: review.after_end,
            nodes: review.nodes,
        }
    }
}

impl ReviewedMove {
    fn new(rule: Rule, area: Area, one: &MoveReview) -> ReviewedMove {
        ReviewedMove {
            number: one.number,
            color: one.color.into(),
            point: NamedPoint::new(area, one.point),
            before: ReviewedValue::new(rule, one.before),
            after: ReviewedValue::new(rule, one.after),
            loss: one.loss,
            judgement: one.judgement.into(),
            mark: one.judgement.mark(),
            best: NamedPoint::new(area, one.best),
            line: NamedPoint::list(area, &one.line),
            continuation: NamedPoint::list(area, &one.continuation),
            reasons: one.reasons.iter().map(|reason: &ReviewReason| reason.word()).collect(),
            sentence: one.sentence(area),
            missed: one.missed.as_ref().map_or_else(Vec::new, |proof| steps(area, proof)),
            allowed: one.allowed.as_ref().map_or_else(Vec::new, |proof| steps(area, proof)),
        }
    }
}

/// The line of a proof, each move with its reason.
fn steps(area: Area, proof: &Explanation) -> Vec<SolutionStep> {
    match proof.by {
        Question::Fours | Question::Threats | Question::Quiet => {
            SolutionStep::with_threats(area, proof.winner, &proof.line)
        }
        Question::Plies(_) | Question::Outcome => SolutionStep::plain(area, &proof.line),
    }
}

impl ReviewedValue {
    fn new(rule: Rule, value: Value) -> ReviewedValue {
        ReviewedValue { worth: Worth::new(rule, value), chances: value.chances() }
    }
}
