//! All SQL of URL actions.

use sea_orm::{ConnectionTrait, DbBackend, DbErr, FromQueryResult, Value};

use super::action::{ActionType, RestMethod, StoredAction, Template};
use super::headers::Headers;
use crate::audit::Stamps;
use crate::auth::{Purpose, Secret, Vault};
use crate::error::ApiError;
use crate::storage::sql;
use crate::time::Timestamp;

#[derive(FromQueryResult)]
struct ActionRow {
    id: i64,
    name: String,
    description: String,
    pattern: String,
    action_type: ActionType,
    rest_method: RestMethod,
    rest_body: String,
    sealed_headers: Option<Vec<u8>>,
    sealed_secret: Option<Vec<u8>>,
    #[sea_orm(nested)]
    stamps: Stamps,
}

const SELECT: &str = "select id, name, description, pattern, action_type, rest_method, rest_body,
        sealed_headers, sealed_secret, created_by, created_time, modified_by, modified_time
   from url_actions";

/// All URL actions, by name.
pub async fn list_actions(
    db: &impl ConnectionTrait,
    vault: &Vault,
) -> Result<Vec<StoredAction>, ApiError> {
    let text = format!("{SELECT} order by lower(name), id");
    let rows: Vec<ActionRow> = sql::all(db, &text, []).await?;
    rows.into_iter().map(|row| row.open(vault)).collect()
}

pub async fn find_action(
    db: &impl ConnectionTrait,
    vault: &Vault,
    id: i64,
) -> Result<Option<StoredAction>, ApiError> {
    let row: Option<ActionRow> =
        sql::one(db, &format!("{SELECT} where id = $1"), [id.into()]).await?;
    row.map(|row| row.open(vault)).transpose()
}

/// One URL action, locked until the transaction ends.
pub async fn lock_action(
    write: &impl ConnectionTrait,
    vault: &Vault,
    id: i64,
) -> Result<Option<StoredAction>, ApiError> {
    let lock = match write.get_database_backend() {
        DbBackend::Postgres => "for update",
        _ => "",
    };
    let text = format!("{SELECT} where id = $1 {lock}");
    let row: Option<ActionRow> = sql::one(write, &text, [id.into()]).await?;
    row.map(|row| row.open(vault)).transpose()
}

/// Whether there is such a URL action; it cannot be deleted until the transaction
/// ends. For what refers to one.
pub async fn hold_action(write: &impl ConnectionTrait, id: i64) -> Result<bool, DbErr> {
    let hold = match write.get_database_backend() {
        DbBackend::Postgres => "for key share",
        _ => "",
    };
    let text = format!("select id from url_actions where id = $1 {hold}");
    let found: Option<i64> = sql::value(write, &text, [id.into()]).await?;
    Ok(found.is_some())
}

/// Inserts a URL action and returns its id.
pub async fn insert_action(
    write: &impl ConnectionTrait,
    vault: &Vault,
    action: &StoredAction,
    by: &str,
) -> Result<i64, DbErr> {
    let text = "insert into url_actions
                       (name, description, pattern, action_type, rest_method, rest_body,
                        sealed_headers, sealed_secret, modified_by, modified_time, created_by,
                        created_time)
                values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $9, $10) returning id";
    sql::number(write, text, columns(vault, action, by)).await
}

pub async fn update_action(
    write: &impl ConnectionTrait,
    vault: &Vault,
    action: &StoredAction,
    by: &str,
) -> Result<(), DbErr> {
    let text = "update url_actions
                   set name = $1, description = $2, pattern = $3, action_type = $4,
                       rest_method = $5, rest_body = $6, sealed_headers = $7,
                       sealed_secret = $8, modified_by = $9, modified_time = $10
                 where id = $11";
    let values = columns(vault, action, by).into_iter().chain([action.id.into()]);
    sql::execute(write, text, values).await.map(|_| ())
}

/// Removes a URL action with the log of its deliveries.
pub async fn delete_action(write: &impl ConnectionTrait, id: i64) -> Result<(), DbErr> {
    sql::execute(write, "delete from url_actions where id = $1", [id.into()]).await.map(|_| ())
}

fn columns(vault: &Vault, action: &StoredAction, by: &str) -> [Value; 10] {
    let sealed = |purpose: Purpose, secret: Option<&Secret>| {
        secret.map(|secret| vault.seal(purpose, secret.reveal().as_bytes()))
    };
    let template = &action.template;
    [
        action.name.clone().into(),
        action.desc.clone().into(),
        template.pattern.clone().into(),
        action.action_type.into(),
        template.method.into(),
        template.body.clone().into(),
        sealed(Purpose::WebhookHeaders, template.headers.text()).into(),
        sealed(Purpose::WebhookSecret, action.secret.as_ref()).into(),
        by.into(),
        Timestamp::now().into(),
    ]
}

impl ActionRow {
    fn open(self, vault: &Vault) -> Result<StoredAction, ApiError> {
        let opened = |purpose: Purpose, sealed: Option<Vec<u8>>| {
            sealed.map(|sealed| open_text(vault, purpose, &sealed)).transpose()
        };
        let headers = opened(Purpose::WebhookHeaders, self.sealed_headers)?;
        let headers = Headers::parse(&headers.unwrap_or_default()).map_err(|problems| {
            let sentence = format!("the headers of URL action {} cannot be read", self.id);
            ApiError::Internal(anyhow::anyhow!(problems.join(", ")).context(sentence))
        })?;
        let secret = opened(Purpose::WebhookSecret, self.sealed_secret)?;
        Ok(StoredAction {
            id: self.id,
            name: self.name,
            desc: self.description,
            action_type: self.action_type,
            template: Template {
                pattern: self.pattern,
                method: self.rest_method,
                body: self.rest_body,
                headers,
            },
            secret: secret.map(Secret::new),
            stamps: self.stamps,
        })
    }
}

fn open_text(vault: &Vault, purpose: Purpose, sealed: &[u8]) -> Result<String, ApiError> {
    let opened = vault.open_sealed(purpose, sealed);
    let opened = opened.map_err(|error| ApiError::Internal(error.into()))?;
    String::from_utf8(opened).map_err(|error| ApiError::Internal(error.into()))
}
