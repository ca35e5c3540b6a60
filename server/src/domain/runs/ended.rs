//! Collects runs that have ended for a moment, so that the bulk actions they
//! belong to continue, and watches are looked at, once for many of them and not once
//! for each.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::time::Duration;

use sea_orm::{ConnectionTrait, DbErr, Value};
use serde_json::json;

use crate::app::App;
use crate::domain::watches;
use crate::ids::RunId;
use crate::jobs::NewJob;
use crate::storage::sql;

/// Kind of the job that continues a bulk action. Payload: `bulk`, its key.
pub const BULK_KIND: &str = "bulk_progress";

/// Thousands of agents answer within seconds.
const GATHER: Duration = Duration::from_millis(250);
/// Values in one statement.
const CHUNK: usize = 500;

/// A run that has ended, by its id, or by its bulk action where it is known whether it
/// has one.
pub enum EndedRun {
    Run(RunId),
    OfBulk(i64),
    Alone,
}

/// Ended runs that are not processed yet.
#[derive(Default)]
pub struct EndedRuns {
    gathered: Mutex<EndedBatch>,
}

#[derive(Default)]
struct EndedBatch {
    is_begun: bool,
    runs: Vec<RunId>,
    bulks: BTreeSet<i64>,
}

impl EndedRuns {
    /// Adds one; returns whether it is the first.
    fn add(&self, ended: EndedRun) -> bool {
        let mut gathered = self.gathered.lock().expect("no holder of this lock panics");
        let is_first = !std::mem::replace(&mut gathered.is_begun, true);
        match ended {
            EndedRun::Run(run_id) => gathered.runs.push(run_id),
            EndedRun::OfBulk(bulk) => {
                gathered.bulks.insert(bulk);
            }
            EndedRun::Alone => {}
        }
        is_first
    }

    fn take(&self) -> EndedBatch {
        std::mem::take(&mut *self.gathered.lock().expect("no holder of this lock panics"))
    }
}

/// Records that a run has ended. What is lost when a server is killed is found
/// by the check of all open bulk actions every minute, and by that of all watches.
pub fn record(app: &App, ended: EndedRun) {
    if !app.runs.ended.add(ended) {
        return;
    }
    let gathering = app.clone();
    app.tasks.spawn(async move {
        tokio::time::sleep(GATHER).await;
        let gathered = gathering.runs.ended.take();
        if let Err(error) = resume_bulks(&gathering, gathered).await {
            tracing::warn!(error = %error, "bulk actions could not be continued after runs ended");
        }
        if let Err(error) = watches::sweep(&gathering).await {
            tracing::warn!(error = %error, "watches could not be fired after runs ended");
        }
    });
}

async fn resume_bulks(app: &App, gathered: EndedBatch) -> Result<(), DbErr> {
    let EndedBatch { runs, mut bulks, .. } = gathered;
    for chunk in runs.chunks(CHUNK) {
        bulks.extend(list_bulks(app.db.read(), chunk).await?);
    }
    if bulks.is_empty() {
        return Ok(());
    }
    let write = app.db.begin().await?;
    for bulk in bulks {
        let job = NewJob::now(BULK_KIND, json!({ "bulk": bulk })).keyed(bulk.to_string());
        app.jobs.enqueue(&write, job).await?;
    }
    write.commit().await?;
    app.jobs.wake().await;
    Ok(())
}

async fn list_bulks(db: &impl ConnectionTrait, runs: &[RunId]) -> Result<Vec<i64>, DbErr> {
    let placeholders: Vec<String> = (1..=runs.len()).map(|number| format!("${number}")).collect();
    let text = format!(
        "select distinct bulk_id from runs where bulk_id is not null and run_id in ({})",
        placeholders.join(", ")
    );
    sql::values(db, &text, runs.iter().map(Value::from)).await
}
