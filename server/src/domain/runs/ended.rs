//! Runs that ended, gathered for a moment: the bulk actions they belong to go
//! on, once for many ends and not once for each.

use std::sync::Mutex;
use std::time::Duration;

use sea_orm::{ConnectionTrait, DbErr, Value};
use serde_json::json;

use crate::app::App;
use crate::jobs::NewJob;
use crate::storage::sql;

/// Kind of the job that takes a bulk action one step further. Payload: `bulk`,
/// its key.
pub const BULK_KIND: &str = "bulk_progress";

/// Thousands of agents answer within seconds.
const GATHER: Duration = Duration::from_millis(250);
/// Values in one statement.
const CHUNK: usize = 500;

/// Ids of runs that ended and nobody has looked at yet.
#[derive(Default)]
pub struct Ended {
    runs: Mutex<Vec<String>>,
}

impl Ended {
    /// Adds a run; tells whether it is the first.
    fn add(&self, run_id: &str) -> bool {
        let mut runs = self.runs.lock().expect("no holder of this lock panics");
        runs.push(run_id.to_owned());
        runs.len() == 1
    }

    fn take(&self) -> Vec<String> {
        std::mem::take(&mut *self.runs.lock().expect("no holder of this lock panics"))
    }
}

/// Notes that a run ended. What is lost when a server is killed is found by
/// the look at all open bulk actions every minute.
pub fn note(app: &App, run_id: &str) {
    if !app.runs.ended.add(run_id) {
        return;
    }
    let gathering = app.clone();
    app.tasks.spawn(async move {
        tokio::time::sleep(GATHER).await;
        let runs = gathering.runs.ended.take();
        if let Err(error) = let_go_on(&gathering, &runs).await {
            tracing::warn!(error = %error, "bulk actions were not told that runs ended");
        }
    });
}

async fn let_go_on(app: &App, runs: &[String]) -> Result<(), DbErr> {
    let mut bulks = Vec::new();
    for chunk in runs.chunks(CHUNK) {
        bulks.extend(list_bulks(app.db.read(), chunk).await?);
    }
    bulks.sort_unstable();
    bulks.dedup();
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

async fn list_bulks(db: &impl ConnectionTrait, runs: &[String]) -> Result<Vec<i64>, DbErr> {
    let places: Vec<String> = (1..=runs.len()).map(|place| format!("${place}")).collect();
    let text = format!(
        "select distinct bulk_id from runs where bulk_id is not null and run_id in ({})",
        places.join(", ")
    );
    sql::values(db, &text, runs.iter().map(|run| Value::from(run.as_str()))).await
}
