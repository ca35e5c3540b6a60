//! Services of an agent, queried live: Windows services, systemd units, launchd
//! jobs.

mod control_service;
mod list_services;
mod read_service;
mod service;
mod set_start_type;
#[cfg(test)]
mod tests;

pub use control_service::*;
pub use list_services::*;
pub use read_service::*;
pub use set_start_type::*;
