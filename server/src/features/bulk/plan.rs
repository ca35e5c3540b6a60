//! Plans what would happen to each agent, before anything does.

use std::collections::HashMap;

use serde::Serialize;
use utoipa::ToSchema;

use super::action::{Action, AgentOrder};
use super::mode::{Mode, ScriptMode};
use super::queries::Candidate;
use super::request::BulkRequest;
use super::{targets, wake};
use crate::app::App;
use crate::auth::Identity;
use crate::domain::fleet::{Status, Target};
use crate::error::ApiError;
use crate::features::runs::check_field;
use crate::ids::AgentKey;

/// Agents per query: their orders can be large.
pub const CHUNK: usize = 500;

/// What would happen to an agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// It is done now.
    Run,
    /// It is done when the agent is back.
    Queue,
    /// It is left out.
    Skip,
}

/// An agent and what would happen to it.
pub struct PlannedAgent {
    pub candidate: Candidate,
    pub outcome: Outcome,
    /// Why it is left out; empty if it is not.
    pub reason: String,
}

/// Chooses the agents and decides about each.
pub async fn plan(
    app: &App,
    caller: &Identity,
    request: &BulkRequest,
    action: &Action,
) -> Result<Vec<PlannedAgent>, ApiError> {
    let candidates = targets::choose(app, caller, request).await?;
    check_collector(app, caller, &request.mode, &candidates).await?;
    let refusals = match request.mode.is_instant() {
        true => HashMap::new(),
        false => refusals(app, action, &candidates).await?,
    };
    let decide = |candidate: Candidate| {
        let is_frozen = candidate.target.is_frozen && !matches!(request.mode, Mode::Edit(_));
        let refusal = match is_frozen {
            true => Some("it is frozen".to_owned()),
            false => refusals.get(&candidate.target.id).cloned(),
        };
        let is_needed = !request.mode.is_instant() && !matches!(action, Action::Wake);
        // Checks that run by themselves are not made up for.
        let skip_offline = request.skip_offline || matches!(action, Action::Checks);
        let (outcome, reason) = decided(candidate.status, refusal, is_needed, skip_offline);
        PlannedAgent { candidate, outcome, reason }
    };
    Ok(candidates.into_iter().map(decide).collect())
}

/// Refuses a custom field that the caller may not fill for each of the agents.
async fn check_collector(
    app: &App,
    caller: &Identity,
    mode: &Mode,
    candidates: &[Candidate],
) -> Result<(), ApiError> {
    let Mode::Script(ScriptMode { custom_field: Some(field), .. }) = mode else { return Ok(()) };
    let targets: Vec<&Target> = candidates.iter().map(|one| &one.target).collect();
    check_field(app.db.read(), caller, *field, &targets).await
}

fn decided(
    status: Status,
    refusal: Option<String>,
    agent_is_needed: bool,
    skip_offline: bool,
) -> (Outcome, String) {
    match (refusal, status) {
        (Some(reason), _) => (Outcome::Skip, reason),
        _ if !agent_is_needed => (Outcome::Run, String::new()),
        (None, Status::Online) => (Outcome::Run, String::new()),
        (None, _) if skip_offline => (Outcome::Skip, "it is offline".to_owned()),
        (None, _) => (Outcome::Queue, String::new()),
    }
}

/// The agents that cannot get an order, and why.
async fn refusals(
    app: &App,
    action: &Action,
    candidates: &[Candidate],
) -> Result<HashMap<AgentKey, String>, ApiError> {
    let mut refusals = HashMap::new();
    for chunk in candidates.chunks(CHUNK) {
        let targets: Vec<Target> = chunk.iter().map(|one| one.target.clone()).collect();
        if matches!(action, Action::Wake) {
            refusals.extend(wake::list_unknown(app, &targets).await?);
            continue;
        }
        for (target, order) in targets.iter().zip(action.orders(app, &targets).await?) {
            if let AgentOrder::Refused(reason) = order {
                refusals.insert(target.id, reason);
            }
        }
    }
    Ok(refusals)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_agent_gets_the_order_now_or_later_or_not_at_all() {
        let why = || Some("no".to_owned());
        let table = [
            // status, refusal, agent is needed, offline ones are skipped → outcome, reason
            (Status::Online, None, true, true, Outcome::Run, ""),
            (Status::Online, None, true, false, Outcome::Run, ""),
            (Status::Online, why(), true, false, Outcome::Skip, "no"),
            (Status::Offline, None, true, false, Outcome::Queue, ""),
            (Status::Overdue, None, true, false, Outcome::Queue, ""),
            (Status::Offline, None, true, true, Outcome::Skip, "it is offline"),
            (Status::Offline, None, false, true, Outcome::Run, ""),
            (Status::Offline, why(), false, true, Outcome::Skip, "no"),
        ];
        for (status, refusal, needed, skip, outcome, reason) in table {
            let expected = (outcome, reason.to_owned());
            assert_eq!(decided(status, refusal, needed, skip), expected, "{status:?}");
        }
    }
}
