//! The API key of a request.

use std::net::IpAddr;

use ipnet::IpNet;
use sea_orm::{DbErr, FromQueryResult, Value};

use super::{LAST_USED_STEP, USER_COLUMNS, UserPart, list};
use crate::app::App;
use crate::auth::Narrowing;
use crate::auth::identity::{Credential, Identity, KeyName};
use crate::error::ApiError;
use crate::storage::sql;
use crate::time::Timestamp;

#[derive(FromQueryResult)]
pub(super) struct KeyRow {
    id: i64,
    name: String,
    prefix: String,
    expiration: Option<Timestamp>,
    read_only: bool,
    rights: String,
    clients: String,
    sites: String,
    networks: String,
    last_used: Option<Timestamp>,
    #[sea_orm(nested)]
    user: UserPart,
}

/// The owner of the API key with this hash.
pub async fn identity_of_key(
    app: &App,
    hash: &[u8],
    address: Option<IpAddr>,
) -> Result<Identity, ApiError> {
    let now = Timestamp::now();
    let condition = "k.key_hash = $1 or (k.old_key_hash = $1 and k.old_key_until > $2)";
    let key = find_key(app, condition, [hash.to_vec().into(), now.into()], address).await?;
    if key.last_used.is_none_or(|last| now.since(last) >= LAST_USED_STEP) {
        record_key_use(app, key.id, now, address);
    }
    narrowed(key, address)
}

/// A key that is valid now.
pub(super) async fn find_key<const N: usize>(
    app: &App,
    condition: &str,
    values: [Value; N],
    address: Option<IpAddr>,
) -> Result<KeyRow, ApiError> {
    let text = format!(
        "select k.id, k.name, k.prefix, k.expiration, k.read_only, k.rights, k.clients, k.sites, k.networks,
                k.last_used, {USER_COLUMNS}
           from api_keys k
           join users u on u.id = k.user_id
           left join roles r on r.id = u.role_id
          where {condition}"
    );
    let row: Option<KeyRow> = sql::one(app.db.read(), &text, values).await?;
    let key = row.filter(|key| key.user.is_active).ok_or(ApiError::InvalidCredentials)?;
    let now = Timestamp::now();
    if key.expiration.is_some_and(|end| end <= now) {
        return Err(ApiError::ExpiredCredentials);
    }
    if !may_come_from(&key.networks, address) {
        return Err(ApiError::Forbidden(
            "this API key may not be used from your address".to_owned(),
        ));
    }
    Ok(key)
}

pub(super) fn narrowed(key: KeyRow, address: Option<IpAddr>) -> Result<Identity, ApiError> {
    let credential = Credential::Key { id: key.id, read_only: key.read_only };
    let narrowing = Narrowing {
        read_only: key.read_only,
        rights: list(Some(&key.rights))?,
        clients: list(Some(&key.clients))?,
        sites: list(Some(&key.sites))?,
    };
    let is_narrowed = narrowing != Narrowing::default();
    let permissions = key.user.permissions()?.narrowed(&narrowing);
    let name = KeyName { id: key.id, name: key.name, prefix: key.prefix };
    let identity = key.user.identity(permissions, credential, address);
    Ok(Identity { api_key: Some(name), is_narrowed, ..identity })
}

/// Whether an address is in one of these networks, a JSON list as it is stored;
/// an empty one means any.
pub fn may_come_from(networks: &str, address: Option<IpAddr>) -> bool {
    // A list that cannot be parsed must not admit everyone.
    let Ok(networks) = serde_json::from_str::<Vec<IpNet>>(networks) else { return false };
    networks.is_empty()
        || address.is_some_and(|address| networks.iter().any(|net| net.contains(&address)))
}

/// Written alongside the request, not before it: a read must not wait for the
/// writer, and losing one such record does no harm.
fn record_key_use(app: &App, id: i64, now: Timestamp, address: Option<IpAddr>) {
    let db = app.db.clone();
    let address = address.map(|address| address.to_string());
    tokio::spawn(async move {
        let text = "update api_keys set last_used = $1, last_used_ip = $2 where id = $3";
        let result: Result<(), DbErr> = async {
            let write = db.begin().await?;
            sql::execute(&write, text, [now.into(), address.into(), id.into()]).await?;
            write.commit().await
        }
        .await;
        if let Err(error) = result {
            tracing::warn!(error = %error, "the use of an API key could not be recorded");
        }
    });
}
