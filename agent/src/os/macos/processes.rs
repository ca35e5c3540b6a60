//! The processes of a macOS machine.

use muster_protocol::{EndProcess, Process};

use crate::os::Problem;

/// Every running process, with what it takes right now.
pub async fn list_processes() -> Result<Vec<Process>, Problem> {
    Err(Problem::not_supported_yet("listing processes"))
}

/// Asks a process to end, and does not wait for it.
pub async fn terminate_process(_request: &EndProcess) -> Result<(), Problem> {
    Err(Problem::not_supported_yet("ending processes"))
}

/// Ends a process: first with a request, then with force.
pub async fn end_process(_request: &EndProcess) -> Result<(), Problem> {
    Err(Problem::not_supported_yet("ending processes"))
}
