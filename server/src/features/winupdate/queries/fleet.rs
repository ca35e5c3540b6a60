//! One update on many agents.

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};

use super::super::update::{ActionCounts, FleetUpdate, UpdateCounts};
use super::{ACTION, Selection};
use crate::auth::Scope;
use crate::listing::Page;
use crate::storage::sql;

const FROM: &str =
    "from winupdates w join present_agents a on a.id = w.agent_id join sites s on s.id = a.site_id";

#[derive(FromQueryResult)]
struct Row {
    guid: String,
    kb: String,
    title: String,
    severity: String,
    source: String,
    #[sea_orm(nested)]
    counts: UpdateCounts,
    #[sea_orm(nested)]
    actions: ActionCounts,
}

/// Updates of the fleet, in an order of their columns.
pub async fn list_fleet_updates(
    db: &impl ConnectionTrait,
    selection: &Selection,
    order: &str,
    page: Option<Page>,
) -> Result<Vec<FleetUpdate>, DbErr> {
    let limit = match page {
        Some(page) => format!(" limit {} offset {}", page.size, page.offset()),
        None => String::new(),
    };
    let count = |states: &str| {
        format!("cast(sum(case when w.state in ({states}) then 1 else 0 end) as bigint)")
    };
    let decided = |action: &str| {
        format!(
            "cast(sum(case when w.state in ('available', 'failed') and ({ACTION}) = '{action}'
                           then 1 else 0 end) as bigint)"
        )
    };
    let text = format!(
        "select w.guid, max(w.kb) as kb, max(w.title) as title, max(w.severity) as severity,
                max(w.source) as source, {} as pending, {} as installed, {} as failed,
                {} as approve, {} as \"ignore\", {} as \"nothing\"
         {FROM} where {} group by w.guid order by {order}, w.guid{limit}",
        count("'available', 'reboot_pending'"),
        count("'installed'"),
        count("'failed'"),
        decided("approve"),
        decided("ignore"),
        decided("nothing"),
        selection.condition
    );
    let rows: Vec<Row> = sql::all(db, &text, selection.values.clone()).await?;
    Ok(rows
        .into_iter()
        .map(|row| FleetUpdate {
            guid: row.guid,
            kb: row.kb,
            title: row.title,
            severity: row.severity,
            source: row.source,
            counts: row.counts,
            actions: row.actions,
        })
        .collect())
}

/// How many updates a selection has on all its pages.
pub async fn count_fleet_updates(
    db: &impl ConnectionTrait,
    selection: &Selection,
) -> Result<i64, DbErr> {
    let text = format!("select count(distinct w.guid) {FROM} where {}", selection.condition);
    sql::number(db, &text, selection.values.clone()).await
}

/// Which updates a bulk decision is about.
pub enum UpdateSelection {
    /// These rows.
    Rows(Vec<i64>),
    /// Updates on all agents that fit.
    Updates {
        /// The updates.
        guids: Vec<String>,
        /// Only agents of this client.
        client: Option<i64>,
        /// Only agents of this site.
        site: Option<i64>,
    },
}

/// The keys of the chosen updates in scope.
pub async fn list_selected(
    db: &impl ConnectionTrait,
    scope: &Scope,
    chosen: &UpdateSelection,
) -> Result<Vec<i64>, DbErr> {
    let mut selection = Selection::new(scope.site_condition("s.client_id", "s.id"));
    match chosen {
        UpdateSelection::Rows(ids) => selection.and(&format!("w.id in ({})", sql::list(ids))),
        UpdateSelection::Updates { guids, client, site } => {
            selection.among("w.guid", guids);
            if let Some(client) = client {
                selection.equals("s.client_id", *client);
            }
            if let Some(site) = site {
                selection.equals("s.id", *site);
            }
        }
    }
    let text = format!("select w.id {FROM} where {} order by w.id", selection.condition);
    sql::values(db, &text, selection.values).await
}
