//! A game move by move: each frame holds only what has changed.

use tengen_core::Point;
use thiserror::Error;

use super::{
    MoveNumbers, Picture, PictureTooLarge, PixelBuffer, Theme, camera,
    layout::{PITCH, PictureLayout},
    raster::{self, Camera, Clip},
};

/// The frames of an animation that shows a game move by move. The first frame has the stones that were there before, the
/// last one also the lines and the marks.
#[derive(Clone, Debug)]
pub struct GameFrames<'a> {
    /// With only the stones that are seen.
    picture: Picture,
    theme: &'a Theme,
    layout: PictureLayout,
    camera: Camera,
}

/// Why a game cannot be animated.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum FramesError {
    /// The frames would be too large.
    #[error(transparent)]
    TooLarge(#[from] PictureTooLarge),
    /// There would be too many of them.
    #[error(
        "the game has {moves} moves, and the most that are shown one by one is {}",
        GameFrames::MAX_MOVES
    )]
    TooLong {
        /// How many moves there are.
        moves: usize,
    },
}

impl Picture {
    /// The frames of an animation, each `width` pixels wide.
    ///
    /// # Errors
    ///
    /// If there would be too many frames or pixels in them.
    pub fn frames<'a>(&self, theme: &'a Theme, width: u32) -> Result<GameFrames<'a>, FramesError> {
        if self.moves.len() > GameFrames::MAX_MOVES {
            return Err(FramesError::TooLong { moves: self.moves.len() });
        }
        let layout = self.layout();
        let camera = camera(&layout, theme, width)?;
        let mut picture = self.clone();
        picture.stones.retain(|&(point, _)| layout.shows(point));
        picture.marks.retain(|&(point, _)| layout.shows(point));
        Ok(GameFrames { picture, theme, layout, camera })
    }
}

impl GameFrames<'_> {
    /// The longest game that can be animated.
    pub const MAX_MOVES: usize = 1000;

    /// Width and height in pixels.
    pub fn size(&self) -> (u32, u32) {
        (self.camera.width, self.camera.height)
    }

    /// The number of moves; there is one frame more.
    pub fn moves(&self) -> usize {
        self.picture.moves.len()
    }

    /// The part of the frame after `moves` moves that differs from the one before; all of the first one.
    pub fn frame(&self, moves: usize) -> PixelBuffer {
        let stage = self.stage(moves);
        let scene = stage.scene(&self.layout, self.theme);
        raster::paint(&scene, &self.camera, self.changed(moves))
    }

    /// The whole picture after `moves` moves.
    pub fn still(&self, moves: usize) -> PixelBuffer {
        let scene = self.stage(moves).scene(&self.layout, self.theme);
        raster::paint(&scene, &self.camera, self.camera.all())
    }

    fn stage(&self, moves: usize) -> Picture {
        let mut stage = self.picture.clone();
        if moves < self.moves() {
            stage.moves.truncate(moves);
            stage.marks.clear();
            stage.lines.clear();
        }
        stage
    }

    fn changed(&self, moves: usize) -> Clip {
        if moves == 0 {
            return self.camera.all();
        }
        let all = &self.picture.moves;
        // The new stone, the one that is the last no more, the one whose number goes.
        let mut points: Vec<Point> =
            all[moves.saturating_sub(2)..moves].iter().map(|m| m.0).collect();
        if let MoveNumbers::Last(count) = self.picture.numbers {
            points.extend(moves.checked_sub(count + 1).map(|unnumbered| all[unnumbered].0));
        }
        if moves == all.len() {
            points.extend(self.picture.lines.iter().flat_map(|line| line.points()));
            points.extend(self.picture.marks.iter().map(|&(point, _)| point));
        }
        // Shadows and what glows go beyond the room of a point.
        let reach = PITCH as f32 * 0.75;
        let cells = points.into_iter().filter(|&point| self.layout.shows(point)).map(|point| {
            let (x, y) = self.layout.at(point);
            let (x, y) = (x as f32, y as f32);
            self.camera.clip((x - reach, y - reach), (x + reach, y + reach))
        });
        // A frame must have a pixel.
        cells.reduce(Clip::join).unwrap_or(Clip { from: (0, 0), to: (1, 1) })
    }
}
