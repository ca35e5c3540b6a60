//! Asks the service control manager about the service, starts it and stops it.

use std::ffi::OsStr;
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow, bail};
use windows::Win32::System::Services::{
    QueryServiceStatusEx, SC_HANDLE, SC_STATUS_PROCESS_INFO, SERVICE_STATUS_PROCESS,
};
use windows_service::Error;
use windows_service::service::{
    Service, ServiceAccess, ServiceExitCode, ServiceState, ServiceStatus,
};
use windows_service::service_manager::{ServiceManager, ServiceManagerAccess};

use crate::os::windows::other_process::OtherProcess;
use crate::os::windows::pause::pause;

/// Name of the service.
pub const SERVICE: &str = "muster-agent";

/// The agent has opened its data by then, or has ended.
const START_LIMIT: Duration = Duration::from_secs(90);

/// What a service that has ended may need until its process is gone too.
const PROCESS_END_LIMIT: Duration = Duration::from_secs(30);

/// A service that was deleted is gone by then, unless a program holds it.
const DELETION_LIMIT: Duration = Duration::from_secs(10);

const BETWEEN_LOOKS: Duration = Duration::from_millis(100);

const ACCESS_DENIED: i32 = 5;
const ALREADY_RUNNING: i32 = 1056;
const DISABLED: i32 = 1058;
const DOES_NOT_EXIST: i32 = 1060;
const CANNOT_ACCEPT_CONTROL: i32 = 1061;
const NOT_ACTIVE: i32 = 1062;
const MARKED_FOR_DELETE: i32 = 1072;

/// Why the service was not started.
#[derive(Debug)]
pub enum Refusal {
    /// Somebody does not want it to run.
    Final(anyhow::Error),
    /// It may work the next time.
    Passing(anyhow::Error),
}

/// Connects to the service control manager of this machine.
pub fn connect(access: ServiceManagerAccess) -> anyhow::Result<ServiceManager> {
    ServiceManager::local_computer(None::<&OsStr>, access).map_err(|error| match code_of(&error) {
        Some(ACCESS_DENIED) => {
            anyhow!("this needs the rights of an administrator: run it in an elevated prompt")
        }
        _ => plain(error).context("the service control manager does not answer"),
    })
}

/// Opens the service; none when there is no such one.
pub fn open(manager: &ServiceManager, access: ServiceAccess) -> anyhow::Result<Option<Service>> {
    match manager.open_service(SERVICE, access) {
        Ok(service) => Ok(Some(service)),
        Err(error) if code_of(&error) == Some(DOES_NOT_EXIST) => Ok(None),
        Err(error) => Err(plain(error).context(format!("cannot open the service {SERVICE}"))),
    }
}

/// What the service starts; none when there is no service.
pub fn read_command_line() -> anyhow::Result<Option<String>> {
    let manager = connect(ServiceManagerAccess::CONNECT)?;
    let Some(service) = open(&manager, ServiceAccess::QUERY_CONFIG)? else { return Ok(None) };
    let config = service.query_config().map_err(plain);
    let config = config.with_context(|| format!("cannot read the service {SERVICE}"))?;
    Ok(Some(config.executable_path.to_string_lossy().into_owned()))
}

/// Stops the service and waits until its process has ended as well.
pub fn stop(service: &Service, limit: Duration) -> anyhow::Result<()> {
    let process = process_of(service).and_then(|id| OtherProcess::open(id).ok().flatten());
    let deadline = Instant::now() + limit;
    loop {
        match status(service)?.current_state {
            ServiceState::Stopped => break,
            ServiceState::StopPending => {}
            _ => ask_to_stop(service)?,
        }
        if Instant::now() > deadline {
            bail!("the service {SERVICE} does not stop within {} seconds", limit.as_secs());
        }
        pause(BETWEEN_LOOKS);
    }
    match process {
        Some(process) if !process.ends_within(PROCESS_END_LIMIT) => {
            bail!("the service {SERVICE} is stopped, but its process does not end")
        }
        _ => Ok(()),
    }
}

fn ask_to_stop(service: &Service) -> anyhow::Result<()> {
    match service.stop() {
        // It ends right now, or it is just starting and takes no control before that.
        Err(error) if matches!(code_of(&error), Some(NOT_ACTIVE | CANNOT_ACCEPT_CONTROL)) => Ok(()),
        Err(error) => Err(plain(error).context(format!("cannot stop the service {SERVICE}"))),
        Ok(_) => Ok(()),
    }
}

