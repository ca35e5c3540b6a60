//! Files that a technician works with, always relative to a folder that is open.
//!
//! Between two calls whoever owns a folder may put a link where a file was. A path would
//! lead somewhere else then; an open folder does not, and no call here follows a link.

mod accounts;
mod attributes;
mod moving;
mod opened;
mod way;

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::{OsStrExt, OsStringExt};

use nix::dir::{Dir, OwningIter, Type};
use nix::fcntl::{AtFlags, OFlag, openat, readlinkat};
use nix::sys::stat::{Mode, mkdirat};
use nix::sys::statvfs::fstatvfs;
use nix::unistd::{AccessFlags, Uid, UnlinkatFlags, faccessat, fsync, symlinkat, unlinkat};

use crate::os::file_facts::{FileFacts, FileKind, Links, PathGrammar};
use opened::wide;

pub use accounts::AccountNames;

/// How paths are written here.
pub fn path_grammar() -> PathGrammar {
    PathGrammar::Unix
}

/// The folders in which everything else is.
pub fn roots() -> Vec<String> {
    vec!["/".to_owned()]
}

/// A name of these bytes.
pub fn name_from_bytes(bytes: Vec<u8>) -> OsString {
    OsString::from_vec(bytes)
}

/// What is known of a file that is open.
pub fn facts_of(file: &File) -> io::Result<FileFacts> {
    opened::facts_of_open(file, OsStr::new(""))
}

/// Whether the agent owns something.
pub fn is_own(facts: &FileFacts) -> bool {
    facts.user == Some(Uid::effective().as_raw())
}

/// Gives a file the owner and the mode of another one; those of a new file when there is
/// none. Answers whether it could have the owner.
pub fn take_rights(file: &File, like: Option<&FileFacts>) -> io::Result<bool> {
    attributes::take_rights(file, like, attributes::NEW_FILE)
}

/// A folder that is open, wherever it is moved to.
#[derive(Debug)]
pub struct Folder {
    fd: OwnedFd,
}

/// The names in a folder, in no order.
pub struct Entries(OwningIter);

impl Folder {
    /// Opens the folder that a path leads to.
    pub fn open(_root: &str, names: &[OsString], links: Links) -> io::Result<Self> {
        Ok(Self { fd: way::open(names, links)? })
    }

    /// Opens the folder that a path ends in, and returns the last name with it. When
    /// `follow_last` says so and that is a link, it is those of where the link leads.
    pub fn open_parent(
        _root: &str,
        names: &[OsString],
        links: Links,
        follow_last: bool,
    ) -> io::Result<(Self, OsString)> {
        let (fd, name) = way::open_parent(names, links, follow_last)?;
        Ok((Self { fd }, name))
    }

    /// Opens a folder in this one.
    pub fn enter(&self, name: &OsStr) -> io::Result<Self> {
        Ok(Self { fd: opened::enter(&self.fd, name)? })
    }

    /// What is known of this folder itself.
    pub fn own_facts(&self) -> io::Result<FileFacts> {
        opened::facts_of_open(&self.fd, OsStr::new(""))
    }

    /// What is known of something in this folder.
    pub fn facts(&self, name: &OsStr) -> io::Result<FileFacts> {
        opened::facts_at(&self.fd, name)
    }

    /// The names in this folder.
    pub fn entries(&self) -> io::Result<Entries> {
        Ok(Entries(Dir::from_fd(self.readable()?)?.into_iter()))
    }

    /// The path that a link has in it.
    pub fn link_target(&self, name: &OsStr) -> io::Result<OsString> {
        Ok(readlinkat(&self.fd, name)?)
    }

    /// Whether the agent may read something; with a link, what it leads to.
    pub fn is_readable(&self, name: &OsStr) -> bool {
        faccessat(&self.fd, name, AccessFlags::R_OK, AtFlags::AT_EACCESS).is_ok()
    }

    /// Opens a plain file to read it. Everything else is refused, and nothing waits.
    pub fn open_to_read(&self, name: &OsStr) -> io::Result<File> {
        opened::open_plain(&self.fd, name, OFlag::O_RDONLY)
    }

    /// Creates a file that only the agent may read and write; fails when the name is taken.
    pub fn create_private(&self, name: &OsStr) -> io::Result<File> {
        let flags = OFlag::O_RDWR | OFlag::O_CREAT | OFlag::O_EXCL | opened::CAREFULLY;
        let file = openat(&self.fd, name, flags, Mode::S_IRUSR | Mode::S_IWUSR)?;
        Ok(File::from(file))
    }

