//! Tokens: how Windows knows an account that is logged in.

use std::os::windows::io::{AsRawHandle, FromRawHandle, OwnedHandle};
use std::path::PathBuf;

use windows::Win32::Foundation::{HANDLE, HLOCAL, LocalFree};
use windows::Win32::Security::Authorization::ConvertSidToStringSidW;
use windows::Win32::Security::{
    GetTokenInformation, LookupAccountSidW, PSID, SID_NAME_USE, TOKEN_DUPLICATE, TOKEN_QUERY,
    TOKEN_USER, TokenUser,
};
use windows::Win32::System::RemoteDesktop::WTSQueryUserToken;
use windows::Win32::System::Threading::{GetCurrentProcess, OpenProcessToken};
use windows::Win32::UI::Shell::GetUserProfileDirectoryW;
use windows::core::{PWSTR, Result};

use crate::os::windows::api_buffer::ApiBuffer;
use crate::os::windows::wide::until_zero;

/// More than the structure and the longest identifier take.
const USER_BYTES: usize = 256;

/// More letters than the name of an account or a domain has.
const NAME_LETTERS: usize = 512;

/// More letters than most paths have; the agent does without a longer one.
const PATH_LETTERS: usize = 2048;

/// The token of an account.
#[derive(Debug)]
pub struct Token(OwnedHandle);

/// Whose token it is.
#[derive(Debug, PartialEq)]
pub struct TokenOwner {
    /// The account's security identifier as text: `S-1-5-18`.
    pub sid: String,
    /// Empty when no server knows the account now.
    pub domain: String,
    pub name: String,
}

impl Token {
    /// The token of this process.
    #[expect(unsafe_code, reason = "Windows returns a handle")]
    pub fn own() -> Result<Self> {
        let mut handle = HANDLE::default();
        // SAFETY: the pointer is valid, and the handle that comes back is ours alone.
        unsafe {
            OpenProcessToken(GetCurrentProcess(), TOKEN_QUERY | TOKEN_DUPLICATE, &mut handle)?;
            Ok(Self(OwnedHandle::from_raw_handle(handle.0)))
        }
    }

    /// The token of the user of a session; only LocalSystem gets it.
    #[expect(unsafe_code, reason = "Windows returns a handle")]
    pub fn of_session(session: u32) -> Result<Self> {
        let mut handle = HANDLE::default();
        // SAFETY: the pointer is valid, and the handle that comes back is ours alone.
        unsafe {
            WTSQueryUserToken(session, &mut handle)?;
            Ok(Self(OwnedHandle::from_raw_handle(handle.0)))
        }
    }

    /// For functions of Windows, as long as this lives.
    pub fn handle(&self) -> HANDLE {
        HANDLE(self.0.as_raw_handle())
    }

    /// Whose token it is.
    #[expect(unsafe_code, reason = "Windows fills a buffer with a structure")]
    pub fn owner(&self) -> Result<TokenOwner> {
        let mut buffer = ApiBuffer::new(USER_BYTES);
        let (size, mut used) = (buffer.size(), 0);
        let pointer = Some(buffer.as_mut_ptr());
        // SAFETY: the buffer has the size that is passed.
        unsafe { GetTokenInformation(self.handle(), TokenUser, pointer, size, &mut used)? };
        // SAFETY: numbers and pointers only.
        let users = unsafe { buffer.items::<TOKEN_USER>(1) };
        let sid = users[0].User.Sid;
        let (domain, name) = name_of(sid).unwrap_or_default();
        Ok(TokenOwner { sid: sid_text(sid)?, domain, name })
    }

    /// The folder of the account; none when it never had one.
    #[expect(unsafe_code, reason = "Windows fills a buffer with a text")]
    pub fn profile(&self) -> Option<PathBuf> {
        let mut path = vec![0; PATH_LETTERS];
        let mut length = u32::try_from(path.len()).ok()?;
        let buffer = Some(PWSTR(path.as_mut_ptr()));
        // SAFETY: the buffer has the length that is passed.
        unsafe { GetUserProfileDirectoryW(self.handle(), buffer, &mut length).ok()? };
        Some(PathBuf::from(until_zero(&path))).filter(|path| path.is_absolute())
    }
}

/// A security identifier as text.
#[expect(unsafe_code, reason = "Windows returns a text that has to be freed")]
pub fn sid_text(sid: PSID) -> Result<String> {
    let mut text = PWSTR::null();
    // SAFETY: the identifier is in a buffer that lives longer; the text is freed once, by
    // the function its documentation names.
    unsafe {
        ConvertSidToStringSidW(sid, &mut text)?;
        let copy = text.to_string();
        LocalFree(Some(HLOCAL(text.0.cast())));
        Ok(copy?)
    }
}

/// The domain and the name of an account; none when nobody knows it.
#[expect(unsafe_code, reason = "Windows fills two buffers with texts")]
fn name_of(sid: PSID) -> Option<(String, String)> {
    let (mut name, mut domain) = ([0; NAME_LETTERS], [0; NAME_LETTERS]);
    let mut name_length = u32::try_from(name.len()).ok()?;
    let mut domain_length = u32::try_from(domain.len()).ok()?;
    let (name_buffer, domain_buffer) = (PWSTR(name.as_mut_ptr()), PWSTR(domain.as_mut_ptr()));
    let mut kind = SID_NAME_USE::default();
    // SAFETY: both buffers have the lengths that are passed, and the identifier is in a
    // buffer that lives longer.
    unsafe {
        LookupAccountSidW(
            None,
            sid,
            Some(name_buffer),
            &mut name_length,
            Some(domain_buffer),
            &mut domain_length,
            &mut kind,
        )
        .ok()?;
    }
    let text = |units: &[u16]| until_zero(units).to_string_lossy().into_owned();
    Some((text(&domain), text(&name)))
}

#[cfg(test)]
mod tests {
    use windows::Win32::Foundation::WIN32_ERROR;

    use super::*;

    #[test]
    fn the_own_token_says_who_the_agent_is() {
        let token = Token::own().unwrap();
        let owner = token.owner().unwrap();
        assert!(owner.sid.starts_with("S-1-5-"), "{owner:?}");
        assert!(!owner.name.is_empty());
        assert_eq!(Token::own().unwrap().owner().unwrap(), owner);
        assert!(token.profile().is_none_or(|path| path.is_absolute()));
    }

    #[test]
    fn a_session_that_is_not_there_has_no_token() {
        match Token::of_session(0x7fff_fff0) {
            Err(error) => assert_ne!(error, WIN32_ERROR(0).into()),
            // Wine takes every session for the own one.
            Ok(token) => assert_eq!(token.owner(), Token::own().unwrap().owner()),
        }
    }
}
