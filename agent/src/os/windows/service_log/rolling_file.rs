//! The log files of the service: so many, of such a size, the newest without a number.

use std::fs::{self, File};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::os::files::{create_private_dir, private_file};

/// How large a file may grow, and how many there are.
const MAX_BYTES: u64 = 2 * 1024 * 1024;
const FILES: u32 = 5;

/// One process alone writes to it.
#[derive(Debug)]
pub struct RollingFile {
    folder: PathBuf,
    file: File,
    bytes: u64,
    max_bytes: u64,
}

impl RollingFile {
    /// Continues the newest file in a folder, which is made if it is not there.
    pub fn open(folder: &Path) -> io::Result<Self> {
        Self::open_with(folder, MAX_BYTES)
    }

    fn open_with(folder: &Path, max_bytes: u64) -> io::Result<Self> {
        create_private_dir(folder)?;
        let mut file = private_file().create(true).truncate(false).open(path(folder, 0))?;
        let bytes = file.seek(SeekFrom::End(0))?;
        Ok(Self { folder: folder.to_owned(), file, bytes, max_bytes })
    }

    /// Writes a line, to the next file if this one is full.
    pub fn write(&mut self, line: &[u8]) -> io::Result<()> {
        let length = u64::try_from(line.len()).unwrap_or(u64::MAX);
        if self.bytes > 0 && self.bytes.saturating_add(length) > self.max_bytes {
            self.roll()?;
        }
        self.file.write_all(line)?;
        self.bytes = self.bytes.saturating_add(length);
        Ok(())
    }

    /// Begins a new file. When the names cannot be changed, because somebody reads a
    /// file, the newest is emptied: the disk must not fill up.
    fn roll(&mut self) -> io::Result<()> {
        for number in (0..FILES - 1).rev() {
            let _ = fs::rename(path(&self.folder, number), path(&self.folder, number + 1));
        }
        self.file = private_file().create(true).truncate(true).open(path(&self.folder, 0))?;
        self.bytes = 0;
        Ok(())
    }
}

fn path(folder: &Path, number: u32) -> PathBuf {
    match number {
        0 => folder.join("agent.log"),
        number => folder.join(format!("agent.{number}.log")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(folder: &Path) -> Vec<String> {
        let files = (0..FILES + 2).map(|number| fs::read_to_string(path(folder, number)));
        files.map_while(Result::ok).collect()
    }

    #[test]
    fn a_full_file_makes_way_for_the_next_and_the_oldest_goes() {
        let folder = tempfile::tempdir().unwrap();
        let logs = folder.path().join("data").join("logs");
        let mut file = RollingFile::open_with(&logs, 4).unwrap();
        for line in ["1\n", "2\n", "3\n"] {
            file.write(line.as_bytes()).unwrap();
        }
        assert_eq!(texts(&logs), ["3\n", "1\n2\n"]);
        for number in 4..=14 {
            file.write(format!("{number}\n").as_bytes()).unwrap();
        }
        assert_eq!(texts(&logs), ["14\n", "13\n", "12\n", "11\n", "10\n"]);
    }

    #[test]
    fn a_file_is_continued_and_a_line_is_never_cut() {
        let folder = tempfile::tempdir().unwrap();
        for _ in 0..2 {
            let mut file = RollingFile::open_with(folder.path(), 10).unwrap();
            file.write(b"line\n").unwrap();
        }
        assert_eq!(texts(folder.path()), ["line\nline\n"]);
        let mut file = RollingFile::open_with(folder.path(), 10).unwrap();
        file.write(b"a line that is longer than a file\n").unwrap();
        file.write(b"end\n").unwrap();
        let longer = "a line that is longer than a file\n";
        assert_eq!(texts(folder.path()), ["end\n", longer, "line\nline\n"]);
    }
}
