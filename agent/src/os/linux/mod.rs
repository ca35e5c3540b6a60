//! Linux, with systemd or without it.

pub mod accounts;
pub mod child_process;
pub mod event_log;
pub mod inventory;
pub mod packages;
pub mod power;
mod process_stat;
pub mod processes;
pub mod service_manager;
pub mod services;
pub mod software;

pub use super::unix::{files, programs, shells, signals};
