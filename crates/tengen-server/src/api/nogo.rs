//! A whole game of NoGo as frames, to be watched.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use tengen_core as core;
use tengen_engine::{
    nogo::{Limits, Player, Resources, Settings},
    playout::Rng,
};
use utoipa::ToSchema;

use super::view::Chain;
use crate::{
    app::Shared,
    ask::{Answer, Answered, Ask},
    errors::{ApiError, Code, Place},
    wire::{self, Color, Point, Rule, Size, Stone},
};

/// The longest side of a board that is watched.
const MOST_SIDE: u16 = 25;

/// Playouts of the engine at the highest level, for a whole game.
const PLAYOUTS: u64 = 20_000;

/// What a game is to be.
#[derive(Clone, PartialEq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayQuestion {
    /// The size of the board, with sides from 1 to 25.
    pub size: Size,
    /// The stones before the first move; none unless told.
    #[serde(default)]
    pub setup: Option<wire::Setup>,
    /// Who plays Black.
    pub black: Hand,
    /// Who plays White.
    pub white: Hand,
    /// Where chance starts from: the same number gives the same game.
    #[serde(default)]
    pub seed: u64,
}

/// Who plays a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum Hand {
    /// The first legal point in reading order. Its pointer never goes back: a point that is illegal
    /// for a side stays so.
    Scan,
    /// Any legal point, each equally likely.
    Random,
    /// The engine, with little effort.
    Engine {
        /// From 1 to 10.
        #[schema(minimum = 1, maximum = 10)]
        level: u8,
    },
}

/// A whole game.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Film {
    /// The size of the board.
    pub size: Size,
    /// The stones before the first move.
    pub stones: Vec<Stone>,
    /// The chains before the first move.
    pub chains: Vec<Chain>,
    /// The moves.
    pub frames: Vec<Frame>,
    /// Who has no move left at the end, and loses.
    pub stuck: Color,
    /// Who wins.
    pub winner: Color,
    /// The points that the loser looked at in vain at the end, if it scans.
    pub tried: Vec<Point>,
}

/// One move.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Frame {
    /// Its number, from 1.
    pub number: u32,
    /// Who moves.
    pub color: Color,
    /// The empty points that were looked at before and found illegal, in this order: what the pointer
    /// of a scanning player passes.
    pub tried: Vec<Point>,
    /// Where the stone lands.
    pub point: Point,
    /// The pointers of both sides after the move, as numbers of points in reading order; only of
    /// players who scan.
    pub pointers: Pointers,
    /// The ids of the chains that were joined to the chain of the stone and are no more.
    pub joined: Vec<u32>,
    /// The chains as they are now, as far as they changed: that of the stone first, then those of
    /// the other side that lost a liberty.
    pub chains: Vec<Chain>,
}

/// How far the scanning players have come.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, ToSchema)]
pub struct Pointers {
    /// Black's; null if Black does not scan.
    #[schema(required)]
    pub black: Option<u32>,
    /// White's; null if White does not scan.
    #[schema(required)]
    pub white: Option<u32>,
}

/// Plays a whole game of NoGo and tells it as frames: the points that were tried, the stone, the
/// chains that join, their liberties.
#[utoipa::path(
    post,
    path = "/api/nogo/play",
    tag = "nogo",
    request_body = PlayQuestion,
    responses((status = 200, body = Film), (status = "4XX", body = ApiError))
)]
pub(crate) async fn play(app: Shared, Ask(question): Ask<PlayQuestion>) -> Answered<Film> {
    let film = app.short_work(move || question.play()).await??;
    Ok(Answer(film))
}

impl PlayQuestion {
    /// Plays the game.
    ///
    /// # Errors
    ///
    /// If the board, the stones or a level will not do.
    pub fn play(&self) -> Result<Film, ApiError> {
        let Size { width, height } = self.size;
        if width.max(height) > MOST_SIDE {
            let message = format!("a board of {width}x{height}: sides are from 1 to {MOST_SIDE}");
            return Err(ApiError::at(Code::BadSize, message, Place::of_field("size")));
        }
        let position = wire::Position {
            rule: Rule::Nogo,
            area: Some(self.size),
            setup: self.setup.clone(),
            moves: Vec::new(),
        };
        let position = position.start()?;
        let seat = |hand, color, field| Seat::new(hand, color, self, field);
        let seats = [
            seat(self.black, core::Color::Black, "black")?,
            seat(self.white, core::Color::White, "white")?,
        ];
        Ok(Game { chains: Ids::new(&position), position, seats }.play(self.size))
    }
}

