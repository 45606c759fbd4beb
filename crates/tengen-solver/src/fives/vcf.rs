//! VCF, victory by continuous fours: each move threatens a five, so each reply is forced.

use tengen_core::Color;

use super::{
    search_frame::Spot,
    threat_line::parries,
    threats::Threats,
    vcf_cache::VcfCache,
    vcf_search::{ANY, Scratch, VcfSearch},
};
use crate::{Budget, Stopped};

/// VCF solver: the search and its transposition table, which serves all questions.
#[derive(Debug)]
pub struct Vcf {
    cache: VcfCache,
    scratch: Scratch,
}

impl Vcf {
    /// A solver with a table of at most `bytes` bytes.
    pub fn new(bytes: usize) -> Vcf {
        Vcf { cache: VcfCache::new(bytes), scratch: Scratch::default() }
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
        self.find_within(threats, attacker, ANY, budget)
    }

    /// A win as by [`Vcf::find`], with as few moves as there can be.
    ///
    /// # Errors
    ///
    /// If the budget is spent before it is known.
    pub fn find_shortest(
        &mut self,
        threats: &mut Threats,
        attacker: Color,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Vec<Spot>>, Stopped> {
        let Some(mut line) = self.find(threats, attacker, budget)? else { return Ok(None) };
        while self.shorten(threats, attacker, &mut line, budget)? {}
        Ok(Some(line))
    }

    /// Finds a win shorter than `line`, if there is one; says whether there is. To be called until it
    /// fails or the budget for it is spent.
    ///
    /// # Errors
    ///
    /// If the budget is spent before it is known; the line is then as before.
    pub fn shorten(
        &mut self,
        threats: &mut Threats,
        attacker: Color,
        line: &mut Vec<Spot>,
        budget: &mut Budget<'_>,
    ) -> Result<bool, Stopped> {
        let most = line.len().saturating_sub(1) as u32;
        let shorter = self.find_within(threats, attacker, most, budget)?;
        let found = shorter.is_some();
        if let Some(shorter) = shorter {
            *line = shorter;
        }
        Ok(found)
    }

    /// The moves of the defender, to move, after which `attacker` has no win by fours, in ascending
    /// order; none if he has none now, even if it were his turn.
    ///
    /// # Errors
    ///
    /// If the budget is spent before it is known.
    pub fn defences(
        &mut self,
        threats: &mut Threats,
        attacker: Color,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Vec<Spot>>, Stopped> {
        let defender = !attacker;
        // The defender has won if he makes a five, and then a four of his is no concern.
        let mut moves: Vec<Spot> = threats.fives(defender).collect();
        let Some(line) = self.find(threats, attacker, budget)? else { return Ok(None) };
        // Other moves do not even stop this win.
        for spot in parries(threats, attacker, &line) {
            if moves.contains(&spot) {
                continue;
            }
            threats.put(spot, defender);
            let win = self.find(threats, attacker, budget);
            threats.lift(spot, defender);
            if win?.is_none() {
                moves.push(spot);
            }
        }
        moves.sort_unstable();
        Ok(Some(moves))
    }

    /// A win as by [`Vcf::find`], with at most `most` moves.
    pub(crate) fn find_within(
        &mut self,
        threats: &mut Threats,
        attacker: Color,
        most: u32,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Vec<Spot>>, Stopped> {
        VcfSearch::new(threats, attacker, budget, &mut self.cache, &mut self.scratch).find(most)
    }
}
