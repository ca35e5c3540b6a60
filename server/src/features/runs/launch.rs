//! Starting a run and waiting for it.
//!
//! Nothing is held per waiting request but its own task: the end of the run
//! is a word on the bus, and the answer is read from the database.

use std::time::Duration;

use axum::response::Response;
use muster_protocol::Order;
use tokio::time::{Instant, sleep_until};

use super::answer::{self, AnswerForm};
use super::queries::{self, StoredRun};
use crate::agent_link::{Undelivered, ledger};
use crate::app::App;
use crate::audit::{Change, Entry};
use crate::auth::Identity;
use crate::bus::Subscription;
use crate::error::ApiError;
use crate::events::Event;
use crate::time::Timestamp;

/// What an answer may take on top of the run's own time limit.
const GRACE: Duration = Duration::from_secs(10);
/// In case the word on the bus was lost.
const LOOK_ANYWAY: Duration = Duration::from_secs(15);

/// A run about to start.
pub struct Launch {
    /// `cmd_run`, ….
    pub kind: &'static str,
    /// What the agent is told.
    pub order: Order,
    /// Row of the agent.
    pub agent: i64,
    /// Identifier of the agent.
    pub agent_id: String,
    /// The run's time limit.
    pub timeout_seconds: u32,
    /// What was asked, for people.
    pub command: String,
    /// In which shell.
    pub shell: String,
    /// The caller's key against starting it twice.
    pub idempotency_key: Option<String>,
    /// The row of the audit log.
    pub audit: Entry,
}

/// Starts a run, waits for its end and answers.
pub async fn run_and_wait(
    app: &App,
    caller: &Identity,
    launch: Launch,
    form: AnswerForm,
) -> Result<Response, ApiError> {
    let limit = Duration::from_secs(launch.timeout_seconds.into()) + GRACE;
    let deadline = Instant::now() + limit;
    if let Some(run) = find_repeated(app, caller, &launch).await? {
        let ended = app.agent_link.watch_run(&run.run_id).await?;
        return wait(app, run.id, ended, deadline, form).await;
    }
    // Before the order goes out: no end can be missed.
    let ended = app.agent_link.watch_run(&launch.order.run_id).await?;
    let (id, is_new) = store(app, caller, &launch).await?;
    if !is_new {
        // Another request with the same key was a moment faster.
        let run_id = queries::find_run(app.db.read(), id).await?.map(|run| run.run_id);
        let ended = app.agent_link.watch_run(&run_id.unwrap_or_default()).await?;
        return wait(app, id, ended, deadline, form).await;
    }
    deliver(app, &launch).await?;
    wait(app, id, ended, deadline, form).await
}

/// Starts a run as part of a change, and does not wait for it. Gives its key.
///
/// What the change holds becomes real with the run. With a key that was used
/// before, the change is dropped and the run of that time is given.
pub async fn start_in(
    app: &App,
    caller: &Identity,
    change: Change,
    launch: Launch,
) -> Result<i64, ApiError> {
    if let Some(id) = find_started(app, caller, launch.idempotency_key.as_deref()).await? {
        return Ok(id);
    }
    let (id, is_new) = store_in(change, caller, &launch).await?;
    if is_new {
        deliver(app, &launch).await?;
    }
    Ok(id)
}

/// The run that the caller's key started before.
pub async fn find_started(
    app: &App,
    caller: &Identity,
    key: Option<&str>,
) -> Result<Option<i64>, ApiError> {
    let Some(key) = key else { return Ok(None) };
    let found = queries::find_by_key(app.db.read(), caller.user_id, key).await?;
    Ok(found.map(|run| run.id))
}

async fn find_repeated(
    app: &App,
    caller: &Identity,
    launch: &Launch,
) -> Result<Option<StoredRun>, ApiError> {
    match &launch.idempotency_key {
        Some(key) => Ok(queries::find_by_key(app.db.read(), caller.user_id, key).await?),
        None => Ok(None),
    }
}

/// Run, idempotency key and audit row: all or nothing.
async fn store(app: &App, caller: &Identity, launch: &Launch) -> Result<(i64, bool), ApiError> {
    store_in(Change::begin(app, caller).await?, caller, launch).await
}

async fn store_in(
    mut change: Change,
    caller: &Identity,
    launch: &Launch,
) -> Result<(i64, bool), ApiError> {
    let run = ledger::NewRun {
        run_id: &launch.order.run_id,
        agent: launch.agent,
        kind: launch.kind,
        username: &caller.username,
        user_id: caller.user_id,
        command: &launch.command,
        shell: &launch.shell,
        order: &launch.order,
        timeout_seconds: launch.timeout_seconds.into(),
    };
    let id = ledger::insert(&*change, &run).await?;
    if let Some(key) = &launch.idempotency_key {
        let first = queries::claim_key(&*change, caller.user_id, key, id).await?;
        if first != id {
            return Ok((first, false)); // The change is dropped, and with it our run.
        }
    }
    let data = serde_json::json!({ "id": id, "agent_id": launch.agent_id });
    change.tell(Event::new("runs", "run.queued", data));
    change.commit(launch.audit.clone()).await?;
    Ok((id, true))
}

async fn deliver(app: &App, launch: &Launch) -> Result<(), ApiError> {
    let Err(reason) = app.agent_link.send(&launch.agent_id, launch.order.clone()).await else {
        return Ok(());
    };
    if reason != Undelivered::BusDown {
        let write = app.db.begin().await?;
        let run_id = &launch.order.run_id;
        ledger::fail(&write, run_id, &reason.to_string(), Timestamp::now()).await?;
        write.commit().await?;
        ledger::announce(app, run_id).await;
    }
    // With the bus away the agent may have the order: its next hello tells.
    Err(reason.into())
}

async fn wait(
    app: &App,
    id: i64,
    mut ended: Subscription,
    deadline: Instant,
    form: AnswerForm,
) -> Result<Response, ApiError> {
    loop {
        if let Some(run) = queries::find_run(app.db.read(), id).await?
            && run.is_over()
        {
            return answer::answer(app, run, form).await;
        }
        let look = (Instant::now() + LOOK_ANYWAY).min(deadline);
        tokio::select! {
            _ = ended.next() => {}
            () = sleep_until(look) => {
                if Instant::now() >= deadline {
                    return Err(ApiError::AgentTimeout);
                }
            }
        }
    }
}
