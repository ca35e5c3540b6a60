//! Users as the API shows them, and the rights they hold.

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};

use super::list;
use crate::audit::Stamps;
use crate::auth::{Permissions, Rights};
use crate::features::accounts::users::{Preferences, User};
use crate::storage::sql;
use crate::time::Timestamp;

#[derive(FromQueryResult)]
struct UserRow {
    id: i64,
    username: String,
    first_name: String,
    last_name: String,
    email: String,
    is_active: bool,
    is_superuser: bool,
    block_dashboard_login: bool,
    role_id: Option<i64>,
    role_name: Option<String>,
    last_login: Option<Timestamp>,
    last_login_ip: Option<String>,
    totp_enrolled: bool,
    preferences: String,
    #[sea_orm(nested)]
    stamps: Stamps,
}

const SELECT: &str = "select u.id, u.username, u.first_name, u.last_name, u.email, u.is_active,
        u.is_superuser, u.block_dashboard_login, u.role_id, r.name as role_name, u.last_login,
        u.last_login_ip, u.totp_enrolled, u.preferences, u.created_by, u.created_time,
        u.modified_by, u.modified_time
   from users u
   left join roles r on r.id = u.role_id";

/// All users, by name.
pub async fn list_users(db: &impl ConnectionTrait) -> Result<Vec<User>, DbErr> {
    let text = format!("{SELECT} order by lower(u.username), u.id");
    let rows: Vec<UserRow> = sql::all(db, &text, []).await?;
    Ok(rows.into_iter().map(User::from).collect())
}

pub async fn find_user(db: &impl ConnectionTrait, id: i64) -> Result<Option<User>, DbErr> {
    let row: Option<UserRow> =
        sql::one(db, &format!("{SELECT} where u.id = $1"), [id.into()]).await?;
    Ok(row.map(User::from))
}

/// One user by name, ignoring case.
pub async fn find_user_named(
    db: &impl ConnectionTrait,
    username: &str,
) -> Result<Option<User>, DbErr> {
    let text = format!("{SELECT} where lower(u.username) = lower($1)");
    let row: Option<UserRow> = sql::one(db, &text, [username.into()]).await?;
    Ok(row.map(User::from))
}

/// Whether anybody has an account.
pub async fn any_user_exists(db: &impl ConnectionTrait) -> Result<bool, DbErr> {
    Ok(sql::number(db, "select count(*) from users", []).await? > 0)
}

/// The keys of the users who have this role.
pub async fn list_members(db: &impl ConnectionTrait, role: i64) -> Result<Vec<i64>, DbErr> {
    sql::values(db, "select id from users where role_id = $1 order by id", [role.into()]).await
}

/// What a user may do and where.
pub async fn find_permissions(
    db: &impl ConnectionTrait,
    id: i64,
) -> Result<Option<Permissions>, DbErr> {
    #[derive(FromQueryResult)]
    struct Row {
        is_superuser: bool,
        rights: Option<String>,
        clients: Option<String>,
        sites: Option<String>,
    }
    let text = "select (u.is_superuser or coalesce(r.is_superuser, false)) as is_superuser,
                       r.rights, r.can_view_clients as clients, r.can_view_sites as sites
                  from users u
                  left join roles r on r.id = u.role_id
                 where u.id = $1";
    let row: Option<Row> = sql::one(db, text, [id.into()]).await?;
    Ok(row.map(|row| {
        let flags: Vec<String> = list(row.rights.as_deref().unwrap_or("[]"));
        Permissions::new(
            row.is_superuser,
            Rights::from_flags(flags.iter().map(String::as_str)),
            list(row.clients.as_deref().unwrap_or("[]")),
            list(row.sites.as_deref().unwrap_or("[]")),
        )
    }))
}

/// Adds a user; the database sets id, stamps and everything about logins.
pub async fn insert_user(
    write: &impl ConnectionTrait,
    user: &User,
    password_hash: &str,
    by: &str,
) -> Result<i64, DbErr> {
    let text = "insert into users
                       (username, first_name, last_name, email, password_hash, is_active,
                        is_superuser, block_dashboard_login, role_id, preferences, created_by,
                        created_time, modified_by, modified_time)
                values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $11, $12)
                returning id";
    let values = [
        user.username.clone().into(),
        user.first_name.clone().into(),
        user.last_name.clone().into(),
        user.email.clone().into(),
        password_hash.into(),
        user.is_active.into(),
        user.is_superuser.into(),
        user.block_dashboard_login.into(),
        user.role.into(),
        user.preferences.to_stored().into(),
        by.into(),
        Timestamp::now().into(),
    ];
    sql::number(write, text, values).await
}

/// Stores the editable fields of a user.
pub async fn update_user(write: &impl ConnectionTrait, user: &User, by: &str) -> Result<(), DbErr> {
    let text = "update users
                   set username = $1, first_name = $2, last_name = $3, email = $4,
                       is_active = $5, block_dashboard_login = $6, role_id = $7,
                       preferences = $8, modified_by = $9, modified_time = $10
                 where id = $11";
    let values = [
        user.username.clone().into(),
        user.first_name.clone().into(),
        user.last_name.clone().into(),
        user.email.clone().into(),
        user.is_active.into(),
        user.block_dashboard_login.into(),
        user.role.into(),
        user.preferences.to_stored().into(),
        by.into(),
        Timestamp::now().into(),
        user.id.into(),
    ];
    sql::execute(write, text, values).await.map(|_| ())
}

/// The users whose preferences name any URL action, by name.
pub async fn list_with_url_action(db: &impl ConnectionTrait) -> Result<Vec<User>, DbErr> {
    // What is not the default is stored: the key is there only with a value.
    let text = format!(
        "{SELECT} where u.preferences like '%\"url_action\"%' order by lower(u.username), u.id"
    );
    let rows: Vec<UserRow> = sql::all(db, &text, []).await?;
    Ok(rows.into_iter().map(User::from).collect())
}

/// Stores the preferences of a user, who has not changed them.
pub async fn update_preferences(
    write: &impl ConnectionTrait,
    id: i64,
    preferences: &Preferences,
) -> Result<(), DbErr> {
    let text = "update users set preferences = $1 where id = $2";
    sql::execute(write, text, [preferences.to_stored().into(), id.into()]).await.map(|_| ())
}

/// Removes a user with their keys and sessions.
pub async fn delete_user(write: &impl ConnectionTrait, id: i64) -> Result<(), DbErr> {
    sql::execute(write, "delete from users where id = $1", [id.into()]).await.map(|_| ())
}

impl From<UserRow> for User {
    fn from(row: UserRow) -> Self {
        Self {
            id: row.id,
            username: row.username,
            first_name: row.first_name,
            last_name: row.last_name,
            email: row.email,
            is_active: row.is_active,
            is_superuser: row.is_superuser,
            block_dashboard_login: row.block_dashboard_login,
            role: row.role_id,
            role_name: row.role_name.unwrap_or_default(),
            last_login: row.last_login,
            last_login_ip: row.last_login_ip.unwrap_or_default(),
            totp_enrolled: row.totp_enrolled,
            is_sso_user: false,
            social_accounts: Vec::new(),
            preferences: Preferences::from_stored(&row.preferences),
            stamps: row.stamps,
        }
    }
}
