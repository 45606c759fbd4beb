//! Symmetries of numbered points.

use tengen_core::{Area, Point, Symmetry};

use crate::frame::ProofFrame;

/// Table of what every symmetry of a board with edges does to its points, by their numbers in reading order.
#[derive(Clone, Debug)]
pub(crate) struct SymmetryTable {
    symmetries: Vec<Symmetry>,
    images: Vec<Vec<u16>>,
}

impl SymmetryTable {
    pub(crate) fn new(area: Area) -> SymmetryTable {
        let frame = ProofFrame::for_board(area);
        let number = |point: Point| frame.number(point).expect("the image is on the board") as u16;
        let symmetries: Vec<Symmetry> = Symmetry::all(area).collect();
        let images = symmetries
            .iter()
            .map(|symmetry| area.points().map(|point| number(symmetry.apply(point))).collect());
        SymmetryTable { images: images.collect(), symmetries }
    }

    /// How many symmetries the board has.
    pub(crate) fn len(&self) -> usize {
        self.symmetries.len()
    }

    /// The symmetry of this number.
    pub(crate) fn get(&self, turn: u8) -> Symmetry {
        self.symmetries[usize::from(turn)]
    }

    /// The image of a point.
    pub(crate) fn apply(&self, turn: u8, point: u16) -> u16 {
        self.images[usize::from(turn)][usize::from(point)]
    }

    /// The inverse of a symmetry.
    pub(crate) fn inverse(&self, turn: u8) -> u8 {
        self.get(turn).inverse().number()
    }
}

/// The symmetry that does what `first` does and then what `then` does.
pub(crate) fn compose(first: u8, then: u8) -> u8 {
    // As in `Symmetry::new`: columns become rows first, and the other two exchanges come after.
    let exchanges = if then & 4 == 0 { first & 3 } else { (first & 1) << 1 | (first & 2) >> 1 };
    (first ^ then) & 4 | (exchanges ^ then & 3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_symmetries_one_after_the_other_are_their_composition() {
        for (width, height) in [(5, 5), (6, 3)] {
            let area = Area::Bounded { width, height };
            let table = SymmetryTable::new(area);
            let turns = 0..table.len() as u8;
            for (first, then) in
                turns.clone().flat_map(|turn| turns.clone().map(move |then| (turn, then)))
            {
                let both = compose(first, then);
                for (number, point) in (0..).zip(area.points()) {
                    let image = table.get(then).apply(table.get(first).apply(point));
                    assert_eq!(table.get(both).apply(point), image);
                    let image = table.apply(then, table.apply(first, number));
                    assert_eq!(table.apply(both, number), image);
                    assert_eq!(table.apply(table.inverse(both), image), number);
                }
            }
        }
    }
}
