//! Every minute: viewers whose server process died leave, and sessions end that never
//! began, that nobody came back to, or that may not go on and have no connection which
//! would notice.

use std::time::Duration;

use super::ending::{SessionEnd, end_as};
use super::sweep_queries::{self, DueSession, Limits};
use crate::app::App;
use crate::jobs::Periodic;
use crate::time::Timestamp;

/// A connection of a viewer that nobody has reported for so long is lost.
const LOST_AFTER: Duration = Duration::from_secs(180);
/// A viewer who has not used the ticket, and a session whose agent has not come.
const NEVER_CAME_AFTER: Duration = Duration::from_secs(90);
/// The agent's helper ends a minute before.
const ABANDONED_AFTER: Duration = Duration::from_secs(11 * 60);
/// Sessions per query.
const BATCH: i64 = 200;

/// Every minute: what nobody else has ended.
pub const SWEEP: Periodic = Periodic {
    name: "remote_sweep",
    every: Duration::from_secs(60),
    handler: |app| Box::pin(async move { sweep(&app).await }),
};

pub(super) async fn sweep(app: &App) -> anyhow::Result<()> {
    let now = Timestamp::now();
    let limits = Limits {
        now,
        lost: now.minus(LOST_AFTER),
        never_came: now.minus(NEVER_CAME_AFTER),
        abandoned: now.minus(ABANDONED_AFTER),
    };
    if sweep_queries::has_lost_viewers(app.db.read(), limits).await? {
        let write = app.db.begin().await?;
        sweep_queries::end_lost_viewers(&write, limits).await?;
        write.commit().await?;
    }
    loop {
        let due = sweep_queries::list_due(app.db.read(), limits, BATCH).await?;
        for session in &due {
            end_as(app, "system", &session.uid, end_of(session)).await?;
        }
        if i64::try_from(due.len()).unwrap_or(i64::MAX) < BATCH {
            return Ok(());
        }
    }
}

fn end_of(session: &DueSession) -> SessionEnd {
    let reason = match session.code.as_str() {
        "agent_removed" => "the agent was removed",
        "frozen" => "the agent was frozen",
        "logged_out" => "the login or API key behind it has ended",
        "too_long" => "it reached the longest time that the policy allows",
        "never_began" => "the agent did not connect to the relay",
        _ => "nobody came back to it",
    };
    SessionEnd::new(&session.code, reason)
}
