//! Proofs that are used as opening books.

use std::{io::BufReader, path::Path, sync::Arc};

use tengen_engine::ProofBook;

use crate::io::{error::Failure, input::Input};

/// Reads a proof, compressed or not, as an opening book. It is not checked, which takes far longer.
pub(crate) fn read(path: &Path) -> Result<ProofBook, Failure> {
    let Input { name, reader, .. } = Input::open(path)?.unpacked()?;
    let book = ProofBook::read(BufReader::with_capacity(1 << 16, reader));
    book.map_err(|error| Failure::of_proof(name, error))
}

/// The book of an option, if it is given.
pub(crate) fn load(path: Option<&Path>) -> Result<Option<Arc<ProofBook>>, Failure> {
    Ok(path.map(read).transpose()?.map(Arc::new))
}
