//! Opens files in a folder that is open, and says what they are.

use std::ffi::OsStr;
use std::fs::File;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;

use nix::fcntl::{AtFlags, OFlag, openat};
use nix::sys::stat::{FileStat, Mode, SFlag, fstat, fstatat, mode_t};
use nix::unistd::Uid;

use crate::os::file_facts::{FileFacts, FileKind, PlantedLink};

/// Neither a link is followed, nor does a pipe without a reader or a terminal hold the
/// agent up.
pub const CAREFULLY: OFlag =
    OFlag::O_CLOEXEC.union(OFlag::O_NOFOLLOW).union(OFlag::O_NONBLOCK).union(OFlag::O_NOCTTY);

/// To go through a folder, which needs no right to read its names.
#[cfg(target_os = "linux")]
const WALK: OFlag = OFlag::O_PATH.union(OFlag::O_DIRECTORY).union(CAREFULLY);
#[cfg(not(target_os = "linux"))]
const WALK: OFlag = OFlag::O_RDONLY.union(OFlag::O_DIRECTORY).union(CAREFULLY);

/// The folder in which all others are.
pub fn open_root() -> io::Result<OwnedFd> {
    Ok(nix::fcntl::open("/", WALK, Mode::empty())?)
}

/// Opens a folder in another one.
pub fn enter(folder: &OwnedFd, name: &OsStr) -> io::Result<OwnedFd> {
    Ok(openat(folder, name, WALK, Mode::empty())?)
}

/// What is known of something in a folder; of a link itself.
pub fn facts_at(folder: &OwnedFd, name: &OsStr) -> io::Result<FileFacts> {
    Ok(facts(&fstatat(folder, name, AtFlags::AT_SYMLINK_NOFOLLOW)?, name))
}

/// What is known of something that is open under a name.
pub fn facts_of_open(file: impl AsFd, name: &OsStr) -> io::Result<FileFacts> {
    Ok(facts(&fstat(file)?, name))
}

/// Opens a plain file. What it is is asked before as well: to open a device can do
/// something already.
pub fn open_plain(folder: &OwnedFd, name: &OsStr, access: OFlag) -> io::Result<File> {
    check_plain(&facts_at(folder, name)?)?;
    let file = File::from(openat(folder, name, access | CAREFULLY, Mode::empty())?);
    check_plain(&facts_of_open(&file, name)?)?;
    Ok(file)
}

/// Opens a file of the agent to continue it: a plain one of its own account that nobody
/// else may read, and that has no second name.
pub fn open_private(folder: &OwnedFd, name: &OsStr) -> io::Result<File> {
    let is_private = |facts: &FileFacts| {
        let is_own = facts.user == Some(Uid::effective().as_raw());
        let is_closed = facts.mode.is_some_and(|mode| mode & 0o077 == 0);
        facts.kind == FileKind::File && is_own && is_closed && facts.names == 1
    };
    let taken = || io::Error::from(io::ErrorKind::AlreadyExists);
    if !is_private(&facts_at(folder, name)?) {
        return Err(taken());
    }
    let file = open_plain(folder, name, OFlag::O_RDWR)?;
    if !is_private(&facts_of_open(&file, name)?) {
        return Err(taken());
    }
    Ok(file)
}

fn check_plain(facts: &FileFacts) -> io::Result<()> {
    match facts.kind {
        FileKind::File => Ok(()),
        FileKind::Folder => Err(io::ErrorKind::IsADirectory.into()),
        FileKind::Link => Err(PlantedLink.into()),
        FileKind::Other => {
            Err(io::Error::new(io::ErrorKind::Unsupported, "it is a device, a pipe or a socket"))
        }
    }
}

fn facts(stat: &FileStat, name: &OsStr) -> FileFacts {
    FileFacts {
        kind: kind_of(stat.st_mode),
        size: wide(stat.st_size),
        seconds: signed(stat.st_mtime),
        nanos: u32::try_from(stat.st_mtime_nsec).unwrap_or_default(),
        mode: Some(bits(stat.st_mode)),
        user: Some(stat.st_uid),
        group: Some(stat.st_gid),
        is_hidden: name.as_bytes().starts_with(b"."),
        is_read_only: false,
        names: wide(stat.st_nlink),
        device: wide(stat.st_dev),
        number: wide(stat.st_ino),
    }
}

fn kind_of(mode: mode_t) -> FileKind {
    let kind = mode & SFlag::S_IFMT.bits();
    let kinds = [
        (SFlag::S_IFREG, FileKind::File),
        (SFlag::S_IFDIR, FileKind::Folder),
        (SFlag::S_IFLNK, FileKind::Link),
    ];
    let found = kinds.into_iter().find(|(flag, _)| flag.bits() == kind);
    found.map_or(FileKind::Other, |(_, kind)| kind)
}

/// What a mode says of who may do what.
fn bits(mode: mode_t) -> u32 {
    wide(mode) as u32 & 0o7777
}

/// A number that has another type on each system.
pub fn wide(number: impl TryInto<u64>) -> u64 {
    number.try_into().unwrap_or_default()
}

fn signed(number: impl TryInto<i64>) -> i64 {
    number.try_into().unwrap_or_default()
}
