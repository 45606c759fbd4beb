//! Shows where Black may not play at renju, and why.
//!
//! ```text
//! cargo run -p tengen-core --example fouls
//! ```

use tengen_core::{Color, Drawing, Illegal, Position, Rule, Setup};

#[expect(clippy::print_stdout, reason = "an example prints its answer")]
fn main() {
    let drawing: Drawing = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . x . . . .
        . . . . x . . . .
        . . x x . . . . .
        . . . . . . . . .
        . o . o . o . o .
        . . . . . . . . .
        . . . . . . . . ."
        .parse()
        .expect("the drawing is well-formed");
    let setup = Setup::from_board(&drawing.board(), Color::Black);
    let position = Position::from_setup(Rule::Renju, &setup).expect("the game can go on");
    let area = position.board().area();
    let mut marked = drawing;
    for point in area.points() {
        if let Err(illegal @ Illegal::Foul(foul)) = position.may_play(point) {
            println!("{}: {illegal}", area.name(point));
            marked = marked.with_mark(point, foul.mark());
        }
    }
    print!("{marked}");
}
