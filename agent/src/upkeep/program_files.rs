//! The files of programs: the one that runs, the new one, and the old one.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::os::files;

/// Where a new program waits beside the one it will replace.
pub fn new_beside(program: &Path) -> PathBuf {
    beside(program, ".new")
}

/// Where the program before this one is kept.
pub fn old_beside(program: &Path) -> PathBuf {
    beside(program, ".old")
}

fn beside(program: &Path, ending: &str) -> PathBuf {
    let mut name = program.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// Replaces the program by the new one and keeps the old one beside it. At every
/// moment one of the two is there, as a whole.
pub fn swap(program: &Path) -> io::Result<()> {
    let old = old_beside(program);
    match fs::remove_file(&old) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    if fs::hard_link(program, &old).is_err() {
        // A file system without links.
        fs::copy(program, &old)?;
    }
    fs::rename(new_beside(program), program)?;
    match program.parent() {
        Some(folder) => files::sync_dir(folder),
        None => Ok(()),
    }
}

/// Puts the old program back.
pub fn swap_back(program: &Path) -> io::Result<()> {
    fs::rename(old_beside(program), program)
}

/// Removes a new program that is not used; one that cannot be removed is
/// replaced by the next.
pub fn remove_new(program: &Path) {
    let _ = fs::remove_file(new_beside(program));
}

/// Removes what an update left beside a program that is gone.
pub fn remove_kept(program: &Path) {
    let _ = fs::remove_file(old_beside(program));
    remove_new(program);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_old_program_is_kept_and_can_come_back() {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("muster-agent");
        for (release, before) in [("2", "1"), ("3", "2")] {
            fs::write(&program, before).unwrap();
            fs::write(new_beside(&program), release).unwrap();
            swap(&program).unwrap();
            assert_eq!(fs::read_to_string(&program).unwrap(), release);
            assert_eq!(fs::read_to_string(old_beside(&program)).unwrap(), before);
            assert!(!new_beside(&program).exists());
        }
        swap_back(&program).unwrap();
        assert_eq!(fs::read_to_string(&program).unwrap(), "2");

        swap(&program).unwrap_err();
        assert_eq!(fs::read_to_string(&program).unwrap(), "2");
        remove_kept(&program);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
