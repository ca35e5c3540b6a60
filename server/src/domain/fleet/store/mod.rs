//! Writes the tables `agents` and `pending_enrolments`; presence is written
//! beside them.

mod checks;
mod enrolment;
mod inventory;
mod pending;
mod removal;
mod settings;
mod updates;

pub use checks::store_check_counts;
pub use enrolment::{NewAgent, enrol_again, forget_key, insert_agent};
pub use inventory::{AgentFacts, store_facts, store_inventory};
pub use pending::{
    MAX_PENDING, count_pending, delete_pending, delete_pending_of, insert_pending, prune_pending,
};
pub use removal::{clear_removal, delete_agents, mark_removed};
pub use settings::{move_agents, set_maintenance, store_settings};
pub use updates::{store_needs_reboot, store_patch_time, store_software_time, store_update_counts};
