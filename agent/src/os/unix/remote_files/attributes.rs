//! Whose a file is, and who may do what with it.

use std::ffi::OsStr;
use std::io;
use std::os::fd::{AsFd, OwnedFd};

use nix::errno::Errno;
use nix::fcntl::{AtFlags, OFlag, openat};
use nix::sys::stat::{FchmodatFlags, Mode, fchmod, fchmodat, mode_t};
use nix::unistd::{Gid, Group, Uid, User, fchown, fchownat};

use super::opened::{CAREFULLY, facts_at, facts_of_open};
use super::way::is_trusted;
use crate::os::file_facts::{FileFacts, FileKind, PlantedLink};

/// Who may do what with a new file and with a new folder.
pub const NEW_FILE: u32 = 0o644;
pub const NEW_FOLDER: u32 = 0o755;

/// The mode without what lets a program run as somebody else.
const PLAIN_BITS: u32 = 0o1777;

/// Gives something that is open the owner and the mode of something else; the mode of
/// something new when there is none. Answers whether it could have the owner.
pub fn take_rights(
    file: impl AsFd,
    like: Option<&FileFacts>,
    mode_of_new: u32,
) -> io::Result<bool> {
    let Some(like) = like else {
        fchmod(&file, mode(mode_of_new))?;
        return Ok(true);
    };
    let own = facts_of_open(&file, OsStr::new(""))?;
    let is_owned = (own.user, own.group) == (like.user, like.group) || {
        let (user, group) = (like.user.map(Uid::from_raw), like.group.map(Gid::from_raw));
        match fchown(&file, user, group) {
            Ok(()) => true,
            Err(Errno::EPERM) => false,
            Err(error) => return Err(error.into()),
        }
    };
    let bits = like.mode.unwrap_or(mode_of_new);
    // After the owner: to change that takes the special bits away.
    fchmod(&file, mode(if is_owned { bits } else { bits & PLAIN_BITS }))?;
    Ok(is_owned)
}

/// Changes who may do what with a file or a folder.
pub fn set_mode(folder: &OwnedFd, name: &OsStr, bits: u32) -> io::Result<()> {
    match open_itself(folder, name)? {
        Some(file) => fchmod(&file, mode(bits))?,
        None => fchmodat(folder, name, mode(bits), FchmodatFlags::NoFollowSymlink)?,
    }
    Ok(())
}

/// Gives a file or a folder to an account or a group.
pub fn set_owner(
    folder: &OwnedFd,
    name: &OsStr,
    user: Option<&str>,
    group: Option<&str>,
) -> io::Result<()> {
    let user = user.map(find_user).transpose()?;
    let group = group.map(find_group).transpose()?;
    match open_itself(folder, name)? {
        Some(file) => fchown(&file, user, group)?,
        None => fchownat(folder, name, user, group, AtFlags::AT_SYMLINK_NOFOLLOW)?,
    }
    Ok(())
}

/// Opens a file or a folder to change what it is; none when the agent may not read it:
/// then it may not do more than others, and the name will do.
fn open_itself(folder: &OwnedFd, name: &OsStr) -> io::Result<Option<OwnedFd>> {
    check(folder, &facts_at(folder, name)?)?;
    match openat(folder, name, OFlag::O_RDONLY | CAREFULLY, Mode::empty()) {
        Ok(file) => {
            check(folder, &facts_of_open(&file, name)?)?;
            Ok(Some(file))
        }
        Err(Errno::EACCES) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// A second name in a folder of somebody else may be one for a file of the system.
fn check(folder: &OwnedFd, facts: &FileFacts) -> io::Result<()> {
    match facts.kind {
        FileKind::Folder => Ok(()),
        FileKind::File if facts.names <= 1 => Ok(()),
        FileKind::File => match is_trusted(&facts_of_open(folder, OsStr::new(""))?) {
            true => Ok(()),
            false => Err(PlantedLink.into()),
        },
        FileKind::Link => Err(PlantedLink.into()),
        FileKind::Other => {
            Err(io::Error::new(io::ErrorKind::Unsupported, "it is a device, a pipe or a socket"))
        }
    }
}

fn find_user(name: &str) -> io::Result<Uid> {
    let number = name.parse().ok().map(Uid::from_raw);
    let found = || User::from_name(name).ok().flatten().map(|user| user.uid);
    number.or_else(found).ok_or_else(|| unknown("account", name))
}

fn find_group(name: &str) -> io::Result<Gid> {
    let number = name.parse().ok().map(Gid::from_raw);
    let found = || Group::from_name(name).ok().flatten().map(|group| group.gid);
    number.or_else(found).ok_or_else(|| unknown("group", name))
}

fn unknown(what: &str, name: &str) -> io::Error {
    let reason = format!("there is no {what} called {name}");
    io::Error::new(io::ErrorKind::InvalidInput, reason)
}

fn mode(bits: u32) -> Mode {
    Mode::from_bits_truncate((bits & 0o7777) as mode_t)
}
