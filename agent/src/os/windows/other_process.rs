//! Another process of this machine, known by its number: waits for its end.

use std::io;
use std::os::windows::io::{AsRawHandle, FromRawHandle, OwnedHandle};
use std::time::Duration;

use windows::Win32::Foundation::{ERROR_INVALID_PARAMETER, FILETIME, HANDLE, WAIT_OBJECT_0};
use windows::Win32::System::Threading::{
    GetCurrentProcess, GetProcessTimes, OpenProcess, PROCESS_QUERY_LIMITED_INFORMATION,
    PROCESS_SYNCHRONIZE, PROCESS_TERMINATE, TerminateProcess, WaitForSingleObject,
};

/// Its number is not given to another process while this value lives.
#[derive(Debug)]
pub struct OtherProcess(OwnedHandle);

impl OtherProcess {
    /// Opens a process; none when there is none with this number.
    #[expect(unsafe_code, reason = "processes are opened through Windows")]
    pub fn open(id: u32) -> io::Result<Option<Self>> {
        let rights = PROCESS_SYNCHRONIZE | PROCESS_TERMINATE | PROCESS_QUERY_LIMITED_INFORMATION;
        // SAFETY: only numbers are passed.
        match unsafe { OpenProcess(rights, false, id) } {
            // SAFETY: the handle is valid, and nobody else closes it.
            Ok(handle) => Ok(Some(Self(unsafe { OwnedHandle::from_raw_handle(handle.0) }))),
            Err(error) if error.code() == ERROR_INVALID_PARAMETER.to_hresult() => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Opens a process that was there before this one; none when it has ended, also if
    /// its number has been given to a later one.
    pub fn open_earlier(id: u32) -> io::Result<Option<Self>> {
        let Some(process) = Self::open(id)? else { return Ok(None) };
        let began = started_at(process.handle())?;
        Ok((began <= started_at(own_handle())?).then_some(process))
    }

    /// Waits for its end; whether it has ended.
    #[expect(unsafe_code, reason = "processes are waited for through Windows")]
    pub fn ends_within(&self, limit: Duration) -> bool {
        // Less than "for ever", which would be the highest number.
        let limit = u32::try_from(limit.as_millis()).unwrap_or(u32::MAX).min(u32::MAX - 1);
        // SAFETY: the handle is open as long as this value lives.
        unsafe { WaitForSingleObject(self.handle(), limit) == WAIT_OBJECT_0 }
    }

    /// Ends it without asking.
    #[expect(unsafe_code, reason = "processes are ended through Windows")]
    pub fn terminate(&self) -> io::Result<()> {
        // SAFETY: the handle is open as long as this value lives.
        unsafe { TerminateProcess(self.handle(), 1) }.map_err(io::Error::from)
    }

    fn handle(&self) -> HANDLE {
        HANDLE(self.0.as_raw_handle())
    }
}

#[expect(unsafe_code, reason = "Windows hands out a process's own handle")]
fn own_handle() -> HANDLE {
    // SAFETY: the handle is always valid and need not be closed.
    unsafe { GetCurrentProcess() }
}

/// When a process was started, in tenths of microseconds.
#[expect(unsafe_code, reason = "Windows fills in the times")]
fn started_at(process: HANDLE) -> io::Result<u64> {
    let [mut began, mut ended, mut kernel, mut user] = [FILETIME::default(); 4];
    // SAFETY: the handle is open, and the four times live until the call returns.
    unsafe { GetProcessTimes(process, &mut began, &mut ended, &mut kernel, &mut user)? };
    Ok(u64::from(began.dwHighDateTime) << 32 | u64::from(began.dwLowDateTime))
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "each test ends its own")]
mod tests {
    use std::process::{Command, Stdio};

    use super::*;

    #[test]
    fn the_end_of_a_process_is_seen_and_brought_about() {
        let mut child = Command::new("cmd")
            .args(["/d", "/c", "set /p line="])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let process = OtherProcess::open(child.id()).unwrap().unwrap();
        assert!(!process.ends_within(Duration::ZERO));
        process.terminate().unwrap();
        assert!(process.ends_within(Duration::from_secs(20)));
        assert_eq!(child.wait().unwrap().code(), Some(1));
    }

    #[test]
    fn a_process_that_began_later_is_not_an_earlier_one() {
        let mut child = Command::new("cmd")
            .args(["/d", "/c", "set /p line="])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        assert!(OtherProcess::open_earlier(child.id()).unwrap().is_none());
        assert!(OtherProcess::open_earlier(std::process::id()).unwrap().is_some());
        child.kill().unwrap();
        child.wait().unwrap();
    }
}
