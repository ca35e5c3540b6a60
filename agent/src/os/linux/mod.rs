//! Linux, with systemd, with OpenRC or without both.

pub mod accounts;
#[cfg(target_env = "musl")]
mod allocator;
mod block_devices;
pub mod child_process;
pub mod event_log;
mod file_systems;
mod init_system;
pub mod inventory;
mod login_sessions;
pub mod metrics;
pub mod notice;
mod notice_lines;
pub mod packages;
pub mod power;
mod process_stat;
pub mod processes;
pub mod proxies;
pub mod readiness;
pub mod screen;
pub mod service_log;
pub mod service_manager;
pub mod services;
pub mod software;
mod systemd_time;
mod wake_timers;

pub use super::unix::{
    files, own_program, ping, programs, registry, remote_files, shells, signals, terminal,
};
