//! The services of a macOS machine.

use muster_protocol::{ControlService, Service};

use crate::os::Problem;

/// Every service there is, running or not.
pub async fn list_services() -> Result<Vec<Service>, Problem> {
    Err(Problem::not_supported_yet("listing services"))
}

pub async fn read_service(_name: &str) -> Result<Service, Problem> {
    Err(Problem::not_supported_yet("reading services"))
}

/// One service; none when there is no such one.
pub async fn find_service(_name: &str) -> Result<Option<Service>, Problem> {
    Err(Problem::not_supported_yet("reading services"))
}

/// Changes the state or the start type of a service.
pub async fn control_service(_request: &ControlService) -> Result<(), Problem> {
    Err(Problem::not_supported_yet("controlling services"))
}
