//! All SQL of rollouts.

use std::collections::HashSet;

use sea_orm::{ConnectionTrait, DbErr, Value};

use super::judge::{FIRST_RING, MISSING_AFTER, STEADY};
use super::rollout::{LostAgent, RUNNING, StoredRollout};
use crate::auth::Scope;
use crate::domain::fleet::BUILD;
use crate::domain::freeze::IS_FROZEN;
use crate::features::agents::offer::Offer;
use crate::ids::{AgentKey, RunId};
use crate::storage::sql;
use crate::time::Timestamp;

/// Each agent that was asked, and what became of it. An agent whose run ended
/// in another way than well and that still has its old release has failed. One
/// that is frozen gets no order, so it is neither lost nor asked; only those that
/// stopped a rollout before stay lost.
fn members(scope: &Scope) -> String {
    format!(
        "select m.rollout_id, a.id as agent_key, a.agent_id, a.hostname, m.asked,
                coalesce(r.problem, '') as problem,
                case when m.excused then 'excused'
                     when a.version = ro.version
                          and a.last_seen >= coalesce(r.finished, m.asked) + $1 then 'working'
                     when ro.state = '{RUNNING}' and {IS_FROZEN} then 'frozen'
                     when a.version <> ro.version
                          and r.status in ('failed', 'timed_out', 'cancelled', 'expired',
                                           'interrupted') then 'failed'
                     when m.asked < $2 then 'missing'
                     else 'waiting' end as state
           from rollout_agents m
           join rollouts ro on ro.id = m.rollout_id
           join present_agents a on a.id = m.agent_id
           join sites s on s.id = a.site_id
           left join runs r on r.run_id = m.run_id
          where {}",
        scope.site_condition("s.client_id", "s.id")
    )
}

/// The values of `$1` and `$2` in [`members`].
fn times(now: Timestamp) -> [Value; 2] {
    let steady = i64::try_from(STEADY.as_micros()).unwrap_or(i64::MAX);
    [steady.into(), now.minus(MISSING_AFTER).into()]
}

/// Rollouts with their agents in scope, counted.
fn counted(scope: &Scope, condition: &str) -> String {
    let total = |what: &str| format!("cast(sum(case when {what} then 1 else 0 end) as bigint)");
    let in_state = |state: &str| format!("{} as {state}", total(&format!("m.state = '{state}'")));
    let states = ["working", "failed", "missing", "excused"].map(in_state).join(", ");
    format!(
        "select ro.id, ro.plat, ro.goarch, ro.version, ro.ring, ro.state, ro.reason, ro.began,
                ro.changed, coalesce(k.agents, 0) as agents, coalesce(k.updated, 0) as updated,
                coalesce(j.asked, 0) as asked, j.last_asked, coalesce(j.working, 0) as working,
                coalesce(j.failed, 0) as failed, coalesce(j.missing, 0) as missing,
                coalesce(j.excused, 0) as excused
           from rollouts ro
           left join (select o.id, count(*) as agents, {} as updated
                        from rollouts o
                        join present_agents a on a.plat = o.plat and {BUILD} = o.goarch
                        join sites s on s.id = a.site_id
                       where {} group by o.id) k on k.id = ro.id
           left join (select m.rollout_id, {} as asked, max(m.asked) as last_asked, {states}
                        from ({}) m group by m.rollout_id) j on j.rollout_id = ro.id
          where {condition} order by ro.plat, ro.goarch",
        total("a.version = o.version"),
        scope.site_condition("s.client_id", "s.id"),
        total("m.state <> 'frozen'"),
        members(scope)
    )
}

pub async fn list_rollouts(
    db: &impl ConnectionTrait,
    scope: &Scope,
    now: Timestamp,
) -> Result<Vec<StoredRollout>, DbErr> {
    sql::all(db, &counted(scope, "1 = 1"), times(now)).await
}

/// The rollout for a kind of computer, of whichever release.
pub async fn find_of_kind(
    db: &impl ConnectionTrait,
    plat: &str,
    goarch: &str,
    now: Timestamp,
) -> Result<Option<StoredRollout>, DbErr> {
    let text = counted(&Scope::everything(), "ro.plat = $3 and ro.goarch = $4");
    let [steady, missing] = times(now);
    sql::one(db, &text, [steady, missing, plat.into(), goarch.into()]).await
}

