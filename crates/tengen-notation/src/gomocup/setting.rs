//! The settings of `INFO`: a key and a value.

use super::{GomocupError, words::shown};

/// A setting that a manager sends with `INFO`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum InfoSetting {
    /// `timeout_turn`: milliseconds a move; 0 asks for a move as soon as possible.
    TimeoutTurn(u64),
    /// `timeout_match`: milliseconds a game; 0 is no limit.
    TimeoutMatch(u64),
    /// `time_left`: milliseconds left of a game, below 0 if they are used up; none is no limit.
    TimeLeft(Option<i64>),
    /// `time_increment`, of Yixin: milliseconds given back with each move.
    TimeIncrement(u64),
    /// `max_memory`: bytes; none is no limit.
    MaxMemory(Option<u64>),
    /// `rule`: what the number stands for is up to the dialect.
    Rule(u32),
    /// `max_depth`, of Yixin: plies; none is no limit.
    MaxDepth(Option<u32>),
    /// `max_node`, of Yixin: positions a move; none is no limit.
    MaxNode(Option<u64>),
    /// `thread_num`, of Yixin.
    ThreadNum(u32),
    /// `hash_size`, of Yixin: kibibytes.
    HashSize(u64),
    /// `strength`, of Rapfi.
    Strength(u32),
    /// `pondering`, of Yixin.
    Pondering(bool),
    /// `show_detail`, of Yixin: 1 is what is looked at, 2 what is found, 3 both.
    ShowDetail(u8),
    /// Any other key, in small letters, and its value as it stands.
    Other(String, String),
}

impl InfoSetting {
    /// `time_left` when there is no limit.
    const NO_LIMIT: i64 = 2_147_483_647;

    /// Parses the value of a key.
    pub(super) fn parse(key: &str, value: &str) -> Result<InfoSetting, GomocupError> {
        use InfoSetting as Setting;
        let key = key.to_ascii_lowercase();
        let wrong = |right| GomocupError::Setting { key: shown(&key), value: shown(value), right };
        // What was meant for 64 bits with a sign or without one.
        let number: Result<i128, GomocupError> =
            value.parse::<i128>().map_err(|_| wrong("a whole number"));
        let least_0 = |number: i128| {
            u64::try_from(number).map_err(|_| wrong("a whole number from 0 up to 2^64 - 1"))
        };
        let small = |number: i128| {
            u32::try_from(number).map_err(|_| wrong("a whole number from 0 up to 2^32 - 1"))
        };
        Ok(match key.as_str() {
            "timeout_turn" => Setting::TimeoutTurn(least_0(number?)?),
            "timeout_match" => Setting::TimeoutMatch(least_0(number?)?),
            "time_left" => {
                let left = number?.clamp(i64::MIN.into(), i64::MAX.into()) as i64;
                Setting::TimeLeft((left != Setting::NO_LIMIT).then_some(left))
            }
            "time_increment" => Setting::TimeIncrement(least_0(number?)?),
            // Piskvork counts bytes in 31 bits, and more than that comes out below 0.
            "max_memory" => Setting::MaxMemory(above_0(number?)),
            "rule" => Setting::Rule(small(number?)?),
            // Programs send 0, -1 or all bits for no limit.
            "max_depth" => {
                let most = above_0(number?).map(|depth| u32::try_from(depth).unwrap_or(u32::MAX));
                Setting::MaxDepth(most.filter(|&depth| depth != u32::MAX))
            }
            "max_node" => Setting::MaxNode(above_0(number?)),
            "thread_num" => Setting::ThreadNum(small(number?)?),
            "hash_size" => Setting::HashSize(least_0(number?)?),
            "strength" => Setting::Strength(small(number?)?),
            "pondering" => match number? {
                0 => Setting::Pondering(false),
                1 => Setting::Pondering(true),
                _ => return Err(wrong("0 or 1")),
            },
            "show_detail" => match number? {
                detail @ 0..=3 => Setting::ShowDetail(detail as u8),
                _ => return Err(wrong("a number from 0 to 3")),
            },
            _ => Setting::Other(key, value.to_owned()),
        })
    }

