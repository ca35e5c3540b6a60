//! Runs: everything an agent is asked to do, from order to answer.

mod answer;
mod idempotency;
mod launch;
mod queries;
mod unattended;

pub use answer::{AnswerForm, RunResult, started};
pub use idempotency::idempotency_key;
pub use launch::{Launch, find_started, run_and_wait, start_in};
pub use queries::read_output;
pub use unattended::{Unattended, start_unattended};
