//! What something is to depend on, and whether it can.

use muster_alerting::storms::{DependencyError, Node};
use utoipa::ToSchema;

use super::child::FoundChild;
use super::way;
use crate::audit::Change;
use crate::auth::Identity;
use crate::domain::checks::{CheckState, EffectiveCheck, effective_checks};
use crate::domain::dependencies::{Child, Link, MOST_STEPS, forest, list_above, steps_below};
use crate::domain::fleet::{Target, find_in_scope};
use crate::domain::policies::policies_of;
use crate::error::ApiError;
use crate::ids::{AgentId, AgentKey};
use crate::input::{Fields, Parse};

/// What an agent or check is to depend on.
#[derive(ToSchema)]
pub struct SetDependency {
    /// Identifier of the agent; null: nothing.
    #[schema(required = true)]
    agent: Option<String>,
    /// Key of a check that runs on that agent; null: whether the agent can be reached.
    check: Option<i64>,
}

impl Parse for SetDependency {
    fn parse(fields: &Fields<'_>) -> Self {
        if !fields.has("agent") {
            fields.problem("agent", "this field is required");
        }
        let agent = fields.text("agent").max(255).nullable().flatten();
        let check = fields.whole("check").nullable().flatten();
        if agent.is_none() && check.is_some() {
            fields.problem("check", "send the agent of the check as well");
        }
        Self { agent, check }
    }
}

/// What the request asks for; none removes what is there.
pub async fn check_link(
    change: &Change,
    caller: &Identity,
    child: &FoundChild,
    request: &SetDependency,
) -> Result<Option<Link>, ApiError> {
    let Some(agent_id) = &request.agent else { return Ok(None) };
    let parent = find_in_scope(&**change, &caller.scope, &AgentId::from(agent_id.as_str())).await?;
    let parent = parent.ok_or_else(|| ApiError::invalid("agent", "there is no such agent"))?;
    if let Some(check) = request.check
        && !runs(change, &parent, check).await?
    {
        return Err(ApiError::invalid("check", "the agent runs no such check"));
    }
    let link = Link::new(child.key(), parent.id, request.check);
    must_end(change, caller, child, &link).await?;
    Ok(Some(link))
}

/// Whether an agent runs a check.
async fn runs(change: &Change, agent: &Target, check: i64) -> Result<bool, ApiError> {
    let reaches = policies_of(&**change, &[agent.id]).await?;
    let all = effective_checks(&**change, &[(agent.id, agent.plat.as_str())], &reaches).await?;
    let is_it = |one: EffectiveCheck| one.check.id == check && one.state == CheckState::Active;
    Ok(all.into_values().flatten().any(is_it))
}

/// Refuses a link that closes a circle, or makes a chain longer than anybody follows.
async fn must_end(
    change: &Change,
    caller: &Identity,
    child: &FoundChild,
    link: &Link,
) -> Result<(), ApiError> {
    let field = if link.check_id.is_some() { "check" } else { "agent" };
    let mut links = list_above(&**change, link.agent_id, link.check_id).await?;
    // In the name of nobody, for what follows from the parent if it is a check.
    links.push(Link::new(Child::Agent(AgentKey(0)), link.agent_id, link.check_id));
    let (mut all, parent) = (forest(&links, std::iter::empty()), link.parent());
    let above: Vec<Node> = std::iter::once(parent).chain(all.above(parent)).collect();
    let node = match child.key() {
        Child::Agent(agent) => Node::Agent(agent.0),
        // A check of a policy is one on many agents: the one on the way counts.
        Child::Check(check) => {
            let is_it =
                |node: &&Node| matches!(node, Node::Check { check: other, .. } if *other == check);
            above.iter().find(is_it).copied().unwrap_or(Node::Check { agent: 0, check })
        }
    };
    match all.set(node, parent) {
        Ok(()) => {}
        Err(error @ DependencyError::Itself) => {
            return Err(ApiError::invalid(field, error.to_string()));
        }
        Err(DependencyError::Cycle(nodes)) => {
            let way = way::describe(&**change, &caller.scope, &child.name(), &nodes).await?;
            return Err(ApiError::invalid(field, format!("would depend on itself: {way}")));
        }
    }
    let steps = i64::try_from(above.len()).unwrap_or(i64::MAX);
    if steps.saturating_add(steps_below(&**change, child.key()).await?) > MOST_STEPS {
        let sentence = format!("must not be more than {MOST_STEPS} steps in a row");
        return Err(ApiError::invalid(field, sentence));
    }
    Ok(())
}
