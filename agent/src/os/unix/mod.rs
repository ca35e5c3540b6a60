//! What Linux and macOS have in common.

pub mod account;
pub mod files;
pub mod first_process;
pub mod log_request;
pub mod network_interfaces;
pub mod own_program;
pub mod ping;
pub mod process_end;
pub mod programs;
pub mod registry;
pub mod remote_files;
pub mod root;
pub mod run_members;
pub mod shells;
pub mod signals;
pub mod terminal;
pub mod terminal_shell;
pub mod user_names;
pub mod windows_only;
