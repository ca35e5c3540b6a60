//! Opening keys, and what Windows says when it does not.

use std::ffi::{OsStr, OsString};
use std::fmt::Display;
use std::io;

use windows::Win32::Foundation::{
    ERROR_ACCESS_DENIED, ERROR_FILE_NOT_FOUND, ERROR_KEY_DELETED, ERROR_PATH_NOT_FOUND, WIN32_ERROR,
};
use windows::Win32::System::Registry::REG_LINK;
use winreg::enums::{KEY_WOW64_64KEY, REG_OPTION_OPEN_LINK};
use winreg::{HKCC, HKCR, HKCU, HKLM, HKU, RegKey};

use super::path::{Hive, KeyPath};
use super::value;
use crate::os::Problem;

/// The view that 64-bit programs have: asked for at every opening.
pub const VIEW: u32 = KEY_WOW64_64KEY;

/// Windows' own name for every right that there is, if there is any.
const MAXIMUM_ALLOWED: u32 = 0x0200_0000;

/// More subkeys than any real key has.
const MAX_SUBKEYS: usize = 500_000;

/// How many levels Windows goes down in one call.
const LEVELS_AT_ONCE: usize = 30;

/// Opens a key, through links.
pub fn open(path: &KeyPath, access: u32) -> io::Result<RegKey> {
    open_below(root(path.hive), path.names(), 0, access)
}

/// Opens a key; the link itself if it is one.
pub fn open_itself(path: &KeyPath, access: u32) -> io::Result<RegKey> {
    open_below(root(path.hive), path.names(), REG_OPTION_OPEN_LINK, access)
}

/// Opens a key for nothing but to use what is in it, whatever the agent may do there.
pub fn open_parent(path: &KeyPath) -> io::Result<RegKey> {
    open(path, MAXIMUM_ALLOWED)
}

/// Opens a key within another; the link itself if it is one.
pub fn open_child(key: &RegKey, name: &OsStr, access: u32) -> io::Result<RegKey> {
    key.open_subkey_with_options_flags(name, REG_OPTION_OPEN_LINK, access | VIEW)
}

fn open_below(key: &RegKey, names: &[String], options: u32, access: u32) -> io::Result<RegKey> {
    if names.len() <= LEVELS_AT_ONCE {
        return key.open_subkey_with_options_flags(names.join("\\"), options, access | VIEW);
    }
    let (first, rest) = names.split_at(LEVELS_AT_ONCE);
    let between = key.open_subkey_with_flags(first.join("\\"), MAXIMUM_ALLOWED | VIEW)?;
    open_below(&between, rest, options, access)
}

fn root(hive: Hive) -> &'static RegKey {
    match hive {
        Hive::ClassesRoot => HKCR,
        Hive::CurrentConfig => HKCC,
        Hive::CurrentUser => HKCU,
        Hive::LocalMachine => HKLM,
        Hive::Users => HKU,
    }
}

/// The names of all subkeys, as the system has them.
pub fn subkey_names(key: &RegKey) -> io::Result<Vec<OsString>> {
    let names: Vec<OsString> =
        key.enum_keys_os_string().take(MAX_SUBKEYS + 1).collect::<io::Result<_>>()?;
    if names.len() > MAX_SUBKEYS {
        return Err(io::Error::other(format!("it has more than {MAX_SUBKEYS} subkeys")));
    }
    Ok(names)
}

/// Whether a key that was opened itself only leads to another one.
pub fn is_link(key: &RegKey) -> io::Result<bool> {
    let target = value::read(key, "SymbolicLinkValue".as_ref())?;
    Ok(target.is_some_and(|target| target.kind == REG_LINK.0))
}

/// Whether there is no such key or value.
pub fn is_missing(error: &io::Error) -> bool {
    is(error, ERROR_FILE_NOT_FOUND) || is(error, ERROR_PATH_NOT_FOUND)
}

pub fn is_denied(error: &io::Error) -> bool {
    is(error, ERROR_ACCESS_DENIED)
}

/// Why something could not be done with a key, in a sentence that names the key.
pub fn problem(error: &io::Error, verb: &str, key: &dyn Display) -> Problem {
    Problem::failed(match () {
        () if is_missing(error) => format!("there is no key {key}"),
        () if is_denied(error) => format!("Windows does not let the agent {verb} {key}: no access"),
        () if is(error, ERROR_KEY_DELETED) => format!("{key} was deleted in the meantime"),
        () => format!("cannot {verb} {key}: {error}"),
    })
}

fn is(error: &io::Error, code: WIN32_ERROR) -> bool {
    error.raw_os_error() == Some(code.0.cast_signed())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_of_windows_becomes_a_sentence_that_names_the_key() {
        let path = KeyPath::parse_key("HKLM\\SECURITY\\Policy").unwrap();
        let sentence =
            |code| problem(&io::Error::from_raw_os_error(code), "read", &path).to_string();
        let name = "Computer\\HKEY_LOCAL_MACHINE\\SECURITY\\Policy";
        assert_eq!(sentence(2), format!("there is no key {name}"));
        assert_eq!(sentence(3), format!("there is no key {name}"));
        assert_eq!(sentence(5), format!("Windows does not let the agent read {name}: no access"));
        assert_eq!(sentence(1018), format!("{name} was deleted in the meantime"));
        assert!(sentence(1021).starts_with(&format!("cannot read {name}: ")));
    }

    #[test]
    fn links_of_the_system_are_recognised() {
        let is_link = |path: &str| {
            let path = KeyPath::parse_key(path).unwrap();
            open_itself(&path, winreg::enums::KEY_READ).and_then(|key| is_link(&key))
        };
        // Real Windows has the first, Wine the second.
        let links = ["HKLM\\SYSTEM\\CurrentControlSet", "HKLM\\SOFTWARE\\Wow6432Node\\Classes"];
        assert!(links.iter().any(|path| is_link(path).unwrap_or(false)));
        assert!(!is_link("HKLM\\SOFTWARE\\Microsoft").unwrap());
    }
}
