//! Removes a program while it runs: a copy of it does that, and goes as well.

use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions};
use std::io;
use std::os::windows::fs::OpenOptionsExt;
use std::os::windows::io::AsRawHandle;
use std::path::{Path, PathBuf};

use windows::Win32::Foundation::{HANDLE, HANDLE_FLAG_INHERIT, SetHandleInformation};
use windows::Win32::Storage::FileSystem::{
    DELETE, FILE_FLAG_DELETE_ON_CLOSE, FILE_SHARE_DELETE, FILE_SHARE_READ,
    MOVEFILE_DELAY_UNTIL_REBOOT, MoveFileExW,
};
use windows::core::PCWSTR;

use super::task::{Removal, Task};
use crate::os::windows::detached::start_detached;
use crate::os::windows::wide::zero_ended;

/// Removes a program now, or a moment after this process. Returns a sentence when that
/// has to wait for the next start of Windows.
pub fn remove(program: &Path) -> io::Result<Option<String>> {
    let refusal = match fs::remove_file(program) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => error,
        _ => return Ok(None),
    };
    if !is_own(program) {
        return Err(refusal);
    }
    let Err(error) = leave_to_copy(program) else { return Ok(None) };
    tracing::warn!(%error, "no helper can be started that removes the program");
    remove_at_restart(program)?;
    Ok(Some(format!("{} is removed when Windows starts again", program.display())))
}

/// Has Windows remove a file at its next start.
#[expect(unsafe_code, reason = "the standard library does not offer it")]
pub fn remove_at_restart(path: &Path) -> io::Result<()> {
    let path = zero_ended(path)?;
    let path = PCWSTR(path.as_ptr());
    // SAFETY: the path ends with a zero and lives until the call returns.
    unsafe { MoveFileExW(path, PCWSTR::null(), MOVEFILE_DELAY_UNTIL_REBOOT) }?;
    Ok(())
}

fn is_own(program: &Path) -> bool {
    let own = std::env::current_exe().and_then(fs::canonicalize);
    own.ok().is_some_and(|own| fs::canonicalize(program).is_ok_and(|path| path == own))
}

/// Starts a copy beside the program, where only administrators may write. It lives as
/// long as it runs: the copy holds the handle that lets Windows remove it.
fn leave_to_copy(program: &Path) -> io::Result<()> {
    let copy = copy_beside(program);
    let _ = fs::remove_file(&copy);
    fs::copy(program, &copy)?;
    let until_closed = match hold_until_closed(&copy) {
        Ok(file) => file,
        Err(error) => {
            let _ = fs::remove_file(&copy);
            return Err(error);
        }
    };
    let removal = Removal { after: std::process::id(), program: program.to_owned() };
    start_detached(&copy, &Task::Remove(removal).to_arguments())?;
    // Open until the copy has started, and from there on in the copy.
    drop(until_closed);
    Ok(())
}

fn copy_beside(program: &Path) -> PathBuf {
    let name = program.file_stem().unwrap_or(OsStr::new("muster-agent"));
    let mut name = name.to_owned();
    name.push("-removal.exe");
    program.with_file_name(name)
}

/// Opens a file so that it is removed when the last handle is closed, here or in a
/// process that inherits this one.
#[expect(unsafe_code, reason = "Windows decides by a flag what is inherited")]
fn hold_until_closed(path: &Path) -> io::Result<File> {
    let file = OpenOptions::new()
        .access_mode(DELETE.0)
        .share_mode((FILE_SHARE_READ | FILE_SHARE_DELETE).0)
        .custom_flags(FILE_FLAG_DELETE_ON_CLOSE.0)
        .open(path)?;
    let handle = HANDLE(file.as_raw_handle());
    // SAFETY: the handle is open as long as the file lives.
    unsafe { SetHandleInformation(handle, HANDLE_FLAG_INHERIT.0, HANDLE_FLAG_INHERIT) }?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_does_not_run_is_removed_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("muster-agent.exe");
        fs::write(&program, "x").unwrap();
        assert_eq!(remove(&program).unwrap(), None);
        assert!(!program.exists());
        // Somebody was faster.
        assert_eq!(remove(&program).unwrap(), None);
    }

    #[test]
    fn a_file_that_another_program_keeps_is_not_reported_as_removed() {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("muster-agent.exe");
        fs::write(&program, "x").unwrap();
        let kept = OpenOptions::new().read(true).share_mode(FILE_SHARE_READ.0).open(&program);
        let kept = kept.unwrap();
        remove(&program).unwrap_err();
        assert!(program.exists());
        drop(kept);
    }

    #[test]
    fn a_copy_goes_with_its_last_handle() {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("muster-agent.exe");
        let copy = copy_beside(&program);
        assert_eq!(copy, folder.path().join("muster-agent-removal.exe"));
        fs::write(&copy, "x").unwrap();
        drop(hold_until_closed(&copy).unwrap());
        assert!(!copy.exists());
    }
}
