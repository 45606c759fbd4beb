//! Pictures of positions, and films of games.

use serde::Deserialize;
use tengen_core as core;
use tengen_picture::{GameFrames, GifOptions, MoveNumbers, Picture, PictureMark, Theme};

use crate::view;
use crate::{
    cancel::Cancel,
    error::{ApiError, ErrorCode},
    wire::WirePosition,
};

/// What is to be drawn, and how.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct PictureQuestion {
    /// The position.
    pub position: WirePosition,
    /// The image format. Default: SVG.
    #[serde(default)]
    pub format: PictureFormat,
    /// The theme: `wood`, `wood-dark`, `pixel`, `pixel-dark`, `contrast` or `contrast-dark`.
    /// Default: `wood`.
    #[serde(default)]
    pub theme: Option<String>,
    /// Whether moves carry their numbers. Default: true.
    #[serde(default)]
    pub numbers: Option<bool>,
    /// Whether points where Black may not play are marked. Default: false.
    #[serde(default)]
    pub forbidden: bool,
    /// Whether the liberties of every chain are marked and counted. Default: false.
    #[serde(default)]
    pub liberties: bool,
    /// How many pixels wide, for PNG and GIF.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(minimum = 16, maximum = 4096))]
    pub width: Option<u32>,
    /// How long a GIF shows each move, in milliseconds. Default: 500.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(minimum = 20, maximum = 60_000))]
    pub delay_ms: Option<u32>,
}

/// A format of pictures.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum PictureFormat {
    /// Lines and shapes.
    #[default]
    Svg,
    /// Pixels.
    Png,
    /// The game move by move.
    Gif,
}

impl PictureQuestion {
    /// A picture for a screen need not be wider, and one that is takes long to draw.
    const MOST_WIDTH: u32 = 4096;

    /// A film has a frame for each move, and is that much narrower.
    const MOST_FILM_WIDTH: u32 = 1024;

    /// The longest film.
    const MOST_FRAMES: usize = 400;

    /// Answers `/api/picture`: the media type of the picture, and its bytes.
    ///
    /// # Errors
    ///
    /// If there is no such position, theme or size.
    pub fn draw(&self, cancel: &Cancel<'_>) -> Result<(&'static str, Vec<u8>), ApiError> {
        let name = self.theme.as_deref().unwrap_or("wood");
        let no_theme = || bad("theme", format!("no theme is called {name:?}"));
        let theme = Theme::named(name).ok_or_else(no_theme)?;
        let picture = self.picture()?;
        match self.format {
            PictureFormat::Svg => Ok(("image/svg+xml", picture.svg(theme).into_bytes())),
            PictureFormat::Png => {
                let width = self.width_up_to(PictureQuestion::MOST_WIDTH, &picture)?;
                let pixels = picture.pixels(theme, width);
                let pixels = pixels.map_err(|error| bad("width", error.to_string()))?;
                Ok(("image/png", pixels.png()))
            }
            PictureFormat::Gif => {
                let width = self.width_up_to(PictureQuestion::MOST_FILM_WIDTH, &picture)?;
                let film = picture.frames(theme, width);
                let film = film.map_err(|error| bad("width", error.to_string()))?;
                let gif = film.gif_until(&self.show(&film)?, &|| cancel.is_cancelled());
                Ok(("image/gif", gif.ok_or_else(Cancel::error)?))
            }
        }
    }

    fn width_up_to(&self, most: u32, picture: &Picture) -> Result<u32, ApiError> {
        let Some(width) = self.width else { return Ok(picture.usual_width().min(most)) };
        if (16..=most).contains(&width) {
            return Ok(width);
        }
        Err(bad("width", format!("{width} pixels wide: it may be from 16 to {most}")))
    }

    fn show(&self, film: &GameFrames<'_>) -> Result<GifOptions, ApiError> {
        let (moves, most) = (film.moves(), PictureQuestion::MOST_FRAMES);
        if moves > most {
            let message = format!("a film of {moves} moves: it may have up to {most}");
            return Err(bad("position", message));
        }
        let delay = self.delay_ms.unwrap_or(500);
        if !(20..=60_000).contains(&delay) {
            let message = format!("{delay} ms for each move: it may be from 20 to 60000");
            return Err(bad("delay_ms", message));
        }
        Ok(GifOptions::new((delay / 10) as u16, 0))
    }

    fn picture(&self) -> Result<Picture, ApiError> {
        let position = self.position.open()?;
        let start = self.position.start()?;
        let mut picture = Picture::new(start.board()).play(start.turn(), position.moves());
        if self.numbers == Some(false) || self.liberties {
            picture = picture.numbered(MoveNumbers::Last(0));
        }
        for line in position.winning_lines() {
            picture = picture.line(line);
        }
        if self.forbidden && position.rule() == core::Rule::Renju {
            for (point, foul) in view::fouls(position.board()) {
                picture = picture.mark(point, PictureMark::Forbidden(foul));
            }
        }
        if self.liberties {
            picture = with_liberties(picture, &position);
        }
        Ok(picture)
    }
}

/// The liberties of every chain, and on every stone how many its chain has.
fn with_liberties(mut picture: Picture, position: &core::Position) -> Picture {
    let mut dots = std::collections::BTreeSet::new();
    for chain in view::all_chains(position) {
        for &stone in &chain.stones {
            picture = picture.mark(stone, PictureMark::Liberties(chain.liberties.len()));
        }
        dots.extend(chain.liberties);
    }
    dots.into_iter().fold(picture, |picture, dot| picture.mark(dot, PictureMark::Liberty))
}

fn bad(field: &str, message: String) -> ApiError {
    ApiError::in_field(ErrorCode::BadValue, field, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_film_that_is_cancelled_ends() {
        let question = serde_json::json!({
            "position": {"rule": "renju", "area": {"width": 9, "height": 9}, "moves": [{"x": 4, "y": 4}]},
            "format": "gif", "width": 64
        });
        let question: PictureQuestion = serde_json::from_value(question).unwrap();
        assert!(question.draw(&Cancel::NEVER).unwrap().1.starts_with(b"GIF89a"));
        assert_eq!(question.draw(&Cancel::new(&|| true)).unwrap_err(), Cancel::error());
    }
}
