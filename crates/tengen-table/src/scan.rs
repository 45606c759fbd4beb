//! The verdicts on all records of an archive as a stream of record batches.

use std::sync::{Arc, atomic::Ordering};

use tengen_archive::{Archive, VerdictBlock, VerdictSchema};

use crate::{AnswerStream, answer_stream::gone};

/// Judges all records of an archive on its worker threads. The verdicts come in the order of the records;
/// the columns are those of [`VerdictBatch`](tengen_archive::VerdictBatch).
pub fn scan(archive: Archive, schema: VerdictSchema) -> AnswerStream {
    AnswerStream::spawn(schema.arrow(), archive.threads().get(), move |flag, sender| {
        let flag = Arc::clone(flag);
        let archive = archive.with_cancellation(move || flag.load(Ordering::Relaxed));
        let judged = archive.judge(VerdictBlock::default, |block, _| {
            match std::mem::take(&mut block.batch) {
                batch if batch.is_empty() => Ok(()),
                batch => sender.send(Ok(batch.into_record_batch(schema))).map_err(|_| gone()),
            }
        });
        judged.map(drop)
    })
}
