//! What a process shows to those that may open it: its account and its command line.

use windows::Wdk::System::Threading::{NtQueryInformationProcess, ProcessCommandLineInformation};
use windows::Win32::Foundation::HANDLE;
use windows::Win32::Security::{
    GetLengthSid, GetTokenInformation, TOKEN_QUERY, TOKEN_USER, TokenUser,
};
use windows::Win32::System::Threading::{
    OpenProcess, OpenProcessToken, PROCESS_ACCESS_RIGHTS, PROCESS_QUERY_LIMITED_INFORMATION,
};
use windows::core::{Owned, Result};

use super::counted_text::counted_text;
use crate::os::windows::api_buffer::ApiBuffer;

/// The longest command line, its zero, and what describes it.
const COMMAND_LINE_BYTES: usize = 2 * 32 * 1024 + 64;

/// An account and what describes it.
const ACCOUNT_BYTES: usize = 256;

/// The longest number of an account.
const MAX_SID_BYTES: usize = 68;

/// A process that is open for a look at it. Its number is no other's as long as it is.
pub struct OpenedProcess(Owned<HANDLE>);

impl OpenedProcess {
    /// Opens a process for a look at it.
    pub fn open(pid: u32) -> Result<Self> {
        Self::open_for(pid, PROCESS_QUERY_LIMITED_INFORMATION)
    }

    #[expect(unsafe_code, reason = "a function of Windows")]
    pub fn open_for(pid: u32, access: PROCESS_ACCESS_RIGHTS) -> Result<Self> {
        // SAFETY: the handle is new and ours.
        unsafe { OpenProcess(access, false, pid).map(|handle| Self(Owned::new(handle))) }
    }

    pub fn handle(&self) -> HANDLE {
        *self.0
    }

    /// The number of the account it runs as (SID); none when it is not shown.
    #[expect(unsafe_code, reason = "functions of Windows")]
    pub fn account(&self) -> Option<Vec<u8>> {
        let mut buffer = ApiBuffer::new(ACCOUNT_BYTES);
        let (size, mut needed) = (buffer.size(), 0);
        let mut token = HANDLE::default();
        // SAFETY: the token is new and ours; Windows writes no further than the size says,
        // and what it writes begins with a pointer to a valid number in the same memory.
        let (sid, length) = unsafe {
            OpenProcessToken(*self.0, TOKEN_QUERY, &mut token).ok()?;
            let token = Owned::new(token);
            let memory = Some(buffer.as_mut_ptr());
            GetTokenInformation(*token, TokenUser, memory, size, &mut needed).ok()?;
            let sid = buffer.items::<TOKEN_USER>(1)[0].User.Sid;
            (sid.0.addr(), GetLengthSid(sid))
        };
        let begin = sid.checked_sub(buffer.bytes().as_ptr().addr())?;
        let length = usize::try_from(length).ok().filter(|length| *length <= MAX_SID_BYTES)?;
        buffer.bytes().get(begin..begin + length).map(<[u8]>::to_vec)
    }

    /// All it was started with; empty when it is not shown. The memory is used again for
    /// the next process.
    #[expect(unsafe_code, reason = "a function of Windows")]
    pub fn command_line(&self, buffer: &mut ApiBuffer) -> String {
        let (memory, size, mut needed) = (buffer.as_mut_ptr(), buffer.size(), 0);
        let class = ProcessCommandLineInformation;
        // SAFETY: Windows writes no further than the size says.
        let status =
            unsafe { NtQueryInformationProcess(*self.0, class, memory, size, &mut needed) };
        match status.is_ok() {
            true => counted_text(buffer.bytes(), buffer.bytes().as_ptr().addr(), 0),
            false => String::new(),
        }
    }
}

/// Memory for a command line.
pub fn command_line_buffer() -> ApiBuffer {
    ApiBuffer::new(COMMAND_LINE_BYTES)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_very_process_shows_its_account() {
        let own = OpenedProcess::open(std::process::id()).unwrap();
        let account = own.account().unwrap();
        // The first byte of every account's number is the version, the second how many
        // parts it has.
        assert_eq!((account[0], account.len()), (1, 8 + 4 * usize::from(account[1])));
        // Wine may not know command lines of others; what it shows is the right one.
        let line = own.command_line(&mut command_line_buffer());
        let program = std::env::current_exe().unwrap();
        let name = program.file_name().unwrap().to_string_lossy().to_lowercase();
        assert!(line.is_empty() || line.to_lowercase().contains(&*name), "{line}");
    }
}
