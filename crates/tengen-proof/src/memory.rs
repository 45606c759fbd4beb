//! What a writer remembers of the positions that it has shown.

use std::collections::HashMap;

use tengen_core::{Board, Symmetry};

use crate::{image::Image, ring::Ring};

/// The positions that the reader remembers, found by their stones, however they are turned.
#[derive(Debug)]
pub(crate) struct Memory {
    ring: Ring,
    /// The least image of each position in the ring, in the same order.
    leasts: Ring,
    /// The images in the ring, each with the time of its insertion.
    shown: HashMap<Image, u64>,
}

/// Where a position was shown.
pub(crate) struct ShownPosition {
    /// How many positions back.
    pub(crate) back: u64,
    /// What maps the position that is asked about onto that one.
    pub(crate) symmetry: Symmetry,
}

impl Memory {
    pub(crate) fn new(slots: usize) -> Memory {
        Memory { ring: Ring::new(slots), leasts: Ring::new(slots), shown: HashMap::new() }
    }

    /// The image that all symmetric positions have in common.
    pub(crate) fn least_image(board: &Board) -> Image {
        let images =
            Symmetry::all(board.area()).map(|symmetry| Image::with_symmetry(board, symmetry));
        images.min().expect("every board is like itself")
    }

    /// Whether a position with this least image is remembered.
    pub(crate) fn knows(&self, least: &Image) -> bool {
        self.shown.contains_key(least)
    }

    /// Where a position like `board`, which has this least image, was shown.
    pub(crate) fn find(&self, board: &Board, least: &Image) -> Option<ShownPosition> {
        let back = self.ring.count() - self.shown.get(least)?;
        let there = self.ring.back(back).expect("it is in the ring");
        let symmetry = Symmetry::all(board.area())
            .find(|&symmetry| Image::with_symmetry(board, symmetry) == *there)
            .expect("both have the same least image");
        Some(ShownPosition { back, symmetry })
    }

    /// Remembers `board`, which has this least image, and forgets the oldest if there is no room.
    pub(crate) fn push(&mut self, board: &Board, least: Image) {
        let at = self.ring.count();
        self.ring.push(Image::new(board));
        if let Some(forgotten) = self.leasts.push(least.clone()) {
            self.shown.remove(&forgotten);
        }
        self.shown.insert(least, at);
    }
}
