//! Jobs for tests: they report to the test, and wait for it.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, LazyLock, Mutex};
use std::time::Duration;

use anyhow::bail;
use serde_json::Value;
use tokio::sync::{Semaphore, mpsc};

use super::{NewJob, Periodic, Work};
use crate::app::App;
use crate::storage::sql;
use crate::testing::{TEST_TIMEOUT, until_equal};

/// The kinds of job the tests use.
pub(super) const WORK: &[Work] = &[
    Work { kind: "note", handler: |app, payload| Box::pin(report(app, payload)) },
    Work { kind: "wait", handler: |app, payload| Box::pin(wait(app, payload)) },
    Work { kind: "fail", handler: |_, _| Box::pin(async { bail!("no luck") }) },
    Work { kind: "panic", handler: |_, _| Box::pin(async { panic!("oh no") }) },
];

/// Periodic work for tests.
pub(super) const PERIODIC: &[Periodic] = &[Periodic {
    name: "test_tick",
    every: Duration::from_secs(3600),
    handler: |app| Box::pin(report(app, "tick".into())),
}];

/// Servers on the same folder report to the same test.
static LINES: LazyLock<Mutex<HashMap<PathBuf, TestChannel>>> = LazyLock::new(Mutex::default);

#[derive(Clone)]
struct TestChannel {
    sender: mpsc::UnboundedSender<JobReport>,
    gate: Arc<Semaphore>,
}

/// What a job reported to the test: the server, and the payload.
pub(super) type JobReport = (String, Value);

/// The test's end of the channel.
pub(super) struct Listener {
    reports: mpsc::UnboundedReceiver<JobReport>,
    gate: Arc<Semaphore>,
}

impl Listener {
    /// Listens to the jobs of this server and of others in its folder.
    pub(super) fn new(app: &App) -> Self {
        let (sender, reports) = mpsc::unbounded_channel();
        let gate = Arc::new(Semaphore::new(0));
        let channel = TestChannel { sender, gate: gate.clone() };
        LINES.lock().unwrap().insert(app.settings.data.clone(), channel);
        Self { reports, gate }
    }

    /// The next report of a job, with its server.
    pub(super) async fn next_with_server(&mut self) -> JobReport {
        let reports = tokio::time::timeout(TEST_TIMEOUT, self.reports.recv()).await;
        reports.expect("a job runs in time").expect("the channel is open")
    }

    /// The next report of a job.
    pub(super) async fn next(&mut self) -> Value {
        self.next_with_server().await.1
    }

    /// Fails the test if a job has said anything more.
    #[track_caller]
    pub(super) fn assert_no_more(&mut self) {
        assert!(self.reports.try_recv().is_err());
    }

    /// Releases this many `wait` jobs.
    pub(super) fn release(&self, jobs: usize) {
        self.gate.add_permits(jobs);
    }
}

/// Stores a job, commits and wakes.
pub(super) async fn enqueue(app: &App, job: NewJob) {
    let write = app.db.begin().await.unwrap();
    app.jobs.enqueue(&write, job).await.unwrap();
    write.commit().await.unwrap();
    app.jobs.wake().await;
}

/// Changes rows behind the jobs' back: makes time pass.
pub(super) async fn change(app: &App, text: &str) {
    let write = app.db.begin().await.unwrap();
    sql::execute(&write, text, []).await.unwrap();
    write.commit().await.unwrap();
}

/// Waits until a count has this value.
pub(super) async fn until(app: &App, count: &str, wanted: i64) {
    until_equal(&wanted, async || sql::number(app.db.read(), count, []).await.unwrap()).await;
}

fn channel(app: &App) -> TestChannel {
    LINES.lock().unwrap()[&app.settings.data].clone()
}

/// Reports its payload.
async fn report(app: App, payload: Value) -> anyhow::Result<()> {
    // The test may have ended already.
    let _ = channel(&app).sender.send((app.replica_id.clone(), payload));
    Ok(())
}

/// Reports its payload, waits to be released, and reports its end.
async fn wait(app: App, payload: Value) -> anyhow::Result<()> {
    report(app.clone(), payload).await?;
    channel(&app).gate.acquire().await?.forget();
    report(app, "end".into()).await
}
