//! Game trees written strictly: FF\[4\], UTF-8.

use std::collections::BTreeSet;

use tengen_core::{Area, Color, Point, Rule};

use super::sgf_value;
use crate::{
    Manner, NodeId, Record, RecordNode, RecordTree, ResultClaim, Sign,
    formats::{Format, OFF_BOARD, Unwritable, WriteLoss, writer::RecordOutput},
    record::RESULT_KEY,
};

/// The longest side that the letters of a point can name.
pub const MAX_SIDE: u16 = 52;

/// What a writer says of itself and of the game in the root; never taken from what else is kept.
const OWN: [&str; 13] =
    ["FF", "GM", "CA", "AP", "SZ", "RU", "PB", "PW", "EV", "RO", "DT", "PC", "RE"];

/// What only a root may hold. A variation that begins with one of these looks like the next game.
const ROOT_ONLY: [&str; 5] = ["FF", "GM", "CA", "AP", "SZ"];

/// What is read as something of its own, so that what else is kept under such a name is from elsewhere.
const TAKEN: [&str; 12] = ["AB", "AW", "AE", "C", "LB", "L", "CR", "MA", "M", "SQ", "TR", "SL"];

/// Writes a game as one tree, on as many lines as it takes.
///
/// Five-in-a-row is game 4. `NoGo` has no number, and as others write it, it has no `GM` at all.
pub(in crate::formats) fn write(
    page: &mut RecordOutput,
    record: &Record,
) -> Result<(), Unwritable> {
    let format = Format::Sgf;
    if let Some(area) = record.area {
        match area {
            Area::Bounded { width, height } if width.max(height) <= MAX_SIDE => {}
            _ => return Err(Unwritable::Area { format, area }),
        }
    }
    let mut text = SgfOutput { out: page.out, lost: 0, changed: 0, area: record.area };
    text.push("(;FF[4]");
    text.head(record);
    let tree = &record.tree;
    text.node(tree.node(RecordTree::ROOT), 0, &OWN)?;
    // What is still to be written, the next thing last: a node, or a closing parenthesis.
    let mut rest: Vec<Option<(NodeId, bool, usize)>> = vec![None];
    text.go_on(tree, RecordTree::ROOT, 1, &mut rest);
    while let Some(next) = rest.pop() {
        let Some((id, opens, depth)) = next else {
            text.push(")");
            continue;
        };
        if opens {
            text.push("\n(");
        } else if depth % 10 == 1 {
            text.push("\n");
        }
        text.push(";");
        text.node(tree.node(id), depth, &ROOT_ONLY)?;
        text.go_on(tree, id, depth + 1, &mut rest);
    }
    text.push("\n");
    let SgfOutput { lost, changed, .. } = text;
    for (count, loss) in [(lost, WriteLoss::Other(lost)), (changed, WriteLoss::Letters(changed))] {
        if count > 0 {
            page.losses.push(loss);
        }
    }
    if let Some(ResultClaim::Won(_, Manner::Foul | Manner::Illegal | Manner::Crash)) = record.claim
    {
        page.losses.push(WriteLoss::Manner);
    }
    Ok(())
}

struct SgfOutput<'a> {
    out: &'a mut Vec<u8>,
    /// How many other things have no name that SGF could hold.
    lost: usize,
    /// How many texts have line ends that SGF does not distinguish, or in one line none at all.
    changed: usize,
    area: Option<Area>,
}

