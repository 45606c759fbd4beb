//! The PNG encoder.

use super::{PixelBuffer, Rgb, palette::Palette};

impl PixelBuffer {
    /// The bytes of a PNG file: a palette if 256 colors are enough, as for the eight-bit theme.
    pub fn png(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = ::png::Encoder::new(&mut bytes, self.width, self.height);
        encoder.set_depth(::png::BitDepth::Eight);
        // Why no filter: every stone is drawn like every other one, and filters would hide that.
        encoder.set_compression(::png::Compression::Balanced);
        encoder.set_filter(::png::Filter::NoFilter);
        let rows: Vec<u8> = if let Some(mut palette) = Palette::exact(self) {
            encoder.set_color(::png::ColorType::Indexed);
            encoder.set_palette(flat(palette.colors()));
            self.colors.iter().map(|&color| palette.index(color)).collect()
        } else {
            encoder.set_color(::png::ColorType::Rgb);
            flat(&self.colors)
        };
        let mut writer = encoder.write_header().expect("memory takes any header");
        writer.write_image_data(&rows).expect("there is a row for every row");
        writer.finish().expect("memory takes any end");
        bytes
    }
}

/// The channels of colors, one after another.
pub(super) fn flat(colors: &[Rgb]) -> Vec<u8> {
    colors.iter().flat_map(|color| [color.0, color.1, color.2]).collect()
}
