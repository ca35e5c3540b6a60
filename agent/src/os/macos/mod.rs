//! macOS: the agent connects, and refuses what is not written for it yet.

pub mod accounts;
pub mod child_process;
pub mod event_log;
pub mod inventory;
pub mod metrics;
pub mod packages;
pub mod power;
pub mod processes;
pub mod registry;
pub mod service_manager;
pub mod services;
pub mod software;

pub use super::unix::{files, own_program, ping, programs, proxies, service_log, shells, signals};
