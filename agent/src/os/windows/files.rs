//! Files and folders that belong to one account, and where the agent keeps its own.
//!
//! Access lists are not written yet: files have those of the folder they are in.

use std::fs::{self, DirBuilder, File, Metadata, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use crate::os::Problem;
use crate::os::accounts::Account;

/// Options for writing a file.
pub fn private_file() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true);
    options
}

/// Creates a folder, and those above it.
pub fn create_private_dir(path: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).create(path)
}

/// Creates a folder; fails when it exists already.
pub fn create_new_private_dir(path: &Path) -> io::Result<()> {
    fs::create_dir(path)
}

/// Makes an account the owner of a file or a folder; refused on this system.
pub fn change_owner(_path: &Path, _account: &Account) -> io::Result<()> {
    Err(io::Error::other(Problem::not_supported_yet("changing the owner of a file")))
}

/// Lets everybody execute a file: on Windows its name decides that.
pub fn make_executable(_file: &File) -> io::Result<()> {
    Ok(())
}

/// Forces the names in a folder to the disk: Windows opens no folder for that,
/// and writes them with the file.
pub fn sync_dir(_path: &Path) -> io::Result<()> {
    Ok(())
}

/// A number that changes when another file takes the same name: none is known
/// without opening the file.
pub fn file_number(_metadata: &Metadata) -> u64 {
    0
}

/// Where the data directory is when nothing else is configured.
pub fn default_data_dir() -> PathBuf {
    let home = std::env::var_os("HOME").map(PathBuf::from).unwrap_or_default();
    home.join(".local/share/muster-agent")
}
