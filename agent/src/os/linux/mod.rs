//! Linux, with systemd or without it.

pub mod accounts;
mod block_devices;
pub mod child_process;
pub mod event_log;
mod file_systems;
pub mod inventory;
pub mod metrics;
pub mod packages;
pub mod power;
mod process_stat;
pub mod processes;
pub mod registry;
pub mod service_manager;
pub mod services;
pub mod software;

pub use super::unix::{files, own_program, ping, programs, proxies, service_log, shells, signals};
