//! Refusals that every system words alike.

use std::fmt::Display;

use super::problem::Problem;

/// No entry of a log has this type.
pub fn unknown_event_type(event_type: &str) -> Problem {
    Problem::failed(format!("event type {event_type:?} is not known"))
}

/// This system has no such log.
pub fn unknown_log(name: &str) -> Problem {
    Problem::failed(format!("{name:?} is not a log of this system"))
}

/// This cannot be done with a service.
pub fn unknown_service_action(action: &str) -> Problem {
    Problem::failed(format!("service action {action} is not known"))
}

/// No service can be called so. launchd takes any name.
#[cfg(not(target_os = "macos"))]
pub fn not_a_service_name(text: &str) -> Problem {
    Problem::failed(format!("{text:?} is no name of a service"))
}

/// This system has no such service.
pub fn no_service(name: impl Display) -> Problem {
    Problem::failed(format!("there is no service {name}"))
}

/// No process has this number.
pub fn no_process(pid: u32) -> Problem {
    Problem::failed(format!("there is no process {pid}"))
}

/// The system hangs on this process, or the number means more than a process.
pub fn process_not_to_end(pid: u32) -> Problem {
    Problem::failed(format!("process {pid} is not one to end"))
}

/// The agent was asked to end its own process.
pub fn own_process() -> Problem {
    Problem::failed("the agent does not end itself")
}

/// A command is to run as the user who is logged in, and there is none.
pub fn nobody_logged_in() -> Problem {
    Problem::failed("nobody is logged in to run this as")
}
