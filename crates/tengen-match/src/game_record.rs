//! Games of a match as records.

use tengen_core::Color;
use tengen_notation::{Manner, Record, RecordNode, RecordTree, ResultClaim};

use crate::{MatchRules, PlayedGame, ResultReason};

impl PlayedGame {
    /// The record of the game, with the time of every move. `names` are those of Black and White.
    pub fn to_record(&self, rules: &MatchRules, names: [&str; 2]) -> Record {
        let [black, white] = names.map(str::to_owned);
        let claim = match self.result.winner {
            Some(winner) => ResultClaim::Won(winner, manner(self.result.reason)),
            None => ResultClaim::Draw,
        };
        let mut record = Record {
            rule: Some(rules.rule),
            area: Some(rules.area),
            black,
            white,
            round: (self.fixture.number + 1).to_string(),
            claim: Some(claim),
            other: vec![("GC".to_owned(), self.result.reason.to_string())],
            ..Record::default()
        };
        let (mut id, mut color) = (RecordTree::ROOT, Color::Black);
        for (number, &point) in self.moves.iter().enumerate() {
            let mut node = RecordNode::step(color, point);
            if let Some(&time) = self.times.get(number).filter(|_| number >= self.opening) {
                node.time = Some(time);
                // For viewers of SGF, which show comments.
                node.comment = format!("{} ms", time.as_millis());
            }
            id = record.tree.add(id, node);
            color = !color;
        }
        record
    }

    /// A file name for the game: its number, its players and, as at Gomocup, the winner by the order of
    /// moves; without an extension.
    pub fn file_stem(&self, names: [&str; 2]) -> String {
        let safe = |name: &str| -> String {
            let letter = |letter: char| {
                let allowed = letter.is_alphanumeric() || matches!(letter, '.' | '+' | '=');
                if allowed { letter } else { '-' }
            };
            name.chars().take(40).map(letter).collect()
        };
        let winner = match self.result.winner {
            None => 0,
            Some(Color::Black) => 1,
            Some(Color::White) => 2,
        };
        let [black, white] = names.map(safe);
        format!("{:06}_{black}_{white}_{winner}", self.fixture.number + 1)
    }
}

fn manner(reason: ResultReason) -> Manner {
    match reason {
        ResultReason::Resigned => Manner::Resignation,
        ResultReason::Offence(offence) if offence.is_timeout() => Manner::Time,
        ResultReason::Offence(_) => Manner::Forfeit,
        ResultReason::Five
        | ResultReason::FullBoard
        | ResultReason::Stuck
        | ResultReason::MoveLimit => Manner::Board,
    }
}
