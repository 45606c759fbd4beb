//! A game as an animated GIF: every move a frame with only what it changes.

use std::borrow::Cow;

use super::{GameFrames, PixelBuffer, palette::Palette, png::flat};
use ::gif::{DisposalMethod, Encoder, Frame, Repeat};

/// Timing of an animated GIF.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct GifOptions {
    /// Hundredths of a second for each move.
    pub delay: u16,
    /// How many times it is shown; 0 is without end.
    pub repeat: u16,
}

impl GifOptions {
    /// Timing by hundredths of a second for each move, and how many times it is shown.
    pub const fn new(delay: u16, repeat: u16) -> GifOptions {
        GifOptions { delay, repeat }
    }
}

/// How many times as long as the others the last frame is shown, up to ten seconds.
const LAST: u16 = 6;

impl GameFrames<'_> {
    /// The bytes of a GIF file.
    pub fn gif(&self, options: &GifOptions) -> Vec<u8> {
        self.gif_until(options, &|| false).expect("it is never cancelled")
    }

    /// Like [`GameFrames::gif`], but cancelled as soon as `stop` returns true, and then without a file. For
    /// callers whose client may go away.
    pub fn gif_until(&self, options: &GifOptions, stop: &dyn Fn() -> bool) -> Option<Vec<u8>> {
        let (width, height) = self.size();
        // All that a game shows is seen at its end, but for what lies under its stones.
        let mut palette = Palette::from_pictures(&[&self.still(self.moves()), &self.still(0)], 255);
        let clear = palette.colors().len() as u8;
        let mut colors = flat(palette.colors());
        colors.extend([0; 3]);
        let mut bytes = Vec::new();
        let mut encoder = Encoder::new(&mut bytes, width as u16, height as u16, &colors)
            .expect("memory takes any header");
        let repeat =
            if options.repeat == 0 { Repeat::Infinite } else { Repeat::Finite(options.repeat - 1) };
        encoder.set_repeat(repeat).expect("memory takes any number");
        let mut screen = vec![clear; width as usize * height as usize];
        for moves in 0..=self.moves() {
            if stop() {
                return None;
            }
            let pixels = self.frame(moves);
            let mut frame = changes(&pixels, &mut palette, clear, &mut screen, width);
            frame.delay = if moves == self.moves() {
                options.delay.saturating_mul(LAST).min(1000).max(options.delay)
            } else {
                options.delay
            };
            encoder.write_frame(&frame).expect("memory takes any frame");
        }
        drop(encoder);
        Some(bytes)
    }
}

/// What differs from the screen; the rest is clear, which takes next to no room.
fn changes(
    pixels: &PixelBuffer,
    palette: &mut Palette,
    clear: u8,
    screen: &mut [u8],
    width: u32,
) -> Frame<'static> {
    let mut indices = Vec::with_capacity(pixels.colors.len());
    for (row, colors) in pixels.colors.chunks(pixels.width.max(1) as usize).enumerate() {
        let start = (pixels.top as usize + row) * width as usize + pixels.left as usize;
        for (old, &color) in screen[start..].iter_mut().zip(colors) {
            let new = palette.index(color);
            indices.push(if *old == new { clear } else { new });
            *old = new;
        }
    }
    Frame {
        left: pixels.left as u16,
        top: pixels.top as u16,
        width: pixels.width as u16,
        height: pixels.height as u16,
        transparent: Some(clear),
        dispose: DisposalMethod::Keep,
        buffer: Cow::Owned(indices),
        ..Frame::default()
    }
}
