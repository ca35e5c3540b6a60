//! Starting a run without waiting for it; an agent that is away gets it when
//! it is back.

use std::time::Duration;

use axum::Json;
use axum::response::{IntoResponse, Response};

use super::answer::{self, AnswerForm};
use super::launch::{self, Launch};
use super::queries;
use super::status::RunStatus;
use crate::agent_link::Undelivered;
use crate::app::App;
use crate::audit::Change;
use crate::auth::Identity;
use crate::error::ApiError;
use crate::input::Fields;
use crate::time::Timestamp;
use crate::wording::sentence;

const HOUR: Duration = Duration::from_secs(3600);
const QUEUE_HOURS: u32 = 24;

/// `queue_hours` of a body: how long a run may wait for its agent.
pub fn queue_hours(fields: &Fields<'_>) -> u32 {
    let hours = fields.whole("queue_hours").between(1..=720).or(QUEUE_HOURS.into());
    u32::try_from(hours).unwrap_or(QUEUE_HOURS)
}

/// A run that was started, or waits.
#[derive(Clone, Copy, Debug)]
pub struct Started {
    /// Key of the run.
    pub id: i64,
    /// Whether it waits for its agent.
    pub waits: bool,
}

/// Starts a run; one whose agent is away waits for it.
pub async fn start(
    app: &App,
    caller: &Identity,
    launch: &Launch,
    queue_hours: u32,
) -> Result<Started, ApiError> {
    start_in(app, caller, Change::begin(app, caller).await?, launch, queue_hours).await
}

/// The same as part of a change: what it holds becomes real with the run.
///
/// With a key that was used before, the change is dropped and the run of that
/// time is given.
pub async fn start_in(
    app: &App,
    caller: &Identity,
    change: Change,
    launch: &Launch,
    queue_hours: u32,
) -> Result<Started, ApiError> {
    if let Some(run) = launch::find_repeated(app, caller, launch).await? {
        return Ok(Started { id: run.id, waits: run.status == RunStatus::Queued });
    }
    let expires = Timestamp::now().plus(HOUR * queue_hours);
    store_and_deliver(app, caller, change, launch, expires).await
}

/// Starts a run that may wait for its agent until a certain time.
pub async fn start_until(
    app: &App,
    caller: &Identity,
    launch: &Launch,
    expires: Timestamp,
) -> Result<Started, ApiError> {
    let change = Change::begin(app, caller).await?;
    store_and_deliver(app, caller, change, launch, expires).await
}

async fn store_and_deliver(
    app: &App,
    caller: &Identity,
    change: Change,
    launch: &Launch,
    expires: Timestamp,
) -> Result<Started, ApiError> {
    let (id, is_new) = launch::store(change, caller, launch, Some(expires)).await?;
    if !is_new {
        let run = queries::find_run(app.db.read(), id).await?;
        return Ok(Started { id, waits: run.is_some_and(|run| run.status == RunStatus::Queued) });
    }
    match launch::deliver(app, launch, id).await {
        Ok(()) => Ok(Started { id, waits: false }),
        Err(reason @ Undelivered::Unsupported) => {
            launch::give_up(app, launch, id, reason).await?;
            let data = serde_json::json!({ "id": id, "agent_id": launch.target.agent_id });
            app.events.publish(&launch.target.event("pending", "removed", data)).await;
            Err(reason.into())
        }
        // It is stored: the agent gets it on connecting, or within a minute.
        Err(Undelivered::Offline | Undelivered::BusDown) => Ok(Started { id, waits: true }),
    }
}

/// The run that the caller's key started before.
pub async fn find_started(
    app: &App,
    caller: &Identity,
    key: Option<&str>,
) -> Result<Option<Started>, ApiError> {
    let Some(key) = key else { return Ok(None) };
    let found = queries::find_by_key(app.db.read(), caller.user_id, key).await?;
    Ok(found.map(|run| Started { id: run.id, waits: run.status == RunStatus::Queued }))
}

/// The answer for a run that was started: a sentence, or an object.
pub async fn answer_started(
    app: &App,
    started: Started,
    hostname: &str,
    what: &str,
    form: AnswerForm,
) -> Result<Response, ApiError> {
    let header = answer::run_id_header(started.id);
    if form.wants_detail() {
        let run = queries::find_run(app.db.read(), started.id).await?;
        let run = run.ok_or(ApiError::NotFound("run"))?;
        return Ok((header, Json(answer::detail(app, run).await?)).into_response());
    }
    let told = match started.waits {
        true => format!("{hostname} is offline: {what} will run there when it is back"),
        false => format!("{what} was started on {hostname}"),
    };
    Ok((header, Json(sentence(&told))).into_response())
}
