//! The switch that stops everything: nothing goes to agents and nothing begins
//! on them, everywhere or at one client, until superusers thaw it.

mod list_freezes;
mod push;
mod queries;
mod start_freeze;
#[cfg(test)]
mod tests;
mod thaw;

pub use list_freezes::*;
pub use push::{FREEZE_KIND, SWEEP, push_flags};
pub use start_freeze::*;
pub use thaw::*;

use serde_json::json;

use self::push::push_job;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::domain::definitions;
use crate::domain::freeze as frozen;
use crate::error::ApiError;
use crate::events::{Entity, Event};
use crate::time::Timestamp;

/// What is frozen or thawed, as text for people.
async fn name_of(change: &Change, client: Option<i64>) -> Result<String, ApiError> {
    let Some(client) = client else { return Ok("everything".to_owned()) };
    let name = frozen::find_client_name(&**change, client).await?;
    name.ok_or_else(|| ApiError::invalid("client", "there is no such client"))
}

/// Commits a freeze, a thaw or the request for one.
async fn commit(
    mut change: Change,
    client: Option<i64>,
    verb: &str,
    name: &str,
) -> Result<(), ApiError> {
    let event = match client {
        Some(client) => Event::saved(Entity::Client, client).about_client(client),
        None => Event::saved(Entity::CoreSettings, 1),
    };
    change.publish(event);
    let message = format!("{} {verb} {name}", change.username());
    let entry = match client {
        Some(client) => Entry::new(Action::Modify, ObjectType::Client, client, message),
        None => Entry::new(Action::Modify, ObjectType::CoreSettings, 1, message),
    };
    let entry = entry.after(&json!({ "freeze": verb, "client": client }));
    let entry = match client {
        Some(client) => entry.client(client),
        None => entry,
    };
    change.commit(entry).await
}

/// Has connected agents notified of a freeze or a thaw, once it is committed.
async fn announce(change: &Change, now: Timestamp) -> Result<(), ApiError> {
    frozen::count_up(&**change, now).await?;
    change.enqueue(push_job()).await?;
    // Definitions wait for the thaw.
    Ok(change.enqueue(definitions::push_job()).await?)
}
