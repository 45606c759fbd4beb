//! Results files of Gomocup tournaments (`state.txt`), which lie beside the records.

use std::{
    collections::BTreeMap,
    fs::File,
    io::{self, Read},
    path::{Path, PathBuf},
    sync::Arc,
};

use tengen_notation::psq::GomocupStates;

use crate::{unpack::WINDOW_LOG, zip::ZipMembers};

/// What the file is called.
const NAME: &str = "state.txt";
/// No such file is longer: it would be of a million games.
const LONGEST: u64 = 64 << 20;

/// Results of the games of one folder, if it has any.
pub type Results = Option<Arc<GomocupStates>>;

/// Whether a file says how the games beside it ended. It holds no records.
pub(crate) fn is_results(name: &str) -> bool {
    folder(name).1 == NAME
}

/// A name without and with what stands before its last slash.
fn folder(name: &str) -> (&str, &str) {
    name.rsplit_once('/').unwrap_or(("", name))
}

fn is_psq(name: &str) -> bool {
    name.len() > 4 && name.as_bytes()[name.len() - 4..].eq_ignore_ascii_case(b".psq")
}

fn read(bytes: impl Read) -> io::Result<Results> {
    let mut text = Vec::new();
    bytes.take(LONGEST).read_to_end(&mut text)?;
    // Lines that say nothing are passed over; a record of theirs then keeps what it says itself.
    let (results, _) = GomocupStates::read(&text);
    Ok((!results.is_empty()).then(|| Arc::new(results)))
}

/// The results of the folder that was looked at last.
#[derive(Default, Debug)]
pub(crate) struct FolderResults {
    folder: Option<PathBuf>,
    results: Results,
}

impl FolderResults {
    /// The results beside the file at `path`, if it is a record of a tournament.
    pub(crate) fn beside(&mut self, path: &Path) -> Results {
        if !is_psq(&path.to_string_lossy()) {
            return None;
        }
        let folder = path.parent()?;
        if self.folder.as_deref() != Some(folder) {
            self.folder = Some(folder.to_owned());
            self.results = File::open(folder.join(NAME)).and_then(read).unwrap_or(None);
        }
        self.results.clone()
    }
}

/// The results in an archive, by folder.
#[derive(Default, Debug)]
pub(crate) struct ArchiveResults(BTreeMap<String, Results>);

impl ArchiveResults {
    /// Looks for results among all members.
    pub(crate) fn find(mut members: ZipMembers) -> ArchiveResults {
        let mut found = BTreeMap::new();
        // An error in the archive is reported when its members are read.
        while let Ok(Some(member)) = members.next() {
            if is_results(&member.name)
                && let Ok(results @ Some(_)) = member.open(WINDOW_LOG).and_then(read)
            {
                found.insert(folder(&member.name).0.to_owned(), results);
            }
        }
        ArchiveResults(found)
    }

    /// The results beside the member of this name, if it is a record of a tournament.
    pub(crate) fn beside(&self, name: &str) -> Results {
        if is_psq(name) { self.0.get(folder(name).0)?.clone() } else { None }
    }
}
