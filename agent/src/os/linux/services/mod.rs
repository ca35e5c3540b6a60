//! Services, by the manager that this machine was started with.

mod name;
mod openrc;
mod openrc_status;
mod script;
mod show;
mod systemd;

use muster_protocol::{ControlService, Service};

use super::init_system::{InitSystem, running};
use crate::os::Problem;
use name::{ScriptName, UnitName};
use openrc::OpenRc;
use systemd::Systemctl;

/// Every service there is, running or not.
pub async fn list_services() -> Result<Vec<Service>, Problem> {
    match manager()? {
        InitSystem::Systemd => Systemctl::default().list().await,
        InitSystem::OpenRc => OpenRc::default().list().await,
    }
}

pub async fn read_service(name: &str) -> Result<Service, Problem> {
    match manager()? {
        InitSystem::Systemd => Systemctl::default().read(&UnitName::parse(name)?).await,
        InitSystem::OpenRc => OpenRc::default().read(&ScriptName::parse(name)?).await,
    }
}

/// One service; none when there is no such one.
pub async fn find_service(name: &str) -> Result<Option<Service>, Problem> {
    match manager()? {
        InitSystem::Systemd => Systemctl::default().find(&UnitName::parse(name)?).await,
        InitSystem::OpenRc => OpenRc::default().find(&ScriptName::parse(name)?).await,
    }
}

/// Changes the state or the start type of a service.
pub async fn control_service(request: &ControlService) -> Result<(), Problem> {
    let (name, action) = (&request.name, &request.action);
    match manager()? {
        InitSystem::Systemd => Systemctl::default().control(&UnitName::parse(name)?, action).await,
        InitSystem::OpenRc => OpenRc::default().control(&ScriptName::parse(name)?, action).await,
    }
}

fn manager() -> Result<InitSystem, Problem> {
    let reason =
        "this machine runs neither systemd nor OpenRC, so its services are unknown to this agent";
    running().ok_or_else(|| Problem::unsupported(reason))
}
