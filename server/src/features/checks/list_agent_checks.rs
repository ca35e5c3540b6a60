//! `GET /agents/<agent_id>/checks/`: the checks of one agent and what they found.

use std::collections::HashSet;

use axum::extract::{OriginalUri, State};

use super::check::{Check, OwnedCheck};
use super::list_checks::{ORDERINGS, rows};
use super::{load, queries};
use crate::app::App;
use crate::auth::{Caller, may};
use crate::domain::checks::{CheckState, EffectiveCheck, effective_checks};
use crate::domain::fleet::find_target;
use crate::domain::policies::policies_of;
use crate::error::{ApiError, ErrorBody};
use crate::ids::AgentId;
use crate::input::{Path, Query};
use crate::listing::{ListQuery, ListResponse};

/// List the checks of an agent.
///
/// Its own by name, also those that it does not run, then those that it runs of its
/// policies, the most specific policy first.
#[utoipa::path(
    get,
    path = "/agents/{agent_id}/checks/",
    tag = "checks",
    params(("agent_id" = String, Path), ListQuery),
    responses((status = 200, body = Vec<Check>), (status = "default", body = ErrorBody)),
)]
pub async fn list_agent_checks(
    State(app): State<App>,
    caller: Caller<may::ListChecks>,
    OriginalUri(address): OriginalUri,
    Path(agent_id): Path<AgentId>,
    Query(query): Query<ListQuery>,
) -> Result<ListResponse, ApiError> {
    let agent = find_target(&app, &caller, &agent_id).await?;
    let db = app.db.read();
    let reaches = policies_of(db, &[agent.id]).await?;
    let effective = effective_checks(db, &[(agent.id, agent.plat.as_str())], &reaches).await?;
    let effective: Vec<EffectiveCheck> = effective.into_values().flatten().collect();
    let is_own = |one: &&EffectiveCheck| one.check.agent.is_some();
    let is_shown = |one: &&EffectiveCheck| is_own(one) || one.state == CheckState::Active;
    let order: Vec<i64> = effective.iter().filter(is_shown).map(|one| one.check.id).collect();
    let is_overridden = |one: &&EffectiveCheck| is_own(one) && one.state == CheckState::Overridden;
    let overridden: HashSet<i64> =
        effective.iter().filter(is_overridden).map(|one| one.check.id).collect();

    let mut checks = queries::list_by_key(db, &order).await?;
    let position = |check: &OwnedCheck| order.iter().position(|id| *id == check.id);
    checks.sort_by_key(position);
    let results = queries::list_results_of_agent(db, agent.id).await?;
    let checks = load::show_with(db, &caller, checks, results, &overridden, Some(agent.id)).await?;
    Ok(query.apply(rows(&checks), ORDERINGS)?.at(&address))
}
