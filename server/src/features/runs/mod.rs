//! Runs: everything an agent is asked to do, from order to answer and history.
//!
//! A run that needs its agent now is started with [`run_and_wait`], one that
//! may wait for it with [`start()`].

mod action_result;
mod answer;
mod cancel;
mod cancel_run;
mod collector;
mod filters;
mod fingerprint;
mod follow_up;
mod instruction;
mod launch;
mod list_agent_history;
mod list_history;
mod list_runs;
mod list_script_history;
mod long_answer;
mod on_server;
mod piece;
mod placeholders;
mod queries;
mod queue;
mod read_run;
mod read_run_output;
mod repeat_run;
mod request;
mod result_mail;
mod retention;
mod run;
mod run_script;
pub mod script_input;
mod script_place;
mod script_source;
mod start;
mod test_script;
#[cfg(test)]
mod tests;
mod unattended;
mod wait;

pub use answer::{AnswerForm, RunResult};
pub use cancel::{Cancelled, cancel, describe, find_cancellable, list_cancellable, tell_cancelled};
pub use cancel_run::*;
pub use collector::check_field;
pub use fingerprint::Fingerprint;
pub use follow_up::follow_up;
pub use instruction::Instruction;
pub use launch::{Launch, new_run_id};
pub use list_agent_history::*;
pub use list_history::*;
pub use list_runs::*;
pub use list_script_history::*;
pub use on_server::SERVER_SWEEP;
pub use piece::{Piece, read_piece};
pub use placeholders::{filled_many, placeholder_values, server_placeholders};
pub use queries::{Beginning, find_run, list_beginnings, read_output};
pub use queue::{EXPIRE_KIND, REDELIVERY, expire, expiry_job};
pub use read_run::*;
pub use read_run_output::*;
pub use repeat_run::*;
pub use retention::{RETENTION, prune_before, prune_waited};
pub use run::{Run, Streams, list_by_keys, list_outputs, list_streams};
pub use run_script::*;
pub use script_source::{How, ScriptForRun, find_for_run};
pub use start::{Started, answer_started, find_started, queue_hours, start, start_in, start_until};
pub use test_script::*;
pub use unattended::{SYSTEM, Unattended, start_unattended};
pub use wait::{run_and_wait, run_without_output, start_now};

pub use crate::idempotency::idempotency_key;
