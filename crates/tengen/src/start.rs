//! Where a game of NoGo starts: the board that the arguments name.

use std::io::Read;

use tengen_core::{Color, SetupError};
use tengen_notation::{Fault, Field, Opening, Problem};

use crate::{cli::StartArgs, error::Failure, input::Input};

impl StartArgs {
    /// The side to move.
    pub(crate) fn turn(&self) -> Color {
        self.turn.unwrap_or(Color::Black)
    }

    /// The board, and what `of_field` makes of it and the side to move.
    pub(crate) fn open<T>(
        &self,
        of_field: impl Fn(&Field, Color) -> Result<T, SetupError>,
    ) -> Result<(Field, T), Failure> {
        if let Some((width, height)) = self.size {
            let field = Field::empty(width, height);
            let made = of_field(&field, self.turn());
            return made.map(|made| (field, made)).map_err(|e| Failure::Usage(e.to_string()));
        }
        let Input { name, reader, .. } = Input::open(&self.file)?;
        let mut text = Vec::new();
        // One byte more than any text may have shows that it has too many.
        if let Err(error) = reader.take(Field::LIMIT as u64 + 1).read_to_end(&mut text) {
            return Err(Failure::Read { name, error });
        }
        self.read(&text, of_field).map_err(|fault| Failure::Fault { name, fault })
    }

    fn read<T>(
        &self,
        text: &[u8],
        of_field: impl Fn(&Field, Color) -> Result<T, SetupError>,
    ) -> Result<(Field, T), Box<Fault>> {
        let text = &text[Opening::of(text)?.skip..];
        let field = Field::read(text)?;
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
}
