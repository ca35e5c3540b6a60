//! Runs that the server starts by itself.

use muster_protocol::Order;

use super::queries;
use crate::agent_link::{Undelivered, ledger};
use crate::app::App;
use crate::error::ApiError;
use crate::time::Timestamp;

/// A run that nobody waits for.
pub struct Unattended {
    /// `patch_scan`, ….
    pub kind: &'static str,
    /// What the agent is told.
    pub order: Order,
    /// Row of the agent.
    pub agent: i64,
    /// Identifier of the agent.
    pub agent_id: String,
    /// The run's time limit.
    pub timeout_seconds: u32,
    /// What is done, for people.
    pub command: String,
}

/// Starts a run in the name of the server. One whose id is known already is
/// not started again; one that cannot be delivered is in the history as failed.
pub async fn start_unattended(app: &App, run: Unattended) -> Result<(), ApiError> {
    let run_id = run.order.run_id.clone();
    let write = app.db.begin().await?;
    if queries::run_exists(&write, &run_id).await? {
        return Ok(());
    }
    let new = ledger::NewRun {
        run_id: &run_id,
        agent: run.agent,
        kind: run.kind,
        username: "system",
        user_id: 0,
        command: &run.command,
        shell: "",
        order: &run.order,
        timeout_seconds: run.timeout_seconds.into(),
    };
    ledger::insert(&write, &new).await?;
    write.commit().await?;
    match app.agent_link.send(&run.agent_id, run.order).await {
        // With the bus away the agent may have the order: its next hello tells.
        Ok(()) | Err(Undelivered::BusDown) => Ok(()),
        Err(reason) => {
            let write = app.db.begin().await?;
            ledger::fail(&write, &run_id, &reason.to_string(), Timestamp::now()).await?;
            write.commit().await?;
            ledger::announce(app, &run_id).await;
            Ok(())
        }
    }
}
