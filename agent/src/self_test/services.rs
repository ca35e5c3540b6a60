//! Services of the system: listed and read. None is started or stopped.

use std::sync::Arc;

use super::bench::Bench;
use super::snag::{Found, Snag};
use crate::os::services::{list_services, read_service};

pub async fn list(_: Arc<Bench>) -> Found {
    let services = list_services().await?;
    let running = services.iter().filter(|service| service.status == "running").count();
    match services.len() {
        0 => Err(Snag::failed("the list is empty")),
        count => Ok(format!("{count} services, {running} of them running")),
    }
}

pub async fn read(_: Arc<Bench>) -> Found {
    let services = list_services().await?;
    let running = services.iter().find(|service| service.status == "running");
    let Some(listed) = running.or(services.first()) else {
        return Err(Snag::failed("there is no service to read"));
    };
    let service = read_service(&listed.name).await?;
    match service.name == listed.name {
        true => Ok(format!("{}: {}, {}", service.name, service.status, service.start_type)),
        false => Err(Snag::Failed(format!("asked for {}, got {}", listed.name, service.name))),
    }
}

pub async fn control(_: Arc<Bench>) -> Found {
    list_services().await?;
    Err(Snag::NotTried("it would start, stop or change a service".to_owned()))
}
