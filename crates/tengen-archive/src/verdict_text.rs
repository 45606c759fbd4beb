//! Hot: columns as lines of text, JSON Lines and CSV.

use tengen_referee::{Agreement, End};

use crate::{
    names::add_number,
    verdict_batch::{CLAIMS, COLUMNS, MANNERS, NO_NUMBER, NO_WORD, RULES, VerdictBatch, WINNERS},
};

impl VerdictBatch {
    /// Adds the rows to `out`, each as a JSON object on a line. A key that has nothing to say is left
    /// out.
    pub fn write_json(&self, out: &mut Vec<u8>) {
        let files: Vec<Vec<u8>> = self.files.iter().map(|name| json_string(name)).collect();
        for row in 0..self.len() {
            out.extend_from_slice(b"{\"file\":");
            out.extend_from_slice(&files[self.file[row] as usize]);
            let mut number = |key: &[u8], number: u64| {
                out.extend_from_slice(key);
                add_number(out, number);
            };
            if self.game[row] != 0 {
                number(b",\"game\":", self.game[row]);
            }
            if self.line[row] != 0 {
                number(b",\"line\":", self.line[row]);
            }
            if self.rule[row] != NO_WORD {
                add_word(out, b",\"rule\":\"", RULES[usize::from(self.rule[row])]);
            }
            if self.size[row] >= 0 {
                add_word(out, b",\"size\":\"", &self.sizes[self.size[row] as usize]);
            }
            if self.end[row] != End::Unreadable as u8 {
                add_key_number(out, b",\"moves\":", self.moves[row]);
            }
            if self.winner[row] != NO_WORD {
                add_word(out, b",\"winner\":\"", WINNERS[usize::from(self.winner[row])]);
            }
            add_word(out, b",\"end\":\"", End::WORDS[usize::from(self.end[row])]);
            if self.at[row] != NO_NUMBER {
                add_key_number(out, b",\"at\":", self.at[row]);
            }
            let lines = self.lines.get(row);
            if !lines.is_empty() {
                out.extend_from_slice(b",\"lines\":\"");
                out.extend_from_slice(lines);
                out.push(b'"');
            }
            if self.earlier[row] != NO_NUMBER {
                add_key_number(out, b",\"earlier\":", self.earlier[row]);
            }
            if self.after[row] != NO_NUMBER {
                add_key_number(out, b",\"after\":", self.after[row]);
            }
            if self.claim[row] != NO_WORD {
                add_word(out, b",\"claim\":\"", CLAIMS[usize::from(self.claim[row])]);
            }
            if self.manner[row] != NO_WORD {
                add_word(out, b",\"manner\":\"", MANNERS[usize::from(self.manner[row])]);
            }
            add_word(out, b",\"agrees\":\"", Agreement::WORDS[usize::from(self.agrees[row])]);
            if self.column[row] != NO_NUMBER {
                add_key_number(out, b",\"column\":", self.column[row]);
            }
            let fault = self.fault.get(row);
            if !fault.is_empty() {
                out.extend_from_slice(b",\"fault\":");
                add_json_string(out, fault);
            }
            let repair = self.repair.get(row);
            if !repair.is_empty() {
                out.extend_from_slice(b",\"repair\":");
                add_json_string(out, repair);
            }
            out.extend_from_slice(b"}\n");
        }
    }

    /// The first line of a CSV file: what the columns are called.
    pub fn write_csv_header(out: &mut Vec<u8>) {
        out.extend_from_slice(COLUMNS.join(",").as_bytes());
        out.push(b'\n');
    }

    /// Adds the rows to `out`, each as a line of comma-separated values. What has nothing to say is
    /// left empty.
    pub fn write_csv(&self, out: &mut Vec<u8>) {
        let word = |out: &mut Vec<u8>, key: u8, words: &[&str]| {
            if key != NO_WORD {
                out.extend_from_slice(words[usize::from(key)].as_bytes());
            }
            out.push(b',');
        };
        let number = |out: &mut Vec<u8>, number: u64| {
            if number != 0 {
                add_number(out, number);
            }
            out.push(b',');
        };
        for row in 0..self.len() {
            add_csv_text(out, self.files[self.file[row] as usize].as_bytes());
            out.push(b',');
            number(out, self.game[row]);
            number(out, self.line[row]);
            word(out, self.rule[row], &RULES);
            if self.size[row] >= 0 {
                out.extend_from_slice(self.sizes[self.size[row] as usize].as_bytes());
            }
            out.push(b',');
            if self.end[row] != End::Unreadable as u8 {
                add_number(out, self.moves[row].into());
            }
            out.push(b',');
            word(out, self.winner[row], &WINNERS);
            word(out, self.end[row], &End::WORDS);
            number(out, self.at[row].into());
            out.extend_from_slice(self.lines.get(row));
            out.push(b',');
            number(out, self.earlier[row].into());
            number(out, self.after[row].into());
            word(out, self.claim[row], &CLAIMS);
            word(out, self.manner[row], &MANNERS);
            word(out, self.agrees[row], &Agreement::WORDS);
            number(out, self.column[row].into());
            add_csv_text(out, self.fault.get(row));
            out.push(b',');
            add_csv_text(out, self.repair.get(row));
            out.push(b'\n');
        }
    }
}

#[inline]
fn add_word(out: &mut Vec<u8>, key: &[u8], word: &str) {
    out.extend_from_slice(key);
    out.extend_from_slice(word.as_bytes());
    out.push(b'"');
}

#[inline]
fn add_key_number(out: &mut Vec<u8>, key: &[u8], number: u32) {
    out.extend_from_slice(key);
    add_number(out, number.into());
}

/// `text` as a JSON string, quotes and all.
fn json_string(text: &str) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len() + 2);
    add_json_string(&mut out, text.as_bytes());
    out
}

/// Adds UTF-8 `text` as a JSON string, quotes and all.
fn add_json_string(out: &mut Vec<u8>, text: &[u8]) {
    const HEX: &[u8; 16] = b"0123456789abcdef";
    out.push(b'"');
    for &byte in text {
        match byte {
            b'"' | b'\\' => out.extend_from_slice(&[b'\\', byte]),
            b'\n' => out.extend_from_slice(b"\\n"),
            0..0x20 | 0x7F => {
                out.extend_from_slice(b"\\u00");
                out.extend_from_slice(&[HEX[usize::from(byte >> 4)], HEX[usize::from(byte & 15)]]);
            }
            _ => out.push(byte),
        }
    }
    out.push(b'"');
}

/// Adds `text` as a field, in quotes where it needs them.
fn add_csv_text(out: &mut Vec<u8>, text: &[u8]) {
    if !text.iter().any(|byte| matches!(byte, b'"' | b',' | b'\n' | b'\r')) {
        out.extend_from_slice(text);
        return;
    }
    out.push(b'"');
    for &byte in text {
        if byte == b'"' {
            out.push(b'"');
        }
        out.push(byte);
    }
    out.push(b'"');
}
