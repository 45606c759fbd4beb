//! A position of NoGo on a board of up to 25x25, made to be copied and played on.

use tengen_core::{Area, Cell, Color, Point, Setup, SetupError};
use thiserror::Error;

use super::{Playout, Rng, playout_board::PlayoutBoard};

/// Error of making a [`State`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum StateError {
    /// The board is too large for a [`State`].
    #[error("a board of {0} has no fast form; its sides must be from 1 to {max}", max = State::MAX_SIDE)]
    Size(Area),
    /// The board is too large even for [`Wide`](super::Wide).
    #[error("a board of {0} has more than {max} points", max = super::Wide::MAX_POINTS)]
    TooManyPoints(Area),
    /// The stones are not a position of NoGo.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

/// A position of NoGo in which a move is tested and played in a few dozen instructions. Points are
/// numbered in reading order: `y * width + x`.
///
/// Copy a position that a search plays on from with [`clone_from`](Clone::clone_from), which
/// allocates nothing if both boards are of the same class (up to 9x9, 13x13, 19x19, 25x25).
///
/// ```
/// use tengen_core::{Area, Color};
/// use tengen_engine::playout::{Rng, State};
///
/// let start = State::new(Area::square(9))?;
/// assert_eq!(start.legal_points(Color::Black).len(), 81);
///
/// let mut game = start.clone();
/// game.play(40);
/// game.play(41);
/// let ending = game.play_out(&mut Rng::new(1));
/// assert!(ending.moves > 20);
/// game.clone_from(&start);
/// assert_eq!(game.stone(40), None);
/// # Ok::<(), tengen_engine::playout::StateError>(())
/// ```
#[derive(Debug)]
pub struct State {
    width: usize,
    height: usize,
    board: SizeClass,
}

/// A board of the least size that has room.
#[derive(Debug)]
enum SizeClass {
    Nine(Box<Nine>),
    Thirteen(Box<Thirteen>),
    Nineteen(Box<Nineteen>),
    TwentyFive(Box<TwentyFive>),
}

type Nine = PlayoutBoard<u8, 10, 256>;
type Thirteen = PlayoutBoard<u8, 14, 256>;
type Nineteen = PlayoutBoard<u16, 20, 512>;
type TwentyFive = PlayoutBoard<u16, 26, 1024>;

/// Dispatches to the board of the size class.
macro_rules! on_board {
    ($class:expr, $board:ident => $code:expr) => {
        match $class {
            SizeClass::Nine($board) => $code,
            SizeClass::Thirteen($board) => $code,
            SizeClass::Nineteen($board) => $code,
            SizeClass::TwentyFive($board) => $code,
        }
    };
}

/// The name that a board with rows of `stride` cells has for a point.
#[inline]
const fn name_of(point: usize, width: usize, stride: usize) -> usize {
    point / width * stride + point % width
}

/// The point of a name.
#[inline]
const fn point_of(name: usize, width: usize, stride: usize) -> usize {
    name / stride * width + name % stride
}

impl State {
    /// The longest side of a board.
    pub const MAX_SIDE: u16 = 25;

    /// The empty board with Black to move.
    ///
    /// # Errors
    ///
    /// If a side of the board is not from 1 to [`MAX_SIDE`](Self::MAX_SIDE).
    pub fn new(area: Area) -> Result<State, StateError> {
        let Area::Bounded { width, height } = area else {
            return Err(SetupError::Endless.into());
        };
        if width == 0 || height == 0 {
            return Err(SetupError::NoPoints.into());
        }
        let (width, height) = (usize::from(width), usize::from(height));
        let board = match width.max(height) {
            0..=9 => SizeClass::Nine(Box::new(PlayoutBoard::new(width, height))),
            10..=13 => SizeClass::Thirteen(Box::new(PlayoutBoard::new(width, height))),
            14..=19 => SizeClass::Nineteen(Box::new(PlayoutBoard::new(width, height))),
            20..=25 => SizeClass::TwentyFive(Box::new(PlayoutBoard::new(width, height))),
            _ => return Err(StateError::Size(area)),
        };
        Ok(State { width, height, board })
    }

    /// The position of `setup`.
    ///
    /// # Errors
    ///
    /// If the board is too large, or stones are outside of it, on top of each other, or in a chain
    /// without a liberty.
    pub fn from_setup(setup: &Setup) -> Result<State, StateError> {
        let mut state = State::new(setup.area)?;
        for &(at, color) in &setup.stones {
            if !setup.area.contains(at) {
                return Err(SetupError::Outside(at).into());
            }
            let point = at.y as usize * state.width + at.x as usize;
            if state.stone(point).is_some() {
                return Err(SetupError::Twice(at).into());
            }
            state.put(point, color);
        }
        state.set_turn(setup.turn);
        state.breathing()
    }

