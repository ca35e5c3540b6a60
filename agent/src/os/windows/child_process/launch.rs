//! Starting a process that does nothing yet.

use std::ffi::c_void;
use std::io;
use std::os::windows::io::{AsRawHandle, FromRawHandle, OwnedHandle};
use std::path::Path;

use windows::Win32::Foundation::HANDLE;
use windows::Win32::System::Threading::{
    CREATE_NO_WINDOW, CREATE_SUSPENDED, CREATE_UNICODE_ENVIRONMENT, CreateProcessAsUserW,
    CreateProcessW, DeleteProcThreadAttributeList, EXTENDED_STARTUPINFO_PRESENT,
    InitializeProcThreadAttributeList, LPPROC_THREAD_ATTRIBUTE_LIST,
    PROC_THREAD_ATTRIBUTE_HANDLE_LIST, PROCESS_CREATION_FLAGS, PROCESS_INFORMATION, ResumeThread,
    STARTF_USESTDHANDLES, STARTUPINFOEXW, STARTUPINFOW, TerminateProcess,
    UpdateProcThreadAttribute,
};
use windows::core::{Error, PCWSTR, PWSTR};

use crate::os::windows::accounts::Token;
use crate::os::windows::system_error::io_error;
use crate::os::windows::wide::zero_ended;

/// The desktop that the user of a session sees.
const USER_DESKTOP: &str = r"winsta0\default";

/// How every process is started.
const FLAGS: PROCESS_CREATION_FLAGS = PROCESS_CREATION_FLAGS(
    CREATE_SUSPENDED.0
        | CREATE_NO_WINDOW.0
        | CREATE_UNICODE_ENVIRONMENT.0
        | EXTENDED_STARTUPINFO_PRESENT.0,
);

/// What ends a process that never began.
const NEVER_BEGAN: u32 = 1;

/// A process to start.
pub struct Launch<'a> {
    pub program: &'a Path,
    /// With a zero at its end.
    pub command_line: Vec<u16>,
    pub environment: Vec<u16>,
    pub directory: &'a Path,
    /// Whose process it will be; none for the agent's own account.
    pub token: Option<&'a Token>,
    pub stdin: &'a OwnedHandle,
    pub stdout: &'a OwnedHandle,
    pub stderr: &'a OwnedHandle,
    /// What it inherits besides.
    pub job: &'a OwnedHandle,
}

/// A process that waits to be resumed, and is ended when it is not.
#[derive(Debug)]
pub struct Suspended {
    process: Option<OwnedHandle>,
    thread: OwnedHandle,
}

impl Launch<'_> {
    /// Starts the process, without a window. It inherits nothing but the four handles,
    /// which have to be inheritable.
    #[expect(unsafe_code, reason = "Windows takes structures with pointers")]
    pub fn start(mut self) -> io::Result<Suspended> {
        let program = zero_ended(self.program)?;
        let directory = zero_ended(self.directory)?;
        let mut desktop = zero_ended(USER_DESKTOP)?;
        let handles = [self.stdin, self.stdout, self.stderr, self.job];
        let handles = handles.map(|handle| HANDLE(handle.as_raw_handle()));
        let attributes = AttributeList::with_handles(&handles)?;
        let mut info = STARTUPINFOEXW { lpAttributeList: attributes.list(), ..Default::default() };
        info.StartupInfo.cb = size_of_val(&info) as u32;
        info.StartupInfo.dwFlags = STARTF_USESTDHANDLES;
        [info.StartupInfo.hStdInput, info.StartupInfo.hStdOutput, info.StartupInfo.hStdError] =
            [handles[0], handles[1], handles[2]];
        if self.token.is_some() {
            info.StartupInfo.lpDesktop = PWSTR(desktop.as_mut_ptr());
        }
        let mut found = PROCESS_INFORMATION::default();
        // SAFETY: every text ends with a zero, the line is ours to write in, the environment
        // ends with two zeros, and all of it lives until the end.
        unsafe { self.create(&program, &directory, &info.StartupInfo, &mut found) }
            .map_err(|error| io_error(&error))?;
        // SAFETY: both handles have just been made, and are ours alone.
        unsafe {
            Ok(Suspended {
                process: Some(OwnedHandle::from_raw_handle(found.hProcess.0)),
                thread: OwnedHandle::from_raw_handle(found.hThread.0),
            })
        }
    }

    /// # Safety
    /// All pointers are valid, and `info` is the beginning of the longer structure.
    #[expect(unsafe_code, reason = "Windows takes structures with pointers")]
    unsafe fn create(
        &mut self,
        program: &[u16],
        directory: &[u16],
        info: &STARTUPINFOW,
        found: &mut PROCESS_INFORMATION,
    ) -> windows::core::Result<()> {
        let (program, directory) = (PCWSTR(program.as_ptr()), PCWSTR(directory.as_ptr()));
        let line = Some(PWSTR(self.command_line.as_mut_ptr()));
        let environment = Some(self.environment.as_ptr().cast::<c_void>());
        // SAFETY: as the caller says.
        unsafe {
            match self.token {
                None => CreateProcessW(
                    program,
                    line,
                    None,
                    None,
                    true,
                    FLAGS,
                    environment,
                    directory,
                    info,
                    found,
                ),
                Some(token) => CreateProcessAsUserW(
                    Some(token.handle()),
                    program,
                    line,
                    None,
                    None,
                    true,
                    FLAGS,
                    environment,
                    directory,
                    info,
                    found,
                ),
            }
        }
    }
}

