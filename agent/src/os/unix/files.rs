//! Files and folders that belong to one account, and where the agent keeps its own.

use std::fs::{self, DirBuilder, File, Metadata, OpenOptions};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt, PermissionsExt, chown};
use std::path::{Path, PathBuf};

use nix::unistd::Uid;

use crate::os::accounts::Account;

/// The data directory of an agent that serves the whole machine.
const OF_SYSTEM: &str = match cfg!(target_os = "macos") {
    true => "/Library/Application Support/muster-agent",
    false => "/var/lib/muster-agent",
};

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

/// Why others than this account may enter a folder; none when they may not.
pub fn exposure(path: &Path) -> io::Result<Option<String>> {
    let metadata = fs::metadata(path)?;
    if metadata.uid() != Uid::effective().as_raw() {
        return Ok(Some(format!("it belongs to the account {}", metadata.uid())));
    }
    let mode = metadata.mode() & 0o777;
    Ok((mode & 0o077 != 0).then(|| format!("its mode is {mode:o}")))
}

/// Removes a folder with all that is in it.
pub fn remove_dir(path: &Path) -> io::Result<()> {
    fs::remove_dir_all(path)
}

/// Renames a file; one that has the new name already is replaced.
pub fn replace_file(from: &Path, to: &Path) -> io::Result<()> {
    fs::rename(from, to)
}

/// A folder in which every account may reach what is its own.
pub fn shared_dir() -> PathBuf {
    std::env::temp_dir()
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
        return OF_SYSTEM.into();
    }
    let home = std::env::var_os("HOME").map(PathBuf::from).unwrap_or_default();
    home.join(".local/share/muster-agent")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn private_folders_and_files_are_for_their_owner_alone() {
        let parent = tempfile::tempdir().unwrap();
        let folder = parent.path().join("data/runs");
        create_private_dir(&folder).unwrap();
        let file = folder.join("file");
        private_file().create_new(true).open(&file).unwrap();
        assert_eq!(
            (mode(folder.parent().unwrap()), mode(&folder), mode(&file)),
            (0o700, 0o700, 0o600)
        );

        fs::set_permissions(&folder, PermissionsExt::from_mode(0o755)).unwrap();
        assert_eq!(exposure(&folder).unwrap().as_deref(), Some("its mode is 755"));
        create_private_dir(&folder).unwrap();
        assert_eq!(mode(&folder), 0o700);
        assert_eq!(exposure(&folder).unwrap(), None);
        assert_eq!(
            create_new_private_dir(&folder).unwrap_err().kind(),
            io::ErrorKind::AlreadyExists
        );
    }
}