    /// The position with these `cells`, row by row from the top, and `turn` to move. What comes
    /// after the last point of the board is left where it is, and what is missing is empty.
    ///
    /// # Errors
    ///
    /// If the board is too large, or a chain has no liberty.
    pub fn from_cells(
        area: Area,
        cells: &mut dyn Iterator<Item = Cell>,
        turn: Color,
    ) -> Result<State, StateError> {
        let mut state = State::new(area)?;
        for (point, cell) in (0..state.points()).zip(cells) {
            if let Some(color) = cell.stone() {
                state.put(point, color);
            }
        }
        state.set_turn(turn);
        state.breathing()
    }

    fn breathing(self) -> Result<State, StateError> {
        let (width, points) = (self.width, self.points());
        let choked = on_board!(&self.board, board => {
            board.choked((0..points).map(|p| name_of(p, width, board.stride()))).map(|n| point_of(n, width, board.stride()))
        });
        match choked {
            None => Ok(self),
            Some(point) => Err(SetupError::Choked(self.at(point)).into()),
        }
    }

    fn put(&mut self, point: usize, color: Color) {
        let width = self.width;
        on_board!(&mut self.board, board => board.put(name_of(point, width, board.stride()), color));
    }

    pub(crate) fn set_turn(&mut self, turn: Color) {
        on_board!(&mut self.board, board => board.turn = turn);
    }

    /// The number of columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The number of rows.
    pub fn height(&self) -> usize {
        self.height
    }

    /// The number of points.
    pub fn points(&self) -> usize {
        self.width * self.height
    }

    /// The side to move.
    pub fn turn(&self) -> Color {
        on_board!(&self.board, board => board.turn)
    }

    /// Where `point` is.
    pub fn at(&self, point: usize) -> Point {
        Point::new((point % self.width) as i32, (point / self.width) as i32)
    }

    /// The stone on `point`.
    pub fn stone(&self, point: usize) -> Option<Color> {
        on_board!(&self.board, board => board.stone(name_of(point, self.width, board.stride())))
    }

    /// Whether `color` may play on `point`, regardless of the turn.
    #[inline]
    pub fn legal(&self, point: usize, color: Color) -> bool {
        on_board!(&self.board, board => board.legal(name_of(point, self.width, board.stride()), color))
    }

    /// All points that `color` may play on, regardless of the turn, in reading order.
    pub fn legal_points(&self, color: Color) -> Vec<usize> {
        let mut points = Vec::new();
        on_board!(&self.board, board => {
            board.each_legal(color, |name| points.push(point_of(name, self.width, board.stride())));
        });
        points.sort_unstable();
        points
    }

    /// Plays `point` for the side to move.
    ///
    /// # Panics
    ///
    /// If that is illegal.
    #[inline]
    pub fn play(&mut self, point: usize) {
        let turn = self.turn();
        let width = self.width;
        let played =
            on_board!(&mut self.board, board => board.play(name_of(point, width, board.stride())));
        assert!(played, "{turn} may not play point {point}");
    }

    /// Plays uniformly random legal moves until the side to move has none. The state is then the
    /// position at the end.
    #[inline]
    pub fn play_out(&mut self, rng: &mut Rng) -> Playout {
        on_board!(&mut self.board, board => board.play_out(rng, |_, _| {}))
    }

    /// Like [`play_out`](Self::play_out), and calls back with every move. For tests.
    #[doc(hidden)]
    pub fn play_out_with(
        &mut self,
        rng: &mut Rng,
        mut on_move: impl FnMut(usize, Color),
    ) -> Playout {
        let width = self.width;
        on_board!(&mut self.board, board => {
            let stride = board.stride();
            board.play_out(rng, |name, color| on_move(point_of(name, width, stride), color))
        })
    }

    /// Length of a row of the grid in which a search numbers points: see [`spot`](Self::spot).
    pub(crate) fn stride(&self) -> usize {
        on_board!(&self.board, board => board.stride())
    }

    /// The spot of a point: its place in a grid with an edge around it.
    pub(crate) fn spot(&self, at: Point) -> usize {
        (at.y as usize + 1) * self.stride() + at.x as usize + 1
    }

