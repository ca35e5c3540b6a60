//! All SQL of metrics.

use std::collections::HashSet;

use muster_metrics::{Block, Minute, Step};
use sea_orm::{ConnectionTrait, DbErr, FromQueryResult, Value};

use super::latest::AgentFilter;
use crate::ids::AgentKey;
use crate::storage::sql;

/// A part to be stored.
pub struct NewPart {
    pub agent: AgentKey,
    pub start: Minute,
    pub end: Minute,
    pub data: Vec<u8>,
}

impl NewPart {
    /// A block of an agent, within one window.
    pub fn pack(agent: AgentKey, block: &Block) -> Self {
        Self { agent, start: block.start(), end: block.end(), data: block.encode() }
    }
}

/// A stored part or block of one agent.
#[derive(FromQueryResult)]
pub struct PackedRow {
    pub start_minute: i64,
    pub data: Vec<u8>,
}

/// A stored part of one of many agents.
#[derive(FromQueryResult)]
pub struct AgentPart {
    pub agent_id: AgentKey,
    pub data: Vec<u8>,
}

#[derive(FromQueryResult)]
struct PartKey {
    agent_id: AgentKey,
    start_minute: i64,
}

/// Stores parts, except for those whose agent has one from the same minute on.
/// Returns the agents and first minutes of the stored ones.
pub async fn insert_parts(
    write: &impl ConnectionTrait,
    parts: &[NewPart],
) -> Result<HashSet<(AgentKey, i64)>, DbErr> {
    let mut inserted = HashSet::new();
    for chunk in sql::even_chunks(parts) {
        let row = |part: &NewPart| -> [Value; 4] {
            [
                part.agent.into(),
                number(part.start).into(),
                number(part.end).into(),
                part.data.clone().into(),
            ]
        };
        let text = format!(
            "insert into metric_parts (agent_id, start_minute, end_minute, data) values {}
             on conflict (agent_id, start_minute) do nothing returning agent_id, start_minute",
            sql::rows(4, chunk.len())
        );
        let keys: Vec<PartKey> = sql::all(write, &text, chunk.iter().flat_map(row)).await?;
        inserted.extend(keys.into_iter().map(|key| (key.agent_id, key.start_minute)));
    }
    Ok(inserted)
}

/// Deletes the part of an agent that begins with this minute, and returns it.
pub async fn take_part(
    write: &impl ConnectionTrait,
    agent: AgentKey,
    start: Minute,
) -> Result<Option<Vec<u8>>, DbErr> {
    let text = "delete from metric_parts where agent_id = $1 and start_minute = $2 returning data";
    sql::value(write, text, [agent.into(), number(start).into()]).await
}

/// Deletes the parts of an agent that begin in a range, whose end does not
/// count, and returns them, the oldest first. One that comes meanwhile stays.
pub async fn take_parts(
    write: &impl ConnectionTrait,
    agent: AgentKey,
    from: Minute,
    to: Minute,
) -> Result<Vec<PackedRow>, DbErr> {
    let text = "delete from metric_parts
                 where agent_id = $1 and start_minute >= $2 and start_minute < $3
                returning start_minute, data";
    let values = [agent.into(), number(from).into(), number(to).into()];
    let mut parts: Vec<PackedRow> = sql::all(write, text, values).await?;
    parts.sort_by_key(|part| part.start_minute);
    Ok(parts)
}

/// An agent with parts that can be packed.
#[derive(FromQueryResult)]
pub struct UnpackedAgent {
    pub id: AgentKey,
    /// Where its first part begins.
    pub oldest: i64,
}

/// Agents with parts that begin before this minute, by key.
pub async fn list_unpacked(
    db: &impl ConnectionTrait,
    before: Minute,
    limit: i64,
) -> Result<Vec<UnpackedAgent>, DbErr> {
    let text = "select a.id, (select min(p.start_minute) from metric_parts p
                               where p.agent_id = a.id) as oldest
                  from present_agents a
                 where exists (select 1 from metric_parts p
                                where p.agent_id = a.id and p.start_minute < $1)
                 order by a.id limit $2";
    sql::all(db, text, [number(before).into(), limit.into()]).await
}

