//! The service control manager: which services there are.

use windows::Win32::Foundation::ERROR_MORE_DATA;
use windows::Win32::System::Services::{
    ENUM_SERVICE_STATUS_PROCESSW, EnumServicesStatusExW, OpenSCManagerW, OpenServiceW,
    SC_ENUM_PROCESS_INFO, SC_HANDLE, SC_MANAGER_CONNECT, SC_MANAGER_ENUMERATE_SERVICE,
    SERVICE_STATE_ALL, SERVICE_WIN32,
};
use windows::core::{Error, HSTRING, Owned, PCWSTR};

use super::open_service::OpenService;
use super::status::Status;
use crate::os::Problem;
use crate::os::windows::api_buffer::ApiBuffer;
use crate::os::windows::system_error::{code_of, text_of};

/// What is asked for at once; Windows takes no more than four times this.
const PAGE_BYTES: usize = 64 * 1024;

/// Far more services than any machine has.
const MAX_SERVICES: usize = 20_000;

/// A connection to the service control manager.
pub struct Manager(Owned<SC_HANDLE>);

/// A service as the list has it.
#[derive(Debug)]
pub struct ListedService {
    pub name: String,
    pub display_name: String,
    pub status: Status,
}

impl Manager {
    #[expect(unsafe_code, reason = "a function of Windows")]
    pub fn connect() -> Result<Self, Problem> {
        let access = SC_MANAGER_CONNECT | SC_MANAGER_ENUMERATE_SERVICE;
        // SAFETY: null means this machine and its usual list; the handle is new and ours.
        let handle = unsafe {
            OpenSCManagerW(PCWSTR::null(), PCWSTR::null(), access).map(|handle| Owned::new(handle))
        };
        Ok(Self(handle.map_err(|error| unusable(&error))?))
    }

    /// One service, opened for certain things.
    #[expect(unsafe_code, reason = "a function of Windows")]
    pub fn open(&self, name: &str, access: u32) -> windows::core::Result<OpenService> {
        // SAFETY: both handles and the name live during the call; the new handle is ours.
        let handle = unsafe { Owned::new(OpenServiceW(*self.0, &HSTRING::from(name), access)?) };
        Ok(OpenService::new(handle))
    }

    /// Every service, but no driver.
    pub fn list(&self) -> Result<Vec<ListedService>, Problem> {
        let mut buffer = ApiBuffer::new(PAGE_BYTES);
        let (mut services, mut resume) = (Vec::new(), 0);
        loop {
            let before = services.len();
            let has_more = self.list_page(&mut buffer, &mut resume, &mut services)?;
            if !has_more || services.len() == before || services.len() > MAX_SERVICES {
                return Ok(services);
            }
        }
    }

    /// Adds the next services; whether there are more.
    #[expect(unsafe_code, reason = "a function of Windows")]
    fn list_page(
        &self,
        buffer: &mut ApiBuffer,
        resume: &mut u32,
        services: &mut Vec<ListedService>,
    ) -> Result<bool, Problem> {
        let (mut needed, mut count) = (0, 0);
        // SAFETY: Windows writes no further than the slice is long, and the numbers
        // live during the call.
        let result = unsafe {
            let (kind, state) = (SERVICE_WIN32, SERVICE_STATE_ALL);
            let bytes = Some(buffer.bytes_mut());
            let (info, resume) = (SC_ENUM_PROCESS_INFO, Some(std::ptr::from_mut(resume)));
            let (needed, count) = (&mut needed, &mut count);
            let group = PCWSTR::null();
            EnumServicesStatusExW(*self.0, info, kind, state, bytes, needed, count, resume, group)
        };
        let has_more = match result {
            Ok(()) => false,
            Err(error) if code_of(&error) == Some(ERROR_MORE_DATA) => true,
            Err(error) => return Err(unusable(&error)),
        };
        // SAFETY: the structure is made of numbers and pointers.
        let entries = unsafe { buffer.items::<ENUM_SERVICE_STATUS_PROCESSW>(count) };
        services.extend(entries.iter().map(|entry| ListedService {
            name: buffer.text(entry.lpServiceName.0),
            display_name: buffer.text(entry.lpDisplayName.0),
            status: Status::new(&entry.ServiceStatusProcess),
        }));
        Ok(has_more)
    }
}

fn unusable(error: &Error) -> Problem {
    Problem::failed(format!("the services of this computer are unknown: {}", text_of(error)))
}
