//! The places where a five could be made, kept up to date while stones are put and lifted.
//!
//! Stones are only ever added to the first position, so a place that is not open there never opens,
//! and a board is not needed: a stone changes the count of every place it is on.

use tengen_core::{Color, Point};

use super::sweep::OpenPlace;

/// The number of a point that is in some place.
pub(super) type Id = u32;

/// The most stones that a place may need to be kept.
pub(super) const MOST_NEED: usize = 4;

#[derive(Debug)]
pub(super) struct PlaceIndex {
    /// The points, in reading order, and after them those that were added, also in reading order.
    points: Vec<Point>,
    first_added: usize,
    /// Where in `touches` those of each point begin, and the end.
    starts: Vec<u32>,
    touches: Vec<Touch>,
    color: Vec<Color>,
    /// The points that were empty in the first position; those too many repeat the last.
    cells: Vec<[Id; MOST_NEED]>,
    // What follows changes with the stones.
    stones: Vec<Option<Color>>,
    /// How many stones each place needs.
    need: Vec<u8>,
    /// How many stones are in the way of each place.
    shut: Vec<u8>,
    /// The open places of each color by what they need, in no particular order.
    open: [[Vec<u32>; MOST_NEED + 1]; 2],
    /// Where each place is in its list.
    slot: Vec<u32>,
}

/// That a point is on a place, or next to one that an own stone there would spoil.
#[derive(Clone, Copy, Debug)]
struct Touch {
    place: u32,
    inside: bool,
}

/// What a side could make a five on at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fives {
    None,
    One(Id),
    /// Two points or more.
    Many,
}

impl PlaceIndex {
    pub(super) fn new(found: &[OpenPlace]) -> PlaceIndex {
        let mut spots = Vec::with_capacity(3 * found.len());
        for (number, place) in found.iter().enumerate() {
            let number = number as u32;
            spots.extend(place.cells().map(|point| (point, number, true)));
            spots.extend(place.outside().map(|point| (point, number, false)));
        }
        spots.sort_unstable();
        let count = found.len();
        let mut places = PlaceIndex {
            points: Vec::new(),
            first_added: 0,
            starts: Vec::new(),
            touches: Vec::with_capacity(spots.len()),
            color: found.iter().map(|place| place.color).collect(),
            cells: vec![[Id::MAX; MOST_NEED]; count],
            stones: Vec::new(),
            need: vec![0; count],
            shut: vec![0; count],
            open: Default::default(),
            slot: vec![0; count],
        };
        for (point, place, inside) in spots {
            if places.points.last() != Some(&point) {
                places.points.push(point);
                places.starts.push(places.touches.len() as u32);
            }
            places.touches.push(Touch { place, inside });
            if inside {
                let (cells, need) =
                    (&mut places.cells[place as usize], &mut places.need[place as usize]);
                cells[usize::from(*need)..].fill(places.points.len() as Id - 1);
                *need += 1;
            }
        }
        places.starts.push(places.touches.len() as u32);
        places.stones = vec![None; places.points.len()];
        places.first_added = places.points.len();
        for place in 0..count as u32 {
            places.list(place);
        }
        places
    }

    pub(super) fn point(&self, id: Id) -> Point {
        self.points[id as usize]
    }

    /// Gives numbers to more points, which must be in reading order; those that have one keep it.
    /// It may be called once.
    pub(super) fn add_points(&mut self, more: &[Point]) -> Vec<Id> {
        debug_assert!(self.first_added == self.points.len() && more.is_sorted());
        let id = |&point: &Point| {
            self.find(point).unwrap_or_else(|| {
                self.points.push(point);
                self.starts.push(self.touches.len() as u32);
                self.stones.push(None);
                self.points.len() as Id - 1
            })
        };
        more.iter().map(id).collect()
    }

    /// The number of `point`, if it has one.
    pub(super) fn find(&self, point: Point) -> Option<Id> {
        let (first, added) = self.points.split_at(self.first_added);
        let id = first.binary_search(&point).ok();
        let id = id.or_else(|| Some(added.binary_search(&point).ok()? + first.len()));
        id.map(|id| id as Id)
    }

    /// How many points there are.
    pub(super) fn count(&self) -> usize {
        self.points.len()
    }

    pub(super) fn is_empty(&self, id: Id) -> bool {
        self.stones[id as usize].is_none()
    }

    /// The open places of a color that need `count` stones.
    pub(super) fn open(&self, color: Color, need: usize) -> &[u32] {
        &self.open[color as usize][need]
    }

    /// The empty points of a place.
    pub(super) fn cells(&self, place: u32) -> impl Iterator<Item = Id> {
        let cells = self.cells[place as usize];
        let mut last = Id::MAX;
        cells.into_iter().filter(move |&id| {
            let again = id == last;
            last = id;
            !again && self.is_empty(id)
        })
    }

    /// Where `color` could make a five at once.
    pub(super) fn fives(&self, color: Color) -> Fives {
        let mut fives = Fives::None;
        for &place in self.open(color, 1) {
            let id = self.cells(place).next().expect("an open place has an empty point");
            match fives {
                Fives::None => fives = Fives::One(id),
                Fives::One(one) if one == id => {}
                _ => return Fives::Many,
            }
        }
        fives
    }

    /// Puts a stone.
    pub(super) fn put(&mut self, id: Id, color: Color) {
        debug_assert!(self.is_empty(id));
        self.stones[id as usize] = Some(color);
        for touch in self.touches_of(id) {
            let Touch { place, inside } = self.touches[touch];
            let at = place as usize;
            let own = self.color[at] == color;
            if own && inside {
                if self.shut[at] == 0 {
                    self.unlist(place);
                    self.need[at] -= 1;
                    self.list(place);
                } else {
                    self.need[at] -= 1;
                }
            } else if own != inside {
                // A stone of the other side on it, or an own one beside it.
                if self.shut[at] == 0 {
                    self.unlist(place);
                }
                self.shut[at] += 1;
            }
        }
    }

    /// Takes the last stone that was put off again.
    pub(super) fn lift(&mut self, id: Id, color: Color) {
        debug_assert_eq!(self.stones[id as usize], Some(color));
        for touch in self.touches_of(id).rev() {
            let Touch { place, inside } = self.touches[touch];
            let at = place as usize;
            let own = self.color[at] == color;
            if own && inside {
                if self.shut[at] == 0 {
                    self.unlist(place);
                    self.need[at] += 1;
                    self.list(place);
                } else {
                    self.need[at] += 1;
                }
            } else if own != inside {
                self.shut[at] -= 1;
                if self.shut[at] == 0 {
                    self.list(place);
                }
            }
        }
        self.stones[id as usize] = None;
    }

    fn touches_of(&self, id: Id) -> std::ops::Range<usize> {
        self.starts[id as usize] as usize..self.starts[id as usize + 1] as usize
    }

    fn list(&mut self, place: u32) {
        let at = place as usize;
        let list = &mut self.open[self.color[at] as usize][usize::from(self.need[at])];
        self.slot[at] = list.len() as u32;
        list.push(place);
    }

    fn unlist(&mut self, place: u32) {
        let at = place as usize;
        let list = &mut self.open[self.color[at] as usize][usize::from(self.need[at])];
        let slot = self.slot[at] as usize;
        list.swap_remove(slot);
        if let Some(&moved) = list.get(slot) {
            self.slot[moved as usize] = slot as u32;
        }
    }
}
