//! Hot: columns as lines of text, JSON Lines and CSV.

use crate::{
    names::add_number,
    verdict_batch::{
        NameColumn, NumberColumn, TextColumn, VerdictBatch, VerdictColumns, WordColumn,
    },
};

impl VerdictBatch {
    /// Adds the rows to `out`, each as a JSON object on a line. A key that has nothing to say is left
    /// out.
    pub fn write_json(&self, out: &mut Vec<u8>) {
        for row in 0..self.len() {
            self.columns.write_json(row, out);
            out.push(b'\n');
        }
    }

    /// The first line of a CSV file: what the columns are called.
    pub fn write_csv_header(out: &mut Vec<u8>) {
        out.extend_from_slice(VerdictColumns::NAMES.join(",").as_bytes());
        out.push(b'\n');
    }

    /// Adds the rows to `out`, each as a line of comma-separated values. What has nothing to say is
    /// left empty.
    pub fn write_csv(&self, out: &mut Vec<u8>) {
        for row in 0..self.len() {
            self.columns.write_csv(row, out);
            out.push(b'\n');
        }
    }
}

/// The cells of a column as text.
pub(crate) trait WriteCell {
    /// Adds the cell as it stands in CSV.
    fn write_csv(&self, row: usize, out: &mut Vec<u8>);

    /// Adds the cell as a JSON value.
    fn write_json(&self, row: usize, out: &mut Vec<u8>);
}

impl<T: Copy + Into<u64>> WriteCell for NumberColumn<T> {
    #[inline]
    fn write_csv(&self, row: usize, out: &mut Vec<u8>) {
        add_number(out, self.values[row].into());
    }

    #[inline]
    fn write_json(&self, row: usize, out: &mut Vec<u8>) {
        self.write_csv(row, out);
    }
}

/// Words need no quotes in CSV and no escapes in JSON.
impl WriteCell for WordColumn {
    #[inline]
    fn write_csv(&self, row: usize, out: &mut Vec<u8>) {
        out.extend_from_slice(self.names[usize::from(self.values[row])].as_bytes());
    }

    #[inline]
    fn write_json(&self, row: usize, out: &mut Vec<u8>) {
        out.push(b'"');
        self.write_csv(row, out);
        out.push(b'"');
    }
}

impl WriteCell for NameColumn {
    #[inline]
    fn write_csv(&self, row: usize, out: &mut Vec<u8>) {
        add_csv_text(out, self.names[self.values[row] as usize].as_bytes());
    }

    #[inline]
    fn write_json(&self, row: usize, out: &mut Vec<u8>) {
        add_json_string(out, self.names[self.values[row] as usize].as_bytes());
    }
}

impl TextColumn {
    fn get(&self, row: usize) -> &[u8] {
        &self.bytes[self.offsets[row] as usize..self.offsets[row + 1] as usize]
    }
}

impl WriteCell for TextColumn {
    #[inline]
    fn write_csv(&self, row: usize, out: &mut Vec<u8>) {
        add_csv_text(out, self.get(row));
    }

    #[inline]
    fn write_json(&self, row: usize, out: &mut Vec<u8>) {
        add_json_string(out, self.get(row));
    }
}

/// Adds UTF-8 `text` as a JSON string, quotes and all.
fn add_json_string(out: &mut Vec<u8>, text: &[u8]) {
    const HEX: &[u8; 16] = b"0123456789abcdef";
    // Without an early end, many bytes are looked at in one step.
    let is_odd = |byte: u8| byte < 0x20 || byte == b'"' || byte == b'\\' || byte == 0x7F;
    out.push(b'"');
    if text.iter().fold(false, |odd, &byte| odd | is_odd(byte)) {
        for &byte in text {
            match byte {
                b'"' | b'\\' => out.extend_from_slice(&[b'\\', byte]),
                b'\n' => out.extend_from_slice(b"\\n"),
                byte if is_odd(byte) => {
                    let digits = [HEX[usize::from(byte >> 4)], HEX[usize::from(byte & 15)]];
                    out.extend(b"\\u00".iter().copied().chain(digits));
                }
                _ => out.push(byte),
            }
        }
    } else {
        out.extend_from_slice(text);
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
