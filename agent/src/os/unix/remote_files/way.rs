//! The way that a path leads, one folder after the other.
//!
//! A link that somebody else put into a folder of theirs would lead the agent, which may
//! do everything, to where they may do nothing. Such links are followed only to read.

use std::collections::VecDeque;
use std::ffi::{OsStr, OsString};
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::{OsStrExt, OsStringExt};

use nix::fcntl::readlinkat;
use nix::unistd::Uid;

use super::opened::{enter, facts_at, facts_of_open, open_root};
use crate::os::file_facts::{FileFacts, FileKind, Links, PlantedLink};

/// As many as the system itself follows.
const MAX_LINKS: u32 = 40;

/// Names that a path and the links on it may add up to.
const MAX_NAMES: usize = 8192;

/// Opens the folder that these names lead to.
pub fn open(names: &[OsString], links: Links) -> io::Result<OwnedFd> {
    let mut way = Way::begin(names, links)?;
    while let Some(name) = way.ahead.pop_front() {
        way.step(&name)?;
    }
    Ok(way.here)
}

/// Opens the folder that has the last name in it, and returns that name.
pub fn open_parent(
    names: &[OsString],
    links: Links,
    follow_last: bool,
) -> io::Result<(OwnedFd, OsString)> {
    let mut way = Way::begin(names, links)?;
    while let Some(name) = way.ahead.pop_front() {
        let is_last = way.ahead.is_empty() && name != "." && name != "..";
        if is_last && !(follow_last && way.is_link(&name)) {
            return Ok((way.here, name));
        }
        way.step(&name)?;
    }
    // The path is the root, or a link to a folder by way of `..`.
    Err(io::ErrorKind::IsADirectory.into())
}

/// Whether only the system and the agent itself may put something into a folder.
pub fn is_trusted(folder: &FileFacts) -> bool {
    let is_own = folder.user.is_some_and(|user| user == 0 || user == Uid::effective().as_raw());
    is_own && folder.mode.is_some_and(|mode| mode & 0o022 == 0)
}

struct Way {
    here: OwnedFd,
    ahead: VecDeque<OsString>,
    links: Links,
    followed: u32,
}

impl Way {
    fn begin(names: &[OsString], links: Links) -> io::Result<Self> {
        let ahead = names.iter().cloned().collect();
        Ok(Self { here: open_root()?, ahead, links, followed: 0 })
    }

    /// Goes into a folder, or has the names in a link ahead.
    fn step(&mut self, name: &OsStr) -> io::Result<()> {
        match enter(&self.here, name) {
            Ok(next) => self.here = next,
            Err(_) if self.is_link(name) => self.follow(name)?,
            Err(error) => return Err(error),
        }
        Ok(())
    }

    fn is_link(&self, name: &OsStr) -> bool {
        facts_at(&self.here, name).is_ok_and(|facts| facts.kind == FileKind::Link)
    }

    fn follow(&mut self, name: &OsStr) -> io::Result<()> {
        self.followed += 1;
        if self.followed > MAX_LINKS {
            return Err(io::Error::other("it leads through too many links"));
        }
        let folder = facts_of_open(&self.here, OsStr::new(""))?;
        if self.links == Links::Trusted && !is_trusted(&folder) {
            return Err(PlantedLink.into());
        }
        let target = readlinkat(&self.here, name)?.into_vec();
        if target.starts_with(b"/") {
            self.here = open_root()?;
        }
        let names = target.split(|byte| *byte == b'/').filter(|name| !name.is_empty());
        for name in names.rev() {
            self.ahead.push_front(OsStr::from_bytes(name).to_owned());
        }
        match self.ahead.len() > MAX_NAMES {
            true => Err(io::ErrorKind::InvalidFilename.into()),
            false => Ok(()),
        }
    }
}
