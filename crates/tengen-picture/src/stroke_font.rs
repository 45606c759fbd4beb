//! A stroke font: letters and numbers as paths, so that pictures need no font.

use super::scene::{PathSegment, ScenePoint};

/// How high a capital letter or a number is, in the units of the glyphs.
const HEIGHT: f32 = 6.0;

/// Between two glyphs.
const GAP: f32 = 1.5;

/// A sign, how wide it is, and its strokes: `M` begins one, `L` is a line, `Q` a quadratic Bézier curve. The
/// foot of the letters is at 6, the top of small ones at 2.
type Glyph = (char, f32, &'static str);

const GLYPHS: &[Glyph] = &[
    ('0', 4.0, "M2 0Q4 0 4 3Q4 6 2 6Q0 6 0 3Q0 0 2 0"),
    ('1', 4.0, "M.9 1.3L2.5 0L2.5 6"),
    ('2', 4.0, "M.1 1.6Q.2 0 2 0Q3.9 0 3.9 1.7Q3.9 2.8 2.6 4L.1 6L4 6"),
    ('3', 4.0, "M.2 .9Q.7 0 2 0Q3.8 0 3.8 1.5Q3.8 2.9 1.6 2.9Q4 2.9 4 4.4Q4 6 2 6Q.5 6 0 5"),
    ('4', 4.0, "M3 6L3 0L0 4.2L4 4.2"),
    ('5', 4.0, "M3.6 0L.6 0L.3 2.8Q.9 2.2 2 2.2Q4 2.2 4 4.1Q4 6 1.9 6Q.6 6 0 5.2"),
    ('6', 4.0, "M3.6 .8Q3 0 2.2 0Q0 0 0 3.6Q0 6 2 6Q4 6 4 4.1Q4 2.4 2.1 2.4Q.4 2.4 0 4"),
    ('7', 4.0, "M0 0L4 0L1.5 6"),
    (
        '8',
        4.0,
        "M2 2.8Q.3 2.8 .3 1.4Q.3 0 2 0Q3.7 0 3.7 1.4Q3.7 2.8 2 2.8Q0 2.8 0 4.4Q0 6 2 6Q4 6 4 4.4Q4 2.8 2 2.8",
    ),
    ('9', 4.0, "M.4 5.2Q1 6 1.8 6Q4 6 4 2.4Q4 0 2 0Q0 0 0 1.9Q0 3.6 1.9 3.6Q3.6 3.6 4 2"),
    ('A', 4.0, "M0 6L2 0L4 6M.7 4L3.3 4"),
    (
        'B',
        4.0,
        "M0 0L0 6L2.2 6Q4 6 4 4.4Q4 2.9 2.2 2.9L0 2.9M2.2 2.9Q3.7 2.9 3.7 1.4Q3.7 0 2.2 0L0 0",
    ),
    ('C', 4.0, "M4 1.2Q3.4 0 2.2 0Q0 0 0 3Q0 6 2.2 6Q3.4 6 4 4.8"),
    ('D', 4.0, "M0 0L0 6L1.6 6Q4 6 4 3Q4 0 1.6 0L0 0"),
    ('E', 3.6, "M3.6 0L0 0L0 6L3.6 6M0 2.9L3 2.9"),
    ('F', 3.6, "M3.6 0L0 0L0 6M0 2.9L3 2.9"),
    ('G', 4.0, "M4 1.2Q3.4 0 2.2 0Q0 0 0 3Q0 6 2.2 6Q4 6 4 4.2L4 3.2L2.4 3.2"),
    ('H', 4.0, "M0 0L0 6M4 0L4 6M0 2.9L4 2.9"),
    ('I', 2.0, "M1 0L1 6M0 0L2 0M0 6L2 6"),
    ('J', 3.0, "M3 0L3 4.4Q3 6 1.5 6Q0 6 0 4.6"),
    ('K', 4.0, "M0 0L0 6M4 0L0 3.8M1.5 2.6L4 6"),
    ('L', 3.6, "M0 0L0 6L3.6 6"),
    ('M', 5.0, "M0 6L0 0L2.5 4L5 0L5 6"),
    ('N', 4.0, "M0 6L0 0L4 6L4 0"),
    ('O', 4.6, "M2.3 0Q4.6 0 4.6 3Q4.6 6 2.3 6Q0 6 0 3Q0 0 2.3 0"),
    ('P', 4.0, "M0 6L0 0L2.2 0Q4 0 4 1.7Q4 3.3 2.2 3.3L0 3.3"),
    ('Q', 4.6, "M2.3 0Q4.6 0 4.6 3Q4.6 6 2.3 6Q0 6 0 3Q0 0 2.3 0M3 4.4L4.6 6.3"),
    ('R', 4.0, "M0 6L0 0L2.2 0Q4 0 4 1.7Q4 3.3 2.2 3.3L0 3.3M2 3.3L4 6"),
    ('S', 4.0, "M3.8 .9Q3.2 0 2 0Q.1 0 .1 1.5Q.1 2.7 2 3Q4 3.3 4 4.5Q4 6 2 6Q.6 6 0 5"),
    ('T', 4.0, "M0 0L4 0M2 0L2 6"),
    ('U', 4.0, "M0 0L0 4Q0 6 2 6Q4 6 4 4L4 0"),
    ('V', 4.0, "M0 0L2 6L4 0"),
    ('W', 5.6, "M0 0L1.4 6L2.8 1.4L4.2 6L5.6 0"),
    ('X', 4.0, "M0 0L4 6M4 0L0 6"),
    ('Y', 4.0, "M0 0L2 3L4 0M2 3L2 6"),
    ('Z', 4.0, "M0 0L4 0L0 6L4 6"),
    ('a', 3.2, "M3.2 2.1L3.2 6M3.2 4Q3.2 2 1.6 2Q0 2 0 4Q0 6 1.6 6Q3.2 6 3.2 4"),
    ('b', 3.2, "M0 0L0 6M0 4Q0 2 1.6 2Q3.2 2 3.2 4Q3.2 6 1.6 6Q0 6 0 4"),
    ('c', 3.0, "M3 2.8Q2.6 2 1.6 2Q0 2 0 4Q0 6 1.6 6Q2.6 6 3 5.2"),
    ('d', 3.2, "M3.2 0L3.2 6M3.2 4Q3.2 2 1.6 2Q0 2 0 4Q0 6 1.6 6Q3.2 6 3.2 4"),
    ('e', 3.2, "M.1 4L3.2 4Q3.2 2 1.6 2Q0 2 0 4Q0 6 1.6 6Q2.6 6 3 5.2"),
    ('f', 2.4, "M2.4 .2Q1 -.3 1 1.4L1 6M0 2.2L2.2 2.2"),
    (
        'g',
        3.2,
        "M3.2 2.1L3.2 6.2Q3.2 8 1.6 8Q.7 8 .2 7.4M3.2 4Q3.2 2 1.6 2Q0 2 0 4Q0 6 1.6 6Q3.2 6 3.2 4",
    ),
    ('h', 3.2, "M0 0L0 6M0 4Q0 2 1.6 2Q3.2 2 3.2 3.6L3.2 6"),
    ('i', 0.6, "M.3 2.2L.3 6M.3 .3L.3 .35"),
    ('j', 1.4, "M1.1 2.2L1.1 6.6Q1.1 8 0 8M1.1 .3L1.1 .35"),
    ('k', 3.0, "M0 0L0 6M2.9 2.2L0 4.6M1.1 3.8L3 6"),
    ('l', 0.6, "M.3 0L.3 6"),
    ('m', 5.0, "M0 2.1L0 6M0 3.8Q0 2 1.3 2Q2.5 2 2.5 3.6L2.5 6M2.5 3.8Q2.5 2 3.8 2Q5 2 5 3.6L5 6"),
    ('n', 3.2, "M0 2.1L0 6M0 4Q0 2 1.6 2Q3.2 2 3.2 3.6L3.2 6"),
    ('o', 3.2, "M1.6 2Q3.2 2 3.2 4Q3.2 6 1.6 6Q0 6 0 4Q0 2 1.6 2"),
    ('p', 3.2, "M0 2.1L0 8M0 4Q0 2 1.6 2Q3.2 2 3.2 4Q3.2 6 1.6 6Q0 6 0 4"),
    ('q', 3.2, "M3.2 2.1L3.2 8M3.2 4Q3.2 2 1.6 2Q0 2 0 4Q0 6 1.6 6Q3.2 6 3.2 4"),
    ('r', 2.2, "M0 2.1L0 6M0 4Q.2 2 2.2 2.1"),
    ('s', 3.0, "M2.8 2.6Q2.4 2 1.5 2Q.1 2 .1 3Q.1 3.8 1.5 4Q3 4.2 3 5Q3 6 1.5 6Q.5 6 0 5.4"),
    ('t', 2.3, "M1 .6L1 4.8Q1 6 2.3 5.9M0 2.2L2.2 2.2"),
    ('u', 3.2, "M0 2.1L0 4.4Q0 6 1.6 6Q3.2 6 3.2 4.2M3.2 2.1L3.2 6"),
    ('v', 3.2, "M0 2.1L1.6 6L3.2 2.1"),
    ('w', 4.6, "M0 2.1L1.2 6L2.3 3L3.4 6L4.6 2.1"),
    ('x', 3.0, "M0 2.1L3 6M3 2.1L0 6"),
    ('y', 3.3, "M0 2.1L1.7 6M3.3 2.1L1.7 6Q1 8 0 8"),
    ('z', 3.0, "M0 2.1L3 2.1L0 6L3 6"),
    ('-', 2.4, "M0 3.2L2.4 3.2"),
    ('+', 3.0, "M0 3.2L3 3.2M1.5 1.7L1.5 4.7"),
    ('=', 3.0, "M0 2.4L3 2.4M0 4L3 4"),
    ('*', 3.0, "M1.5 .4L1.5 3.6M.1 1.2L2.9 2.8M2.9 1.2L.1 2.8"),
    ('/', 3.0, "M3 0L0 6"),
    ('<', 3.0, "M3 .8L0 3L3 5.2"),
    ('>', 3.0, "M0 .8L3 3L0 5.2"),
    ('(', 1.4, "M1.4 -.4Q0 1 0 3Q0 5 1.4 6.4"),
    (')', 1.4, "M0 -.4Q1.4 1 1.4 3Q1.4 5 0 6.4"),
    ('#', 4.0, "M1.4 0L.8 6M3.2 0L2.6 6M0 1.9L4 1.9M0 4.1L4 4.1"),
    ('_', 3.0, "M0 6L3 6"),
    ('.', 0.6, "M.3 5.9L.3 5.95"),
    (',', 0.8, "M.6 5.7L0 7"),
    (':', 0.6, "M.3 2.6L.3 2.65M.3 5.7L.3 5.75"),
    ('\'', 0.6, "M.3 0L.3 1.4"),
    ('!', 0.6, "M.3 0L.3 4.2M.3 5.9L.3 5.95"),
    ('?', 3.3, "M0 1.3Q.2 0 1.7 0Q3.3 0 3.3 1.5Q3.3 2.6 1.7 3.4L1.7 4.2M1.7 5.9L1.7 5.95"),
    (' ', 1.0, ""),
];

/// How a text is set: from its left end, around a middle, or up to its right end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Anchor {
    Middle,
    Right,
}