    /// Puts a stone of `color` on `spot`, which is known to be legal, and passes the turn on. No point may be
    /// drawn before [`forget_stones`](Self::forget_stones).
    #[inline]
    pub(crate) fn put_legal(&mut self, spot: usize, color: Color) {
        on_board!(&mut self.board, board => board.put_legal(spot - board.stride() - 1, color));
    }

    /// Takes the stones put by [`put_legal`](Self::put_legal) out of the points to draw.
    #[inline]
    pub(crate) fn forget_stones(&mut self) {
        on_board!(&mut self.board, board => board.forget_stones());
    }

    /// Plays uniformly random legal moves to the end, and calls `note` with the spot of every move.
    #[inline]
    pub(crate) fn play_out_spots(
        &mut self,
        rng: &mut Rng,
        mut note: impl FnMut(usize, Color),
    ) -> Playout {
        on_board!(&mut self.board, board => {
            let first = board.stride() + 1;
            board.play_out(rng, |name, color| note(name + first, color))
        })
    }

    /// Plays uniformly random moves on points that both sides may play on, until there are none, and calls
    /// `note` with the spot of every move.
    #[inline]
    pub(crate) fn play_out_shared(&mut self, rng: &mut Rng, mut note: impl FnMut(usize, Color)) {
        on_board!(&mut self.board, board => {
            let first = board.stride() + 1;
            board.play_out_shared(rng, |name, color| note(name + first, color));
        });
    }

    /// Plays uniformly random moves until the side to move has none, and then moves of the winner only. Returns the
    /// winner and how many moves it had left.
    #[inline]
    pub(crate) fn play_out_saved(&mut self, rng: &mut Rng) -> (Color, u32) {
        on_board!(&mut self.board, board => board.play_out_saved(rng))
    }

    /// How many points Black and White may play on, after [`play_out_shared`](Self::play_out_shared).
    #[inline]
    pub(crate) fn count_saved(&self) -> [u32; 2] {
        on_board!(&self.board, board => board.count_saved())
    }

    /// Whether all that is updated incrementally agrees with the stones. For tests.
    #[doc(hidden)]
    #[must_use]
    pub fn check(&self) -> bool {
        on_board!(&self.board, board => {
            let names: Vec<usize> =
                (0..self.points()).map(|point| name_of(point, self.width, board.stride())).collect();
            board.check(&names)
        })
    }
}

impl Clone for State {
    fn clone(&self) -> State {
        let board = match &self.board {
            SizeClass::Nine(board) => SizeClass::Nine(board.clone()),
            SizeClass::Thirteen(board) => SizeClass::Thirteen(board.clone()),
            SizeClass::Nineteen(board) => SizeClass::Nineteen(board.clone()),
            SizeClass::TwentyFive(board) => SizeClass::TwentyFive(board.clone()),
        };
        State { board, ..*self }
    }

