//! The services of a macOS machine: the daemons of launchd.

mod daemons;
mod definition;

use muster_protocol::{ControlService, Service};

use crate::os::Problem;
use daemons::Daemons;

/// Every service there is, running or not.
pub async fn list_services() -> Result<Vec<Service>, Problem> {
    Daemons::default().list().await
}

pub async fn read_service(name: &str) -> Result<Service, Problem> {
    Daemons::default().read(name).await
}

/// One service; none when there is no such one.
pub async fn find_service(name: &str) -> Result<Option<Service>, Problem> {
    Daemons::default().find(name).await
}

/// Changes the state or the start type of a service.
pub async fn control_service(request: &ControlService) -> Result<(), Problem> {
    Daemons::default().control(&request.name, &request.action).await
}
