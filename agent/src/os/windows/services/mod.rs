//! The services of a Windows machine, by the service control manager.

mod control;
mod manager;
mod name;
mod open_service;
mod reading;
mod refusal;
mod session;
mod start_type;
mod status;

use muster_protocol::{ControlService, Service};
use tokio::task::spawn_blocking;

use crate::os::{Problem, refusals};
use name::ServiceName;

/// Every service there is, running or not.
pub async fn list_services() -> Result<Vec<Service>, Problem> {
    spawn_blocking(reading::list).await?
}

pub async fn read_service(name: &str) -> Result<Service, Problem> {
    find_service(name).await?.ok_or_else(|| refusals::no_service(name))
}

/// One service; none when there is no such one.
pub async fn find_service(name: &str) -> Result<Option<Service>, Problem> {
    let name = ServiceName::parse(name)?;
    spawn_blocking(move || reading::find(&name)).await?
}

/// Changes the state or the start type of a service.
pub async fn control_service(request: &ControlService) -> Result<(), Problem> {
    let (name, action) = (ServiceName::parse(&request.name)?, request.action.clone());
    spawn_blocking(move || session::control(&name, &action)).await?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn every_service_of_the_list_can_be_read() {
        let services = list_services().await.unwrap();
        // No Windows runs without one, nor does Wine.
        assert!(services.iter().any(|service| service.status == "running"), "{services:?}");
        let readable = services.iter().find(|service| !service.start_type.is_empty()).unwrap();
        let read = read_service(&readable.name).await.unwrap();
        assert_eq!(
            (read.name, read.display_name, read.binpath),
            (readable.name.clone(), readable.display_name.clone(), readable.binpath.clone())
        );
        // Windows does not look at the case of a name.
        let other_case = readable.name.to_uppercase();
        assert!(find_service(&other_case).await.unwrap().is_some());
    }

    #[tokio::test]
    async fn a_service_that_does_not_exist_is_none_and_cannot_be_changed() {
        assert_eq!(find_service("no-such-service").await, Ok(None));
        for action in ["start", "stop", "restart", "auto", "autodelay", "manual", "disabled"] {
            let (name, action) = ("no-such-service".to_owned(), action.to_owned());
            let problem = control_service(&ControlService { name, action }).await.unwrap_err();
            assert_eq!(problem.to_string(), "there is no service no-such-service");
        }
        let dance = ControlService { name: "no-such-service".into(), action: "dance".into() };
        let problem = control_service(&dance).await.unwrap_err();
        assert_eq!(problem.to_string(), "service action dance is not known");
    }
}
