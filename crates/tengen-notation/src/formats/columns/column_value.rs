//! What stands in a field, by what its column is for.

use tengen_core::{Area, Color, Rule};

use crate::{Encoding, Manner, ResultClaim, RowOrder};

/// No word that is known is longer.
const WORD: usize = 16;

/// Hot: the word without capitals, in a place of its own; a longer one is cut, and no word then.
#[inline]
fn lower<'a>(text: &[u8], word: &'a mut [u8; WORD]) -> &'a [u8] {
    let length = text.len().min(WORD);
    for (to, from) in word.iter_mut().zip(text) {
        *to = from.to_ascii_lowercase();
    }
    &word[..length]
}

/// A rule by its name or by Gomocup's number.
pub(super) fn rule(text: &[u8]) -> Option<Rule> {
    Some(match lower(text, &mut [0; WORD]) {
        b"0" | b"freestyle" | b"free" | b"gomoku" => Rule::Freestyle,
        b"1" | b"exact" | b"standard" | b"exact five" => Rule::Exact,
        b"4" | b"renju" => Rule::Renju,
        b"nogo" => Rule::NoGo,
        _ => return None,
    })
}

/// A size: `15`, `15x15` or `infinite`.
pub(super) fn size(text: &[u8]) -> Option<Area> {
    std::str::from_utf8(lower(text, &mut [0; WORD])).ok()?.parse().ok()
}

/// One side of a board.
pub(super) fn side(text: &[u8]) -> Option<u16> {
    let side = std::str::from_utf8(text).ok()?.parse().ok()?;
    (side > 0).then_some(side)
}

/// An order of rows.
pub(super) fn rows(text: &[u8]) -> Option<RowOrder> {
    match lower(text, &mut [0; WORD]) {
        b"top" | b"from top" | b"from_top" => Some(RowOrder::FromTop),
        b"bottom" | b"from bottom" | b"from_bottom" => Some(RowOrder::FromBottom),
        _ => None,
    }
}

/// A result: a number, or a word in any of its spellings.
#[inline]
pub(super) fn winner(text: &[u8], encoding: Option<Encoding>) -> Option<ResultClaim> {
    match text {
        b"1" | b"black" => Some(ResultClaim::Won(Color::Black, Manner::Unsaid)),
        b"2" | b"white" => Some(ResultClaim::Won(Color::White, Manner::Unsaid)),
        b"0" | b"draw" => Some(ResultClaim::Draw),
        words => {
            let encoding = encoding.unwrap_or_else(|| Encoding::detect(words));
            ResultClaim::read(&encoding.decode(words).0)
        }
    }
}

/// How a game ended; nothing for words that are not known.
pub(super) fn end(text: &[u8]) -> Option<Manner> {
    Some(match lower(text, &mut [0; WORD]) {
        b"" | b"?" => Manner::Unsaid,
        b"board" | b"five_or_draw" | b"five" | b"draw" => Manner::Board,
        b"foul" | b"forbidden" => Manner::Foul,
        b"illegal" => Manner::Illegal,
        b"crash" => Manner::Crash,
        b"timeout" | b"time" => Manner::Time,
        b"resign" | b"resignation" => Manner::Resignation,
        b"forfeit" => Manner::Forfeit,
        _ => return None,
    })
}

/// The word for how a game ended that [`end`] reads.
pub(super) const fn end_word(manner: Manner) -> &'static str {
    match manner {
        Manner::Unsaid => "",
        Manner::Board => "board",
        Manner::Foul => "foul",
        Manner::Illegal => "illegal",
        Manner::Crash => "crash",
        Manner::Time => "timeout",
        Manner::Resignation => "resignation",
        Manner::Forfeit => "forfeit",
    }
}
