//! All SQL of software.

mod changes;
mod selected;

pub use changes::*;
use sea_orm::{ConnectionTrait, DbErr, FromQueryResult, Value};
pub use selected::*;

use super::inventory::SoftwareItem;
use crate::domain::fleet::{self, Target, target_columns};
use crate::ids::{AgentKey, RunKey};
use crate::storage::sql;
use crate::time::Timestamp;

const COLUMNS: &str = "name, version, publisher, install_date, size, source, location, uninstall";
const ITEM_ORDER: &str = "lower(name), name, version, id";
/// Rows in one statement: SQLite takes 32,766 values, PostgreSQL 65,535.
const CHUNK: usize = 500;

/// When an agent was last asked for its software.
pub async fn find_collected_at(
    db: &impl ConnectionTrait,
    agent: AgentKey,
) -> Result<Option<Timestamp>, DbErr> {
    let text = "select collected_at from software_inventories where agent_id = $1";
    sql::value(db, text, [agent.into()]).await
}

/// How a program can be removed.
#[derive(FromQueryResult)]
pub struct Removal {
    /// Which manager installed it.
    pub source: String,
    /// The command that removes it.
    pub uninstall: String,
}

/// How a program of an agent can be removed, as its inventory knows.
pub async fn find_removal(
    db: &impl ConnectionTrait,
    agent: AgentKey,
    name: &str,
) -> Result<Option<Removal>, DbErr> {
    let text = "select source, uninstall from software
                 where agent_id = $1 and lower(name) = lower($2) order by id limit 1";
    sql::one(db, text, [agent.into(), name.into()]).await
}

/// The agent of a run that changed its software, if the run did.
pub async fn find_changed(db: &impl ConnectionTrait, run: RunKey) -> Result<Option<Target>, DbErr> {
    let text = format!(
        "select {} from runs r join present_agents a on a.id = r.agent_id
                  join sites s on s.id = a.site_id
          where r.id = $1 and r.status = 'passed'",
        target_columns()
    );
    sql::one(db, &text, [run.into()]).await
}

/// The software of one agent, by name.
pub async fn list_items(
    db: &impl ConnectionTrait,
    agent: AgentKey,
) -> Result<Vec<SoftwareItem>, DbErr> {
    let text = format!("select {COLUMNS} from software where agent_id = $1 order by {ITEM_ORDER}");
    sql::all(db, &text, [agent.into()]).await
}

#[derive(FromQueryResult)]
pub struct StoredItem {
    /// Key of the row.
    pub id: i64,
    #[sea_orm(nested)]
    pub item: SoftwareItem,
}

/// Records when an agent was asked, and blocks others from storing its software
/// until this transaction ends.
pub async fn record_collection(
    write: &impl ConnectionTrait,
    agent: AgentKey,
    now: Timestamp,
) -> Result<(), DbErr> {
    sql::execute(
        write,
        "insert into software_inventories (agent_id, collected_at) values ($1, $2)
         on conflict (agent_id) do update set collected_at = excluded.collected_at",
        [agent.into(), now.into()],
    )
    .await?;
    fleet::store::store_software_time(write, agent, now).await
}

/// The software of one agent with its keys.
pub async fn list_stored(
    write: &impl ConnectionTrait,
    agent: AgentKey,
) -> Result<Vec<StoredItem>, DbErr> {
    let text = format!("select id, {COLUMNS} from software where agent_id = $1 order by id");
    sql::all(write, &text, [agent.into()]).await
}

/// Adds items, many in one statement.
pub async fn insert_items(
    write: &impl ConnectionTrait,
    agent: AgentKey,
    items: &[SoftwareItem],
) -> Result<(), DbErr> {
    for chunk in items.chunks(CHUNK) {
        let mut values: Vec<Value> = vec![agent.into()];
        let mut rows = Vec::with_capacity(chunk.len());
        for item in chunk {
            let first = values.len() + 1;
            values.extend(item_values(item));
            let placeholders: Vec<String> =
                (first..=values.len()).map(|n| format!("${n}")).collect();
            rows.push(format!("($1, {})", placeholders.join(", ")));
        }
        let text = format!("insert into software (agent_id, {COLUMNS}) values {}", rows.join(", "));
        sql::execute(write, &text, values).await?;
    }
    Ok(())
}

fn item_values(item: &SoftwareItem) -> [Value; 8] {
    [
        item.name.clone().into(),
        item.version.clone().into(),
        item.publisher.clone().into(),
        item.install_date.clone().into(),
        item.size_bytes.into(),
        item.source.clone().into(),
        item.location.clone().into(),
        item.uninstall.clone().into(),
    ]
}

/// Removes items.
pub async fn delete_items(write: &impl ConnectionTrait, ids: &[i64]) -> Result<(), DbErr> {
    for chunk in ids.chunks(CHUNK) {
        let text = format!("delete from software where id in ({})", sql::list(chunk));
        sql::execute(write, &text, []).await?;
    }
    Ok(())
}
