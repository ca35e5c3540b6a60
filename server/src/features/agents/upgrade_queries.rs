//! SQL of agent updates.

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult, Value};

use crate::domain::fleet::BUILD;
use crate::domain::freeze::IS_FROZEN;
use crate::ids::AgentKey;
use crate::storage::sql;
use crate::time::Timestamp;

/// Updates that one round starts; the rest is found in the next.
const MAX_PER_ROUND: i64 = 1000;

/// The platform and release of an agent.
#[derive(Debug, FromQueryResult)]
pub struct AgentBuild {
    pub id: AgentKey,
    /// `windows`, `linux` or `darwin`.
    pub plat: String,
    /// What its program is built for: `amd64`, `amd64-static`.
    pub build: String,
    pub version: String,
}

pub async fn list_builds(
    db: &impl ConnectionTrait,
    ids: &[AgentKey],
) -> Result<Vec<AgentBuild>, DbErr> {
    let text = format!(
        "select a.id, a.plat, coalesce({BUILD}, '') as build, a.version
           from present_agents a where a.id in ({}) order by a.id",
        sql::list(ids)
    );
    sql::all(db, &text, []).await
}

/// Agents that could become another release.
pub struct UpgradeCandidates<'a> {
    pub plat: &'a str,
    pub build: &'a str,
    /// Release that they do not run.
    pub release: &'a str,
    /// Remainder of their key when divided by `rounds`.
    pub round: i64,
    pub rounds: i64,
    /// They were seen since then.
    pub seen: Timestamp,
    /// They were not asked to update since then.
    pub tried: Timestamp,
}

/// The agents to update, whether their release is older or newer, without those
/// that are frozen: they would get no order. They come in an order that mixes
/// clients and differs between releases: the first are not always the same.
pub async fn list_other_releases(
    db: &impl ConnectionTrait,
    candidates: &UpgradeCandidates<'_>,
) -> Result<Vec<AgentBuild>, DbErr> {
    let text = format!(
        "select a.id, a.plat, {BUILD} as build, a.version
           from present_agents a join sites s on s.id = a.site_id
          where a.plat = $1 and {BUILD} = $2 and a.version <> $3 and a.id % $4 = $5
            and a.last_seen >= $6 and not {IS_FROZEN}
            and not exists (select 1 from runs r
                             where r.agent_id = a.id and r.type = 'agent_update' and r.time >= $7)
          order by ((a.id + $8) * 7919) % 10007, a.id limit $9"
    );
    let shift: i64 = candidates.release.bytes().map(i64::from).sum();
    let values: [Value; 9] = [
        candidates.plat.into(),
        candidates.build.into(),
        candidates.release.into(),
        candidates.rounds.into(),
        candidates.round.into(),
        candidates.seen.into(),
        candidates.tried.into(),
        shift.into(),
        MAX_PER_ROUND.into(),
    ];
    sql::all(db, &text, values).await
}
