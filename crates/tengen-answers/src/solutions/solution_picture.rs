//! Picture of a solution: the moves of the win, or what has to be parried.

use tengen_core::{Axis, Cell, Color, Point, Position};
use tengen_notation::Sign;
use tengen_picture::{Picture, PictureMark};
use tengen_solver::fives::{FivesDanger, FivesVerdict, Win};

/// Picture of a position of five-in-a-row with what the solver found.
pub fn solution_picture(position: &Position, verdict: &FivesVerdict) -> Picture {
    match (&verdict.win, &verdict.danger) {
        (Some(win), _) => of_win(position, win),
        (None, Some(danger)) => of_danger(position, danger),
        (None, None) => Picture::new(position.board()).titled("Not decided"),
    }
}

/// The moves, numbered. The last one makes a five, which glows, or leaves points where a five
/// cannot be kept from being made, which are ringed; a block that is a foul is crossed.
fn of_win(position: &Position, win: &Win) -> Picture {
    let story = win.line(position);
    let moves: Vec<Point> = story.iter().map(|step| step.point).collect();
    let title = format!("{} wins by {}", win.winner.capitalized(), win.by);
    let mut picture = Picture::new(position.board()).titled(&title).play(position.turn(), &moves);
    let mut after = position.clone();
    for &point in &moves {
        after.play(point).expect("a story is of legal moves");
    }
    for line in after.winning_lines() {
        picture = picture.line(line);
    }
    let foul = story.last().and_then(|step| step.foul).map(|(block, _)| block);
    let fives = moves.last().map_or_else(Vec::new, |&last| fives(&after, last, win.winner));
    for point in fives {
        let mark = if foul == Some(point) { PictureMark::Foul } else { PictureMark::Threat };
        picture = picture.mark(point, mark);
    }
    picture
}

/// The points of the fours that are threatened, ringed, and those that parry them, lettered.
fn of_danger(position: &Position, danger: &FivesDanger) -> Picture {
    let title = format!("{} has to parry", position.turn().capitalized());
    let mut picture = Picture::new(position.board()).titled(&title);
    for (&(point, _), letter) in danger.parries.iter().zip('A'..='Z') {
        picture = picture.mark(point, PictureMark::Sign(Sign::Label(letter.to_string())));
    }
    let parries = |point: &Point| danger.parries.iter().take(26).any(|(parry, _)| parry == point);
    for &point in danger.line.iter().filter(|point| !parries(point)) {
        picture = picture.mark(point, PictureMark::Threat);
    }
    picture
}

/// Where `color` would make five with its stone on `last`, while the game goes on.
fn fives(position: &Position, last: Point, color: Color) -> Vec<Point> {
    let (board, law) = (position.board(), position.rule().law(color));
    let Some(law) = law.filter(|_| position.outcome().is_none()) else { return Vec::new() };
    let mut fives = Vec::new();
    for axis in Axis::ALL {
        for point in (-4..=4).map(|step| last.along(axis, step)) {
            let empty = board.cell(point) == Cell::Empty;
            if empty && law.wins(board.window(point, axis).seen_by(color)) {
                fives.push(point);
            }
        }
    }
    fives
}
