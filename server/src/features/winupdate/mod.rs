//! Updates of operating systems: scan, approve, install.
//!
//! A scan is a run; its end creates a job that stores what it found
//! ([`store_scan()`]). An installation is a run as well; its end creates a job
//! that scans again, as only a scan shows whether an update is installed. Agents
//! install approved updates on their own, in the windows of `windows`. What is ignored
//! is hidden on its computer by the next scan (`hiding`, decision 85).

mod after_install;
mod decide;
mod details;
mod filter;
mod hiding;
mod install_report;
mod install_updates;
mod list_fleet_updates;
mod list_update_agents;
mod list_updates;
mod merge;
mod queries;
mod retention;
mod scan;
mod scan_updates;
mod set_action;
mod set_actions;
mod store_scan;
mod summary;
#[cfg(test)]
mod tests;
mod update;
mod windows;

pub use after_install::after_install;
pub use decide::decide;
pub use install_updates::*;
pub use list_fleet_updates::*;
pub use list_update_agents::*;
pub use list_updates::*;
pub use queries::{
    begin_installs, has_pending, list_agents_with_pending, list_approved, list_hiding_wishes,
};
pub use retention::RETENTION;
pub use scan::{scan_instruction, scan_with_wishes};
pub use scan_updates::*;
pub use set_action::*;
pub use set_actions::*;
pub use store_scan::store_scan;
pub use summary::{AgentUpdates, count_new, recount, shown, shown_raw};
pub use windows::windows_of;
