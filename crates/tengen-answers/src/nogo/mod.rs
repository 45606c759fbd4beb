//! A whole game of NoGo as frames, to be watched.

mod chain_ids;
mod player;

use serde::{Deserialize, Serialize};
use tengen_core as core;

use chain_ids::ChainIds;
use player::FilmPlayer;

use crate::{
    cancel::Cancel,
    error::{ApiError, ErrorCode},
    view::WireChain,
    wire::{WireColor, WirePoint, WirePosition, WireRule, WireSetup, WireSize, WireStone},
};

/// The longest side of a board that is watched.
const MOST_SIDE: u16 = 25;

/// What a game is to be.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct PlayQuestion {
    /// The size of the board, with sides from 1 to 25.
    pub size: WireSize,
    /// The stones before the first move. Default: none.
    #[serde(default)]
    pub setup: Option<WireSetup>,
    /// Who plays Black.
    pub black: FilmPlayerKind,
    /// Who plays White.
    pub white: FilmPlayerKind,
    /// Where chance starts from: the same number gives the same game.
    #[serde(default)]
    pub seed: u64,
}

/// Who plays a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Hand))]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum FilmPlayerKind {
    /// The first legal point in reading order. Its pointer never goes back: a point that is illegal
    /// for a side stays so.
    Scan,
    /// Any legal point, each equally likely.
    Random,
    /// The engine, with little effort.
    Engine {
        /// From 1 to 10.
        #[cfg_attr(feature = "openapi", schema(minimum = 1, maximum = 10))]
        level: u8,
    },
}

/// A whole game.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Film))]
pub struct NoGoFilm {
    /// The size of the board.
    pub size: WireSize,
    /// The stones before the first move.
    pub stones: Vec<WireStone>,
    /// The chains before the first move.
    pub chains: Vec<WireChain>,
    /// The moves.
    pub frames: Vec<NoGoFrame>,
    /// Who has no move left at the end, and loses.
    pub stuck: WireColor,
    /// Who wins.
    pub winner: WireColor,
    /// The points that the loser looked at in vain at the end, if it scans.
    pub tried: Vec<WirePoint>,
}

/// One move.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Frame))]
pub struct NoGoFrame {
    /// Its number, from 1.
    pub number: u32,
    /// Who moves.
    pub color: WireColor,
    /// The empty points that were looked at before and found illegal, in this order: what the pointer
    /// of a scanning player passes.
    pub tried: Vec<WirePoint>,
    /// Where the stone lands.
    pub point: WirePoint,
    /// The pointers of both sides after the move, as numbers of points in reading order; only of
    /// players who scan.
    pub pointers: Pointers,
    /// The ids of the chains that were joined to the chain of the stone and are no more.
    pub joined: Vec<u32>,
    /// The chains as they are now, as far as they changed: that of the stone first, then those of
    /// the other side that lost a liberty.
    pub chains: Vec<WireChain>,
}

/// How far the scanning players have come.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Pointers {
    /// Black's; null if Black does not scan.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub black: Option<u32>,
    /// White's; null if White does not scan.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub white: Option<u32>,
}

impl PlayQuestion {
    /// Answers `/api/nogo/play`: plays the game.
    ///
    /// # Errors
    ///
    /// If the board, the stones or a level will not do.
    pub fn play(&self, cancel: &Cancel<'_>) -> Result<NoGoFilm, ApiError> {
        let WireSize { width, height } = self.size;
        if width.max(height) > MOST_SIDE {
            let message = format!("a board of {width}x{height}: sides are from 1 to {MOST_SIDE}");
            return Err(ApiError::in_field(ErrorCode::BadSize, "size", message));
        }
        let position = WirePosition {
            rule: WireRule::NoGo,
            area: Some(self.size),
            setup: self.setup.clone(),
            moves: Vec::new(),
        };
        let position = position.start()?;
        let player = |kind, color, field| FilmPlayer::new(kind, color, self, field);
        let players = [
            player(self.black, core::Color::Black, "black")?,
            player(self.white, core::Color::White, "white")?,
        ];
        FilmedGame { chains: ChainIds::new(&position), position, players }.play(self.size, cancel)
    }
}

struct FilmedGame {
    position: core::Position,
    players: [FilmPlayer; 2],
    chains: ChainIds,
}

