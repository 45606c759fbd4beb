//! Review of games: every move valued, mistakes marked, with the better move and the reason.
//!
//! [`review_game`] values every position of a game by proofs of the solver where there are any, else by the player,
//! and judges each move by what it loses ([`Judgement`]):
//!
//! ```
//! use tengen_core::{Area, Color, Position, Rule};
//! use tengen_engine::review::{Judgement, ReviewLimits, review_game};
//!
//! let area = Area::square(15);
//! let start = Position::new(Rule::Freestyle, area).unwrap();
//! let moves = area.parse_points("h8 g8 i8 a15 j8 o1 k8 o15 c3").unwrap();
//! let mut limits = ReviewLimits::default();
//! limits.nodes = Some(2_000);
//! let review = review_game(&start, &moves, &limits, &|| false, &|_| {}).unwrap();
//! assert_eq!(review.side(Color::Black).blunders, 1);
//! assert_eq!(review.moves[8].judgement, Judgement::Blunder);
//! assert_eq!(review.moves[8].reason_text().as_deref(), Some("missed a five"));
//! ```

mod assessor;
mod game_review;
mod game_trace;
mod judgement;
mod move_judge;
mod move_review;
mod review_game;
mod review_limits;
mod review_reason;

pub use game_review::{GameReview, SideReview};
pub use judgement::Judgement;
pub use move_review::MoveReview;
pub use review_game::{ReviewError, ReviewProgress, review_game};
pub use review_limits::ReviewLimits;
pub use review_reason::ReviewReason;