    #[inline]
    fn clone_from(&mut self, other: &State) {
        self.width = other.width;
        self.height = other.height;
        match (&mut self.board, &other.board) {
            (SizeClass::Nine(board), SizeClass::Nine(other)) => board.copy(other),
            (SizeClass::Thirteen(board), SizeClass::Thirteen(other)) => board.copy(other),
            (SizeClass::Nineteen(board), SizeClass::Nineteen(other)) => board.copy(other),
            (SizeClass::TwentyFive(board), SizeClass::TwentyFive(other)) => board.copy(other),
            _ => *self = other.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nogo::legality_board::{BOTH, LegalityBoard, side};

    impl State {
        /// The stones.
        fn setup(&self) -> Setup {
            let (width, height) = (self.width as u16, self.height as u16);
            let mut setup = Setup::new(Area::Bounded { width, height });
            for point in 0..self.points() {
                setup.stones.extend(self.stone(point).map(|color| (self.at(point), color)));
            }
            setup
        }
    }

    /// Plays a few random moves on both boards, as a search does on its way down.
    fn descend(state: &mut State, plain: &mut LegalityBoard, rng: &mut Rng) {
        for _ in 0..rng.below(state.points() + 1) {
            let turn = state.turn();
            let open: Vec<u16> =
                plain.open(BOTH).iter().chain(plain.open(side(turn))).copied().collect();
            if open.is_empty() {
                break;
            }
            let spot = open[rng.below(open.len())];
            state.put_legal(usize::from(spot), turn);
            plain.play(spot, turn);
        }
    }

    #[test]
    fn shared_playouts_go_as_the_board_with_all_legality_says() {
        let mut rng = Rng::new(11);
        for (width, height) in
            [(1, 2), (2, 2), (1, 9), (5, 3), (9, 9), (13, 13), (19, 19), (25, 24)]
        {
            let area = Area::Bounded { width, height };
            let start = State::new(area).unwrap();
            let mut state = start.clone();
            for _ in 0..4_000 / start.points() + 2 {
                state.clone_from(&start);
                let mut plain = LegalityBoard::with_stride(width, height, start.stride() as u16);
                descend(&mut state, &mut plain, &mut rng);
                state.forget_stones();
                assert!(state.check(), "what is left to draw is what is legal");
                let mut turn = state.turn();
                state.play_out_shared(&mut rng, |spot, color| {
                    assert_eq!(color, turn);
                    assert!(plain.open(BOTH).contains(&(spot as u16)), "both sides may play there");
                    plain.play(spot as u16, color);
                    turn = !turn;
                });
                assert_eq!(plain.open(BOTH), [0; 0], "none is left");
                let mobility = state.count_saved();
                assert_eq!(
                    mobility.map(|points| points as usize),
                    Color::ALL.map(|c| plain.mobility(c))
                );
                assert_eq!(state.turn(), turn);
                assert!(state.check());
            }
        }
    }

    #[test]
    fn saved_moves_are_played_to_the_end_and_the_winner_s_are_counted() {
        let mut rng = Rng::new(14);
        let mut with_spare = 0;
        for (width, height) in [(1, 2), (2, 2), (5, 3), (9, 9), (13, 13), (19, 19)] {
            let start = State::new(Area::Bounded { width, height }).unwrap();
            let mut state = start.clone();
            for _ in 0..20 {
                state.clone_from(&start);
                state.forget_stones();
                state.play_out_shared(&mut rng, |_, _| {});
                let turn = state.turn();
                let before = state.setup();
                let saved = state.count_saved();
                let (winner, spare) = state.play_out_saved(&mut rng);
                assert_eq!(state.turn(), !winner);
                assert_eq!(state.count_saved()[winner as usize], 0, "it made all its moves");
                // The stones that came since, by color: in turn until one side had none, then the winner's.
                let after = state.setup();
                let came = Color::ALL.map(|color| {
                    let count = |setup: &Setup| {
                        setup.stones.iter().filter(|stone| stone.1 == color).count() as u32
                    };
                    count(&after) - count(&before)
                });
                let in_turn = came[!winner as usize] + u32::from(turn == winner);
                assert_eq!(came[winner as usize], in_turn + spare, "{before:?}");
                assert!(came.iter().zip(saved).all(|(&came, saved)| came <= saved));
                // The loser had no move when its turn came, and the winner's since gave it none.
                assert_eq!(state.legal_points(!winner).len(), 0);
                assert!(state.check());
                with_spare += u32::from(spare > 0);
            }
        }
        assert!(with_spare > 20, "{with_spare}");
    }

    #[test]
    fn shared_points_are_drawn_with_equal_chances() {
        let mut rng = Rng::new(12);
        let start = State::new(Area::square(3)).unwrap();
        let mut state = start.clone();
        let mut first = [0_u32; 9];
        for _ in 0..9_000 {
            state.clone_from(&start);
            state.forget_stones();
            let mut is_first = true;
            state.play_out_shared(&mut rng, |spot, _| {
                if std::mem::take(&mut is_first) {
                    let (row, column) = (spot / start.stride(), spot % start.stride());
                    first[(row - 1) * 3 + column - 1] += 1;
                }
            });
        }
        // Five standard deviations.
        assert!(first.iter().all(|count| count.abs_diff(1_000) < 150), "{first:?}");
    }

    #[test]
    fn uniform_playouts_after_a_descent_are_games_by_the_rules() {
        let mut rng = Rng::new(13);
        let start = State::new(Area::square(9)).unwrap();
        let mut state = start.clone();
        for _ in 0..50 {
            state.clone_from(&start);
            let mut plain = LegalityBoard::with_stride(9, 9, start.stride() as u16);
            descend(&mut state, &mut plain, &mut rng);
            state.forget_stones();
            let playout = state.play_out_spots(&mut rng, |spot, color| {
                let sides = [BOTH, side(color)];
                assert!(sides.iter().any(|&sides| plain.open(sides).contains(&(spot as u16))));
                plain.play(spot as u16, color);
            });
            assert_eq!(plain.mobility(!playout.winner), 0);
        }
    }
}
