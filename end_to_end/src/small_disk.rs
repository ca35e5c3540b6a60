//! A disk that is soon full.

use std::fs::{self, File};
use std::io::Write;
use std::path::PathBuf;

use tempfile::TempDir;
use tokio::process::Command;

/// A file system of its own in memory, gone with the value.
pub struct SmallDisk {
    folder: TempDir,
}

impl SmallDisk {
    /// One of so many MiB; none and a word about it where mounting is not
    /// allowed.
    pub async fn mount(mib: u32) -> Option<Self> {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let size = format!("size={mib}m");
        let mounting = Command::new("mount")
            .args(["-t", "tmpfs", "-o", &size, "muster-test"])
            .arg(folder.path())
            .output()
            .await;
        match mounting {
            Ok(mounted) if mounted.status.success() => Some(Self { folder }),
            refused => {
                println!("skipped: no file system can be mounted here: {refused:?}");
                None
            }
        }
    }

    /// An empty folder on it.
    pub fn new_folder(&self) -> TempDir {
        tempfile::tempdir_in(self.folder.path()).expect("there is room for a folder")
    }

    /// Where it is mounted.
    pub fn path(&self) -> &std::path::Path {
        self.folder.path()
    }

    /// Takes all the room there is.
    pub fn fill(&self) {
        let mut ballast = File::options().create(true).append(true).open(self.ballast());
        let ballast = ballast.as_mut().expect("a file");
        for bytes in [1 << 20, 1 << 12, 1] {
            while ballast.write_all(&vec![0; bytes]).is_ok() {}
        }
    }

    /// Returns the space.
    pub fn make_room(&self) {
        fs::remove_file(self.ballast()).expect("it was full");
    }

    fn ballast(&self) -> PathBuf {
        self.folder.path().join("ballast")
    }
}

impl Drop for SmallDisk {
    #[expect(clippy::disallowed_methods, reason = "a drop cannot wait in any other way")]
    fn drop(&mut self) {
        // A server that was killed a moment ago may still hold a file on it.
        let mut umount = std::process::Command::new("umount");
        let _ = umount.arg("--lazy").arg(self.folder.path()).status();
    }
}
