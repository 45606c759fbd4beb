//! The plain twin of a state, for the themes that compare with it.

use tengen_core::{Area, Color, Point, Rule, Setup, naive};
use tengen_engine::playout::State;

pub(crate) fn area(width: u16, height: u16) -> Area {
    Area::Bounded { width, height }
}

/// Stones, whose turn it is, and the plain rules.
#[derive(Clone)]
pub(crate) struct Plain {
    pub(crate) area: Area,
    pub(crate) stones: naive::Stones,
    pub(crate) turn: Color,
}

impl Plain {
    pub(crate) fn new(area: Area) -> Plain {
        Plain { area, stones: naive::Stones::new(), turn: Color::Black }
    }

    pub(crate) fn legal(&self, point: Point, color: Color) -> bool {
        naive::may_play(Rule::NoGo, self.area, &self.stones, point, color)
    }

    /// The legal points of `color`, by number.
    pub(crate) fn all_legal(&self, color: Color) -> Vec<usize> {
        let points = self.area.points().enumerate();
        points.filter(|(_, point)| self.legal(*point, color)).map(|(number, _)| number).collect()
    }

    pub(crate) fn point(&self, number: usize) -> Point {
        let Area::Bounded { width, .. } = self.area else { unreachable!() };
        let width = usize::from(width);
        Point::new((number % width) as i32, (number / width) as i32)
    }

    pub(crate) fn play(&mut self, number: usize) {
        let point = self.point(number);
        assert!(self.legal(point, self.turn), "{} may not play {number}", self.turn);
        self.stones.insert(point, self.turn);
        self.turn = !self.turn;
    }

    pub(crate) fn setup(&self) -> Setup {
        let mut stones: Vec<(Point, Color)> =
            self.stones.iter().map(|(&point, &color)| (point, color)).collect();
        stones.sort_unstable();
        Setup { area: self.area, stones, turn: self.turn }
    }

    pub(crate) fn state(&self) -> State {
        State::from_setup(&self.setup()).unwrap()
    }
}
