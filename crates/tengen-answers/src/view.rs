//! The heartbeat of the page: all that there is to see of a position.

use std::collections::BTreeSet;

use serde::Serialize;
use tengen_core::{self as core, Area, Axis, Cell, renju};
use tengen_referee::End;

use crate::{
    error::ApiError,
    wire::{
        NamedPoint, WireColor, WireLine, WirePoint, WirePosition, WireRule, WireSize, WireStone,
    },
};

/// All that there is to see of a position.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = View))]
pub struct PositionView {
    /// The game.
    pub rule: WireRule,
    /// The size of the board; null if it has no edges.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub area: Option<WireSize>,
    /// The side to move, or that would be if the game were not over.
    pub turn: WireColor,
    /// The stones: those that were set up in reading order, then the moves.
    pub stones: Vec<WireStone>,
    /// How the game ended; null while it goes on.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub ending: Option<GameEnding>,
    /// At renju, where Black may not play, whoever is to move.
    pub forbidden: Vec<ForbiddenPoint>,
    /// At NoGo, the empty points where the side to move may not play.
    pub illegal: Vec<IllegalPoint>,
    /// At NoGo, who may still play where; null at other games.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub playable: Option<PlayablePoints>,
    /// At NoGo, the chains.
    pub chains: Vec<WireChain>,
    /// The last move.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub last: Option<NamedPoint>,
    /// The names of the columns from the left; none on a board without edges.
    pub columns: Vec<String>,
    /// The names of the rows from the top; none on a board without edges.
    pub rows: Vec<String>,
    /// A hash of the stones and the turn, in hexadecimal.
    pub hash: String,
}

/// How a game ended.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Ending))]
pub struct GameEnding {
    /// Who won; null if nobody did.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub winner: Option<WireColor>,
    /// By what.
    pub reason: EndReason,
    /// The lines that won.
    pub lines: Vec<WireLine>,
}

impl GameEnding {
    /// How a game ended on the board; none while it goes on.
    pub fn new(position: &core::Position) -> Option<GameEnding> {
        let outcome = position.outcome()?;
        let rule = position.rule();
        let winner = match outcome {
            core::Outcome::Won(color) => Some(color),
            core::Outcome::Drawn => None,
        };
        let reason = match (winner, rule) {
            (None, _) => EndReason::FullBoard,
            (Some(_), core::Rule::NoGo) => EndReason::NoMove,
            (Some(_), _) => EndReason::Five,
        };
        let lines = core::lines(position.board());
        let wins = |line: &core::Line| Some(line.color) == winner && line.wins(rule);
        let lines = lines.into_iter().filter(wins).map(WireLine::five).collect();
        Some(GameEnding { winner: winner.map(WireColor::from), reason, lines })
    }
}

/// What ended a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Reason))]
#[serde(rename_all = "kebab-case")]
pub enum EndReason {
    /// A line that wins.
    Five,
    /// At NoGo, the side to move has no move left and loses.
    NoMove,
    /// Every point has a stone.
    FullBoard,
}

impl From<EndReason> for End {
    fn from(reason: EndReason) -> End {
        match reason {
            EndReason::Five => End::Five,
            EndReason::NoMove => End::NoMove,
            EndReason::FullBoard => End::FullBoard,
        }
    }
}

/// A point where Black may not play.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Forbidden))]
pub struct ForbiddenPoint {
    /// The column.
    pub x: i32,
    /// The row.
    pub y: i32,
    /// Why.
    pub kind: WireFoul,
    /// The lines that make it, the new stone among their points.
    pub lines: Vec<WireLine>,
}

/// Why Black may not play on a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Foul))]
#[serde(rename_all = "lowercase")]
pub enum WireFoul {
    /// Two threes.
    Three,
    /// Two fours.
    Four,
    /// Six or more in a row.
    Six,
}

impl From<renju::Foul> for WireFoul {
    fn from(foul: renju::Foul) -> WireFoul {
        match foul {
            renju::Foul::DoubleThree => WireFoul::Three,
            renju::Foul::DoubleFour => WireFoul::Four,
            renju::Foul::Overline => WireFoul::Six,
        }
    }
}

