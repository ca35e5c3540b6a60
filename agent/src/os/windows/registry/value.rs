//! The values of a key, byte for byte.
//!
//! Through the system's own functions: winreg refuses types that it has no name
//! for, and its list of values has no room for long names.

use std::ffi::{OsStr, OsString};
use std::io;
use std::os::windows::ffi::OsStringExt;

use muster_protocol::MAX_REGISTRY_VALUE_NAME;
use windows::Win32::Foundation::{
    ERROR_FILE_NOT_FOUND, ERROR_MORE_DATA, ERROR_NO_MORE_ITEMS, ERROR_SUCCESS,
};
use windows::Win32::System::Registry::{
    REG_VALUE_TYPE, RegEnumValueW, RegQueryValueExW, RegSetValueExW,
};
use windows::core::{PCWSTR, PWSTR};
use winreg::RegKey;

use super::data::Stored;
use super::handle::{check, handle};
use crate::os::windows::wide::zero_ended;

/// More values than any real key has.
const MAX_VALUES: usize = 500_000;

/// The largest value that is read at all: larger ones are in no registry that works.
pub const MAX_READ_BYTES: usize = 16 * 1024 * 1024;

/// A value without its data.
#[derive(Debug)]
pub struct Entry {
    pub name: OsString,
    pub kind: u32,
    pub size: usize,
}

/// All values of a key, in the order of the system.
pub fn list(key: &RegKey) -> io::Result<Vec<Entry>> {
    let mut buffer = vec![0; MAX_REGISTRY_VALUE_NAME + 1];
    let mut found = Vec::new();
    while let Some(entry) = entry(key, found.len() as u32, &mut buffer)? {
        if found.len() == MAX_VALUES {
            return Err(io::Error::other(format!("it has more than {MAX_VALUES} values")));
        }
        found.push(entry);
    }
    Ok(found)
}

/// A value by its position; none after the last one.
#[expect(unsafe_code, reason = "winreg has no room for long names")]
fn entry(key: &RegKey, index: u32, buffer: &mut [u16]) -> io::Result<Option<Entry>> {
    let (mut length, mut kind, mut size) = (buffer.len() as u32, 0, 0);
    // SAFETY: `length` is the size of the buffer for the name; the other pointers are
    // to variables that outlive the call.
    let code = unsafe {
        RegEnumValueW(
            handle(key),
            index,
            Some(PWSTR(buffer.as_mut_ptr())),
            &mut length,
            None,
            Some(&mut kind),
            None,
            Some(&mut size),
        )
    };
    if code == ERROR_NO_MORE_ITEMS {
        return Ok(None);
    }
    check(code)?;
    let name = OsString::from_wide(&buffer[..(length as usize).min(buffer.len())]);
    Ok(Some(Entry { name, kind, size: size as usize }))
}

/// One value; none when the key has no such one.
#[expect(unsafe_code, reason = "winreg refuses types without a name")]
pub fn read(key: &RegKey, name: &OsStr) -> io::Result<Option<Stored>> {
    let name = zero_ended(name)?;
    let mut bytes = vec![0_u8; 4096];
    // Others may write a longer one in between, but not forever.
    for _ in 0..8 {
        let (mut kind, mut length) = (REG_VALUE_TYPE(0), bytes.len() as u32);
        // SAFETY: the name ends with a zero, and `length` is the size of the buffer.
        let code = unsafe {
            RegQueryValueExW(
                handle(key),
                PCWSTR(name.as_ptr()),
                None,
                Some(&mut kind),
                Some(bytes.as_mut_ptr()),
                Some(&mut length),
            )
        };
        match code {
            ERROR_SUCCESS => {
                bytes.truncate(length as usize);
                return Ok(Some(Stored { kind: kind.0, bytes }));
            }
            ERROR_MORE_DATA if length as usize > MAX_READ_BYTES => {
                return Err(io::Error::other(format!("a value has {length} bytes")));
            }
            ERROR_MORE_DATA => bytes.resize((length as usize).max(bytes.len() * 2), 0),
            ERROR_FILE_NOT_FOUND => return Ok(None),
            code => check(code)?,
        }
    }
    Err(io::Error::other("a value grows all the time"))
}

/// Writes a value, in place of one of that name.
#[expect(unsafe_code, reason = "winreg refuses types without a name")]
pub fn write(key: &RegKey, name: &OsStr, stored: &Stored) -> io::Result<()> {
    let name = zero_ended(name)?;
    // After text that does not end with a zero, Windows looks at the bytes behind the
    // data, and stores them too when they are zero. Here are bytes it may look at,
    // and they are not.
    let padded = [stored.bytes.as_slice(), &[0xff; 4]].concat();
    let data = &padded[..stored.bytes.len()];
    let kind = REG_VALUE_TYPE(stored.kind);
    // SAFETY: the name ends with a zero, the data is passed with its length, and the
    // function keeps neither.
    check(unsafe { RegSetValueExW(handle(key), PCWSTR(name.as_ptr()), None, kind, Some(data)) })
}
