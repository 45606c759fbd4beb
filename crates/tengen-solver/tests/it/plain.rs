//! NoGo by trying everything: no chains, no regions, no table but one entry for each position.

use tengen_core::{Area, Color, Point, Position, Rule, Setup};

/// A board whose positions are numbered: one digit to the base of three for each point.
pub(crate) struct Plain {
    pub(crate) width: usize,
    pub(crate) height: usize,
    /// For each position and turn: 0 unknown, 1 the side to move loses, 2 it wins.
    known: Vec<u8>,
}

impl Plain {
    pub(crate) fn new(width: usize, height: usize) -> Plain {
        let positions = 3usize.pow((width * height) as u32);
        Plain { width, height, known: vec![0; 2 * positions] }
    }

    pub(crate) fn positions(&self) -> usize {
        self.known.len() / 2
    }

    /// The stones of a position: 0 none, 1 black, 2 white.
    pub(crate) fn stones(&self, mut code: usize) -> Vec<u8> {
        let mut stones = Vec::new();
        for _ in 0..self.width * self.height {
            stones.push((code % 3) as u8);
            code /= 3;
        }
        stones
    }

    fn code(stones: &[u8]) -> usize {
        stones.iter().rev().fold(0, |code, &stone| 3 * code + usize::from(stone))
    }

    fn around(&self, at: usize) -> Vec<usize> {
        let (x, y, width) = (at % self.width, at / self.width, self.width);
        let mut around = Vec::new();
        if x > 0 {
            around.push(at - 1);
        }
        if x + 1 < width {
            around.push(at + 1);
        }
        if y > 0 {
            around.push(at - width);
        }
        if y + 1 < self.height {
            around.push(at + width);
        }
        around
    }

    /// Whether every chain has a liberty.
    pub(crate) fn all_breathe(&self, stones: &[u8]) -> bool {
        let mut breathes: Vec<bool> = (0..stones.len())
            .map(|at| stones[at] == 0 || self.around(at).iter().any(|&next| stones[next] == 0))
            .collect();
        // Breath goes from stone to stone of one color.
        loop {
            let helped = (0..stones.len()).find(|&at| {
                let same = |&next: &usize| stones[next] == stones[at] && breathes[next];
                !breathes[at] && self.around(at).iter().any(same)
            });
            match helped {
                Some(at) => breathes[at] = true,
                None => return breathes.iter().all(|&breathes| breathes),
            }
        }
    }

    /// Whether the side to move (1 black, 2 white) wins.
    pub(crate) fn wins(&mut self, stones: &mut Vec<u8>, turn: u8) -> bool {
        let place = 2 * Plain::code(stones) + usize::from(turn) - 1;
        if self.known[place] == 0 {
            let mut wins = false;
            for at in 0..stones.len() {
                if stones[at] == 0 {
                    stones[at] = turn;
                    wins |= self.all_breathe(stones) && !self.wins(stones, 3 - turn);
                    stones[at] = 0;
                }
            }
            self.known[place] = 1 + u8::from(wins);
        }
        self.known[place] == 2
    }

    /// The position as the solver takes it, on a larger board if there is a frame: walls of dead
    /// points and stones of both colors that have no influence.
    pub(crate) fn position(&self, stones: &[u8], turn: u8) -> Position {
        let area = Area::Bounded { width: self.width as u16, height: self.height as u16 };
        let color = |stone: u8| if stone == 1 { Color::Black } else { Color::White };
        let point = |at: usize| Point::new((at % self.width) as i32, (at / self.width) as i32);
        let placed = (0..stones.len()).filter(|&at| stones[at] != 0);
        let stones = placed.map(|at| (point(at), color(stones[at]))).collect();
        Position::from_setup(Rule::NoGo, &Setup { area, stones, turn: color(turn) }).unwrap()
    }
}
