//! Files that a technician works with, always below a folder that is held.
//!
//! While a folder is held nobody can rename it or remove it, nor those above it: the path
//! keeps leading where it led when its links were looked for.

mod accounts;
mod details;
mod held;

use std::ffi::{OsStr, OsString};
use std::fs::{self, File, OpenOptions, ReadDir};
use std::io;
use std::os::windows::fs::OpenOptionsExt;
use std::path::PathBuf;

use windows::Win32::Storage::FileSystem::{
    FILE_FLAG_OPEN_REPARSE_POINT, MOVEFILE_WRITE_THROUGH, MoveFileExW,
};
use windows::core::PCWSTR;

use super::file_systems;
use super::wide::zero_ended;
use crate::os::file_facts::{FileFacts, FileKind, Links, PathGrammar, PlantedLink};
use details::kind_of;

pub use accounts::AccountNames;

/// How paths are written here.
pub fn path_grammar() -> PathGrammar {
    PathGrammar::Windows
}

/// The folders in which everything else is.
pub fn roots() -> Vec<String> {
    file_systems::mounts().into_iter().map(|mount| format!("{mount}\\")).collect()
}

/// A name of these bytes.
pub fn name_from_bytes(bytes: Vec<u8>) -> OsString {
    String::from_utf8_lossy(&bytes).into_owned().into()
}

/// What is known of a file that is open.
pub fn facts_of(file: &File) -> io::Result<FileFacts> {
    details::facts_of(file)
}

/// Whether the agent owns something: not asked here.
pub fn is_own(_facts: &FileFacts) -> bool {
    true
}

/// Gives a file the owner and the mode of another one: here the folder decides.
pub fn take_rights(_file: &File, _like: Option<&FileFacts>) -> io::Result<bool> {
    Ok(true)
}

/// A folder that cannot be moved while this is there.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    _held: Vec<File>,
}

/// The names in a folder, in no order.
pub struct Entries(ReadDir);

impl Folder {
    /// Opens the folder that a path leads to.
    pub fn open(root: &str, names: &[OsString], links: Links) -> io::Result<Self> {
        let (path, held) = match links {
            Links::Follow => held::follow(root, names)?,
            Links::Trusted => held::hold_way(root, names)?,
        };
        Ok(Self { path, _held: held })
    }

    /// Opens the folder that a path ends in, and returns the last name with it.
    pub fn open_parent(
        root: &str,
        names: &[OsString],
        links: Links,
        follow_last: bool,
    ) -> io::Result<(Self, OsString)> {
        let (name, above) = names.split_last().ok_or(io::ErrorKind::IsADirectory)?;
        let folder = Self::open(root, above, links)?;
        let is_link = || folder.facts(name).is_ok_and(|facts| facts.kind == FileKind::Link);
        if !follow_last || !is_link() {
            return Ok((folder, name.clone()));
        }
        if links == Links::Trusted {
            return Err(PlantedLink.into());
        }
        let target = fs::canonicalize(folder.path.join(name))?;
        let name = target.file_name().ok_or(io::ErrorKind::IsADirectory)?.to_owned();
        let path = target.parent().ok_or(io::ErrorKind::IsADirectory)?.to_owned();
        Ok((Self { path, _held: Vec::new() }, name))
    }

    /// Opens a folder in this one.
    pub fn enter(&self, name: &OsStr) -> io::Result<Self> {
        let path = self.path.join(name);
        let held = held::hold(&path)?;
        Ok(Self { path, _held: vec![held] })
    }

    /// What is known of this folder itself.
    pub fn own_facts(&self) -> io::Result<FileFacts> {
        details::facts_at(&self.path)
    }

    /// What is known of something in this folder.
    pub fn facts(&self, name: &OsStr) -> io::Result<FileFacts> {
        details::facts_at(&self.path.join(name))
    }

    /// The names in this folder.
    pub fn entries(&self) -> io::Result<Entries> {
        Ok(Entries(fs::read_dir(&self.path)?))
    }

    /// The path that a link has in it.
    pub fn link_target(&self, name: &OsStr) -> io::Result<OsString> {
        Ok(fs::read_link(self.path.join(name))?.into_os_string())
    }

    /// Whether the agent may read something: it is not known before it tries.
    pub fn is_readable(&self, _name: &OsStr) -> bool {
        true
    }

    /// Opens a plain file to read it.
    pub fn open_to_read(&self, name: &OsStr) -> io::Result<File> {
        details::check_plain(&self.facts(name)?)?;
        File::open(self.path.join(name))
    }

