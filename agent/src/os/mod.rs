//! Everything that differs between operating systems.
//!
//! Each system has a folder with the same modules and the same functions; the
//! rest of the agent calls `os::services::list_services()` and does not know
//! which one answers. What a system cannot do yet is refused with a
//! [`Problem`] that says so. No other folder may ask which system this is.

mod consent_answer;
mod detail_text;
mod disk_space;
mod file_facts;
mod inventory_parts;
#[cfg(target_os = "linux")]
mod linux;
mod log_page;
mod login_session;
mod machine_id;
// Compiled for tests on Linux too: there is no other way to run any of it here.
#[cfg(any(target_os = "macos", all(test, target_os = "linux")))]
#[cfg_attr(
    target_os = "linux",
    expect(dead_code, unused_imports, reason = "on Linux only tests call what is in here")
)]
mod macos;
mod network_interface;
#[cfg(any(target_os = "macos", all(test, target_os = "linux")))]
#[cfg_attr(
    target_os = "linux",
    expect(dead_code, reason = "on Linux only tests call what is in here")
)]
mod no_notice;
#[cfg(any(windows, target_os = "macos", all(test, target_os = "linux")))]
#[cfg_attr(
    target_os = "linux",
    expect(dead_code, reason = "on Linux only tests call what is in here")
)]
mod no_screen;
#[cfg(not(target_os = "macos"))]
mod person_texts;
mod plain_text;
pub mod platform;
mod problem;
mod process_list;
mod refusals;
pub mod screen_parts;
mod service_command;
mod terminal_request;
mod tool;
#[cfg(unix)]
mod tool_lines;
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

pub use consent_answer::ConsentAnswer;
pub use disk_space::{DiskSpace, is_same_disk};
pub use file_facts::{FileFacts, FileKind, Links, PathGrammar, PlantedLink};
pub use inventory_parts::InventoryParts;
pub use login_session::{LoginSession, user_names};
pub use problem::Problem;
pub use system::{
    accounts, child_process, event_log, files, inventory, metrics, notice, own_program, packages,
    ping, power, processes, programs, proxies, readiness, registry, remote_files, screen,
    service_log, service_manager, services, shells, signals, software, terminal,
};
pub use terminal_request::{Echo, TerminalProgram, TerminalRefusal, TerminalRequest};
pub use tool::{ToolOutput, run_tool};
#[cfg(unix)]
pub use tool_lines::read_tool_lines;
pub use types::{
    Call, Echoes, Interpreter, LogLayer, PowerAction, ProcessCommand, RawSample, ServiceDefinition,
    SystemProxies, WakeTimer,
};
