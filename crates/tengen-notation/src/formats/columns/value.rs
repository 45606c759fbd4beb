//! What stands in a field, by what its column is for.

use tengen_core::{Area, Color, Rule};

use crate::{Claim, Manner, RowOrder};

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

/// The field says something that is not known.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unknown;

/// A result, or that there is none.
pub(super) fn winner(text: &[u8]) -> Result<Option<Claim>, Unknown> {
    let won = |winner| Ok(Some(Claim::Won(winner, Manner::Unsaid)));
    match lower(text, &mut [0; WORD]) {
        b"1" | b"black" | b"b" | b"first" | b"1-0" => won(Color::Black),
        b"2" | b"white" | b"w" | b"second" | b"0-1" => won(Color::White),
        b"0" | b"draw" | b"tie" | b"drawn" | b"1/2-1/2" | b"0.5-0.5" => Ok(Some(Claim::Draw)),
        b"void" => Ok(Some(Claim::Void)),
        b"" | b"?" | b"*" | b"none" | b"unknown" | b"null" => Ok(None),
        [side @ (b'b' | b'w'), b'+', how @ ..] => {
            let winner = if *side == b'b' { Color::Black } else { Color::White };
            let manner = match how {
                b"r" | b"resign" => Manner::Resignation,
                b"t" | b"time" => Manner::Time,
                b"f" | b"forfeit" => Manner::Forfeit,
                // Nothing, or points, which count for nothing here.
                _ if how.iter().all(|byte| byte.is_ascii_digit() || *byte == b'.') => {
                    Manner::Unsaid
                }
                _ => return Err(Unknown),
            };
            Ok(Some(Claim::Won(winner, manner)))
        }
        _ => Err(Unknown),
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
