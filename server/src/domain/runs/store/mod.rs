//! The server's side of the ledger: every run, from order to outcome.
//!
//! A run is stored before its order is sent, its output before it is
//! acknowledged, and its outcome once. Agents know a run by its text id, which
//! is random, so that an agent of a restored backup cannot confuse two runs.
//!
//! A run that may wait (`expires` is set) stays `queued` until the agent
//! confirms the order. Until then the order may be sent any number of times:
//! the agent runs it once. The agent's report wins over the clock: a run that
//! expired while its order was on its way becomes `running` again.

mod memory;
mod new_run;
mod new_runs;
mod order_body;
mod progress;
mod task_run;
mod writing;

use muster_protocol::{End, Stream};

pub use memory::{OrphanedOrders, interrupt, resolve_forgotten, resume};
pub use new_run::{Keep, NewRun, RunRow, insert, insert_rows};
pub use new_runs::{NewMember, OwnOrder, insert_many};
pub use order_body::{open_body, open_body_of, seal_body};
pub use progress::{NewOutput, Progress, find_all, find_open};
pub use task_run::insert_started;
pub use writing::{fail, fail_undelivered, finish, insert_output, mark_running, record_progress};

use crate::app::App;
use crate::debug_log::DebugEntry;
use crate::domain::runs::ended;
use crate::domain::runs::status::RunStatus;
use crate::domain::runs::trouble::trouble_of;
use crate::events::Event;
use crate::ids::{AgentId, RunId, RunKey};
use crate::storage::TextEnum;
use crate::text::cut;

/// Of why a run could not start.
const LONGEST_REASON: usize = 4096;

/// Runs with the bulk action they belong to, for [`ORDER_BODY`].
pub const RUNS_WITH_BULK: &str = "runs r left join bulk_actions b on b.id = r.bulk_id";

/// The body of a run's order: its own, or the one shared by its bulk action.
/// [`open_body`] opens it.
pub const ORDER_BODY: &str = "case when length(r.order_body) > 0 then r.order_body else coalesce(b.order_body, r.order_body) end";

/// The stream's name, in the database and in events.
pub fn stream_name(stream: Stream) -> &'static str {
    match stream {
        Stream::Stdout => "stdout",
        Stream::Stderr => "stderr",
    }
}

/// The reason for this end; empty where the status says everything.
fn problem_of(end: &End) -> String {
    match end {
        End::CouldNotStart { reason } => cut(reason, LONGEST_REASON),
        End::Interrupted => "the agent or its machine died during the run".to_owned(),
        End::Exited { .. } | End::TimedOut | End::Cancelled => String::new(),
    }
}

/// A finished run, as it is reported to watchers.
#[derive(Debug)]
pub struct FinishedRun {
    pub id: RunKey,
    pub run_id: RunId,
    pub status: RunStatus,
    /// Its return code, if it ran.
    pub retcode: Option<i64>,
    /// What the debug log gets about it.
    pub(in crate::domain::runs) trouble: Option<DebugEntry>,
}

impl FinishedRun {
    /// A run that never started.
    pub fn failed(id: RunKey, run_id: impl Into<RunId>) -> Self {
        let (status, run_id) = (RunStatus::Failed, run_id.into());
        Self { id, run_id, status, retcode: None, trouble: None }
    }

    /// A run that ran, and how it ended.
    pub fn by(end: &End, run: &Progress) -> Self {
        Self {
            id: run.id,
            run_id: run.run_id.clone(),
            status: RunStatus::after(end),
            retcode: end.retcode().map(i64::from),
            trouble: trouble_of(run.sequel.kind(), run.id, run.agent_id, end),
        }
    }

    /// Records in the debug log what went wrong, once the end is committed.
    pub fn record_trouble(&self, app: &App) {
        if let Some(trouble) = &self.trouble {
            app.debug_log.record(trouble.clone());
        }
    }

    /// The event `run.finished`.
    pub fn event(&self, agent_id: &AgentId) -> Event {
        Event::run_finished(self.id, agent_id, self.status.as_str(), self.retcode)
    }
}

/// Wakes the requests that wait for a run, continues its bulk action if it has one,
/// and fires its watches.
pub async fn announce_end(app: &App, run_id: &RunId) {
    ended::record(app, ended::EndedRun::Run(run_id.clone()));
    wake(app, run_id).await;
}

/// Does the same for a run whose bulk action is known.
pub async fn announce_end_in_bulk(app: &App, run_id: &RunId, bulk: Option<i64>) {
    ended::record(app, bulk.map_or(ended::EndedRun::Alone, ended::EndedRun::OfBulk));
    wake(app, run_id).await;
}

async fn wake(app: &App, run_id: &RunId) {
    // A lost message costs a moment: the waiting request also polls.
    if app.agent_link.announce_run_ended(run_id).await.is_err() {
        tracing::warn!(
            run.id = run_id.as_str(),
            "the end of a run could not be announced to other servers"
        );
    }
}
