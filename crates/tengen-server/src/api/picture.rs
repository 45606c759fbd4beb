//! Pictures of positions.

use axum::{
    http::header,
    response::{IntoResponse, Response},
};
use serde::Deserialize;
use tengen_core::{self as core, Cell, renju};
use tengen_notation::{Mark, Numbers, Picture, Pixels, Theme};
use utoipa::ToSchema;

use crate::{
    app::Shared,
    ask::Ask,
    errors::{ApiError, Code, Place},
    wire,
};

/// What is to be drawn, and how.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PictureQuestion {
    /// The position.
    pub position: wire::Position,
    /// In which format; SVG unless told.
    #[serde(default)]
    pub format: PictureFormat,
    /// The theme: `wood`, `wood-dark`, `pixel`, `pixel-dark`, `contrast` or `contrast-dark`; `wood`
    /// unless told.
    #[serde(default)]
    pub theme: Option<String>,
    /// Whether moves carry their numbers; they do unless told.
    #[serde(default)]
    pub numbers: Option<bool>,
    /// Whether points where Black may not play are marked; they are not unless told.
    #[serde(default)]
    pub forbidden: bool,
    /// How many pixels wide; for PNG alone.
    #[serde(default)]
    pub width: Option<u32>,
}

/// A format of pictures.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PictureFormat {
    /// Lines and shapes.
    #[default]
    Svg,
    /// Pixels.
    Png,
}

/// Draws a position.
#[utoipa::path(
    post,
    path = "/api/picture",
    tag = "records",
    request_body = PictureQuestion,
    responses(
        (status = 200, content((String = "image/svg+xml"), (Vec<u8> = "image/png"))),
        (status = "4XX", body = ApiError)
    )
)]
pub(crate) async fn picture(
    app: Shared,
    Ask(question): Ask<PictureQuestion>,
) -> Result<Response, ApiError> {
    let (kind, bytes) = app.short_work(move || question.draw()).await??;
    Ok(([(header::CONTENT_TYPE, kind)], bytes).into_response())
}

impl PictureQuestion {
    fn draw(&self) -> Result<(&'static str, Vec<u8>), ApiError> {
        let bad = |field: &str, message: String| {
            ApiError::at(Code::BadValue, message, Place::of_field(field))
        };
        let name = self.theme.as_deref().unwrap_or("wood");
        let theme = Theme::named(name)
            .ok_or_else(|| bad("theme", format!("no theme is called {name:?}")))?;
        let picture = self.picture()?;
        match self.format {
            PictureFormat::Svg => Ok(("image/svg+xml", picture.svg(theme).into_bytes())),
            PictureFormat::Png => {
                let width = self.width.unwrap_or_else(|| picture.usual_width());
                let pixels = picture.pixels(theme, width);
                let pixels = pixels.map_err(|error| bad("width", error.to_string()))?;
                Ok(("image/png", png_of(&pixels)))
            }
        }
    }

    fn picture(&self) -> Result<Picture, ApiError> {
        let position = self.position.open()?;
        let start = self.position.start()?;
        let mut picture = Picture::new(start.board()).play(start.turn(), position.moves());
        if self.numbers == Some(false) {
            picture = picture.numbered(Numbers::Last(0));
        }
        for line in position.winning_lines() {
            picture = picture.line(line);
        }
        if self.forbidden && position.rule() == core::Rule::Renju {
            let board = position.board();
            for point in board.area().points().filter(|&point| board.cell(point) == Cell::Empty) {
                if let Some(foul) = renju::foul(board, point) {
                    picture = picture.mark(point, Mark::Forbidden(foul));
                }
            }
        }
        Ok(picture)
    }
}

/// The bytes of a PNG file.
fn png_of(pixels: &Pixels) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, pixels.width, pixels.height);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_compression(png::Compression::Balanced);
    // Every stone is drawn like every other one, and filters would hide that.
    encoder.set_filter(png::Filter::NoFilter);
    let rows: Vec<u8> =
        pixels.colors.iter().flat_map(|color| [color.0, color.1, color.2]).collect();
    let mut writer = encoder.write_header().expect("memory takes any header");
    writer.write_image_data(&rows).expect("there is a row for every row");
    writer.finish().expect("memory takes any end");
    bytes
}