struct Game {
    position: core::Position,
    seats: [Seat; 2],
    chains: Ids,
}

impl Game {
    fn play(mut self, size: Size) -> Film {
        let stone = |(core::Point { x, y }, color): (core::Point, core::Color)| Stone {
            x,
            y,
            color: color.into(),
            number: None,
        };
        let stones = self.position.board().stones().into_iter().map(stone).collect();
        let chains = self.chains.all(&self.position);
        let mut frames = Vec::new();
        let tried = loop {
            let turn = self.position.turn();
            let (point, tried) = self.seats[turn as usize].choose(&self.position);
            let Some(point) = point else { break tried };
            self.position.play(point).expect("a chosen point is legal");
            let (joined, chains) = self.chains.put(&self.position, point);
            let [black, white] = &self.seats;
            frames.push(Frame {
                number: frames.len() as u32 + 1,
                color: turn.into(),
                tried: Point::list(tried),
                point: point.into(),
                pointers: Pointers { black: black.pointer(), white: white.pointer() },
                joined,
                chains,
            });
        };
        let stuck = self.position.turn();
        let tried = Point::list(tried);
        Film { size, stones, chains, frames, stuck: stuck.into(), winner: (!stuck).into(), tried }
    }
}

/// A player at the board.
enum Seat {
    Scan { next: usize },
    Random(Rng),
    Engine { player: Box<Player>, playouts: u64 },
}

impl Seat {
    fn new(
        hand: Hand,
        color: core::Color,
        question: &PlayQuestion,
        field: &str,
    ) -> Result<Seat, ApiError> {
        Ok(match hand {
            Hand::Scan => Seat::Scan { next: 0 },
            Hand::Random => Seat::Random(Rng::stream(question.seed, color as u64)),
            Hand::Engine { level } if (1..=10).contains(&level) => {
                let resources =
                    Resources { threads: 1, memory: 8 << 20, seed: question.seed ^ color as u64 };
                let player = Box::new(Player::new(Settings::STRONG, resources));
                let points = u64::from(question.size.width) * u64::from(question.size.height);
                let playouts = (PLAYOUTS * u64::from(level) / 10 / points.max(1)).clamp(2, 2_000);
                Seat::Engine { player, playouts }
            }
            Hand::Engine { level } => {
                let message = format!("level {level}: there are levels from 1 to 10");
                return Err(ApiError::at(Code::BadValue, message, Place::of_field(field)));
            }
        })
    }

    /// Where to play, if there is a legal point; and the empty points that were found illegal.
    fn choose(&mut self, position: &core::Position) -> (Option<core::Point>, Vec<core::Point>) {
        match self {
            Seat::Scan { next } => scan(position, next),
            Seat::Random(random) => {
                let legal = position.legal_points();
                let point = (!legal.is_empty()).then(|| legal[random.below(legal.len())]);
                (point, Vec::new())
            }
            Seat::Engine { player, playouts } => {
                // The time is for slow machines alone: a game that meets it is not repeated.
                let time = Some(Duration::from_millis(200));
                let limits = Limits { playouts: Some(*playouts), time, ..Limits::default() };
                let thought = player
                    .think(position, &limits, &|| false, &mut |_| {})
                    .expect("the board is one of its own");
                let best = thought.candidates.first().map(|candidate| candidate.point);
                (best.or_else(|| position.legal_points().first().copied()), Vec::new())
            }
        }
    }

