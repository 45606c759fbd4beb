//! Forced states: wins, losses and forced replies, read off the threats on the board.

use tengen_core::{
    Axis, Color, Rule,
    shape::{Shape, completions},
};
use tengen_solver::fives::Spot;

use super::{PointRank, SearchBoard};

/// Forced state of the side to move: how far the threats on the board determine its move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ForcedState {
    /// It wins; the number of plies to the five.
    Wins(usize),
    /// It loses; the number of plies to the five.
    Loses(usize),
    /// It must stop a five there.
    Block(Spot),
    /// The other side threatens a straight four, or two fours, whatever happens elsewhere: see
    /// [`parries`].
    Parry,
    /// No move is forced.
    Free,
}

impl ForcedState {
    /// The forced state of the side to move. The game is not over.
    #[inline]
    pub(super) fn new(board: &SearchBoard) -> ForcedState {
        let (own, other) = (board.turn(), !board.turn());
        if board.count(own, PointRank::Five) > 0 {
            return ForcedState::Wins(1);
        }
        match board.count(other, PointRank::Five) {
            0 => {}
            1 => {
                let block = board.threats().fives(other).next().expect("it was counted");
                return if board.is_legal(block) {
                    ForcedState::Block(block)
                } else {
                    ForcedState::Loses(2)
                };
            }
            _ => return ForcedState::Loses(2),
        }
        if board.count(own, PointRank::Straight) > 0 && straights(board, own).next().is_some() {
            return ForcedState::Wins(3);
        }
        if board.count(other, PointRank::Straight) > 0 && firm(board, other).next().is_some() {
            return ForcedState::Parry;
        }
        ForcedState::Free
    }
}

/// Where a stone of `color` makes two ways to a five, and may.
fn straights(board: &SearchBoard, color: Color) -> impl Iterator<Item = Spot> {
    let threats = board.threats();
    threats.all_fours(color).filter(move |&spot| {
        board.rank(spot, color) == PointRank::Straight && threats.is_legal(spot, color)
    })
}

/// Those that no stone elsewhere can make a foul: at renju a white stone may give Black's two threes
/// what they lack to count.
fn firm(board: &SearchBoard, color: Color) -> impl Iterator<Item = Spot> {
    let can_be_foul = board.rule() == Rule::Renju && color == Color::Black;
    straights(board, color).filter(move |&spot| {
        let shapes = board.threats().shapes(spot, color);
        !can_be_foul || shapes.iter().filter(|&&shape| shape == Shape::Three).count() < 2
    })
}

/// The move that wins at once or leaves two ways to a five, if [`ForcedState::new`] says there is one.
pub(super) fn winner(board: &SearchBoard) -> Option<Spot> {
    let turn = board.turn();
    board.threats().fives(turn).next().or_else(|| straights(board, turn).next())
}

/// Adds the moves to `moves` that can help against a straight four or two fours of the other side,
/// if it threatens that: own fours, and the points that every one of the threats needs.
pub(super) fn parries(board: &SearchBoard, moves: &mut Vec<Spot>) {
    let start = moves.len();
    needed_by_all(board, moves);
    for four in board.threats().all_fours(board.turn()) {
        if !moves[start..].contains(&four) {
            moves.push(four);
        }
    }
    if board.rule() == Rule::Renju {
        retain_from(moves, start, |spot| board.is_legal(spot));
    }
}

/// Adds the points that every straight four or two fours of the other side needs.
fn needed_by_all(board: &SearchBoard, moves: &mut Vec<Spot>) {
    let start = moves.len();
    let other = !board.turn();
    let mut threats = firm(board, other);
    if let Some(first) = threats.next() {
        moves.extend(needs(board, first, other));
    }
    for spot in threats {
        if moves.len() == start {
            break;
        }
        let needs: Vec<Spot> = needs(board, spot, other).collect();
        retain_from(moves, start, |spot| needs.contains(&spot));
    }
}

/// Keeps only some of the moves from `start` on.
fn retain_from(moves: &mut Vec<Spot>, start: usize, keep: impl Fn(Spot) -> bool) {
    let mut kept = start;
    for at in start..moves.len() {
        if keep(moves[at]) {
            moves.swap(kept, at);
            kept += 1;
        }
    }
    moves.truncate(kept);
}