impl Suspended {
    /// The process, to do something with it before it begins.
    pub fn process(&self) -> Option<&OwnedHandle> {
        self.process.as_ref()
    }

    /// Lets the process begin.
    #[expect(unsafe_code, reason = "Windows takes the handle itself")]
    pub fn resume(mut self) -> io::Result<OwnedHandle> {
        // SAFETY: the handle is open.
        let before = unsafe { ResumeThread(HANDLE(self.thread.as_raw_handle())) };
        match self.process.take_if(|_| before != u32::MAX) {
            Some(process) => Ok(process),
            None => Err(io_error(&Error::from_thread())),
        }
    }
}

impl Drop for Suspended {
    #[expect(unsafe_code, reason = "Windows takes the handle itself")]
    fn drop(&mut self) {
        if let Some(process) = &self.process {
            // SAFETY: the handle is open.
            let _ = unsafe { TerminateProcess(HANDLE(process.as_raw_handle()), NEVER_BEGAN) };
        }
    }
}

/// What a process gets besides the usual: the handles it inherits, and no others.
struct AttributeList<'a> {
    memory: Vec<usize>,
    _handles: &'a [HANDLE],
}

impl<'a> AttributeList<'a> {
    #[expect(unsafe_code, reason = "Windows lays the list out in memory of ours")]
    fn with_handles(handles: &'a [HANDLE]) -> io::Result<Self> {
        let mut size = 0;
        // SAFETY: without memory it returns only the size, and an error that says so.
        let _ = unsafe { InitializeProcThreadAttributeList(None, 1, None, &mut size) };
        let memory = vec![0; size.div_ceil(size_of::<usize>())];
        let attributes = Self { memory, _handles: handles };
        let list = Some(attributes.list());
        let which = PROC_THREAD_ATTRIBUTE_HANDLE_LIST as usize;
        let value = Some(handles.as_ptr().cast::<c_void>());
        // SAFETY: the memory has the size that was asked for, and the handles live as long
        // as the list.
        unsafe {
            InitializeProcThreadAttributeList(list, 1, None, &mut size)
                .and_then(|()| {
                    let bytes = size_of_val(handles);
                    let list = attributes.list();
                    UpdateProcThreadAttribute(list, 0, which, value, bytes, None, None)
                })
                .map_err(|error| io_error(&error))?;
        }
        Ok(attributes)
    }

    fn list(&self) -> LPPROC_THREAD_ATTRIBUTE_LIST {
        LPPROC_THREAD_ATTRIBUTE_LIST(self.memory.as_ptr().cast_mut().cast())
    }
}

impl Drop for AttributeList<'_> {
    #[expect(unsafe_code, reason = "Windows takes a list down")]
    fn drop(&mut self) {
        // SAFETY: the memory is still there, and begins with a list or with zeros.
        unsafe { DeleteProcThreadAttributeList(self.list()) };
    }
}