/// Whether there is a glyph for every sign of `text`.
pub(crate) fn spells(text: &str) -> bool {
    text.chars().all(|sign| glyph(sign).is_some())
}

/// How wide `text` is in letters of this height.
pub(crate) fn width(text: &str, height: f32) -> f32 {
    let wide: f32 = text.chars().filter_map(glyph).map(|&(_, wide, _)| wide + GAP).sum();
    (wide - GAP).max(0.0) * height / HEIGHT
}

/// The strokes of `text` at `at`, which is at half the height of its capital letters.
pub(crate) fn write(text: &str, at: ScenePoint, height: f32, anchor: Anchor) -> Vec<PathSegment> {
    let scale = height / HEIGHT;
    let mut left = at.0
        - match anchor {
            Anchor::Middle => width(text, height) / 2.0,
            Anchor::Right => width(text, height),
        };
    let top = at.1 - height / 2.0;
    let mut strokes = Vec::new();
    for &(_, wide, path) in text.chars().filter_map(glyph) {
        let place = |(x, y): ScenePoint| (left + x * scale, top + y * scale);
        strokes.extend(curves(path).map(|curve| match curve {
            PathSegment::Move(to) => PathSegment::Move(place(to)),
            PathSegment::Line(to) => PathSegment::Line(place(to)),
            PathSegment::Quadratic(by, to) => PathSegment::Quadratic(place(by), place(to)),
        }));
        left += (wide + GAP) * scale;
    }
    strokes
}