/// The points without which a stone of `color` on `spot` does not make two ways to a five: its own,
/// and where the fives would be if there are no more than two.
fn needs(board: &SearchBoard, spot: Spot, color: Color) -> impl Iterator<Item = Spot> {
    let point = board.point(spot);
    let law = board.rule().law(color).expect("a game of fives");
    let fives = move || {
        Axis::ALL.into_iter().flat_map(move |axis| {
            let window = board.threats().board().window(point, axis).seen_by(color);
            completions(window, law).map(move |n| board.spot(point.along(axis, n)))
        })
    };
    let few = if fives().count() > 2 { 0 } else { 2 };
    std::iter::once(spot).chain(fives().take(few))
}

#[cfg(test)]
mod tests {
    use tengen_core::{Area, Point, Position};

    use super::*;
    use crate::playout::Rng;

    /// Random moves close to each other, so that there are threats.
    fn position(random: &mut Rng, rule: Rule) -> Option<Position> {
        let mut position = Position::new(rule, Area::square(11)).ok()?;
        for _ in 0..12 + random.below(14) {
            let mut pick = || 2 + random.below(7) as i32;
            let _ = position.play(Point::new(pick(), pick()));
        }
        position.outcome().is_none().then_some(position)
    }

    #[test]
    fn what_is_said_to_be_won_or_lost_is_and_what_parries_is_all_there_is() {
        let mut random = Rng::stream(11, 0);
        let (mut wins, mut losses, mut parried) = (0, 0, 0);
        for n in 0..20_000 {
            let rule = Rule::FIVES[n % 3];
            let Some(position) = position(&mut random, rule) else { continue };
            let mut board = SearchBoard::new(&position).expect("it suits");
            match ForcedState::new(&board) {
                ForcedState::Wins(plies) => {
                    wins += 1;
                    let spot = winner(&board).expect("it wins");
                    assert!(board.is_legal(spot));
                    board.play(spot);
                    let fives = board.threats().fives(!board.turn()).count();
                    assert!(plies == 1 || plies == 3 && fives >= 2, "{position:?}");
                    assert!(plies == 1 || board.threats().fives(board.turn()).next().is_none());
                }
                ForcedState::Loses(_) => {
                    losses += 1;
                    assert!(board.threats().fives(!board.turn()).next().is_some());
                    for spot in board.threats().empty().collect::<Vec<_>>() {
                        if board.is_legal(spot) {
                            board.play(spot);
                            assert_eq!(
                                ForcedState::new(&board),
                                ForcedState::Wins(1),
                                "{position:?}"
                            );
                            board.undo();
                        }
                    }
                }
                ForcedState::Parry => {
                    parried += 1;
                    let mut moves = Vec::new();
                    parries(&board, &mut moves);
                    for spot in board.threats().empty().collect::<Vec<_>>() {
                        if board.is_legal(spot) && !moves.contains(&spot) {
                            board.play(spot);
                            let forced = ForcedState::new(&board);
                            board.undo();
                            assert!(
                                matches!(forced, ForcedState::Wins(1 | 3)),
                                "{forced:?} {position:?}"
                            );
                        }
                    }
                    assert!(moves.iter().all(|&spot| board.is_legal(spot)));
                }
                ForcedState::Block(spot) => assert!(board.is_legal(spot)),
                ForcedState::Free => {}
            }
        }
        assert!(wins > 150 && losses > 6 && parried > 60, "{wins} {losses} {parried}");
    }

    #[test]
    fn a_threat_that_may_become_a_foul_leaves_all_moves() {
        // Black threatens g7, a four with two threes, one of which does not count: g8 would be two
        // fours. A white stone on e8 ends one of these, and then g7 is a foul.
        let area = Area::square(15);
        let mut position = Position::new(Rule::Renju, area).expect("a board");
        let black = ["e9", "f8", "h6", "g9", "g10", "h8", "i8"];
        let white = ["a1", "o1", "a15", "o15", "h1", "h15", "j8"];
        for name in black.into_iter().zip(white).flat_map(|(b, w)| [b, w]).chain(["j10"]) {
            position.play(area.point(name).expect("a point")).expect("a legal move");
        }
        let mut board = SearchBoard::new(&position).expect("it suits");
        let g7 = board.spot(area.point("g7").expect("a point"));
        assert_eq!(straights(&board, Color::Black).collect::<Vec<_>>(), [g7]);
        assert_eq!(ForcedState::new(&board), ForcedState::Free);
        board.play(board.spot(area.point("e8").expect("a point")));
        assert!(!board.is_legal(g7));
    }
}
