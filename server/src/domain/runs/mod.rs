//! Runs: everything an agent is asked to do, from order to outcome.
//!
//! A run is stored (`start`), its order is sent (`deliver`), and then a request
//! waits for its end (`wait`) or it waits for its agent (`queue`). The agent's
//! reports are stored by `reports`. Only this module writes the tables `runs`,
//! `run_output` and `run_keys`.

mod abandoned;
pub mod answer;
pub mod cancel;
mod command;
mod deliver;
mod drop_queue;
mod ended;
mod follow_up;
mod instruction;
mod kind;
mod launch;
pub mod live_output;
mod long_answer;
mod lost_orders;
mod masking;
mod on_server;
mod output_room;
mod pending_stream;
pub mod queries;
mod queue;
mod report_together;
mod reports;
mod retention;
mod revoke;
mod start;
mod start_for_alert;
mod start_together;
mod state;
mod status;
pub mod store;
mod stream_chunk;
mod trouble;
pub mod wait;

pub use abandoned::ABANDONED;
pub use answer::{AnswerForm, RunResult};
pub use cancel::{
    Cancelled, cancel, describe, find_cancellable, list_cancellable, notify_cancelled,
};
pub use command::RunCommand;
pub use deliver::{Deliveries, IfOffline};
pub use drop_queue::drop_queue;
pub use ended::BULK_KIND;
pub use follow_up::{
    ALERT_RUN_KIND, ALERT_RUN_PREFIX, KEEP_KIND, SCANNED_KIND, SOFTWARE_KIND, UPDATED_KIND,
};
pub use instruction::Instruction;
pub use kind::RunKind;
pub use launch::{Launch, new_run_id};
pub use on_server::SERVER_SWEEP;
pub use queries::{StoredOutput, find_run, list_beginnings, read_output};
pub use queue::{EXPIRE_KIND, REDELIVERY, expire, expiry_job};
pub use report_together::store_together;
pub use reports::{AgentReports, RunReport, StoredReports, store_runs};
pub use retention::{RETENTION, prune_before, prune_keys, prune_waited};
pub use revoke::{CancelledWork, REVOKED_KIND, Requester, cancel_waiting, notify_revoked};
pub use start::{
    SYSTEM, StartedRun, answer_started, find_repeated, queue_hours, start, start_in,
    start_unattended,
};
pub use start_for_alert::{ended_job, start_for_alert};
pub use state::RunState;
pub use status::RunStatus;
pub use store::Keep;
pub use stream_chunk::{read_chunk, truncate_unknown};
pub use wait::{run_and_wait, run_to_end, run_without_output};
