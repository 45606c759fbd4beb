//! The input of the network: what is on each point, as codes.

use tengen_core::{Color, Point};

use super::legality_board::{LegalityBoard, side};

/// Codes of a position for the side to move.
///
/// Why codes and not planes: a code of a cell selects a row of weights of the first layer, so that what the layer costs
/// depends on how much is there and not on how much could be. Rich features are then as cheap as plain ones: the
/// liberties of a chain, and how a move changes the mobility of both sides.
#[derive(Clone, Default, Debug)]
pub struct NetInput {
    /// By spot: the codes of the cell; [`NONE`](Self::NONE) after the last.
    pub codes: Vec<[u8; 3]>,
    /// The spots of the board, in reading order.
    pub spots: Vec<u16>,
    /// Cells of a row.
    pub stride: usize,
}

impl NetInput {
    /// Number of codes.
    pub const CODES: usize = 43;
    /// No code.
    pub const NONE: u8 = u8::MAX;

    const EDGE: u8 = 0;
    /// Stones by color, then by liberties.
    const STONE: u8 = 1;
    /// Empty points by who may play there.
    const EMPTY: u8 = 9;
    /// Moves of the side to move by what both sides lose.
    const OWN_MOVE: u8 = 13;
    /// Moves of the other side.
    const THEIR_MOVE: u8 = 28;

    /// The codes of a position, for training: width and height, stones that a game may have, and the side to move.
    pub fn new([width, height]: [u16; 2], stones: &[(Point, Color)], turn: Color) -> NetInput {
        let mut board = LegalityBoard::new(width, height);
        for &(point, color) in stones {
            board.play(board.spot(point), color);
        }
        let mut input = NetInput::default();
        input.read(&board, turn);
        input
    }

    /// The spot of a point.
    pub fn spot(&self, point: Point) -> usize {
        (point.y as usize + 1) * self.stride + point.x as usize + 1
    }

    /// The moves of the side to move.
    pub fn moves(&self) -> impl Iterator<Item = u16> + '_ {
        let is_move = |code: &u8| (NetInput::OWN_MOVE..NetInput::THEIR_MOVE).contains(code);
        let spots = self.spots.iter().copied();
        spots.filter(move |&spot| self.codes[usize::from(spot)].iter().any(is_move))
    }

    /// Reads the position on `board` with `turn` to move.
    pub(crate) fn read(&mut self, board: &LegalityBoard, turn: Color) {
        self.stride = board.stride();
        self.codes.clear();
        self.codes.resize(board.size(), [NetInput::EDGE, NetInput::NONE, NetInput::NONE]);
        self.spots.clear();
        self.spots.extend(board.spots());
        let before = Color::ALL.map(|color| board.mobility(color));
        let change = |spot: u16, color: Color| {
            let after = board.mobility_after(spot, color);
            let lost = [0, 1].map(|i| before[i] - after[i]);
            let own = lost[color as usize].clamp(1, 3) - 1;
            let other = lost[!color as usize].min(4);
            (own * 5 + other) as u8
        };
        for &spot in &self.spots {
            let codes = &mut self.codes[usize::from(spot)];
            if let Some((color, liberties)) = board.liberty_class(spot) {
                codes[0] = NetInput::STONE + 4 * u8::from(color != turn) + liberties;
                continue;
            }
            let sides = board.sides(spot);
            let [own, theirs] = [side(turn), side(!turn)].map(|side| sides & side != 0);
            codes[0] = NetInput::EMPTY + 2 * u8::from(own) + u8::from(theirs);
            let mut next = 1;
            if own {
                codes[next] = NetInput::OWN_MOVE + change(spot, turn);
                next += 1;
            }
            if theirs {
                codes[next] = NetInput::THEIR_MOVE + change(spot, !turn);
            }
        }
    }
}
