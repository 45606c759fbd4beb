//! All texts that are meant, one after another, wherever they are packed.

use std::{
    fs::File,
    io::{self, Cursor, Read, Seek},
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use tengen_notation::Format;

use super::{
    columns::{self, Columns},
    paths::{Found, Paths},
    text::BLOCK,
    tournament::{OfArchive, OfFolder, States, is_state},
    unpack::{Bytes, Kind, gunzip, unpack_columns, unzstd},
    zip::{Member, Members, Shared},
};
use crate::input::Input;

/// What is on the shelf next.
pub(crate) enum Item {
    /// Small texts, each to be read whole by whoever takes them.
    Small(Vec<Ticket>),
    /// A long text.
    Long(Long),
    /// A file that holds no records.
    PassedOver,
    /// Something that cannot be read, and why.
    Broken(String, io::Error),
}

/// A long text that has been opened.
pub(crate) struct Long {
    /// What people see.
    pub(crate) name: String,
    /// Whether it was named itself, or its name promises an archive that it is not, so that it is
    /// worth a word if it holds no records.
    pub(crate) named: bool,
    /// What is in it.
    pub(crate) bytes: Bytes,
    /// How the games beside it ended.
    pub(crate) states: States,
    /// The format, where what it was packed in leaves no choice.
    pub(crate) format: Option<Format>,
    /// The columns of a table that are not read.
    pub(crate) unread: Vec<String>,
}

/// A small text that is not opened yet.
#[derive(Debug)]
pub(crate) struct Ticket {
    /// What people see.
    pub(crate) name: String,
    /// How the games beside it ended.
    pub(crate) states: States,
    place: TicketPlace,
    length: u64,
}

#[derive(Debug)]
enum TicketPlace {
    File(PathBuf),
    Member(Box<Member>),
}

impl Ticket {
    /// Puts what is in it into `buffer`.
    pub(crate) fn read(&self, buffer: &mut Vec<u8>) -> io::Result<()> {
        buffer.clear();
        let bytes: Bytes = match &self.place {
            TicketPlace::File(path) => Box::new(File::open(path)?),
            TicketPlace::Member(member) => member.open()?,
        };
        // A file may have grown since it was looked at, but not into another kind of file.
        bytes.take(2 * SMALL).read_to_end(buffer)?;
        if buffer.len() as u64 > self.length.max(SMALL) {
            return Err(io::Error::other("it is longer than it was a moment ago"));
        }
        match Kind::of(buffer) {
            Kind::Plain => Ok(()),
            _ => Err(io::Error::other(
                "it is packed, though its name does not say so (.gz, .zst, .zip, .parquet): name it \
                 itself, and it is unpacked",
            )),
        }
    }
}

/// A text up to this long is read whole.
const SMALL: u64 = 64 * 1024;
/// So many small texts are given out at once.
const AT_ONCE: usize = 64;
/// What is packed in what is packed is unpacked, but not for ever.
const DEEPEST: usize = 3;
/// An archive that comes as a stream is written to a temporary file of up to so many bytes.
const SPOOLED: u64 = 4 << 30;

/// An archive that is open.
struct Archive {
    name: String,
    members: Members,
    states: OfArchive,
    /// How many layers have been taken off to open it, its own among them.
    layers: usize,
}

/// All texts that are meant.
pub(crate) struct Shelf {
    paths: Paths,
    /// The archives that are open, each in the one before it.
    archives: Vec<Archive>,
    folder: OfFolder,
    /// What comes after the small texts that were found before it.
    next: Option<Item>,
    small: Vec<Ticket>,
    small_length: u64,
    reached: Reached,
}

impl Shelf {
    /// All texts in the given files.
    pub(crate) fn new(paths: Paths) -> Shelf {
        Shelf {
            paths,
            archives: Vec::new(),
            folder: OfFolder::default(),
            next: None,
            small: Vec::new(),
            small_length: 0,
            reached: Reached::default(),
        }
    }

    /// All texts in something that has been opened.
    pub(crate) fn of_input(input: Input) -> Shelf {
        let mut shelf = Shelf::new(Paths::default());
        shelf.unpack(input.name, true, None, Opened::Stream(input.reader));
        shelf
    }

    /// How many bytes of files there are in all, if that is known.
    pub(crate) fn length(&self) -> Option<u64> {
        self.paths.length()
    }

    /// How many bytes of files have been read.
    pub(crate) fn reached(&self) -> u64 {
        self.reached.get()
    }

    /// The next item; `None` when there are no more.
    pub(crate) fn next(&mut self) -> Option<Item> {
        loop {
            if let Some(item) = self.next.take() {
                return Some(item);
            }
            let more = self.look();
            if !more && self.small.is_empty() {
                return self.next.take();
            }
            let full = self.small.len() >= AT_ONCE || self.small_length >= BLOCK as u64;
            if !self.small.is_empty() && (full || !more || self.next.is_some()) {
                self.small_length = 0;
                return Some(Item::Small(std::mem::take(&mut self.small)));
            }
        }
    }

    /// Looks at one more file or member; whether there was one.
    fn look(&mut self) -> bool {
        if let Some(archive) = self.archives.last_mut() {
            match archive.members.next() {
                Ok(Some(member)) if member.is_folder() => {}
                Ok(Some(member)) => {
                    let name = format!("{}:{}", archive.name, shown(&member.name));
                    let states = archive.states.beside(&member.name);
                    self.take_member(name, states, member);
                }
                Ok(None) => {
                    self.archives.pop();
                }
                Err(error) => {
                    self.next = Some(Item::Broken(archive.name.clone(), error));
                    self.archives.pop();
                }
            }
            return true;
        }
        match self.paths.next() {
            None => return false,
            Some(Err((name, error))) => self.next = Some(Item::Broken(name, error)),
            Some(Ok(found)) => self.take_file(found),
        }
        true
    }

    fn take_file(&mut self, Found { path, length, named }: Found) {
        let name = path.display().to_string();
        if !named && is_state(&name) {
            self.next = Some(Item::PassedOver);
            return;
        }
        let states = self.folder.beside(&path);
        if let Some(length) = length.filter(|&length| length <= SMALL)
            && !named
            && Kind::of_name(&name) == Kind::Plain
        {
            self.add_small(Ticket { name, states, place: TicketPlace::File(path), length });
            return;
        }
        match Opened::path(&path) {
            Ok(opened) => self.unpack(name, named, states, opened),
            Err(error) => self.next = Some(Item::Broken(name, error)),
        }
    }

    fn take_member(&mut self, name: String, states: States, member: Member) {
        if is_state(&member.name) {
            self.next = Some(Item::PassedOver);
            return;
        }
        if member.length <= SMALL && Kind::of_name(&member.name) == Kind::Plain {
            let length = member.length;
            let place = TicketPlace::Member(Box::new(member));
            self.add_small(Ticket { name, states, place, length });
            return;
        }
        match member.open() {
            Ok(bytes) => self.unpack(name, false, states, Opened::Stream(bytes)),
            Err(error) => self.next = Some(Item::Broken(name, error)),
        }
    }

    fn add_small(&mut self, ticket: Ticket) {
        self.small_length += ticket.length;
        self.reached.add(ticket.length);
        self.small.push(ticket);
    }

    /// Takes off what a stream is packed in. An archive is opened, and its members come next.
    fn unpack(&mut self, name: String, named: bool, states: States, mut opened: Opened) {
        let mut layers = self.archives.last().map_or(0, |archive| archive.layers);
        // A name that promises an archive is worth a word if none is there: its head may be damaged.
        let mut expected = named || Kind::of_name(&name) != Kind::Plain;
        loop {
            let unpacked = opened.kind().and_then(|(kind, whole)| match kind {
                Kind::Plain if Kind::of_name(&name) == Kind::Parquet => {
                    Err(io::Error::other("it does not begin with PAR1, as a Parquet file does"))
                }
                Kind::Plain => Ok(Unpacked::Text(whole.bytes(&self.reached))),
                Kind::Parquet => whole.file().and_then(columns::open).map(Unpacked::Table),
                Kind::Gzip | Kind::Zstd | Kind::Zip if layers == DEEPEST => Err(too_deep()),
                Kind::Gzip => Ok(Unpacked::Inner(gunzip(whole.bytes(&self.reached)))),
                Kind::Zstd => unzstd(whole.bytes(&self.reached)).map(Unpacked::Inner),
                Kind::Zip => {
                    whole.file().and_then(|f| Members::new(Shared::new(f))).map(Unpacked::Archive)
                }
            });
            layers += 1;
            match unpacked {
                Ok(Unpacked::Inner(bytes)) => (opened, expected) = (Opened::Stream(bytes), named),
                Ok(Unpacked::Text(bytes)) => {
                    let (named, format, unread) = (expected, None, Vec::new());
                    self.next =
                        Some(Item::Long(Long { name, named, bytes, states, format, unread }));
                    return;
                }
                Ok(Unpacked::Table(mut table)) => {
                    let (format, unread) = (Some(Format::Tsv), std::mem::take(&mut table.unread));
                    let bytes = unpack_columns(table);
                    self.next =
                        Some(Item::Long(Long { name, named, bytes, states, format, unread }));
                    return;
                }
                Ok(Unpacked::Archive(members)) => {
                    let states = OfArchive::find(members.again());
                    self.archives.push(Archive { name, members, states, layers });
                    return;
                }
                Err(error) => {
                    self.next = Some(Item::Broken(name, error));
                    return;
                }
            }
        }
    }
}

fn too_deep() -> io::Error {
    io::Error::other("it is packed more than three times over: unpack it yourself")
}

/// What is left when one layer is taken off.
enum Unpacked {
    Text(Bytes),
    Table(Columns),
    Inner(Bytes),
    Archive(Members),
}

/// Something that has been opened.
enum Opened {
    File(File),
    Stream(Bytes),
}

impl Opened {
    /// Opens the file at `path`, or the standard input if that is `-`.
    fn path(path: &Path) -> io::Result<Opened> {
        if path == Path::new("-") {
            return match Input::open(path) {
                Ok(input) => Ok(Opened::Stream(input.reader)),
                Err(failure) => Err(io::Error::other(failure.to_string())),
            };
        }
        let file = File::open(path)?;
        let is_file = file.metadata().is_ok_and(|metadata| metadata.is_file());
        Ok(if is_file { Opened::File(file) } else { Opened::Stream(Box::new(file)) })
    }

    /// What it is, and itself again.
    fn kind(self) -> io::Result<(Kind, Opened)> {
        let mut head = Vec::with_capacity(Kind::HEAD);
        let most = Kind::HEAD as u64;
        Ok(match self {
            Opened::File(mut file) => {
                file.by_ref().take(most).read_to_end(&mut head)?;
                file.rewind()?;
                (Kind::of(&head), Opened::File(file))
            }
            Opened::Stream(mut bytes) => {
                bytes.by_ref().take(most).read_to_end(&mut head)?;
                let kind = Kind::of(&head);
                (kind, Opened::Stream(Box::new(Cursor::new(head).chain(bytes))))
            }
        })
    }

    fn bytes(self, reached: &Reached) -> Bytes {
        match self {
            Opened::File(file) => Box::new(Counted { inner: file, reached: reached.clone() }),
            Opened::Stream(bytes) => bytes,
        }
    }

    /// A file of it: what comes as a stream is written down first.
    fn file(self) -> io::Result<File> {
        match self {
            Opened::File(file) => Ok(file),
            Opened::Stream(bytes) => {
                let mut file = tempfile::tempfile()?;
                let written = io::copy(&mut bytes.take(SPOOLED + 1), &mut file)?;
                if written > SPOOLED {
                    return Err(io::Error::other(
                        "an archive in a stream may have up to 4 GiB: unpack it yourself",
                    ));
                }
                file.rewind()?;
                Ok(file)
            }
        }
    }
}

/// How many bytes of files have been read.
#[derive(Clone, Default, Debug)]
struct Reached(Arc<AtomicU64>);

impl Reached {
    fn add(&self, bytes: u64) {
        self.0.fetch_add(bytes, Ordering::Relaxed);
    }

    fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// A file whose bytes are counted.
struct Counted {
    inner: File,
    reached: Reached,
}

impl Read for Counted {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.inner.read(buffer)?;
        self.reached.add(length as u64);
        Ok(length)
    }
}

/// A name from an archive, fit to be printed on one line.
fn shown(name: &str) -> String {
    name.chars().map(|char| if char.is_control() { '\u{FFFD}' } else { char }).collect()
}
