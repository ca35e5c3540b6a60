//! Access lists: who may use a file, a folder, a pipe or a job.

use std::ffi::c_void;
use std::io;

use windows::Win32::Foundation::{HLOCAL, LocalFree};
use windows::Win32::Security::Authorization::{
    ConvertStringSecurityDescriptorToSecurityDescriptorW, SDDL_REVISION_1,
};
use windows::Win32::Security::{
    ACL, GetSecurityDescriptorDacl, PSECURITY_DESCRIPTOR, SECURITY_ATTRIBUTES,
};
use windows::core::{BOOL, PCWSTR};

use super::accounts::{is_administrator, own_account};
use super::system_error::io_error;
use super::wide::zero_ended;

/// A folder passes its access on to the files and folders in it.
const INHERITED: &str = "OICI";

/// The administrators as owner of a thing.
const OF_ADMINISTRATORS: &str = "O:BA";

/// Every right to something.
const ALL: &str = "GA";

/// Every right to a file or a folder.
const ALL_OF_FILES: &str = "FA";

/// The rights to list a folder, and to read and execute what is in it.
const READ_FILES: &str = "0x1200a9";

/// An access list in the form that Windows takes.
#[derive(Debug)]
pub struct AccessList {
    descriptor: PSECURITY_DESCRIPTOR,
}

impl AccessList {
    /// For a folder and all in it: the system and the administrators, and the agent's own
    /// account when it is neither.
    pub fn of_private_folder() -> io::Result<Self> {
        if is_administrator() {
            // An administrator enrols the agent that the system runs then: it belongs to
            // all of them, and not to the one who did it.
            let list = text_for(INHERITED, ALL_OF_FILES, None, None);
            return Self::parse(&format!("{OF_ADMINISTRATORS}{list}"));
        }
        let own = own_account().sid;
        Self::parse(&text_for(INHERITED, ALL_OF_FILES, Some(&own), None))
    }

    /// The same, and an account that may read.
    pub fn of_shared_folder(reader_sid: &str) -> io::Result<Self> {
        let own = own_account().sid;
        let own = (!is_administrator()).then_some(&*own);
        Self::parse(&text_for(INHERITED, ALL_OF_FILES, own, Some(reader_sid)))
    }

    /// For an object of the agent's own that is no file.
    pub fn of_private_object() -> io::Result<Self> {
        Self::parse(&text_for("", ALL, Some(&own_account().sid), None))
    }

    #[expect(unsafe_code, reason = "Windows returns memory that has to be freed")]
    fn parse(text: &str) -> io::Result<Self> {
        let text = zero_ended(text)?;
        let mut descriptor = PSECURITY_DESCRIPTOR::default();
        // SAFETY: the text ends with a zero, and the pointer is valid.
        unsafe {
            ConvertStringSecurityDescriptorToSecurityDescriptorW(
                PCWSTR(text.as_ptr()),
                SDDL_REVISION_1,
                &mut descriptor,
                None,
            )
        }
        .map_err(|error| io_error(&error))?;
        Ok(Self { descriptor })
    }

    /// For a function that creates something with this list; only while this lives.
    pub fn attributes(&self) -> SECURITY_ATTRIBUTES {
        SECURITY_ATTRIBUTES {
            nLength: size_of::<SECURITY_ATTRIBUTES>() as u32,
            lpSecurityDescriptor: self.descriptor.0,
            bInheritHandle: false.into(),
        }
    }

    /// For a function that changes the list of something; only while this lives.
    #[expect(unsafe_code, reason = "Windows finds the list in its own structure")]
    pub fn entries(&self) -> io::Result<*const ACL> {
        let (mut is_there, mut is_default) = (BOOL(0), BOOL(0));
        let mut list = std::ptr::null_mut::<ACL>();
        // SAFETY: the structure comes from Windows, and the pointers are valid.
        unsafe {
            GetSecurityDescriptorDacl(self.descriptor, &mut is_there, &mut list, &mut is_default)
        }
        .map_err(|error| io_error(&error))?;
        match list.is_null() {
            // Without a list everybody would have access.
            true => Err(io::ErrorKind::InvalidData.into()),
            false => Ok(list.cast_const()),
        }
    }
}

