//! Starting a run: it is stored, then its order is sent. Every single run
//! starts here, whether or not a request waits for it.

use std::time::Duration;

use axum::Json;
use axum::response::{IntoResponse, Response};

use super::answer::{self, AnswerForm};
use super::deliver::{self, Delivery, IfOffline, OutgoingOrder};
use super::instruction::Instruction;
use super::launch::Launch;
use super::queries::{self, StoredRun};
use super::queue;
use super::start_together::{self, NewStart};
use super::status::RunStatus;
use super::store::{self, NewRun, RunRow};
use crate::agent_link::Undelivered;
use crate::app::App;
use crate::audit::{CallersEntry, Change};
use crate::auth::Identity;
use crate::domain::fleet::Target;
use crate::error::ApiError;
use crate::events::Event;
use crate::idempotency::IdempotencyKey;
use crate::ids::{RunId, RunKey};
use crate::input::Fields;
use crate::wording::sentence;

/// The user of runs that the server started itself; its key is 0.
pub const SYSTEM: &str = "system";
const QUEUE_HOURS: u32 = 24;
/// How long an order may take to be delivered while nobody waits for the run.
pub(super) const ON_ITS_WAY: Duration = Duration::from_secs(30);

/// `queue_hours` of a body: how long a run may wait for its agent.
pub fn queue_hours(fields: &Fields<'_>) -> u32 {
    let hours = fields.whole("queue_hours").between(1..=720).or(QUEUE_HOURS.into());
    u32::try_from(hours).unwrap_or(QUEUE_HOURS)
}

#[derive(Clone, Copy, Debug)]
pub struct StartedRun {
    pub id: RunKey,
    /// Whether it waits for its agent.
    pub waits: bool,
}

impl From<StoredRun> for StartedRun {
    fn from(run: StoredRun) -> Self {
        Self { id: run.id, waits: run.status == RunStatus::Queued }
    }
}

/// Starts a run without waiting for its end.
pub async fn start(
    app: &App,
    caller: &Identity,
    launch: &Launch,
    if_offline: IfOffline,
) -> Result<StartedRun, ApiError> {
    if let Some(run) = find_repeated(app, caller, launch.idempotency_key.as_ref()).await? {
        return Ok(run.into());
    }
    launch.must_be_possible()?;
    let stored = store_new(app, caller, launch, if_offline).await?;
    send(app, stored, launch, if_offline).await
}

/// Starts a run as part of a change: the change is committed together with the
/// run.
///
/// With a key that was used before, the change is dropped and the earlier run
/// is returned.
pub async fn start_in(
    app: &App,
    caller: &Identity,
    change: Change,
    launch: &Launch,
    if_offline: IfOffline,
) -> Result<StartedRun, ApiError> {
    launch.must_be_possible()?;
    let stored = store(app, change, caller, launch, if_offline).await?;
    send(app, stored, launch, if_offline).await
}

/// Sends the order of a run that was stored just now.
async fn send(
    app: &App,
    stored: StoreOutcome,
    launch: &Launch,
    if_offline: IfOffline,
) -> Result<StartedRun, ApiError> {
    let id = match stored {
        StoreOutcome::New(id) => id,
        StoreOutcome::Repeated(id) => {
            let run = queries::find_run(app.db.read(), id).await?;
            return run.map(StartedRun::from).ok_or(ApiError::NotFound("run"));
        }
    };
    match deliver::deliver(app, launch.outgoing(id), if_offline, ON_ITS_WAY).await? {
        Delivery::Sent => Ok(StartedRun { id, waits: false }),
        Delivery::Waits => Ok(StartedRun { id, waits: true }),
        Delivery::Unsure => Err(Undelivered::BusDown.into()),
    }
}

