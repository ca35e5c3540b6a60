//! Agents as every feature sees them: the target of an action, whether it is
//! connected, and which agents a change affects.

mod absence;
mod affected_agents;
mod alerting;
mod capabilities;
mod check_counts;
mod default_shell;
mod disks;
mod enrolment_approval;
mod key_fingerprint;
mod location;
mod presence;
mod presence_queries;
mod reboot_name;
mod removal;
mod removed;
mod shells;
mod status;
pub mod store;
mod target;
mod words;

pub use absence::{ABSENCE, ABSENCE_CHECK_KIND, check_absence};
pub use affected_agents::{AffectedAgents, job_about};
pub use alerting::record_return;
pub use capabilities::{
    BUILD, CAPABILITY_COLUMNS, Capabilities, ShownCapability, names_to_store, record_capabilities,
};
pub use check_counts::{count_failing_checks, shown_checks};
pub use default_shell::effective_shell;
pub use disks::{ShownDisk, shown_disks};
pub use enrolment_approval::EnrolmentApproval;
pub use key_fingerprint::key_fingerprint;
pub use location::{Location, find_location, find_locations};
pub use presence::{Presence, record_presence};
pub use presence_queries::record_connection;
pub use reboot_name::reboot_name;
pub use removal::{
    REMOVED_AGENTS, RemovedAgent, delete_for_good, finish_removals, has_final_removals,
    list_removed, lock_final_removals, lock_removed_of, restore,
};
pub use removed::find_removed_key;
pub use shells::{SHELLS, is_absolute, is_shell_or_path, shell_or_path_problem};
pub use status::{Status, is_connected};
pub use target::{Target, find_in_scope, find_target, list_targets, target_columns};
pub use words::{MONITORING_TYPES, PLATFORMS};
