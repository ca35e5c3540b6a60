//! Everything that differs between operating systems.
//!
//! Each system has a folder with the same modules and the same functions; the
//! rest of the agent calls `os::services::list_services()` and does not know
//! which one answers. What a system cannot do yet is refused with a
//! [`Problem`] that says so. No other folder may ask which system this is.

mod disk_space;
#[cfg(target_os = "linux")]
mod linux;
#[cfg(target_os = "macos")]
mod macos;
pub mod platform;
mod problem;
#[cfg(not(target_os = "linux"))]
mod sysinfo_sample;
mod tool;
mod types;
#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(target_os = "linux")]
use linux as system;
#[cfg(target_os = "macos")]
use macos as system;
#[cfg(windows)]
use windows as system;

pub use disk_space::{DiskSpace, is_same_disk};
pub use problem::Problem;
pub use system::{
    accounts, child_process, event_log, files, inventory, metrics, packages, ping, power,
    processes, programs, service_manager, services, shells, signals, software,
};
pub use tool::{ToolOutput, read_tool_lines, run_tool};
pub use types::{Echoes, Interpreter, PowerAction, ProcessCommand, RawSample, ServiceDefinition};
