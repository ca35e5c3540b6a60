//! The only way a scope grows automatically: by what its owner creates.

use sea_orm::{ConnectionTrait, DbBackend, DbErr, FromQueryResult};

use super::identity::{Credential, Identity};
use crate::storage::sql;

/// The two lists of a role or of a key, as JSON text.
#[derive(FromQueryResult)]
struct Lists {
    id: i64,
    clients: String,
    sites: String,
}

/// Adds new clients and sites to the scope of their creator: to the lists of
/// their role, and to those of the API key they used.
///
/// Lists that are both empty mean the whole fleet: adding to them would
/// narrow, so they stay. Must be part of the change that creates the objects.
pub async fn extend_scope(
    write: &impl ConnectionTrait,
    caller: &Identity,
    clients: &[i64],
    sites: &[i64],
) -> Result<(), DbErr> {
    if caller.scope.is_everything() {
        return Ok(());
    }
    let role = "select r.id, r.can_view_clients as clients, r.can_view_sites as sites
                  from roles r join users u on u.role_id = r.id
                 where u.id = $1 and not u.is_superuser and not r.is_superuser";
    if let Some(lists) = locked(write, role, "r", caller.user_id).await? {
        let text = "update roles set can_view_clients = $1, can_view_sites = $2 where id = $3";
        extend(write, text, lists, clients, sites).await?;
    }
    if let Credential::Key { id, .. } = caller.credential {
        let key = "select k.id, k.clients, k.sites from api_keys k where k.id = $1";
        if let Some(lists) = locked(write, key, "k", id).await? {
            let text = "update api_keys set clients = $1, sites = $2 where id = $3";
            extend(write, text, lists, clients, sites).await?;
        }
    }
    Ok(())
}

/// Reads the lists so that nobody else extends them meanwhile.
async fn locked(
    write: &impl ConnectionTrait,
    text: &str,
    table: &str,
    id: i64,
) -> Result<Option<Lists>, DbErr> {
    let text = match write.get_database_backend() {
        DbBackend::Postgres => format!("{text} for update of {table}"),
        _ => text.to_owned(),
    };
    sql::one(write, &text, [id.into()]).await
}

async fn extend(
    write: &impl ConnectionTrait,
    text: &str,
    lists: Lists,
    clients: &[i64],
    sites: &[i64],
) -> Result<(), DbErr> {
    let read = |text: &str| serde_json::from_str::<Vec<i64>>(text).unwrap_or_default();
    let (mut own_clients, mut own_sites) = (read(&lists.clients), read(&lists.sites));
    if own_clients.is_empty() && own_sites.is_empty() {
        return Ok(());
    }
    own_clients.extend(clients);
    own_sites.extend(sites);
    let json = |ids: Vec<i64>| serde_json::json!(ids).to_string();
    let values = [json(own_clients).into(), json(own_sites).into(), lists.id.into()];
    sql::execute(write, text, values).await.map(|_| ())
}
