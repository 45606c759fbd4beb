//! A line of fours as a threat: whether it wins, and what parries it.
//!
//! `tengen_proof::threat` answers the same for proofs, by plainer means; a test holds the two
//! together.

use tengen_core::{Color, Rule, shape::Shape};

use super::{frame::Spot, threats::Threats};

/// What the defender can do against a four.
enum Reply {
    /// Nothing.
    Lost,
    /// Make a five first, or need not reply.
    Saved,
    /// Only this.
    Block(Spot),
}

/// What the defender can do now that `attacker` has played a four, or should have.
fn reply(threats: &Threats, attacker: Color) -> Reply {
    if threats.fives(!attacker).next().is_some() {
        return Reply::Saved;
    }
    let mut fives = threats.fives(attacker);
    match (fives.next(), fives.next()) {
        (None, _) => Reply::Saved,
        (Some(block), None) if threats.is_legal(block, !attacker) => Reply::Block(block),
        _ => Reply::Lost,
    }
}

/// Whether `attacker`, to move, wins by the fours of `line`, each reply being forced.
pub(crate) fn holds(threats: &mut Threats, attacker: Color, line: &[Spot]) -> bool {
    let Some((&spot, rest)) = line.split_first() else { return false };
    if !threats.is_empty(spot) || !threats.is_legal(spot, attacker) {
        return false;
    }
    if threats.shapes(spot, attacker).contains(&Shape::Five) {
        return true;
    }
    threats.put(spot, attacker);
    let holds = match reply(threats, attacker) {
        Reply::Lost => true,
        Reply::Saved => false,
        Reply::Block(block) => {
            threats.put(block, !attacker);
            let holds = holds(threats, attacker, rest);
            threats.lift(block, !attacker);
            holds
        }
    };
    threats.lift(spot, attacker);
    holds
}

/// The replies of the defender, to move, after which `line` no longer wins, in ascending order.
/// The line wins if the defender does nothing.
pub(crate) fn parries(threats: &mut Threats, attacker: Color, line: &[Spot]) -> Vec<Spot> {
    let mut zone = Zone { spots: Vec::new(), anywhere: false };
    zone.survey(threats, attacker, line);
    let Zone { mut spots, anywhere } = zone;
    if anywhere {
        spots = threats.empty().collect();
    }
    spots.sort_unstable();
    spots.dedup();
    spots.retain(|&spot| {
        if !threats.is_empty(spot) || !threats.is_legal(spot, !attacker) {
            return false;
        }
        threats.put(spot, !attacker);
        let parries = !holds(threats, attacker, line);
        threats.lift(spot, !attacker);
        parries
    });
    spots
}

/// Where a stone of the defender could make a difference to a line.
///
/// That is on the points of the line itself, and where a stone would make a four or a five with
/// the defender's stones at any time: a five that the line did not have to fear has a stone there.
struct Zone {
    spots: Vec<Spot>,
    /// Whether a foul is involved that stones far away could change.
    anywhere: bool,
}

impl Zone {
    fn survey(&mut self, threats: &mut Threats, attacker: Color, line: &[Spot]) {
        self.spots.extend(threats.fives(!attacker));
        self.spots.extend(threats.all_fours(!attacker));
        let Some((&spot, rest)) = line.split_first() else { return };
        self.spots.push(spot);
        if threats.shapes(spot, attacker).contains(&Shape::Five) {
            return;
        }
        let renju = threats.rule() == Rule::Renju;
        if renju && attacker == Color::Black {
            // A white stone cannot add a four, an overline or a three to what is there, except on
            // a point that the line needs. But it can make a three count that did not.
            let shapes = threats.shapes(spot, attacker);
            self.anywhere |= shapes.iter().filter(|&&shape| shape == Shape::Three).count() >= 2;
        }
        threats.put(spot, attacker);
        self.spots.extend(threats.fives(attacker));
        match reply(threats, attacker) {
            Reply::Saved => {}
            // A block that is a foul now may be none with one more stone.
            Reply::Lost => self.anywhere |= renju && threats.fives(attacker).count() == 1,
            Reply::Block(block) => {
                threats.put(block, !attacker);
                self.survey(threats, attacker, rest);
                threats.lift(block, !attacker);
            }
        }
        threats.lift(spot, attacker);
    }
}
