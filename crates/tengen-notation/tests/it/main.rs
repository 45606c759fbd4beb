//! How texts are read, tested from outside: one binary, one module a theme.

mod blocks;
mod bytes;
mod columns;
mod faults;
mod fen;
mod field;
mod hostile;
mod links;
mod logs;
mod openings;
mod pairs;
mod pieces;
mod positions;
mod protocols;
mod psq;
mod puzzles;
mod records;
mod results;
mod round_trip;
mod sgf;
mod spellings;
mod streams;
mod support;
