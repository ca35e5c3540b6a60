//! Starting a run because of an alert.

use super::deliver::{self, Delivery, IfOffline, OutgoingOrder};
use super::instruction::Instruction;
use super::queries;
use super::start::{ON_ITS_WAY, SYSTEM};
use super::store::{self, NewRun};
use crate::agent_link::Undelivered;
use crate::app::App;
use crate::domain::fleet::Target;
use crate::error::ApiError;
use crate::ids::RunId;

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
    let server = if on_server { app.replica_id.as_str() } else { "" };
    let write = app.db.begin().await?;
    if queries::run_exists(&write, run_id).await? {
        return Ok(());
    }
    let run = NewRun { username: SYSTEM, server, ..instruction.new_run() };
    let id = store::insert(&write, &app.vault, target.id, run_id, &run).await?;
    write.commit().await?;
    let run = OutgoingOrder { id, run_id, instruction, target, server };
    match deliver::deliver(app, run, IfOffline::Fail, ON_ITS_WAY).await? {
        Delivery::Sent | Delivery::Waits => Ok(()),
        Delivery::Unsure => Err(Undelivered::BusDown.into()),
    }
}
