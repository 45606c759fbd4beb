//! Records as rows.

use std::{borrow::Cow, fmt::Write as _};

use tengen_core::{Area, Color};

use super::{ColumnRole, column_value};
use crate::{
    Encoding, Format, MainLine, Manner, OFF_BOARD, Record, RecordTree, ResultClaim, RowOrder,
    Unwritable, WriteLoss,
    formats::{
        point_names::{NameMap, NameSyntax},
        writer::{RecordDetail, RecordOutput, plain_line},
    },
    record::RESULT_KEY,
};

/// The columns that are written, in their order.
const WRITTEN: [ColumnRole; 14] = [
    ColumnRole::Rule,
    ColumnRole::Size,
    ColumnRole::Black,
    ColumnRole::White,
    ColumnRole::Event,
    ColumnRole::Round,
    ColumnRole::Date,
    ColumnRole::Place,
    ColumnRole::Winner,
    ColumnRole::End,
    ColumnRole::Comment,
    ColumnRole::Other,
    ColumnRole::Rows,
    ColumnRole::Moves,
];

/// Writes a row, after the names of the columns if it is the first.
pub(in super::super) fn write(
    page: &mut RecordOutput,
    format: Format,
    record: &Record,
) -> Result<(), Unwritable> {
    let line = plain_line(record, format, true)?;
    let moves = spell_moves(&line, record.area, page.writing.rows)
        .map_err(|number| Unwritable::Point { format, number })?;
    let row = WrittenRow { record, moves, rows: page.writing.rows };
    match format {
        Format::Csv => row.write_csv(page),
        Format::Tsv => row.write_tsv(page),
        _ => row.write_json(page),
    }
    let held = [
        RecordDetail::Players,
        RecordDetail::Event,
        RecordDetail::Rule,
        RecordDetail::Area,
        RecordDetail::Claim,
        RecordDetail::Manner,
        RecordDetail::Other,
        RecordDetail::Comments,
    ];
    page.lose_all_but(record, &held);
    let nodes = || record.tree.walk().map(|id| (id, record.tree.node(id)));
    let commented =
        nodes().filter(|(id, node)| *id != RecordTree::ROOT && !node.comment.is_empty());
    let (comments, other) = (commented.count(), nodes().map(|(_, node)| node.other.len()).sum());
    for (count, loss) in
        [(comments, WriteLoss::Comments(comments)), (other, WriteLoss::Other(other))]
    {
        if count > 0 {
            page.losses.push(loss);
        }
    }
    Ok(())
}

/// The moves as names, or as a list of pairs where there are no names. The number of the first move
/// that is no point at all, if there is one.
fn spell_moves(line: &MainLine, area: Option<Area>, rows: RowOrder) -> Result<String, usize> {
    if let Some(index) = line.moves.iter().position(|&point| point == OFF_BOARD) {
        return Err(index + 1);
    }
    let map = area.and_then(|area| NameMap::new(area, rows, NameSyntax::Lenient));
    let mut names = String::new();
    for step in line.steps() {
        match step.point.map(|point| map?.name(point)) {
            None if area == Some(Area::Unbounded) => return Ok(spell_list(line)),
            None => names.push_str("pass"),
            Some(Some(name)) => names.push_str(&name),
            Some(None) => return Ok(spell_list(line)),
        }
    }
    Ok(names)
}

fn spell_list(line: &MainLine) -> String {
    let mut list = String::from("[");
    for step in line.steps() {
        let gap = if list.len() > 1 { "," } else { "" };
        let _ = match step.point {
            None => write!(list, "{gap}\"pass\""),
            Some(point) => write!(list, "{gap}[{},{}]", point.x, point.y),
        };
    }
    list.push(']');
    list
}

struct WrittenRow<'a> {
    record: &'a Record,
    moves: String,
    rows: RowOrder,
}

