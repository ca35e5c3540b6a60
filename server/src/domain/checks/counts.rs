//! The checks of agents in numbers, counted in the transaction that changes them.

use std::collections::HashMap;

use sea_orm::{ConnectionTrait, DbErr};

use super::result_queries::{self, StateCount};
use crate::domain::fleet;
use crate::events::catalogue::CheckCounts;
use crate::ids::AgentKey;

/// Counts the checks of agents again and stores the numbers with the agents. Code that
/// adds, removes or changes results calls this in the same transaction.
pub async fn recount(
    write: &impl ConnectionTrait,
    agents: &[AgentKey],
) -> Result<HashMap<AgentKey, CheckCounts>, DbErr> {
    let counts = count(write, agents).await?;
    let mut stored: Vec<(AgentKey, CheckCounts)> =
        counts.iter().map(|(agent, counts)| (*agent, *counts)).collect();
    // The same order everywhere, so that two transactions do not wait for each other.
    stored.sort_by_key(|(agent, _)| agent.0);
    fleet::store::store_check_counts(write, &stored).await?;
    Ok(counts)
}

/// The checks of agents by state; agents without checks have zeros.
pub async fn count(
    db: &impl ConnectionTrait,
    agents: &[AgentKey],
) -> Result<HashMap<AgentKey, CheckCounts>, DbErr> {
    if agents.is_empty() {
        return Ok(HashMap::new());
    }
    let mut all: HashMap<AgentKey, CheckCounts> =
        agents.iter().map(|agent| (*agent, CheckCounts::default())).collect();
    for state in result_queries::count_states(db, agents).await? {
        add(all.entry(state.agent).or_default(), &state);
    }
    Ok(all)
}

fn add(counts: &mut CheckCounts, state: &StateCount) {
    counts.total += state.count;
    match (state.status.as_str(), state.severity.as_deref()) {
        ("passing", _) => counts.passing += state.count,
        ("failing", Some("warning")) => counts.warning += state.count,
        ("failing", Some("info")) => counts.info += state.count,
        ("failing", _) => counts.failing += state.count,
        _ => {}
    }
    counts.has_failing_checks |= state.status == "failing";
}
