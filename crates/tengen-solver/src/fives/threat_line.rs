//! A line of fours as a threat: whether it wins, and what parries it.
//!
//! `tengen_proof::threat` answers the same for proofs, by plainer means; a test holds the two
//! together.

use tengen_core::{Color, Rule, shape::Shape};

use super::{search_frame::Spot, threats::Threats};

/// What the defender can do against a four.
enum ForcedReply {
    /// Nothing.
    Lost,
    /// Make a five first, or need not reply.
    Saved,
    /// Only this.
    Block(Spot),
}

/// What the defender can do now that `attacker` has played a four, or should have.
fn reply(threats: &Threats, attacker: Color) -> ForcedReply {
    if threats.fives(!attacker).next().is_some() {
        return ForcedReply::Saved;
    }
    let mut fives = threats.fives(attacker);
    match (fives.next(), fives.next()) {
        (None, _) => ForcedReply::Saved,
        (Some(block), None) if threats.is_legal(block, !attacker) => ForcedReply::Block(block),
        _ => ForcedReply::Lost,
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
        ForcedReply::Lost => true,
        ForcedReply::Saved => false,
        ForcedReply::Block(block) => {
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
/// Among them are those that win at once. The line wins if the defender does nothing.
pub(crate) fn parries(threats: &mut Threats, attacker: Color, line: &[Spot]) -> Vec<Spot> {
    let mut zone = ThreatZone { spots: Vec::new(), anywhere: false };
    zone.survey(threats, attacker, line);
    let ThreatZone { mut spots, anywhere } = zone;
    if anywhere {
        spots = threats.empty().collect();
    }
    spots.sort_unstable();
    spots.dedup();
    spots.retain(|&spot| {
        if !threats.is_empty(spot) || !threats.is_legal(spot, !attacker) {
            return false;
        }
        if threats.shapes(spot, !attacker).contains(&Shape::Five) {
            return true;
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
struct ThreatZone {
    spots: Vec<Spot>,
    /// Whether a foul is involved that stones far away could change.
    anywhere: bool,
}

impl ThreatZone {
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
            ForcedReply::Saved => {}
            // A block that is a foul now may be none with one more stone.
            ForcedReply::Lost => self.anywhere |= renju && threats.fives(attacker).count() == 1,
            ForcedReply::Block(block) => {
                threats.put(block, !attacker);
                self.survey(threats, attacker, rest);
                threats.lift(block, !attacker);
            }
        }
        threats.lift(spot, attacker);
    }
}

#[cfg(test)]
mod tests {
    use tengen_core::{Area, Point, Position, Setup};
    use tengen_proof::threat;
    use tengen_testkit::TestRng;

    use super::*;
    use crate::{Budget, fives::vcf::Vcf};

    /// Stones strewn over one of several boards.
    fn strew(rng: &mut TestRng, rule: Rule, turn: Color) -> Option<Position> {
        const AREAS: [Area; 5] = [
            Area::square(7),
            Area::square(9),
            Area::square(11),
            Area::Bounded { width: 12, height: 6 },
            Area::Unbounded,
        ];
        let mut setup = Setup::new(rng.pick(&AREAS));
        setup.turn = turn;
        let own = 12 + rng.below(15);
        let other = 8 + rng.below(15);
        let points = if setup.area == Area::Unbounded { Area::square(8) } else { setup.area };
        for point in points.points() {
            match rng.below(100) {
                n if n < own => setup.stones.push((point, !turn)),
                n if n < own + other => setup.stones.push((point, turn)),
                _ => {}
            }
        }
        let position = Position::from_setup(rule, &setup).ok()?;
        position.outcome().is_none().then_some(position)
    }

    #[test]
    fn what_holds_and_what_parries_is_what_proofs_say() {
        let mut rng = TestRng::new(1);
        for rule in Rule::FIVES {
            for attacker in Color::ALL {
                let mut vcf = Vcf::new(1 << 16);
                let (mut held, mut parried) = (0, 0);
                while held < 400 {
                    let Some(position) = strew(&mut rng, rule, !attacker) else { continue };
                    let mut threats = Threats::new(&position).expect("it is small");
                    let found = vcf.find(&mut threats, attacker, &mut Budget::unlimited());
                    let Ok(Some(line)) = found else { continue };
                    let mut other = line.clone();
                    let near: Vec<Spot> = threats.inner().collect();
                    match rng.below(4) {
                        0 => other.insert(rng.below(line.len() + 1), line[0]),
                        1 => other.insert(0, rng.pick(&near)),
                        2 => other.reverse(),
                        _ => drop(other.pop()),
                    }
                    for line in [line, other] {
                        let points: Vec<Point> =
                            line.iter().map(|&spot| threats.point(spot)).collect();
                        let expected = threat::parries(&position, attacker, &points);
                        assert_eq!(holds(&mut threats, attacker, &line), expected.is_some());
                        let Some(expected) = expected else { continue };
                        let found = parries(&mut threats, attacker, &line);
                        let found: Vec<Point> =
                            found.into_iter().map(|spot| threats.point(spot)).collect();
                        assert_eq!(found, expected, "{rule} {attacker} {points:?} {position:?}");
                        held += 1;
                        parried += found.len();
                    }
                }
                assert!(parried > 400, "{rule} {attacker}: {parried}");
            }
        }
    }
}
