//! What winreg's keys need for functions that winreg does not have.

use std::io;

use windows::Win32::Foundation::{ERROR_SUCCESS, WIN32_ERROR};
use windows::Win32::System::Registry::HKEY;
use winreg::RegKey;

/// The handle of a key; it is valid as long as the key is.
pub fn handle(key: &RegKey) -> HKEY {
    HKEY(key.raw_handle())
}

/// What the system returned, as winreg says it.
pub fn check(code: WIN32_ERROR) -> io::Result<()> {
    match code {
        ERROR_SUCCESS => Ok(()),
        code => Err(io::Error::from_raw_os_error(code.0.cast_signed())),
    }
}
