//! What the service control manager says of the state of a service.

use windows::Win32::Foundation::{
    ERROR_SERVICE_NEVER_STARTED, ERROR_SERVICE_SPECIFIC_ERROR, NO_ERROR, WIN32_ERROR,
};
use windows::Win32::System::Services::{
    SERVICE_CONTINUE_PENDING, SERVICE_PAUSE_PENDING, SERVICE_PAUSED, SERVICE_RUNNING,
    SERVICE_START_PENDING, SERVICE_STATUS_CURRENT_STATE, SERVICE_STATUS_PROCESS,
    SERVICE_STOP_PENDING,
};
use windows::core::Error;

use crate::os::windows::system_error::text_of;

/// The states that Windows knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    Stopped,
    Starting,
    Running,
    Stopping,
    Pausing,
    Paused,
    Resuming,
}

/// A service at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Status {
    pub state: State,
    /// Its process; 0 for none.
    pub pid: u32,
    /// What it ended with.
    pub exit: Exit,
}

/// How a service ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// As it should, or it was never started.
    Well,
    /// With an error of Windows.
    Error(WIN32_ERROR),
    /// With an error that only the service itself knows.
    Own(u32),
}

impl Status {
    pub fn new(status: &SERVICE_STATUS_PROCESS) -> Self {
        Self {
            state: State::new(status.dwCurrentState),
            pid: status.dwProcessId,
            exit: Exit::new(status.dwWin32ExitCode, status.dwServiceSpecificExitCode),
        }
    }

    /// The word of the protocol. A service that pauses does not do its work.
    pub fn word(&self) -> &'static str {
        match self.state {
            State::Running => "running",
            State::Starting | State::Resuming => "starting",
            State::Stopping | State::Pausing => "stopping",
            State::Paused => "stopped",
            State::Stopped if self.exit != Exit::Well => "failed",
            State::Stopped => "stopped",
        }
    }
}

impl State {
    /// A number that is not documented is that of a service that does not run.
    fn new(number: SERVICE_STATUS_CURRENT_STATE) -> Self {
        match number {
            SERVICE_START_PENDING => Self::Starting,
            SERVICE_STOP_PENDING => Self::Stopping,
            SERVICE_RUNNING => Self::Running,
            SERVICE_CONTINUE_PENDING => Self::Resuming,
            SERVICE_PAUSE_PENDING => Self::Pausing,
            SERVICE_PAUSED => Self::Paused,
            _ => Self::Stopped,
        }
    }

    /// Whether it is about to become another one by itself.
    pub fn is_changing(self) -> bool {
        matches!(self, Self::Starting | Self::Stopping | Self::Pausing | Self::Resuming)
    }
}

impl Exit {
    fn new(code: u32, own: u32) -> Self {
        match WIN32_ERROR(code) {
            NO_ERROR | ERROR_SERVICE_NEVER_STARTED => Self::Well,
            ERROR_SERVICE_SPECIFIC_ERROR => Self::Own(own),
            error => Self::Error(error),
        }
    }
}

impl std::fmt::Display for Exit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Well => f.write_str("without an error"),
            Self::Error(error) => {
                write!(f, "with error {} ({})", error.0, text_of(&Error::from(*error)))
            }
            Self::Own(code) => write!(f, "with its own error {code}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status(state: u32, code: u32, own: u32) -> Status {
        Status::new(&SERVICE_STATUS_PROCESS {
            dwCurrentState: SERVICE_STATUS_CURRENT_STATE(state),
            dwWin32ExitCode: code,
            dwServiceSpecificExitCode: own,
            dwProcessId: 7,
            ..SERVICE_STATUS_PROCESS::default()
        })
    }

    #[test]
    fn states_become_the_words_of_the_protocol() {
        for (state, code, word) in [
            (1, 0, "stopped"),
            (1, 1077, "stopped"),
            (1, 1067, "failed"),
            (1, 1066, "failed"),
            (2, 0, "starting"),
            (3, 0, "stopping"),
            // While it runs the code says nothing.
            (4, 1067, "running"),
            (5, 0, "starting"),
            (6, 0, "stopping"),
            (7, 0, "stopped"),
            (99, 0, "stopped"),
        ] {
            assert_eq!(status(state, code, 0).word(), word, "{state} {code}");
        }
    }

    #[test]
    fn how_a_service_ended_is_said() {
        assert_eq!(status(1, 0, 3).exit.to_string(), "without an error");
        assert_eq!(status(1, 1066, 3).exit.to_string(), "with its own error 3");
        let crashed = status(1, 1067, 0).exit.to_string();
        assert!(crashed.starts_with("with error 1067 ("), "{crashed}");
    }
}
