//! Waiting for the end of a process without a thread for each.

use std::ffi::c_void;
use std::io;
use std::os::windows::io::{AsRawHandle, OwnedHandle};
use std::os::windows::process::ExitStatusExt;
use std::process::ExitStatus;
use std::sync::Arc;

use tokio::sync::Notify;
use windows::Win32::Foundation::{HANDLE, INVALID_HANDLE_VALUE, WAIT_OBJECT_0, WAIT_TIMEOUT};
use windows::Win32::System::Threading::{
    GetExitCodeProcess, INFINITE, RegisterWaitForSingleObject, UnregisterWaitEx,
    WT_EXECUTEINWAITTHREAD, WT_EXECUTEONLYONCE, WaitForSingleObject,
};
use windows::core::Error;

use crate::os::windows::system_error::io_error;

/// A process, and the thread of the system that waits for many of them.
#[derive(Debug)]
pub struct ExitWatch {
    _registration: Registration,
    process: OwnedHandle,
    ended: Arc<Notify>,
}

/// The wait, as Windows knows it. It ends before what it notifies is gone.
#[derive(Debug)]
struct Registration(HANDLE);

// SAFETY: the handle is a name for a thing of the system, which any thread may use; only
// dropping it does.
#[expect(unsafe_code, reason = "handles are pointers to the compiler")]
unsafe impl Send for Registration {}
// SAFETY: as above.
#[expect(unsafe_code, reason = "handles are pointers to the compiler")]
unsafe impl Sync for Registration {}

impl ExitWatch {
    /// Begins to wait for a process.
    #[expect(unsafe_code, reason = "Windows calls back with a pointer of ours")]
    pub fn new(process: OwnedHandle) -> io::Result<Self> {
        let ended = Arc::new(Notify::new());
        let mut wait = HANDLE::default();
        let context = Some(Arc::as_ptr(&ended).cast::<c_void>());
        let flags = WT_EXECUTEONLYONCE | WT_EXECUTEINWAITTHREAD;
        let handle = HANDLE(process.as_raw_handle());
        // SAFETY: the process is open and what is notified exists until the registration
        // is dropped, which is the first thing that goes.
        unsafe {
            let call = Some(notify as unsafe extern "system" fn(*mut c_void, bool));
            RegisterWaitForSingleObject(&mut wait, handle, call, context, INFINITE, flags)
                .map_err(|error| io_error(&error))?;
        }
        Ok(Self { _registration: Registration(wait), process, ended })
    }

    /// Waits for the end, and returns at once after it.
    pub async fn wait(&self) -> io::Result<ExitStatus> {
        loop {
            if let Some(status) = self.status()? {
                // The next caller need not wait either.
                return Ok(status);
            }
            self.ended.notified().await;
        }
    }

    /// How it has ended; none while it runs.
    #[expect(unsafe_code, reason = "Windows takes the handle itself")]
    fn status(&self) -> io::Result<Option<ExitStatus>> {
        let process = HANDLE(self.process.as_raw_handle());
        // SAFETY: the handle is open.
        match unsafe { WaitForSingleObject(process, 0) } {
            WAIT_OBJECT_0 => {}
            WAIT_TIMEOUT => return Ok(None),
            _ => return Err(io_error(&Error::from_thread())),
        }
        let mut code = 0;
        // SAFETY: the handle is open and the pointer is valid.
        unsafe { GetExitCodeProcess(process, &mut code) }.map_err(|error| io_error(&error))?;
        Ok(Some(ExitStatus::from_raw(code)))
    }
}

/// Called by a thread of the system.
///
/// # Safety
/// The context is what was registered, and still exists.
#[expect(unsafe_code, reason = "Windows calls back with a pointer of ours")]
unsafe extern "system" fn notify(context: *mut c_void, _is_timeout: bool) {
    // SAFETY: as the caller says.
    let ended = unsafe { &*context.cast_const().cast::<Notify>() };
    ended.notify_one();
}

impl Drop for Registration {
    #[expect(unsafe_code, reason = "Windows takes the handle itself")]
    fn drop(&mut self) {
        // SAFETY: it was registered once. Waits until a call that has begun is over.
        let _ = unsafe { UnregisterWaitEx(self.0, Some(INVALID_HANDLE_VALUE)) };
    }
}