pub async fn find_rollout(
    db: &impl ConnectionTrait,
    id: i64,
    now: Timestamp,
) -> Result<Option<StoredRollout>, DbErr> {
    let [steady, missing] = times(now);
    let text = counted(&Scope::everything(), "ro.id = $3");
    sql::one(db, &text, [steady, missing, id.into()]).await
}

/// Agents in scope that failed or are missing, those asked first before others.
pub async fn list_lost(
    db: &impl ConnectionTrait,
    scope: &Scope,
    now: Timestamp,
    limit: i64,
) -> Result<Vec<LostAgent>, DbErr> {
    let text = format!(
        "select m.rollout_id, m.agent_id, m.hostname, m.state, m.problem
           from ({}) m where m.state in ('failed', 'missing')
          order by m.rollout_id, m.asked, m.agent_key limit $3",
        members(scope)
    );
    let [steady, missing] = times(now);
    sql::all(db, &text, [steady, missing, limit.into()]).await
}

/// Replaces the rollout for a kind of computer by that of a release, and
/// returns its key.
pub async fn replace_rollout(
    write: &impl ConnectionTrait,
    offer: &Offer,
    now: Timestamp,
) -> Result<i64, DbErr> {
    let kind: [Value; 2] = [offer.plat.clone().into(), offer.build.clone().into()];
    sql::execute(write, "delete from rollouts where plat = $1 and goarch = $2", kind).await?;
    sql::number(
        write,
        "insert into rollouts (plat, goarch, version, ring, state, reason, began, changed)
         values ($1, $2, $3, $4, $5, '', $6, $6) returning id",
        [
            offer.plat.clone().into(),
            offer.build.clone().into(),
            offer.release.clone().into(),
            FIRST_RING.into(),
            RUNNING.into(),
            now.into(),
        ],
    )
    .await
}

/// Stores ring and state of a rollout; false if they are no longer what they
/// were.
pub async fn update_rollout(
    write: &impl ConnectionTrait,
    before: &StoredRollout,
    after: &StoredRollout,
) -> Result<bool, DbErr> {
    let updated = sql::execute(
        write,
        "update rollouts set ring = $1, state = $2, reason = $3, changed = $4
          where id = $5 and ring = $6 and state = $7",
        [
            after.ring.into(),
            after.state.clone().into(),
            after.reason.clone().into(),
            after.changed.into(),
            before.id.into(),
            before.ring.into(),
            before.state.clone().into(),
        ],
    )
    .await?;
    Ok(updated == 1)
}

/// Stops counting the lost agents of a rollout.
pub async fn excuse_lost(
    write: &impl ConnectionTrait,
    id: i64,
    now: Timestamp,
) -> Result<(), DbErr> {
    let text = format!(
        "update rollout_agents set excused = true
          where rollout_id = $3 and agent_id in
                (select m.agent_key from ({}) m
                  where m.rollout_id = $3 and m.state in ('failed', 'missing'))",
        members(&Scope::everything())
    );
    let [steady, missing] = times(now);
    sql::execute(write, &text, [steady, missing, id.into()]).await?;
    Ok(())
}

/// Records that an agent is asked.
pub async fn insert_asked(
    write: &impl ConnectionTrait,
    rollout: i64,
    agent: AgentKey,
    run_id: &RunId,
    now: Timestamp,
) -> Result<(), DbErr> {
    sql::execute(
        write,
        "insert into rollout_agents (rollout_id, agent_id, run_id, asked) values ($1, $2, $3, $4)
         on conflict (rollout_id, agent_id) do update
            set run_id = excluded.run_id, asked = excluded.asked",
        [rollout.into(), agent.into(), run_id.into(), now.into()],
    )
    .await?;
    Ok(())
}

/// Which of these agents were asked before.
pub async fn list_asked(
    db: &impl ConnectionTrait,
    rollout: i64,
    agents: &[AgentKey],
) -> Result<HashSet<AgentKey>, DbErr> {
    let text = format!(
        "select agent_id from rollout_agents where rollout_id = $1 and agent_id in ({})",
        sql::list(agents)
    );
    Ok(sql::values(db, &text, [rollout.into()]).await?.into_iter().collect())
}
