//! Players at the board.

use std::time::Duration;

use tengen_core as core;
use tengen_engine::{
    Limits, Resources, SearchRequest,
    nogo::{MctsSettings, NoGoPlayer},
    playout::Rng,
};

use super::{FilmPlayerKind, PlayQuestion};
use crate::{error::ApiError, search_limits};

/// A player at the board.
pub(super) enum FilmPlayer {
    Scan { next: usize },
    Random(Rng),
    Engine { player: Box<NoGoPlayer>, playouts: u64 },
}

impl FilmPlayer {
    pub(super) fn new(
        kind: FilmPlayerKind,
        color: core::Color,
        question: &PlayQuestion,
        field: &str,
    ) -> Result<FilmPlayer, ApiError> {
        Ok(match kind {
            FilmPlayerKind::Scan => FilmPlayer::Scan { next: 0 },
            FilmPlayerKind::Random => FilmPlayer::Random(Rng::stream(question.seed, color as u64)),
            FilmPlayerKind::Engine { level } => {
                let level = search_limits::level(Some(level), field)?;
                let resources =
                    Resources { threads: 1, memory: 8 << 20, seed: question.seed ^ color as u64 };
                // Quick games are alike everywhere, also where a page has not loaded the network.
                let player = NoGoPlayer::with_settings(resources, MctsSettings::NETLESS);
                let points = u64::from(question.size.width) * u64::from(question.size.height);
                FilmPlayer::Engine {
                    player: Box::new(player),
                    playouts: level.quick_playouts(points),
                }
            }
        })
    }

    /// Where to play, if there is a legal point; and the empty points that were found illegal.
    pub(super) fn choose(
        &mut self,
        position: &core::Position,
    ) -> (Option<core::Point>, Vec<core::Point>) {
        match self {
            FilmPlayer::Scan { next } => scan(position, next),
            FilmPlayer::Random(random) => {
                let legal = position.legal_points();
                let point = (!legal.is_empty()).then(|| legal[random.below(legal.len())]);
                (point, Vec::new())
            }
            FilmPlayer::Engine { player, playouts } => {
                // The time is for slow machines alone: a game that meets it is not repeated.
                let time = Some(Duration::from_millis(200));
                let limits = Limits { nodes: Some(*playouts), time, ..Limits::default() };
                let thought = player
                    .think(SearchRequest::new(position, &limits))
                    .expect("the board is one of its own");
                let best = thought.candidates.first().map(|candidate| candidate.point);
                (best.or_else(|| position.legal_points().first().copied()), Vec::new())
            }
        }
    }

    pub(super) fn pointer(&self) -> Option<u32> {
        match self {
            FilmPlayer::Scan { next } => Some(*next as u32),
            FilmPlayer::Random(_) | FilmPlayer::Engine { .. } => None,
        }
    }
}

/// The first legal point from the pointer on.
fn scan(position: &core::Position, next: &mut usize) -> (Option<core::Point>, Vec<core::Point>) {
    let board = position.board();
    let mut tried = Vec::new();
    for point in board.area().points().skip(*next) {
        if position.may_play(point).is_ok() {
            return (Some(point), tried);
        }
        *next += 1;
        if board.cell(point) == core::Cell::Empty {
            tried.push(point);
        }
    }
    (None, tried)
}
