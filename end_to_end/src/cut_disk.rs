//! A disk whose power can be cut: what did not reach it is gone.

use std::fs::File;
use std::os::fd::AsRawFd;
use std::path::{Path, PathBuf};

use tempfile::TempDir;
use tokio::process::Command;

/// Ends a file system as a power cut would: nothing is written any more, not
/// even its journal. `EXT4_IOC_SHUTDOWN`, with `EXT4_GOING_FLAGS_NOLOGFLUSH`.
const WITHOUT_JOURNAL: u32 = 2;

#[expect(unsafe_code, reason = "no library has a name for this call")]
mod shutdown {
    nix::ioctl_read!(ioctl, b'X', 125, u32);

    pub fn shut_down(file: i32, mut flags: u32) -> nix::Result<i32> {
        // SAFETY: the file is open, and the kernel reads one number.
        unsafe { ioctl(file, &raw mut flags) }
    }
}

/// An ext4 file system of its own in a file, gone with the value.
pub struct CutDisk {
    folder: TempDir,
    image: PathBuf,
    cuts: u32,
    // Last: the image is in it.
    _home: TempDir,
}

impl CutDisk {
    /// One of so many MiB; none and a line about it where mounting is not
    /// allowed.
    pub async fn mount(mib: u64) -> Option<Self> {
        let home = tempfile::tempdir().expect("a temporary folder");
        let folder = tempfile::tempdir().expect("a temporary folder");
        let image = home.path().join("disk");
        File::create(&image).and_then(|file| file.set_len(mib << 20)).expect("there is room");
        let disk = Self { folder, image, cuts: 0, _home: home };
        let format = Command::new("mkfs.ext4").arg("-q").arg(&disk.image).output().await;
        let formatted = format.as_ref().is_ok_and(|output| output.status.success());
        if !formatted || !disk.try_mount().await {
            println!("skipped: no file system can be made and mounted here: {format:?}");
            return None;
        }
        Some(disk)
    }

    async fn try_mount(&self) -> bool {
        let mut mount = Command::new("mount");
        mount.args(["-o", "loop"]).arg(&self.image).arg(self.folder.path());
        mount.status().await.is_ok_and(|status| status.success())
    }

    /// Where it is mounted.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Cuts the power. Every program fails that reads or writes.
    pub fn cut(&self) {
        let root = File::open(self.folder.path()).expect("it is mounted");
        shutdown::shut_down(root.as_raw_fd(), WITHOUT_JOURNAL).expect("ext4 can be shut down");
    }

    /// The power is back. Nobody may use it at this moment.
    pub async fn come_back(&mut self) {
        let unmounted = Command::new("umount").arg(self.folder.path()).status().await;
        assert!(unmounted.is_ok_and(|status| status.success()), "somebody still uses the disk");
        // A process that began meanwhile with mounts of its own has this one
        // too, dead as it is: what it wrote is read from a copy.
        let copy = self.image.with_extension(self.cuts.to_string());
        self.cuts += 1;
        let copied = Command::new("cp").args([&self.image, &copy]).status().await;
        assert!(copied.is_ok_and(|status| status.success()), "there is room for a copy");
        std::fs::remove_file(&self.image).expect("it is ours");
        self.image = copy;
        assert!(self.try_mount().await, "it cannot be mounted any more");
    }
}

impl Drop for CutDisk {
    #[expect(clippy::disallowed_methods, reason = "a drop cannot wait in any other way")]
    fn drop(&mut self) {
        let mut umount = std::process::Command::new("umount");
        let _ = umount.arg("--lazy").arg(self.folder.path()).status();
    }
}