impl SgfOutput<'_> {
    fn push(&mut self, text: &str) {
        self.out.extend_from_slice(text.as_bytes());
    }

    /// Adds what follows a node to what is to be written: a child on its own goes on with the line,
    /// several are variations.
    #[allow(clippy::unused_self, reason = "it is a step of writing")]
    fn go_on(
        &self,
        tree: &RecordTree,
        id: NodeId,
        depth: usize,
        rest: &mut Vec<Option<(NodeId, bool, usize)>>,
    ) {
        let mut children = tree.children(id);
        match (children.next(), children.next()) {
            (None, _) => {}
            (Some(only), None) => rest.push(Some((only, false, depth))),
            _ => {
                let start = rest.len();
                for child in tree.children(id) {
                    rest.push(Some((child, true, depth)));
                    rest.push(None);
                }
                rest[start..].reverse();
            }
        }
    }

    /// What is said about the game as a whole.
    fn head(&mut self, record: &Record) {
        let find = |name: &str| record.other.iter().find(|(other, _)| other == name);
        match (record.rule, find("GM")) {
            (Some(Rule::NoGo), _) | (None, None) => {}
            (None, Some((_, game))) => self.simple("GM", game),
            (Some(_), _) => self.push("GM[4]"),
        }
        self.push("CA[UTF-8]");
        match find("AP") {
            Some((_, program)) => self.value("AP", program),
            None => self.push(concat!("AP[Tengen:", env!("CARGO_PKG_VERSION"), "]")),
        }
        if let Some(Area::Bounded { width, height }) = record.area {
            let size =
                if width == height { width.to_string() } else { format!("{width}:{height}") };
            self.push(&format!("SZ[{size}]"));
        }
        match (record.rule, find("RU")) {
            (Some(rule), _) => self.push(&format!("RU[{rule}]")),
            (None, Some((_, rule))) => self.simple("RU", rule),
            (None, None) => {}
        }
        for (name, value) in [
            ("EV", &record.event),
            ("RO", &record.round),
            ("PC", &record.place),
            ("DT", &record.date),
            ("PB", &record.black),
            ("PW", &record.white),
        ] {
            if !value.is_empty() {
                self.simple(name, value);
            }
        }
        let known = record.claim.filter(|&claim| claim != ResultClaim::Unknown);
        match (known, find(RESULT_KEY)) {
            (Some(claim), _) => self.push(&format!("RE[{}]", result(claim))),
            (None, Some((_, result))) => self.simple("RE", result),
            (None, None) => {}
        }
        let root = record.tree.node(RecordTree::ROOT);
        let moves = ["B", "W"];
        let mut names: BTreeSet<String> =
            OWN.iter().chain(&moves).map(ToString::to_string).collect();
        names.extend(root.other.iter().filter_map(|(name, _)| spelled_name(name)));
        for (name, value) in &record.other {
            if ["GM", "AP", "RU", "RE"].contains(&name.as_str()) {
                continue; // Written above, or written better.
            }
            match spelled_name(name).filter(|name| names.insert(name.clone())) {
                Some(name) => self.value(&name, value),
                None => self.lost += 1,
            }
        }
    }

    /// Writes the properties of a node, without the other ones whose names are in `written`.
    fn node(
        &mut self,
        node: &RecordNode,
        number: usize,
        written: &[&str],
    ) -> Result<(), Unwritable> {
        if let Some(step) = node.step {
            let name = if step.color == Color::Black { "B" } else { "W" };
            match step.point {
                None => self.push(&format!("{name}[]")),
                // What it was read from is kept beside it.
                Some(OFF_BOARD) if node.other.iter().any(|(other, _)| other == name) => {}
                Some(point) if sgf_value::is_pass(point, self.area) => {
                    return Err(Unwritable::Point { format: Format::Sgf, number });
                }
                Some(point) => {
                    self.push(name);
                    self.point(point, number)?;
                }
            }
        }
        self.setup(node)?;
        if let Some(turn) = node.turn {
            self.push(if turn == Color::Black { "PL[B]" } else { "PL[W]" });
        }
        if let Some(time) = node.time {
            self.push(&format!("MS[{}]", time.as_millis()));
        }
        self.signs(node)?;
        if !node.comment.is_empty() {
            self.value("C", &node.comment);
        }
        let mut names: BTreeSet<String> = written.iter().map(ToString::to_string).collect();
        for (name, values) in &node.other {
            match spelled_name(name).filter(|name| names.insert(name.clone())) {
                Some(name) => {
                    self.push(&name);
                    // What has no value has an empty one: that it is there says all.
                    let no_value = [String::new()];
                    for value in if values.is_empty() { &no_value } else { values.as_slice() } {
                        self.push("[");
                        self.text(value);
                        self.push("]");
                    }
                }
                None => self.lost += 1,
            }
        }
        Ok(())
    }

    /// Points that are set. As none may be set twice in one node, the last time counts.
    fn setup(&mut self, node: &RecordNode) -> Result<(), Unwritable> {
        let mut seen = BTreeSet::new();
        let mut setup: Vec<(Point, Option<Color>)> =
            node.setup.iter().rev().filter(|(point, _)| seen.insert(*point)).copied().collect();
        setup.reverse();
        let kinds = [("AB", Some(Color::Black)), ("AW", Some(Color::White)), ("AE", None)];
        for (name, stone) in kinds {
            for (index, &(point, _)) in setup.iter().filter(|(_, set)| *set == stone).enumerate() {
                if index == 0 {
                    self.push(name);
                }
                self.point(point, 0)?;
            }
        }
        Ok(())
    }

    fn signs(&mut self, node: &RecordNode) -> Result<(), Unwritable> {
        let name = |sign: &Sign| match sign {
            Sign::Label(_) => "LB",
            Sign::Circle => "CR",
            Sign::Cross => "MA",
            Sign::Square => "SQ",
            Sign::Triangle => "TR",
            Sign::Selected => "SL",
        };
        for kind in ["LB", "CR", "MA", "SQ", "TR", "SL"] {
            let signs = node.signs.iter().filter(|(_, sign)| name(sign) == kind);
            for (index, (point, sign)) in signs.enumerate() {
                if index == 0 {
                    self.push(kind);
                }
                self.point(*point, 0)?;
                if let Sign::Label(label) = sign {
                    self.out.pop();
                    self.push(":");
                    self.simple_text(label);
                    self.push("]");
                }
            }
        }
        Ok(())
    }

    fn point(&mut self, point: Point, number: usize) -> Result<(), Unwritable> {
        let unwritable = Unwritable::Point { format: Format::Sgf, number };
        let [column, row] = sgf_value::letters(point).ok_or(unwritable)?;
        self.out.extend_from_slice(&[b'[', column, row, b']']);
        Ok(())
    }

    /// A property whose value is on one line.
    fn simple(&mut self, name: &str, value: &str) {
        self.push(name);
        self.push("[");
        self.simple_text(value);
        self.push("]");
    }

    fn simple_text(&mut self, text: &str) {
        self.changed += usize::from(text.contains(['\n', '\r']));
        let line: String = text
            .chars()
            .map(|letter| if matches!(letter, '\n' | '\r') { ' ' } else { letter })
            .collect();
        self.escaped(&line);
    }

    /// A property whose value may have several lines.
    fn value(&mut self, name: &str, value: &str) {
        self.push(name);
        self.push("[");
        self.text(value);
        self.push("]");
    }

    /// A text of several lines, whose ends are all the same in SGF.
    fn text(&mut self, text: &str) {
        self.changed += usize::from(text.contains('\r'));
        self.escaped(text);
    }

    /// A text that cannot end its value.
    fn escaped(&mut self, text: &str) {
        for byte in text.bytes() {
            if matches!(byte, b'\\' | b']') {
                self.out.push(b'\\');
            }
            self.out.push(byte);
        }
    }
}

