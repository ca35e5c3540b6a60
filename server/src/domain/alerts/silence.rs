//! Maintenance of agents has begun or ended.

use anyhow::Context;
use serde::Deserialize;
use serde_json::Value;

use super::cause_queries::Wanted;
use super::round::Round;
use crate::app::App;
use crate::ids::AgentKey;

/// Agents of one transaction.
const CHUNK: usize = 200;

#[derive(Deserialize)]
struct Payload {
    agents: Vec<AgentKey>,
}

/// The job: compares what is known of the causes of agents with their maintenance.
pub async fn follow_silence(app: App, payload: Value) -> anyhow::Result<()> {
    let Payload { agents } = serde_json::from_value(payload).context("the payload of silence")?;
    for agents in agents.chunks(CHUNK) {
        let write = app.db.begin().await?;
        let wanted = Wanted { agents: agents.to_vec(), ..Wanted::default() };
        let mut round = Round::begin(&app, &write, wanted).await?;
        let causes: Vec<i64> = round.causes.keys().copied().collect();
        for cause in causes {
            round.follow_maintenance(cause).await?;
        }
        let announcements = round.finish().await?;
        write.commit().await?;
        announcements.publish(&app).await;
    }
    Ok(())
}
