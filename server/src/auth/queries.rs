//! The SQL behind a credential: one statement per request.

use std::net::IpAddr;
use std::time::Duration;

use ipnet::IpNet;
use sea_orm::{DbErr, FromQueryResult, Value};

use super::identity::{Credential, Identity, KeyName};
use super::{Narrowing, Permissions, Rights};
use crate::app::App;
use crate::error::ApiError;
use crate::storage::sql;
use crate::time::{self, Timestamp};

/// A session with all rights of its user.
pub const SESSION_KIND_SESSION: &str = "session";
/// A session that may set up two-factor login and nothing else.
pub const SESSION_KIND_ENROLMENT: &str = "enrolment";

/// Use is written down at most this often per credential.
const LAST_USED_STEP: Duration = Duration::from_secs(60);

#[derive(FromQueryResult)]
struct UserPart {
    user_id: i64,
    username: String,
    is_active: bool,
    user_is_superuser: bool,
    role_is_superuser: Option<bool>,
    role_rights: Option<String>,
    role_clients: Option<String>,
    role_sites: Option<String>,
}

/// The columns of [`UserPart`], for statements that join `users u` and `roles r`.
const USER_COLUMNS: &str = "u.id as user_id, u.username, u.is_active,
       u.is_superuser as user_is_superuser, r.is_superuser as role_is_superuser,
       r.rights as role_rights, r.can_view_clients as role_clients,
       r.can_view_sites as role_sites";

impl UserPart {
    fn permissions(&self) -> Permissions {
        let flags: Vec<String> = list(self.role_rights.as_deref());
        Permissions::new(
            self.user_is_superuser || self.role_is_superuser == Some(true),
            Rights::from_flags(flags.iter().map(String::as_str)),
            list(self.role_clients.as_deref()),
            list(self.role_sites.as_deref()),
        )
    }

    fn identity(
        self,
        permissions: Permissions,
        credential: Credential,
        address: Option<IpAddr>,
    ) -> Identity {
        Identity {
            user_id: self.user_id,
            username: self.username,
            is_superuser: permissions.is_superuser,
            rights: permissions.rights,
            scope: permissions.scope,
            credential,
            api_key: None,
            address: address.map(|address| address.to_string()).unwrap_or_default(),
        }
    }
}

/// A JSON array column; null and damaged text yield an empty list, which for
/// rights means none.
fn list<T: serde::de::DeserializeOwned>(text: Option<&str>) -> Vec<T> {
    text.and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default()
}

#[derive(FromQueryResult)]
struct KeyRow {
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
    Ok(narrowed(key, address))
}

/// A key that is valid now.
async fn find_key<const N: usize>(
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

fn narrowed(key: KeyRow, address: Option<IpAddr>) -> Identity {
    let credential = Credential::Key { id: key.id, read_only: key.read_only };
    let narrowing = Narrowing {
        read_only: key.read_only,
        rights: list(Some(&key.rights)),
        clients: list(Some(&key.clients)),
        sites: list(Some(&key.sites)),
    };
    let permissions = key.user.permissions().narrowed(&narrowing);
    let name = KeyName { id: key.id, name: key.name, prefix: key.prefix };
    Identity { api_key: Some(name), ..key.user.identity(permissions, credential, address) }
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

#[derive(FromQueryResult)]
struct SessionRow {
    id: i64,
    kind: String,
    expiry: Timestamp,
    latest_expiry: Timestamp,
    last_used: Timestamp,
    #[sea_orm(nested)]
    user: UserPart,
}

/// The owner of the session with this token hash.
pub async fn identity_of_session(
    app: &App,
    hash: &[u8],
    address: Option<IpAddr>,
) -> Result<Identity, ApiError> {
    let now = Timestamp::now();
    let session = find_session(app, "s.token_hash = $1", hash.to_vec().into()).await?;
    let is_session = session.kind == SESSION_KIND_SESSION;
    if is_session && now.since(session.last_used) >= LAST_USED_STEP {
        let expiry = now.plus(app.settings.session_idle).min(session.latest_expiry);
        record_session_use(app, session.id, now, expiry);
    }
    Ok(with_session(session, address))
}

/// A session that is valid now.
async fn find_session(app: &App, condition: &str, value: Value) -> Result<SessionRow, ApiError> {
    let text = format!(
        "select s.id, s.kind, s.expiry, s.latest_expiry, s.last_used, {USER_COLUMNS}
           from sessions s
           join users u on u.id = s.user_id
           left join roles r on r.id = u.role_id
          where {condition}"
    );
    let row: Option<SessionRow> = sql::one(app.db.read(), &text, [value]).await?;
    let session = row.filter(|row| row.user.is_active).ok_or(ApiError::InvalidCredentials)?;
    if session.expiry <= Timestamp::now() {
        return Err(ApiError::ExpiredCredentials);
    }
    Ok(session)
}

fn with_session(session: SessionRow, address: Option<IpAddr>) -> Identity {
    let credential = match session.kind == SESSION_KIND_SESSION {
        true => Credential::Session { id: session.id },
        false => Credential::Enrolment { id: session.id },
    };
    let permissions = session.user.permissions();
    session.user.identity(permissions, credential, address)
}

/// The owner of a credential that was valid before: the same person, with their
/// current rights and scope. Checking does not count as using it.
pub async fn identify_again(app: &App, before: &Identity) -> Result<Identity, ApiError> {
    let address = before.address.parse().ok();
    identity_of_credential(app, &before.credential, address).await
}

/// The owner of the credential with this key.
pub async fn identity_of_credential(
    app: &App,
    credential: &Credential,
    address: Option<IpAddr>,
) -> Result<Identity, ApiError> {
    match credential {
        Credential::Key { id, .. } => {
            Ok(narrowed(find_key(app, "k.id = $1", [(*id).into()], address).await?, address))
        }
        Credential::Session { id } | Credential::Enrolment { id } => {
            Ok(with_session(find_session(app, "s.id = $1", (*id).into()).await?, address))
        }
        Credential::Console => Ok(Identity::console()),
    }
}

fn record_session_use(app: &App, id: i64, now: Timestamp, expiry: Timestamp) {
    let db = app.db.clone();
    tokio::spawn(async move {
        let text = "update sessions set last_used = $1, expiry = $2 where id = $3";
        let result: Result<(), DbErr> = async {
            let write = db.begin().await?;
            sql::execute(&write, text, [now.into(), time::optional(Some(expiry)), id.into()])
                .await?;
            write.commit().await
        }
        .await;
        if let Err(error) = result {
            tracing::warn!(error = %error, "the use of a session could not be recorded");
        }
    });
}
