//! Folders that nobody else may enter: created so, or checked before they are used.
//!
//! Every user may create folders where programs keep their data. One that waits there for
//! the agent is a trap: whoever owns it decides who reads and writes in it.

use std::fs::{self, OpenOptions};
use std::io;
use std::os::windows::fs::{MetadataExt, OpenOptionsExt};
use std::os::windows::io::AsRawHandle;
use std::path::Path;

use windows::Win32::Foundation::{HANDLE, HLOCAL, LocalFree};
use windows::Win32::Security::Authorization::{
    ConvertSecurityDescriptorToStringSecurityDescriptorW, ConvertSidToStringSidW, GetSecurityInfo,
    SDDL_REVISION_1, SE_FILE_OBJECT, SetSecurityInfo,
};
use windows::Win32::Security::{
    DACL_SECURITY_INFORMATION, GetSecurityDescriptorControl, OWNER_SECURITY_INFORMATION,
    PROTECTED_DACL_SECURITY_INFORMATION, PSECURITY_DESCRIPTOR, PSID, SE_DACL_PROTECTED,
};
use windows::Win32::Storage::FileSystem::{
    CreateDirectoryW, FILE_ATTRIBUTE_REPARSE_POINT, FILE_FLAG_BACKUP_SEMANTICS,
    FILE_FLAG_OPEN_REPARSE_POINT, FILE_READ_ATTRIBUTES, READ_CONTROL, WRITE_DAC,
};
use windows::core::{PCWSTR, PWSTR};

use crate::os::windows::access::{AccessList, lets_others_in};
use crate::os::windows::accounts::own_account;
use crate::os::windows::system_error::io_error;
use crate::os::windows::wide::zero_ended;

/// Accounts that may do everything anyway: LocalSystem, and the administrators.
const TRUSTED: [&str; 2] = ["S-1-5-18", "S-1-5-32-544"];

/// Whose a folder is, and whether it takes no access from the folder above.
#[derive(Debug, PartialEq)]
struct Ownership {
    sid: String,
    is_protected: bool,
    /// Who has access, in Windows' own notation; none when Windows does not say.
    list: Option<String>,
}

/// Creates a folder with an access list; fails when it exists already.
#[expect(unsafe_code, reason = "Windows takes the access list as a pointer")]
pub fn create(path: &Path, list: &AccessList) -> io::Result<()> {
    let (path, attributes) = (zero_ended(path)?, list.attributes());
    // SAFETY: the path ends with a zero, and the list lives until the end.
    let created = unsafe { CreateDirectoryW(PCWSTR(path.as_ptr()), Some(&attributes)) };
    created.map_err(|error| io_error(&error))
}

/// Gives a folder that exists its access list, when it may be trusted: it and all that is
/// in it belong to the agent or to those who may do everything anyway.
pub fn take_over(path: &Path, list: &AccessList) -> io::Result<()> {
    let own = own_account().sid;
    let folder = open(path, READ_CONTROL.0 | WRITE_DAC.0)?;
    let metadata = folder.metadata()?;
    let is_link = metadata.file_attributes() & FILE_ATTRIBUTE_REPARSE_POINT.0 != 0;
    if is_link || !metadata.is_dir() {
        return Err(refusal(path, "is not a plain folder"));
    }
    let ownership = ownership_of(&folder)?;
    if !is_trusted(&ownership.sid, &own) {
        return Err(refusal(path, "belongs to somebody else"));
    }
    // Until now others may have been allowed to put something in it.
    if !ownership.is_protected {
        for entry in fs::read_dir(path)? {
            let entry = open(&entry?.path(), READ_CONTROL.0)?;
            if !is_trusted(&ownership_of(&entry)?.sid, &own) {
                return Err(refusal(path, "has something in it that belongs to somebody else"));
            }
        }
    }
    set_list(&folder, list)
}

/// Why others may enter a folder; none when they may not.
pub fn exposure(path: &Path) -> io::Result<Option<String>> {
    Ok(judge(&ownership_of(&open(path, READ_CONTROL.0)?)?, &own_account().sid))
}

fn judge(ownership: &Ownership, own: &str) -> Option<String> {
    let Ownership { sid, is_protected, list } = ownership;
    match is_trusted(sid, own) {
        false => Some("it belongs to somebody else".to_owned()),
        true if !is_protected => Some("it takes access from the folder above it".to_owned()),
        true => match list {
            None => Some("its access list cannot be read".to_owned()),
            Some(list) if !lets_others_in(list, own) => None,
            Some(list) => Some(format!("others are in its access list: {list}")),
        },
    }
}

fn is_trusted(owner: &str, own: &str) -> bool {
    TRUSTED.contains(&owner) || owner == own
}

fn refusal(path: &Path, why: &str) -> io::Error {
    let reason = format!("{} {why}: remove it, or use another folder", path.display());
    io::Error::new(io::ErrorKind::PermissionDenied, reason)
}

/// Opens a file or a folder itself, and not what it may be a link to.
fn open(path: &Path, access: u32) -> io::Result<fs::File> {
    let flags = FILE_FLAG_BACKUP_SEMANTICS.0 | FILE_FLAG_OPEN_REPARSE_POINT.0;
    OpenOptions::new().access_mode(access | FILE_READ_ATTRIBUTES.0).custom_flags(flags).open(path)
}

