//! Starting a run and waiting for it.
//!
//! A waiting request costs nothing but its own task: the end of the run is a
//! message on the bus, and the answer is read from the database.

use std::time::Duration;

use axum::http::{HeaderName, HeaderValue};
use axum::response::Response;
use tokio::time::Instant;

use super::answer::{self, AnswerForm};
use super::deliver::{self, IfOffline};
use super::launch::Launch;
use super::queries::{self, StoredRun};
use super::start::{self, StoreOutcome};
use super::status::RunStatus;
use crate::app::App;
use crate::auth::Identity;
use crate::bus::{BusDown, Subscription};
use crate::clock;
use crate::error::ApiError;
use crate::ids::{AgentKey, RunKey};
use crate::slot::release_slot;
use crate::storage;

/// How much longer than the run's own timeout an answer may take.
const GRACE: Duration = Duration::from_secs(10);
/// Polling, in case the message on the bus was lost.
const POLL_INTERVAL: Duration = Duration::from_secs(15);
/// Polling while the database is unreachable.
const RETRY_INTERVAL: Duration = Duration::from_secs(1);
/// How long the server that holds the agent's connection may take to forward an
/// order.
const FORWARD_LIMIT: Duration = Duration::from_secs(10);
/// An order that the agent does not confirm within this time is sent again;
/// then after twice that time, and so on. Many at once may take some seconds.
const RESEND_AFTER: Duration = Duration::from_secs(10);

/// Starts a run, waits for its end and answers.
pub async fn run_and_wait(
    app: &App,
    caller: &Identity,
    launch: Launch,
    form: AnswerForm,
) -> Result<Response, ApiError> {
    let run = run_to_end(app, caller, &launch).await?;
    answer::answer(app, run, form).await
}

/// Starts a run that prints nothing, waits for its end, and returns the header
/// that names it; an error if it did not run.
pub async fn run_without_output(
    app: &App,
    caller: &Identity,
    launch: &Launch,
) -> Result<[(HeaderName, HeaderValue); 1], ApiError> {
    let run = run_to_end(app, caller, launch).await?;
    answer::refuse_unless_run(&run)?;
    Ok(answer::run_id_header(run.id))
}

/// Starts a run and waits for its end. The agent must be connected.
pub async fn run_to_end(
    app: &App,
    caller: &Identity,
    launch: &Launch,
) -> Result<StoredRun, ApiError> {
    let limit = Duration::from_secs(launch.instruction.timeout_seconds.into()) + GRACE;
    let deadline = clock::steady() + limit;
    let key = launch.idempotency_key.as_ref();
    if let Some(run) = start::find_repeated(app, caller, key).await? {
        let ended = app.agent_link.watch_run(&run.run_id).await?;
        return wait(app, run.id, ended, deadline, false).await;
    }
    launch.must_be_possible()?;
    if launch.server.is_empty() {
        must_reach(app, launch.target.id)?;
    }
    // Before the order is sent, so that its end cannot be missed.
    let ended = app.agent_link.watch_run(&launch.run_id).await?;
    let id = match start::store_new(app, caller, launch, IfOffline::Fail).await? {
        StoreOutcome::New(id) => id,
        StoreOutcome::Repeated(id) => {
            let run_id = queries::find_run(app.db.read(), id).await?.map(|run| run.run_id);
            let ended = app.agent_link.watch_run(&run_id.unwrap_or_default()).await?;
            return wait(app, id, ended, deadline, false).await;
        }
    };
    // Also if nobody knows whether it arrived: it is sent again.
    deliver::deliver(app, launch.outgoing(id), IfOffline::Fail, FORWARD_LIMIT).await?;
    wait(app, id, ended, deadline, true).await
}

/// Refuses while nobody can know whether an agent of another server would get
/// an order.
fn must_reach(app: &App, agent: AgentKey) -> Result<(), ApiError> {
    match app.agent_link.reaches_others() || app.presence.is_connected(agent) {
        true => Ok(()),
        false => Err(BusDown.into()),
    }
}

/// A request that subscribed before the run was new cannot have missed its end,
/// and need not poll before the notification.
async fn wait(
    app: &App,
    id: RunKey,
    mut ended: Subscription,
    deadline: Instant,
    is_new: bool,
) -> Result<StoredRun, ApiError> {
    release_slot();
    let mut pause = RESEND_AFTER;
    let mut send = clock::steady() + pause;
    if is_new {
        tokio::select! {
            _ = ended.next() => {}
            () = clock::sleep_until(send.min(deadline)) => {}
        }
    }
    loop {
        let next_poll = match queries::find_run_with_output(app.db.read(), id).await {
            Ok(Some(run)) if run.is_finished() => return Ok(run),
            Ok(Some(run)) if run.status == RunStatus::Queued => {
                if clock::steady() >= send {
                    send_again(app, id).await;
                    pause *= 2;
                    send = clock::steady() + pause;
                }
                send
            }
            Ok(_) => clock::steady() + POLL_INTERVAL,
            // The run continues anyway, and the agent keeps its result.
            Err(error) if storage::is_unreachable(&error) && clock::steady() < deadline => {
                clock::steady() + RETRY_INTERVAL
            }
            Err(error) => return Err(error.into()),
        };
        let next_poll = next_poll.min(clock::steady() + POLL_INTERVAL).min(deadline);
        tokio::select! {
            _ = ended.next() => {}
            () = clock::sleep_until(next_poll) => {
                if clock::steady() >= deadline {
                    return Err(ApiError::AgentTimeout);
                }
            }
        }
    }
}

/// An order can be lost with the connection or the server that had it. Sending
/// it twice does no harm: an agent accepts each order once.
async fn send_again(app: &App, id: RunKey) {
    let Ok(Some(run)) = queries::find_unconfirmed(app.db.read(), id).await else { return };
    let Some(order) = run.order(&app.vault) else { return };
    let sent = app.agent_link.send(&run.agent_id, order).await;
    tracing::info!(
        run.id = run.run_id.as_str(),
        ?sent,
        "an order that the agent did not confirm was sent again"
    );
}
