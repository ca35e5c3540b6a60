//! Scripts that other features bring along.

use super::approval::CodeBefore;
use super::queries;
use super::script::Script;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::auth::Identity;
use crate::domain::ownership::choose_owners;
use crate::error::{ApiError, Problems};
use crate::events::{Entity, Event};

/// A script that a feature needs.
#[derive(Debug)]
pub struct ReadyScript {
    pub name: &'static str,
    pub description: &'static str,
    pub category: &'static str,
    pub shell: &'static str,
    pub body: &'static str,
    /// Where it runs.
    pub platforms: &'static [&'static str],
}

/// The key of this script in the library, to which it is added if it is not there. One
/// with its name and another body is another script: who changed it may not be
/// somebody whom the caller trusts.
pub async fn find_or_add(
    change: &mut Change,
    caller: &Identity,
    ready: &ReadyScript,
) -> Result<i64, ApiError> {
    let mut script = Script::empty();
    script.item.name = ready.name.to_owned();
    script.item.description = ready.description.to_owned();
    script.item.category = ready.category.to_owned();
    script.item.shell = ready.shell.to_owned();
    script.item.supported_platforms = ready.platforms.iter().map(|&name| name.into()).collect();
    script.set_body(ready.body.to_owned());
    if let Some(id) = queries::find_same(&**change, &script.item).await? {
        return Ok(id);
    }
    let mut problems = Problems::new();
    script.item.owner_clients =
        choose_owners(&**change, &caller.scope, None, None, &mut problems).await?;
    ApiError::refuse(problems)?;
    let id = queries::insert_script(&**change, &script, change.username()).await?;
    CodeBefore::nothing(id).record(change, caller).await?;
    let script = queries::find_script(&**change, id).await?.ok_or(ApiError::NotFound("script"))?;
    change.publish(Event::saved(Entity::Script, id));
    let message = format!("added script {}", script.item.name);
    let entry = Entry::new(Action::Add, ObjectType::Script, id, message);
    change.add_entry(entry.after(&script.audited()).code(&script.script_body));
    Ok(id)
}