fn glyph(sign: char) -> Option<&'static Glyph> {
    GLYPHS.iter().find(|glyph| glyph.0 == sign)
}

/// The curves of a glyph.
fn curves(path: &str) -> impl Iterator<Item = PathSegment> {
    let ends = |from: usize| {
        path[from + 1..].find(['M', 'L', 'Q']).map_or(path.len(), |next| from + 1 + next)
    };
    path.match_indices(['M', 'L', 'Q']).map(move |(from, verb)| {
        let mut numbers = path[from + 1..ends(from)]
            .split(' ')
            .map(|number| number.parse::<f32>().expect("glyphs are made of numbers"));
        let mut spot = || (numbers.next().unwrap_or(0.0), numbers.next().unwrap_or(0.0));
        match verb {
            "M" => PathSegment::Move(spot()),
            "L" => PathSegment::Line(spot()),
            _ => PathSegment::Quadratic(spot(), spot()),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_glyph_is_whole_and_inside_its_width() {
        for &(sign, wide, path) in GLYPHS {
            let curves: Vec<PathSegment> = curves(path).collect();
            assert!(sign == ' ' || matches!(curves[0], PathSegment::Move(_)), "{sign}");
            for curve in curves {
                let (PathSegment::Move((x, y))
                | PathSegment::Line((x, y))
                | PathSegment::Quadratic(_, (x, y))) = curve;
                assert!((0.0..=wide).contains(&x) && (-0.4..=8.0).contains(&y), "{sign} {x} {y}");
            }
        }
        let mut signs: Vec<char> = GLYPHS.iter().map(|glyph| glyph.0).collect();
        signs.sort_unstable();
        signs.dedup();
        assert_eq!(signs.len(), GLYPHS.len());
        let letters = ('a'..='z').chain('A'..='Z').chain('0'..='9');
        assert!(letters.into_iter().all(|sign| glyph(sign).is_some()));
    }

    #[test]
    fn a_text_stands_around_its_middle() {
        let strokes = write("10", (50.0, 20.0), 12.0, Anchor::Middle);
        let xs: Vec<f32> = strokes
            .iter()
            .map(
                |&(PathSegment::Move(to)
                 | PathSegment::Line(to)
                 | PathSegment::Quadratic(_, to))| to.0,
            )
            .collect();
        // Figures are all equally wide: 4 and 4 with a gap of 1.5, twice as large.
        assert!((width("10", 12.0) - 19.0).abs() < 1e-4);
        assert!((xs.iter().copied().fold(f32::MIN, f32::max) - 59.5).abs() < 1e-4);
        assert!(!spells("囲") && spells("A-1 z"));
    }
}
