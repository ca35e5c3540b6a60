//! The format of a backup: a line that names it, compressed lines of JSON, and
//! a digest of all before it.
//!
//! The lines: a header; then for each table one that names it and its columns,
//! followed by its rows as arrays; finally one with the count.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use serde::{Deserialize, Serialize};

use super::load::RestoreError;

/// How a backup begins; the number grows when the format changes.
const NAME: &[u8] = b"muster backup 1\n";
const DIGEST_BYTES: u64 = blake3::OUT_LEN as u64;
/// None of our rows comes near; a damaged length must not take all memory.
const LONGEST_LINE: u64 = 1 << 30;

/// The first line, about the whole backup.
#[derive(Serialize, Deserialize)]
pub struct Header {
    /// The program that made it.
    pub version: String,
    /// When it was made, for people.
    pub made: String,
    /// Which key file belongs to it.
    pub key_fingerprint: String,
    /// The migrations its database had.
    pub migrations: Vec<String>,
}

/// A line between the rows.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
pub enum Section {
    /// The rows of a table follow.
    Table {
        /// Its name.
        table: String,
        /// Its columns, in the order of the rows' values.
        columns: Vec<String>,
        /// The last id that was assigned; null for a table without numbers.
        last_id: Option<i64>,
    },
    /// Nothing follows.
    End {
        /// How many rows there were.
        rows: u64,
    },
}

/// A line of a backup.
pub enum BackupLine {
    /// Between rows.
    Section(Section),
    /// The values of a row, as JSON text.
    Row(String),
}

/// Writes a backup. The file appears under its name when it is complete.
pub struct Writer {
    path: PathBuf,
    part: PathBuf,
    encoder: Option<GzEncoder<Digested>>,
}

/// Computes the digest of the bytes written through it.
struct Digested {
    file: BufWriter<File>,
    hasher: blake3::Hasher,
}

impl Writer {
    /// Begins a backup; a file that exists is never overwritten.
    pub fn create(path: &Path) -> std::io::Result<Self> {
        if path.exists() {
            return Err(std::io::ErrorKind::AlreadyExists.into());
        }
        let mut part = path.as_os_str().to_owned();
        part.push(".part");
        let part = PathBuf::from(part);
        // Everything an installation knows is in it: only its owner reads it.
        let file =
            OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&part)?;
        let mut output = Digested { file: BufWriter::new(file), hasher: blake3::Hasher::new() };
        output.write_all(NAME)?;
        let encoder = Some(GzEncoder::new(output, Compression::fast()));
        Ok(Self { path: path.to_owned(), part, encoder })
    }

    /// Adds a line of one of our types.
    pub fn write<L: Serialize>(&mut self, line: &L) -> std::io::Result<()> {
        self.write_text(&serde_json::to_string(line)?)
    }

    /// Adds a line that is JSON text already. The engines write JSON without
    /// line breaks inside of texts, and none between values of one row.
    pub fn write_text(&mut self, line: &str) -> std::io::Result<()> {
        let encoder = self.encoder.as_mut().expect("it is taken only by finish");
        encoder.write_all(line.as_bytes())?;
        encoder.write_all(b"\n")
    }

    /// Completes the file and renames it to its final name.
    pub fn finish(mut self) -> std::io::Result<()> {
        let encoder = self.encoder.take().expect("it is taken only here");
        let Digested { mut file, hasher } = encoder.finish()?;
        file.write_all(hasher.finalize().as_bytes())?;
        file.flush()?;
        file.get_ref().sync_all()?;
        std::fs::rename(&self.part, &self.path)
    }
}

/// A backup that was not finished leaves nothing behind.
impl Drop for Writer {
    fn drop(&mut self) {
        // After `finish` it does not exist any more.
        let _ = std::fs::remove_file(&self.part);
    }
}

impl Write for Digested {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let count = self.file.write(bytes)?;
        self.hasher.update(&bytes[..count]);
        Ok(count)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.file.flush()
    }
}

/// A backup whose digest is right.
pub struct Backup {
    head: Header,
    lines: BufReader<GzDecoder<std::io::Take<BufReader<File>>>>,
}

impl Backup {
    /// Opens a backup, and reads all of it once for its digest.
    pub fn open(path: &Path) -> Result<Self, RestoreError> {
        let unreadable = |source| RestoreError::Unreadable { path: path.to_owned(), source };
        let mut file = BufReader::new(File::open(path).map_err(unreadable)?);
        let length = file.get_ref().metadata().map_err(unreadable)?.len();
        let least = NAME.len() as u64 + DIGEST_BYTES;
        let mut name = vec![0; NAME.len()];
        if length < least || file.read_exact(&mut name).is_err() || name != NAME {
            return Err(RestoreError::NotABackup { path: path.to_owned() });
        }
        let mut hasher = blake3::Hasher::new();
        hasher.update(NAME);
        let mut content = file.by_ref().take(length - least);
        std::io::copy(&mut content, &mut hasher).map_err(unreadable)?;
        let mut digest = [0; blake3::OUT_LEN];
        file.read_exact(&mut digest).map_err(unreadable)?;
        if hasher.finalize() != blake3::Hash::from(digest) {
            return Err(RestoreError::Damaged);
        }
        file.seek(SeekFrom::Start(NAME.len() as u64)).map_err(unreadable)?;
        let mut lines = BufReader::new(GzDecoder::new(file.take(length - least)));
        let head = read_line(&mut lines)?;
        let head = serde_json::from_str(&head).map_err(|_| RestoreError::Damaged)?;
        Ok(Self { head, lines })
    }

    /// The migrations its database had.
    pub fn migrations(&self) -> &[String] {
        &self.head.migrations
    }

    /// Which key file belongs to it.
    pub fn key_fingerprint(&self) -> &str {
        &self.head.key_fingerprint
    }

    /// When it was made, for people.
    pub fn made(&self) -> &str {
        &self.head.made
    }

    pub(super) fn next_line(&mut self) -> Result<BackupLine, RestoreError> {
        let text = read_line(&mut self.lines)?;
        match text.starts_with('[') {
            true => Ok(BackupLine::Row(text)),
            false => serde_json::from_str(&text)
                .map(BackupLine::Section)
                .map_err(|_| RestoreError::Damaged),
        }
    }
}

fn read_line(lines: &mut impl BufRead) -> Result<String, RestoreError> {
    let mut line = String::new();
    let read = lines.take(LONGEST_LINE).read_line(&mut line);
    if read.is_err() || line.pop() != Some('\n') {
        return Err(RestoreError::Damaged);
    }
    Ok(line)
}
