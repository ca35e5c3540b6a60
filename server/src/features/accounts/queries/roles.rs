//! Roles and their users.

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};

use super::{list, text};
use crate::audit::Stamps;
use crate::auth::Rights;
use crate::features::accounts::roles::{Flags, Role};
use crate::storage::sql;
use crate::time::Timestamp;

#[derive(FromQueryResult)]
struct RoleRow {
    id: i64,
    name: String,
    is_superuser: bool,
    require_2fa_for_remote: bool,
    rights: String,
    can_view_clients: String,
    can_view_sites: String,
    user_count: i64,
    #[sea_orm(nested)]
    stamps: Stamps,
}

const SELECT: &str = "select r.id, r.name, r.is_superuser, r.require_2fa_for_remote, r.rights,
        r.can_view_clients, r.can_view_sites,
        (select count(*) from users u where u.role_id = r.id) as user_count,
        r.created_by, r.created_time, r.modified_by, r.modified_time
   from roles r";

/// All roles, by name.
pub async fn list_roles(db: &impl ConnectionTrait) -> Result<Vec<Role>, DbErr> {
    let text = format!("{SELECT} order by lower(r.name), r.id");
    let rows: Vec<RoleRow> = sql::all(db, &text, []).await?;
    Ok(rows.into_iter().map(Role::from).collect())
}

pub async fn find_role(db: &impl ConnectionTrait, id: i64) -> Result<Option<Role>, DbErr> {
    let row: Option<RoleRow> =
        sql::one(db, &format!("{SELECT} where r.id = $1"), [id.into()]).await?;
    Ok(row.map(Role::from))
}

/// Whether another role has this name, ignoring case.
pub async fn name_is_taken(
    db: &impl ConnectionTrait,
    name: &str,
    by_other_than: i64,
) -> Result<bool, DbErr> {
    let text = "select count(*) from roles where lower(name) = lower($1) and id <> $2";
    Ok(sql::number(db, text, [name.into(), by_other_than.into()]).await? > 0)
}

pub async fn insert_role(
    write: &impl ConnectionTrait,
    role: &Role,
    by: &str,
) -> Result<i64, DbErr> {
    let statement = "insert into roles
                            (name, is_superuser, require_2fa_for_remote, rights,
                             can_view_clients, can_view_sites, created_by, created_time,
                             modified_by, modified_time)
                     values ($1, $2, $3, $4, $5, $6, $7, $8, $7, $8) returning id";
    let values = [
        role.name.clone().into(),
        role.is_superuser.into(),
        role.require_2fa_for_remote.into(),
        text(&role.flags.0.flags()).into(),
        text(&role.can_view_clients).into(),
        text(&role.can_view_sites).into(),
        by.into(),
        Timestamp::now().into(),
    ];
    sql::number(write, statement, values).await
}

pub async fn update_role(write: &impl ConnectionTrait, role: &Role, by: &str) -> Result<(), DbErr> {
    let statement = "update roles
                        set name = $1, is_superuser = $2, require_2fa_for_remote = $3,
                            rights = $4, can_view_clients = $5, can_view_sites = $6,
                            modified_by = $7, modified_time = $8
                      where id = $9";
    let values = [
        role.name.clone().into(),
        role.is_superuser.into(),
        role.require_2fa_for_remote.into(),
        text(&role.flags.0.flags()).into(),
        text(&role.can_view_clients).into(),
        text(&role.can_view_sites).into(),
        by.into(),
        Timestamp::now().into(),
        role.id.into(),
    ];
    sql::execute(write, statement, values).await.map(|_| ())
}

/// The first ten users of a role, by name.
pub async fn first_users(db: &impl ConnectionTrait, id: i64) -> Result<Vec<String>, DbErr> {
    let text = "select username from users where role_id = $1
                 order by lower(username), id limit 10";
    sql::values(db, text, [id.into()]).await
}

/// Deletes a role and removes it from its users.
pub async fn delete_role(write: &impl ConnectionTrait, id: i64) -> Result<(), DbErr> {
    sql::execute(write, "delete from roles where id = $1", [id.into()]).await.map(|_| ())
}

impl From<RoleRow> for Role {
    fn from(row: RoleRow) -> Self {
        let flags: Vec<String> = list(&row.rights);
        Self {
            id: row.id,
            name: row.name,
            is_superuser: row.is_superuser,
            require_2fa_for_remote: row.require_2fa_for_remote,
            flags: Flags(Rights::from_flags(flags.iter().map(String::as_str))),
            can_view_clients: list(&row.can_view_clients),
            can_view_sites: list(&row.can_view_sites),
            user_count: row.user_count,
            stamps: row.stamps,
        }
    }
}
