//! Where a game starts: the board that the arguments name.

use std::path::Path;

use tengen_core::{Color, Position, Rule, SetupError};
use tengen_notation::{BoardText, Fault, Problem, subject::already_won};

use crate::{cli::StartArgs, io::error::Failure, io::input::Input};

impl StartArgs {
    /// The file to read.
    pub(crate) fn path(&self) -> &Path {
        self.file.as_deref().unwrap_or(Path::new("-"))
    }

    /// The side to move.
    pub(crate) fn turn(&self) -> Color {
        self.turn.unwrap_or(Color::Black)
    }

    /// The board, and what `of_field` makes of it and the side to move.
    pub(crate) fn open<T>(
        &self,
        of_field: impl Fn(&BoardText, Color) -> Result<T, SetupError>,
    ) -> Result<(BoardText, T), Failure> {
        if self.size.is_some() && self.file.is_some() {
            let message = "--size is an empty board: it goes without a file";
            return Err(Failure::Usage(message.to_owned()));
        }
        let text = if self.size.is_none() { Some(Input::open(self.path())?) } else { None };
        self.open_text(text, of_field)
    }

    /// Reads the board in `text`, or makes an empty one of `--size` if there is none.
    pub(crate) fn open_text<T>(
        &self,
        text: Option<Input>,
        of_field: impl Fn(&BoardText, Color) -> Result<T, SetupError>,
    ) -> Result<(BoardText, T), Failure> {
        let Some(text) = text else {
            let (width, height) = self.size.expect("there is a text or a size");
            let field = BoardText::empty(width, height);
            let made = of_field(&field, self.turn());
            return made.map(|made| (field, made)).map_err(|e| Failure::Usage(e.to_string()));
        };
        let (name, text) = text.text(BoardText::LIMIT)?;
        self.read(&text, of_field).map_err(|fault| Failure::Fault { name, fault })
    }

    fn read<T>(
        &self,
        text: &[u8],
        of_field: impl Fn(&BoardText, Color) -> Result<T, SetupError>,
    ) -> Result<(BoardText, T), Box<Fault>> {
        let field = BoardText::parse(text)?;
        if self.turn.is_none()
            && let Some((point, [black, white])) = field.uneven()
        {
            return Err(field.fault_at(text, point, Problem::Uneven { black, white }));
        }
        match of_field(&field, self.turn()) {
            Ok(made) => Ok((field, made)),
            Err(SetupError::Choked(point)) => {
                let number = point.y as usize * usize::from(field.width()) + point.x as usize;
                let color = field.cells()[number].stone().expect("chains are of stones");
                Err(field.fault_at(text, point, Problem::Choked(color)))
            }
            Err(error) => unreachable!("a field that was read is a board: {error}"),
        }
    }

    /// A game that starts from the board in `text`, or an empty one if there is none.
    pub(crate) fn open_board(&self, text: Option<Input>, rule: Rule) -> Result<Position, Failure> {
        if rule != Rule::NoGo {
            return self.open_fives(text, rule);
        }
        let of_field =
            |field: &BoardText, turn| Position::from_setup(Rule::NoGo, &field.setup(turn));
        self.open_text(text, of_field).map(|(_, position)| position)
    }

    /// A game of fives that starts from the board in `text`, or an empty one if there is none. Without
    /// `--turn` the side with fewer stones is to move.
    pub(crate) fn open_fives(&self, text: Option<Input>, rule: Rule) -> Result<Position, Failure> {
        let Some(text) = text else {
            let (width, height) = self.size.expect("there is a text or a size");
            let setup = BoardText::empty(width, height).setup(self.turn());
            return Position::from_setup(rule, &setup).map_err(|e| Failure::Usage(e.to_string()));
        };
        let (name, text) = text.text(BoardText::LIMIT)?;
        self.read_fives(&text, rule).map_err(|fault| Failure::Fault { name, fault })
    }

    fn read_fives(&self, text: &[u8], rule: Rule) -> Result<Position, Box<Fault>> {
        let field = BoardText::parse(text)?;
        let turn = match (self.turn, field.uneven()) {
            (Some(turn), _) => turn,
            (None, None) => Color::Black,
            (None, Some((_, [black, white]))) if black == white + 1 => Color::White,
            (None, Some((point, [black, white]))) => {
                return Err(field.fault_at(text, point, Problem::Uneven { black, white }));
            }
        };
        let setup = field.setup(turn);
        if let Some((start, problem)) = already_won(&setup, rule) {
            return Err(field.fault_at(text, start, problem));
        }
        Ok(Position::from_setup(rule, &setup).expect("nobody has won"))
    }
}