/// The parts of an agent that have minutes in a range, whose end does not
/// count, the oldest first.
pub async fn list_parts(
    db: &impl ConnectionTrait,
    agent: AgentKey,
    from: Minute,
    to: Minute,
) -> Result<Vec<PackedRow>, DbErr> {
    let text = "select start_minute, data from metric_parts
                 where agent_id = $1 and end_minute > $2 and start_minute < $3
                 order by start_minute";
    sql::all(db, text, [agent.into(), number(from).into(), number(to).into()]).await
}

/// The parts of agents that end after a minute, by agent, the oldest first.
pub async fn list_recent_parts(
    db: &impl ConnectionTrait,
    filter: &AgentFilter<'_>,
    since: Minute,
) -> Result<Vec<AgentPart>, DbErr> {
    let text = format!(
        "select p.agent_id, p.data
           from metric_parts p join present_agents a on a.id = p.agent_id
                join sites s on s.id = a.site_id
          where p.end_minute > $1 and {}
          order by p.agent_id, p.start_minute",
        filter.condition()
    );
    sql::all(db, &text, [number(since).into()]).await
}

/// The stored block of an agent that begins with this minute.
pub async fn find_block(
    db: &impl ConnectionTrait,
    agent: AgentKey,
    step: Step,
    start: Minute,
) -> Result<Option<Vec<u8>>, DbErr> {
    let text = "select data from metric_blocks
                 where agent_id = $1 and step = $2 and start_minute = $3";
    sql::value(db, text, [agent.into(), minutes(step).into(), number(start).into()]).await
}

/// The stored blocks of an agent that begin in a range, whose end does not
/// count, the oldest first.
pub async fn list_blocks(
    db: &impl ConnectionTrait,
    agent: AgentKey,
    step: Step,
    from: Minute,
    to: Minute,
) -> Result<Vec<PackedRow>, DbErr> {
    let text = "select start_minute, data from metric_blocks
                 where agent_id = $1 and step = $2 and start_minute >= $3 and start_minute < $4
                 order by start_minute";
    let values = [agent.into(), minutes(step).into(), number(from).into(), number(to).into()];
    sql::all(db, text, values).await
}

/// Stores a block in place of the one that was there.
pub async fn put_block(
    write: &impl ConnectionTrait,
    agent: AgentKey,
    step: Step,
    start: Minute,
    data: Vec<u8>,
) -> Result<(), DbErr> {
    let text = "insert into metric_blocks (agent_id, step, start_minute, data)
                values ($1, $2, $3, $4)
                on conflict (agent_id, step, start_minute) do update set data = excluded.data";
    let values = [agent.into(), minutes(step).into(), number(start).into(), data.into()];
    sql::execute(write, text, values).await.map(|_| ())
}

/// Where the first block or part of an agent begins, of each step.
#[derive(FromQueryResult)]
pub struct FirstMinutes {
    pub block: Option<i64>,
    pub part: Option<i64>,
    pub hours: Option<i64>,
}

/// Where the stored metrics of an agent begin.
pub async fn find_first_minutes(
    db: &impl ConnectionTrait,
    agent: AgentKey,
) -> Result<FirstMinutes, DbErr> {
    let text = "select (select min(start_minute) from metric_blocks
                         where agent_id = $1 and step = 1) as block,
                       (select min(start_minute) from metric_parts where agent_id = $1) as part,
                       (select min(start_minute) from metric_blocks
                         where agent_id = $1 and step = 60) as hours";
    let nothing = FirstMinutes { block: None, part: None, hours: None };
    Ok(sql::one(db, text, [agent.into()]).await?.unwrap_or(nothing))
}

/// Deletes some of the blocks that begin at a minute or before it, the oldest
/// first. Returns how many they were.
pub async fn delete_blocks(
    write: &impl ConnectionTrait,
    step: Step,
    last: Minute,
    limit: i64,
) -> Result<u64, DbErr> {
    let text = "delete from metric_blocks where (agent_id, step, start_minute) in
                (select agent_id, step, start_minute from metric_blocks
                  where step = $1 and start_minute <= $2
                  order by start_minute, agent_id limit $3)";
    sql::execute(write, text, [minutes(step).into(), number(last).into(), limit.into()]).await
}

/// A minute as the database has it.
fn number(minute: Minute) -> i64 {
    i64::from(minute.0)
}

/// A step as the database has it.
fn minutes(step: Step) -> i64 {
    i64::from(step.minutes())
}