/// Starts the service and waits until the agent works.
pub fn start(service: &Service) -> anyhow::Result<()> {
    match service.start::<&OsStr>(&[]) {
        Err(error) if code_of(&error) != Some(ALREADY_RUNNING) => {
            return Err(plain(error).context(format!("cannot start the service {SERVICE}")));
        }
        _ => {}
    }
    let deadline = Instant::now() + START_LIMIT;
    loop {
        let status = status(service)?;
        match status.current_state {
            ServiceState::Running => return Ok(()),
            ServiceState::Stopped => bail!(
                "the service {SERVICE} ended at once ({}): its log is in the folder logs of its \
                 data directory",
                exit_text(status.exit_code)
            ),
            _ if Instant::now() > deadline => {
                bail!(
                    "the service {SERVICE} does not start within {} seconds",
                    START_LIMIT.as_secs()
                )
            }
            _ => pause(BETWEEN_LOOKS),
        }
    }
}

/// Starts the service once it is no longer this process, unless somebody was faster.
pub fn start_after(predecessor: u32) -> Result<(), Refusal> {
    let manager = connect(ServiceManagerAccess::CONNECT).map_err(Refusal::Passing)?;
    let access = ServiceAccess::QUERY_STATUS | ServiceAccess::START;
    let service = open(&manager, access).map_err(Refusal::Passing)?;
    let service =
        service.ok_or_else(|| Refusal::Final(anyhow!("there is no {SERVICE} any more")))?;
    let deadline = Instant::now() + START_LIMIT;
    loop {
        let state = status(&service).map_err(Refusal::Passing)?.current_state;
        if state == ServiceState::Stopped {
            break;
        }
        if process_of(&service).is_some_and(|id| id != predecessor) {
            return Ok(());
        }
        if Instant::now() > deadline {
            return Err(Refusal::Passing(anyhow!("the service {SERVICE} does not stop")));
        }
        pause(BETWEEN_LOOKS);
    }
    let Err(error) = service.start::<&OsStr>(&[]) else { return Ok(()) };
    let code = code_of(&error);
    let reason = plain(error).context(format!("cannot start the service {SERVICE}"));
    match code {
        Some(ALREADY_RUNNING) => Ok(()),
        Some(DISABLED | DOES_NOT_EXIST | MARKED_FOR_DELETE) => Err(Refusal::Final(reason)),
        _ => Err(Refusal::Passing(reason)),
    }
}

/// Deletes the service and waits until it is gone.
pub fn delete(manager: &ServiceManager, service: Service) -> anyhow::Result<()> {
    match service.delete() {
        Err(error) if code_of(&error) != Some(MARKED_FOR_DELETE) => {
            return Err(plain(error).context(format!("cannot delete the service {SERVICE}")));
        }
        _ => {}
    }
    // It stays as long as anybody has it open.
    drop(service);
    let deadline = Instant::now() + DELETION_LIMIT;
    while open(manager, ServiceAccess::QUERY_STATUS)?.is_some() {
        if Instant::now() > deadline {
            bail!(
                "the service {SERVICE} is marked for deletion and goes when the last program \
                 closes it: close the list of services and the task manager, then try again"
            );
        }
        pause(BETWEEN_LOOKS);
    }
    Ok(())
}

fn status(service: &Service) -> anyhow::Result<ServiceStatus> {
    service.query_status().map_err(|error| {
        plain(error).context(format!("the state of the service {SERVICE} cannot be read"))
    })
}

/// The process of the service in whatever state it is; none when it has none.
#[expect(unsafe_code, reason = "the crate names the process of a running service alone")]
fn process_of(service: &Service) -> Option<u32> {
    let mut status = SERVICE_STATUS_PROCESS::default();
    let mut needed = 0;
    let handle = SC_HANDLE(service.raw_handle().cast());
    // SAFETY: the structure is made of numbers alone, so any bytes may be written to it,
    // and this is its only borrow.
    let buffer = unsafe {
        std::slice::from_raw_parts_mut((&raw mut status).cast::<u8>(), size_of_val(&status))
    };
    // SAFETY: the handle is open as long as the service lives, and the buffer knows its
    // length.
    unsafe { QueryServiceStatusEx(handle, SC_STATUS_PROCESS_INFO, Some(buffer), &mut needed) }
        .ok()?;
    Some(status.dwProcessId).filter(|id| *id != 0)
}

fn exit_text(code: ServiceExitCode) -> String {
    match code {
        ServiceExitCode::Win32(code) => format!("error {code}"),
        ServiceExitCode::ServiceSpecific(code) => format!("exit code {code}"),
    }
}

/// The number of Windows' error.
pub fn code_of(error: &Error) -> Option<i32> {
    match error {
        Error::Winapi(error) => error.raw_os_error(),
        _ => None,
    }
}

/// The error in the words of Windows.
pub fn plain(error: Error) -> anyhow::Error {
    match error {
        Error::Winapi(error) => error.into(),
        other => other.into(),
    }
}
