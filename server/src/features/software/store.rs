//! Storing the software that an agent reported: only differences are written.

use std::collections::HashMap;

use muster_protocol::Software;

use super::changes::compare;
use super::inventory::SoftwareItem;
use super::queries;
use crate::app::App;
use crate::error::ApiError;
use crate::ids::AgentKey;
use crate::time::Timestamp;

/// No machine has more; an agent that reports more is broken.
const MOST_ITEMS: usize = 50_000;
const LONGEST_TEXT: usize = 1000;

/// Replaces the software of an agent, in one transaction; returns when that
/// was.
pub async fn store(
    app: &App,
    agent: AgentKey,
    reported: Vec<Software>,
) -> Result<Timestamp, ApiError> {
    if reported.len() > MOST_ITEMS {
        let sentence = "the agent tells of more software than a machine can have";
        return Err(ApiError::AgentError(sentence.to_owned()));
    }
    let reported: Vec<SoftwareItem> = reported.into_iter().map(SoftwareItem::from).collect();
    let write = app.db.begin().await?;
    let now = Timestamp::now();
    queries::record_collection(&write, agent, now).await?;
    let mut known: HashMap<SoftwareItem, Vec<i64>> = HashMap::new();
    let stored = queries::list_stored(&write, agent).await?;
    let is_first = stored.is_empty();
    for stored in stored {
        known.entry(stored.item).or_default().push(stored.id);
    }
    let mut new = reported;
    // Known items stay; a program may be installed twice.
    new.retain(|item| known.get_mut(item).and_then(Vec::pop).is_none());
    if !is_first {
        let missing = known.iter().flat_map(|(item, ids)| vec![item.clone(); ids.len()]);
        let changes = compare(&missing.collect::<Vec<_>>(), &new);
        queries::record_changes(&write, agent, now, &changes).await?;
    }
    let mut gone: Vec<i64> = known.into_values().flatten().collect();
    gone.sort_unstable();
    queries::delete_items(&write, &gone).await?;
    queries::insert_items(&write, agent, &new).await?;
    write.commit().await?;
    Ok(now)
}

impl From<Software> for SoftwareItem {
    fn from(reported: Software) -> Self {
        Self {
            name: clean(reported.name),
            version: clean(reported.version),
            publisher: clean(reported.publisher),
            install_date: clean(reported.install_date),
            size_bytes: i64::try_from(reported.size_bytes).unwrap_or(i64::MAX),
            source: clean(reported.source),
            location: clean(reported.location),
            uninstall: clean(reported.uninstall),
        }
    }
}

/// Without NUL, truncated.
fn clean(text: String) -> String {
    let is_fine = text.len() <= LONGEST_TEXT && !text.contains('\0');
    if is_fine {
        return text;
    }
    text.chars().filter(|c| *c != '\0').take(LONGEST_TEXT).collect()
}
