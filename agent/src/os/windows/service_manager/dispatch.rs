//! The main function of the service: reports how it is, and passes on that it has to stop.

use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;
use std::sync::{LazyLock, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use tokio_util::sync::CancellationToken;
use windows_service::define_windows_service;
use windows_service::service::{
    ServiceControl, ServiceControlAccept, ServiceExitCode, ServiceState, ServiceStatus, ServiceType,
};
use windows_service::service_control_handler::{
    ServiceControlHandlerResult, ServiceStatusHandle, register,
};
use windows_service::service_dispatcher;

use super::control::{SERVICE, code_of, plain};
use crate::os::windows::waiting_helper;

/// Windows' answer to a process that the service control manager did not start.
const NOT_STARTED_BY_MANAGER: i32 = 1063;

/// The service's own exit code for all that went wrong: its log says what.
const FAILED: u32 = 1;

/// How often a service that starts or stops shows that it still does, and how long the
/// manager may wait for that.
const BETWEEN_REPORTS: Duration = Duration::from_secs(3);
const WAIT_HINT: Duration = Duration::from_secs(30);

/// What the service does, and the exit code after which it is not started again.
type Work = (Box<dyn FnOnce() -> ExitCode + Send>, u8);

// The system calls plain functions, without anything to tell them what for.
static WORK: Mutex<Option<Work>> = Mutex::new(None);
static ENDED: OnceLock<ExitCode> = OnceLock::new();
static REPORTER: OnceLock<Reporter> = OnceLock::new();
static STOP: LazyLock<CancellationToken> = LazyLock::new(CancellationToken::new);

/// Does the work as the service, if the service control manager has started this process;
/// else just does it.
pub fn run(work: Box<dyn FnOnce() -> ExitCode + Send>, final_exit_code: u8) -> ExitCode {
    *WORK.lock().unwrap_or_else(PoisonError::into_inner) = Some((work, final_exit_code));
    match service_dispatcher::start(SERVICE, service_main) {
        Ok(()) => ENDED.get().copied().unwrap_or(ExitCode::FAILURE),
        Err(error) if code_of(&error) == Some(NOT_STARTED_BY_MANAGER) => {
            take_work().map_or(ExitCode::FAILURE, |(work, _)| work())
        }
        Err(error) => {
            let problem = plain(error);
            let _ = writeln!(std::io::stderr(), "muster-agent: cannot be a service: {problem:#}");
            ExitCode::FAILURE
        }
    }
}

/// Whether this process is the service.
pub fn is_service() -> bool {
    REPORTER.get().is_some()
}

/// Whether the system has asked this service to stop.
pub fn is_stopping() -> bool {
    STOP.is_cancelled()
}

/// Reports that the service works, if this process is one.
pub fn report_started() {
    if let Some(reporter) = REPORTER.get() {
        reporter.change(ServiceState::Running);
    }
}

/// Returns when the system asks the service to stop.
pub async fn stop_requested() {
    STOP.cancelled().await;
}

define_windows_service!(service_main, serve);

fn take_work() -> Option<Work> {
    WORK.lock().unwrap_or_else(PoisonError::into_inner).take()
}

fn serve(_arguments: Vec<OsString>) {
    let Some((work, final_exit_code)) = take_work() else { return };
    // A function that captures nothing: the crate frees what the handler captures with
    // the first request to stop, and requests may still come after it.
    let Ok(handle) = register(SERVICE, handle_control) else { return };
    let reporter = REPORTER.get_or_init(|| Reporter::new(handle));
    reporter.change(ServiceState::StartPending);
    let beats = std::thread::Builder::new().name("service-status".to_owned());
    if let Err(error) = beats.spawn(|| reporter.beat()) {
        tracing::warn!(%error, "the service control manager will not see any progress");
    }
    let code = work();
    let _ = ENDED.set(code);
    reporter.end(exit_code(code, final_exit_code));
}

fn handle_control(control: ServiceControl) -> ServiceControlHandlerResult {
    match control {
        ServiceControl::Stop | ServiceControl::Shutdown | ServiceControl::Preshutdown => {
            if let Some(reporter) = REPORTER.get() {
                reporter.change(ServiceState::StopPending);
            }
            STOP.cancel();
            ServiceControlHandlerResult::NoError
        }
        ServiceControl::Interrogate => ServiceControlHandlerResult::NoError,
        _ => ServiceControlHandlerResult::NotImplemented,
    }
}

/// An error has the service started again; an agent that was removed has none.
fn exit_code(code: ExitCode, final_exit_code: u8) -> ServiceExitCode {
    match code == ExitCode::SUCCESS || code == ExitCode::from(final_exit_code) {
        true => ServiceExitCode::NO_ERROR,
        false => ServiceExitCode::ServiceSpecific(FAILED),
    }
}

/// Reports the state of the service.
struct Reporter {
    handle: ServiceStatusHandle,
    /// The state, and how often it was reported.
    state: Mutex<(ServiceState, u32)>,
}

impl Reporter {
    fn new(handle: ServiceStatusHandle) -> Self {
        Self { handle, state: Mutex::new((ServiceState::StartPending, 0)) }
    }

    /// Reports a state. One that stops does not start any more.
    fn change(&self, to: ServiceState) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.0 == ServiceState::Stopped
            || (state.0 == ServiceState::StopPending && to == ServiceState::Running)
        {
            return;
        }
        *state = (to, u32::from(to != ServiceState::Running));
        self.report(status(state.0, state.1, ServiceExitCode::NO_ERROR));
    }

    /// Reports the end. The system may end this process at any moment after that.
    fn end(&self, exit_code: ServiceExitCode) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        // The request may have come when a restart was already under way.
        if state.0 == ServiceState::StopPending {
            waiting_helper::cancel();
        }
        *state = (ServiceState::Stopped, 0);
        self.report(status(ServiceState::Stopped, 0, exit_code));
    }

    /// Shows for as long as it takes that the service starts or stops.
    fn beat(&self) {
        loop {
            crate::os::windows::pause::pause(BETWEEN_REPORTS);
            let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            match state.0 {
                ServiceState::Stopped => return,
                ServiceState::Running => {}
                pending => {
                    state.1 += 1;
                    self.report(status(pending, state.1, ServiceExitCode::NO_ERROR));
                }
            }
        }
    }

    fn report(&self, status: ServiceStatus) {
        if let Err(error) = self.handle.set_service_status(status) {
            let error = plain(error);
            tracing::warn!("the service control manager takes no state: {error:#}");
        }
    }
}

