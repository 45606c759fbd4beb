//! The drawings of the rule books.

use tengen_core::Drawing;
use tengen_testkit::{draw, read};

/// The drawings of a rule book, each with the line where it starts. A drawing stands between lines
/// that begin with three backticks and the name of the book.
pub(crate) fn drawings(book: &str) -> Vec<(usize, Drawing)> {
    let text = read(&format!("docs/rules/{book}.md"));
    let fence = format!("```{book}");
    let mut found = Vec::new();
    let mut lines = text.lines().zip(1..);
    while let Some((line, number)) = lines.next() {
        if line == fence {
            let rows = lines.by_ref().map(|(row, _)| row).take_while(|&row| row != "```");
            found.push((number, draw(&rows.collect::<Vec<_>>().join("\n"))));
        }
    }
    found
}
