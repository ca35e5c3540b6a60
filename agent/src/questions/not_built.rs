//! Systems for which these questions are not built yet: each is refused.

use muster_protocol::{
    ControlService, EndProcess, LogEntry, Process, ReadEventLog, Service, Software,
};

use super::answer::Problem;
use super::power::Action;

fn not_built<T>(what: &str) -> Result<T, Problem> {
    let system = std::env::consts::OS;
    Err(Problem::unsupported(format!("{what} is not built for {system} yet")))
}

/// Every running process.
pub async fn list_processes() -> Result<Vec<Process>, Problem> {
    not_built("listing processes")
}

/// Ends a process.
pub async fn end_process(_request: &EndProcess) -> Result<(), Problem> {
    not_built("ending processes")
}

/// Asks a process to end.
pub async fn terminate_process(_request: &EndProcess) -> Result<(), Problem> {
    not_built("ending processes")
}

/// Every service.
pub async fn list_services() -> Result<Vec<Service>, Problem> {
    not_built("listing services")
}

/// One service.
pub async fn read_service(_name: &str) -> Result<Service, Problem> {
    not_built("reading services")
}

/// Changes a service.
pub async fn control_service(_request: &ControlService) -> Result<(), Problem> {
    not_built("controlling services")
}

/// A page of the system's log.
pub async fn read_event_log(_request: &ReadEventLog) -> Result<Vec<LogEntry>, Problem> {
    not_built("reading the system's log")
}

/// Everything that is installed.
pub async fn list_software() -> Result<Vec<Software>, Problem> {
    not_built("listing software")
}

/// Restarts the machine or switches it off.
pub async fn change_power(_action: Action) -> Result<(), Problem> {
    not_built("restarting")
}
