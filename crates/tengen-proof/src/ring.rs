//! The positions shown last.

use crate::image::Image;

/// A ring buffer of the positions that were shown last: at most `slots`, the oldest dropped first.
#[derive(Debug)]
pub(crate) struct Ring {
    slots: usize,
    images: Vec<Image>,
    /// How many were ever put in.
    count: u64,
}

impl Ring {
    pub(crate) fn new(slots: usize) -> Ring {
        Ring { slots, images: Vec::new(), count: 0 }
    }

    /// How many positions were put in so far.
    pub(crate) fn count(&self) -> u64 {
        self.count
    }

    /// Puts a position in; gives back the one that is forgotten for it.
    pub(crate) fn push(&mut self, image: Image) -> Option<Image> {
        let place = (self.count % self.slots as u64) as usize;
        self.count += 1;
        if place == self.images.len() {
            self.images.push(image);
            return None;
        }
        Some(std::mem::replace(&mut self.images[place], image))
    }

    /// The position put in `back` before the next one: 1 is the last.
    pub(crate) fn back(&self, back: u64) -> Option<&Image> {
        if back == 0 || back > self.images.len() as u64 {
            return None;
        }
        self.images.get(((self.count - back) % self.slots as u64) as usize)
    }
}
