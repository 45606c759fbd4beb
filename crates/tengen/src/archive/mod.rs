//! Where records are: in files, folders and archives, compressed or not.
//!
//! [`Paths`] finds the files that are meant, [`Shelf`] takes off what they are packed in, and a
//! [`Text`] gives out blocks of whole records. Nothing is ever unpacked to a place that an archive
//! names, and nothing is held that grows with the archive.

mod columns;
mod guard;
mod paths;
mod shelf;
mod text;
mod tournament;
mod unpack;
mod unread;
mod zip;

pub(crate) use paths::Paths;
pub(crate) use shelf::{Item, Long, Shelf, Ticket};
pub(crate) use text::{Broken, Next, Text, Texts};
pub(crate) use tournament::States;
pub(crate) use unpack::Kind;
pub(crate) use unread::Unread;
