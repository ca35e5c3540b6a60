//! The events about results, with the counts of where their agents are.

use std::collections::BTreeSet;

use sea_orm::{ConnectionTrait, DbErr};

use super::counts;
use super::progress::ResultProgress;
use super::result_queries::ResultRow;
use crate::domain::fleet::{self, Location};
use crate::events::Event;
use crate::events::catalogue::{CheckResult, CheckResultCounts};
use crate::ids::{AgentId, AgentKey};
use crate::time::Timestamp;

/// A result that listeners learn of.
pub struct ChangedResult {
    result: i64,
    check: i64,
    agent: AgentKey,
    agent_id: AgentId,
    location: Location,
    status: String,
    severity: Option<String>,
    last_run: Option<i64>,
    fail_count: i64,
    /// Whether the counts of its agent may be different.
    changes_counts: bool,
}

impl ChangedResult {
    pub fn of(result: &ResultProgress) -> Self {
        Self {
            status: result.status().to_owned(),
            severity: result.severity().map(str::to_owned),
            last_run: result.last_run(),
            fail_count: result.fail_count(),
            changes_counts: result.changes_counts(),
            ..Self::reset(&result.row)
        }
    }

    /// A result that was reset.
    pub fn reset(row: &ResultRow) -> Self {
        Self {
            result: row.id,
            check: row.check_id,
            agent: row.agent,
            agent_id: row.agent_id.clone(),
            location: Location { client_id: row.client_id, site_id: row.site_id },
            status: "passing".to_owned(),
            severity: None,
            last_run: row.last_run,
            fail_count: 0,
            changes_counts: true,
        }
    }

    /// A result that is unknown again.
    pub fn cleared(row: &ResultRow) -> Self {
        Self { status: "pending".to_owned(), ..Self::reset(row) }
    }
}

/// Counts what is different, and returns the events, which are published after the
/// commit.
pub async fn events_of(
    write: &impl ConnectionTrait,
    changed: Vec<ChangedResult>,
) -> Result<Vec<Event>, DbErr> {
    if changed.is_empty() {
        return Ok(Vec::new());
    }
    let keys = |changes_counts: bool| -> Vec<AgentKey> {
        let all = changed.iter().filter(|one| one.changes_counts == changes_counts);
        let keys: BTreeSet<i64> = all.map(|one| one.agent.0).collect();
        keys.into_iter().map(AgentKey).collect()
    };
    let mut agents = counts::count(write, &keys(false)).await?;
    agents.extend(counts::recount(write, &keys(true)).await?);
    let clients: BTreeSet<i64> = changed.iter().map(|one| one.location.client_id).collect();
    let clients: Vec<i64> = clients.into_iter().collect();
    let failing = fleet::count_failing_checks(write, &clients).await?;
    let event = |one: ChangedResult| {
        let Location { client_id, site_id } = one.location;
        let counts = CheckResultCounts {
            agent: agents.get(&one.agent).copied().unwrap_or_default(),
            site: failing.sites.get(&site_id).copied().unwrap_or_default(),
            client: failing.clients.get(&client_id).copied().unwrap_or_default(),
        };
        one.location.locate(Event::check_result(CheckResult {
            check: one.check,
            result: one.result,
            agent: one.agent.0,
            agent_id: (&one.agent_id).into(),
            status: one.status,
            severity: one.severity,
            last_run: one.last_run.map(Timestamp::from_micros),
            fail_count: one.fail_count,
            counts,
        }))
    };
    Ok(changed.into_iter().map(event).collect())
}
