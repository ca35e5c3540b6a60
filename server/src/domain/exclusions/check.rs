//! From a caller's lists to the stored ones.

use std::collections::HashSet;

use sea_orm::{ConnectionTrait, DbErr};
use serde_json::Value;

use super::form::ExclusionForm;
use super::queries::{self, Excluding, ExclusionKind};
use crate::auth::Scope;
use crate::error::{Problems, add_problem};
use crate::ids::AgentId;

/// The lists to store, each entry once; absent lists stay as they are.
pub struct Exclusions {
    lists: Vec<(ExclusionKind, Vec<i64>)>,
}

/// Finds all that are named, in scope. One that is not found is a problem.
pub async fn check(
    db: &impl ConnectionTrait,
    scope: &Scope,
    form: ExclusionForm,
    problems: &mut Problems,
) -> Result<Exclusions, DbErr> {
    let mut lists = Vec::new();
    if let Some(sent) = form.excluded_agents {
        let found = find_agents(db, scope, &sent).await?;
        let ids = named("excluded_agents", "agent", found, problems);
        lists.push((ExclusionKind::Agents, ids));
    }
    let groups = [
        (ExclusionKind::Sites, "excluded_sites", "site", form.excluded_sites),
        (ExclusionKind::Clients, "excluded_clients", "client", form.excluded_clients),
    ];
    for (kind, field, noun, sent) in groups {
        let Some(sent) = sent else { continue };
        let existing = queries::list_existing(db, scope, kind, &sent).await?;
        let found = sent.into_iter().map(|id| existing.contains(&id).then_some(id)).collect();
        lists.push((kind, named(field, noun, found, problems)));
    }
    Ok(Exclusions { lists })
}

/// Stores the lists that were sent. Entries out of scope stay as they are.
pub async fn store(
    write: &impl ConnectionTrait,
    scope: &Scope,
    owner: (Excluding, i64),
    exclusions: &Exclusions,
) -> Result<(), DbErr> {
    for (kind, ids) in &exclusions.lists {
        queries::replace_excluded(write, scope, *kind, owner, ids).await?;
    }
    Ok(())
}

async fn find_agents(
    db: &impl ConnectionTrait,
    scope: &Scope,
    sent: &[Value],
) -> Result<Vec<Option<i64>>, DbErr> {
    let keys: Vec<i64> = sent.iter().filter_map(Value::as_i64).collect();
    let texts: Vec<&str> = sent.iter().filter_map(Value::as_str).collect();
    let existing = queries::list_existing(db, scope, ExclusionKind::Agents, &keys).await?;
    let by_text = queries::list_agents_named(db, scope, &texts).await?;
    let find = |reference: &Value| match reference.as_str() {
        Some(text) => by_text.get(&AgentId::from(text)).map(|key| key.0),
        None => reference.as_i64().filter(|id| existing.contains(id)),
    };
    Ok(sent.iter().map(find).collect())
}

/// The found entries, each once, in the caller's order.
fn named(field: &str, noun: &str, found: Vec<Option<i64>>, problems: &mut Problems) -> Vec<i64> {
    let mut seen = HashSet::new();
    let mut ids = Vec::with_capacity(found.len());
    for (index, id) in found.into_iter().enumerate() {
        match id {
            None => add_problem(
                problems,
                format!("{field}[{index}]"),
                format!("there is no such {noun}"),
            ),
            Some(id) if seen.insert(id) => ids.push(id),
            Some(_) => {}
        }
    }
    ids
}
