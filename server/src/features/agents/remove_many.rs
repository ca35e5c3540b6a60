//! Removing many agents at once.

use futures_util::{StreamExt, stream};

use super::queries;
use crate::agent_link::Undelivered;
use crate::app::App;
use crate::audit::{Action, Change, ObjectType};
use crate::domain::fleet::{self, Target};
use crate::error::ApiError;
use crate::events::Event;
use crate::ids::AgentKey;
use crate::time::Timestamp;

/// Connections closed at the same time.
const CONCURRENT_CLOSES: usize = 64;

/// Removes these agents with everything that belongs to them, within a change
/// that the caller commits, followed by [`close_connections`]. Each leaves a row in the
/// audit log.
pub async fn remove_many(change: &mut Change, targets: &[Target]) -> Result<(), ApiError> {
    let ids: Vec<AgentKey> = targets.iter().map(|target| target.id).collect();
    let mut settings = queries::list_settings(&**change, &ids).await?;
    fleet::remember_removed(&**change, &ids, Timestamp::now()).await?;
    fleet::store::delete_agents(&**change, &ids).await?;
    for target in targets {
        let message = format!("{} removed agent {}", change.username(), target.hostname);
        let entry = target.entry(Action::Delete, ObjectType::Agent, message);
        change.add_entry(match settings.remove(&target.id) {
            Some(before) => entry.before(&before),
            None => entry,
        });
        change.publish(target.locate(Event::agent_removed(&target.agent_id)));
    }
    Ok(())
}

/// Closes the connections of removed agents: an agent whose connection is closed
/// before that would reconnect at once.
pub async fn close_connections(app: &App, targets: &[Target]) {
    let one = async |target: &Target| match app.agent_link.close(&target.agent_id).await {
        Ok(()) | Err(Undelivered::Offline) => {}
        Err(reason) => {
            tracing::warn!(agent.id = %target.agent_id, %reason, "the connection of a removed agent stays open");
        }
    };
    stream::iter(targets).map(one).buffer_unordered(CONCURRENT_CLOSES).collect::<Vec<()>>().await;
}
