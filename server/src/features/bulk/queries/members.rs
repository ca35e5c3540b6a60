//! Members of bulk actions: agents without a run, or without one yet.

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult, Value};

use super::CHUNK;
use crate::domain::fleet::Target;
use crate::domain::freeze::IS_FROZEN;
use crate::ids::AgentKey;
use crate::storage::sql;

/// Adds members of a bulk action: agents with a reason each.
pub async fn insert_members(
    write: &impl ConnectionTrait,
    bulk: i64,
    outcome: &str,
    members: &[(&Target, &str)],
) -> Result<(), DbErr> {
    for chunk in members.chunks(CHUNK) {
        let mut values: Vec<Value> = vec![bulk.into(), outcome.into()];
        let mut rows = Vec::with_capacity(chunk.len());
        for (target, reason) in chunk {
            let first = values.len() + 1;
            values.extend([
                target.id.into(),
                (&target.agent_id).into(),
                target.hostname.clone().into(),
                target.client_id.into(),
                target.site_id.into(),
                (*reason).into(),
            ]);
            let placeholders: Vec<String> =
                (first..=values.len()).map(|n| format!("${n}")).collect();
            rows.push(format!("($1, $2, {})", placeholders.join(", ")));
        }
        let text = format!(
            "insert into bulk_members (bulk_id, outcome, agent, agent_id, hostname, client_id,
                    site_id, reason)
             values {}",
            rows.join(", ")
        );
        sql::execute(write, &text, values).await?;
    }
    Ok(())
}

/// An agent that waits for its turn.
#[derive(Debug, FromQueryResult)]
pub struct WaitingMember {
    /// Key of the member.
    pub id: i64,
    pub agent: AgentKey,
}

/// The next agents that wait for their turn and are not frozen.
pub async fn list_waiting(
    db: &impl ConnectionTrait,
    bulk: i64,
    limit: i64,
) -> Result<Vec<WaitingMember>, DbErr> {
    let text = format!(
        "select m.id, m.agent from bulk_members m
          where m.bulk_id = $1 and m.outcome = 'wait'
            and not exists (select 1 from present_agents a join sites s on s.id = a.site_id
                             where a.id = m.agent and {IS_FROZEN})
          order by m.id limit $2"
    );
    sql::all(db, &text, [bulk.into(), limit.into()]).await
}

/// Removes members: they have a run now.
pub async fn delete_members(write: &impl ConnectionTrait, ids: &[i64]) -> Result<(), DbErr> {
    for chunk in ids.chunks(CHUNK) {
        let text = format!("delete from bulk_members where id in ({})", sql::list(chunk));
        sql::execute(write, &text, []).await?;
    }
    Ok(())
}

/// Stores the outcome of members that wait.
pub async fn resolve_members(
    write: &impl ConnectionTrait,
    ids: &[i64],
    outcome: &str,
    reason: &str,
) -> Result<(), DbErr> {
    for chunk in ids.chunks(CHUNK) {
        let text = format!(
            "update bulk_members set outcome = $1, reason = $2
              where outcome = 'wait' and id in ({})",
            sql::list(chunk)
        );
        sql::execute(write, &text, [outcome.into(), reason.into()]).await?;
    }
    Ok(())
}
