//! The questions, answered by a Linux machine.

mod event_log;
mod power;
mod process_stat;
mod processes;
mod services;
mod software;

pub use event_log::read_event_log;
pub use power::change_power;
pub use processes::{end_process, list_processes, terminate_process};
pub use services::{control_service, list_services, read_service};
pub use software::list_software;
