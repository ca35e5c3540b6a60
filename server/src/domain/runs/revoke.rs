//! Cancels what waits in the name of a user who is disabled or deleted, or of an API
//! key that is revoked.
//!
//! Runs are cancelled in the transaction that takes the user or the key away. A
//! job notifies their agents afterwards, and the job of each open bulk action
//! ends it. A run that is stored later, by a request that was on its way, is
//! not delivered: see [`queries::requester_is_active`].

use std::ops::AddAssign;

use anyhow::Context;
use futures_util::StreamExt;
use futures_util::stream;
use serde_json::{Value, json};

use super::cancel::{dropped_events, notify_cancelled};
use super::ended::BULK_KIND;
use super::queries::{self, CancellableRun};
use super::status::RunStatus;
use crate::app::App;
use crate::audit::Change;
use crate::error::ApiError;
use crate::ids::RunKey;
use crate::jobs::NewJob;
use crate::time::Timestamp;
use crate::wording::count;

/// Kind of the job that notifies the agents of cancelled runs. Payload:
/// `user_id` or `api_key`, and `asked`, the time of the cancellation.
pub const REVOKED_KIND: &str = "runs_revoked";

/// Runs per query.
const PAGE: i64 = 500;
/// Cancellations sent at the same time.
const AT_ONCE: usize = 64;

/// In whose name something waits.
#[derive(Clone, Copy, Debug)]
pub enum Requester {
    User(i64),
    ApiKey(i64),
}

impl Requester {
    /// The column of runs and of bulk actions that contains its key.
    pub fn column(self) -> &'static str {
        match self {
            Self::User(_) => "user_id",
            Self::ApiKey(_) => "api_key",
        }
    }

    pub fn key(self) -> i64 {
        match self {
            Self::User(key) | Self::ApiKey(key) => key,
        }
    }

    fn of_payload(payload: &Value) -> Option<Self> {
        let user = payload["user_id"].as_i64().map(Self::User);
        user.or_else(|| payload["api_key"].as_i64().map(Self::ApiKey))
    }
}

/// What was cancelled.
#[derive(Clone, Copy, Debug, Default)]
pub struct CancelledWork {
    runs: u64,
    bulks: usize,
}

impl CancelledWork {
    /// As the rest of a message in the audit log; empty if nothing waited.
    pub fn describe(self) -> String {
        let (runs, bulks) = (count(self.runs, "run"), count(self.bulks, "bulk action"));
        match (self.runs, self.bulks) {
            (0, 0) => String::new(),
            (_, 0) => format!(" and cancelled {runs} that waited"),
            (0, _) => format!(" and cancelled {bulks}"),
            _ => format!(" and cancelled {runs} that waited and {bulks}"),
        }
    }
}

impl AddAssign for CancelledWork {
    fn add_assign(&mut self, other: Self) {
        self.runs += other.runs;
        self.bulks += other.bulks;
    }
}

/// Cancels everything that waits in this name, as part of the change that takes
/// it away, for a reason that each run states. What runs already continues.
pub async fn cancel_waiting(
    change: &Change,
    requester: Requester,
    reason: &str,
) -> Result<CancelledWork, ApiError> {
    let now = Timestamp::now();
    let bulks = queries::list_open_bulks(&**change, requester).await?;
    let runs = queries::cancel_waiting(&**change, requester, reason, now).await?;
    if runs > 0 {
        let payload = json!({ requester.column(): requester.key(), "asked": now.micros() });
        change.enqueue(NewJob::now(REVOKED_KIND, payload)).await?;
    }
    for bulk in &bulks {
        let job = NewJob::now(BULK_KIND, json!({ "bulk": bulk })).keyed(bulk.to_string());
        change.enqueue(job).await?;
    }
    Ok(CancelledWork { runs, bulks: bulks.len() })
}

/// The job: notifies agents and watchers. Orders may have been sent just before
/// their runs were cancelled.
pub async fn notify_revoked(app: App, payload: Value) -> anyhow::Result<()> {
    let requester = Requester::of_payload(&payload).context("the job's payload names nobody")?;
    let asked = payload["asked"].as_i64().context("the job's payload has no time")?;
    let (asked, mut after) = (Timestamp::from_micros(asked), RunKey(0));
    loop {
        let page = queries::list_revoked(app.db.read(), requester, asked, after, PAGE).await?;
        let Some(last) = page.last() else { return Ok(()) };
        after = last.run;
        notify(&app, &page).await;
    }
}

async fn notify(app: &App, runs: &[CancellableRun]) {
    let dropped = runs.iter().filter(|run| run.status == RunStatus::Cancelled);
    let events: Vec<_> = dropped.flat_map(dropped_events).collect();
    app.events.publish_all(&events).await;
    let one = async |run: &CancellableRun| {
        notify_cancelled(app, run).await;
    };
    stream::iter(runs).map(one).buffer_unordered(AT_ONCE).collect::<Vec<()>>().await;
}
