//! Positions with long wins by fours, made by `examples/deep_vcf.rs`.

use tengen_core::{Color, Drawing, Position, Setup};

/// A position that Black, to move, wins by fours, but not in fewer moves.
pub(crate) struct Deep {
    pub(crate) position: Position,
    pub(crate) moves: usize,
}

/// The positions of `testdata/deep_vcf.txt`: a line with the rule and the number of moves, and a
/// drawing, for each.
pub(crate) fn positions() -> Vec<Deep> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/deep_vcf.txt");
    let text = std::fs::read_to_string(path).expect("the file is in the repository");
    let blocks = text.split("\n\n").map(str::trim).filter(|block| !block.is_empty());
    let deep = |block: &str| {
        let (head, drawing) = block.split_once('\n').expect("a head and a drawing");
        let (rule, moves) = head.split_once(' ').expect("a rule and a number");
        let drawing: Drawing = drawing.parse().expect("a drawing");
        let setup = Setup::from_board(&drawing.board(), Color::Black);
        let rule = rule.parse().expect("a rule");
        Deep {
            position: Position::from_setup(rule, &setup).expect("a position"),
            moves: moves.parse().expect("a number"),
        }
    };
    blocks.map(deep).collect()
}
