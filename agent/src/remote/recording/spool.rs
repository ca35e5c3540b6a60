//! The folder in which sealed parts wait for the server: one folder for each recording, one
//! file for each part.

use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use muster_remote::recording::MAX_PART_BYTES;

use crate::os::files::{create_private_dir, private_file, remove_dir, replace_file, sync_dir};

/// Bytes of all recordings together that wait for the server.
pub const MOST_BYTES: u64 = 512 * 1024 * 1024;

/// How long it is believed how much there is.
const COUNT_AGE: Duration = Duration::from_secs(5);

/// A file that is complete, and one that is not.
const PART: &str = "part";
const DRAFT: &str = "draft";

/// Where one recording is written, by the helper.
#[derive(Debug)]
pub struct SpoolFolder {
    root: PathBuf,
    folder: PathBuf,
    most_bytes: u64,
    /// How much there was in all recordings, and when.
    counted: Option<(Instant, u64)>,
    is_created: bool,
}

impl SpoolFolder {
    /// For a recording that begins. Nothing is written yet.
    pub fn new(root: &Path, session: &str, began: i64, most_bytes: u64) -> Self {
        let folder = root.join(format!("{session}-{began}"));
        let (root, counted) = (root.to_owned(), None);
        Self { root, folder, most_bytes, counted, is_created: false }
    }

    /// Makes the folder. It is made once: without the parts before, no other is of use.
    pub fn create(&mut self) -> io::Result<()> {
        if !self.is_created {
            create_private_dir(&self.root)?;
            create_private_dir(&self.folder)?;
            sync_dir(&self.root)?;
            self.is_created = true;
        }
        Ok(())
    }

    /// Writes a part. It is on the disk as a whole, or not at all.
    pub fn write(&mut self, index: u32, part: &[u8]) -> io::Result<()> {
        self.create()?;
        self.check_room(part.len() as u64)?;
        let draft = self.folder.join(format!("{index}.{DRAFT}"));
        let written = write_draft(&draft, part)
            .and_then(|()| replace_file(&draft, &self.folder.join(format!("{index}.{PART}"))));
        if written.is_err() {
            // On a full disk it would keep others from having room.
            let _ = fs::remove_file(&draft);
        }
        written?;
        sync_dir(&self.folder)
    }

    fn check_room(&mut self, bytes: u64) -> io::Result<()> {
        let known = self.counted.filter(|(at, _)| at.elapsed() < COUNT_AGE);
        let (at, used) = match known {
            Some(known) => known,
            None => (Instant::now(), count(&self.root)?),
        };
        let used = used + bytes;
        if used > self.most_bytes {
            let limit = self.most_bytes / (1024 * 1024);
            let reason = format!("recordings of {limit} MiB wait for the server already");
            return Err(io::Error::new(ErrorKind::StorageFull, reason));
        }
        self.counted = Some((at, used));
        Ok(())
    }
}

fn write_draft(path: &Path, part: &[u8]) -> io::Result<()> {
    let mut file = private_file().create(true).truncate(true).open(path)?;
    file.write_all(part)?;
    file.sync_all()
}

/// Bytes of all recordings.
fn count(root: &Path) -> io::Result<u64> {
    let mut bytes = 0;
    for folder in fs::read_dir(root)? {
        // One that is being removed counts for nothing.
        let Ok(files) = fs::read_dir(folder?.path()) else { continue };
        let sizes = files.flatten().filter_map(|file| file.metadata().ok());
        bytes += sizes.map(|metadata| metadata.len()).sum::<u64>();
    }
    Ok(bytes)
}

/// A recording that waits for the server, as the agent finds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpooledRecording {
    folder: PathBuf,
    /// The session.
    pub session: String,
    /// When it began, in microseconds since 1970.
    pub began: i64,
    /// The parts that are there, in their order.
    pub parts: Vec<u32>,
}

impl SpooledRecording {
    /// All of them that have parts, the oldest first.
    pub fn list(root: &Path) -> io::Result<Vec<Self>> {
        let folders = match fs::read_dir(root) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            folders => folders?,
        };
        let mut found: Vec<Self> = folders.flatten().filter_map(|it| Self::at(it.path())).collect();
        found.sort_by(|one, other| (one.began, &one.session).cmp(&(other.began, &other.session)));
        Ok(found)
    }

    fn at(folder: PathBuf) -> Option<Self> {
        let (session, began) = folder.file_name()?.to_str()?.rsplit_once('-')?;
        let (session, began) = (session.to_owned(), began.parse().ok()?);
        let index = |file: fs::DirEntry| -> Option<u32> {
            let name = file.file_name();
            name.to_str()?.strip_suffix(PART)?.strip_suffix('.')?.parse().ok()
        };
        let mut parts: Vec<u32> = fs::read_dir(&folder).ok()?.flatten().filter_map(index).collect();
        parts.sort_unstable();
        (!parts.is_empty()).then_some(Self { folder, session, began, parts })
    }

    /// Reads a part.
    pub fn read(&self, index: u32) -> io::Result<Vec<u8>> {
        let path = self.path(index);
        let length = fs::metadata(&path)?.len();
        match length <= MAX_PART_BYTES as u64 {
            true => fs::read(path),
            false => Err(io::Error::new(ErrorKind::InvalidData, "no part is so long")),
        }
    }

    /// Forgets a part that the server has; with the last one, the recording.
    pub fn forget(&self, index: u32, is_last: bool) -> io::Result<()> {
        fs::remove_file(self.path(index))?;
        if is_last { remove_dir(&self.folder) } else { Ok(()) }
    }

    /// Forgets all of it.
    pub fn remove(&self) -> io::Result<()> {
        remove_dir(&self.folder)
    }

    fn path(&self, index: u32) -> PathBuf {
        self.folder.join(format!("{index}.{PART}"))
    }
}

/// Removes what sessions left that are not open any more: drafts, and folders of which the
/// server has everything.
pub fn tidy(root: &Path) {
    let Ok(folders) = fs::read_dir(root) else { return };
    for folder in folders.flatten().map(|folder| folder.path()) {
        let Ok(files) = fs::read_dir(&folder) else { continue };
        let drafts = files.flatten().map(|file| file.path());
        for draft in drafts.filter(|path| path.extension().is_some_and(|it| it == DRAFT)) {
            let _ = fs::remove_file(draft);
        }
        // Refused while parts are in it.
        let _ = fs::remove_dir(&folder);
    }
}

#[cfg(test)]
#[path = "spool_tests.rs"]
mod tests;
