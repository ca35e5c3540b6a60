//! Computers that a person must approve before they are agents.

use sea_orm::DbErr;
use serde_json::json;

use super::claimed_record::is_signed_with;
use super::enroll::Enrol;
use super::queries;
use crate::app::App;
use crate::audit::{Action, Change};
use crate::domain::enrolment::Joining;
use crate::domain::fleet::{self, key_fingerprint};
use crate::error::ApiError;
use crate::events::{Entity, Event};
use crate::ids::AgentId;
use crate::time::Timestamp;

/// The reason that a computer that waits gets. `install.sh` searches for it.
pub const REASON: &str = "a person must approve this computer first";

/// Keys that are tried for one computer that connects.
const MAX_KEYS: i64 = 100;

/// Stores a computer that enrolled and must be approved, and commits.
pub async fn let_wait(mut change: Change, joining: Joining) -> Result<AgentId, ApiError> {
    let site = joining.agent.site_id;
    if fleet::store::count_pending(&*change, site).await? >= fleet::store::MAX_PENDING {
        let sentence = "too many computers of this site wait for approval already";
        return Err(ApiError::invalid("token", sentence));
    }
    let known = joining.known.as_ref().map(|known| &known.target);
    let (known_id, now) = (known.map(|known| known.id), Timestamp::now());
    let id = fleet::store::insert_pending(&*change, &joining.agent, known_id, now).await?;
    change.publish(Event::saved(Entity::PendingAgent, id).about(joining.client_id, site));
    let hostname = &joining.agent.hostname;
    let message = match known {
        Some(known) => {
            format!("{hostname} asks for the record of {} and waits for approval", known.hostname)
        }
        None => format!("{hostname} waits for approval"),
    };
    let key = json!({ "key": key_fingerprint(&joining.agent.public_key) });
    change.commit(joining.entry(Action::AgentInstall, message).after(&key)).await?;
    Ok(joining.agent.agent_id)
}

/// Removes what waits under a key that the computer proves to have: it enrols
/// again, and people would find it twice in the list.
pub async fn drop_former(change: &mut Change, request: &Enrol) -> Result<(), DbErr> {
    if request.previous_agent_id.as_str().is_empty() {
        return Ok(());
    }
    let waiting = queries::list_pending_of(&**change, &request.previous_agent_id, MAX_KEYS).await?;
    for former in waiting.iter().filter(|former| is_signed_with(&former.public_key, request)) {
        if fleet::store::delete_pending(&**change, former.id).await? {
            let event = Event::deleted(Entity::PendingAgent, former.id);
            change.publish(event.about(former.client_id, former.site_id));
        }
    }
    Ok(())
}

/// Whether somebody who connects as this agent is a computer that waits: one of
/// the keys under this identifier is theirs.
pub async fn is_pending(
    app: &App,
    agent_id: &AgentId,
    has_key: impl Fn(&[u8]) -> bool,
) -> Result<bool, DbErr> {
    let waiting = queries::list_pending_of(app.db.read(), agent_id, MAX_KEYS).await?;
    Ok(waiting.iter().any(|pending| has_key(&pending.public_key)))
}
