//! SQL of what is above and below causes.

use std::collections::{BTreeMap, BTreeSet};

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};

use super::cause_queries::Wanted;
use crate::ids::AgentKey;
use crate::storage::sql;

/// What a cause is about, as far as something may depend on it.
#[derive(FromQueryResult)]
pub struct NodeRow {
    pub agent_id: AgentKey,
    /// None: the availability of the agent.
    pub check_id: Option<i64>,
}

/// The agents and checks of these causes.
pub async fn list_nodes(db: &impl ConnectionTrait, wanted: &Wanted) -> Result<Vec<NodeRow>, DbErr> {
    let text = format!(
        "select c.agent_id, c.check_id from alert_causes c
          where c.kind in ('availability', 'check') and {}",
        is_wanted(wanted)
    );
    sql::all(db, &text, []).await
}

/// The causes whose alerts cover these: their lists may change. Those of sites come with
/// the sites.
pub async fn list_covering(db: &impl ConnectionTrait, wanted: &Wanted) -> Result<Vec<i64>, DbErr> {
    let text = format!(
        "select distinct t.cause_id from alert_causes c
           join alerts l on l.cause_id = c.id and not l.resolved
           join alerts t on t.id = l.covered_by
          where t.site_id is null and {}",
        is_wanted(wanted)
    );
    sql::values(db, &text, []).await
}

/// Whether a cause `c` is wanted, not as that of a site.
fn is_wanted(wanted: &Wanted) -> String {
    format!(
        "(c.id in ({}) or (c.kind = 'availability' and c.agent_id in ({})) or c.agent_id in ({}))",
        sql::list(&wanted.causes),
        sql::list(&wanted.availability),
        sql::list(&wanted.agents)
    )
}

/// Those of these agents that are away, with their sites.
pub async fn list_away(
    db: &impl ConnectionTrait,
    agents: &[AgentKey],
) -> Result<BTreeMap<AgentKey, i64>, DbErr> {
    #[derive(FromQueryResult)]
    struct AwayRow {
        id: AgentKey,
        site_id: i64,
    }
    let text = format!(
        "select id, site_id from present_agents
          where id in ({}) and presence in ('offline', 'overdue')",
        sql::list(agents)
    );
    let rows: Vec<AwayRow> = sql::all(db, &text, []).await?;
    Ok(rows.into_iter().map(|row| (row.id, row.site_id)).collect())
}

/// Those of these checks that fail on one of these agents. What an agent found that is
/// away is old.
pub async fn list_failing_checks(
    db: &impl ConnectionTrait,
    agents: &[AgentKey],
    checks: &[i64],
) -> Result<BTreeSet<(i64, i64)>, DbErr> {
    #[derive(FromQueryResult)]
    struct FailingRow {
        agent_id: i64,
        check_id: i64,
    }
    let text = format!(
        "select r.agent_id, r.check_id
           from check_results r join present_agents a on a.id = r.agent_id
          where r.status = 'failing' and a.presence = 'online'
            and r.agent_id in ({}) and r.check_id in ({})",
        sql::list(agents),
        sql::list(checks)
    );
    let rows: Vec<FailingRow> = sql::all(db, &text, []).await?;
    Ok(rows.into_iter().map(|row| (row.agent_id, row.check_id)).collect())
}

/// Adds the causes of parents that fail and have none yet.
pub async fn ensure_parents(
    write: &impl ConnectionTrait,
    away: &[AgentKey],
    checks: &BTreeSet<(i64, i64)>,
) -> Result<(), DbErr> {
    let of_agents = away.iter().map(|agent| format!("('availability', {agent}, 0)"));
    let of_checks = checks.iter().map(|(agent, check)| format!("('check', {agent}, {check})"));
    let rows: Vec<String> = of_agents.chain(of_checks).collect();
    if rows.is_empty() {
        return Ok(());
    }
    let text = format!(
        "with v (kind, agent_id, check_id) as (values {})
         insert into alert_causes (kind, agent_id, check_id)
         select v.kind, v.agent_id, nullif(v.check_id, 0) from v where 1 = 1
          order by v.agent_id, v.check_id
         on conflict do nothing",
        rows.join(", ")
    );
    sql::execute(write, &text, []).await.map(|_| ())
}

/// The causes of parents that are checks, and of children that fail or are covered.
pub async fn list_related_causes(
    db: &impl ConnectionTrait,
    (agents, checks): (&[AgentKey], &[i64]),
    (child_agents, child_checks): (&[AgentKey], &[i64]),
) -> Result<Vec<i64>, DbErr> {
    let text = format!(
        "select id from alert_causes
          where (kind = 'check' and agent_id in ({}) and check_id in ({}))
             or ((phase <> 'clear' or covered)
                 and ((kind = 'availability' and agent_id in ({}))
                      or (kind = 'check' and check_id in ({}))))",
        sql::list(agents),
        sql::list(checks),
        sql::list(child_agents),
        sql::list(child_checks)
    );
    sql::values(db, &text, []).await
}

/// Those of these causes that the alert of a site covers.
pub async fn list_covered_by_sites(
    db: &impl ConnectionTrait,
    causes: &[i64],
) -> Result<BTreeSet<i64>, DbErr> {
    if causes.is_empty() {
        return Ok(BTreeSet::new());
    }
    let text = format!(
        "select l.cause_id from alerts l join alerts s on s.id = l.covered_by
          where l.cause_id in ({}) and not l.resolved and s.site_id is not null",
        sql::list(causes)
    );
    Ok(sql::values(db, &text, []).await?.into_iter().collect())
}

/// What an alert covers.
#[derive(FromQueryResult)]
pub struct BehindRow {
    pub covered_by: i64,
    pub hostname: String,
    pub check_name: Option<String>,
}

/// What each of these alerts covers, by name.
pub async fn list_behind(
    db: &impl ConnectionTrait,
    alerts: &[i64],
) -> Result<Vec<BehindRow>, DbErr> {
    let text = format!(
        "select l.covered_by, a.hostname, k.name as check_name
           from alerts l join present_agents a on a.id = l.agent_id
           left join checks k on k.id = l.check_id
          where l.covered_by in ({}) and not l.resolved
          order by lower(a.hostname), lower(coalesce(k.name, '')), l.id",
        sql::list(alerts)
    );
    sql::all(db, &text, []).await
}