    /// Opens a file that the agent created so; fails when it could be somebody else's.
    pub fn open_private(&self, name: &OsStr) -> io::Result<File> {
        opened::open_private(&self.fd, name)
    }

    /// Creates a folder that only the agent may enter; one as new folders are when it is
    /// not to be private.
    pub fn make_folder(&self, name: &OsStr, is_private: bool) -> io::Result<()> {
        mkdirat(&self.fd, name, Mode::S_IRWXU)?;
        match is_private {
            true => Ok(()),
            false => self.enter(name)?.take_rights(None).map(drop),
        }
    }

    /// Creates a link that has this path in it.
    pub fn make_link(&self, name: &OsStr, target: &OsStr) -> io::Result<()> {
        Ok(symlinkat(target, &self.fd, name)?)
    }

    /// Moves something into a folder, under a name. What has that name already is replaced
    /// if it may be; otherwise this fails.
    pub fn rename(
        &self,
        name: &OsStr,
        into: &Self,
        new_name: &OsStr,
        replace: bool,
    ) -> io::Result<()> {
        moving::rename((&self.fd, name), (&into.fd, new_name), replace)
    }

    /// Removes a file, or a link and not what it leads to.
    pub fn remove_file(&self, name: &OsStr) -> io::Result<()> {
        Ok(unlinkat(&self.fd, name, UnlinkatFlags::NoRemoveDir)?)
    }

    /// Removes a folder in which nothing is.
    pub fn remove_folder(&self, name: &OsStr) -> io::Result<()> {
        Ok(unlinkat(&self.fd, name, UnlinkatFlags::RemoveDir)?)
    }

    /// Gives this folder the owner and the mode of another one; those of a new folder when
    /// there is none. Answers whether it could have the owner.
    pub fn take_rights(&self, like: Option<&FileFacts>) -> io::Result<bool> {
        attributes::take_rights(&self.readable()?, like, attributes::NEW_FOLDER)
    }

    /// Changes who may do what with a file or a folder.
    pub fn set_mode(&self, name: &OsStr, mode: u32) -> io::Result<()> {
        attributes::set_mode(&self.fd, name, mode)
    }

    /// Keeps everybody from changing a file, or lets them: only Windows knows that.
    pub fn set_read_only(&self, _name: &OsStr, _is_read_only: bool) -> io::Result<()> {
        let why = "only Windows marks files as read-only: change the mode";
        Err(io::Error::new(io::ErrorKind::Unsupported, why))
    }

    /// Gives a file or a folder to an account or a group, by name or by number.
    pub fn set_owner(
        &self,
        name: &OsStr,
        user: Option<&str>,
        group: Option<&str>,
    ) -> io::Result<()> {
        attributes::set_owner(&self.fd, name, user, group)
    }

    /// Bytes that may still be written here.
    pub fn free_space(&self) -> io::Result<u64> {
        let found = fstatvfs(&self.fd)?;
        Ok(wide(found.blocks_available()).saturating_mul(wide(found.fragment_size())))
    }

    /// Forces the names in this folder to the disk.
    pub fn sync(&self) -> io::Result<()> {
        Ok(fsync(self.readable()?)?)
    }

    /// The same folder, opened to read its names: a way through it needs less.
    fn readable(&self) -> io::Result<OwnedFd> {
        let flags = OFlag::O_RDONLY | OFlag::O_DIRECTORY | opened::CAREFULLY;
        Ok(openat(&self.fd, ".", flags, Mode::empty())?)
    }
}

impl Iterator for Entries {
    type Item = io::Result<(OsString, Option<FileKind>)>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let entry = match self.0.next()? {
                Ok(entry) => entry,
                Err(error) => return Some(Err(error.into())),
            };
            let name = entry.file_name().to_bytes();
            if matches!(name, b"." | b"..") {
                continue;
            }
            let kind = entry.file_type().map(|kind| match kind {
                Type::File => FileKind::File,
                Type::Directory => FileKind::Folder,
                Type::Symlink => FileKind::Link,
                _ => FileKind::Other,
            });
            return Some(Ok((OsStr::from_bytes(name).to_owned(), kind)));
        }
    }
}

#[cfg(test)]
#[path = "remote_files_tests.rs"]
mod tests;
