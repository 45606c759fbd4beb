//! Wins by fours alone: each move threatens a five, so each reply is forced.

use tengen_core::Color;

use super::{
    frame::Spot,
    hunt::{Hunt, Room},
    memory::Memory,
    threats::Threats,
};
use crate::{Budget, Stopped};

/// A search for wins by fours, and what it remembers.
#[derive(Debug)]
pub struct Vcf {
    memory: Memory,
    room: Room,
}

impl Vcf {
    /// A search that remembers at most so many bytes of positions.
    pub fn new(bytes: usize) -> Vcf {
        Vcf { memory: Memory::new(bytes), room: Room::default() }
    }

    /// The moves of `attacker`, to move, that win by fours, if there are any. The replies between
    /// them are forced. `threats` is as before afterwards.
    ///
    /// # Errors
    ///
    /// If the budget is spent before it is known.
    pub fn find(
        &mut self,
        threats: &mut Threats,
        attacker: Color,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Vec<Spot>>, Stopped> {
        Hunt::new(threats, attacker, budget, &mut self.memory, &mut self.room).find()
    }
}
