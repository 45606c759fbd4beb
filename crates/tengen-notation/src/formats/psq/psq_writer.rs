//! Records written as Gomocup does.

use std::fmt::Write as _;

use tengen_core::{Area, Color};

use super::{
    NAME,
    line::{is_code, is_move_like},
    rule_of_division,
};
use crate::{
    Record, ResultClaim,
    formats::{
        Format, Unwritable, WriteLoss,
        writer::{RecordDetail, RecordOutput, plain_line},
    },
};

/// Writes a game as Gomocup does. As there, a move that cost the game is not among the moves.
pub(in crate::formats) fn write(
    page: &mut RecordOutput,
    record: &Record,
) -> Result<(), Unwritable> {
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
    let mut changed = 0;
    let mut kept = |name: &str, usual: &'static str, reads: fn(&str) -> bool| match other(name) {
        Some(value) if reads(value) && one_line(value) == value && value.trim() == value => value,
        value => {
            changed += usize::from(value.is_some());
            usual
        }
    };
    let levels = kept("levels", "11:11", |value| value.contains(':') && !value.contains(','));
    let code = kept("code", "-1", |value| is_code(value.as_bytes()));
    let mut spell = |text: &str| {
        let plain = one_line(text);
        let plain = plain.trim();
        let bytes = plain.as_bytes();
        // An empty line is passed over; others could be a move, a code or begin a game.
        let misread = is_move_like(bytes) || is_code(bytes) || bytes.starts_with(NAME);
        let mark = if misread || bytes.is_empty() { "?" } else { "" };
        let line = format!("{mark}{plain}");
        changed += usize::from(line != text && !text.is_empty());
        line
    };
    let (black, white) = (spell(&record.black), spell(&record.white));
    let mut text = format!("Piskvorky {width}x{height}, {levels}, 0\n");
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
    let _ = write!(text, "{black}\n{white}\n{code}\n");
    let winner = match record.claim {
        Some(ResultClaim::Won(Color::Black, _)) => Some(1),
        Some(ResultClaim::Won(Color::White, _)) => Some(2),
        Some(ResultClaim::Draw) => Some(0),
        Some(ResultClaim::Void | ResultClaim::Unknown) | None => None,
    };
    if let Some(winner) = winner {
        let event = one_line(&record.event);
        changed += usize::from(event.trim() != record.event);
        let _ = writeln!(text, "{winner},{}", event.trim());
    }
    let mut holds = vec![RecordDetail::Times, RecordDetail::Players, RecordDetail::Area];
    let known = |(name, _): &(String, String)| ["levels", "code", "winner"].contains(&&name[..]);
    let mut nodes = tree.walk().map(|id| tree.node(id));
    if record.other.iter().all(known) && nodes.all(|node| node.other.is_empty()) {
        holds.push(RecordDetail::Other);
    }
    if winner.is_some() {
        holds.push(RecordDetail::Claim);
        if [&record.round, &record.date, &record.place].iter().all(|text| text.is_empty()) {
            holds.push(RecordDetail::Event);
        }
        if rule_of_division(record.event.as_bytes()) == record.rule {
            holds.push(RecordDetail::Rule);
        }
    }
    page.lose_all_but(record, &holds);
    if changed > 0 {
        page.losses.push(WriteLoss::Letters(changed));
    }
    page.out.extend_from_slice(text.as_bytes());
    Ok(())
}

/// A text on one line.
fn one_line(text: &str) -> String {
    text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect()
}
