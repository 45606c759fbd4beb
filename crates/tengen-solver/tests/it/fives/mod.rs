//! Five-in-a-row: what is kept up to date, against the definitions; what is found, against trying
//! everything.

mod book;
mod deep;
mod forced_win;
mod maker;
mod pairings;
mod plain;
mod quiet;
mod solver;
mod threats;
mod vcf;
mod vct;
