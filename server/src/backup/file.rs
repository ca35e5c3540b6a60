//! The format of a backup: a head in clear, and lines of JSON, compressed and
//! then encrypted (decision 63).
//!
//! The head: a line that names the format, one with the fingerprint of the key,
//! and a salt. The lines: a header; then for each table one that names it and its
//! columns, followed by its rows as arrays; finally one with the count.

use std::fs::{File, OpenOptions};
use std::io::{BufWriter, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::GzEncoder;
use serde::{Deserialize, Serialize};

use super::sealed::{ChunkCipher, SealedWriter};
use crate::auth::{Vault, random_letters};

/// How a backup begins; the number grows when the format changes.
pub const NAME: &[u8; 16] = b"muster backup 2\n";
/// Hexadecimal digits of the fingerprint of a key.
const FINGERPRINT_BYTES: usize = 64;
const SALT_BYTES: usize = 32;
/// Bytes before the encrypted content.
pub const HEAD_BYTES: usize = NAME.len() + FINGERPRINT_BYTES + 1 + SALT_BYTES;

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
    encoder: Option<GzEncoder<SealedWriter<BufWriter<File>>>>,
}

/// The fingerprint of the key, in the head of a backup.
pub fn fingerprint_of(head: &[u8; HEAD_BYTES]) -> &[u8] {
    &head[NAME.len()..NAME.len() + FINGERPRINT_BYTES]
}

/// The head of a new backup.
fn new_head(vault: &Vault) -> Vec<u8> {
    let salt: [u8; SALT_BYTES] = rand::random();
    let head = [&NAME[..], vault.fingerprint().as_bytes(), b"\n", &salt].concat();
    debug_assert_eq!(head.len(), HEAD_BYTES);
    head
}

impl Writer {
    /// Begins a backup; a file that exists is never overwritten.
    pub fn create(path: &Path, vault: &Vault) -> std::io::Result<Self> {
        if path.exists() {
            return Err(std::io::ErrorKind::AlreadyExists.into());
        }
        let mut part = path.as_os_str().to_owned();
        part.push(format!(".{}.part", random_letters(8)));
        let part = PathBuf::from(part);
        // A new one, and no link that somebody has put there. Everything an
        // installation knows is in it: only its owner reads it.
        let file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&part)?;
        let (mut file, head) = (BufWriter::new(file), new_head(vault));
        file.write_all(&head)?;
        let sealed = SealedWriter::new(file, ChunkCipher::new(vault.backup_key(), &head));
        let encoder = Some(GzEncoder::new(sealed, Compression::fast()));
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
        let mut file = encoder.finish()?.finish()?;
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
