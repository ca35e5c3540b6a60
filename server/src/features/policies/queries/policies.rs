//! The SQL of policies themselves.

use sea_orm::{ConnectionTrait, DbBackend, DbErr, FromQueryResult, Value};

use crate::audit::Stamps;
use crate::error::ApiError;
use crate::storage::{self, sql};
use crate::time::Timestamp;

/// The problem of a name that is in use.
pub const NAME_TAKEN: &str = "this name is already used";

/// A policy as it is stored, without what belongs to it.
#[derive(Clone, Debug, FromQueryResult)]
pub struct PolicyRow {
    pub id: i64,
    /// Unique, whatever the case.
    pub name: String,
    /// What people say about it.
    pub description: String,
    /// Whether it acts.
    pub active: bool,
    /// Whether its checks win.
    pub enforced: bool,
    pub alert_template: Option<i64>,
    /// The clients it belongs to, as they are stored.
    pub owner_clients: String,
    /// Whether it is the policy of all servers.
    pub default_server_policy: bool,
    /// Whether it is the policy of all workstations.
    pub default_workstation_policy: bool,
    /// Who made and last changed it.
    #[sea_orm(nested)]
    pub stamps: Stamps,
}

/// All policies by name, or the one with this key.
pub async fn list_policies(
    db: &impl ConnectionTrait,
    id: Option<i64>,
) -> Result<Vec<PolicyRow>, DbErr> {
    let text = "select p.id, p.name, p.description, p.active, p.enforced, p.alert_template,
                       p.owner_clients,
                       coalesce(d.server_policy = p.id, false) as default_server_policy,
                       coalesce(d.workstation_policy = p.id, false) as default_workstation_policy,
                       p.created_by, p.created_time, p.modified_by, p.modified_time
                  from policies p join core_settings d on d.id = 1
                 where ($1 = 0 or p.id = $1) and not p.hidden
                 order by lower(p.name), p.id";
    sql::all(db, text, [id.unwrap_or(0).into()]).await
}

/// Whether another policy has this name, whatever the case.
pub async fn name_taken(db: &impl ConnectionTrait, name: &str, except: i64) -> Result<bool, DbErr> {
    let text = "select id from policies where lower(name) = lower($1) and id <> $2";
    let found: Option<i64> = sql::value(db, text, [name.into(), except.into()]).await?;
    Ok(found.is_some())
}

/// Locks a policy until the change ends: no one else changes it, or assigns it.
/// SQLite has only one writer.
pub async fn lock_policy(write: &impl ConnectionTrait, id: i64) -> Result<(), DbErr> {
    if write.get_database_backend() == DbBackend::Postgres {
        let text = "select id from policies where id = $1 for update";
        sql::execute(write, text, [id.into()]).await?;
    }
    Ok(())
}

/// Inserts a policy and returns its key.
pub async fn insert_policy(
    write: &impl ConnectionTrait,
    row: &PolicyRow,
    by: &str,
) -> Result<i64, DbErr> {
    let text = "insert into policies
                       (name, description, active, enforced, alert_template, owner_clients,
                        modified_by, modified_time, created_by, created_time)
                values ($1, $2, $3, $4, $5, $6, $7, $8, $7, $8) returning id";
    sql::number(write, text, columns(row, by)).await
}

/// Adds the policy that nobody sees, unless it is there. It owns deleted tasks
/// until their agents have forgotten them.
pub async fn insert_hidden(write: &impl ConnectionTrait) -> Result<(), DbErr> {
    // No policy created by people has an empty name.
    let text = "insert into policies (name, hidden, created_time, modified_time)
                values ('', true, 0, 0) on conflict do nothing";
    sql::execute(write, text, []).await.map(|_| ())
}

/// Writes a policy over the stored one.
pub async fn update_policy(
    write: &impl ConnectionTrait,
    row: &PolicyRow,
    by: &str,
) -> Result<(), DbErr> {
    let text = "update policies
                   set name = $1, description = $2, active = $3, enforced = $4,
                       alert_template = $5, owner_clients = $6, modified_by = $7,
                       modified_time = $8
                 where id = $9";
    let values = columns(row, by).into_iter().chain([row.id.into()]);
    sql::execute(write, text, values).await.map(|_| ())
}

/// Removes a policy with all it owns; its assignments become empty.
pub async fn delete_policy(write: &impl ConnectionTrait, id: i64) -> Result<(), DbErr> {
    sql::execute(write, "delete from policies where id = $1", [id.into()]).await.map(|_| ())
}

/// What a failed write means to the caller: two requests at the same moment
/// both pass the check before it, and the index decides.
pub fn refusal(error: DbErr) -> ApiError {
    if storage::is_duplicate(&error) {
        return ApiError::invalid("name", NAME_TAKEN);
    }
    error.into()
}

fn columns(row: &PolicyRow, by: &str) -> [Value; 8] {
    [
        row.name.clone().into(),
        row.description.clone().into(),
        row.active.into(),
        row.enforced.into(),
        row.alert_template.into(),
        row.owner_clients.clone().into(),
        by.into(),
        Timestamp::now().into(),
    ]
}

impl PolicyRow {
    /// A policy that is not stored yet.
    pub fn empty() -> Self {
        Self {
            id: 0,
            name: String::new(),
            description: String::new(),
            active: false,
            enforced: false,
            alert_template: None,
            owner_clients: "[]".to_owned(),
            default_server_policy: false,
            default_workstation_policy: false,
            stamps: Stamps::none(),
        }
    }
}
