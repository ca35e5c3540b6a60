//! Removing agents, one or many at once.

use std::time::Duration;

use futures_util::{StreamExt, stream};

use super::queries;
use crate::agent_link::Undelivered;
use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::domain::fleet::{self, Target};
use crate::domain::settings::read_plain;
use crate::error::ApiError;
use crate::events::Event;
use crate::ids::AgentKey;
use crate::time::Timestamp;

/// Connections closed at the same time.
const CONCURRENT_CLOSES: usize = 64;
const MINUTE: Duration = Duration::from_secs(60);

/// Removes these agents, within a change that the caller commits, followed by
/// [`close_connections`]. Each leaves a row in the audit log.
pub async fn remove_many(change: &mut Change, targets: &[Target]) -> Result<(), ApiError> {
    let entries = remove(change, targets).await?;
    entries.into_iter().for_each(|entry| change.add_entry(entry));
    Ok(())
}

/// Removes these agents: nobody sees them any more, and when the time to restore
/// them has ended, they are deleted with everything that belongs to them. Returns
/// a row of the audit log for each.
pub(super) async fn remove(
    change: &mut Change,
    targets: &[Target],
) -> Result<Vec<Entry>, ApiError> {
    let ids: Vec<AgentKey> = targets.iter().map(|target| target.id).collect();
    let mut settings = queries::list_settings(&**change, &ids).await?;
    let minutes = read_plain(&**change).await?.removal_delay_minutes;
    match u32::try_from(minutes).unwrap_or(0) {
        0 => fleet::delete_for_good(&**change, &ids).await?,
        minutes => {
            let now = Timestamp::now();
            let times = (now, now.plus(MINUTE * minutes));
            fleet::store::mark_removed(&**change, &ids, change.username(), times).await?;
        }
    }
    let mut entries = Vec::with_capacity(targets.len());
    for target in targets {
        let message = format!("{} removed agent {}", change.username(), target.hostname);
        let entry = target.entry(Action::Delete, ObjectType::Agent, message);
        entries.push(match settings.remove(&target.id) {
            Some(before) => entry.before(&before),
            None => entry,
        });
        change.publish(target.locate(Event::agent_removed(&target.agent_id)));
    }
    Ok(entries)
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
