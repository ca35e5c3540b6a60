//! Maintenance windows: times in which nobody is notified of what happens on some
//! agents. When they are open: [`crate::domain::maintenance_windows`].

mod create_window;
mod delete_window;
mod form;
mod list_occurrences;
mod list_windows;
mod load;
mod maintenance_window;
mod members;
mod queries;
mod read_agent_maintenance;
mod read_window;
mod target;
#[cfg(test)]
mod tests;
mod update_window;

pub use create_window::*;
pub use delete_window::*;
pub use list_occurrences::*;
pub use list_windows::*;
pub use members::{AgentsOfView, CHECK, check_windows};
pub use read_agent_maintenance::*;
pub use read_window::*;
pub use update_window::*;
