//! The state of a service, started once if it has to be.

use muster_protocol::{ControlService, Reading, Service};

use super::readings::unable;
use crate::os::{Problem, services};

/// The state of a service; `may_start` says whether one that is stopped is started.
pub async fn measure(name: &str, may_start: bool) -> Reading {
    let found = match services::find_service(name).await {
        Ok(found) => found,
        Err(problem) => return unable(problem.to_string()),
    };
    if !(may_start && found.as_ref().is_some_and(is_stopped)) {
        return reading_of(found, false);
    }
    let started = start(name).await;
    if let Err(problem) = &started {
        tracing::warn!(%problem, name, "a service that a check wants to run cannot be started");
    }
    match services::find_service(name).await {
        Ok(found) => reading_of(found, started.is_ok()),
        Err(problem) => unable(problem.to_string()),
    }
}

async fn start(name: &str) -> Result<(), Problem> {
    let request = ControlService { name: name.to_owned(), action: "start".to_owned() };
    services::control_service(&request).await
}

/// One that is about to stop or to start is left alone.
fn is_stopped(service: &Service) -> bool {
    matches!(service.status.as_str(), "stopped" | "failed")
}

fn reading_of(found: Option<Service>, restarted: bool) -> Reading {
    let state = found.map_or_else(|| "missing".to_owned(), |service| service.status);
    Reading::Service { state, restarted }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn service(status: &str) -> Service {
        Service { status: status.to_owned(), ..Service::default() }
    }

    #[tokio::test]
    async fn a_service_that_does_not_exist_is_missing_where_services_are_known() {
        let reading = measure("no-such-service-anywhere", true).await;
        match services::list_services().await {
            Ok(_) => assert_eq!(reading, reading_of(None, false)),
            Err(problem) => assert_eq!(reading, unable(problem.to_string())),
        }
    }

    #[tokio::test]
    async fn what_is_no_name_of_a_service_cannot_be_measured() {
        let reading = measure("a/b", false).await;
        assert!(matches!(reading, Reading::Unable { .. }), "{reading:?}");
    }

    #[test]
    fn only_what_has_stopped_is_started() {
        let states = ["stopped", "failed", "running", "starting", "stopping"];
        let stopped = states.map(|state| is_stopped(&service(state)));
        assert_eq!(stopped, [true, true, false, false, false]);
        let expected = Reading::Service { state: "running".to_owned(), restarted: true };
        assert_eq!(reading_of(Some(service("running")), true), expected);
    }
}
