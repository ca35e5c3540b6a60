//! Services as the protocol has them.

use muster_protocol::Service;
use windows::Win32::System::Services::{SERVICE_QUERY_CONFIG, SERVICE_QUERY_STATUS};

use super::manager::{ListedService, Manager};
use super::name::ServiceName;
use super::open_service::OpenService;
use super::refusal::{READ, is_missing, refusal};
use super::start_type;
use super::status::Status;
use crate::os::Problem;

/// Every service, by name. What one of them does not show is left empty.
pub fn list() -> Result<Vec<Service>, Problem> {
    let manager = Manager::connect()?;
    let describe = |listed: ListedService| {
        let mut service = service_of(listed.name, &listed.status);
        service.display_name = listed.display_name;
        if let Ok(open) = manager.open(&service.name, SERVICE_QUERY_CONFIG) {
            add_config(&mut service, &open);
        }
        service
    };
    let mut services: Vec<Service> = manager.list()?.into_iter().map(describe).collect();
    services.sort_by_cached_key(|service| service.name.to_lowercase());
    Ok(services)
}

/// One service; none when there is no such one.
pub fn find(name: &ServiceName) -> Result<Option<Service>, Problem> {
    let name = name.as_str();
    let access = SERVICE_QUERY_CONFIG | SERVICE_QUERY_STATUS;
    let open = match Manager::connect()?.open(name, access) {
        Ok(open) => open,
        Err(error) if is_missing(&error) => return Ok(None),
        Err(error) => return Err(refusal(name, READ, &error)),
    };
    let status = open.status().map_err(|error| refusal(name, READ, &error))?;
    let mut service = service_of(name.to_owned(), &status);
    add_config(&mut service, &open);
    Ok(Some(service))
}

fn service_of(name: String, status: &Status) -> Service {
    let status_word = status.word().to_owned();
    Service { name, status: status_word, pid: status.pid, ..Service::default() }
}

fn add_config(service: &mut Service, open: &OpenService) {
    if let Ok(config) = open.config() {
        let is_delayed = open.is_delayed().unwrap_or(false);
        service.start_type = start_type::word(config.start_type, is_delayed).to_owned();
        service.autodelay = service.start_type == "autodelay";
        service.display_name = config.display_name;
        service.username = config.account;
        service.binpath = config.command;
    }
    if service.display_name.is_empty() {
        service.display_name.clone_from(&service.name);
    }
    service.description = open.description().unwrap_or_default();
}
