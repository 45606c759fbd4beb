//! A bitmap font: letters and numbers of small squares.

/// Some signs, and how they look side by side.
type GlyphSheet = (&'static str, &'static str);

const LETTERS: &[GlyphSheet] = &[
    (
        "0123456789",
        "
        .##. ..#. .##. .##. #..# #### .##. #### .##. .##.
        #..# .##. #..# #..# #..# #... #... ...# #..# #..#
        #..# ..#. ...# ...# #..# ###. #... ..#. #..# #..#
        #..# ..#. ..#. .##. #### ...# ###. ..#. .##. .###
        #..# ..#. .#.. ...# ...# ...# #..# .#.. #..# ...#
        #..# ..#. #... #..# ...# #..# #..# .#.. #..# ...#
        .##. .### #### .##. ...# .##. .##. .#.. .##. .##.
    ",
    ),
    (
        "ABCDEFGHIJKLM",
        "
        .##. ###. .### ###. #### #### .### #..# ### ..## #..# #... #...#
        #..# #..# #... #..# #... #... #... #..# .#. ...# #.#. #... ##.##
        #..# #..# #... #..# #... #... #... #..# .#. ...# ##.. #... #.#.#
        #### ###. #... #..# ###. ###. #.## #### .#. ...# #... #... #.#.#
        #..# #..# #... #..# #... #... #..# #..# .#. ...# ##.. #... #...#
        #..# #..# #... #..# #... #... #..# #..# .#. #..# #.#. #... #...#
        #..# ###. .### ###. #### #... .### #..# ### .##. #..# #### #...#
    ",
    ),
    (
        "NOPQRSTUVWXYZ",
        "
        #...# .###. ###. .###. ###. .### ##### #..# #...# #...# #...# #...# ####
        ##..# #...# #..# #...# #..# #... ..#.. #..# #...# #...# #...# #...# ...#
        ##..# #...# #..# #...# #..# #... ..#.. #..# #...# #...# .#.#. .#.#. ..#.
        #.#.# #...# ###. #...# ###. .##. ..#.. #..# #...# #.#.# ..#.. ..#.. ..#.
        #..## #...# #... #.#.# ##.. ...# ..#.. #..# .#.#. #.#.# .#.#. ..#.. .#..
        #..## #...# #... #..#. #.#. ...# ..#.. #..# .#.#. ##.## #...# ..#.. #...
        #...# .###. #... .##.# #..# ###. ..#.. .##. ..#.. #...# #...# ..#.. ####
    ",
    ),
    (
        "abcdefghijklm",
        "
        .... #... .... ...# .... .## .... #... # .# #... # .....
        .... #... .... ...# .... .#. .... #... . .. #... # .....
        .##. ###. .### .### .##. ### .### ###. # .# #..# # ##.#.
        ...# #..# #... #..# #..# .#. #..# #..# # .# #.#. # #.#.#
        .### #..# #... #..# #### .#. #..# #..# # .# ##.. # #.#.#
        #..# #..# #... #..# #... .#. #..# #..# # .# #.#. # #.#.#
        .### ###. .### .### .### .#. .### #..# # .# #..# # #.#.#
        .... .... .... .... .... ... ...# .... . .# .... . .....
        .... .... .... .... .... ... .##. .... . #. .... . .....
    ",
    ),
    (
        "nopqrstuvwxyz",
        "
        .... .... .... .... ... .... .#. .... ..... ..... ..... .... ....
        .... .... .... .... ... .... .#. .... ..... ..... ..... .... ....
        ###. .##. ###. .### #.# .### ### #..# #...# #...# #...# #..# ####
        #..# #..# #..# #..# ##. #... .#. #..# #...# #...# .#.#. #..# ...#
        #..# #..# #..# #..# #.. .##. .#. #..# #...# #.#.# ..#.. #..# .##.
        #..# #..# #..# #..# #.. ...# .#. #..# .#.#. #.#.# .#.#. #..# #...
        #..# .##. ###. .### #.. ###. .## .### ..#.. .#.#. #...# .### ####
        .... .... #... ...# ... .... ... .... ..... ..... ..... ...# ....
        .... .... #... ...# ... .... ... .... ..... ..... ..... .##. ....
    ",
    ),
    (
        "-+?!./<>=*#:",
        "
        ... ... .##. # . ...# ... ... ... ... ..... .
        ... ... #..# # . ...# ..# #.. ... #.# .#.#. .
        ... .#. ...# # . ..#. .#. .#. ### .#. ##### #
        ### ### ..#. # . ..#. #.. ..# ... ### .#.#. .
        ... .#. .#.. # . .#.. .#. .#. ### .#. ##### #
        ... ... .... . . .#.. ..# #.. ... #.# .#.#. .
        ... ... .#.. # # #... ... ... ... ... ..... .
    ",
    ),
];

