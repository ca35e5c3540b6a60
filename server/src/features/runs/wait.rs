//! Starting a run and waiting for it.
//!
//! Nothing is held per waiting request but its own task: the end of the run
//! is a word on the bus, and the answer is read from the database.

use std::time::Duration;

use axum::http::{HeaderName, HeaderValue};
use axum::response::Response;
use tokio::time::{Instant, sleep_until};

use super::answer::{self, AnswerForm};
use super::launch::{self, Launch};
use super::queries::{self, StoredRun};
use crate::agent_link::Undelivered;
use crate::app::App;
use crate::audit::Change;
use crate::auth::Identity;
use crate::bus::Subscription;
use crate::error::ApiError;

/// What an answer may take on top of the run's own time limit.
const GRACE: Duration = Duration::from_secs(10);
/// In case the word on the bus was lost.
const LOOK_ANYWAY: Duration = Duration::from_secs(15);

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

/// Starts a run that prints nothing, waits for its end, and gives the header
/// that names it; an error if it did not happen.
pub async fn run_without_output(
    app: &App,
    caller: &Identity,
    launch: &Launch,
) -> Result<[(HeaderName, HeaderValue); 1], ApiError> {
    let run = run_to_end(app, caller, launch).await?;
    answer::refuse_unless_run(&run)?;
    Ok(answer::run_id_header(run.id))
}

/// Starts a run and waits for its end. The agent must be there.
pub async fn run_to_end(
    app: &App,
    caller: &Identity,
    launch: &Launch,
) -> Result<StoredRun, ApiError> {
    let limit = Duration::from_secs(launch.instruction.timeout_seconds.into()) + GRACE;
    let deadline = Instant::now() + limit;
    if let Some(run) = launch::find_repeated(app, caller, launch).await? {
        let ended = app.agent_link.watch_run(&run.run_id).await?;
        return wait(app, run.id, ended, deadline).await;
    }
    // Before the order goes out: no end can be missed.
    let ended = app.agent_link.watch_run(&launch.run_id).await?;
    let (id, is_new) = start_now(app, caller, launch).await?;
    if !is_new {
        // Another request with the same key was a moment faster.
        let run_id = queries::find_run(app.db.read(), id).await?.map(|run| run.run_id);
        let ended = app.agent_link.watch_run(&run_id.unwrap_or_default()).await?;
        return wait(app, id, ended, deadline).await;
    }
    wait(app, id, ended, deadline).await
}

/// Starts a run whose agent must be there, and does not wait for it. Gives its
/// key, and whether it is new or that of a request with the same key.
pub async fn start_now(
    app: &App,
    caller: &Identity,
    launch: &Launch,
) -> Result<(i64, bool), ApiError> {
    let change = Change::begin(app, caller).await?;
    let (id, is_new) = launch::store(change, caller, launch, None).await?;
    if !is_new {
        return Ok((id, false));
    }
    if let Err(reason) = launch::deliver(app, launch, id).await {
        // With the bus away the agent may have the order: its next hello tells.
        if reason != Undelivered::BusDown {
            launch::give_up(app, launch, id, reason).await?;
        }
        return Err(reason.into());
    }
    Ok((id, true))
}

async fn wait(
    app: &App,
    id: i64,
    mut ended: Subscription,
    deadline: Instant,
) -> Result<StoredRun, ApiError> {
    loop {
        if let Some(run) = queries::find_run(app.db.read(), id).await?
            && run.is_over()
        {
            return Ok(run);
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
