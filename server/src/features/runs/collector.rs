//! Output that becomes the value of a custom field.

use sea_orm::ConnectionTrait;

use super::queries;
use crate::auth::Identity;
use crate::domain::custom_fields::{self, NotStored, Owner};
use crate::domain::fleet::Target;
use crate::error::ApiError;
use crate::ids::AgentKey;

/// What a collector stores of a run's output: its last line, or all of it.
pub fn collected(stdout: &str, all: bool) -> &str {
    let text = stdout.trim();
    if all { text } else { text.lines().next_back().unwrap_or_default().trim() }
}

/// Refuses a custom field that does not exist, and a caller who may not change
/// it by hand where the output of these agents would be stored.
pub async fn check_field(
    db: &impl ConnectionTrait,
    caller: &Identity,
    field: i64,
    targets: &[&Target],
) -> Result<(), ApiError> {
    let found = custom_fields::find_field(db, field).await?;
    let model = found.ok_or_else(no_such_field)?.model;
    for target in targets {
        custom_fields::must_write(caller, model, target.client_id, target.site_id)?;
    }
    Ok(())
}

/// Stores a text in a custom field of the agent, or of its site or client, by
/// the model of the field. Returns its owner.
pub async fn store_collected(
    write: &impl ConnectionTrait,
    field: i64,
    agent: AgentKey,
    text: &str,
) -> Result<Owner, ApiError> {
    let definition = custom_fields::find_field(write, field).await?.ok_or_else(no_such_field)?;
    let Some(location) = queries::find_location(write, agent).await? else {
        return Err(ApiError::NotFound("agent"));
    };
    let owner = definition.model.owner(agent, location.client_id, location.site_id);
    // No database accepts it.
    let text = text.replace('\0', "");
    custom_fields::store_text(write, &definition, owner, &text).await.map_err(|why| match why {
        NotStored::NoField => no_such_field(),
        NotStored::Unfit(problem) => {
            let sentence = format!("what the script printed does not fit the field: {problem}");
            ApiError::invalid("custom_field", sentence)
        }
        NotStored::Failed(error) => error.into(),
    })?;
    Ok(owner)
}

fn no_such_field() -> ApiError {
    ApiError::invalid("custom_field", "choose a custom field")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_collector_stores_the_last_line_or_everything_trimmed() {
        let output = "\n first \r\n\r\nlast  \r\n \n";
        assert_eq!(collected(output, false), "last");
        assert_eq!(collected(output, true), "first \r\n\r\nlast");
        assert_eq!((collected(" \n", false), collected("", true)), ("", ""));
    }
}
