//! Parts as files in the data folder, beside SQLite: `recordings/<session>/<began>/<index>.part`.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use muster_remote::recording::MAX_PART_BYTES;

use crate::auth::random_letters;
use crate::private_files;

const FOLDER: &str = "recordings";

/// The folder of a recording.
pub(super) fn folder(data: &Path, session: &str, began: i64) -> PathBuf {
    data.join(FOLDER).join(session).join(began.to_string())
}

fn file_name(index: i64) -> String {
    format!("{index}.part")
}

/// A part that is on the disk, but does not have its name yet. Dropped before that, it is
/// removed.
pub(super) struct NewFile {
    folder: PathBuf,
    temporary: PathBuf,
    index: i64,
    is_placed: bool,
}

impl NewFile {
    /// Writes a part; what returns is on the disk.
    pub(super) fn write(folder: &Path, index: i64, bytes: &[u8]) -> io::Result<Self> {
        private_files::make_folder(folder)?;
        let temporary = folder.join(format!("{}.{}", file_name(index), random_letters(8)));
        let mut file =
            OpenOptions::new().write(true).create_new(true).mode(0o600).open(&temporary)?;
        let new = Self { folder: folder.to_owned(), temporary, index, is_placed: false };
        file.write_all(bytes)?;
        file.sync_all()?;
        Ok(new)
    }

    /// Gives it its name, in place of whatever an attempt before has left there.
    pub(super) fn place(&mut self) -> io::Result<()> {
        fs::rename(&self.temporary, self.folder.join(file_name(self.index)))?;
        self.is_placed = true;
        Ok(())
    }

    /// Waits until its name is on the disk, and with the first part the names of the
    /// folders.
    pub(super) fn sync(&self) -> io::Result<()> {
        let folders = if self.index == 0 { 4 } else { 1 };
        for folder in self.folder.ancestors().take(folders) {
            File::open(folder)?.sync_all()?;
        }
        Ok(())
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        if !self.is_placed {
            // What is left goes with the folder.
            let _ = fs::remove_file(&self.temporary);
        }
    }
}

/// A part; none if there is no such file.
pub(super) fn read(folder: &Path, index: i64) -> io::Result<Option<Vec<u8>>> {
    let file = match File::open(folder.join(file_name(index))) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    let mut bytes = Vec::new();
    file.take(MAX_PART_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    Ok(Some(bytes))
}

/// Removes a recording, if it is there.
pub(super) fn remove(data: &Path, session: &str, began: i64) -> io::Result<()> {
    let folder = folder(data, session, began);
    match fs::remove_dir_all(&folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    if let Some(of_session) = folder.parent() {
        // The session may have another recording.
        let _ = fs::remove_dir(of_session);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    const SESSION: &str = "0198a4b2-7c3d-4e5f-8a9b-0c1d2e3f4a5b";

    #[test]
    fn a_part_has_its_name_once_it_is_placed_and_nobody_else_reads_it() {
        let data = tempfile::tempdir().unwrap();
        let folder = folder(data.path(), SESSION, -5);
        drop(NewFile::write(&folder, 0, b"never placed").unwrap());
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
        assert_eq!(read(&folder, 0).unwrap(), None);

        let mut new = NewFile::write(&folder, 0, b"sealed").unwrap();
        new.place().unwrap();
        new.sync().unwrap();
        drop(new);
        assert_eq!(read(&folder, 0).unwrap().unwrap(), b"sealed");
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!((mode(&folder), mode(&folder.join("0.part"))), (0o700, 0o600));

        remove(data.path(), SESSION, -5).unwrap();
        remove(data.path(), SESSION, -5).unwrap();
        assert_eq!(fs::read_dir(data.path().join(FOLDER)).unwrap().count(), 0);
    }
}