impl Drop for AccessList {
    #[expect(unsafe_code, reason = "memory of Windows is freed")]
    fn drop(&mut self) {
        // SAFETY: it comes from a function whose documentation names this one to free it.
        unsafe { LocalFree(Some(HLOCAL(self.descriptor.0.cast::<c_void>()))) };
    }
}

/// Everything for the system, the administrators and an owner, reading for a reader, and
/// nothing that the folder above would pass on.
fn text_for(flags: &str, all: &str, owner: Option<&str>, reader: Option<&str>) -> String {
    let entry = |rights: &str, account: &str| format!("(A;{flags};{rights};;;{account})");
    let mut text = format!("D:P{}{}", entry(all, "SY"), entry(all, "BA"));
    let is_sid = |sid: &&str| sid.starts_with("S-1-");
    text.extend(owner.filter(is_sid).map(|sid| entry(all, sid)));
    text.extend(reader.filter(is_sid).map(|sid| entry(READ_FILES, sid)));
    text
}

/// Whether a list, in Windows' own notation, lets anybody in but the system, the
/// administrators and this account.
pub fn lets_others_in(text: &str, own_sid: &str) -> bool {
    let is_open = |entry: &str| {
        let mut fields = entry.split(')').next().unwrap_or_default().split(';');
        let (kind, account) = (fields.next().unwrap_or_default(), fields.nth(4));
        let ours = ["SY", "BA", "S-1-5-18", "S-1-5-32-544", own_sid];
        // The other kinds refuse access.
        kind.trim_start_matches(['O', 'X']) == "A"
            && !account.is_some_and(|account| ours.contains(&account))
    };
    // Without a list everybody has access.
    text.contains("NO_ACCESS_CONTROL") || text.split('(').skip(1).any(is_open)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_lets_others_in_when_it_names_them_and_when_it_is_not_there() {
        let own = "S-1-5-21-7";
        for closed in [
            "D:PAI(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)",
            "D:P(A;OICI;FA;;;S-1-5-18)(A;OICI;FA;;;S-1-5-21-7)",
            "D:P(D;;FA;;;WD)(A;;FA;;;SY)",
            "D:P",
        ] {
            assert!(!lets_others_in(closed, own), "{closed}");
        }
        for open in [
            "D:PAI(A;OICI;FA;;;SY)(A;OICI;0x1200a9;;;WD)",
            "D:P(A;;FA;;;SY)(A;;FA;;;S-1-5-21-8)",
            "D:P(XA;;FA;;;BU;(Member_of {SID(BA)}))",
            "D:NO_ACCESS_CONTROL",
            "D:P(A;broken)",
        ] {
            assert!(lets_others_in(open, own), "{open}");
        }
    }

    #[test]
    fn a_list_names_the_system_the_administrators_and_who_else_it_is_for() {
        let both = "D:P(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)";
        assert_eq!(text_for(INHERITED, "FA", None, None), both);
        assert_eq!(
            text_for(INHERITED, "FA", Some("S-1-5-21-7"), Some("S-1-5-21-8")),
            format!("{both}(A;OICI;FA;;;S-1-5-21-7)(A;OICI;0x1200a9;;;S-1-5-21-8)")
        );
        assert_eq!(text_for("", "GA", Some(""), None), "D:P(A;;GA;;;SY)(A;;GA;;;BA)");
    }

    #[test]
    fn windows_understands_the_lists() {
        for list in [
            AccessList::of_private_folder(),
            AccessList::of_shared_folder("S-1-5-21-1-2-3-1001"),
            AccessList::of_private_object(),
        ] {
            let list = list.unwrap();
            assert!(!list.entries().unwrap().is_null());
            assert_eq!(list.attributes().lpSecurityDescriptor, list.descriptor.0);
        }
        assert!(AccessList::parse("D:P(nonsense)").is_err());
    }
}
