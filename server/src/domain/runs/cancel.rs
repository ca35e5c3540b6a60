//! Ending a run before its time.
//!
//! A run that has not started is dropped. One that has started is ended by its
//! agent; an agent that is offline gets the cancellation when it connects.

use super::kind::RunKind;
use super::on_server;
use super::queries::{self, CancellableRun};
use super::status::RunStatus;
use super::store::{self, FinishedRun};
use crate::agent_link::Undelivered;
use crate::app::App;
use crate::audit::Change;
use crate::auth::{Identity, Right, Scope};
use crate::error::ApiError;
use crate::events::Event;
use crate::ids::{AgentKey, RunKey};
use crate::time::Timestamp;

/// What cancelling a run did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cancelled {
    /// It had not started, and will not.
    Dropped,
    /// It is running; its agent will end it.
    Ending,
}

/// A run in scope that may be cancelled, whatever its state.
pub async fn find_cancellable(
    change: &Change,
    scope: &Scope,
    id: RunKey,
) -> Result<Option<CancellableRun>, ApiError> {
    Ok(queries::find_running(&**change, scope, id).await?)
}

/// All runs that wait for an agent.
pub async fn list_cancellable(
    change: &Change,
    agent: AgentKey,
) -> Result<Vec<CancellableRun>, ApiError> {
    Ok(queries::list_queued(&**change, agent).await?)
}

/// Refuses to cancel a run that is neither the caller's own nor of a kind that
/// they may start.
pub fn must_be_cancellable_by(caller: &Identity, run: &CancellableRun) -> Result<(), ApiError> {
    if caller.owns(run.user_id, run.api_key) {
        return Ok(());
    }
    if !run.server.is_empty() {
        caller.must_have(Right::RunServerScripts)?;
        caller.must_see_everything()?;
    }
    caller.must_have(run.kind.right())
}

/// Cancels a run within a change; 409 if it has ended.
pub async fn cancel(change: &mut Change, run: &CancellableRun) -> Result<Cancelled, ApiError> {
    let now = Timestamp::now();
    let problem = format!("{} cancelled it before it started", change.username());
    if queries::end_queued(&**change, run.run, RunStatus::Cancelled, &problem, now).await? {
        for event in dropped_events(run) {
            change.publish(event);
        }
        return Ok(Cancelled::Dropped);
    }
    if queries::request_cancel(&**change, run.run, now).await? {
        return Ok(Cancelled::Ending);
    }
    Err(ApiError::Conflict("the run is over and cannot be cancelled".to_owned()))
}

/// The events of a run that was dropped.
pub(super) fn dropped_events(run: &CancellableRun) -> Vec<Event> {
    let finished_run = FinishedRun {
        status: RunStatus::Cancelled,
        ..FinishedRun::failed(run.run, run.run_id.as_str())
    };
    let mut events = vec![run.target.locate(finished_run.event(&run.target.agent_id))];
    if run.expires.is_some() {
        let event = Event::pending_removed(run.run, &run.target.agent_id);
        events.push(run.target.locate(event));
    }
    events
}

/// Notifies the agent and waiting callers, once the change is committed. Also
/// for a run that was dropped: its order may have been sent already. Returns
/// whether the agent is connected.
pub async fn notify_cancelled(app: &App, run: &CancellableRun) -> bool {
    store::announce_end(app, &run.run_id).await;
    if !run.server.is_empty() {
        on_server::end(app, &run.run_id).await;
        return true;
    }
    let sent = app.agent_link.cancel(&run.target.agent_id, &run.run_id).await;
    sent != Err(Undelivered::Offline)
}

/// What a run is, as text for messages that continues "run".
pub fn describe(run: &CancellableRun) -> String {
    const LONGEST: usize = 60;
    if !run.script_name.is_empty() {
        return format!("the script {}", run.script_name);
    }
    let line = run.command.lines().next().unwrap_or_default();
    let text: String = line.chars().take(LONGEST).collect();
    let dots = if text.len() < run.command.len() { "…" } else { "" };
    match run.kind {
        RunKind::Command => format!("the command {text}{dots}"),
        _ => format!("{text}{dots}"),
    }
}
