//! The output of a run, on disk until the server has it.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use muster_protocol::Stream;

use crate::os::files::{create_private_dir, private_file, remove_dir};

/// One stream of a run, being written.
///
/// The file is made with its first byte: most commands say nothing on stderr.
#[derive(Debug)]
pub struct SpoolWriter {
    path: PathBuf,
    file: Option<File>,
    length: u64,
    limit: u64,
    truncated: bool,
    within_line: bool,
}

impl SpoolWriter {
    /// Prepares the spool of a stream; `limit` bytes of it are kept.
    pub fn new(run_dir: &Path, stream: Stream, limit: u64) -> Self {
        Self {
            path: path(run_dir, stream),
            file: None,
            length: 0,
            limit,
            truncated: false,
            within_line: false,
        }
    }

    /// Keeps what fits under the limit, drops the rest, and returns the length.
    pub fn write(&mut self, bytes: &[u8]) -> io::Result<u64> {
        let room = usize::try_from(self.limit - self.length).unwrap_or(usize::MAX);
        let kept = &bytes[..bytes.len().min(room)];
        self.truncated |= kept.len() < bytes.len();
        if kept.is_empty() {
            return Ok(self.length);
        }
        let file = match &mut self.file {
            Some(file) => file,
            none => none.insert(private_file().create(true).truncate(true).open(&self.path)?),
        };
        file.write_all(kept)?;
        self.length += kept.len() as u64;
        self.within_line = !kept.ends_with(b"\n");
        Ok(self.length)
    }

    /// Moves the spool to another owner; until it comes back, this one counts as
    /// truncated.
    pub fn hand_over(&mut self) -> Self {
        let (path, length, within_line) = (self.path.clone(), self.length, self.within_line);
        let cut = Self { path, file: None, length, limit: length, truncated: true, within_line };
        std::mem::replace(self, cut)
    }

    /// Stops writing: whatever follows counts as truncated.
    pub fn cut_here(&mut self) {
        self.limit = self.length;
        self.truncated = true;
    }

    /// Bytes kept.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// Whether the last line has no end yet.
    pub fn is_within_line(&self) -> bool {
        self.within_line
    }

    /// Whether something was dropped.
    pub fn truncated(&self) -> bool {
        self.truncated
    }
}

/// Creates the folder of a run, empty.
pub fn create(run_dir: &Path) -> io::Result<()> {
    remove(run_dir)?;
    create_private_dir(run_dir)
}

/// Removes the folder of a run with all that is in it.
pub fn remove(run_dir: &Path) -> io::Result<()> {
    match remove_dir(run_dir) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// How many bytes of a stream are in the spool.
pub fn length(run_dir: &Path, stream: Stream) -> u64 {
    fs::metadata(path(run_dir, stream)).map_or(0, |metadata| metadata.len())
}

/// Reads a part of a stream.
pub fn read(run_dir: &Path, stream: Stream, offset: u64, length: usize) -> io::Result<Vec<u8>> {
    use std::io::{Read, Seek, SeekFrom};
    let mut file = File::open(path(run_dir, stream))?;
    file.seek(SeekFrom::Start(offset))?;
    let mut bytes = vec![0; length];
    file.read_exact(&mut bytes)?;
    Ok(bytes)
}

pub fn path(run_dir: &Path, stream: Stream) -> PathBuf {
    run_dir.join(match stream {
        Stream::Stdout => "stdout",
        Stream::Stderr => "stderr",
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn the_spool_keeps_exactly_the_first_bytes_up_to_its_limit(
            pieces in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..50), 0..8),
            limit in 0..200u64,
        ) {
            let folder = tempfile::tempdir().unwrap();
            let mut spool = SpoolWriter::new(folder.path(), Stream::Stdout, limit);
            for piece in &pieces {
                spool.write(piece).unwrap();
            }
            let all = pieces.concat();
            let kept = all.len().min(limit as usize);
            prop_assert_eq!(spool.length(), kept as u64);
            prop_assert_eq!(spool.truncated(), kept < all.len());
            prop_assert_eq!(length(folder.path(), Stream::Stdout), kept as u64);
            if kept > 0 {
                let read_back = read(folder.path(), Stream::Stdout, 0, kept).unwrap();
                prop_assert_eq!(&read_back, &all[..kept]);
            }
        }
    }
}
