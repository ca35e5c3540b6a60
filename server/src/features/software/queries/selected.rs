//! Software across agents: counted, listed and summed up.

use std::collections::HashMap;

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult, Value};

use super::super::inventory::{AgentSoftware, SoftwareItem};
use super::{COLUMNS, ITEM_ORDER};
use crate::ids::{AgentId, AgentKey};
use crate::listing::Page;
use crate::storage::sql;
use crate::time::Timestamp;

/// Which software of which agents: conditions on the columns of `software`
/// and on `sites s`.
pub struct Selection {
    /// On `software`, with values from `$1` on.
    pub items: String,
    /// The values of `$1` and the following.
    pub values: Vec<Value>,
    /// On `sites s`, without values.
    pub sites: String,
}

impl Selection {
    fn agents(&self) -> String {
        format!(
            "select a.id from present_agents a join sites s on s.id = a.site_id where {}",
            self.sites
        )
    }
}

/// How many agents have some of it, and how many items that is.
#[derive(FromQueryResult)]
pub struct Counts {
    pub agents: i64,
    pub items: i64,
}

/// How many rows a selection has on all its pages.
pub async fn count(db: &impl ConnectionTrait, selection: &Selection) -> Result<Counts, DbErr> {
    let text = format!(
        "select count(distinct agent_id) as agents, count(*) as items from software
          where agent_id in ({}) and {}",
        selection.agents(),
        selection.items
    );
    let counts = sql::one(db, &text, selection.values.clone()).await?;
    Ok(counts.unwrap_or(Counts { agents: 0, items: 0 }))
}

#[derive(FromQueryResult)]
struct AgentRow {
    id: AgentKey,
    agent_id: AgentId,
    hostname: String,
    collected_at: Timestamp,
}

#[derive(FromQueryResult)]
struct ItemRow {
    agent: AgentKey,
    #[sea_orm(nested)]
    item: SoftwareItem,
}

/// Agents with the software that was selected, in an order of agents.
pub async fn list_agents(
    db: &impl ConnectionTrait,
    selection: &Selection,
    order: &str,
    page: Option<Page>,
) -> Result<Vec<AgentSoftware>, DbErr> {
    let limit = match page {
        Some(page) => format!(" limit {} offset {}", page.size, page.offset()),
        None => String::new(),
    };
    let text = format!(
        "select a.id, a.agent_id, a.hostname, i.collected_at
           from present_agents a join software_inventories i on i.agent_id = a.id
          where a.id in ({}) and a.id in (select agent_id from software where {})
          order by {order}, a.id{limit}",
        selection.agents(),
        selection.items
    );
    let agents: Vec<AgentRow> = sql::all(db, &text, selection.values.clone()).await?;
    let ids: Vec<AgentKey> = agents.iter().map(|agent| agent.id).collect();
    let text = format!(
        "select agent_id as agent, {COLUMNS} from software
          where agent_id in ({}) and {} order by agent_id, {ITEM_ORDER}",
        sql::list(&ids),
        selection.items
    );
    let rows: Vec<ItemRow> = sql::all(db, &text, selection.values.clone()).await?;
    let mut software: HashMap<AgentKey, Vec<SoftwareItem>> = HashMap::new();
    for row in rows {
        software.entry(row.agent).or_default().push(row.item);
    }
    let whole = |agent: AgentRow| AgentSoftware {
        id: agent.id.into(),
        agent: agent.id.into(),
        agent_id: agent.agent_id.into(),
        hostname: agent.hostname,
        collected_at: agent.collected_at,
        software: software.remove(&agent.id).unwrap_or_default(),
    };
    Ok(agents.into_iter().map(whole).collect())
}

/// How often one version of a program is installed.
#[derive(FromQueryResult)]
pub struct Installations {
    /// The program.
    pub name: String,
    /// Who made it.
    pub publisher: String,
    pub version: String,
    /// How often.
    pub count: i64,
}

/// Installations of each version, by name, publisher and version.
pub async fn list_installations(
    db: &impl ConnectionTrait,
    selection: &Selection,
) -> Result<Vec<Installations>, DbErr> {
    let text = format!(
        "select name, publisher, version, count(*) as count from software
          where agent_id in ({}) and {}
          group by name, publisher, version
          order by lower(name), name, publisher, version",
        selection.agents(),
        selection.items
    );
    sql::all(db, &text, selection.values.clone()).await
}
