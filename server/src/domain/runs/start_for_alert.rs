//! Starting a run because of an alert.

use std::time::Duration;

use serde_json::json;

use super::deliver::{self, Delivery, IfOffline, OutgoingOrder};
use super::follow_up::ALERT_RUN_KIND;
use super::instruction::Instruction;
use super::queries;
use super::start::{ON_ITS_WAY, SYSTEM};
use super::store::{self, NewRun};
use crate::agent_link::Undelivered;
use crate::app::App;
use crate::domain::fleet::Target;
use crate::error::ApiError;
use crate::ids::{RunId, RunKey};
use crate::jobs::NewJob;
use crate::time::Timestamp;

/// How much longer than allowed a run may take before somebody asks what became of it.
const PATIENCE: Duration = Duration::from_secs(60);

/// The job that stores on the alert what became of a run. It waits until the run must
/// have ended, and is moved to the moment at which its agent reports the end: a run
/// that ends in another way, without its agent, is not forgotten.
pub fn ended_job(run: RunKey, at: Timestamp) -> NewJob {
    NewJob::now(ALERT_RUN_KIND, json!({ "run": run })).at(at).keyed(run.to_string())
}

/// Starts a run for an alert, on an agent that is connected or on the server. A run
/// with a known id is not started again.
pub async fn start_for_alert(
    app: &App,
    run_id: &RunId,
    instruction: &Instruction,
    target: &Target,
    on_server: bool,
) -> Result<(), ApiError> {
    target.must_be_thawed()?;
    if !on_server {
        target.must_be_able_to(&instruction.order_name)?;
    }
    let server = if on_server { app.replica_id.as_str() } else { "" };
    let write = app.db.begin().await?;
    if queries::run_exists(&write, run_id).await? {
        return Ok(());
    }
    let run = NewRun { username: SYSTEM, server, ..instruction.new_run() };
    let id = store::insert(&write, &app.vault, target.id, run_id, &run).await?;
    let due = Duration::from_secs(instruction.timeout_seconds.into()) + PATIENCE;
    app.jobs.enqueue(&write, ended_job(id, Timestamp::now().plus(due))).await?;
    write.commit().await?;
    let run = OutgoingOrder { id, run_id, instruction, target, server };
    match deliver::deliver(app, run, IfOffline::Fail, ON_ITS_WAY).await? {
        Delivery::Sent | Delivery::Waits => Ok(()),
        Delivery::Unsure => Err(Undelivered::BusDown.into()),
    }
}
