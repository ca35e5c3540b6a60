//! Holds the folders on the way of a path, so that nobody puts a link in their place.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io;
use std::os::windows::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use windows::Win32::Storage::FileSystem::{
    FILE_FLAG_BACKUP_SEMANTICS, FILE_FLAG_OPEN_REPARSE_POINT, FILE_LIST_DIRECTORY,
    FILE_READ_ATTRIBUTES, FILE_SHARE_READ, FILE_SHARE_WRITE,
};

use crate::os::file_facts::PlantedLink;

/// The folder at the end of a way that may go through links; nothing is held.
pub fn follow(root: &str, names: &[OsString]) -> io::Result<(PathBuf, Vec<File>)> {
    let path: PathBuf = std::iter::once(&verbatim(root)).chain(names).collect();
    match fs::metadata(&path)?.is_dir() {
        true => Ok((path, Vec::new())),
        false => Err(io::ErrorKind::NotADirectory.into()),
    }
}

/// The folder at the end of a way without links, and each folder on it, held.
pub fn hold_way(root: &str, names: &[OsString]) -> io::Result<(PathBuf, Vec<File>)> {
    let mut path = PathBuf::from(verbatim(root));
    let mut held = Vec::with_capacity(names.len());
    if names.is_empty() {
        held.push(hold(&path)?);
    }
    for name in names {
        path.push(name);
        held.push(hold(&path)?);
    }
    Ok((path, held))
}

/// Opens a folder, and no link to one, so that others can neither rename it nor remove it.
pub fn hold(path: &Path) -> io::Result<File> {
    let flags = FILE_FLAG_BACKUP_SEMANTICS.0 | FILE_FLAG_OPEN_REPARSE_POINT.0;
    let mut options = OpenOptions::new();
    // To read the names is what makes Windows keep others from removing it.
    options.access_mode(FILE_LIST_DIRECTORY.0 | FILE_READ_ATTRIBUTES.0);
    options.share_mode(FILE_SHARE_READ.0 | FILE_SHARE_WRITE.0).custom_flags(flags);
    let folder = options.open(path)?;
    let kind = folder.metadata()?.file_type();
    if kind.is_symlink() {
        return Err(PlantedLink.into());
    }
    match kind.is_dir() {
        true => Ok(folder),
        false => Err(io::ErrorKind::NotADirectory.into()),
    }
}

/// A root in the form in which Windows takes every name as it is, however long the path.
fn verbatim(root: &str) -> OsString {
    match root.strip_prefix(r"\\") {
        Some(share) => format!(r"\\?\UNC\{share}").into(),
        None => format!(r"\\?\{root}").into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_root_is_written_so_that_nothing_in_a_path_means_something_else() {
        assert_eq!(verbatim(r"C:\"), OsString::from(r"\\?\C:\"));
        assert_eq!(verbatim(r"\\server\share\"), OsString::from(r"\\?\UNC\server\share\"));
    }

    #[test]
    fn a_file_is_no_way_to_go() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("file"), "x").unwrap();
        let error = hold(&folder.path().join("file")).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::NotADirectory);
        hold(folder.path()).unwrap();
    }
}
