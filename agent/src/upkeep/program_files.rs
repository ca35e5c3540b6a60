//! The files of programs: the one that runs, the new one, and the old one.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::os::files;

/// How many programs may be beside the one that runs because they run as well: those of
/// processes that are about to end.
const SPARES: u32 = 9;

/// Where a new program waits beside the one it will replace.
pub fn new_beside(program: &Path) -> PathBuf {
    beside(program, ".new")
}

/// Where the program before this one is kept.
pub fn old_beside(program: &Path) -> PathBuf {
    beside(program, ".old")
}

fn spare_beside(program: &Path, number: u32) -> PathBuf {
    beside(program, &format!(".old-{number}"))
}

fn beside(program: &Path, ending: &str) -> PathBuf {
    let mut name = program.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// Replaces the program by the new one and keeps the old one beside it. At every
/// moment one of the two is there, as a whole; where a program that runs cannot be
/// replaced, it may be there under the name of the old one alone.
pub fn swap(program: &Path) -> io::Result<()> {
    keep_old(program)?;
    let new = new_beside(program);
    if fs::rename(&new, program).is_err() {
        replace_running(program, &new)?;
    }
    match program.parent() {
        Some(folder) => files::sync_dir(folder),
        None => Ok(()),
    }
}

/// Gives the program a second name, under which it stays.
fn keep_old(program: &Path) -> io::Result<()> {
    let old = old_beside(program);
    if !is_removed(&old) {
        // It still runs somewhere.
        fs::rename(&old, free_spare(program)?)?;
    }
    if fs::hard_link(program, &old).is_err() {
        // A file system without links.
        fs::copy(program, &old)?;
    }
    Ok(())
}

/// Windows renames a program that runs, and does not overwrite it. It is back when the
/// new one cannot take its name.
fn replace_running(program: &Path, new: &Path) -> io::Result<()> {
    // Else the program would be moved away for nothing.
    fs::metadata(new)?;
    let spare = free_spare(program)?;
    files::replace_file(program, &spare)?;
    files::replace_file(new, program).inspect_err(|_| {
        let _ = files::replace_file(&spare, program);
    })
}

fn free_spare(program: &Path) -> io::Result<PathBuf> {
    let mut spares = (1..=SPARES).map(|number| spare_beside(program, number));
    spares
        .find(|spare| is_removed(spare))
        .ok_or_else(|| io::Error::other("too many programs of earlier updates cannot be removed"))
}

/// Removes a file; whether it is gone.
fn is_removed(path: &Path) -> bool {
    match fs::remove_file(path) {
        Ok(()) => true,
        Err(error) => error.kind() == io::ErrorKind::NotFound,
    }
}

/// Puts the old program back.
pub fn swap_back(program: &Path) -> io::Result<()> {
    let old = old_beside(program);
    fs::rename(&old, program).or_else(|_| replace_running(program, &old))
}

/// Removes a new program that is not used; one that cannot be removed is
/// replaced by the next.
pub fn remove_new(program: &Path) {
    let _ = fs::remove_file(new_beside(program));
}

/// Removes the programs that could not be removed while they ran.
pub fn remove_spares(program: &Path) {
    for number in 1..=SPARES {
        let _ = fs::remove_file(spare_beside(program, number));
    }
}

/// Removes what an update left beside a program that is gone.
pub fn remove_kept(program: &Path) {
    let _ = fs::remove_file(old_beside(program));
    remove_new(program);
    remove_spares(program);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn program_of(folder: &Path, release: &str) -> PathBuf {
        let program = folder.join("muster-agent");
        fs::write(&program, release).unwrap();
        program
    }

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

    #[test]
    fn a_program_that_cannot_be_overwritten_moves_away_and_back_when_there_is_no_new_one() {
        let folder = tempfile::tempdir().unwrap();
        let program = program_of(folder.path(), "1");
        let new = new_beside(&program);
        replace_running(&program, &new).unwrap_err();
        assert_eq!(fs::read_to_string(&program).unwrap(), "1");

        fs::write(&new, "2").unwrap();
        replace_running(&program, &new).unwrap();
        assert_eq!(fs::read_to_string(&program).unwrap(), "2");
        assert_eq!(fs::read_to_string(spare_beside(&program, 1)).unwrap(), "1");
        remove_spares(&program);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn an_old_program_that_cannot_be_removed_makes_way_for_the_next() {
        let folder = tempfile::tempdir().unwrap();
        let program = program_of(folder.path(), "2");
        // A folder is not removed as a file is, as little as a program that runs.
        fs::create_dir(old_beside(&program)).unwrap();
        fs::create_dir(spare_beside(&program, 1)).unwrap();
        fs::write(new_beside(&program), "3").unwrap();
        swap(&program).unwrap();
        assert_eq!(fs::read_to_string(old_beside(&program)).unwrap(), "2");
        assert!(spare_beside(&program, 2).is_dir());
        for number in 3..=SPARES {
            fs::create_dir(spare_beside(&program, number)).unwrap();
        }
        let error = free_spare(&program).unwrap_err();
        assert_eq!(error.to_string(), "too many programs of earlier updates cannot be removed");
    }
}
