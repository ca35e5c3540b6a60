//! Files and folders that belong to one account, and where the agent keeps its own.
//!
//! A private folder passes its access list on to everything in it: what is written there
//! is as private from its first moment.

mod private_folder;
mod retry;

use std::fs::{self, File, Metadata, OpenOptions};
use std::io;
use std::os::windows::ffi::OsStringExt;
use std::os::windows::fs::MetadataExt;
use std::path::{Path, PathBuf};

use windows::Win32::Security::Authorization::{SE_FILE_OBJECT, SetNamedSecurityInfoW};
use windows::Win32::Security::{DACL_SECURITY_INFORMATION, PROTECTED_DACL_SECURITY_INFORMATION};
use windows::Win32::System::Com::CoTaskMemFree;
use windows::Win32::UI::Shell::{
    FOLDERID_LocalAppData, FOLDERID_ProgramData, FOLDERID_ProgramFiles, FOLDERID_Windows,
    KF_FLAG_DEFAULT, SHGetKnownFolderPath,
};
use windows::core::{GUID, PCWSTR};

use super::access::AccessList;
use super::accounts::is_administrator;
use super::wide::zero_ended;
use crate::os::accounts::Account;
use retry::retry_while_busy;

/// The agent's folder below those for the data of programs.
const FOLDER: &str = "Muster";

/// Options for writing a file, which is as private as the folder it is in.
pub fn private_file() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true);
    options
}

/// Creates a folder, and those above it, that only the system, the administrators and
/// its owner may enter. One that is there already is refused when it is somebody else's.
pub fn create_private_dir(path: &Path) -> io::Result<()> {
    let list = AccessList::of_private_folder()?;
    match private_folder::create(path, &list) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            private_folder::take_over(path, &list)
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let Some(parent) = path.parent().filter(|parent| !parent.exists()) else {
                return Err(error);
            };
            create_private_dir(parent)?;
            private_folder::create(path, &list)
        }
        other => other,
    }
}

/// Creates a folder that only the system, the administrators and its owner may enter;
/// fails when it exists already.
pub fn create_new_private_dir(path: &Path) -> io::Result<()> {
    private_folder::create(path, &AccessList::of_private_folder()?)
}

/// Why others than the system, the administrators and this account may enter a folder;
/// none when they may not.
pub fn exposure(path: &Path) -> io::Result<Option<String>> {
    private_folder::exposure(path)
}

/// Removes a folder with all that is in it. Waits a moment for a virus scanner that holds
/// a file.
pub fn remove_dir(path: &Path) -> io::Result<()> {
    retry_while_busy(|| fs::remove_dir_all(path))
}

/// Renames a file; one that has the new name already is replaced. Waits a moment for
/// somebody who reads it.
pub fn replace_file(from: &Path, to: &Path) -> io::Result<()> {
    retry_while_busy(|| fs::rename(from, to))
}

/// A folder in which every account may reach what is its own.
pub fn shared_dir() -> PathBuf {
    known_folder(&FOLDERID_Windows).map_or_else(std::env::temp_dir, |folder| folder.join("Temp"))
}

/// Lets an account read a file or a folder that is the agent's. It does not own it here:
/// an owner could let others in.
#[expect(unsafe_code, reason = "Windows takes the access list as a pointer")]
pub fn change_owner(path: &Path, account: &Account) -> io::Result<()> {
    let (path, list) = (zero_ended(path)?, AccessList::of_shared_folder(&account.sid)?);
    let what = DACL_SECURITY_INFORMATION | PROTECTED_DACL_SECURITY_INFORMATION;
    let entries = Some(list.entries()?);
    // SAFETY: the path ends with a zero, and the list lives until the end.
    let changed = unsafe {
        let name = PCWSTR(path.as_ptr());
        SetNamedSecurityInfoW(name, SE_FILE_OBJECT, what, None, None, entries, None)
    };
    match changed.0 {
        0 => Ok(()),
        code => Err(io::Error::from_raw_os_error(code.cast_signed())),
    }
}

/// Lets everybody execute a file: on Windows its name decides that.
pub fn make_executable(_file: &File) -> io::Result<()> {
    Ok(())
}

/// Forces the names in a folder to the disk: Windows opens no folder for that, and its
/// journal keeps them in order.
pub fn sync_dir(_path: &Path) -> io::Result<()> {
    Ok(())
}

/// A number that changes when another file takes the same name: the time it was made.
pub fn file_number(metadata: &Metadata) -> u64 {
    metadata.creation_time()
}

/// Where the data directory is when nothing else is configured.
///
/// Asked of Windows: a variable may have been set by somebody who wants the agent to
/// trust another folder.
pub fn default_data_dir() -> PathBuf {
    let (folder, variable) = match is_administrator() {
        true => (FOLDERID_ProgramData, "ProgramData"),
        false => (FOLDERID_LocalAppData, "LOCALAPPDATA"),
    };
    let from_variable = || std::env::var_os(variable).map(PathBuf::from);
    known_folder(&folder).or_else(from_variable).unwrap_or_default().join(FOLDER)
}

/// Where programs are installed.
pub(in crate::os::windows) fn program_files() -> Option<PathBuf> {
    known_folder(&FOLDERID_ProgramFiles)
}

#[expect(unsafe_code, reason = "Windows returns a text that has to be freed")]
fn known_folder(which: &GUID) -> Option<PathBuf> {
    // SAFETY: the text ends with a zero and is freed once, after the last use.
    unsafe {
        let text = SHGetKnownFolderPath(which, KF_FLAG_DEFAULT, None).ok()?;
        let path = std::ffi::OsString::from_wide(text.as_wide());
        CoTaskMemFree(Some(text.0.cast_const().cast()));
        Some(PathBuf::from(path)).filter(|path| path.is_absolute())
    }
}

#[cfg(test)]
#[path = "files_tests.rs"]
mod tests;
