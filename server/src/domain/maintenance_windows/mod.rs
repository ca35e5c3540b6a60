//! Maintenance windows: times in which nobody is notified of what happens on some
//! agents, and which agents are in maintenance now.

mod announce;
mod queries;
mod silence;
mod window;

pub use announce::{MAINTENANCE_KIND, announce, maintenance_changed, timer_job};
pub use queries::{
    count_windows, delete_window, insert_window, list_members, list_windows, store_members,
    update_window,
};
pub use silence::{agents_in_maintenance, agents_of_windows, windows_of, windows_with_agents};
pub use window::{StoredWindow, WindowTarget, instant, read_start, shown_start, timestamp};
