//! One service, opened: what Windows knows of it and does to it.

use windows::Win32::System::Services::{
    ChangeServiceConfig2W, ChangeServiceConfigW, ControlService, ENUM_SERVICE_STATUSW,
    ENUM_SERVICE_TYPE, EnumDependentServicesW, QUERY_SERVICE_CONFIGW, QueryServiceConfig2W,
    QueryServiceConfigW, QueryServiceStatusEx, SC_HANDLE, SC_STATUS_PROCESS_INFO, SERVICE_ACTIVE,
    SERVICE_CONFIG, SERVICE_CONFIG_DELAYED_AUTO_START_INFO, SERVICE_CONFIG_DESCRIPTION,
    SERVICE_DELAYED_AUTO_START_INFO, SERVICE_DESCRIPTIONW, SERVICE_ERROR, SERVICE_NO_CHANGE,
    SERVICE_START_TYPE, SERVICE_STATUS, SERVICE_STATUS_PROCESS, StartServiceW,
};
use windows::core::{Owned, PCWSTR, Result};

use super::status::Status;
use crate::os::windows::api_buffer::ApiBuffer;

/// No service has a longer configuration.
const CONFIG_BYTES: usize = 8 * 1024;

/// Windows takes no more at once.
const DEPENDENTS_BYTES: usize = 64 * 1024;

pub struct OpenService(Owned<SC_HANDLE>);

/// How a service is set up.
#[derive(Debug)]
pub struct ServiceConfig {
    pub start_type: SERVICE_START_TYPE,
    pub display_name: String,
    pub account: String,
    pub command: String,
}

#[expect(unsafe_code, reason = "functions of Windows")]
impl OpenService {
    pub fn new(handle: Owned<SC_HANDLE>) -> Self {
        Self(handle)
    }

    pub fn status(&self) -> Result<Status> {
        let mut buffer = ApiBuffer::new(size_of::<SERVICE_STATUS_PROCESS>());
        let (info, mut needed) = (SC_STATUS_PROCESS_INFO, 0);
        // SAFETY: Windows writes no further than the slice is long; the structure is made
        // of numbers.
        let status = unsafe {
            QueryServiceStatusEx(*self.0, info, Some(buffer.bytes_mut()), &mut needed)?;
            buffer.items::<SERVICE_STATUS_PROCESS>(1)[0]
        };
        Ok(Status::new(&status))
    }

    pub fn config(&self) -> Result<ServiceConfig> {
        let mut buffer = ApiBuffer::new(CONFIG_BYTES);
        let (size, mut needed) = (buffer.size(), 0);
        // SAFETY: Windows writes no further than the size says; the structure is made of
        // numbers and pointers.
        let config = unsafe {
            let memory = Some(buffer.as_mut_ptr().cast());
            QueryServiceConfigW(*self.0, memory, size, &mut needed)?;
            buffer.items::<QUERY_SERVICE_CONFIGW>(1)[0]
        };
        Ok(ServiceConfig {
            start_type: config.dwStartType,
            display_name: buffer.text(config.lpDisplayName.0),
            account: buffer.text(config.lpServiceStartName.0),
            command: buffer.text(config.lpBinaryPathName.0),
        })
    }

    /// What it is for; empty when nobody said.
    pub fn description(&self) -> Result<String> {
        let buffer = self.config_part(SERVICE_CONFIG_DESCRIPTION)?;
        // SAFETY: the structure is a pointer.
        let description = unsafe { buffer.items::<SERVICE_DESCRIPTIONW>(1)[0] };
        Ok(buffer.text(description.lpDescription.0))
    }

    /// Whether an automatic start is a delayed one. Also a service that does not start
    /// automatically may have the flag.
    pub fn is_delayed(&self) -> Result<bool> {
        let buffer = self.config_part(SERVICE_CONFIG_DELAYED_AUTO_START_INFO)?;
        // SAFETY: the structure is a number.
        let info = unsafe { buffer.items::<SERVICE_DELAYED_AUTO_START_INFO>(1)[0] };
        Ok(info.fDelayedAutostart.as_bool())
    }

    fn config_part(&self, part: SERVICE_CONFIG) -> Result<ApiBuffer> {
        let (mut buffer, mut needed) = (ApiBuffer::new(CONFIG_BYTES), 0);
        // SAFETY: Windows writes no further than the slice is long.
        unsafe {
            QueryServiceConfig2W(*self.0, part, Some(buffer.bytes_mut()), &mut needed)?;
        }
        Ok(buffer)
    }

    /// The services that run and depend on it, over others too, in the order to stop them.
    pub fn running_dependents(&self) -> Result<Vec<String>> {
        let mut buffer = ApiBuffer::new(DEPENDENTS_BYTES);
        let (size, mut needed, mut count) = (buffer.size(), 0, 0);
        // SAFETY: Windows writes no further than the size says; the structure is made of
        // numbers and pointers.
        let entries = unsafe {
            let (memory, needed) = (Some(buffer.as_mut_ptr().cast()), &mut needed);
            EnumDependentServicesW(*self.0, SERVICE_ACTIVE, memory, size, needed, &mut count)?;
            buffer.items::<ENUM_SERVICE_STATUSW>(count)
        };
        Ok(entries.iter().map(|entry| buffer.text(entry.lpServiceName.0)).collect())
    }

    /// Begins to start it, and what it depends on before.
    pub fn start(&self) -> Result<()> {
        // SAFETY: the handle is open.
        unsafe { StartServiceW(*self.0, None) }
    }

    /// Sends it a control code; what becomes of it is not awaited.
    pub fn control(&self, code: u32) -> Result<()> {
        let mut status = SERVICE_STATUS::default();
        // SAFETY: the handle is open, and the structure lives during the call.
        unsafe { ControlService(*self.0, code, &mut status) }
    }

    pub fn set_start_type(&self, start_type: SERVICE_START_TYPE) -> Result<()> {
        let (kind, errors) =
            (ENUM_SERVICE_TYPE(SERVICE_NO_CHANGE), SERVICE_ERROR(SERVICE_NO_CHANGE));
        let same = PCWSTR::null();
        // SAFETY: the handle is open; null leaves each text as it is.
        unsafe {
            ChangeServiceConfigW(
                *self.0, kind, start_type, errors, same, same, None, same, same, same, same,
            )
        }
    }

    pub fn set_delayed(&self, delayed: bool) -> Result<()> {
        let info = SERVICE_DELAYED_AUTO_START_INFO { fDelayedAutostart: delayed.into() };
        let memory = Some(std::ptr::from_ref(&info).cast());
        // SAFETY: the handle is open, and the structure is the one that belongs to the number.
        unsafe { ChangeServiceConfig2W(*self.0, SERVICE_CONFIG_DELAYED_AUTO_START_INFO, memory) }
    }
}
