//! Verdicts in words, for people.

use std::io::Write as _;

use tengen_core::{Area, Point};
use tengen_referee::{Agreement, End, Steps};

use crate::JudgedRecord;

impl JudgedRecord<'_> {
    /// What the board says, in a few words.
    pub fn headline(&self) -> String {
        let JudgedRecord { game, verdict, .. } = self;
        let at = verdict.at;
        let winner = verdict.winner.map_or_else(String::new, |winner| winner.to_string());
        match verdict.end {
            End::Five if at == 0 => format!("{winner} had won before the first move"),
            End::Five => format!("{winner} won by five at move {at}"),
            End::Overline | End::DoubleFour | End::DoubleThree => {
                let foul = verdict.end.word().replace('-', " ");
                format!("{winner} won: {foul} at move {at}")
            }
            End::NoMove => format!("{winner} won: no legal move after move {at}"),
            End::Choke => format!("{winner} won: a chain without liberty at move {at}"),
            End::FullBoard => "a draw: the board is full".to_owned(),
            End::Unfinished => match game.steps.len() {
                0 => "no moves".to_owned(),
                1 => "nobody has won after 1 move".to_owned(),
                moves => format!("nobody has won after {moves} moves"),
            },
            End::Occupied => match verdict.earlier {
                0 => format!("move {at} is on a stone of the set-up"),
                earlier => format!("move {at} is on the point of move {earlier}"),
            },
            End::Outside => format!("move {at} is outside the {} board", game.area),
            End::OutOfTurn => format!("move {at} is out of turn"),
            End::Pass => format!("move {at} is a pass, which nogo has not"),
            End::Setup if at == 0 => "no game can start from the stones set up".to_owned(),
            End::Setup => format!("before move {at} stones were set or taken away"),
            End::Unreadable => "cannot be read".to_owned(),
        }
    }

    /// What is written in the record, and how it stands.
    pub fn written(&self) -> String {
        match (self.game.claim, self.verdict.agrees) {
            (None, _) => "no result is written".to_owned(),
            (Some(claim), Agreement::Yes) => format!("{claim}, which agrees"),
            (Some(claim), Agreement::No) => format!("{claim}, which disagrees"),
            (Some(claim), Agreement::Unknown) => format!("{claim}, which the board cannot tell"),
        }
    }

    /// Writes the whole verdict in words; `name` is that of the file.
    pub fn write_story(&self, out: &mut Vec<u8>, name: &str) {
        let JudgedRecord { number, line, game, verdict, evidence, repairs } = self;
        let (rule, area) = (game.rule, game.area);
        // Writing to memory does not fail.
        let _ =
            writeln!(out, "{name}:{line}: game {number}, {rule} on {area}: {}", self.headline());
        if verdict.at > 0
            && let Some(point) = point(game.steps, verdict.at as usize - 1)
            && area.contains(point)
        {
            let _ = writeln!(out, "  move {}, {}", verdict.at, area.name(point));
        }
        for (shape, points) in evidence.lines() {
            let _ = writeln!(out, "  {}: {}", shape.name(), names(area, points));
        }
        match verdict.after {
            0 => {}
            1 => out.extend_from_slice(b"  1 move after the end does not count\n"),
            more => {
                let _ = writeln!(out, "  {more} moves after the end do not count");
            }
        }
        let _ = writeln!(out, "  written: {}", self.written());
        for repair in *repairs {
            let _ = writeln!(out, "  {repair}");
        }
    }
}

fn point(steps: Steps<'_>, index: usize) -> Option<Point> {
    match steps {
        Steps::Moves(moves) => moves.get(index).copied(),
        Steps::Irregular(steps) => steps.get(index).and_then(|step| step.point),
    }
}

fn names(area: Area, points: &[Point]) -> String {
    let names: Vec<String> = points.iter().map(|&point| area.name(point)).collect();
    names.join(" ")
}
