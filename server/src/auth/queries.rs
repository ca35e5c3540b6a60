//! The SQL behind a credential: one statement per request.

mod attempts;
mod keys;
mod sessions;
mod users;

use std::net::IpAddr;
use std::time::Duration;

use sea_orm::FromQueryResult;

pub use self::attempts::{Attempts, lock_attempts, prune_attempts, store_attempts};
use self::keys::{find_key, narrowed};
pub use self::keys::{identity_of_key, may_come_from};
pub use self::sessions::{SESSION_KIND_ENROLMENT, SESSION_KIND_SESSION, identity_of_session};
use self::sessions::{find_session, with_session};
pub use self::users::permissions_of_users;
use super::identity::{Credential, Identity};
use super::{Permissions, Rights};
use crate::app::App;
use crate::error::ApiError;

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
    fn permissions(&self) -> Result<Permissions, ApiError> {
        if self.user_is_superuser || self.role_is_superuser == Some(true) {
            return Ok(Permissions::new(true, Rights::all(), Vec::new(), Vec::new()));
        }
        let flags: Vec<String> = list(self.role_rights.as_deref())?;
        let rights = Rights::from_flags(flags.iter().map(String::as_str));
        let clients = list(self.role_clients.as_deref())?;
        Ok(Permissions::new(false, rights, clients, list(self.role_sites.as_deref())?))
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
            is_narrowed: false,
            address: address.map(|address| address.to_string()).unwrap_or_default(),
        }
    }
}

/// A JSON array column; null is an empty list. Damaged text is none at all: an
/// empty list would mean the whole fleet, or all rights of the user.
fn list<T: serde::de::DeserializeOwned>(text: Option<&str>) -> Result<Vec<T>, ApiError> {
    let Some(text) = text else { return Ok(Vec::new()) };
    serde_json::from_str(text).map_err(|error| {
        tracing::error!(%error, "a stored list of rights or of a scope is damaged: refused its credential");
        ApiError::InvalidCredentials
    })
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
            narrowed(find_key(app, "k.id = $1", [(*id).into()], address).await?, address)
        }
        Credential::Session { id } | Credential::Enrolment { id } => {
            with_session(find_session(app, "s.id = $1", (*id).into()).await?, address)
        }
        Credential::Console => Ok(Identity::console()),
    }
}
