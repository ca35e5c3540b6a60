//! macOS, with launchd.
//!
//! No file in here asks which system it is compiled for: tests compile all of them on Linux
//! too, where they read text in the formats that Apple documents, and end real processes.

pub mod accounts;
mod ask;
pub mod child_process;
pub mod event_log;
mod file_systems;
mod homebrew;
pub mod inventory;
mod launchctl;
pub mod metrics;
pub mod notice;
pub mod packages;
mod plist;
pub mod power;
mod process_table;
pub mod processes;
pub mod proxies;
pub mod readiness;
pub mod screen;
pub mod service_log;
pub mod service_manager;
pub mod services;
pub mod software;
mod wake_schedule;

pub use super::unix::{
    files, own_program, ping, programs, registry, remote_files, shells, signals, terminal,
};
