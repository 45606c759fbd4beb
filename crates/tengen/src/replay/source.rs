//! What is handed out to be judged.

use std::{ops::Range, sync::Arc};

use tengen_notation::{BlockOffset, Fault, RecordReader};

use crate::archive::{Broken, Item, Long, Next, Shelf, States, Text, Texts, Ticket, Unread};

/// A piece of work.
#[derive(Default)]
pub(super) struct Piece {
    pub(super) what: What,
    pub(super) buffer: Vec<u8>,
    /// How many bytes have been read when this was taken.
    pub(super) reached: u64,
}

/// What there is to do.
#[derive(Default)]
pub(super) enum What {
    /// Nothing.
    #[default]
    Nothing,
    /// A file is begun, or was passed over for it holds no records.
    File { passed_over: bool },
    /// Whole records of a text.
    Records { text: Arc<Known>, range: Range<usize>, place: BlockOffset },
    /// A record that cannot be read.
    Record { name: Arc<str>, number: u64, fault: Box<Fault> },
    /// Small files.
    Small(Vec<Ticket>),
    /// A file that cannot be read, or not to its end.
    Broken { name: Arc<str>, why: Broken, begun: bool },
}

/// What is known about a text.
pub(super) struct Known {
    pub(super) name: Arc<str>,
    pub(super) reader: Arc<RecordReader>,
    pub(super) states: States,
}

/// Where the pieces come from.
pub(super) struct Pieces {
    shelf: Shelf,
    texts: Texts,
    text: Option<(Text, Arc<Known>)>,
    /// Columns of tables that are not read.
    pub(super) unread: Unread,
}

impl Pieces {
    pub(super) fn new(shelf: Shelf, texts: Texts) -> Pieces {
        Pieces { shelf, texts, text: None, unread: Unread::default() }
    }

    /// Takes the next piece; whether there was one.
    pub(super) fn take(&mut self, piece: &mut Piece) -> bool {
        let Some(what) = self.next(&mut piece.buffer) else { return false };
        piece.what = what;
        piece.reached = self.shelf.reached();
        true
    }

    fn next(&mut self, buffer: &mut Vec<u8>) -> Option<What> {
        while let Some((text, known)) = &mut self.text {
            let name = Arc::clone(&known.name);
            match text.next(buffer) {
                Ok(Next::Records(range, place)) => {
                    return Some(What::Records { text: Arc::clone(known), range, place });
                }
                Ok(Next::Broken(number, fault)) => {
                    return Some(What::Record { name, number, fault });
                }
                Ok(Next::End) => self.text = None,
                Err(error) => {
                    self.text = None;
                    return Some(What::Broken { name, why: Broken::Read(error), begun: true });
                }
            }
        }
        Some(match self.shelf.next()? {
            Item::Small(tickets) => What::Small(tickets),
            Item::Broken(name, error) => {
                What::Broken { name: name.into(), why: Broken::Read(error), begun: false }
            }
            Item::PassedOver => What::File { passed_over: true },
            Item::Long(Long { name, named, bytes, states, format, unread }) => {
                match Text::open(&self.texts.in_format(format), &name, bytes) {
                    Ok(text) => {
                        self.unread.add(&name, unread);
                        let reader = Arc::clone(&text.reader);
                        let known = Known { name: Arc::clone(&text.name), reader, states };
                        self.text = Some((text, Arc::new(known)));
                        What::File { passed_over: false }
                    }
                    Err(Broken::Fault(_)) if !named && !self.texts.expects(&name) => {
                        What::File { passed_over: true }
                    }
                    Err(why) => What::Broken { name: name.into(), why, begun: false },
                }
            }
        })
    }
}
