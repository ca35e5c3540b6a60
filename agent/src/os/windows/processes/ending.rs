//! The end of a process.

use std::time::Duration;

use windows::Wdk::System::Threading::{NtQueryInformationProcess, ProcessBreakOnTermination};
use windows::Win32::Foundation::{
    ERROR_ACCESS_DENIED, ERROR_INVALID_PARAMETER, NTSTATUS, STATUS_INVALID_INFO_CLASS,
    STATUS_NOT_IMPLEMENTED, WAIT_OBJECT_0,
};
use windows::Win32::System::Threading::{
    GetProcessId, PROCESS_NAME_WIN32, PROCESS_QUERY_LIMITED_INFORMATION, PROCESS_SYNCHRONIZE,
    PROCESS_TERMINATE, QueryFullProcessImageNameW, TerminateProcess, WaitForSingleObject,
};
use windows::core::{Error, PWSTR};

use super::closing::close_windows;
use super::details::OpenedProcess;
use crate::os::windows::system_error::{code_of, text_of};
use crate::os::{Problem, refusals};

/// How long a process may take to end by itself when asked.
const CLOSE_LIMIT: Duration = Duration::from_secs(2);

/// How long Windows may take to end it.
const END_LIMIT: Duration = Duration::from_secs(2);

/// The return code of a process that was ended, as `taskkill` has it.
const EXIT_CODE: u32 = 1;

/// The process that has no program and the kernel itself.
const KERNEL: [u32; 2] = [0, 4];

/// The longest path there is.
const MAX_PATH_LETTERS: usize = 32 * 1024;

/// A process that may be ended. It is open, so its number cannot become another's.
struct Target {
    pid: u32,
    process: OpenedProcess,
}

/// Asks a process to close, and leaves it at that.
pub fn ask(pid: u32) -> Result<(), Problem> {
    let target = Target::find(pid)?;
    match close_windows(pid) {
        0 => Err(Problem::failed(format!(
            "{target} has no window that the agent can ask to close; it can only be ended"
        ))),
        _ => Ok(()),
    }
}

/// Ends a process: first with a request if it has windows, then with force.
pub fn end(pid: u32) -> Result<(), Problem> {
    let target = Target::find(pid)?;
    // Windows may refuse, and the windows should then be left alone.
    let killer = OpenedProcess::open_for(pid, PROCESS_TERMINATE);
    let killer = killer.map_err(|error| target.cannot_be_ended(&error))?;
    if close_windows(pid) > 0 && target.is_gone_within(CLOSE_LIMIT) {
        return Ok(());
    }
    let ended = terminate(&killer);
    if target.is_gone_within(END_LIMIT) {
        return Ok(());
    }
    match ended {
        Err(error) => Err(target.cannot_be_ended(&error)),
        Ok(()) => Err(Problem::failed(format!("{target} does not end: a driver holds it"))),
    }
}

impl Target {
    /// A process that may be ended: neither the agent nor what Windows hangs on.
    fn find(pid: u32) -> Result<Self, Problem> {
        if pid == std::process::id() {
            return Err(refusals::own_process());
        }
        if KERNEL.contains(&pid) {
            return Err(refusals::process_not_to_end(pid));
        }
        let missing = || refusals::no_process(pid);
        let access = PROCESS_QUERY_LIMITED_INFORMATION | PROCESS_SYNCHRONIZE;
        let process =
            OpenedProcess::open_for(pid, access).map_err(|error| match code_of(&error) {
                Some(ERROR_INVALID_PARAMETER) => missing(),
                _ => refused(&format!("process {pid}"), &error),
            })?;
        let target = Self { pid, process };
        // Windows takes the next higher numbers for this process too; and what has ended
        // may still be held open by another program.
        if target.real_pid() != pid || target.is_gone_within(Duration::ZERO) {
            return Err(missing());
        }
        if is_critical(&target.process)? {
            let reason = format!("{target} is not ended: Windows would stop with it");
            return Err(Problem::failed(reason));
        }
        Ok(target)
    }

    #[expect(unsafe_code, reason = "a function of Windows")]
    fn real_pid(&self) -> u32 {
        // SAFETY: the handle is open.
        unsafe { GetProcessId(self.process.handle()) }
    }

    #[expect(unsafe_code, reason = "a function of Windows")]
    fn is_gone_within(&self, limit: Duration) -> bool {
        let limit = u32::try_from(limit.as_millis()).unwrap_or(0);
        // SAFETY: the handle is open.
        unsafe { WaitForSingleObject(self.process.handle(), limit) == WAIT_OBJECT_0 }
    }

    fn cannot_be_ended(&self, error: &Error) -> Problem {
        refused(&self.to_string(), error)
    }
}

impl std::fmt::Display for Target {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "process {}", self.pid)?;
        match program_name(&self.process) {
            Some(name) => write!(f, " ({name})"),
            None => Ok(()),
        }
    }
}

fn refused(process: &str, error: &Error) -> Problem {
    let reason = match code_of(error) {
        Some(ERROR_ACCESS_DENIED) => "Windows protects it, or the agent may not do that".to_owned(),
        _ => text_of(error),
    };
    Problem::failed(format!("{process} cannot be ended: {reason}"))
}

#[expect(unsafe_code, reason = "a function of Windows")]
fn terminate(process: &OpenedProcess) -> windows::core::Result<()> {
    // SAFETY: the handle is open.
    unsafe { TerminateProcess(process.handle(), EXIT_CODE) }
}

/// Whether Windows shows a blue screen and restarts when the process ends.
#[expect(unsafe_code, reason = "a function of Windows")]
fn is_critical(process: &OpenedProcess) -> Result<bool, Problem> {
    let (mut flag, mut needed, size) = (0_u32, 0, size_of::<u32>() as u32);
    let memory = std::ptr::from_mut(&mut flag).cast();
    let class = ProcessBreakOnTermination;
    // SAFETY: the memory is as long as the size says.
    let status =
        unsafe { NtQueryInformationProcess(process.handle(), class, memory, size, &mut needed) };
    decide_critical(status, flag)
}

/// Only a system that knows no such flag is trusted without it.
fn decide_critical(status: NTSTATUS, flag: u32) -> Result<bool, Problem> {
    match status {
        STATUS_INVALID_INFO_CLASS | STATUS_NOT_IMPLEMENTED => Ok(false),
        status if status.is_ok() => Ok(flag != 0),
        status => Err(Problem::failed(format!(
            "the process is not ended: Windows does not say whether it needs it ({:#010x})",
            status.0
        ))),
    }
}

#[expect(unsafe_code, reason = "a function of Windows")]
fn program_name(process: &OpenedProcess) -> Option<String> {
    let mut path = vec![0; MAX_PATH_LETTERS];
    let mut length = u32::try_from(path.len()).ok()?;
    let pointer = PWSTR(path.as_mut_ptr());
    // SAFETY: Windows writes no more letters than the length says, and sets it to how many
    // there are.
    unsafe {
        let (handle, form) = (process.handle(), PROCESS_NAME_WIN32);
        QueryFullProcessImageNameW(handle, form, pointer, &mut length).ok()?;
    }
    let path = String::from_utf16_lossy(path.get(..usize::try_from(length).ok()?)?);
    path.rsplit('\\').next().map(str::to_owned).filter(|name| !name.is_empty())
}

#[cfg(test)]
#[path = "ending_tests.rs"]
mod tests;
