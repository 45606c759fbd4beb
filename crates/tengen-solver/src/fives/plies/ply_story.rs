//! How a side wins: its moves, and what punishes every reply.

use tengen_core::{Color, Point, renju::Foul, shape::Shape};

use super::{
    PlyStory,
    place_index::{Fives, Id},
    ply_search::PlySearch,
};
use crate::{ExplainedMove, Stopped};

/// A move of the side that wins.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Attack {
    /// The move.
    #[cfg_attr(feature = "serde", serde(serialize_with = "as_json::point"))]
    pub point: Point,
    /// What comes after it; nothing if it makes a five.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub then: Option<Defense>,
}

/// The other side is to move, and cannot help it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Defense {
    /// Where a five would be made now, in reading order.
    #[cfg_attr(feature = "serde", serde(serialize_with = "as_json::points"))]
    pub fives: Vec<Point>,
    /// Every reply that has its own answer.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub replies: Vec<PlyReply>,
    /// The answer to all other replies.
    pub otherwise: Box<Attack>,
}

/// Replies with the same answer.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct PlyReply {
    /// The replies.
    #[cfg_attr(feature = "serde", serde(serialize_with = "as_json::points"))]
    pub points: Vec<Point>,
    /// What becomes of them.
    #[cfg_attr(feature = "serde", serde(flatten, serialize_with = "as_json::answer"))]
    pub answer: Result<Attack, Foul>,
}

/// Points as pairs of coordinates, and an answer or a foul under its name.
#[cfg(feature = "serde")]
mod as_json {
    use serde::{Serialize, Serializer, ser::SerializeMap};

    use super::{Attack, Foul, Point};

    #[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands over references")]
    pub(super) fn point<S: Serializer>(point: &Point, serializer: S) -> Result<S::Ok, S::Error> {
        [point.x, point.y].serialize(serializer)
    }

    pub(super) fn points<S: Serializer>(
        points: &[Point],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(points.iter().map(|point| [point.x, point.y]))
    }

    pub(super) fn answer<S: Serializer>(
        answer: &Result<Attack, Foul>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(1))?;
        match answer {
            Ok(attack) => map.serialize_entry("answer", attack)?,
            Err(foul) => map.serialize_entry("foul", &foul.to_string())?,
        }
        map.end()
    }
}

impl PlyStory {
    /// The moves of a game in which each reply is the first one listed.
    pub fn line(&self) -> Vec<Point> {
        match self {
            PlyStory::Attack(attack) => attack.line(),
            PlyStory::Defense(defense) => defense.line(),
        }
    }

    /// Every reply that has its own answer, and the answer to all others.
    pub fn tree(&self, winner: Color) -> Vec<ExplainedMove> {
        let mut tree = PlyTree { winner, moves: Vec::new() };
        match self {
            PlyStory::Attack(attack) => tree.attack(attack, None, false),
            PlyStory::Defense(defense) => tree.defense(defense, None),
        }
        tree.moves
    }
}

/// A story as a flat list.
struct PlyTree {
    winner: Color,
    moves: Vec<ExplainedMove>,
}

impl PlyTree {
    /// Adds a move and returns its index.
    fn add(&mut self, explained: ExplainedMove) -> usize {
        self.moves.push(explained);
        self.moves.len() - 1
    }

    /// A move of the winner.
    fn attack(&mut self, attack: &Attack, parent: Option<usize>, otherwise: bool) {
        let mut explained = ExplainedMove::new(parent, self.winner, attack.point);
        explained.otherwise = otherwise;
        match &attack.then {
            None => explained.shapes = vec![Shape::Five],
            Some(defense) => explained.threat.clone_from(&defense.fives),
        }
        let at = self.add(explained);
        if let Some(defense) = &attack.then {
            self.defense(defense, Some(at));
        }
    }

    fn defense(&mut self, defense: &Defense, parent: Option<usize>) {
        for reply in &defense.replies {
            for &point in &reply.points {
                let mut explained = ExplainedMove::new(parent, !self.winner, point);
                match &reply.answer {
                    Ok(attack) => {
                        let at = self.add(explained);
                        self.attack(attack, Some(at), false);
                    }
                    Err(foul) => {
                        explained.foul = Some((point, *foul));
                        self.add(explained);
                    }
                }
            }
        }
        // It answers all other replies, and stands where they would.
        self.attack(&defense.otherwise, parent, true);
    }
}

