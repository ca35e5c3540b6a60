//! The updates of agents, counted.

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};

use super::{ACTION, IS_APPROVED};
use crate::ids::{AgentId, AgentKey};
use crate::storage::sql;
use crate::time::Timestamp;

/// Agents in one statement.
pub const COUNTED_AT_ONCE: usize = 500;

/// Neither installed, nor waiting for a restart, nor followed by a newer one.
const IS_OPEN: &str = "w.state in ('available', 'failed')";

/// An agent with its updates counted.
#[derive(FromQueryResult)]
pub struct AgentCounts {
    pub id: AgentKey,
    pub agent_id: AgentId,
    pub site_id: i64,
    pub client_id: i64,
    /// The stored value before.
    pub before: String,
    pub scanned_at: Option<Timestamp>,
    pub missing: i64,
    pub approved: i64,
    pub failed: i64,
    pub ignored: i64,
    pub reboot_pending: i64,
    pub critical: i64,
    pub important: i64,
    pub moderate: i64,
    pub low: i64,
}

/// Counts the updates of agents.
pub async fn count_updates(
    db: &impl ConnectionTrait,
    agents: &[AgentKey],
) -> Result<Vec<AgentCounts>, DbErr> {
    let is_ignored = format!("(({ACTION}) = 'ignore' or w.is_hidden)");
    let is_missing = format!("{IS_OPEN} and not {is_ignored}");
    let counts = [
        ("missing", is_missing.clone()),
        ("approved", format!("{IS_OPEN} and {IS_APPROVED} and not w.is_hidden")),
        ("failed", format!("w.state = 'failed' and not {is_ignored}")),
        ("ignored", format!("{IS_OPEN} and {is_ignored}")),
        ("reboot_pending", "w.state = 'reboot_pending'".to_owned()),
        ("critical", format!("{is_missing} and w.severity = 'Critical'")),
        ("important", format!("{is_missing} and w.severity = 'Important'")),
        ("moderate", format!("{is_missing} and w.severity = 'Moderate'")),
        ("low", format!("{is_missing} and w.severity = 'Low'")),
    ];
    let sum = |(name, condition): &(&str, String)| {
        format!("cast(sum(case when {condition} then 1 else 0 end) as bigint) as {name}")
    };
    let shown = |(name, _): &(&str, String)| format!("coalesce(n.{name}, 0) as {name}");
    let sums: Vec<String> = counts.iter().map(sum).collect();
    let shown: Vec<String> = counts.iter().map(shown).collect();
    let text = format!(
        "select a.id, a.agent_id, a.site_id, s.client_id, a.updates as before, u.scanned_at, {}
           from present_agents a join sites s on s.id = a.site_id
           left join update_scans u on u.agent_id = a.id
           left join (select w.agent_id, {} from winupdates w
                       where w.agent_id in ({ids}) and w.state not in ('installed', 'superseded')
                       group by w.agent_id) n on n.agent_id = a.id
          where a.id in ({ids}) order by a.id",
        shown.join(", "),
        sums.join(", "),
        ids = sql::list(agents)
    );
    sql::all(db, &text, []).await
}

/// Some agents that were scanned and whose updates were never counted: by an
/// older release.
pub async fn list_uncounted(db: &impl ConnectionTrait) -> Result<Vec<AgentKey>, DbErr> {
    let text = format!(
        "select a.id from present_agents a where a.updates = ''
            and exists (select 1 from update_scans u where u.agent_id = a.id)
          order by a.id limit {COUNTED_AT_ONCE}"
    );
    sql::values(db, &text, []).await
}
