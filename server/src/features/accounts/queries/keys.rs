//! API keys; their hashes never leave these statements.

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};

use super::{list, text};
use crate::audit::Stamps;
use crate::auth::Token;
use crate::features::accounts::api_keys::ApiKey;
use crate::storage::sql;
use crate::time::{self, Timestamp};

#[derive(FromQueryResult)]
struct KeyRow {
    id: i64,
    name: String,
    prefix: String,
    user_id: i64,
    username: String,
    expiration: Option<Timestamp>,
    read_only: bool,
    rights: String,
    clients: String,
    sites: String,
    networks: String,
    last_used: Option<Timestamp>,
    last_used_ip: Option<String>,
    #[sea_orm(nested)]
    stamps: Stamps,
}

const SELECT: &str = "select k.id, k.name, k.prefix, k.user_id, u.username, k.expiration,
        k.read_only, k.rights, k.clients, k.sites, k.networks, k.last_used, k.last_used_ip,
        k.created_by, k.created_time, k.modified_by, k.modified_time
   from api_keys k
   join users u on u.id = k.user_id";

/// All keys, by name.
pub async fn list_keys(db: &impl ConnectionTrait) -> Result<Vec<ApiKey>, DbErr> {
    let text = format!("{SELECT} order by lower(k.name), k.id");
    let rows: Vec<KeyRow> = sql::all(db, &text, []).await?;
    Ok(rows.into_iter().map(ApiKey::from).collect())
}

/// The keys of these users, by name.
pub async fn list_keys_of(db: &impl ConnectionTrait, users: &[i64]) -> Result<Vec<ApiKey>, DbErr> {
    let users = sql::list(users);
    let text = format!("{SELECT} where k.user_id in ({users}) order by lower(k.name), k.id");
    let rows: Vec<KeyRow> = sql::all(db, &text, []).await?;
    Ok(rows.into_iter().map(ApiKey::from).collect())
}

pub async fn find_key(db: &impl ConnectionTrait, id: i64) -> Result<Option<ApiKey>, DbErr> {
    let row: Option<KeyRow> =
        sql::one(db, &format!("{SELECT} where k.id = $1"), [id.into()]).await?;
    Ok(row.map(ApiKey::from))
}

/// One key by name, ignoring case.
pub async fn find_key_named(
    db: &impl ConnectionTrait,
    name: &str,
) -> Result<Option<ApiKey>, DbErr> {
    let text = format!("{SELECT} where lower(k.name) = lower($1)");
    let row: Option<KeyRow> = sql::one(db, &text, [name.into()]).await?;
    Ok(row.map(ApiKey::from))
}

pub async fn insert_key(
    write: &impl ConnectionTrait,
    key: &ApiKey,
    token: &Token,
    by: &str,
) -> Result<i64, DbErr> {
    let statement = "insert into api_keys
                            (name, user_id, prefix, key_hash, expiration, read_only, rights,
                             clients, sites, networks, created_by, created_time, modified_by,
                             modified_time)
                     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $11, $12)
                     returning id";
    let values = [
        key.name.clone().into(),
        key.user.into(),
        token.prefix().into(),
        token.hash.clone().into(),
        time::optional(key.expiration),
        key.read_only.into(),
        text(&key.rights).into(),
        text(&key.clients).into(),
        text(&key.sites).into(),
        text(&key.networks).into(),
        by.into(),
        Timestamp::now().into(),
    ];
    sql::number(write, statement, values).await
}

/// Stores the editable fields of a key.
pub async fn update_key(write: &impl ConnectionTrait, key: &ApiKey, by: &str) -> Result<(), DbErr> {
    let statement = "update api_keys
                        set name = $1, user_id = $2, expiration = $3, read_only = $4,
                            rights = $5, clients = $6, sites = $7, networks = $8,
                            modified_by = $9, modified_time = $10
                      where id = $11";
    let values = [
        key.name.clone().into(),
        key.user.into(),
        time::optional(key.expiration),
        key.read_only.into(),
        text(&key.rights).into(),
        text(&key.clients).into(),
        text(&key.sites).into(),
        text(&key.networks).into(),
        by.into(),
        Timestamp::now().into(),
        key.id.into(),
    ];
    sql::execute(write, statement, values).await.map(|_| ())
}

/// Stores a new secret for a key; the old one works until the given time, if any.
pub async fn replace_secret(
    write: &impl ConnectionTrait,
    id: i64,
    token: &Token,
    old_until: Option<Timestamp>,
    by: &str,
) -> Result<(), DbErr> {
    let statement = "update api_keys
                        set old_key_hash = case when $1 then key_hash else null end,
                            old_key_until = $2, key_hash = $3, prefix = $4,
                            modified_by = $5, modified_time = $6
                      where id = $7";
    let values = [
        old_until.is_some().into(),
        time::optional(old_until),
        token.hash.clone().into(),
        token.prefix().into(),
        by.into(),
        Timestamp::now().into(),
        id.into(),
    ];
    sql::execute(write, statement, values).await.map(|_| ())
}

pub async fn delete_all_keys(write: &impl ConnectionTrait) -> Result<(), DbErr> {
    sql::execute(write, "delete from api_keys", []).await.map(|_| ())
}

pub async fn delete_key(write: &impl ConnectionTrait, id: i64) -> Result<(), DbErr> {
    sql::execute(write, "delete from api_keys where id = $1", [id.into()]).await.map(|_| ())
}

impl From<KeyRow> for ApiKey {
    fn from(row: KeyRow) -> Self {
        Self {
            id: row.id,
            name: row.name,
            prefix: row.prefix,
            user: row.user_id,
            username: row.username,
            expiration: row.expiration,
            read_only: row.read_only,
            rights: list(&row.rights),
            clients: list(&row.clients),
            sites: list(&row.sites),
            networks: list(&row.networks),
            last_used: row.last_used,
            last_used_ip: row.last_used_ip.unwrap_or_default(),
            stamps: row.stamps,
        }
    }
}
