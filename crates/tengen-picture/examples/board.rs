//! Draws a short game as SVG: `cargo run --example board > board.svg`.

#![allow(clippy::print_stdout, reason = "an example prints")]

use tengen_core::{Area, Board, Color};
use tengen_picture::{Picture, Theme};

fn main() {
    let area = Area::square(15);
    let names = ["h8", "i9", "g9", "i7", "i8"];
    let moves = names.map(|name| area.point(name).expect("the point is on the board"));
    let picture = Picture::new(&Board::new(area)).titled("Five moves").play(Color::Black, &moves);
    print!("{}", picture.svg(&Theme::WOOD));
}
