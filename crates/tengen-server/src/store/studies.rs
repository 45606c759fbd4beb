//! Studies that were shared: values, named after their content.

use rusqlite::{OptionalExtension as _, params};
use sha2::{Digest as _, Sha256};
use tengen_answers::studies::Study;

use super::{
    Store, StoreError,
    rows::{json, now},
};

impl Store {
    /// Keeps a study, which was checked, and gives its name: the same one for the same study.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub async fn add_study(&self, study: &Study) -> Result<String, StoreError> {
        let text = json(study);
        let hash = Sha256::digest(&text);
        let (half, _) = hash.split_first_chunk().expect("a SHA-256 hash has 32 bytes");
        let id = format!("{:032x}", u128::from_be_bytes(*half));
        self.write(move |connection| {
            let insert = "INSERT OR IGNORE INTO studies VALUES (?, ?, ?)";
            connection.prepare_cached(insert)?.execute(params![id, text, now()])?;
            Ok(id)
        })
        .await
    }

    /// A study.
    ///
    /// # Errors
    ///
    /// If there is none, or it cannot be read.
    pub async fn study(&self, id: String) -> Result<Study, StoreError> {
        self.read(move |connection| {
            let find = "SELECT study FROM studies WHERE id = ?";
            let text: Option<String> =
                connection.prepare_cached(find)?.query_row([id], |row| row.get(0)).optional()?;
            // Only this program writes, and it reads what it wrote.
            let study = text.and_then(|text| serde_json::from_str(&text).ok());
            study.ok_or(StoreError::Missing("study"))
        })
        .await
    }
}
