//! What a value holds before it is changed.

use muster_protocol::{MAX_REGISTRY_PAGE, ReadRegistry, RegistryKey, RegistryValue, question_name};
use tokio::time::timeout;

use super::asking::{READ_LIMIT, label};
use super::key_path::KeyPath;
use crate::app::App;
use crate::domain::fleet::Target;
use crate::error::ApiError;

/// The most values of a key among which one is looked for.
const MOST_VALUES: u64 = 40 * MAX_REGISTRY_PAGE;

/// Finds a value of a key, page by page, and returns as much of its data as an agent
/// sends.
pub async fn find_value(
    app: &App,
    target: &Target,
    path: &KeyPath,
    name: &str,
) -> Result<RegistryValue, ApiError> {
    let found = timeout(2 * READ_LIMIT, look(app, target, path, name)).await;
    found.map_err(|_| ApiError::NoAnswer)??.ok_or_else(|| {
        ApiError::AgentError(format!("{} does not exist", label(name, &path.to_string())))
    })
}

async fn look(
    app: &App,
    target: &Target,
    path: &KeyPath,
    name: &str,
) -> Result<Option<RegistryValue>, ApiError> {
    let mut offset = 0;
    while offset < MOST_VALUES {
        let page = read_page(app, target, path, offset, MAX_REGISTRY_PAGE).await?;
        if let Some(index) = page.values.iter().position(|value| is_same(&value.name, name)) {
            let at = offset + index as u64;
            let mut values = page.values;
            let found = values.swap_remove(index);
            if !found.truncated {
                return Ok(Some(found));
            }
            // Alone it gets more room. Meanwhile another one may have its position.
            let alone = read_page(app, target, path, at, 1).await?.values.pop();
            return Ok(Some(alone.filter(|value| value.name == found.name).unwrap_or(found)));
        }
        offset += MAX_REGISTRY_PAGE;
        if page.value_count <= offset {
            return Ok(None);
        }
    }
    Err(ApiError::Conflict(format!(
        "the key has more than {MOST_VALUES} values, too many to find the one that is to be changed"
    )))
}

/// Names of values are the same whatever the case.
fn is_same(one: &str, other: &str) -> bool {
    one == other || one.to_lowercase() == other.to_lowercase()
}

/// Subkeys and values of a key, not more than the limit of each.
pub async fn read_page(
    app: &App,
    target: &Target,
    path: &KeyPath,
    offset: u64,
    limit: u64,
) -> Result<RegistryKey, ApiError> {
    let question = ReadRegistry { path: path.to_string(), offset, limit };
    let name = question_name::READ_REGISTRY;
    let mut page: RegistryKey =
        app.agent_link.ask_agent(&target.agent_id, name, &question, READ_LIMIT).await?;
    let most = usize::try_from(limit).unwrap_or(usize::MAX);
    page.subkeys.truncate(most);
    page.values.truncate(most);
    Ok(page)
}
