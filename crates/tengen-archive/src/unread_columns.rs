//! Columns of tables that are not read, counted over all files.

use std::{collections::BTreeMap, fmt};

/// The columns that were not read, by name and type: in how many files, and in which first. It does
/// not grow with the number of files.
#[derive(Default, Debug)]
pub struct UnreadColumns(BTreeMap<String, (u64, String)>);

impl UnreadColumns {
    /// The most columns that are counted apart.
    const KINDS: usize = 50;

    /// Counts the columns of a file.
    pub fn add(&mut self, file: &str, columns: Vec<String>) {
        for column in columns {
            let full = self.0.len() >= UnreadColumns::KINDS && !self.0.contains_key(&column);
            let column = if full { "other columns".to_owned() } else { column };
            self.0.entry(column).or_insert_with(|| (0, file.to_owned())).0 += 1;
        }
    }

    /// Whether everything was read.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// One line for each column.
impl fmt::Display for UnreadColumns {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (column, (files, first)) in &self.0 {
            let files = if *files == 1 { "1 file".to_owned() } else { format!("{files} files") };
            writeln!(out, "not read: {column}: this type is no text; {files}, first {first}")?;
        }
        Ok(())
    }
}
