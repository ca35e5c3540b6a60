//! Folders and files that only the account of the server may use, whatever its
//! umask is.

use std::fs::{self, DirBuilder, OpenOptions, Permissions};
use std::io;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};
use std::path::Path;

/// The rights of everybody else.
const OTHERS: u32 = 0o077;

/// Makes a folder, and those above it that do not exist.
///
/// One that exists keeps its mode: it may be shared with others on purpose,
/// and could be any folder that a setting names.
pub fn make_folder(folder: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
    if fs::metadata(folder)?.permissions().mode() & OTHERS != 0 {
        tracing::warn!(
            folder = %folder.display(),
            "other accounts of this computer may enter the data folder: chmod 700 prevents it"
        );
    }
    Ok(())
}

/// Makes an empty file unless it exists.
pub fn make_file(file: &Path) -> io::Result<()> {
    match OpenOptions::new().write(true).create_new(true).mode(0o600).open(file) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        made => made.map(|_| ()),
    }
}

/// Takes a file away from all others, if it exists.
pub fn protect_file(file: &Path) -> io::Result<()> {
    let mode = match fs::metadata(file) {
        Ok(found) => found.permissions().mode(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
    };
    match mode & OTHERS {
        0 => Ok(()),
        _ => fs::set_permissions(file, Permissions::from_mode(mode & !OTHERS & 0o777)),
    }
}
