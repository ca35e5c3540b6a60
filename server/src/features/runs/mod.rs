//! Runs: everything an agent is asked to do, from order to answer.

mod answer;
mod idempotency;
mod launch;
mod queries;

pub use answer::{AnswerForm, RunResult};
pub use idempotency::idempotency_key;
pub use launch::{Launch, run_and_wait, start_in};
pub use queries::read_output;