fn status(state: ServiceState, checkpoint: u32, exit_code: ServiceExitCode) -> ServiceStatus {
    let is_running = state == ServiceState::Running;
    let is_pending = !is_running && state != ServiceState::Stopped;
    let stops = ServiceControlAccept::STOP
        | ServiceControlAccept::SHUTDOWN
        | ServiceControlAccept::PRESHUTDOWN;
    ServiceStatus {
        service_type: ServiceType::OWN_PROCESS,
        current_state: state,
        controls_accepted: if is_running { stops } else { ServiceControlAccept::empty() },
        exit_code,
        checkpoint: if is_pending { checkpoint } else { 0 },
        wait_hint: if is_pending { WAIT_HINT } else { Duration::ZERO },
        process_id: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_error_has_the_service_started_again() {
        assert_eq!(exit_code(ExitCode::SUCCESS, 3), ServiceExitCode::NO_ERROR);
        assert_eq!(exit_code(ExitCode::from(3), 3), ServiceExitCode::NO_ERROR);
        let failed = ServiceExitCode::ServiceSpecific(FAILED);
        assert_eq!(exit_code(ExitCode::FAILURE, 3), failed);
        assert_eq!(exit_code(ExitCode::from(4), 3), failed);
    }

    #[test]
    fn a_service_that_starts_or_stops_shows_progress_and_takes_no_requests() {
        for state in [ServiceState::StartPending, ServiceState::StopPending] {
            let status = status(state, 7, ServiceExitCode::NO_ERROR);
            assert_eq!((status.checkpoint, status.wait_hint), (7, WAIT_HINT));
            assert!(status.controls_accepted.is_empty());
        }
        let running = status(ServiceState::Running, 7, ServiceExitCode::NO_ERROR);
        assert_eq!((running.checkpoint, running.wait_hint), (0, Duration::ZERO));
        assert!(running.controls_accepted.contains(ServiceControlAccept::STOP));
    }

    #[test]
    fn a_process_that_the_manager_did_not_start_does_its_work_all_the_same() {
        assert_eq!(run(Box::new(|| ExitCode::from(7)), 3), ExitCode::from(7));
        assert!(!is_service());
    }
}
