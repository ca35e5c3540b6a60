//! Runs that the server starts by itself.

use std::time::Duration;

use super::instruction::Instruction;
use super::queries;
use super::{queue, store};
use crate::agent_link::Undelivered;
use crate::app::App;
use crate::error::ApiError;
use crate::time::Timestamp;

/// Who asked, when nobody did; its key as a user is 0.
pub const SYSTEM: &str = "system";

/// How long it may wait for its agent.
const WAITS: Duration = Duration::from_secs(24 * 3600);

/// A run that nobody waits for.
pub struct Unattended {
    /// The id agents know it by.
    pub run_id: String,
    /// What the agent is told.
    pub instruction: Instruction,
    /// Row of the agent.
    pub agent: i64,
    /// Identifier of the agent.
    pub agent_id: String,
}

/// Starts a run in the name of the server; an agent that is away gets it when
/// it is back. One whose id is known already is not started again.
pub async fn start_unattended(app: &App, run: Unattended) -> Result<(), ApiError> {
    let run_id = run.run_id;
    let write = app.db.begin().await?;
    if queries::run_exists(&write, &run_id).await? {
        return Ok(());
    }
    let expires = Timestamp::now().plus(WAITS);
    let new = store::NewRun {
        run_id: &run_id,
        agent: run.agent,
        username: SYSTEM,
        user_id: 0,
        expires: Some(expires),
        ..run.instruction.new_run()
    };
    store::insert(&write, &new).await?;
    app.jobs.enqueue(&write, queue::expiry_job(expires)).await?;
    write.commit().await?;
    match app.agent_link.send(&run.agent_id, run.instruction.order(&run_id)).await {
        // It is stored: the agent gets it on connecting, or within a minute.
        Ok(()) | Err(Undelivered::Offline | Undelivered::BusDown) => Ok(()),
        Err(reason @ Undelivered::Unsupported) => {
            let write = app.db.begin().await?;
            store::fail_undelivered(&write, &run_id, reason, Timestamp::now()).await?;
            write.commit().await?;
            store::announce(app, &run_id).await;
            Ok(())
        }
    }
}
