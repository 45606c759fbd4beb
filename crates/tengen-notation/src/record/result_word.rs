//! Results as people and programs write them: one table for every format in which a result is a word.

use tengen_core::Color;

use super::{Manner, ResultClaim};

/// The name under which [`Record::other`](super::Record::other) keeps a result that is not known, as it
/// stands in the record. As in SGF.
pub(crate) const RESULT_KEY: &str = "RE";

/// Words for a draw.
const DRAWS: [&str; 29] = [
    "0",
    "d",
    "=",
    "draw",
    "drawn",
    "drawbyagreement",
    "tie",
    "tied",
    "jigo",
    "0.5",
    ".5",
    "1/2",
    "½",
    "0.5-0.5",
    ".5-.5",
    "1/2-1/2",
    "½-½",
    "和",
    "和棋",
    "和局",
    "平",
    "平局",
    "平手",
    "平棋",
    "引き分け",
    "引分け",
    "引分",
    "무승부",
    "ничья",
];

/// Words for a game that does not count.
const VOIDS: [&str; 8] =
    ["void", "noresult", "no-result", "无效", "無効", "无结果", "無勝負", "무효"];

/// Words for a result that is not known or not there yet.
const UNSAID: [&str; 11] =
    ["", "?", "*", "-", "none", "null", "unknown", "未知", "未完", "未结束", "未結束"];

/// Scores of Black and White.
const SCORES: [(&str, Color); 4] =
    [("1-0", Color::Black), ("1:0", Color::Black), ("0-1", Color::White), ("0:1", Color::White)];

/// Names of the sides; a name comes before those that it begins with. Who plays first is Black, also
/// where White makes the first move after a set-up.
const SIDES: [(&str, Color); 15] = [
    ("black", Color::Black),
    ("white", Color::White),
    ("first", Color::Black),
    ("second", Color::White),
    ("b", Color::Black),
    ("w", Color::White),
    ("黑", Color::Black),
    ("黒", Color::Black),
    ("白", Color::White),
    ("先手", Color::Black),
    ("后手", Color::White),
    ("後手", Color::White),
    ("先", Color::Black),
    ("后", Color::White),
    ("後", Color::White),
];

/// What follows the name of the side that won, and what that says about how.
const WINS: [(&[&str], Manner); 6] = [
    (
        &["", "wins", "won", "win", "胜", "勝", "勝ち", "の勝ち", "赢", "贏", "获胜", "獲勝", "승"],
        Manner::Unsaid,
    ),
    (
        &[
            "r",
            "res",
            "resign",
            "resigns",
            "resignation",
            "winsbyresignation",
            "wonbyresignation",
            "中盘胜",
            "中盤勝",
            "中押勝",
            "中押し勝ち",
            "中押勝ち",
            "불계승",
        ],
        Manner::Resignation,
    ),
    (
        &[
            "t",
            "time",
            "timeout",
            "winsontime",
            "wonontime",
            "winsbytime",
            "wonbytime",
            "超时胜",
            "超時勝",
            "時間勝ち",
            "시간승",
        ],
        Manner::Time,
    ),
    (&["f", "forfeit", "winsbyforfeit", "wonbyforfeit"], Manner::Forfeit),
    (&["foul", "forbidden", "winsbyfoul", "禁手", "禁手胜", "禁手勝", "禁手勝ち"], Manner::Foul),
    (&["five", "winsbyfive", "五连", "五连胜", "五連", "五連勝"], Manner::Board),
];

/// What follows the name of the side that lost.
const LOSSES: [(&[&str], Manner); 4] = [
    (&["loses", "lost", "负", "負", "負け", "输", "輸"], Manner::Unsaid),
    (&["resigns", "resigned", "认输", "認輸", "认负", "投了"], Manner::Resignation),
    (&["losesontime", "lostontime", "超时", "超时负", "超时判负", "超時", "超時負"], Manner::Time),
    (&["禁手负", "禁手負", "禁手判负", "禁手負け"], Manner::Foul),
];

/// No result takes more bytes, however it is spelled out.
const LONGEST: usize = 100;

