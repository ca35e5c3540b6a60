//! Reads a backup: all of it once, so that nothing of a file that was damaged or
//! changed is loaded, and then line by line.

use std::fs::File;
use std::io::{BufRead, BufReader, ErrorKind, Read, Seek, SeekFrom};
use std::path::Path;

use flate2::read::GzDecoder;

use super::file::{BackupLine, HEAD_BYTES, Header, NAME, fingerprint_of};
use super::load::RestoreError;
use super::sealed::{ChunkCipher, SealedReader};
use crate::auth::Vault;

/// How a backup of the first releases begins. It is compressed and not
/// encrypted, and its digest can be computed by anybody.
const FIRST_NAME: &[u8; NAME.len()] = b"muster backup 1\n";
const DIGEST_BYTES: u64 = blake3::OUT_LEN as u64;
/// None of our rows comes near; a damaged length must not take all memory.
const LONGEST_LINE: u64 = 1 << 30;

/// A backup of this installation that nobody has changed.
pub struct Backup {
    head: Header,
    lines: BufReader<GzDecoder<Box<dyn Read + Send>>>,
}

impl Backup {
    /// Opens a backup; with `allows_unsigned` also one of an earlier release, which
    /// may have been changed without notice.
    pub fn open(path: &Path, vault: &Vault, allows_unsigned: bool) -> Result<Self, RestoreError> {
        let mut file =
            BufReader::new(File::open(path).map_err(|error| RestoreError::read(path, error))?);
        let mut name = [0; NAME.len()];
        let is_short = file.read_exact(&mut name).is_err();
        let content: Box<dyn Read + Send> = match &name {
            _ if is_short => return Err(RestoreError::NotABackup { path: path.to_owned() }),
            NAME => Box::new(sealed_content(path, file, vault)?),
            FIRST_NAME if allows_unsigned => Box::new(plain_content(path, file)?),
            FIRST_NAME => return Err(RestoreError::Unsigned),
            _ => return Err(RestoreError::NotABackup { path: path.to_owned() }),
        };
        let mut lines = BufReader::new(GzDecoder::new(content));
        let head = read_line(&mut lines)?;
        let head: Header = serde_json::from_str(&head).map_err(|_| RestoreError::Damaged)?;
        if head.key_fingerprint != vault.fingerprint() {
            return Err(RestoreError::ForeignKey);
        }
        Ok(Self { head, lines })
    }

    /// The migrations its database had.
    pub fn migrations(&self) -> &[String] {
        &self.head.migrations
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

fn sealed_content(
    path: &Path,
    mut file: BufReader<File>,
    vault: &Vault,
) -> Result<SealedReader<BufReader<File>>, RestoreError> {
    let failed = |error| RestoreError::read(path, error);
    let mut head = [0; HEAD_BYTES];
    head[..NAME.len()].copy_from_slice(NAME);
    file.read_exact(&mut head[NAME.len()..]).map_err(failed)?;
    if fingerprint_of(&head) != vault.fingerprint().as_bytes() {
        return Err(RestoreError::ForeignKey);
    }
    let cipher = || ChunkCipher::new(vault.backup_key(), &head);
    let mut content = SealedReader::new(file, cipher()).map_err(failed)?;
    std::io::copy(&mut content, &mut std::io::sink()).map_err(failed)?;
    let mut file = content.into_inner();
    file.seek(SeekFrom::Start(HEAD_BYTES as u64)).map_err(failed)?;
    SealedReader::new(file, cipher()).map_err(failed)
}

fn plain_content(
    path: &Path,
    mut file: BufReader<File>,
) -> Result<std::io::Take<BufReader<File>>, RestoreError> {
    let failed = |error| RestoreError::read(path, error);
    let length = file.get_ref().metadata().map_err(failed)?.len();
    let least = NAME.len() as u64 + DIGEST_BYTES;
    let content_bytes = length.checked_sub(least).ok_or(RestoreError::Damaged)?;
    let mut hasher = blake3::Hasher::new();
    hasher.update(FIRST_NAME);
    std::io::copy(&mut file.by_ref().take(content_bytes), &mut hasher).map_err(failed)?;
    let mut digest = [0; blake3::OUT_LEN];
    file.read_exact(&mut digest).map_err(failed)?;
    if hasher.finalize() != blake3::Hash::from(digest) {
        return Err(RestoreError::Damaged);
    }
    file.seek(SeekFrom::Start(NAME.len() as u64)).map_err(failed)?;
    Ok(file.take(content_bytes))
}

impl RestoreError {
    /// What follows from an error while a file is read.
    fn read(path: &Path, source: std::io::Error) -> Self {
        match source.kind() {
            ErrorKind::InvalidData | ErrorKind::UnexpectedEof => Self::Damaged,
            _ => Self::Unreadable { path: path.to_owned(), source },
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
