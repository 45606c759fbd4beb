//! Records written as Gomocup does.

use std::fmt::Write as _;

use tengen_core::{Area, Color};

use super::rule_of_division;
use crate::{
    Claim, Record,
    formats::{
        Format, Unwritable,
        writer::{Holds, Page, plain_line},
    },
};

/// Writes a game as Gomocup does. As there, a move that cost the game is not among the moves.
pub(in crate::formats) fn write(page: &mut Page, record: &Record) -> Result<(), Unwritable> {
    let format = Format::Psq;
    let line = plain_line(record, format, false)?;
    let (width, height) = match record.area {
        Some(Area::Bounded { width, height }) => (width, height),
        Some(area) => return Err(Unwritable::Area { format, area }),
        None => return Err(Unwritable::NoArea(format)),
    };
    let other = |name: &str| {
        let found = record.other.iter().find(|(other, _)| other == name);
        found.map(|(_, value)| value.as_str())
    };
    let levels = other("levels").unwrap_or("11:11");
    let mut text = format!("Piskvorky {width}x{height}, {}, 0\n", one_line(levels));
    let tree = &record.tree;
    let nodes = tree.main_line().map(|id| tree.node(id)).filter(|node| node.step.is_some());
    for (number, (node, point)) in nodes.zip(&line.moves).enumerate() {
        let reach = -1_000_000..1_000_000;
        if !reach.contains(&point.x) || !reach.contains(&point.y) {
            return Err(Unwritable::Point { format, number: number + 1 });
        }
        let time = node.time.map_or(0, |time| time.as_millis());
        let _ = writeln!(text, "{},{},{time}", point.x + 1, point.y + 1);
    }
    let name = |name: &str| match one_line(name).trim() {
        "" => "?".to_owned(),
        name => name.to_owned(),
    };
    let (black, white) = (name(&record.black), name(&record.white));
    let code = one_line(other("code").unwrap_or("-1"));
    let _ = write!(text, "{black}\n{white}\n{code}\n");
    let winner = match record.claim {
        Some(Claim::Won(Color::Black, _)) => Some(1),
        Some(Claim::Won(Color::White, _)) => Some(2),
        Some(Claim::Draw) => Some(0),
        Some(Claim::Void) | None => None,
    };
    if let Some(winner) = winner {
        let _ = writeln!(text, "{winner},{}", one_line(&record.event).trim());
    }
    let mut holds = vec![Holds::Times, Holds::Players, Holds::Area];
    let known = |(name, _): &(String, String)| ["levels", "code", "winner"].contains(&&name[..]);
    let mut nodes = tree.walk().map(|id| tree.node(id));
    if record.other.iter().all(known) && nodes.all(|node| node.other.is_empty()) {
        holds.push(Holds::Other);
    }
    if winner.is_some() {
        holds.push(Holds::Claim);
        if [&record.round, &record.date, &record.place].iter().all(|text| text.is_empty()) {
            holds.push(Holds::Event);
        }
        if rule_of_division(record.event.as_bytes()) == record.rule {
            holds.push(Holds::Rule);
        }
    }
    page.lose_all_but(record, &holds);
    page.out.extend_from_slice(text.as_bytes());
    Ok(())
}

/// A text on one line.
fn one_line(text: &str) -> String {
    text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect()
}
