//! Runs: everything an agent is asked to do, from order to outcome.
//!
//! A run is stored, its order delivered, and then somebody waits for its end or
//! it waits for its agent. One that needs its agent now is started with
//! [`run_and_wait`], one that may wait for it with [`start()`], one that the
//! server starts by itself with [`start_unattended`]. This module alone writes
//! the tables `runs`, `run_output` and `idempotency_keys`.

pub mod answer;
pub mod cancel;
mod command;
mod ended;
mod follow_up;
mod instruction;
mod kind;
mod launch;
pub mod live_output;
mod long_answer;
mod lost_orders;
mod on_server;
mod piece;
pub mod queries;
mod queue;
mod reports;
mod retention;
mod start;
mod state;
mod status;
pub mod store;
mod together;
mod unattended;
pub mod wait;

pub use answer::{AnswerForm, RunResult};
pub use cancel::{Cancelled, cancel, describe, find_cancellable, list_cancellable, tell_cancelled};
pub use command::RunCommand;
pub use ended::BULK_KIND;
pub use follow_up::{KEEP_KIND, SCANNED_KIND, SOFTWARE_KIND, UPDATED_KIND};
pub use instruction::Instruction;
pub use kind::RunKind;
pub use launch::{Launch, find_repeated, new_run_id};
pub use on_server::SERVER_SWEEP;
pub use piece::read_piece;
pub use queries::{Beginning, find_run, list_beginnings, read_output};
pub use queue::{EXPIRE_KIND, REDELIVERY, expire, expiry_job};
pub use reports::{Reported, RunReport, Stored, store_runs};
pub use retention::{RETENTION, prune_before, prune_keys, prune_waited};
pub use start::{Started, answer_started, find_started, queue_hours, start, start_in, start_until};
pub use state::RunState;
pub use status::RunStatus;
pub use store::Keep;
pub use together::store_together;
pub use unattended::{SYSTEM, Unattended, start_unattended};
pub use wait::{run_and_wait, run_to_end, run_without_output, start_now};

pub use crate::idempotency::idempotency_key;
