//! All SQL of clients and sites.

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};

use super::client::{Client, FailingChecks};
use super::site::Site;
use crate::auth::Scope;
use crate::storage::sql;

#[derive(FromQueryResult)]
struct ClientRow {
    id: i64,
    name: String,
    server_policy: Option<i64>,
    workstation_policy: Option<i64>,
    alert_template: Option<i64>,
    block_policy_inheritance: bool,
}

#[derive(FromQueryResult)]
struct SiteRow {
    id: i64,
    client_id: i64,
    client_name: String,
    name: String,
    server_policy: Option<i64>,
    workstation_policy: Option<i64>,
    alert_template: Option<i64>,
    block_policy_inheritance: bool,
    agent_count: i64,
    in_maintenance: i64,
}

/// All clients the scope can read, by name, each with its sites in scope.
pub async fn list_clients(db: &impl ConnectionTrait, scope: &Scope) -> Result<Vec<Client>, DbErr> {
    let text = format!(
        "select c.id, c.name, c.server_policy, c.workstation_policy, c.alert_template,
                c.block_policy_inheritance
           from clients c
          where {}
          order by lower(c.name), c.id",
        scope.client_condition("c.id")
    );
    let rows: Vec<ClientRow> = sql::all(db, &text, []).await?;
    let mut sites = list_sites(db, scope).await?;
    Ok(rows
        .into_iter()
        .map(|row| {
            let own = sites.extract_if(.., |site| site.client == row.id).collect();
            with_sites(row, own)
        })
        .collect())
}

/// All sites in scope with their counts, by client and name.
pub async fn list_sites(db: &impl ConnectionTrait, scope: &Scope) -> Result<Vec<Site>, DbErr> {
    let text = format!(
        "select s.id, s.client_id, c.name as client_name, s.name, s.server_policy,
                s.workstation_policy, s.alert_template, s.block_policy_inheritance,
                count(a.id) as agent_count,
                count(case when a.maintenance_mode then 1 end) as in_maintenance
           from sites s
           join clients c on c.id = s.client_id
           left join agents a on a.site_id = s.id
          where {}
          group by s.id, c.name
          order by lower(c.name), lower(s.name), s.id",
        scope.site_condition("s.client_id", "s.id")
    );
    let rows: Vec<SiteRow> = sql::all(db, &text, []).await?;
    Ok(rows.into_iter().map(Site::from).collect())
}

fn with_sites(row: ClientRow, sites: Vec<Site>) -> Client {
    Client {
        id: row.id,
        name: row.name,
        server_policy: row.server_policy,
        workstation_policy: row.workstation_policy,
        alert_template: row.alert_template,
        block_policy_inheritance: row.block_policy_inheritance,
        custom_fields: Vec::new(),
        agent_count: sites.iter().map(|site| site.agent_count).sum(),
        maintenance_mode: sites.iter().any(|site| site.maintenance_mode),
        failing_checks: FailingChecks::default(),
        sites,
    }
}

impl From<SiteRow> for Site {
    fn from(row: SiteRow) -> Self {
        Self {
            id: row.id,
            client: row.client_id,
            client_name: row.client_name,
            name: row.name,
            server_policy: row.server_policy,
            workstation_policy: row.workstation_policy,
            alert_template: row.alert_template,
            block_policy_inheritance: row.block_policy_inheritance,
            custom_fields: Vec::new(),
            agent_count: row.agent_count,
            maintenance_mode: row.in_maintenance > 0,
            failing_checks: FailingChecks::default(),
        }
    }
}