#[expect(unsafe_code, reason = "Windows returns a structure that has to be freed")]
fn ownership_of(file: &fs::File) -> io::Result<Ownership> {
    let mut owner = PSID::default();
    let mut descriptor = PSECURITY_DESCRIPTOR::default();
    let what = OWNER_SECURITY_INFORMATION | DACL_SECURITY_INFORMATION;
    let handle = HANDLE(file.as_raw_handle());
    let into = Some(&raw mut descriptor);
    // SAFETY: the handle is open, and the pointers are valid.
    let found = unsafe {
        let owner = Some(&raw mut owner);
        GetSecurityInfo(handle, SE_FILE_OBJECT, what, owner, None, None, None, into)
    };
    if found.0 != 0 {
        return Err(io::Error::from_raw_os_error(found.0.cast_signed()));
    }
    // SAFETY: the owner is a part of the structure, which is freed once, after the last
    // use, by the function its documentation names.
    unsafe {
        let ownership = read_ownership(descriptor, owner);
        LocalFree(Some(HLOCAL(descriptor.0)));
        ownership
    }
}

/// # Safety
/// Both come from one call of Windows, and the structure is still there.
#[expect(unsafe_code, reason = "Windows returns a text that has to be freed")]
unsafe fn read_ownership(descriptor: PSECURITY_DESCRIPTOR, owner: PSID) -> io::Result<Ownership> {
    let (mut control, mut revision, mut sid) = (0, 0, PWSTR::null());
    let (mut list, what) = (PWSTR::null(), DACL_SECURITY_INFORMATION);
    // SAFETY: as the caller says; both texts were made by Windows.
    unsafe {
        GetSecurityDescriptorControl(descriptor, &mut control, &mut revision)
            .and_then(|()| ConvertSidToStringSidW(owner, &mut sid))
            .map_err(|error| io_error(&error))?;
        let sid = take_text(sid);
        let into = &mut list;
        let listed = ConvertSecurityDescriptorToStringSecurityDescriptorW(
            descriptor,
            SDDL_REVISION_1,
            what,
            into,
            None,
        );
        let list = listed.is_ok().then(|| take_text(list));
        let is_protected = control & SE_DACL_PROTECTED.0 != 0;
        Ok(Ownership { sid, is_protected, list })
    }
}

/// # Safety
/// Windows made the text, which nobody uses after this.
#[expect(unsafe_code, reason = "a text of Windows is freed")]
unsafe fn take_text(text: PWSTR) -> String {
    // SAFETY: as the caller says; it ends with a zero, and is freed once.
    unsafe {
        let copy = String::from_utf16_lossy(text.as_wide());
        LocalFree(Some(HLOCAL(text.0.cast())));
        copy
    }
}

#[expect(unsafe_code, reason = "Windows takes the access list as a pointer")]
fn set_list(folder: &fs::File, list: &AccessList) -> io::Result<()> {
    let what = DACL_SECURITY_INFORMATION | PROTECTED_DACL_SECURITY_INFORMATION;
    let (handle, entries) = (HANDLE(folder.as_raw_handle()), list.entries()?);
    // SAFETY: the handle is open, and the list lives until the end.
    let set =
        unsafe { SetSecurityInfo(handle, SE_FILE_OBJECT, what, None, None, Some(entries), None) };
    match set.0 {
        0 => Ok(()),
        code => Err(io::Error::from_raw_os_error(code.cast_signed())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_system_the_administrators_and_the_agent_itself_are_trusted() {
        let own = "S-1-5-21-1-2-3-1001";
        for (owner, is_ours) in [
            ("S-1-5-18", true),
            ("S-1-5-32-544", true),
            (own, true),
            ("S-1-5-32-545", false),
            ("S-1-5-21-1-2-3-1002", false),
            ("", false),
        ] {
            assert_eq!(is_trusted(owner, own), is_ours, "{owner}");
        }
    }

    #[test]
    fn a_file_in_the_place_of_the_folder_is_refused_and_stays() {
        let parent = tempfile::tempdir().unwrap();
        let path = parent.path().join("data");
        fs::write(&path, "x").unwrap();
        let list = AccessList::of_private_folder().unwrap();
        let error = take_over(&path, &list).unwrap_err().to_string();
        assert!(error.ends_with("is not a plain folder: remove it, or use another folder"));
        assert_eq!(fs::read_to_string(&path).unwrap(), "x");
    }

    #[test]
    fn what_the_agent_made_is_its_own() {
        let parent = tempfile::tempdir().unwrap();
        let path = parent.path().join("data");
        create(&path, &AccessList::of_private_folder().unwrap()).unwrap();
        let ownership = ownership_of(&open(&path, READ_CONTROL.0).unwrap()).unwrap();
        assert!(is_trusted(&ownership.sid, &own_account().sid), "{ownership:?}");
        // Wine keeps no access lists: it makes one of what Unix says about a file.
        assert_eq!(exposure(&path).unwrap().is_none(), ownership.is_protected, "{ownership:?}");
        fs::create_dir(parent.path().join("plain")).unwrap();
        let why = exposure(&parent.path().join("plain")).unwrap();
        assert_eq!(why.as_deref(), Some("it takes access from the folder above it"));
    }

    #[test]
    fn a_folder_is_private_when_nobody_else_owns_it_and_nobody_else_is_let_in() {
        let own = "S-1-5-21-7";
        let judged = |sid: &str, is_protected, list: &str| {
            let (sid, list) = (sid.to_owned(), Some(list.to_owned()));
            judge(&Ownership { sid, is_protected, list }, own)
        };
        let (closed, open) = ("D:P(A;OICI;FA;;;SY)", "D:P(A;OICI;FA;;;SY)(A;OICI;FR;;;WD)");
        assert_eq!(judged("S-1-5-18", true, closed), None);
        assert_eq!(judged(own, true, closed), None);
        for (why, expected) in [
            (judged("S-1-5-21-8", true, closed), "it belongs to somebody else".to_owned()),
            (judged(own, false, closed), "it takes access from the folder above it".to_owned()),
            (judged(own, true, open), format!("others are in its access list: {open}")),
        ] {
            assert_eq!(why, Some(expected));
        }
    }
}
