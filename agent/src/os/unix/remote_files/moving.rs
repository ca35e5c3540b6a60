//! Gives something another name, and never over something else unless that is wanted.

use std::ffi::OsStr;
use std::io;
use std::os::fd::OwnedFd;

use nix::errno::Errno;
use nix::fcntl::{AtFlags, renameat};
use nix::unistd::{UnlinkatFlags, linkat, unlinkat};

use super::opened::facts_at;
use crate::os::file_facts::FileKind;

/// A name in a folder.
type Spot<'a> = (&'a OwnedFd, &'a OsStr);

/// Moves what has a name. What has the other name already is replaced if it may be.
///
/// Not every system and no musl offers to refuse that in one call. A second name for a
/// file can be had so: it is refused when the name is taken. What can have no second name
/// is moved when the name was free a moment before.
pub fn rename(from: Spot<'_>, to: Spot<'_>, replace: bool) -> io::Result<()> {
    if replace {
        return move_over(from, to);
    }
    let moved = facts_at(from.0, from.1)?;
    match facts_at(to.0, to.1) {
        // On a disk that ignores the case of letters, or a name that stays the same.
        Ok(taken) if taken.is_same_file(&moved) && moved.names == 1 => {
            return move_over(from, to);
        }
        Ok(_) => return Err(io::ErrorKind::AlreadyExists.into()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(error),
    }
    if moved.kind != FileKind::File {
        return move_over(from, to);
    }
    match linkat(from.0, from.1, to.0, to.1, AtFlags::empty()) {
        Ok(()) => Ok(unlinkat(from.0, from.1, UnlinkatFlags::NoRemoveDir)?),
        Err(Errno::EEXIST) => Err(io::ErrorKind::AlreadyExists.into()),
        Err(_) => move_over(from, to),
    }
}

fn move_over(from: Spot<'_>, to: Spot<'_>) -> io::Result<()> {
    Ok(renameat(from.0, from.1, to.0, to.1)?)
}