    /// The key and the value as they are spelled.
    pub(super) fn spell(&self) -> (&str, String) {
        use InfoSetting as Setting;
        match self {
            Setting::TimeoutTurn(time) => ("timeout_turn", time.to_string()),
            Setting::TimeoutMatch(time) => ("timeout_match", time.to_string()),
            Setting::TimeLeft(left) => ("time_left", left.unwrap_or(Setting::NO_LIMIT).to_string()),
            Setting::TimeIncrement(time) => ("time_increment", time.to_string()),
            Setting::MaxMemory(most) => ("max_memory", most.unwrap_or(0).to_string()),
            Setting::Rule(rule) => ("rule", rule.to_string()),
            Setting::MaxDepth(most) => ("max_depth", most.unwrap_or(0).to_string()),
            Setting::MaxNode(most) => ("max_node", most.unwrap_or(0).to_string()),
            Setting::ThreadNum(threads) => ("thread_num", threads.to_string()),
            Setting::HashSize(size) => ("hash_size", size.to_string()),
            Setting::Strength(strength) => ("strength", strength.to_string()),
            Setting::Pondering(on) => ("pondering", u8::from(*on).to_string()),
            Setting::ShowDetail(detail) => ("show_detail", detail.to_string()),
            Setting::Other(key, value) => (key, value.clone()),
        }
    }

    /// Whether this setting exists only in Yixin's dialect.
    pub const fn is_of_yixin(&self) -> bool {
        use InfoSetting as Setting;
        matches!(
            self,
            Setting::TimeIncrement(_)
                | Setting::MaxDepth(_)
                | Setting::MaxNode(_)
                | Setting::ThreadNum(_)
                | Setting::HashSize(_)
                | Setting::Strength(_)
                | Setting::Pondering(_)
                | Setting::ShowDetail(_)
        )
    }
}

/// A limit, unless the number stands for none.
fn above_0(number: i128) -> Option<u64> {
    u64::try_from(number).ok().filter(|&most| most > 0 && most != u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::{InfoSetting as Setting, *};

    fn read(key: &str, value: &str) -> Result<Setting, GomocupError> {
        Setting::parse(key, value)
    }

    #[test]
    fn no_limit_has_many_spellings() {
        for none in ["0", "-1", "18446744073709551615"] {
            assert_eq!(read("max_node", none), Ok(Setting::MaxNode(None)), "{none}");
        }
        assert_eq!(read("MAX_DEPTH", "-1"), Ok(Setting::MaxDepth(None)));
        assert_eq!(read("max_memory", "-2147483648"), Ok(Setting::MaxMemory(None)));
        assert_eq!(read("max_memory", "0"), Ok(Setting::MaxMemory(None)));
        assert_eq!(read("time_left", "2147483647"), Ok(Setting::TimeLeft(None)));
        assert_eq!(read("time_left", "-5"), Ok(Setting::TimeLeft(Some(-5))));
        assert_eq!(read("timeout_match", "0"), Ok(Setting::TimeoutMatch(0)));
    }

    #[test]
    fn a_value_that_makes_no_sense_is_told_with_what_would() {
        for (key, value, words) in [
            ("timeout_turn", "soon", "INFO timeout_turn \"soon\": write a whole number"),
            (
                "Timeout_Turn",
                "-1",
                "INFO timeout_turn \"-1\": write a whole number from 0 up to 2^64 - 1",
            ),
            ("rule", "", "INFO rule \"\": write a whole number"),
            ("pondering", "2", "INFO pondering \"2\": write 0 or 1"),
            ("show_detail", "4", "INFO show_detail \"4\": write a number from 0 to 3"),
        ] {
            assert_eq!(read(key, value).unwrap_err().to_string(), words);
        }
    }

    #[test]
    fn other_keys_may_have_any_value() {
        let other = |key: &str, value: &str| Ok(Setting::Other(key.to_owned(), value.to_owned()));
        assert_eq!(read("Folder", "C:\\a b"), other("folder", "C:\\a b"));
        assert_eq!(read("evaluate", "3,4"), other("evaluate", "3,4"));
        assert_eq!(read("", ""), other("", ""));
    }
}
