//! The SQL that reads clients and sites.

use std::collections::HashMap;
use std::iter;
use std::time::Duration;

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult, Value};

use super::super::client::{Client, FailingChecks};
use super::super::site::Site;
use crate::audit::Stamps;
use crate::auth::Scope;
use crate::domain::custom_fields::{self, FieldValue, Model};
use crate::domain::fleet::{EnrolmentApproval, Status};
use crate::storage::sql;
use crate::time::Timestamp;

#[derive(FromQueryResult)]
struct ClientRow {
    id: i64,
    name: String,
    server_policy: Option<i64>,
    workstation_policy: Option<i64>,
    alert_template: Option<i64>,
    block_policy_inheritance: bool,
    #[sea_orm(nested)]
    stamps: Stamps,
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
    enrolment_approval: EnrolmentApproval,
    agent_count: i64,
    in_maintenance: i64,
    overdue: i64,
    checks_error: i64,
    checks_warning: i64,
    #[sea_orm(nested)]
    stamps: Stamps,
}

/// All clients the scope can read, by name, each with its sites in scope.
pub async fn list_clients(db: &impl ConnectionTrait, scope: &Scope) -> Result<Vec<Client>, DbErr> {
    let clients = clients(db, &scope.client_condition("c.id"), []).await?;
    let mut sites: HashMap<i64, Vec<Site>> = HashMap::new();
    for site in list_sites(db, scope).await? {
        sites.entry(site.client).or_default().push(site);
    }
    Ok(clients
        .into_iter()
        .map(|(row, fields)| {
            let own = sites.remove(&row.id).unwrap_or_default();
            with_sites(row, fields, own)
        })
        .collect())
}

/// One client, if the scope can read it, with its sites in scope.
pub async fn find_client(
    db: &impl ConnectionTrait,
    scope: &Scope,
    id: i64,
) -> Result<Option<Client>, DbErr> {
    let condition = format!("c.id = $1 and {}", scope.client_condition("c.id"));
    let Some((row, fields)) = clients(db, &condition, [id.into()]).await?.pop() else {
        return Ok(None);
    };
    let condition = format!("s.client_id = $2 and {}", scope.site_condition("s.client_id", "s.id"));
    Ok(Some(with_sites(row, fields, sites(db, &condition, [id.into()]).await?)))
}

/// All sites in scope with their counts, by name.
pub async fn list_sites(db: &impl ConnectionTrait, scope: &Scope) -> Result<Vec<Site>, DbErr> {
    sites(db, &scope.site_condition("s.client_id", "s.id"), []).await
}

/// One site, if it is in scope.
pub async fn find_site(
    db: &impl ConnectionTrait,
    scope: &Scope,
    id: i64,
) -> Result<Option<Site>, DbErr> {
    let condition = format!("s.id = $2 and {}", scope.site_condition("s.client_id", "s.id"));
    Ok(sites(db, &condition, [id.into()]).await?.pop())
}

/// Clients, without their sites.
async fn clients(
    db: &impl ConnectionTrait,
    condition: &str,
    values: impl IntoIterator<Item = Value>,
) -> Result<Vec<(ClientRow, Vec<FieldValue>)>, DbErr> {
    let text = format!(
        "select c.id, c.name, c.server_policy, c.workstation_policy, c.alert_template,
                c.block_policy_inheritance, c.created_by, c.created_time, c.modified_by,
                c.modified_time
           from clients c
          where {condition}
          order by lower(c.name), c.id"
    );
    let rows: Vec<ClientRow> = sql::all(db, &text, values).await?;
    let ids: Vec<i64> = rows.iter().map(|row| row.id).collect();
    let mut fields = custom_fields::load(db, Model::Client, &ids).await?;
    Ok(rows
        .into_iter()
        .map(|row| {
            let own = fields.take(row.id);
            (row, own)
        })
        .collect())
}

/// No agent is overdue sooner than this after it was last seen: agents seen since
/// then are counted by an index, without reading their rows.
const SOONEST_OVERDUE: Duration = Duration::from_secs(120);

/// The counts come from indexes, except for agents not seen for long: the rows of
/// agents are wide. `$1` is the current time, values start at `$2`.
async fn sites(
    db: &impl ConnectionTrait,
    condition: &str,
    values: impl IntoIterator<Item = Value>,
) -> Result<Vec<Site>, DbErr> {
    let text = format!(
        "select s.id, s.client_id, c.name as client_name, s.name, s.server_policy,
                s.workstation_policy, s.alert_template, s.block_policy_inheritance,
                s.enrolment_approval, s.created_by, s.created_time, s.modified_by, s.modified_time,
                (select count(*) from present_agents a where a.site_id = s.id) as agent_count,
                (select count(*) from present_agents a
                  where a.site_id = s.id and a.maintenance_mode) as in_maintenance,
                coalesce(away.overdue, 0) as overdue,
                coalesce(failing.error, 0) as checks_error,
                coalesce(failing.warning, 0) as checks_warning
           from sites s
           join clients c on c.id = s.client_id
           left join (select a.site_id, count(*) as overdue from present_agents a
                       where coalesce(a.last_seen, 0) < $1 - {soonest}
                         and not a.maintenance_mode and {is_overdue}
                       group by a.site_id) away on away.site_id = s.id
           left join (select a.site_id, cast(sum(a.checks_error) as bigint) as error,
                             cast(sum(a.checks_warning) as bigint) as warning
                        from present_agents a where a.checks_error + a.checks_warning > 0
                       group by a.site_id) failing on failing.site_id = s.id
          where {condition}
          order by lower(s.name), s.id",
        soonest = SOONEST_OVERDUE.as_micros(),
        is_overdue = Status::condition("overdue"),
    );
    let values = iter::once(Timestamp::now().into()).chain(values);
    let rows: Vec<SiteRow> = sql::all(db, &text, values).await?;
    let ids: Vec<i64> = rows.iter().map(|row| row.id).collect();
    let mut fields = custom_fields::load(db, Model::Site, &ids).await?;
    Ok(rows
        .into_iter()
        .map(|row| {
            let own = fields.take(row.id);
            Site { custom_fields: own, ..Site::from(row) }
        })
        .collect())
}

fn with_sites(row: ClientRow, fields: Vec<FieldValue>, sites: Vec<Site>) -> Client {
    Client {
        id: row.id,
        name: row.name,
        server_policy: row.server_policy,
        workstation_policy: row.workstation_policy,
        alert_template: row.alert_template,
        block_policy_inheritance: row.block_policy_inheritance,
        custom_fields: fields,
        agent_count: sites.iter().map(|site| site.agent_count).sum(),
        maintenance_mode: sites.iter().any(|site| site.maintenance_mode),
        agents_in_maintenance: sites.iter().map(|site| site.agents_in_maintenance).sum(),
        agents_overdue: sites.iter().map(|site| site.agents_overdue).sum(),
        failing_checks: FailingChecks {
            error: sites.iter().map(|site| site.failing_checks.error).sum(),
            warning: sites.iter().map(|site| site.failing_checks.warning).sum(),
        },
        stamps: row.stamps,
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
            enrolment_approval: row.enrolment_approval,
            custom_fields: Vec::new(),
            agent_count: row.agent_count,
            maintenance_mode: row.in_maintenance > 0,
            agents_in_maintenance: row.in_maintenance,
            agents_overdue: row.overdue,
            failing_checks: FailingChecks { error: row.checks_error, warning: row.checks_warning },
            stamps: row.stamps,
        }
    }
}
