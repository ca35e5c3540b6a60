//! Who may be notified of an alert: people who could read it now.

use std::collections::HashMap;

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};

use super::alert::PushAlert;
use crate::auth::{Permissions, Right, permissions_of_users};
use crate::storage::sql;

/// Where something is at this moment.
enum Location {
    Site {
        client: i64,
        site: i64,
    },
    Client(i64),
    Everywhere,
    /// The agent, site or client is not there any more.
    Nowhere,
}

#[derive(FromQueryResult)]
struct SiteRow {
    client_id: i64,
    site_id: i64,
}

/// The permissions of these users, of those who may read this alert now: they are not
/// disabled, their role allows to list alerts, and its scope has the agent's site of
/// this moment. Agents, sites and roles change while a notification waits. Somebody
/// who asked for it needs the scope alone.
pub(super) async fn may_read(
    db: &impl ConnectionTrait,
    alert: &PushAlert,
    users: &[i64],
) -> Result<HashMap<i64, Permissions>, DbErr> {
    let location = locate(db, alert).await?;
    let mut permissions = permissions_of_users(db, users).await?;
    let is_asked_for = |user: i64| alert.user == Some(user);
    permissions.retain(|user, one| {
        (is_asked_for(*user) || one.rights.has(Right::ListAlerts)) && location.is_in(one)
    });
    Ok(permissions)
}

impl Location {
    fn is_in(&self, permissions: &Permissions) -> bool {
        let scope = &permissions.scope;
        match *self {
            Self::Site { client, site } => scope.has_site(client, site),
            Self::Client(client) => scope.has_whole_client(client),
            Self::Everywhere => scope.is_everything(),
            Self::Nowhere => false,
        }
    }
}

async fn locate(db: &impl ConnectionTrait, alert: &PushAlert) -> Result<Location, DbErr> {
    let of_agent = "select s.client_id, s.id as site_id
                      from present_agents a join sites s on s.id = a.site_id where a.id = $1";
    let of_site = "select client_id, id as site_id from sites where id = $1";
    let (text, id) = match (alert.agent, alert.site, alert.client) {
        (Some(agent), _, _) => (of_agent, agent.0),
        (None, Some(site), _) => (of_site, site),
        (None, None, Some(client)) => {
            let text = "select id from clients where id = $1";
            let found: Option<i64> = sql::value(db, text, [client.into()]).await?;
            return Ok(found.map_or(Location::Nowhere, Location::Client));
        }
        (None, None, None) => return Ok(Location::Everywhere),
    };
    let row: Option<SiteRow> = sql::one(db, text, [id.into()]).await?;
    Ok(match row {
        Some(SiteRow { client_id: client, site_id: site }) => Location::Site { client, site },
        None => Location::Nowhere,
    })
}
