//! The agents a bulk action is for.

use std::collections::HashSet;

use serde_json::{Value, json};

use super::queries::{self, Candidate};
use super::request::{BulkRequest, TargetSelector};
use crate::app::App;
use crate::auth::Identity;
use crate::error::{ApiError, Problems, add_problem};
use crate::features::agents;
use crate::ids::{AgentId, AgentKey};
use crate::time::Timestamp;

/// The agents in the caller's scope that match a request, by host name.
pub async fn choose(
    app: &App,
    caller: &Identity,
    request: &BulkRequest,
) -> Result<Vec<Candidate>, ApiError> {
    let (db, scope) = (app.db.read(), &caller.scope);
    let mut conditions = vec![scope.site_condition("s.client_id", "s.id")];
    match &request.selector {
        TargetSelector::All => {}
        TargetSelector::Client(id) => {
            if !queries::client_exists(db, scope, *id).await? {
                return Err(ApiError::invalid("client", "there is no such client"));
            }
            conditions.push(format!("s.client_id = {id}"));
        }
        TargetSelector::Site(id) => {
            if !queries::site_exists(db, scope, *id).await? {
                return Err(ApiError::invalid("site", "there is no such site"));
            }
            conditions.push(format!("s.id = {id}"));
        }
        TargetSelector::Agents(references) => {
            let named = queries::list_named(db, scope, references).await?;
            refuse_missing(references, &named)?;
            conditions.push(among(named.iter().map(|(id, _)| id.0)));
        }
        TargetSelector::Filter(query) => {
            let found = agents::list_matching(app, scope, query).await?;
            conditions.push(among(found));
        }
    }
    // All of these are our own names.
    conditions.extend(request.monitoring_type.map(|kind| format!("a.monitoring_type = '{kind}'")));
    conditions.extend(request.plat.as_deref().map(|plat| format!("a.plat = '{plat}'")));
    Ok(queries::list_candidates(db, &conditions.join(" and "), Timestamp::now()).await?)
}

fn refuse_missing(wanted: &[Value], found: &[(AgentKey, AgentId)]) -> Result<(), ApiError> {
    let mut known: HashSet<Value> = HashSet::with_capacity(found.len() * 2);
    for (id, agent_id) in found {
        known.insert(json!(id));
        known.insert(json!(agent_id));
    }
    let mut problems = Problems::new();
    for (index, reference) in wanted.iter().enumerate() {
        if !known.contains(reference) {
            add_problem(&mut problems, format!("agents[{index}]"), "there is no such agent");
        }
    }
    ApiError::refuse(problems)
}

/// Our own integers, see `Scope::site_condition`.
fn among(ids: impl IntoIterator<Item = i64>) -> String {
    let list: Vec<String> = ids.into_iter().map(|id| id.to_string()).collect();
    if list.is_empty() {
        return "1 = 0".to_owned();
    }
    format!("a.id in ({})", list.join(", "))
}