impl ResultClaim {
    /// The result that `text` says, in any of its spellings: nothing if it says that there is none, and
    /// [`ResultClaim::Unknown`] if it is not a result that is known.
    ///
    /// Numbers alone (1, 2) are no words: what they mean depends on the format.
    pub fn read(text: &str) -> Option<ResultClaim> {
        // Hot: as nearly all are spelled.
        match text {
            "" => return None,
            "B+" => return Some(ResultClaim::Won(Color::Black, Manner::Unsaid)),
            "W+" => return Some(ResultClaim::Won(Color::White, Manner::Unsaid)),
            "B+R" => return Some(ResultClaim::Won(Color::Black, Manner::Resignation)),
            "W+R" => return Some(ResultClaim::Won(Color::White, Manner::Resignation)),
            _ => {}
        }
        if text.len() > LONGEST {
            return Some(ResultClaim::Unknown);
        }
        let word: String = text
            .to_lowercase()
            .chars()
            .filter(|letter| !letter.is_whitespace())
            .map(|letter| if letter == '＋' { '+' } else { letter })
            .collect();
        let word = word.trim_end_matches(['.', '。', '!', '！']);
        let has = |words: &[&str]| words.contains(&word);
        if has(&UNSAID) {
            return None;
        }
        Some(match () {
            () if has(&DRAWS) => ResultClaim::Draw,
            () if has(&VOIDS) => ResultClaim::Void,
            () => win(word).unwrap_or(ResultClaim::Unknown),
        })
    }

    /// The result that is said somewhere in `text`, which may say more than that: as
    /// [`read`](ResultClaim::read), or by the Chinese words in it.
    pub(crate) fn find(text: &str) -> Option<ResultClaim> {
        match ResultClaim::read(text) {
            Some(ResultClaim::Unknown) => ResultClaim::told_in(text),
            whole => whole,
        }
    }

    /// The result that Chinese words in `text`, such as the name of a file, state.
    pub(crate) fn told_in(text: &str) -> Option<ResultClaim> {
        let has = |word: &str| text.contains(word);
        let won = |color: Color| {
            let names = SIDES.iter().filter(|(name, side)| *side == color && !name.is_ascii());
            names.into_iter().any(|(name, _)| {
                ["", "方", "棋"]
                    .iter()
                    .any(|of| ["胜", "勝"].iter().any(|wins| has(&format!("{name}{of}{wins}"))))
            })
        };
        match (won(Color::Black), won(Color::White)) {
            // A form that was not filled in.
            _ if has("先手/后手") => None,
            (true, false) => Some(ResultClaim::Won(Color::Black, Manner::Unsaid)),
            (false, true) => Some(ResultClaim::Won(Color::White, Manner::Unsaid)),
            (true, true) => Some(ResultClaim::Unknown),
            _ if has("平局") || has("和棋") || has("平手") => Some(ResultClaim::Draw),
            _ if has("未") => None,
            _ => Some(ResultClaim::Unknown),
        }
    }
}

/// Who won, and how, by a word without blanks and capitals.
fn win(word: &str) -> Option<ResultClaim> {
    let won = |color, manner| Some(ResultClaim::Won(color, manner));
    if let Some(&(_, color)) = SCORES.iter().find(|(score, _)| *score == word) {
        return won(color, Manner::Unsaid);
    }
    let (color, rest) =
        SIDES.iter().find_map(|&(name, color)| Some((color, word.strip_prefix(name)?)))?;
    let rest = rest.strip_prefix(['棋', '方', '子']).unwrap_or(rest);
    let manner = |table: &[(&[&str], Manner)], rest: &str| {
        table.iter().find(|(words, _)| words.contains(&rest)).map(|&(_, manner)| manner)
    };
    match rest.strip_prefix('+') {
        None => match manner(&LOSSES, rest) {
            Some(how) => won(!color, how),
            None => won(color, manner(&WINS, rest)?),
        },
        // Points are counted on the board.
        Some(points) if is_number(points) => won(color, Manner::Board),
        Some(how) => won(color, manner(&WINS, how)?),
    }
}

