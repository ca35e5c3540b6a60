//! Renaming keys.

use std::ffi::OsStr;
use std::io;

use muster_protocol::{RenameRegistryKey, RenamedRegistryKey};
use windows::Win32::Foundation::{
    ERROR_CALL_NOT_IMPLEMENTED, ERROR_INVALID_FUNCTION, ERROR_NOT_SUPPORTED, WIN32_ERROR,
};
use windows::Win32::System::LibraryLoader::{GetModuleHandleW, GetProcAddress};
use windows::Win32::System::Registry::HKEY;
use windows::core::{PCWSTR, s, w};
use winreg::RegKey;
use winreg::enums::{KEY_QUERY_VALUE, KEY_READ, KEY_WRITE};

use super::copy::move_by_copying;
use super::handle::{check, handle};
use super::key::{self, VIEW};
use super::names::same_name;
use super::path::KeyPath;
use crate::os::Problem;
use crate::os::windows::wide::zero_ended;

/// Renames a key within the key it is in. Nothing has the new name before, but for the
/// key itself, in another case.
pub fn rename_key(request: &RenameRegistryKey) -> Result<RenamedRegistryKey, Problem> {
    let old = KeyPath::parse_key(&request.path)?;
    let new = KeyPath::parse_key(&request.new_path)?;
    let (parent, old_name) = old.split("renamed")?;
    let (new_parent, new_name) = new.split("renamed")?;
    if !parent.is_same(&new_parent) {
        let reason = format!("{new} is elsewhere: a key can be renamed, but stays in {parent}");
        return Err(Problem::failed(reason));
    }
    let failed = |error: io::Error| key::problem(&error, "rename", &old);
    let is_link = key::open_itself(&old, KEY_READ).and_then(|key| key::is_link(&key));
    if is_link.map_err(failed)? {
        let reason = format!("{old} is a link to another key: the agent leaves it as it is");
        return Err(Problem::failed(reason));
    }
    let folder = Folder {
        key: key::open(&parent, KEY_READ | KEY_WRITE).map_err(failed)?,
        path: parent.to_string(),
    };
    if same_name(old_name.as_ref(), new_name.as_ref()) {
        folder.rename_case(old_name, new_name)?;
    } else if folder.has(new_name)? {
        return Err(Problem::failed(format!("the key {new} exists already")));
    } else {
        folder.rename(old_name, new_name)?;
    }
    Ok(RenamedRegistryKey { old_path: old.to_string(), new_path: new.to_string() })
}

/// The key in which one is renamed.
struct Folder {
    key: RegKey,
    path: String,
}

impl Folder {
    fn has(&self, name: &str) -> Result<bool, Problem> {
        match self.key.open_subkey_with_flags(name, KEY_QUERY_VALUE | VIEW) {
            Ok(_) => Ok(true),
            Err(error) if key::is_missing(&error) => Ok(false),
            Err(error) if key::is_denied(&error) => Ok(true),
            Err(error) => Err(key::problem(&error, "look for", &format!("{}\\{name}", self.path))),
        }
    }

    fn rename(&self, from: &str, to: &str) -> Result<(), Problem> {
        match rename_in_place(&self.key, from.as_ref(), to.as_ref()) {
            Ok(true) => Ok(()),
            Ok(false) => move_by_copying(&self.key, &self.path, from.as_ref(), to.as_ref()),
            Err(error) => Err(key::problem(&error, "rename", &format!("{}\\{from}", self.path))),
        }
    }

    /// Renames by way of a third name: to Windows, the new one exists already.
    fn rename_case(&self, from: &str, to: &str) -> Result<(), Problem> {
        let between = self.free_name()?;
        self.rename(from, &between)?;
        let Err(problem) = self.rename(&between, to) else { return Ok(()) };
        match self.rename(&between, from) {
            Ok(()) => Err(problem),
            Err(_) => {
                let reason = format!("{problem}; the key is called {between} now");
                Err(Problem::failed(reason))
            }
        }
    }

    fn free_name(&self) -> Result<String, Problem> {
        for number in 1..100 {
            let name = format!("Muster rename {number}");
            if !self.has(&name)? {
                return Ok(name);
            }
        }
        let reason = format!("renames that were interrupted left keys behind in {}", self.path);
        Err(Problem::failed(reason))
    }
}

type RenameFunction = unsafe extern "system" fn(HKEY, PCWSTR, PCWSTR) -> WIN32_ERROR;

/// Renames through the system itself; false when it cannot.
#[expect(unsafe_code, reason = "winreg does not have this function")]
fn rename_in_place(parent: &RegKey, from: &OsStr, to: &OsStr) -> io::Result<bool> {
    let Some(function) = find_function() else { return Ok(false) };
    let (from, to) = (zero_ended(from)?, zero_ended(to)?);
    // SAFETY: the handle is open, and both names end with a zero.
    match unsafe { function(handle(parent), PCWSTR(from.as_ptr()), PCWSTR(to.as_ptr())) } {
        ERROR_CALL_NOT_IMPLEMENTED | ERROR_NOT_SUPPORTED | ERROR_INVALID_FUNCTION => Ok(false),
        code => check(code).map(|()| true),
    }
}

/// Looked for at run time, so that the agent starts where it is missing. Wine 8 has it,
/// and its server crashes some calls later.
#[expect(unsafe_code, reason = "a function that may be missing")]
fn find_function() -> Option<RenameFunction> {
    // SAFETY: every program that uses the registry has both libraries loaded, and they
    // are never unloaded. The function is documented with these types.
    unsafe {
        let system = GetModuleHandleW(w!("ntdll.dll")).ok()?;
        if GetProcAddress(system, s!("wine_get_version")).is_some() {
            return None;
        }
        let library = GetModuleHandleW(w!("advapi32.dll")).ok()?;
        let function = GetProcAddress(library, s!("RegRenameKey"))?;
        Some(std::mem::transmute::<unsafe extern "system" fn() -> isize, RenameFunction>(function))
    }
}
