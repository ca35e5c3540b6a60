//! Services, by the manager that this machine was started with.

mod name;
mod show;
mod systemd;

use std::path::Path;

use muster_protocol::{ControlService, Service};

use crate::os::Problem;
use crate::os::programs::find_program;
use name::UnitName;
use systemd::Systemctl;

/// Every service there is, running or not.
pub async fn list_services() -> Result<Vec<Service>, Problem> {
    manager()?.list().await
}

pub async fn read_service(name: &str) -> Result<Service, Problem> {
    manager()?.read(&UnitName::parse(name)?).await
}

/// One service; none when there is no such one.
pub async fn find_service(name: &str) -> Result<Option<Service>, Problem> {
    manager()?.find(&UnitName::parse(name)?).await
}

/// Changes the state or the start type of a service.
pub async fn control_service(request: &ControlService) -> Result<(), Problem> {
    manager()?.control(&UnitName::parse(&request.name)?, &request.action).await
}

/// Another manager gets its own type beside [`Systemctl`], and is chosen here.
fn manager() -> Result<Systemctl, Problem> {
    // systemd documents this as the way to find out whether it runs.
    if Path::new("/run/systemd/system").is_dir() {
        return Ok(Systemctl::default());
    }
    let reason = match find_program("rc-service") {
        Some(_) => "services of OpenRC are not supported yet",
        None => "this machine was not started with systemd, so its services are unknown",
    };
    Err(Problem::unsupported(reason))
}
