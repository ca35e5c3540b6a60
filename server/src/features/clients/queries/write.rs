//! The SQL that writes clients and sites.

use sea_orm::{ConnectionTrait, DbBackend, DbErr, Value};

use super::super::form::StoredFields;
use crate::audit::Change;
use crate::domain::fleet::EnrolmentApproval;
use crate::error::ApiError;
use crate::storage::{self, sql};
use crate::time::Timestamp;

/// What is wrong with a name that is in use.
pub const NAME_TAKEN: &str = "this name is already used";

/// Whether another client has this name.
pub async fn client_name_taken(
    write: &impl ConnectionTrait,
    name: &str,
    except: Option<i64>,
) -> Result<bool, DbErr> {
    let text = "select id from clients where lower(name) = lower($1) and id <> $2";
    let found: Option<i64> =
        sql::value(write, text, [name.into(), except.unwrap_or(0).into()]).await?;
    Ok(found.is_some())
}

/// Whether another site of the client has this name.
pub async fn site_name_taken(
    write: &impl ConnectionTrait,
    client: i64,
    name: &str,
    except: Option<i64>,
) -> Result<bool, DbErr> {
    let text = "select id from sites
                 where client_id = $1 and lower(name) = lower($2) and id <> $3";
    let values: [Value; 3] = [client.into(), name.into(), except.unwrap_or(0).into()];
    let found: Option<i64> = sql::value(write, text, values).await?;
    Ok(found.is_some())
}

/// Inserts a client and returns its id.
pub async fn insert_client(change: &Change, stored: &StoredFields) -> Result<i64, DbErr> {
    let text = "insert into clients
                       (name, server_policy, workstation_policy, alert_template,
                        block_policy_inheritance, modified_by, modified_time, created_by,
                        created_time)
                values ($1, $2, $3, $4, $5, $6, $7, $6, $7) returning id";
    sql::number(&**change, text, columns(change, stored)).await
}

pub async fn update_client(change: &Change, id: i64, stored: &StoredFields) -> Result<(), DbErr> {
    let text = "update clients
                   set name = $1, server_policy = $2, workstation_policy = $3,
                       alert_template = $4, block_policy_inheritance = $5, modified_by = $6,
                       modified_time = $7
                 where id = $8";
    let values = columns(change, stored).into_iter().chain([id.into()]);
    sql::execute(&**change, text, values).await.map(|_| ())
}

/// Inserts a site and returns its id.
pub async fn insert_site(
    change: &Change,
    client: i64,
    stored: &StoredFields,
    approval: EnrolmentApproval,
) -> Result<i64, DbErr> {
    let text = "insert into sites
                       (name, server_policy, workstation_policy, alert_template,
                        block_policy_inheritance, modified_by, modified_time, created_by,
                        created_time, client_id, enrolment_approval)
                values ($1, $2, $3, $4, $5, $6, $7, $6, $7, $8, $9) returning id";
    let values = columns(change, stored).into_iter().chain([client.into(), approval.into()]);
    sql::number(&**change, text, values).await
}

/// Updates a site; its agents stay with it.
pub async fn update_site(
    change: &Change,
    id: i64,
    client: i64,
    stored: &StoredFields,
    approval: EnrolmentApproval,
) -> Result<(), DbErr> {
    let text = "update sites
                   set name = $1, server_policy = $2, workstation_policy = $3,
                       alert_template = $4, block_policy_inheritance = $5, modified_by = $6,
                       modified_time = $7, client_id = $8, enrolment_approval = $9
                 where id = $10";
    let more = [client.into(), approval.into(), id.into()];
    let values = columns(change, stored).into_iter().chain(more);
    sql::execute(&**change, text, values).await.map(|_| ())
}

fn columns(change: &Change, stored: &StoredFields) -> [Value; 7] {
    [
        stored.name.clone().into(),
        stored.server_policy.into(),
        stored.workstation_policy.into(),
        stored.alert_template.into(),
        stored.block_policy_inheritance.into(),
        change.username().into(),
        Timestamp::now().into(),
    ]
}

/// Deletes a client and its sites, which must be without agents.
pub async fn delete_client(write: &impl ConnectionTrait, id: i64) -> Result<(), DbErr> {
    sql::execute(write, "delete from clients where id = $1", [id.into()]).await.map(|_| ())
}

/// Deletes a site, which must be without agents.
pub async fn delete_site(write: &impl ConnectionTrait, id: i64) -> Result<(), DbErr> {
    sql::execute(write, "delete from sites where id = $1", [id.into()]).await.map(|_| ())
}

/// How many sites a client has, also outside the caller's scope. Locks the client:
/// nobody else adds, moves or removes one until the change ends.
pub async fn count_sites(write: &impl ConnectionTrait, client: i64) -> Result<i64, DbErr> {
    if write.get_database_backend() == DbBackend::Postgres {
        let lock = "select id from clients where id = $1 for update";
        sql::execute(write, lock, [client.into()]).await?;
    }
    sql::number(write, "select count(*) from sites where client_id = $1", [client.into()]).await
}

/// The refusal for a failed statement: two concurrent writers both pass the
/// check before it, and the index or reference decides.
pub fn refusal(error: DbErr, name_field: &str) -> ApiError {
    if storage::is_duplicate(&error) {
        return ApiError::invalid(name_field, NAME_TAKEN);
    }
    match error.sql_err() {
        Some(sea_orm::SqlErr::ForeignKeyConstraintViolation(_)) => ApiError::Conflict(
            "something was added or removed at the same moment: try again".to_owned(),
        ),
        _ => error.into(),
    }
}