/// For numbers of four figures.
const SMALL: &[GlyphSheet] = &[(
    "0123456789",
    "
        ### .#. ### ### #.# ### ### ### ### ###
        #.# ##. ..# ..# #.# #.. #.. ..# #.# #.#
        #.# .#. ### .## ### ### ### ..# ### ###
        #.# .#. #.. ..# ..# ..# #.# .#. #.# ..#
        ### ### ### ### ..# ### ### .#. ### ###
    ",
)];

/// How high a capital letter or a number is.
pub(crate) const HEIGHT: i32 = 7;

/// How high a number of the small kind is.
pub(crate) const SMALL_HEIGHT: i32 = 5;

/// Which of the two kinds of letters is meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BitmapFont {
    Letters,
    /// Only numbers.
    Small,
}

impl BitmapFont {
    const fn sheets(self) -> &'static [GlyphSheet] {
        match self {
            BitmapFont::Letters => LETTERS,
            BitmapFont::Small => SMALL,
        }
    }

    /// The rows of a sign from the top, as drawn.
    fn glyph(self, sign: char) -> Option<impl Iterator<Item = &'static str>> {
        let mut sheets = self.sheets().iter();
        sheets.find_map(|(signs, drawing)| {
            let place = signs.chars().position(|one| one == sign)?;
            let rows = drawing.lines().filter(|row| !row.trim().is_empty());
            Some(rows.filter_map(move |row| row.split_whitespace().nth(place)))
        })
    }

    /// Whether there is a glyph for every sign of `text`.
    pub(crate) fn spells(self, text: &str) -> bool {
        text.chars().all(|sign| sign == ' ' || self.glyph(sign).is_some())
    }

    /// The squares of `text` in its own box, row by row from its top left: where each run of them
    /// begins and how long it is; and how wide all of it is.
    pub(crate) fn write(self, text: &str) -> (Vec<(i32, i32, i32)>, i32) {
        let (mut runs, mut left) = (Vec::new(), 0);
        for sign in text.chars() {
            let Some(rows) = self.glyph(sign) else {
                left += 3;
                continue;
            };
            let mut wide = 0;
            for (y, row) in (0..).zip(rows) {
                wide = row.len() as i32;
                let mut x = 0;
                for part in row.split_inclusive('.') {
                    let dark = part.trim_end_matches('.').len() as i32;
                    if dark > 0 {
                        runs.push((left + x, y, dark));
                    }
                    x += part.len() as i32;
                }
            }
            left += wide + 1;
        }
        (runs, (left - 1).max(0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sign_of_every_sheet_is_a_box_of_squares() {
        for kind in [BitmapFont::Letters, BitmapFont::Small] {
            for (signs, _) in kind.sheets() {
                for sign in signs.chars() {
                    let rows: Vec<&str> = kind.glyph(sign).unwrap().collect();
                    let expected = match (kind, sign.is_ascii_lowercase()) {
                        (BitmapFont::Small, _) => SMALL_HEIGHT,
                        (BitmapFont::Letters, false) => HEIGHT,
                        (BitmapFont::Letters, true) => HEIGHT + 2,
                    };
                    assert_eq!(rows.len() as i32, expected, "{sign}");
                    assert!(rows.iter().all(|row| row.len() == rows[0].len()), "{sign}");
                    assert!(rows.iter().any(|row| row.contains('#')), "{sign}");
                }
            }
        }
    }

    #[test]
    fn no_two_signs_look_alike() {
        let signs: Vec<char> = LETTERS.iter().flat_map(|sheet| sheet.0.chars()).collect();
        for (place, &one) in signs.iter().enumerate() {
            for &other in &signs[..place] {
                let look = |sign| BitmapFont::Letters.write(&String::from(sign));
                assert_ne!(look(one), look(other), "{one} and {other}");
            }
        }
    }

    #[test]
    fn runs_are_where_the_drawing_has_them() {
        let (runs, wide) = BitmapFont::Letters.write("1-");
        assert_eq!(wide, 4 + 1 + 3);
        let ones = [(2, 0, 1), (1, 1, 2), (2, 2, 1), (2, 3, 1), (2, 4, 1), (2, 5, 1), (1, 6, 3)];
        assert_eq!(runs[..7], ones);
        assert_eq!(runs[7..], [(5, 3, 3)]);
        assert!(!BitmapFont::Small.spells("A") && BitmapFont::Letters.spells("zZ 0"));
    }
}