fn is_number(text: &str) -> bool {
    text.bytes().any(|byte| byte.is_ascii_digit())
        && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_read_in_every_spelling() {
        use Color::{Black, White};
        for (text, color, manner) in [
            ("B+", Black, Manner::Unsaid),
            ("W+", White, Manner::Unsaid),
            ("b+r", Black, Manner::Resignation),
            ("W+Resign", White, Manner::Resignation),
            ("W+Resigns", White, Manner::Resignation),
            ("B+T", Black, Manner::Time),
            ("W+Time", White, Manner::Time),
            ("W+F", White, Manner::Forfeit),
            ("B+Forfeit", Black, Manner::Forfeit),
            ("W+12.5", White, Manner::Board),
            ("B＋", Black, Manner::Unsaid),
            ("Black", Black, Manner::Unsaid),
            ("w", White, Manner::Unsaid),
            ("second", White, Manner::Unsaid),
            ("Black wins.", Black, Manner::Unsaid),
            ("White won", White, Manner::Unsaid),
            ("White wins on time", White, Manner::Time),
            ("Black resigns", White, Manner::Resignation),
            ("1-0", Black, Manner::Unsaid),
            ("0 - 1", White, Manner::Unsaid),
            ("黑胜", Black, Manner::Unsaid),
            ("白胜", White, Manner::Unsaid),
            ("黑勝", Black, Manner::Unsaid),
            ("白勝", White, Manner::Unsaid),
            ("黒の勝ち", Black, Manner::Unsaid),
            ("黑方胜", Black, Manner::Unsaid),
            ("白方胜", White, Manner::Unsaid),
            ("黑棋胜", Black, Manner::Unsaid),
            ("白棋胜", White, Manner::Unsaid),
            ("黑中盘胜", Black, Manner::Resignation),
            ("白中盘胜", White, Manner::Resignation),
            ("白超时胜", White, Manner::Time),
            ("黑禁手负", White, Manner::Foul),
            ("黑负", White, Manner::Unsaid),
            ("白方认输", Black, Manner::Resignation),
            ("先手胜", Black, Manner::Unsaid),
            ("后手胜", White, Manner::Unsaid),
            ("先手勝ち", Black, Manner::Unsaid),
            ("後手勝ち", White, Manner::Unsaid),
            (" b + ", Black, Manner::Unsaid),
        ] {
            assert_eq!(ResultClaim::read(text), Some(ResultClaim::Won(color, manner)), "{text}");
        }
        for text in DRAWS.into_iter().chain(["D", "Draw", " 和 棋 ", "Jigo", "平局。"]) {
            assert_eq!(ResultClaim::read(text), Some(ResultClaim::Draw), "{text}");
        }
        for text in VOIDS.into_iter().chain(["Void", "No result"]) {
            assert_eq!(ResultClaim::read(text), Some(ResultClaim::Void), "{text}");
        }
        for text in UNSAID.into_iter().chain([" ? ", "Unknown"]) {
            assert_eq!(ResultClaim::read(text), None, "{text}");
        }
        let long = "黑胜 ".repeat(1000);
        for text in ["Bob", "B-", "x", "2-0", "1", "2", "B+nan", "B+1x", "白+what", "胜", &long] {
            assert_eq!(ResultClaim::read(text), Some(ResultClaim::Unknown), "{text}");
        }
    }

    #[test]
    fn a_result_is_found_among_other_words() {
        let (black, white) = (Color::Black, Color::White);
        for (text, claim) in [
            ("先手胜", Some(ResultClaim::Won(black, Manner::Unsaid))),
            ("某队 先手胜", Some(ResultClaim::Won(black, Manner::Unsaid))),
            ("结果：白方胜利", Some(ResultClaim::Won(white, Manner::Unsaid))),
            ("双方平局", Some(ResultClaim::Draw)),
            ("先手/后手胜", None),
            ("比赛未结束", None),
            ("", None),
            ("黑胜 白胜", Some(ResultClaim::Unknown)),
            ("胜", Some(ResultClaim::Unknown)),
        ] {
            assert_eq!(ResultClaim::find(text), claim, "{text}");
        }
    }

    #[test]
    fn no_word_stands_in_two_places() {
        let mut seen = std::collections::BTreeSet::new();
        for word in DRAWS.iter().chain(&VOIDS).chain(&UNSAID) {
            assert!(seen.insert(*word), "{word}");
        }
        let sides: Vec<&str> = SIDES.iter().map(|(name, _)| *name).collect();
        for (index, name) in sides.iter().enumerate() {
            // A longer name that begins with a shorter one must come first.
            assert!(sides[..index].iter().all(|before| !name.starts_with(before)), "{name}");
        }
    }
}
