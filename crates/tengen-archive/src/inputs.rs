//! The inputs, one after another, unpacked from whatever they are packed in.

use std::{
    fmt,
    fs::File,
    io::{self, Cursor, Read, Seek},
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use tengen_notation::Format;

#[cfg(feature = "parquet")]
use crate::parquet_table::ParquetTable;
use crate::{
    blocks::BLOCK,
    gomocup_results::{ArchiveResults, FolderResults, Results, is_results},
    input_paths::{FoundFile, InputPaths},
    unpack::{ByteStream, MAX_LAYERS, Packing, WINDOW_LOG, gunzip, too_deep, unzstd},
    zip::{SharedBytes, ZipMember, ZipMembers},
};

/// The next of the inputs.
#[derive(Debug)]
pub enum InputItem {
    /// Small files, each to be read whole by the worker that takes them.
    Small(Vec<SmallFile>),
    /// A stream that is read in blocks.
    Stream(OpenStream),
    /// A file that holds no records.
    Skipped,
    /// A file that cannot be read, and why.
    Unreadable(String, io::Error),
}

/// A stream that has been opened and unpacked.
pub struct OpenStream {
    /// The name in messages.
    pub name: String,
    /// Whether its own path was given, or its name promises an archive that it is not, so that it
    /// is an error if it holds no records.
    pub named: bool,
    /// What was unpacked.
    pub content: StreamContent,
    /// Results of its games from a file beside it.
    pub results: Results,
    /// The columns of a table that are not read.
    pub unread: Vec<String>,
}

/// The content of a stream.
#[non_exhaustive]
pub enum StreamContent {
    /// Bytes.
    Bytes(ByteStream),
    /// A Parquet table.
    #[cfg(feature = "parquet")]
    Table(Box<ParquetTable>),
}

impl fmt::Debug for StreamContent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            StreamContent::Bytes(_) => "Bytes",
            #[cfg(feature = "parquet")]
            StreamContent::Table(_) => "Table",
        })
    }
}

impl StreamContent {
    /// The bytes, and their format if it is known: a table becomes tab-separated values, with all
    /// columns that can be written as text.
    ///
    /// # Errors
    ///
    /// If the table is damaged.
    pub fn into_text(self) -> io::Result<(ByteStream, Option<Format>)> {
        match self {
            StreamContent::Bytes(bytes) => Ok((bytes, None)),
            #[cfg(feature = "parquet")]
            StreamContent::Table(table) => Ok((Box::new(table.into_text()?), Some(Format::Tsv))),
        }
    }
}

impl fmt::Debug for OpenStream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OpenStream").field("name", &self.name).finish_non_exhaustive()
    }
}

/// A small file that is not opened yet.
#[derive(Debug)]
pub struct SmallFile {
    /// The name in messages.
    pub name: String,
    /// Results of its games from a file beside it.
    pub results: Results,
    place: SmallFilePlace,
    length: u64,
}

#[derive(Debug)]
enum SmallFilePlace {
    File(PathBuf),
    ZipMember(Box<ZipMember>),
}

impl SmallFile {
    /// Reads the whole file into `buffer`.
    ///
    /// # Errors
    ///
    /// If it cannot be read or unpacked.
    pub fn read(&self, buffer: &mut Vec<u8>) -> io::Result<()> {
        buffer.clear();
        let bytes: ByteStream = match &self.place {
            SmallFilePlace::File(path) => Box::new(File::open(path)?),
            SmallFilePlace::ZipMember(member) => member.open(WINDOW_LOG)?,
        };
        // A file may have grown since it was looked at, but not into another kind of file.
        bytes.take(2 * SMALL).read_to_end(buffer)?;
        if buffer.len() as u64 > self.length.max(SMALL) {
            return Err(io::Error::other("the file grew while it was being read"));
        }
        match Packing::sniff(buffer) {
            Packing::Plain => Ok(()),
            _ => Err(io::Error::other(
                "it is packed, though its name does not say so (.gz, .zst, .zip, .parquet): name it \
                 itself, and it is unpacked",
            )),
        }
    }
}

/// A file up to this size is read whole.
const SMALL: u64 = 64 * 1024;
/// The number of small files in an item.
const AT_ONCE: usize = 64;
/// The most bytes of an archive in a stream, which is written to a temporary file.
const SPOOLED: u64 = 4 << 30;

/// An open ZIP archive.
struct OpenZip {
    name: String,
    members: ZipMembers,
    results: ArchiveResults,
    /// The number of layers taken off to open it, its own among them.
    layers: usize,
}

/// Iterator over the inputs: files, members of folders and archives, one after another.
pub struct Inputs {
    paths: InputPaths,
    /// The archives that are open, each in the one before it.
    archives: Vec<OpenZip>,
    folder: FolderResults,
    /// The item that comes after the small files that were found before it.
    next: Option<InputItem>,
    small: Vec<SmallFile>,
    small_length: u64,
    bytes_read: BytesRead,
}

