//! What is recorded beside an upload, to go on with it after whatever happened.
//!
//! Nothing in it is trusted: it says where to look, and the hashes decide. So it is written
//! over itself, and a damaged one costs time and nothing else.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};

use serde::{Deserialize, Serialize};

use super::chunks::{ChunkSet, HashList};

/// What tells a journal from other files.
const MARK: &str = "upload";

/// Of the form that this program writes.
const VERSION: u32 = 1;

/// Far more than the largest journal.
const MAX_BYTES: u64 = 1 << 20;

/// What is recorded of an upload.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    muster: String,
    version: u32,
    /// What names the file.
    pub id: String,
    /// Its bytes.
    pub size: u64,
    /// The session that wrote last.
    pub session: String,
    chunks: String,
}

impl Record {
    /// What is to be recorded of an upload.
    pub fn of(list: &HashList, session: &str, verified: &ChunkSet) -> Self {
        Self {
            muster: MARK.to_owned(),
            version: VERSION,
            id: list.id.clone(),
            size: list.size,
            session: session.to_owned(),
            chunks: verified.to_text(),
        }
    }

    /// Whether it is about that file.
    pub fn is_of(&self, list: &HashList) -> bool {
        self.id == list.id && self.size == list.size
    }

    /// The chunks that were there; none when it is damaged.
    pub fn chunks(&self, count: u64) -> Option<ChunkSet> {
        ChunkSet::from_text(&self.chunks, count)
    }
}

/// Reads a journal; none when it is no journal, or damaged.
pub fn read_record(file: &mut File) -> Option<Record> {
    let mut text = Vec::new();
    file.seek(SeekFrom::Start(0)).ok()?;
    file.take(MAX_BYTES).read_to_end(&mut text).ok()?;
    let record: Record = serde_json::from_slice(&text).ok()?;
    (record.muster == MARK && record.version == VERSION).then_some(record)
}

/// Writes a journal over the one before, which is as long unless another session wrote it.
pub fn write_record(file: &mut File, record: &Record) -> io::Result<()> {
    let text = serde_json::to_vec(record)?;
    file.seek(SeekFrom::Start(0))?;
    file.write_all(&text)?;
    file.set_len(text.len() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_journal_is_read_as_it_was_written_and_a_damaged_one_is_none() {
        let mut file = tempfile::tempfile().unwrap();
        assert_eq!(read_record(&mut file), None);
        let list = HashList::begin(5, &"ab".repeat(32)).unwrap();
        let verified = ChunkSet::full(1);
        for session in ["a long session", "short"] {
            let record = Record::of(&list, session, &verified);
            write_record(&mut file, &record).unwrap();
            let read = read_record(&mut file).unwrap();
            assert_eq!(read, record);
            assert!(read.is_of(&list) && read.chunks(1) == Some(verified.clone()));
            assert_eq!(read.chunks(9), None);
        }
        file.set_len(20).unwrap();
        assert_eq!(read_record(&mut file), None);
        file.set_len(0).unwrap();
        write_record(
            &mut file,
            &Record { muster: "other".to_owned(), ..Record::of(&list, "", &verified) },
        )
        .unwrap();
        assert_eq!(read_record(&mut file), None);
    }
}
