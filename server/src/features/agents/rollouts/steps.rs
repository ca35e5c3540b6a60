//! What happens to a rollout, stored and audited.

use super::judge::{Verdict, judge};
use super::queries;
use super::rollout::{RUNNING, STOPPED, StoredRollout};
use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::debug_log::{DebugEntry, LogType};
use crate::domain::runs::SYSTEM;
use crate::error::ApiError;
use crate::events::{Entity, Event};
use crate::features::agents::offer::Offer;
use crate::time::Timestamp;

/// Begins the rollout of a release, in the place of that of another one.
pub async fn begin(app: &App, offer: &Offer, now: Timestamp) -> Result<StoredRollout, ApiError> {
    let mut change = Change::begin_as(app, SYSTEM, "").await?;
    let id = queries::replace_rollout(&*change, offer, now).await?;
    let rollout = queries::find_rollout(&*change, id, now).await?;
    let rollout = rollout.ok_or(ApiError::NotFound("rollout"))?;
    change.publish(Event::saved(Entity::Rollout, id));
    let message = format!("{} began", rollout.title());
    let entry = Entry::new(Action::Add, ObjectType::Rollout, id, message);
    change.commit(entry.after(&rollout)).await?;
    Ok(rollout)
}

/// Stops a rollout, or lets it reach more agents, as its agents have done so
/// far; returns how it is then.
pub async fn settle(
    app: &App,
    rollout: StoredRollout,
    now: Timestamp,
) -> Result<StoredRollout, ApiError> {
    let title = rollout.title();
    let (after, message) = match judge(&rollout, now) {
        Verdict::Keep => return Ok(rollout),
        Verdict::Stop(reason) => {
            tracing::warn!(
                release = rollout.version,
                plat = rollout.plat,
                goarch = rollout.goarch,
                reason,
                "the rollout of an agent release stopped"
            );
            let message = format!("{title} stopped: {reason}");
            let state = STOPPED.to_owned();
            (StoredRollout { state, reason, changed: now, ..rollout.clone() }, message)
        }
        Verdict::Resume => {
            let message = format!("{title} continues: its agents are back");
            (running(&rollout, now), message)
        }
        Verdict::Widen(ring) => {
            let message = format!("{title} continues with {ring} % of the agents");
            (StoredRollout { ring, ..running(&rollout, now) }, message)
        }
    };
    let change = Change::begin_as(app, SYSTEM, "").await?;
    store(change, &rollout, &after, message.clone()).await?;
    app.debug_log.record(match after.is_stopped() {
        true => DebugEntry::error(LogType::AgentUpdate, message),
        false => DebugEntry::info(LogType::AgentUpdate, message),
    });
    Ok(after)
}

/// A rollout that goes on in its ring.
pub fn running(rollout: &StoredRollout, now: Timestamp) -> StoredRollout {
    let (state, reason) = (RUNNING.to_owned(), String::new());
    StoredRollout { state, reason, changed: now, ..rollout.clone() }
}

/// Stores what has changed of a rollout. Refused if somebody else was faster.
pub async fn store(
    mut change: Change,
    before: &StoredRollout,
    after: &StoredRollout,
    message: String,
) -> Result<(), ApiError> {
    if !queries::update_rollout(&*change, before, after).await? {
        return Err(ApiError::Conflict("the rollout was changed meanwhile".to_owned()));
    }
    change.publish(Event::saved(Entity::Rollout, after.id));
    let entry = Entry::new(Action::Modify, ObjectType::Rollout, after.id, message);
    change.commit(entry.before(before).after(after)).await
}