impl FilmedGame {
    fn play(mut self, size: WireSize, cancel: &Cancel<'_>) -> Result<NoGoFilm, ApiError> {
        let stones = WireStone::list(&self.position.board().stones());
        let chains = self.chains.all(&self.position);
        let mut frames = Vec::new();
        let tried = loop {
            cancel.check()?;
            let turn = self.position.turn();
            let (point, tried) = self.players[turn as usize].choose(&self.position);
            let Some(point) = point else { break tried };
            self.position.play(point).expect("a chosen point is legal");
            let (joined, chains) = self.chains.put(&self.position, point);
            let [black, white] = &self.players;
            frames.push(NoGoFrame {
                number: frames.len() as u32 + 1,
                color: turn.into(),
                tried: WirePoint::list(tried),
                point: point.into(),
                pointers: Pointers { black: black.pointer(), white: white.pointer() },
                joined,
                chains,
            });
        };
        let stuck = self.position.turn();
        let tried = WirePoint::list(tried);
        let winner = (!stuck).into();
        Ok(NoGoFilm { size, stones, chains, frames, stuck: stuck.into(), winner, tried })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    fn question(
        side: u16,
        black: FilmPlayerKind,
        white: FilmPlayerKind,
        seed: u64,
    ) -> PlayQuestion {
        let square = WireSize { width: side, height: side };
        PlayQuestion { size: square, setup: None, black, white, seed }
    }

    /// Replays a film by its frames alone and compares every board with the rules.
    fn check(film: &NoGoFilm) {
        let area = WireSize::area(Some(film.size));
        let mut position = core::Position::new(core::Rule::NoGo, area).unwrap();
        let mut chains: BTreeMap<u32, WireChain> = BTreeMap::new();
        for frame in &film.frames {
            assert_eq!(frame.color, position.turn().into());
            for &tried in &frame.tried {
                let illegal = position.may_play(tried.into());
                assert!(matches!(illegal, Err(core::Illegal::Chokes(_))), "{illegal:?}");
            }
            position.play(frame.point.into()).unwrap();
            for id in &frame.joined {
                assert!(chains.remove(id).is_some());
            }
            for chain in &frame.chains {
                chains.insert(chain.id, chain.clone());
            }
            let ids = ChainIds::new(&position);
            let plain = |chain: &WireChain| (chain.stones.clone(), chain.liberties.clone());
            let mut shown: Vec<_> = chains.values().map(plain).collect();
            let mut real: Vec<_> = ids.all(&position).iter().map(plain).collect();
            shown.sort_by_key(|(stones, _)| (stones[0].y, stones[0].x));
            real.sort_by_key(|(stones, _)| (stones[0].y, stones[0].x));
            assert_eq!(shown, real);
        }
        assert_eq!(position.outcome(), Some(core::Outcome::Won(film.winner.into())));
        assert_ne!(film.stuck, film.winner);
    }

    #[test]
    fn frames_alone_make_the_game() {
        let engine = FilmPlayerKind::Engine { level: 2 };
        let kinds = [FilmPlayerKind::Scan, FilmPlayerKind::Random, engine];
        for (number, black) in kinds.into_iter().enumerate() {
            for white in kinds {
                for side in [1, 2, 5, 7] {
                    check(
                        &question(side, black, white, number as u64).play(&Cancel::NEVER).unwrap(),
                    );
                }
            }
        }
        check(
            &question(19, FilmPlayerKind::Random, FilmPlayerKind::Scan, 3)
                .play(&Cancel::NEVER)
                .unwrap(),
        );
    }

    #[test]
    fn scanning_plays_as_the_simulator_does() {
        for side in [2, 3, 6, 11] {
            let film = question(side, FilmPlayerKind::Scan, FilmPlayerKind::Scan, 0)
                .play(&Cancel::NEVER)
                .unwrap();
            let mut moves = Vec::new();
            let mut wide = tengen_engine::playout::Wide::new(core::Area::square(side)).unwrap();
            wide.scan(&mut |point, _| moves.push(WirePoint::from(point)));
            let shown: Vec<WirePoint> = film.frames.iter().map(|frame| frame.point).collect();
            assert_eq!(shown, moves);
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_game() {
        let film = |seed| {
            question(9, FilmPlayerKind::Random, FilmPlayerKind::Random, seed)
                .play(&Cancel::NEVER)
                .unwrap()
        };
        assert_eq!(film(5), film(5));
        assert_ne!(film(5), film(6));
    }

    #[test]
    fn a_game_that_is_cancelled_ends() {
        let cancel = Cancel::new(&|| true);
        let game = question(9, FilmPlayerKind::Scan, FilmPlayerKind::Scan, 0);
        assert_eq!(game.play(&cancel).unwrap_err(), Cancel::error());
    }
}