    /// Creates a file, as private as its folder is; fails when the name is taken.
    pub fn create_private(&self, name: &OsStr) -> io::Result<File> {
        OpenOptions::new().read(true).write(true).create_new(true).open(self.path.join(name))
    }

    /// Opens a file that the agent created so; fails when it could be somebody else's.
    pub fn open_private(&self, name: &OsStr) -> io::Result<File> {
        let flags = FILE_FLAG_OPEN_REPARSE_POINT.0;
        let mut options = OpenOptions::new();
        options.read(true).write(true).custom_flags(flags);
        let file = options.open(self.path.join(name))?;
        let facts = details::facts_of(&file)?;
        match facts.kind == FileKind::File && facts.names == 1 {
            true => Ok(file),
            false => Err(io::ErrorKind::AlreadyExists.into()),
        }
    }

    /// Creates a folder, as private as the one it is in.
    pub fn make_folder(&self, name: &OsStr, _is_private: bool) -> io::Result<()> {
        fs::create_dir(self.path.join(name))
    }

    /// Creates a link that has this path in it: here it would say what it leads to, too.
    pub fn make_link(&self, _name: &OsStr, _target: &OsStr) -> io::Result<()> {
        Err(io::Error::new(io::ErrorKind::Unsupported, "links are not copied on Windows"))
    }

    /// Moves something into a folder, under a name. What has that name already is replaced
    /// if it may be; otherwise this fails.
    #[expect(unsafe_code, reason = "the standard library always replaces what is there")]
    pub fn rename(
        &self,
        name: &OsStr,
        into: &Self,
        new_name: &OsStr,
        replace: bool,
    ) -> io::Result<()> {
        let (from, to) = (self.path.join(name), into.path.join(new_name));
        if replace {
            return crate::os::windows::files::replace_file(&from, &to);
        }
        let (from, to) = (zero_ended(from)?, zero_ended(to)?);
        let (from, to) = (PCWSTR(from.as_ptr()), PCWSTR(to.as_ptr()));
        // SAFETY: both paths end with a zero and live until the call returns.
        unsafe { MoveFileExW(from, to, MOVEFILE_WRITE_THROUGH) }?;
        Ok(())
    }

    /// Removes a file, or a link and not what it leads to.
    pub fn remove_file(&self, name: &OsStr) -> io::Result<()> {
        let path = self.path.join(name);
        match details::is_folder_link(&path) {
            true => fs::remove_dir(path),
            false => fs::remove_file(path),
        }
    }

    /// Removes a folder in which nothing is.
    pub fn remove_folder(&self, name: &OsStr) -> io::Result<()> {
        fs::remove_dir(self.path.join(name))
    }

    /// Gives this folder the owner and the mode of another one: here that above decides.
    pub fn take_rights(&self, _like: Option<&FileFacts>) -> io::Result<bool> {
        Ok(true)
    }

    /// Changes who may do what with a file or a folder: Unix has such bits.
    pub fn set_mode(&self, _name: &OsStr, _mode: u32) -> io::Result<()> {
        let why = "Windows has no mode: mark the file as read-only, or change its access list";
        Err(io::Error::new(io::ErrorKind::Unsupported, why))
    }

    /// Keeps everybody from changing a file, or lets them.
    pub fn set_read_only(&self, name: &OsStr, is_read_only: bool) -> io::Result<()> {
        details::check_plain(&self.facts(name)?)?;
        details::set_read_only(&self.path.join(name), is_read_only)
    }

    /// Gives a file or a folder to an account or a group, by name or by number.
    pub fn set_owner(
        &self,
        _name: &OsStr,
        _user: Option<&str>,
        _group: Option<&str>,
    ) -> io::Result<()> {
        let why = "the agent cannot change owners on Windows yet";
        Err(io::Error::new(io::ErrorKind::Unsupported, why))
    }

    /// Bytes that may still be written here.
    pub fn free_space(&self) -> io::Result<u64> {
        details::free_space(&self.path)
    }

    /// Forces the names in this folder to the disk: the journal of Windows has their order.
    pub fn sync(&self) -> io::Result<()> {
        Ok(())
    }
}

impl Iterator for Entries {
    type Item = io::Result<(OsString, Option<FileKind>)>;

    fn next(&mut self) -> Option<Self::Item> {
        let entry = self.0.next()?;
        Some(entry.map(|entry| (entry.file_name(), entry.file_type().ok().map(kind_of))))
    }
}