impl fmt::Debug for Inputs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Inputs").field("paths", &self.paths).finish_non_exhaustive()
    }
}

impl Inputs {
    /// The inputs at the given paths.
    pub fn new(paths: InputPaths) -> Inputs {
        Inputs {
            paths,
            archives: Vec::new(),
            folder: FolderResults::default(),
            next: None,
            small: Vec::new(),
            small_length: 0,
            bytes_read: BytesRead::default(),
        }
    }

    /// The inputs in a stream of bytes.
    pub fn from_reader(name: &str, reader: ByteStream) -> Inputs {
        let mut inputs = Inputs::new(InputPaths::default());
        inputs.unpack(name.to_owned(), true, None, OpenInput::Stream(reader));
        inputs
    }

    /// The size of all files in bytes, if known.
    pub fn length(&self) -> Option<u64> {
        self.paths.length()
    }

    /// The number of bytes of files that have been read.
    pub fn bytes_read(&self) -> u64 {
        self.bytes_read.get()
    }

    /// Opens one more file or member; whether there was one.
    fn advance(&mut self) -> bool {
        if let Some(archive) = self.archives.last_mut() {
            match archive.members.next() {
                Ok(Some(member)) if member.is_folder() => {}
                Ok(Some(member)) => {
                    let name = format!("{}:{}", archive.name, shown(&member.name));
                    let results = archive.results.beside(&member.name);
                    self.take_member(name, results, member);
                }
                Ok(None) => {
                    self.archives.pop();
                }
                Err(error) => {
                    self.next = Some(InputItem::Unreadable(archive.name.clone(), error));
                    self.archives.pop();
                }
            }
            return true;
        }
        match self.paths.next() {
            None => return false,
            Some(Err((name, error))) => self.next = Some(InputItem::Unreadable(name, error)),
            Some(Ok(found)) => self.take_file(found),
        }
        true
    }

    fn take_file(&mut self, FoundFile { path, length, named }: FoundFile) {
        let name = path.display().to_string();
        if !named && is_results(&name) {
            self.next = Some(InputItem::Skipped);
            return;
        }
        let results = self.folder.beside(&path);
        if let Some(length) = length.filter(|&length| length <= SMALL)
            && !named
            && Packing::from_name(&name) == Packing::Plain
        {
            self.add_small(SmallFile { name, results, place: SmallFilePlace::File(path), length });
            return;
        }
        match OpenInput::path(&path) {
            Ok(opened) => self.unpack(name, named, results, opened),
            Err(error) => self.next = Some(InputItem::Unreadable(name, error)),
        }
    }

    fn take_member(&mut self, name: String, results: Results, member: ZipMember) {
        if is_results(&member.name) {
            self.next = Some(InputItem::Skipped);
            return;
        }
        if member.length <= SMALL && Packing::from_name(&member.name) == Packing::Plain {
            let length = member.length;
            let place = SmallFilePlace::ZipMember(Box::new(member));
            self.add_small(SmallFile { name, results, place, length });
            return;
        }
        match member.open(WINDOW_LOG) {
            Ok(bytes) => self.unpack(name, false, results, OpenInput::Stream(bytes)),
            Err(error) => self.next = Some(InputItem::Unreadable(name, error)),
        }
    }

    fn add_small(&mut self, file: SmallFile) {
        self.small_length += file.length;
        self.bytes_read.add(file.length);
        self.small.push(file);
    }