    fn pointer(&self) -> Option<u32> {
        match self {
            Seat::Scan { next } => Some(*next as u32),
            Seat::Random(_) | Seat::Engine { .. } => None,
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

/// Chains by numbers that stay theirs through a game.
struct Ids {
    width: usize,
    /// By point in reading order.
    of: Vec<Option<u32>>,
    next: u32,
}

impl Ids {
    fn new(position: &core::Position) -> Ids {
        let area = position.board().area();
        let core::Area::Bounded { width, .. } = area else { unreachable!("nogo has edges") };
        let width = usize::from(width);
        let mut ids = Ids { width, of: vec![None; area.size().unwrap_or(0)], next: 0 };
        for (point, _) in position.board().stones() {
            if ids.id(point).is_none() {
                let chain = chain(position, point);
                ids.name(&chain.stones, ids.next);
                ids.next += 1;
            }
        }
        ids
    }

    fn index(&self, point: core::Point) -> usize {
        point.y as usize * self.width + point.x as usize
    }

    fn id(&self, point: core::Point) -> Option<u32> {
        self.of[self.index(point)]
    }

    fn name(&mut self, stones: &[core::Point], id: u32) {
        for &stone in stones {
            let index = self.index(stone);
            self.of[index] = Some(id);
        }
    }

    fn told(&self, chain: &core::Chain) -> Chain {
        Chain {
            id: self.id(chain.stones[0]).expect("every chain has a number"),
            color: chain.color.into(),
            stones: Point::list(chain.stones.iter().copied()),
            liberties: Point::list(chain.liberties.iter().copied()),
        }
    }

    fn all(&self, position: &core::Position) -> Vec<Chain> {
        let mut chains: Vec<Chain> = Vec::new();
        for (point, _) in position.board().stones() {
            if chains.iter().all(|chain| Some(chain.id) != self.id(point)) {
                chains.push(self.told(&chain(position, point)));
            }
        }
        chains
    }

    /// Takes in the stone on `point`: which chains are no more, and which have changed. The largest
    /// of those that join keeps its number.
    fn put(&mut self, position: &core::Position, point: core::Point) -> (Vec<u32>, Vec<Chain>) {
        let own = chain(position, point);
        let around = [(0, -1), (-1, 0), (1, 0), (0, 1)]
            .map(|(x, y)| core::Point::new(point.x + x, point.y + y))
            .into_iter()
            .filter(|&near| position.board().cell(near).stone().is_some());
        let (mut joined, mut others): (Vec<u32>, Vec<core::Point>) = (Vec::new(), Vec::new());
        for near in around {
            let id = self.id(near).expect("every stone has a number");
            if position.board().cell(near).stone() == Some(own.color) {
                if !joined.contains(&id) {
                    joined.push(id);
                }
            } else if others.iter().all(|&other| self.id(other) != Some(id)) {
                others.push(near);
            }
        }
        let size = |id: &u32| self.of.iter().filter(|&&of| of == Some(*id)).count();
        let kept = joined.iter().copied().max_by_key(|id| (size(id), u32::MAX - id));
        let id = kept.unwrap_or_else(|| {
            self.next += 1;
            self.next - 1
        });
        joined.retain(|&other| other != id);
        self.name(&own.stones, id);
        let mut changed = vec![self.told(&own)];
        changed.extend(others.iter().map(|&near| self.told(&chain(position, near))));
        (joined, changed)
    }
}

fn chain(position: &core::Position, point: core::Point) -> core::Chain {
    let chains = position.chains().expect("it is nogo");
    chains.chain(point).expect("there is a stone")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    fn question(side: u16, black: Hand, white: Hand, seed: u64) -> PlayQuestion {
        let square = Size { width: side, height: side };
        PlayQuestion { size: square, setup: None, black, white, seed }
    }

    /// Replays a film by its frames alone and compares every board with the rules.
    fn check(film: &Film) {
        let area = Size::area(Some(film.size));
        let mut position = core::Position::new(core::Rule::NoGo, area).unwrap();
        let mut chains: BTreeMap<u32, Chain> = BTreeMap::new();
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
            let ids = Ids::new(&position);
            let plain = |chain: &Chain| (chain.stones.clone(), chain.liberties.clone());
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
        let engine = Hand::Engine { level: 2 };
        let hands = [Hand::Scan, Hand::Random, engine];
        for (number, black) in hands.into_iter().enumerate() {
            for white in hands {
                for side in [1, 2, 5, 7] {
                    check(&question(side, black, white, number as u64).play().unwrap());
                }
            }
        }
        check(&question(19, Hand::Random, Hand::Scan, 3).play().unwrap());
    }

    #[test]
    fn scanning_plays_as_the_simulator_does() {
        for side in [2, 3, 6, 11] {
            let film = question(side, Hand::Scan, Hand::Scan, 0).play().unwrap();
            let mut moves = Vec::new();
            let mut wide = tengen_engine::playout::Wide::new(core::Area::square(side)).unwrap();
            wide.scan(&mut |point, _| moves.push(Point::from(point)));
            let shown: Vec<Point> = film.frames.iter().map(|frame| frame.point).collect();
            assert_eq!(shown, moves);
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_game() {
        let film = |seed| question(9, Hand::Random, Hand::Random, seed).play().unwrap();
        assert_eq!(film(5), film(5));
        assert_ne!(film(5), film(6));
    }
}