/// A point where the side to move may not play at NoGo.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Illegal))]
pub struct IllegalPoint {
    /// The column.
    pub x: i32,
    /// The row.
    pub y: i32,
    /// Whose chain would have no liberty.
    pub chokes: WireColor,
}

/// The empty points of a game of NoGo by who may play there, whoever is to move. A point that is closed to a side stays
/// so: whoever has more points of their own has more moves left when the common ones are gone.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Playable))]
pub struct PlayablePoints {
    /// Where Black alone may play.
    pub black: Vec<WirePoint>,
    /// Where White alone may play.
    pub white: Vec<WirePoint>,
    /// Where both may.
    pub both: Vec<WirePoint>,
    /// Where nobody may.
    pub nobody: Vec<WirePoint>,
}

/// A chain of stones at NoGo.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Chain))]
pub struct WireChain {
    /// A number of its own in this position.
    pub id: u32,
    /// Whose it is.
    pub color: WireColor,
    /// Its stones in reading order.
    pub stones: Vec<WirePoint>,
    /// The empty points next to it in reading order.
    pub liberties: Vec<WirePoint>,
}

/// Answers `/api/view`: what there is to see of a position.
///
/// # Errors
///
/// If there is no such position.
pub fn view(position: &WirePosition) -> Result<PositionView, ApiError> {
    Ok(PositionView::new(&position.open()?))
}

impl PositionView {
    /// What there is to see of `position`.
    pub fn new(position: &core::Position) -> PositionView {
        let area = position.board().area();
        let (columns, rows) = names(area);
        PositionView {
            rule: position.rule().into(),
            area: WireSize::from_area(area),
            turn: position.turn().into(),
            stones: stones(position),
            ending: GameEnding::new(position),
            forbidden: forbidden(position),
            illegal: illegal(position),
            playable: playable(position),
            chains: chains(position),
            last: position.moves().last().map(|&point| NamedPoint::new(area, point)),
            columns,
            rows,
            hash: format!("{:016x}", position.zobrist_hash()),
        }
    }
}

fn stones(position: &core::Position) -> Vec<WireStone> {
    let moves = position.moves();
    let played: BTreeSet<core::Point> = moves.iter().copied().collect();
    let set_up = position.board().stones().into_iter().filter(|(point, _)| !played.contains(point));
    let mut stones: Vec<WireStone> = set_up.map(WireStone::from).collect();
    let mut color = if moves.len().is_multiple_of(2) { position.turn() } else { !position.turn() };
    for (number, &point) in (1..).zip(moves) {
        stones.push(WireStone { number: Some(number), ..(point, color).into() });
        color = !color;
    }
    stones
}

/// Where Black may not play, and why.
fn forbidden(position: &core::Position) -> Vec<ForbiddenPoint> {
    if position.rule() != core::Rule::Renju || position.outcome().is_some() {
        return Vec::new();
    }
    let board = position.board();
    let explain = |(point, _): (core::Point, renju::Foul)| {
        let (foul, lines) = renju::explain_foul(board, point).expect("the foul was just found");
        let lines = lines.iter().filter_map(WireLine::part).collect();
        ForbiddenPoint { x: point.x, y: point.y, kind: foul.into(), lines }
    };
    fouls(board).into_iter().map(explain).collect()
}

/// The fouls of a board, in reading order. A foul needs black stones on its lines, so that only points
/// near one are looked at.
pub fn fouls(board: &core::Board) -> Vec<(core::Point, renju::Foul)> {
    let black = board.stones().into_iter().filter(|&(_, color)| color == core::Color::Black);
    let near = black.flat_map(|(stone, _)| {
        Axis::ALL.into_iter().flat_map(move |axis| (-4..=4).map(move |n| stone.along(axis, n)))
    });
    let mut points: Vec<core::Point> =
        near.filter(|&point| board.cell(point) == Cell::Empty).collect();
    points.sort_unstable();
    points.dedup();
    points.into_iter().filter_map(|point| Some((point, renju::foul(board, point)?))).collect()
}

