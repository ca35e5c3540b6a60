//! The SQL of the key store.

use sea_orm::{ConnectionTrait, DbBackend, DbErr, FromQueryResult, Value};
use serde_json::json;

use super::key::{Key, KeyLimits};
use crate::audit::Stamps;
use crate::auth::{Purpose, Secret, Vault};
use crate::error::ApiError;
use crate::storage::{self, Database, sql};
use crate::time::Timestamp;

#[derive(FromQueryResult)]
struct KeyRow {
    id: i64,
    name: String,
    sealed_value: Vec<u8>,
    secret: bool,
    allowed_clients: String,
    allowed_scripts: String,
    allow_adhoc: bool,
    #[sea_orm(nested)]
    stamps: Stamps,
}

const SELECT: &str = "select id, name, sealed_value, secret, allowed_clients, allowed_scripts,
        allow_adhoc, created_by, created_time, modified_by, modified_time
   from key_store";

/// All values, by name.
pub async fn list_keys(db: &impl ConnectionTrait, vault: &Vault) -> Result<Vec<Key>, ApiError> {
    let text = format!("{SELECT} order by lower(name), id");
    let rows: Vec<KeyRow> = sql::all(db, &text, []).await?;
    rows.into_iter().map(|row| row.open(vault)).collect()
}

/// The sealed values that are secret.
pub async fn list_sealed_secrets(db: &impl ConnectionTrait) -> Result<Vec<Vec<u8>>, DbErr> {
    sql::values(db, "select sealed_value from key_store where secret order by id", []).await
}

/// Which of these clients exist.
pub async fn list_clients(db: &impl ConnectionTrait, ids: &[i64]) -> Result<Vec<i64>, DbErr> {
    let text = format!("select id from clients where id in ({})", sql::list(ids));
    sql::values(db, &text, []).await
}

/// Which of these scripts exist.
pub async fn list_scripts(db: &impl ConnectionTrait, ids: &[i64]) -> Result<Vec<i64>, DbErr> {
    let text = format!("select id from scripts where id in ({})", sql::list(ids));
    sql::values(db, &text, []).await
}

/// One value, locked until the transaction ends.
pub async fn lock_key(
    write: &impl ConnectionTrait,
    vault: &Vault,
    id: i64,
) -> Result<Option<Key>, ApiError> {
    let lock = match write.get_database_backend() {
        DbBackend::Postgres => "for update",
        _ => "",
    };
    let text = format!("{SELECT} where id = $1 {lock}");
    let row: Option<KeyRow> = sql::one(write, &text, [id.into()]).await?;
    row.map(|row| row.open(vault)).transpose()
}

/// Whether another value has this name, ignoring case.
pub async fn name_taken(db: &impl ConnectionTrait, name: &str, except: i64) -> Result<bool, DbErr> {
    let text = "select id from key_store where lower(name) = lower($1) and id <> $2";
    let found: Option<i64> = sql::value(db, text, [name.into(), except.into()]).await?;
    Ok(found.is_some())
}

/// Inserts a value and returns its id.
pub async fn insert_key(
    write: &impl ConnectionTrait,
    vault: &Vault,
    key: &Key,
    by: &str,
) -> Result<i64, DbErr> {
    let text = "insert into key_store
                       (name, sealed_value, secret, modified_by, modified_time, allowed_clients,
                        allowed_scripts, allow_adhoc, revision, created_by, created_time)
                values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $4, $5) returning id";
    sql::number(write, text, columns(vault, key, by)).await
}

pub async fn update_key(
    write: &impl ConnectionTrait,
    vault: &Vault,
    key: &Key,
    by: &str,
) -> Result<(), DbErr> {
    let text = "update key_store
                   set name = $1, sealed_value = $2, secret = $3, modified_by = $4,
                       modified_time = $5, allowed_clients = $6, allowed_scripts = $7,
                       allow_adhoc = $8, revision = $9
                 where id = $10";
    let values = columns(vault, key, by).into_iter().chain([key.id.into()]);
    sql::execute(write, text, values).await.map(|_| ())
}

pub async fn delete_key(write: &impl ConnectionTrait, id: i64) -> Result<(), DbErr> {
    sql::execute(write, "delete from key_store where id = $1", [id.into()]).await.map(|_| ())
}

/// The refusal for a failed write: two concurrent writers both pass the check
/// before it, and the index decides.
pub fn refusal(error: DbErr) -> ApiError {
    if storage::is_duplicate(&error) {
        return ApiError::invalid("name", "this name is already used");
    }
    error.into()
}

/// Seals values of older releases for the key store.
pub async fn seal_again(db: &Database, vault: &Vault) -> Result<(), DbErr> {
    let rows: Vec<KeyRow> = sql::all(db.read(), SELECT, []).await?;
    for KeyRow { id, sealed_value, .. } in rows {
        let Some(sealed) = vault.seal_again(Purpose::KeyStore, &sealed_value) else { continue };
        let write = db.begin().await?;
        let text = "update key_store set sealed_value = $1 where id = $2 and sealed_value = $3";
        sql::execute(&write, text, [sealed.into(), id.into(), sealed_value.into()]).await?;
        write.commit().await?;
    }
    Ok(())
}

fn columns(vault: &Vault, key: &Key, by: &str) -> [Value; 9] {
    let KeyLimits { allowed_clients, allowed_scripts, allow_adhoc } = &key.limits;
    [
        key.name.clone().into(),
        vault.seal(Purpose::KeyStore, key.value.reveal().as_bytes()).into(),
        key.secret.into(),
        by.into(),
        Timestamp::now().into(),
        json!(allowed_clients).to_string().into(),
        json!(allowed_scripts).to_string().into(),
        (*allow_adhoc).into(),
        // The sum of millions of them is a number that both engines have.
        rand::random_range(1..=1_i64 << 40).into(),
    ]
}

impl KeyRow {
    fn open(self, vault: &Vault) -> Result<Key, ApiError> {
        let internal = |error: anyhow::Error| ApiError::Internal(error);
        let value = vault.open_sealed(Purpose::KeyStore, &self.sealed_value);
        let value = value.map_err(|error| internal(error.into()))?;
        let value = String::from_utf8(value).map_err(|_| {
            internal(anyhow::anyhow!("the value {} of the key store is not text", self.id))
        })?;
        // A list that cannot be read must not become an empty one, which allows all.
        let keys = |text: &str| -> Result<Vec<i64>, ApiError> {
            serde_json::from_str(text).map_err(|error| internal(error.into()))
        };
        let limits = KeyLimits {
            allowed_clients: keys(&self.allowed_clients)?,
            allowed_scripts: keys(&self.allowed_scripts)?,
            allow_adhoc: self.allow_adhoc,
        };
        let (id, name, secret, stamps) = (self.id, self.name, self.secret, self.stamps);
        Ok(Key { id, name, value: Secret::new(value), secret, limits, stamps })
    }
}