/// Starts a run on behalf of the server; an agent that is offline gets it when
/// it reconnects. A run with a known id is not started again, and none on an
/// agent that is frozen.
pub async fn start_unattended(
    app: &App,
    run_id: &RunId,
    instruction: &Instruction,
    target: &Target,
) -> Result<(), ApiError> {
    if target.is_frozen {
        return Ok(());
    }
    let if_offline = IfOffline::wait_hours(QUEUE_HOURS);
    let write = app.db.begin().await?;
    if queries::run_exists(&write, run_id).await? {
        return Ok(());
    }
    let expires = if_offline.expires();
    let run = NewRun { username: SYSTEM, expires, ..instruction.new_run() };
    let id = store::insert(&write, &app.vault, target.id, run_id, &run).await?;
    if let Some(expires) = expires {
        app.jobs.enqueue(&write, queue::expiry_job(expires)).await?;
    }
    write.commit().await?;
    let run = OutgoingOrder { id, run_id, instruction, target, server: "" };
    match deliver::deliver(app, run, if_offline, ON_ITS_WAY).await {
        // The run has ended, and its row contains the reason.
        Ok(_) | Err(ApiError::AgentError(_) | ApiError::AgentOutdated(_)) => Ok(()),
        Err(error) => Err(error),
    }
}

pub(super) enum StoreOutcome {
    /// A new run.
    New(RunKey),
    /// The run of a concurrent request with the same key, which was faster.
    Repeated(RunKey),
}

/// Stores a run and its audit row, together with those of other requests if it
/// can be.
pub(super) async fn store_new(
    app: &App,
    caller: &Identity,
    launch: &Launch,
    if_offline: IfOffline,
) -> Result<StoreOutcome, ApiError> {
    // With a key the transaction may have to be undone; with a time to wait it
    // contains a job.
    if launch.idempotency_key.is_some() || if_offline != IfOffline::Fail {
        let change = Change::begin(app, caller).await?;
        return store(app, change, caller, launch, if_offline).await;
    }
    let target = &launch.target;
    let run = RunRow::new(&app.vault, target.id, &launch.run_id, &launch.new_run(caller));
    let entry = CallersEntry::new(app, caller, launch.audit.clone());
    let id = start_together::store_run(app, NewStart { run, entry }).await?;
    let queued = target.locate(Event::run_queued(id, &target.agent_id));
    app.events.publish_all(&[queued]).await;
    Ok(StoreOutcome::New(id))
}

/// Stores run, idempotency key, audit row and everything else of the change:
/// all or nothing.
async fn store(
    app: &App,
    mut change: Change,
    caller: &Identity,
    launch: &Launch,
    if_offline: IfOffline,
) -> Result<StoreOutcome, ApiError> {
    let expires = if_offline.expires();
    let run = NewRun { expires, ..launch.new_run(caller) };
    let id = store::insert(&*change, &app.vault, launch.target.id, &launch.run_id, &run).await?;
    if let Some(key) = &launch.idempotency_key
        && let Some(credential) = caller.credential_name()
    {
        let first = queries::claim_key(&*change, &credential, key, id).await?;
        if first.run_id != id {
            key.must_be_for(&first.path)?;
            // The change is dropped, and with it our run.
            return Ok(StoreOutcome::Repeated(first.run_id));
        }
    }
    let target = &launch.target;
    change.publish(target.locate(Event::run_queued(id, &target.agent_id)));
    if let Some(expires) = expires {
        change.enqueue(queue::expiry_job(expires)).await?;
        change.publish(target.locate(Event::pending_created(id, &target.agent_id)));
    }
    change.commit(launch.audit.clone()).await?;
    Ok(StoreOutcome::New(id))
}

/// The run that an earlier request with this credential and key started; 409 if
/// that was on another path.
pub async fn find_repeated(
    app: &App,
    caller: &Identity,
    key: Option<&IdempotencyKey>,
) -> Result<Option<StoredRun>, ApiError> {
    let (Some(key), Some(credential)) = (key, caller.credential_name()) else { return Ok(None) };
    let Some(found) = queries::find_by_key(app.db.read(), &credential, key).await? else {
        return Ok(None);
    };
    key.must_be_for(&found.path)?;
    Ok(Some(found.run))
}

/// The answer for a run that was started: a sentence, or an object.
pub async fn answer_started(
    app: &App,
    started: StartedRun,
    hostname: &str,
    what: &str,
    form: AnswerForm,
) -> Result<Response, ApiError> {
    let header = answer::run_id_header(started.id);
    if form.wants_detail() {
        let run = queries::find_run_with_output(app.db.read(), started.id).await?;
        let run = run.ok_or(ApiError::NotFound("run"))?;
        return Ok((header, Json(answer::detail(app, run).await?)).into_response());
    }
    let text = match started.waits {
        true => format!("{hostname} is offline: {what} will run there when it is back"),
        false => format!("{what} was started on {hostname}"),
    };
    Ok((header, Json(sentence(&text))).into_response())
}