fn illegal(position: &core::Position) -> Vec<IllegalPoint> {
    let Some(chains) = position.chains() else { return Vec::new() };
    let board = position.board();
    let choked = |point: core::Point| {
        let chokes = chains.breathes(point, position.turn()).err()?;
        Some(IllegalPoint { x: point.x, y: point.y, chokes: chokes.into() })
    };
    let empty = board.area().points().filter(|&point| board.cell(point) == Cell::Empty);
    empty.filter_map(choked).collect()
}

fn playable(position: &core::Position) -> Option<PlayablePoints> {
    let chains = position.chains()?;
    let board = position.board();
    let mut points = PlayablePoints::default();
    for point in board.area().points().filter(|&point| board.cell(point) == Cell::Empty) {
        let may = |color| chains.breathes(point, color).is_ok();
        let of = match (may(core::Color::Black), may(core::Color::White)) {
            (true, true) => &mut points.both,
            (true, false) => &mut points.black,
            (false, true) => &mut points.white,
            (false, false) => &mut points.nobody,
        };
        of.push(point.into());
    }
    Some(points)
}

fn chains(position: &core::Position) -> Vec<WireChain> {
    let wire_chain = |(number, chain): (usize, core::Chain)| WireChain {
        id: number as u32,
        color: chain.color.into(),
        stones: WirePoint::list(chain.stones),
        liberties: WirePoint::list(chain.liberties),
    };
    all_chains(position).into_iter().enumerate().map(wire_chain).collect()
}

/// The chains of a position of NoGo, in reading order; none of other games.
pub(crate) fn all_chains(position: &core::Position) -> Vec<core::Chain> {
    let Some(chains) = position.chains() else { return Vec::new() };
    let mut seen: BTreeSet<core::Point> = BTreeSet::new();
    let mut found = Vec::new();
    for (point, _) in position.board().stones() {
        if !seen.contains(&point) {
            let chain = chains.chain(point).expect("there is a stone");
            seen.extend(chain.stones.iter().copied());
            found.push(chain);
        }
    }
    found
}

