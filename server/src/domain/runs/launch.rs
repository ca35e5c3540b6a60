//! A run about to start: stored first, its order sent then.

use serde_json::Value;

use super::instruction::Instruction;
use super::queries::{self, StoredRun};
use super::status::RunStatus;
use super::store::{self, Over};
use super::{on_server, queue};
use crate::agent_link::Undelivered;
use crate::app::App;
use crate::audit::{Change, Entry};
use crate::auth::{Identity, random_letters};
use crate::domain::fleet::Target;
use crate::error::ApiError;
use crate::time::Timestamp;

const RUN_ID_LENGTH: usize = 32;

/// A run about to start.
pub struct Launch {
    /// The id agents know it by.
    pub run_id: String,
    /// What the agent is told.
    pub instruction: Instruction,
    /// Which agent.
    pub target: Target,
    /// The caller's key against starting it twice.
    pub idempotency_key: Option<String>,
    /// The row of the audit log.
    pub audit: Entry,
    /// The server that runs it in the agent's place; empty: the agent does.
    pub server: String,
    /// How it was asked for, sealed; none if it cannot be asked for again.
    pub sealed_request: Option<Vec<u8>>,
}

impl Launch {
    /// A new run on an agent.
    pub fn new(instruction: Instruction, target: Target, audit: Entry) -> Self {
        let (run_id, server) = (new_run_id(), String::new());
        let (idempotency_key, sealed_request) = (None, None);
        Self { run_id, instruction, target, idempotency_key, audit, server, sealed_request }
    }

    /// The same, and it can be asked for again in this way.
    pub fn asked_for(mut self, app: &App, request: &Value) -> Self {
        self.sealed_request = Some(app.vault.seal(request.to_string().as_bytes()));
        self
    }

    /// The same on this very server.
    pub fn on_server(mut self, app: &App) -> Self {
        self.server = app.replica_id.clone();
        self
    }

    /// Where it runs, for people.
    pub fn place(&self) -> &str {
        if self.server.is_empty() { &self.target.hostname } else { "the server" }
    }

    /// The same with the caller's key.
    pub fn keyed(mut self, key: Option<String>) -> Self {
        self.idempotency_key = key;
        self
    }
}

/// An id that no other run has or will have.
pub fn new_run_id() -> String {
    random_letters(RUN_ID_LENGTH)
}

/// The run that an earlier request with the same key started.
pub async fn find_repeated(
    app: &App,
    caller: &Identity,
    launch: &Launch,
) -> Result<Option<StoredRun>, ApiError> {
    match &launch.idempotency_key {
        Some(key) => Ok(queries::find_by_key(app.db.read(), caller.user_id, key).await?),
        None => Ok(None),
    }
}

/// Run, idempotency key, audit row and whatever else the change holds: all or
/// nothing. Gives the run, and whether it is ours or that of a request that
/// was a moment faster.
pub(super) async fn store(
    mut change: Change,
    caller: &Identity,
    launch: &Launch,
    expires: Option<Timestamp>,
) -> Result<(i64, bool), ApiError> {
    let run = store::NewRun {
        run_id: &launch.run_id,
        agent: launch.target.id,
        username: &caller.username,
        user_id: caller.user_id,
        expires,
        server: &launch.server,
        sealed_request: launch.sealed_request.as_deref(),
        ..launch.instruction.new_run()
    };
    let id = store::insert(&*change, &run).await?;
    if let Some(key) = &launch.idempotency_key {
        let first = queries::claim_key(&*change, caller.user_id, key, id).await?;
        if first != id {
            return Ok((first, false)); // The change is dropped, and with it our run.
        }
    }
    let data = serde_json::json!({ "id": id, "agent_id": launch.target.agent_id });
    change.tell(launch.target.event("runs", "run.queued", data.clone()));
    if let Some(expires) = expires {
        change.enqueue(queue::expiry_job(expires)).await?;
        change.tell(launch.target.event("pending", "created", data));
    }
    change.commit(launch.audit.clone()).await?;
    Ok((id, true))
}

/// Sends the order. Without success the run fails, unless the order may have
/// gone out all the same.
pub(super) async fn deliver(app: &App, launch: &Launch, id: i64) -> Result<(), Undelivered> {
    let run_id = &launch.run_id;
    let order = launch.instruction.order(run_id);
    if !launch.server.is_empty() {
        on_server::begin(app, &launch.target, id, order);
        return Ok(());
    }
    let sent = app.agent_link.send(&launch.target.agent_id, order).await;
    if sent.is_ok() {
        // Beside the run: whoever waits for it does not wait for this.
        app.tasks.spawn(end_if_cancelled(app.clone(), launch.target.agent_id.clone(), id));
    }
    sent.inspect_err(|reason| tracing::debug!(run.id = run_id, %reason, "an order was not sent"))
}

/// A run can be cancelled before its order is on the line: the word to end it
/// was then too early.
async fn end_if_cancelled(app: App, agent_id: String, id: i64) {
    let Ok(Some(run)) = queries::find_run(app.db.read(), id).await else { return };
    if run.status == RunStatus::Cancelled {
        // Without success it is told when the agent connects.
        let _ = app.agent_link.cancel(&agent_id, &run.run_id).await;
    }
}

/// Ends a run whose order cannot be delivered. Its key is free again: nothing
/// was done, and the same call may work later.
pub(super) async fn give_up(
    app: &App,
    launch: &Launch,
    id: i64,
    reason: Undelivered,
) -> Result<(), ApiError> {
    let run_id = &launch.run_id;
    let write = app.db.begin().await?;
    store::fail_undelivered(&write, run_id, reason, Timestamp::now()).await?;
    queries::free_key(&write, id).await?;
    write.commit().await?;
    store::announce(app, run_id).await;
    let target = &launch.target;
    let event = Over::failed(id, run_id).event(&target.agent_id);
    app.events.publish(&event.about(target.client_id, target.site_id)).await;
    Ok(())
}