/// A name as SGF spells it: upper-case letters, and digits as in `5A`. Names of other formats are
/// made fit, and begin with X where they could mean something else; no name if nothing is left.
fn spelled_name(name: &str) -> Option<String> {
    let fit = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit();
    if !name.is_empty() && name.bytes().all(fit) && !TAKEN.contains(&name) {
        return Some(name.to_owned());
    }
    let name: String = name
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .map(|letter| letter.to_ascii_uppercase())
        .collect();
    match name.len() {
        0 => None,
        1 | 2 => Some(format!("X{name}")),
        _ => Some(name),
    }
}

fn result(claim: ResultClaim) -> String {
    let (color, manner) = match claim {
        ResultClaim::Draw => return "Draw".to_owned(),
        ResultClaim::Void => return "Void".to_owned(),
        ResultClaim::Unknown => return "?".to_owned(),
        ResultClaim::Won(Color::Black, manner) => ('B', manner),
        ResultClaim::Won(Color::White, manner) => ('W', manner),
    };
    let manner = match manner {
        Manner::Unsaid | Manner::Board => "",
        Manner::Resignation => "R",
        Manner::Time => "T",
        Manner::Foul | Manner::Illegal | Manner::Crash | Manner::Forfeit => "F",
    };
    format!("{color}+{manner}")
}
