//! Job objects: no process can leave the one of its run.
//!
//! A job has a name, so that the next agent process can end what a dead one left. The
//! name lasts as long as somebody has the job open; so every process of the run inherits
//! a handle that can do nothing else. Closing the agent's own handle ends nothing: what a
//! command left in the background on purpose lives on.

use std::io;
use std::os::windows::io::{AsRawHandle, FromRawHandle, OwnedHandle};
use std::time::Duration;

use tokio::time::Instant;
use windows::Win32::Foundation::{
    DUPLICATE_HANDLE_OPTIONS, DuplicateHandle, ERROR_ALREADY_EXISTS, GetLastError, HANDLE,
    NO_ERROR, SetLastError,
};
use windows::Win32::Storage::FileSystem::SYNCHRONIZE;
use windows::Win32::System::JobObjects::{
    AssignProcessToJobObject, CreateJobObjectW, JOBOBJECT_BASIC_ACCOUNTING_INFORMATION,
    JobObjectBasicAccountingInformation, OpenJobObjectW, QueryInformationJobObject,
    TerminateJobObject,
};
use windows::Win32::System::SystemServices::{JOB_OBJECT_QUERY, JOB_OBJECT_TERMINATE};
use windows::Win32::System::Threading::GetCurrentProcess;
use windows::core::PCWSTR;

use crate::os::windows::access::AccessList;
use crate::os::windows::system_error::io_error;
use crate::os::windows::wide::zero_ended;

/// What the names of our jobs begin with; the first part makes them known in every
/// session of the machine.
pub const PREFIX: &str = r"Global\muster-run-";

/// The exit code of processes that the agent ends.
const ENDED_CODE: u32 = 1;

/// How long the end of a job is waited for; a process that the system itself holds cannot
/// be ended sooner by anybody.
const KILL_LIMIT: Duration = Duration::from_millis(700);

const BETWEEN_ATTEMPTS: Duration = Duration::from_millis(3);

/// The processes of one run.
#[derive(Debug)]
pub struct Job(OwnedHandle);

impl Job {
    /// Creates a job; fails when somebody has taken the name.
    #[expect(unsafe_code, reason = "Windows returns a handle")]
    pub fn create(name: &str) -> io::Result<Self> {
        let (name, list) = (zero_ended(name)?, AccessList::of_private_object()?);
        let attributes = list.attributes();
        // SAFETY: the name ends with a zero, the list lives until the end, and the handle
        // that comes back is ours alone. Nothing is called before the error is read.
        unsafe {
            SetLastError(NO_ERROR);
            let handle = CreateJobObjectW(Some(&attributes), PCWSTR(name.as_ptr()));
            let error = GetLastError();
            let handle = handle.map_err(|error| io_error(&error))?;
            let job = Self(OwnedHandle::from_raw_handle(handle.0));
            match error {
                ERROR_ALREADY_EXISTS => Err(io::ErrorKind::AlreadyExists.into()),
                _ => Ok(job),
            }
        }
    }

    /// Opens the job of an earlier agent process; none when all of it has ended.
    #[expect(unsafe_code, reason = "Windows returns a handle")]
    pub fn open(name: &str) -> Option<Self> {
        let name = zero_ended(name).ok()?;
        // SAFETY: the name ends with a zero, and the handle that comes back is ours alone.
        unsafe {
            let access = JOB_OBJECT_QUERY | JOB_OBJECT_TERMINATE;
            let handle = OpenJobObjectW(access, false, PCWSTR(name.as_ptr())).ok()?;
            Some(Self(OwnedHandle::from_raw_handle(handle.0)))
        }
    }

    /// A handle that keeps the job's name, and that processes may inherit.
    #[expect(unsafe_code, reason = "Windows returns a handle")]
    pub fn name_keeper(&self) -> io::Result<OwnedHandle> {
        let mut handle = HANDLE::default();
        let no_options = DUPLICATE_HANDLE_OPTIONS(0);
        // SAFETY: both handles are open, and the one that comes back is ours alone.
        unsafe {
            let own = GetCurrentProcess();
            let access = SYNCHRONIZE.0;
            DuplicateHandle(own, self.handle(), own, &mut handle, access, true, no_options)
                .map_err(|error| io_error(&error))?;
            Ok(OwnedHandle::from_raw_handle(handle.0))
        }
    }

    /// Puts a process into the job; what it starts from then on is in it as well.
    #[expect(unsafe_code, reason = "Windows takes the handles themselves")]
    pub fn take_in(&self, process: &OwnedHandle) -> io::Result<()> {
        // SAFETY: both handles are open.
        let done =
            unsafe { AssignProcessToJobObject(self.handle(), HANDLE(process.as_raw_handle())) };
        done.map_err(|error| io_error(&error))
    }

    /// Ends every process, and waits until they are gone or the time for it is up.
    pub async fn end(&self) {
        let deadline = Instant::now() + KILL_LIMIT;
        loop {
            if let Err(error) = self.terminate() {
                tracing::warn!(%error, "the processes of a run cannot be ended");
            }
            match self.count() {
                Ok(0) => return,
                left if Instant::now() > deadline => {
                    return tracing::warn!(?left, "processes of a run could not be ended");
                }
                _ => tokio::time::sleep(BETWEEN_ATTEMPTS).await,
            }
        }
    }

    #[expect(unsafe_code, reason = "Windows takes the handle itself")]
    fn terminate(&self) -> io::Result<()> {
        // SAFETY: the handle is open.
        let done = unsafe { TerminateJobObject(self.handle(), ENDED_CODE) };
        done.map_err(|error| io_error(&error))
    }

    /// How many of its processes run.
    #[expect(unsafe_code, reason = "Windows fills a structure")]
    pub fn count(&self) -> io::Result<u32> {
        let mut found = JOBOBJECT_BASIC_ACCOUNTING_INFORMATION::default();
        let size = size_of_val(&found) as u32;
        let into = (&raw mut found).cast();
        let (job, what) = (Some(self.handle()), JobObjectBasicAccountingInformation);
        // SAFETY: the structure has the size that is passed.
        let asked = unsafe { QueryInformationJobObject(job, what, into, size, None) };
        asked.map(|()| found.ActiveProcesses).map_err(|error| io_error(&error))
    }

    fn handle(&self) -> HANDLE {
        HANDLE(self.0.as_raw_handle())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::os::windows::child_process::pipe::random_text;

    #[tokio::test]
    async fn a_job_is_known_by_its_name_as_long_as_somebody_has_it_open() {
        let name = format!("{PREFIX}test-{}", random_text());
        assert!(Job::open(&name).is_none());
        let job = Job::create(&name).unwrap();
        assert_eq!(Job::create(&name).unwrap_err().kind(), io::ErrorKind::AlreadyExists);
        let keeper = job.name_keeper().unwrap();
        drop(job);
        let again = Job::open(&name).unwrap();
        assert_eq!(again.count().unwrap(), 0);
        again.end().await;
        drop((again, keeper));
        assert!(Job::open(&name).is_none());
    }
}
