//! `GET /agents/<agent_id>/effective/`: what applies to an agent, and why.

use axum::Json;
use axum::extract::State;
use sea_orm::{ConnectionTrait, DbErr};
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::effective_patch::Source;
use super::effective_template::effective_template;
use super::patches::{self, Patches};
use crate::app::App;
use crate::auth::{Caller, may};
use crate::domain::checks::{EffectiveCheck, effective_checks};
use crate::domain::fleet::{Target, find_target};
use crate::domain::policies::{Reaches, State as ReachState};
use crate::error::{ApiError, ErrorBody};
use crate::features::tasks;
use crate::ids::AgentId;
use crate::input::Path;

/// What applies to an agent, and why.
#[derive(Serialize, ToSchema)]
pub struct Effective {
    /// Every policy that is set for the agent, the most specific first.
    policies: Vec<EffectivePolicy>,
    /// Checks as `{id, name, source, state}`; `state` is `active`, `overridden` or
    /// `wrong_platform`.
    checks: Vec<Value>,
    /// Tasks as `{id, name, source, state}`; `state` is `active`, `disabled` or
    /// `wrong_platform`.
    tasks: Vec<Value>,
    /// Every field of the patch policy as `{value, source}`.
    #[schema(value_type = Object)]
    patch_policy: Value,
    /// The alert template as `{id, name, source}`; the `type` of its source is
    /// `agent_policy`, `site_policy`, `site`, `client_policy`, `client`, `global` or
    /// `default_policy`.
    #[schema(value_type = Object)]
    alert_template: Value,
}

/// A policy that is set for an agent.
#[derive(Serialize, ToSchema)]
pub struct EffectivePolicy {
    /// 1 on the agent, 2 on its site, 3 on its client, 4 for all.
    level: i64,
    /// Key of the policy.
    policy: i64,
    /// Name of the policy.
    name: String,
    /// What becomes of it.
    state: ReachState,
}

/// Read what applies to an agent, and why.
///
/// A `source` is `{type, id, name}`, where `type` is `agent` or `policy`, or
/// null where nobody says anything.
#[utoipa::path(
    get,
    path = "/agents/{agent_id}/effective/",
    tag = "policies",
    params(("agent_id" = String, Path)),
    responses((status = 200, body = Effective), (status = "default", body = ErrorBody)),
)]
pub async fn read_effective(
    State(app): State<App>,
    caller: Caller<may::ListAgents>,
    Path(agent_id): Path<AgentId>,
) -> Result<Json<Effective>, ApiError> {
    let target = find_target(&app, &caller, &agent_id).await?;
    let db = app.db.read();
    let patches = patches::patches_of(db, &[target.id]).await?;
    let applied: Vec<i64> = patches.reaches.applied(target.id).map(|reach| reach.policy).collect();
    let name = |policy| policy_name(&patches, policy);
    let reaches = patches.reaches.of(target.id).iter();
    Ok(Json(Effective {
        policies: reaches
            .map(|reach| EffectivePolicy {
                level: reach.level.number(),
                policy: reach.policy,
                name: name(reach.policy),
                state: reach.state,
            })
            .collect(),
        checks: list_checks(db, &target, &patches.reaches, name).await?,
        tasks: tasks::list_effective(db, &target, &applied).await?,
        patch_policy: patches.in_force(target.id).explained(|from| shown(from, &target, name)),
        alert_template: effective_template(db, target.id).await?,
    }))
}

/// The checks of an agent, its own and those of the policies that reach it, with
/// their source and whether they run.
async fn list_checks(
    db: &impl ConnectionTrait,
    target: &Target,
    reaches: &Reaches,
    name: impl Fn(i64) -> String,
) -> Result<Vec<Value>, DbErr> {
    let agents = [(target.id, target.plat.as_str())];
    let effective = effective_checks(db, &agents, reaches).await?;
    let one = |one: EffectiveCheck| {
        let source = one.check.policy.map_or(Source::Agent, Source::Policy);
        json!({
            "id": one.check.id,
            "name": one.check.settings.display_name(),
            "source": shown(Some(source), target, &name),
            "state": one.state,
        })
    };
    Ok(effective.into_values().flatten().map(one).collect())
}

fn shown(source: Option<Source>, target: &Target, name: impl Fn(i64) -> String) -> Value {
    match source {
        None => Value::Null,
        Some(Source::Agent) => {
            json!({ "type": "agent", "id": target.id, "name": target.hostname })
        }
        Some(Source::Policy(id)) => json!({ "type": "policy", "id": id, "name": name(id) }),
    }
}

fn policy_name(patches: &Patches, policy: i64) -> String {
    patches.reaches.facts(policy).map(|facts| facts.name.clone()).unwrap_or_default()
}
