//! What a game of NoGo keeps besides its stones: the chains, and where each side can still play.

use crate::{Area, Board, Cell, Chains, Color, Point};

/// The chains of a game, and for each side a point before which it has no legal one.
///
/// A point that is illegal for a side stays so for the rest of the game, so the search for a legal
/// point goes on where the last one ended: over a whole game it looks at each point once.
#[derive(Clone, Debug)]
pub(crate) struct Nogo {
    chains: Chains,
    width: usize,
    size: usize,
    /// By side, in reading order.
    next: [usize; 2],
    /// What `next` was before each stone.
    log: Vec<[usize; 2]>,
}

impl Nogo {
    /// No stones. `None` if there is no end to `area`.
    pub(crate) fn new(area: Area) -> Option<Nogo> {
        let Area::Bounded { width, .. } = area else { return None };
        Some(Nogo {
            chains: Chains::new(area)?,
            width: usize::from(width),
            size: area.size()?,
            next: [0; 2],
            log: Vec::new(),
        })
    }

    pub(crate) fn chains(&self) -> &Chains {
        &self.chains
    }

    pub(crate) fn put(&mut self, point: Point, color: Color) {
        self.chains.put(point, color);
        self.log.push(self.next);
    }

    pub(crate) fn undo(&mut self) {
        self.chains.undo();
        self.next = self.log.pop().expect("a stone was put");
    }

    /// Whether `color` has a legal point. The stones are those of `board`.
    pub(crate) fn can_move(&mut self, board: &Board, color: Color) -> bool {
        let legal = |&number: &usize| {
            let point = Point::new((number % self.width) as i32, (number / self.width) as i32);
            board.cell(point) == Cell::Empty && self.chains.breathes(point, color).is_ok()
        };
        let next = (self.next[color as usize]..self.size).find(legal);
        self.next[color as usize] = next.unwrap_or(self.size);
        next.is_some()
    }
}