    /// Takes off what a stream is packed in. An archive is opened, and its members come next.
    fn unpack(&mut self, name: String, named: bool, results: Results, mut opened: OpenInput) {
        let mut layers = self.archives.last().map_or(0, |archive| archive.layers);
        // It is an error if a name promises an archive and none is there: its head may be damaged.
        let mut expected = named || Packing::from_name(&name) != Packing::Plain;
        loop {
            let unpacked = opened.packing().and_then(|(kind, whole)| match kind {
                Packing::Plain if Packing::from_name(&name) == Packing::Parquet => {
                    Err(io::Error::other("it does not begin with PAR1, as a Parquet file does"))
                }
                Packing::Plain => Ok(UnpackedLayer::Text(whole.bytes(&self.bytes_read))),
                #[cfg(feature = "parquet")]
                Packing::Parquet => {
                    let table = whole.file().and_then(ParquetTable::open);
                    table.map(|table| UnpackedLayer::Table(Box::new(table)))
                }
                #[cfg(not(feature = "parquet"))]
                Packing::Parquet => Err(io::Error::other("Parquet files are not read here")),
                Packing::Gzip | Packing::Zstd | Packing::Zip if layers == MAX_LAYERS => {
                    Err(too_deep())
                }
                Packing::Gzip => Ok(UnpackedLayer::Inner(gunzip(whole.bytes(&self.bytes_read)))),
                Packing::Zstd => {
                    unzstd(whole.bytes(&self.bytes_read), WINDOW_LOG).map(UnpackedLayer::Inner)
                }
                Packing::Zip => whole
                    .file()
                    .and_then(|f| ZipMembers::new(SharedBytes::new(f)))
                    .map(UnpackedLayer::OpenZip),
            });
            layers += 1;
            match unpacked {
                Ok(UnpackedLayer::Inner(bytes)) => {
                    (opened, expected) = (OpenInput::Stream(bytes), named);
                }
                Ok(UnpackedLayer::Text(bytes)) => {
                    let (content, unread) = (StreamContent::Bytes(bytes), Vec::new());
                    let stream = OpenStream { name, named: expected, content, results, unread };
                    self.next = Some(InputItem::Stream(stream));
                    return;
                }
                #[cfg(feature = "parquet")]
                Ok(UnpackedLayer::Table(mut table)) => {
                    let unread = std::mem::take(&mut table.unread);
                    let content = StreamContent::Table(table);
                    let stream = OpenStream { name, named, content, results, unread };
                    self.next = Some(InputItem::Stream(stream));
                    return;
                }
                Ok(UnpackedLayer::OpenZip(members)) => {
                    let results = ArchiveResults::find(members.again());
                    self.archives.push(OpenZip { name, members, results, layers });
                    return;
                }
                Err(error) => {
                    self.next = Some(InputItem::Unreadable(name, error));
                    return;
                }
            }
        }
    }
}

impl Iterator for Inputs {
    type Item = InputItem;

    fn next(&mut self) -> Option<InputItem> {
        loop {
            if let Some(item) = self.next.take() {
                return Some(item);
            }
            let more = self.advance();
            if !more && self.small.is_empty() {
                return self.next.take();
            }
            let full = self.small.len() >= AT_ONCE || self.small_length >= BLOCK as u64;
            if !self.small.is_empty() && (full || !more || self.next.is_some()) {
                self.small_length = 0;
                return Some(InputItem::Small(std::mem::take(&mut self.small)));
            }
        }
    }
}

/// The result of taking off one layer of packing.
enum UnpackedLayer {
    Text(ByteStream),
    #[cfg(feature = "parquet")]
    Table(Box<ParquetTable>),
    Inner(ByteStream),
    OpenZip(ZipMembers),
}

/// An input that has been opened and is still packed.
enum OpenInput {
    File(File),
    Stream(ByteStream),
}

impl OpenInput {
    /// Opens the file at `path`, or the standard input if that is `-`.
    fn path(path: &Path) -> io::Result<OpenInput> {
        if path == Path::new("-") {
            return Ok(OpenInput::Stream(Box::new(io::stdin())));
        }
        let file = File::open(path)?;
        let is_file = file.metadata().is_ok_and(|metadata| metadata.is_file());
        Ok(if is_file { OpenInput::File(file) } else { OpenInput::Stream(Box::new(file)) })
    }

    /// Its packing, and itself again.
    fn packing(self) -> io::Result<(Packing, OpenInput)> {
        let mut head = Vec::with_capacity(Packing::HEAD);
        let most = Packing::HEAD as u64;
        Ok(match self {
            OpenInput::File(mut file) => {
                file.by_ref().take(most).read_to_end(&mut head)?;
                file.rewind()?;
                (Packing::sniff(&head), OpenInput::File(file))
            }
            OpenInput::Stream(mut bytes) => {
                bytes.by_ref().take(most).read_to_end(&mut head)?;
                let kind = Packing::sniff(&head);
                (kind, OpenInput::Stream(Box::new(Cursor::new(head).chain(bytes))))
            }
        })
    }

    fn bytes(self, bytes_read: &BytesRead) -> ByteStream {
        match self {
            OpenInput::File(file) => {
                Box::new(CountingFile { inner: file, bytes_read: bytes_read.clone() })
            }
            OpenInput::Stream(bytes) => bytes,
        }
    }

    /// A seekable file of it: a stream is written to a temporary file.
    fn file(self) -> io::Result<File> {
        match self {
            OpenInput::File(file) => Ok(file),
            OpenInput::Stream(bytes) => {
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

/// Counter of the bytes of files that have been read.
#[derive(Clone, Default, Debug)]
struct BytesRead(Arc<AtomicU64>);

impl BytesRead {
    fn add(&self, bytes: u64) {
        self.0.fetch_add(bytes, Ordering::Relaxed);
    }

    fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// A file whose bytes are counted.
struct CountingFile {
    inner: File,
    bytes_read: BytesRead,
}

impl Read for CountingFile {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.inner.read(buffer)?;
        self.bytes_read.add(length as u64);
        Ok(length)
    }
}

/// A name from an archive, without control characters.
fn shown(name: &str) -> String {
    name.chars().map(|char| if char.is_control() { '\u{FFFD}' } else { char }).collect()
}
