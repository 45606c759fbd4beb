//! A game as a manager sends it: stones in their order, and whose turn it is.

use tengen_core::{Area, Color, Illegal, Outcome, Point, Position, Rule, Setup};
use tengen_notation::gomocup;

/// The board of a conversation.
///
/// It does not know its rule, which may change at any time; a [`Position`] is made of it for each
/// question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct BrainGame {
    area: Area,
    stones: Vec<(Point, Color)>,
    turn: Color,
}

impl BrainGame {
    /// An empty board.
    pub(super) fn new(area: Area) -> BrainGame {
        BrainGame { area, stones: Vec::new(), turn: Color::Black }
    }

    pub(super) fn area(&self) -> Area {
        self.area
    }

    pub(super) fn stones(&self) -> &[(Point, Color)] {
        &self.stones
    }

    /// This board with other stones on it, the brain to move.
    ///
    /// Who moved first is Black. The numbers of stones imply who that was, since not every manager
    /// sends them in order; where they do not, because one side made more moves than the other, it
    /// is the side of the first stone.
    pub(super) fn with_stones(&self, stones: &[gomocup::BlockStone]) -> Result<BrainGame, String> {
        let mut own = Vec::new();
        for stone in stones {
            own.push(match stone.field {
                Some(1) => true,
                Some(2) => false,
                Some(_) => {
                    return Err(format!(
                        "{} is of field 3, and a game that goes on after a win is not played here",
                        gomocup::format_point(stone.point)
                    ));
                }
                None => {
                    return Err(format!(
                        "whose stone is {0}? write {0},1 or {0},2",
                        gomocup::format_point(stone.point)
                    ));
                }
            });
        }
        let owned = own.iter().filter(|&&own| own).count();
        let others = own.len() - owned;
        let turn = match others.checked_sub(owned) {
            Some(0) => Color::Black,
            Some(1) => Color::White,
            _ if own[0] => Color::Black,
            _ => Color::White,
        };
        let color = |own: bool| if own { turn } else { !turn };
        let stones = stones.iter().zip(own).map(|(stone, own)| (stone.point, color(own)));
        let game = BrainGame { area: self.area, stones: stones.collect(), turn };
        game.check_points()?;
        Ok(game)
    }

    /// This board with the stones of an opening on it, Black's and White's in turn.
    pub(super) fn with_opening(&self, stones: &[gomocup::BlockStone]) -> Result<BrainGame, String> {
        let colors = [Color::Black, Color::White].into_iter().cycle();
        let stones = stones.iter().zip(colors).map(|(stone, color)| (stone.point, color));
        let stones: Vec<(Point, Color)> = stones.collect();
        let turn = if stones.len().is_multiple_of(2) { Color::Black } else { Color::White };
        let game = BrainGame { area: self.area, stones, turn };
        game.check_points()?;
        Ok(game)
    }

    /// Whether all stones are on points of their own.
    fn check_points(&self) -> Result<(), String> {
        for (number, &(point, _)) in self.stones.iter().enumerate() {
            if !self.area.contains(point) {
                return Err(outside(point, self.area));
            }
            if self.stones[..number].iter().any(|&(other, _)| other == point) {
                return Err(format!("there are two stones on {}", gomocup::format_point(point)));
            }
        }
        Ok(())
    }

    /// The position under `rule`, if it can be gone on from.
    pub(super) fn position(&self, rule: Rule) -> Result<Position, String> {
        let setup = Setup { area: self.area, stones: self.stones.clone(), turn: self.turn };
        let position = Position::from_setup(rule, &setup).map_err(|error| error.to_string())?;
        match position.outcome() {
            None => Ok(position),
            Some(Outcome::Won(color)) => Err(format!("the game is over: {color} has won")),
            Some(Outcome::Drawn) => Err("the game is over: the board is full".to_owned()),
        }
    }

    /// Puts a stone of the side to move.
    pub(super) fn play(&mut self, point: Point, rule: Rule) -> Result<(), String> {
        let position = self.position(rule)?;
        position.may_play(point).map_err(|illegal| match illegal {
            Illegal::Outside => outside(point, self.area),
            Illegal::Occupied => format!("{} has a stone already", gomocup::format_point(point)),
            illegal => format!("{} is illegal: {illegal}", gomocup::format_point(point)),
        })?;
        self.stones.push((point, self.turn));
        self.turn = !self.turn;
        Ok(())
    }

    /// Takes the last stone back, which must be on `point`.
    pub(super) fn take_back(&mut self, point: Point) -> Result<(), String> {
        match self.stones.last() {
            None => Err("there is no stone to take back".to_owned()),
            Some(&(last, _)) if last != point => Err(format!(
                "the last stone is on {}, not on {}",
                gomocup::format_point(last),
                gomocup::format_point(point)
            )),
            Some(&(_, color)) => {
                self.stones.pop();
                self.turn = color;
                Ok(())
            }
        }
    }
}

fn outside(point: Point, area: Area) -> String {
    format!("{} is outside the {area} board", gomocup::format_point(point))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stone(x: i32, y: i32, field: u8) -> gomocup::BlockStone {
        gomocup::BlockStone { point: Point::new(x, y), field: Some(field) }
    }

    fn turn(fields: &[u8]) -> Color {
        let stones: Vec<gomocup::BlockStone> =
            fields.iter().enumerate().map(|(x, &field)| stone(x as i32, 0, field)).collect();
        BrainGame::new(Area::square(15)).with_stones(&stones).unwrap().turn
    }

    #[test]
    fn the_numbers_of_stones_tell_the_color_in_any_order() {
        assert_eq!(turn(&[]), Color::Black);
        assert_eq!(turn(&[2]), Color::White);
        assert_eq!(turn(&[1, 2]), Color::Black);
        assert_eq!(turn(&[2, 1]), Color::Black, "out of order");
        assert_eq!(turn(&[1, 2, 2]), Color::White, "out of order");
    }

    #[test]
    fn where_the_numbers_do_not_tell_the_first_stone_does() {
        assert_eq!(turn(&[1]), Color::Black);
        assert_eq!(turn(&[1, 2, 1]), Color::Black);
        assert_eq!(turn(&[2, 2]), Color::White);
        assert_eq!(turn(&[1, 2, 2, 2]), Color::Black);
    }

    #[test]
    fn stones_are_taken_back_from_the_last_one() {
        let mut game = BrainGame::new(Area::square(5));
        let [first, second] = [Point::new(1, 1), Point::new(2, 1)];
        game.play(first, Rule::Renju).unwrap();
        game.play(second, Rule::Renju).unwrap();
        let played = game.clone();
        assert_eq!(game.take_back(first).unwrap_err(), "the last stone is on 2,1, not on 1,1");
        assert_eq!(game, played);
        game.take_back(second).unwrap();
        game.take_back(first).unwrap();
        assert_eq!(game.take_back(first).unwrap_err(), "there is no stone to take back");
        assert_eq!(game, BrainGame::new(Area::square(5)));
    }
}
