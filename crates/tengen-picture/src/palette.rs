//! Color quantization by median cut.

use std::collections::BTreeMap;

use super::{PixelBuffer, Rgb};

/// Palette: a limited set of colors, chosen for some pictures.
pub(super) struct Palette {
    colors: Vec<Rgb>,
    /// The nearest color of every one that was asked for.
    nearest: BTreeMap<Rgb, u8>,
    /// The last one that was asked for: the next pixel is mostly like it.
    last: Option<(Rgb, u8)>,
}

impl Palette {
    /// All colors of `pictures`, or the `most` that stand for them best: the box of all colors is
    /// cut in two at the middle of its pixels along its longest side, and so on (median cut).
    pub(super) fn from_pictures(pictures: &[&PixelBuffer], most: usize) -> Palette {
        let mut counts: BTreeMap<Rgb, usize> = BTreeMap::new();
        for color in pictures.iter().flat_map(|pixels| &pixels.colors) {
            *counts.entry(*color).or_default() += 1;
        }
        let mut boxes: Vec<Vec<(Rgb, usize)>> = vec![counts.into_iter().collect()];
        while boxes.len() < most {
            let widest = (0..boxes.len()).max_by_key(|&place| {
                let (_, length) = longest_side(&boxes[place]);
                // Equally long ones: the first.
                (length, std::cmp::Reverse(place))
            });
            let Some(place) = widest.filter(|&place| boxes[place].len() > 1) else { break };
            let cut = cut(&mut boxes[place]);
            boxes.push(cut);
        }
        let colors = boxes.iter().filter(|colors| !colors.is_empty()).map(|colors| mean(colors));
        Palette::new(colors.collect())
    }

    fn new(colors: Vec<Rgb>) -> Palette {
        Palette { colors, nearest: BTreeMap::new(), last: None }
    }

    /// All colors of `picture`, if they are not more than 256.
    pub(super) fn exact(picture: &PixelBuffer) -> Option<Palette> {
        let mut colors = std::collections::BTreeSet::new();
        let mut before = None;
        for &color in &picture.colors {
            if before.replace(color) != Some(color) && colors.insert(color) && colors.len() > 256 {
                return None;
            }
        }
        Some(Palette::new(colors.into_iter().collect()))
    }

    /// The colors.
    pub(super) fn colors(&self) -> &[Rgb] {
        &self.colors
    }

    /// The number of the color that is nearest to `color`.
    pub(super) fn index(&mut self, color: Rgb) -> u8 {
        if let Some((last, index)) = self.last
            && last == color
        {
            return index;
        }
        let index = self.look_up(color);
        self.last = Some((color, index));
        index
    }

    fn look_up(&mut self, color: Rgb) -> u8 {
        let colors = &self.colors;
        *self.nearest.entry(color).or_insert_with(|| {
            let nearest = (0..colors.len()).min_by_key(|&place| color.distance(colors[place]));
            nearest.unwrap_or(0) as u8
        })
    }
}

/// Which channel differs most, and by how much.
fn longest_side(colors: &[(Rgb, usize)]) -> (usize, u8) {
    let sides = (0..3).map(|channel| {
        let values = || colors.iter().map(move |(color, _)| value(*color, channel));
        let length = values().max().unwrap_or(0) - values().min().unwrap_or(0);
        (channel, length)
    });
    sides.max_by_key(|&(channel, length)| (length, std::cmp::Reverse(channel))).unwrap_or((0, 0))
}

fn value(color: Rgb, channel: usize) -> u8 {
    [color.0, color.1, color.2][channel]
}

/// Takes the upper half of a box out of it; each half has a color.
fn cut(colors: &mut Vec<(Rgb, usize)>) -> Vec<(Rgb, usize)> {
    let (channel, _) = longest_side(colors);
    colors.sort_by_key(|&(color, _)| (value(color, channel), color));
    let all: usize = colors.iter().map(|color| color.1).sum();
    let mut passed = 0;
    let half = colors.iter().position(|color| {
        passed += color.1;
        2 * passed >= all
    });
    colors.split_off((half.unwrap_or(0) + 1).min(colors.len() - 1).max(1))
}

fn mean(colors: &[(Rgb, usize)]) -> Rgb {
    let count: usize = colors.iter().map(|color| color.1).sum();
    let channel = |channel: usize| {
        let sum: usize =
            colors.iter().map(|&(color, count)| usize::from(value(color, channel)) * count).sum();
        ((sum + count / 2) / count.max(1)) as u8
    };
    Rgb(channel(0), channel(1), channel(2))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pixels(colors: Vec<Rgb>) -> PixelBuffer {
        PixelBuffer { left: 0, top: 0, width: colors.len() as u32, height: 1, colors }
    }

    #[test]
    fn few_colors_are_kept_as_they_are() {
        let picture = pixels([3, 7, 7, 9, 200].map(|gray| Rgb(gray, 0, 255 - gray)).to_vec());
        let mut palette = Palette::from_pictures(&[&picture], 255);
        assert_eq!(palette.colors().len(), 4);
        for &color in &picture.colors {
            let index = palette.index(color);
            assert_eq!(palette.colors()[usize::from(index)], color);
        }
    }

    #[test]
    fn many_colors_become_so_many_and_stay_near() {
        let picture =
            pixels((0..5000_u32).map(|n| Rgb((n % 256) as u8, (n / 20) as u8, 40)).collect());
        let mut palette = Palette::from_pictures(&[&picture], 200);
        assert_eq!(palette.colors().len(), 200);
        let far = |a: u8, b: u8| (i32::from(a) - i32::from(b)).abs();
        for &color in &picture.colors {
            let index = palette.index(color);
            let near = palette.colors()[usize::from(index)];
            assert!(far(near.0, color.0) <= 24 && far(near.1, color.1) <= 24, "{color} {near}");
        }
    }
}
