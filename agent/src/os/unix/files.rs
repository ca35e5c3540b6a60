//! Files and folders that belong to one account, and where the agent keeps its own.

use std::fs::{self, DirBuilder, File, Metadata, OpenOptions};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt, PermissionsExt, chown};
use std::path::{Path, PathBuf};

use nix::unistd::Uid;

use crate::os::accounts::Account;

/// Options for writing a file that only its owner may read and write.
pub fn private_file() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true).mode(0o600);
    options
}

/// Creates a folder, and those above it, that only its owner may enter.
pub fn create_private_dir(path: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(path)?;
    fs::set_permissions(path, PermissionsExt::from_mode(0o700))
}

/// Creates a folder that only its owner may enter; fails when it exists already.
pub fn create_new_private_dir(path: &Path) -> io::Result<()> {
    DirBuilder::new().mode(0o700).create(path)
}

/// Makes an account the owner of a file or a folder.
pub fn change_owner(path: &Path, account: &Account) -> io::Result<()> {
    chown(path, Some(account.uid), Some(account.gid))
}

/// Lets everybody execute a file.
pub fn make_executable(file: &File) -> io::Result<()> {
    file.set_permissions(PermissionsExt::from_mode(0o755))
}

/// Forces the names in a folder to the disk.
pub fn sync_dir(path: &Path) -> io::Result<()> {
    File::open(path)?.sync_all()
}

/// A number that changes when another file takes the same name.
pub fn file_number(metadata: &Metadata) -> u64 {
    metadata.ino()
}

/// Where the data directory is when nothing else is configured.
pub fn default_data_dir() -> PathBuf {
    if Uid::effective().is_root() {
        return "/var/lib/muster-agent".into();
    }
    let home = std::env::var_os("HOME").map(PathBuf::from).unwrap_or_default();
    home.join(".local/share/muster-agent")
}
