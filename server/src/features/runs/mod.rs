//! Runs over the API: running scripts, repeating runs, the history, and what is
//! done with output. How a run is started, delivered and ended:
//! [`crate::domain::runs`].

mod action_result;
mod cancel_run;
mod collector;
mod filters;
mod fingerprint;
mod follow_up;
mod key_store_use;
mod list_agent_history;
mod list_history;
mod list_runs;
mod list_script_history;
mod placeholders;
mod queries;
mod read_run;
mod read_run_output;
mod repeat_run;
mod request;
mod result_mail;
mod run;
mod run_script;
pub mod script_input;
mod script_platform;
mod script_request;
mod script_source;
mod server_args;
mod test_script;
#[cfg(test)]
mod tests;

pub use cancel_run::*;
pub use collector::check_field;
pub use fingerprint::Fingerprint;
pub use follow_up::follow_up;
pub use key_store_use::{check_ad_hoc, check_library};
pub use list_agent_history::*;
pub use list_history::*;
pub use list_runs::*;
pub use list_script_history::*;
pub use placeholders::{filled_many, server_placeholders};
pub use read_run::*;
pub use read_run_output::*;
pub use repeat_run::*;
pub use result_mail::{RESULT_MAIL_KIND, mail_result};
pub use run::{Run, Streams, list_by_keys, list_outputs, list_streams};
pub use run_script::*;
pub use script_source::{ScriptForRun, ScriptOptions, find_for_run};
pub use test_script::*;

pub use crate::features::scripts::Filled;