/// The names of columns and rows.
fn names(area: Area) -> (Vec<String>, Vec<String>) {
    let Area::Bounded { width, height } = area else { return (Vec::new(), Vec::new()) };
    let letters = |name: String| name.trim_end_matches(|c: char| c.is_ascii_digit()).to_owned();
    let column = |x| letters(area.name(core::Point::new(i32::from(x), 0)));
    ((0..width).map(column).collect(), (1..=height).rev().map(|row| row.to_string()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::WireAxis;
    use tengen_core::Drawing;

    fn open(rule: core::Rule, drawing: &str) -> PositionView {
        let drawing: Drawing = drawing.parse().unwrap();
        let setup = core::Setup::from_board(&drawing.board(), core::Color::Black);
        PositionView::new(&core::Position::from_setup(rule, &setup).unwrap())
    }

    #[test]
    fn a_double_three_is_shown_with_its_two_lines() {
        let view = open(
            core::Rule::Renju,
            ". . . . . . . . .\n. . . . . . . . .\n. . . . . . . . .\n. . . . x . . . .\n\
             . . . x . x . . .\n. . . . x . . . .\n. . . . . . . . .\n. . . . . . . . .\n\
             . . . . . . . . .",
        );
        assert_eq!(view.forbidden.len(), 1);
        let ForbiddenPoint { x, y, kind, lines } = &view.forbidden[0];
        assert_eq!((*x, *y, *kind), (4, 4, WireFoul::Three));
        let axes: Vec<WireAxis> = lines.iter().map(|line| line.axis).collect();
        assert_eq!(axes, [WireAxis::Row, WireAxis::Column]);
        assert!(lines.iter().all(|line| line.points.len() == 3));
        assert!(lines.iter().all(|line| line.points.contains(&WirePoint { x: 4, y: 4 })));
    }

    #[test]
    fn fouls_are_those_of_the_rules_on_every_point() {
        // The look near stones against a look at the whole board, in random games.
        let mut random = tengen_engine::playout::Rng::new(7);
        for _ in 0..200 {
            let mut position = core::Position::new(core::Rule::Renju, Area::square(9)).unwrap();
            for _ in 0..random.below(50) {
                let legal = position.legal_points();
                if legal.is_empty() {
                    break;
                }
                position.play(legal[random.below(legal.len())]).unwrap();
            }
            let board = position.board();
            let fouls = board.area().points().filter(|&point| {
                position.outcome().is_none()
                    && board.cell(point) == Cell::Empty
                    && renju::foul(board, point).is_some()
            });
            let view = PositionView::new(&position);
            let shown = view.forbidden.iter().map(|at| core::Point::new(at.x, at.y));
            assert!(shown.eq(fouls), "{:?}", position.moves());
            assert!(view.forbidden.iter().all(|at| !at.lines.is_empty()));
        }
    }

    #[test]
    fn nogo_shows_chains_with_their_liberties_and_where_not_to_play() {
        let view = open(core::Rule::NoGo, "o x .\n. x .\n. . .");
        let sizes: Vec<usize> = view.chains.iter().map(|chain| chain.stones.len()).collect();
        assert_eq!(sizes, [1, 2]);
        assert_eq!(view.chains[0].liberties, [WirePoint { x: 0, y: 1 }]);
        let illegal = IllegalPoint { x: 0, y: 1, chokes: WireColor::White };
        assert_eq!(view.illegal, [illegal]);
    }

    #[test]
    fn who_may_play_where_is_what_the_rules_say_of_either_side() {
        let mut random = tengen_engine::playout::Rng::new(5);
        for _ in 0..50 {
            let mut position = core::Position::new(core::Rule::NoGo, Area::square(6)).unwrap();
            for _ in 0..random.below(30) {
                let legal = position.legal_points();
                if legal.is_empty() {
                    break;
                }
                position.play(legal[random.below(legal.len())]).unwrap();
            }
            let playable = PositionView::new(&position).playable.unwrap();
            let legal = |turn| {
                let setup = core::Setup::from_board(position.board(), turn);
                let position = core::Position::from_setup(core::Rule::NoGo, &setup).unwrap();
                let mut points = WirePoint::list(position.legal_points());
                points.sort_unstable_by_key(|at| (at.y, at.x));
                points
            };
            let shown = |own: &[WirePoint]| {
                let mut points = [own, playable.both.as_slice()].concat();
                points.sort_unstable_by_key(|at| (at.y, at.x));
                points
            };
            assert_eq!(shown(&playable.black), legal(core::Color::Black));
            assert_eq!(shown(&playable.white), legal(core::Color::White));
            let PlayablePoints { black, white, both, nobody } = &playable;
            let stones = position.board().stones().len();
            assert_eq!(black.len() + white.len() + both.len() + nobody.len() + stones, 36);
        }
        assert_eq!(open(core::Rule::Renju, ". . .").playable, None);
    }

    #[test]
    fn a_won_game_shows_its_line_and_its_numbers() {
        let mut position = core::Position::new(core::Rule::Freestyle, Area::square(15)).unwrap();
        for x in 0..4 {
            position.play(core::Point::new(x, 0)).unwrap();
            position.play(core::Point::new(x, 5)).unwrap();
        }
        position.play(core::Point::new(4, 0)).unwrap();
        let view = PositionView::new(&position);
        let ending = view.ending.unwrap();
        assert_eq!((ending.winner, ending.reason), (Some(WireColor::Black), EndReason::Five));
        assert_eq!(ending.lines[0].points.len(), 5);
        assert_eq!(view.last.unwrap().name, "e15");
        let numbers: Vec<u32> = view.stones.iter().filter_map(|stone| stone.number).collect();
        assert_eq!(numbers, (1..=9).collect::<Vec<u32>>());
        assert_eq!((view.columns[0].as_str(), view.rows[0].as_str()), ("a", "15"));
    }
}
