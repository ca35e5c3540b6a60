//! Programs, found by name.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Finds a program by name in the folders a command would look in.
pub fn find_program(name: &str) -> Option<PathBuf> {
    std::env::split_paths(&search_path())
        .map(|folder| folder.join(name))
        .find(|path| is_program(path))
}

/// Whether there is a file at the path.
pub fn is_program(path: &Path) -> bool {
    path.is_file()
}

/// The folders in which programs are looked for, as in `PATH`.
pub fn search_path() -> OsString {
    std::env::var_os("PATH").unwrap_or_default()
}
