//! What the threats on the board leave to the side to move.

use tengen_core::{
    Axis, Color, Rule,
    shape::{Shape, completions},
};
use tengen_solver::fives::Spot;

use super::{Field, Rank};

/// What the side to move can still choose from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Plight {
    /// It wins, with the last of so many plies.
    Wins(usize),
    /// It loses, with the last of so many plies.
    Loses(usize),
    /// It must stop a five there.
    Block(Spot),
    /// The other side threatens a straight four, or two fours, whatever happens elsewhere: see
    /// [`parries`].
    Parry,
    /// It may do what it likes.
    Free,
}

impl Plight {
    /// What the side to move of `field` can choose from. The game is not over.
    #[inline]
    pub(super) fn of(field: &Field) -> Plight {
        let (own, other) = (field.turn(), !field.turn());
        if field.count(own, Rank::Five) > 0 {
            return Plight::Wins(1);
        }
        match field.count(other, Rank::Five) {
            0 => {}
            1 => {
                let block = field.threats().fives(other).next().expect("it was counted");
                return if field.is_legal(block) { Plight::Block(block) } else { Plight::Loses(2) };
            }
            _ => return Plight::Loses(2),
        }
        if field.count(own, Rank::Straight) > 0 && straights(field, own).next().is_some() {
            return Plight::Wins(3);
        }
        if field.count(other, Rank::Straight) > 0 && firm(field, other).next().is_some() {
            return Plight::Parry;
        }
        Plight::Free
    }
}

/// Where a stone of `color` makes two ways to a five, and may.
fn straights(field: &Field, color: Color) -> impl Iterator<Item = Spot> {
    let threats = field.threats();
    threats.all_fours(color).filter(move |&spot| {
        field.rank(spot, color) == Rank::Straight && threats.is_legal(spot, color)
    })
}

/// Those that no stone elsewhere can make a foul: at renju a white stone may give Black's two threes
/// what they lack to count.
fn firm(field: &Field, color: Color) -> impl Iterator<Item = Spot> {
    let can_be_foul = field.rule() == Rule::Renju && color == Color::Black;
    straights(field, color).filter(move |&spot| {
        let shapes = field.threats().shapes(spot, color);
        !can_be_foul || shapes.iter().filter(|&&shape| shape == Shape::Three).count() < 2
    })
}

/// The move that wins at once or leaves two ways to a five, if [`Plight::of`] says there is one.
pub(super) fn winner(field: &Field) -> Option<Spot> {
    let turn = field.turn();
    field.threats().fives(turn).next().or_else(|| straights(field, turn).next())
}

/// Adds the moves to `moves` that can help against a straight four or two fours of the other side,
/// if it threatens that: own fours, and the points that every one of the threats needs.
pub(super) fn parries(field: &Field, moves: &mut Vec<Spot>) {
    let start = moves.len();
    needed_by_all(field, moves);
    for four in field.threats().all_fours(field.turn()) {
        if !moves[start..].contains(&four) {
            moves.push(four);
        }
    }
    if field.rule() == Rule::Renju {
        retain_from(moves, start, |spot| field.is_legal(spot));
    }
}

/// Adds the points that every straight four or two fours of the other side needs.
fn needed_by_all(field: &Field, moves: &mut Vec<Spot>) {
    let start = moves.len();
    let other = !field.turn();
    let mut threats = firm(field, other);
    if let Some(first) = threats.next() {
        moves.extend(needs(field, first, other));
    }
    for spot in threats {
        if moves.len() == start {
            break;
        }
        let needs: Vec<Spot> = needs(field, spot, other).collect();
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
fn needs(field: &Field, spot: Spot, color: Color) -> impl Iterator<Item = Spot> {
    let point = field.point(spot);
    let law = field.rule().law(color).expect("a game of fives");
    let fives = move || {
        Axis::ALL.into_iter().flat_map(move |axis| {
            let window = field.threats().board().window(point, axis).seen_by(color);
            completions(window, law).map(move |n| field.spot(point.along(axis, n)))
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
            let mut field = Field::of(&position).expect("it suits");
            match Plight::of(&field) {
                Plight::Wins(plies) => {
                    wins += 1;
                    let spot = winner(&field).expect("it wins");
                    assert!(field.is_legal(spot));
                    field.play(spot);
                    let fives = field.threats().fives(!field.turn()).count();
                    assert!(plies == 1 || plies == 3 && fives >= 2, "{position:?}");
                    assert!(plies == 1 || field.threats().fives(field.turn()).next().is_none());
                }
                Plight::Loses(_) => {
                    losses += 1;
                    assert!(field.threats().fives(!field.turn()).next().is_some());
                    for spot in field.threats().empty().collect::<Vec<_>>() {
                        if field.is_legal(spot) {
                            field.play(spot);
                            assert_eq!(Plight::of(&field), Plight::Wins(1), "{position:?}");
                            field.undo();
                        }
                    }
                }
                Plight::Parry => {
                    parried += 1;
                    let mut moves = Vec::new();
                    parries(&field, &mut moves);
                    for spot in field.threats().empty().collect::<Vec<_>>() {
                        if field.is_legal(spot) && !moves.contains(&spot) {
                            field.play(spot);
                            let plight = Plight::of(&field);
                            field.undo();
                            assert!(
                                matches!(plight, Plight::Wins(1 | 3)),
                                "{plight:?} {position:?}"
                            );
                        }
                    }
                    assert!(moves.iter().all(|&spot| field.is_legal(spot)));
                }
                Plight::Block(spot) => assert!(field.is_legal(spot)),
                Plight::Free => {}
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
        let mut field = Field::of(&position).expect("it suits");
        let g7 = field.spot(area.point("g7").expect("a point"));
        assert_eq!(straights(&field, Color::Black).collect::<Vec<_>>(), [g7]);
        assert_eq!(Plight::of(&field), Plight::Free);
        field.play(field.spot(area.point("e8").expect("a point")));
        assert!(!field.is_legal(g7));
    }
}
