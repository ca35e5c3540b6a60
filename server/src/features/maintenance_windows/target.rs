//! What a window silences: whether it is there, and whether the caller may silence
//! it.

use serde_json::Value;

use super::members::agents_of_view;
use super::queries;
use crate::app::App;
use crate::audit::Change;
use crate::auth::{Identity, Right};
use crate::domain::maintenance_windows::{StoredWindow, WindowTarget};
use crate::domain::policies::assignments_of;
use crate::error::{ApiError, Problems, add_problem};
use crate::ids::AgentKey;

/// A target, with the agents of a saved view.
pub struct FoundTarget {
    pub target: WindowTarget,
    /// The agents that a saved view shows now.
    pub members: Option<Vec<i64>>,
}

/// Finds what a caller names, in their scope. Nothing if it is not there: the problem
/// is recorded.
///
/// A policy takes what a change of the policy takes.
pub async fn find_target(
    (app, change): (&App, &Change),
    caller: &Identity,
    (kind, reference): (&str, &Value),
    problems: &mut Problems,
) -> Result<Option<FoundTarget>, ApiError> {
    let id = reference.as_i64().unwrap_or(0);
    let scope = &caller.scope;
    let mut members = None;
    let target = match kind {
        "agent" => {
            let agent = queries::find_agent(&**change, scope, reference).await?;
            agent.map(WindowTarget::Agent)
        }
        "site" => queries::has_site(&**change, scope, id).await?.then_some(WindowTarget::Site(id)),
        "client" => {
            queries::has_client(&**change, scope, id).await?.then_some(WindowTarget::Client(id))
        }
        "policy" => find_policy(change, caller, id).await?,
        "view" => {
            let view = queries::find_view(&**change, Some(caller.user_id), id).await?;
            match view.filter(|view| view.page == "agents") {
                None => None,
                Some(view) => {
                    members = Some(agents_of_view(app, scope, &view).await?);
                    Some(WindowTarget::View(id))
                }
            }
        }
        _ => None,
    };
    if target.is_none() && !problems.contains_key("target_type") {
        let noun = if kind == "view" { "view of agents" } else { kind };
        add_problem(problems, "target", format!("there is no such {noun}"));
    }
    Ok(target.map(|target| FoundTarget { target, members }))
}

async fn find_policy(
    change: &Change,
    caller: &Identity,
    id: i64,
) -> Result<Option<WindowTarget>, ApiError> {
    caller.must_have(Right::ManageAutomationPolicies)?;
    let Some(assignments) = assignments_of(&**change, &[id]).await?.remove(&id) else {
        return Ok(None);
    };
    if !assignments.are_within(&caller.scope) {
        let sentence = "the policy is in use outside your role's scope";
        return Err(ApiError::Forbidden(sentence.to_owned()));
    }
    Ok(Some(WindowTarget::Policy(id)))
}

/// Refuses to change a window of what the caller may not silence.
pub async fn must_be_changeable(
    change: &Change,
    caller: &Identity,
    window: &StoredWindow,
) -> Result<(), ApiError> {
    let scope = &caller.scope;
    let is_own = match window.target {
        WindowTarget::Agent(AgentKey(id)) => {
            queries::find_agent(&**change, scope, &id.into()).await?.is_some()
        }
        WindowTarget::Site(id) => queries::has_site(&**change, scope, id).await?,
        WindowTarget::Client(id) => queries::has_client(&**change, scope, id).await?,
        WindowTarget::Policy(id) => find_policy(change, caller, id).await?.is_some(),
        WindowTarget::View(_) => {
            scope.is_everything()
                || window.scope == *scope
                || window.stamps.created_by == caller.username
        }
    };
    if is_own {
        return Ok(());
    }
    let sentence = "the window silences agents outside your role's scope";
    Err(ApiError::Forbidden(sentence.to_owned()))
}