impl WrittenRow<'_> {
    /// What stands in a column.
    fn field(&self, role: ColumnRole) -> Cow<'_, str> {
        let record = self.record;
        match role {
            ColumnRole::Moves => (&self.moves).into(),
            ColumnRole::Rule => record.rule.map_or("", |rule| rule.name()).into(),
            ColumnRole::Size => record.area.map(|area| area.to_string()).unwrap_or_default().into(),
            ColumnRole::Width | ColumnRole::Height => "".into(),
            ColumnRole::Winner => match record.claim {
                None => "",
                Some(ResultClaim::Won(Color::Black, _)) => "black",
                Some(ResultClaim::Won(Color::White, _)) => "white",
                Some(ResultClaim::Draw) => "draw",
                Some(ResultClaim::Void) => "void",
                Some(ResultClaim::Unknown) => self.stated_result().unwrap_or(""),
            }
            .into(),
            ColumnRole::End => match (self.stated_end(), record.claim) {
                (Some(end), _) => end.into(),
                (None, Some(ResultClaim::Won(_, manner))) => column_value::end_word(manner).into(),
                (None, _) => "".into(),
            },
            ColumnRole::Rows => match self.rows {
                RowOrder::FromTop => "top",
                RowOrder::FromBottom => "bottom",
            }
            .into(),
            ColumnRole::Black => (&record.black).into(),
            ColumnRole::White => (&record.white).into(),
            ColumnRole::Event => (&record.event).into(),
            ColumnRole::Round => (&record.round).into(),
            ColumnRole::Date => (&record.date).into(),
            ColumnRole::Place => (&record.place).into(),
            ColumnRole::Comment => (&record.tree.node(RecordTree::ROOT).comment).into(),
            ColumnRole::Other => {
                let mut other = self.other().peekable();
                if other.peek().is_none() { "".into() } else { object(other).into() }
            }
        }
    }

    /// What the record says about the end of the game besides its claim.
    fn stated_end(&self) -> Option<&str> {
        let (_, end) = self.record.other.iter().find(|(name, _)| name == ColumnRole::End.name())?;
        let known = column_value::end(end.as_bytes());
        let beside = match self.record.claim {
            Some(ResultClaim::Won(..)) => known.is_none(),
            _ => !matches!(known, Some(Manner::Unsaid | Manner::Board)),
        };
        // A blank field says nothing.
        (beside && !end.trim().is_empty()).then_some(end)
    }

    /// A result that is not known, as it stands, if it is read again as one that is not.
    fn stated_result(&self) -> Option<&str> {
        let unknown = Some(ResultClaim::Unknown);
        let (_, word) = self.record.other.iter().find(|(name, _)| name == RESULT_KEY)?;
        let again = column_value::winner(word.as_bytes(), Some(Encoding::UTF_8)) == unknown;
        let trimmed = word.as_bytes().trim_ascii() == word.as_bytes();
        (self.record.claim == unknown && again && trimmed).then_some(word)
    }

    /// What else the record says.
    fn other(&self) -> impl Iterator<Item = (&str, &str)> {
        let (end, result) = (self.stated_end().is_some(), self.stated_result().is_some());
        let rest = move |name: &str| {
            !(end && name == ColumnRole::End.name() || result && name == RESULT_KEY)
        };
        let all = self.record.other.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        all.filter(move |(name, _)| rest(name))
    }

    fn write_csv(&self, page: &mut RecordOutput) {
        if page.number == 0 {
            page.out.extend_from_slice(WRITTEN.map(ColumnRole::name).join(",").as_bytes());
            page.out.push(b'\n');
        }
        let fields = WRITTEN.map(|role| {
            let field = self.field(role);
            let quoted = field.contains([',', '"', '\n', '\r']);
            if quoted { format!("\"{}\"", field.replace('"', "\"\"")).into() } else { field }
        });
        page.out.extend_from_slice(fields.join(",").as_bytes());
        page.out.push(b'\n');
    }

    fn write_tsv(&self, page: &mut RecordOutput) {
        if page.number == 0 {
            page.out.extend_from_slice(WRITTEN.map(ColumnRole::name).join("\t").as_bytes());
            page.out.push(b'\n');
        }
        let mut changed = 0;
        let fields = WRITTEN.map(|role| {
            let field = self.field(role);
            let has_marks = field.contains(['\t', '\n', '\r']);
            changed += usize::from(has_marks);
            if has_marks { field.replace(['\t', '\n', '\r'], " ").into() } else { field }
        });
        page.out.extend_from_slice(fields.join("\t").as_bytes());
        page.out.push(b'\n');
        if changed > 0 {
            page.losses.push(WriteLoss::Letters(changed));
        }
    }

    fn write_json(&self, page: &mut RecordOutput) {
        let mut fields: Vec<(&str, Cow<str>)> = Vec::new();
        for role in WRITTEN.into_iter().filter(|role| *role != ColumnRole::Other) {
            let field = self.field(role);
            if !field.is_empty() || role == ColumnRole::Moves {
                fields.push((role.name(), field));
            }
        }
        // What else there is stands beside it, if that is read as what else there is.
        let other: Vec<(&str, &str)> = self.other().collect();
        let beside = other.iter().enumerate().all(|(index, (name, value))| {
            let again = other[..index].iter().any(|(before, _)| before == name);
            ColumnRole::from_name(name.as_bytes()).is_none() && !value.is_empty() && !again
        });
        let moves = fields.pop();
        if beside {
            fields.extend(other.into_iter().map(|(name, value)| (name, value.into())));
        }
        fields.extend(moves);
        let mut text = object(fields.iter().map(|(name, value)| (*name, &**value)));
        if !beside {
            let end = text.pop();
            let nested = object(self.other());
            let _ = write!(text, ",\"{}\":{nested}", ColumnRole::Other.name());
            text.extend(end);
        }
        page.out.extend_from_slice(text.as_bytes());
        page.out.push(b'\n');
    }
}

/// An object of strings in JSON.
fn object<'a>(entries: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    let spell = |text: &str| serde_json::to_string(text).expect("a string can be spelled");
    let mut object = String::from("{");
    for (name, value) in entries {
        let gap = if object.len() > 1 { "," } else { "" };
        let _ = write!(object, "{gap}{}:{}", spell(name), spell(value));
    }
    object.push('}');
    object
}