impl Attack {
    /// The moves of a game in which each reply is the first one listed.
    pub fn line(&self) -> Vec<Point> {
        let mut line = vec![self.point];
        if let Some(defense) = &self.then {
            line.extend(defense.line());
        }
        line
    }
}

impl Defense {
    /// The moves of a game in which each reply is the first one listed.
    pub fn line(&self) -> Vec<Point> {
        let legal = self.replies.iter().find_map(|reply| match &reply.answer {
            Ok(attack) => Some((reply.points[0], attack)),
            Err(_) => None,
        });
        match legal {
            Some((reply, attack)) => [vec![reply], attack.line()].concat(),
            // Any reply will do, so there is none to name.
            None => Vec::new(),
        }
    }
}

impl PlySearch<'_, '_> {
    /// How the attacker, who is to move and wins within `moves`, does it; the same way as `model`
    /// where that can be.
    pub(super) fn tell_attack(
        &mut self,
        mut moves: u32,
        model: Option<&Attack>,
    ) -> Result<Attack, Stopped> {
        let attacker = self.attacker;
        let fives = self.points_of_fives();
        if let Some(&first) = fives.first() {
            let modeled = model.map(|model| model.point).filter(|point| fives.contains(point));
            return Ok(Attack { point: modeled.unwrap_or(first), then: None });
        }
        let id = match self.places.fives(self.defender()) {
            Fives::One(block) => block,
            Fives::Many => unreachable!("the attacker wins"),
            Fives::None => {
                while moves > 2 && self.wins(moves - 1)? {
                    moves -= 1;
                }
                self.choose(moves, model)?
            }
        };
        let model = model.filter(|model| model.point == self.places.point(id));
        let model = model.and_then(|model| model.then.as_ref());
        let point = self.places.point(id);
        let then = self.with(id, attacker, |search| search.tell_defense(moves - 1, model))?;
        Ok(Attack { point, then: Some(then) })
    }

    fn choose(&mut self, moves: u32, model: Option<&Attack>) -> Result<Id, Stopped> {
        if let Some(id) = model.and_then(|model| self.places.find(model.point))
            && self.is_attack(id, moves)?
        {
            return Ok(id);
        }
        Ok(self.attack(moves)?.expect("the attacker wins"))
    }

    /// What becomes of every reply, where the attacker wins within `moves` of his.
    pub(super) fn tell_defense(
        &mut self,
        moves: u32,
        model: Option<&Defense>,
    ) -> Result<Defense, Stopped> {
        let fives = self.points_of_fives();
        let model = model.map(|model| &*model.otherwise);
        let doubts = self.doubts;
        let otherwise = self.tell_attack(moves, model)?;
        let ids = if fives.is_empty() {
            let mut ids = self.defenses(moves);
            if self.doubts != doubts {
                ids.extend(self.others(&ids.clone()));
            }
            ids
        } else {
            fives.iter().filter_map(|&point| self.places.find(point)).collect()
        };
        let mut replies: Vec<PlyReply> = Vec::new();
        let defender = self.defender();
        for id in ids {
            let point = self.places.point(id);
            let answer = match self.foul(id, defender) {
                // What may not be played needs a word only if it would have helped.
                Some(_) if fives.is_empty() => continue,
                Some(foul) => Err(foul),
                None => {
                    Ok(self
                        .with(id, defender, |search| search.tell_attack(moves, Some(&otherwise)))?)
                }
            };
            if answer.as_ref() == Ok(&otherwise) {
                continue;
            }
            match replies.iter_mut().find(|reply| reply.answer == answer) {
                Some(reply) => reply.points.push(point),
                None => replies.push(PlyReply { points: vec![point], answer }),
            }
        }
        Ok(Defense { fives, replies, otherwise: Box::new(otherwise) })
    }

    /// Where the attacker could make a five at once, in reading order.
    fn points_of_fives(&self) -> Vec<Point> {
        let places = self.places.open(self.attacker, 1).iter();
        let ids = places.filter_map(|&place| self.places.cells(place).next());
        let mut points: Vec<Point> = ids.map(|id| self.places.point(id)).collect();
        points.sort_unstable();
        points.dedup();
        points
    }
}
