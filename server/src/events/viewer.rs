//! Somebody who listens: what they may see, and when that must be asked anew.

use sea_orm::DbErr;

use super::Event;
use crate::app::App;
use crate::auth::{Credential, Identity};
use crate::error::ApiError;
use crate::storage::sql;

/// A caller who stays.
#[derive(Clone)]
pub struct Viewer {
    /// Who they are now.
    pub identity: Identity,
    /// For each group of the scope, the clients that its sites belong to.
    parents: Vec<Vec<i64>>,
}

impl Viewer {
    /// Somebody who is logged in.
    pub async fn new(app: &App, identity: Identity) -> Result<Self, DbErr> {
        let mut parents = Vec::new();
        for group in identity.scope.groups() {
            parents.push(match group.sites.is_empty() {
                true => Vec::new(),
                false => find_parents(app, &group.sites).await?,
            });
        }
        Ok(Self { identity, parents })
    }

    /// Looks again whether the credential still holds, and for what.
    pub async fn refresh(&mut self, app: &App) -> Result<(), ApiError> {
        let identity = crate::auth::identify_again(app, &self.identity).await?;
        *self = Self::new(app, identity).await?;
        Ok(())
    }

    /// Whether an event may have changed what this viewer may see.
    pub fn is_touched_by(&self, event: &Event) -> bool {
        if event.topic != "config" {
            return false;
        }
        let id = event.data["id"].as_i64();
        match event.data["entity"].as_str() {
            Some("user") => id == Some(self.identity.user_id),
            Some("apikey") => match self.identity.credential {
                Credential::Key { id: own, .. } => id == Some(own),
                _ => false,
            },
            Some("role") => true,
            // Their makers see what they made.
            Some("client" | "site") => !self.identity.scope.is_everything(),
            _ => false,
        }
    }

    /// Whether the place of an event is in scope. One of no place concerns
    /// everybody.
    pub fn sees_place(&self, event: &Event) -> bool {
        match (event.client, event.site) {
            (Some(client), Some(site)) => self.identity.scope.has_site(client, site),
            (Some(client), None) => self.sees_client(client),
            _ => true,
        }
    }

    /// Whether something was in scope before it moved.
    pub fn saw_former_place(&self, event: &Event) -> bool {
        event.former.is_some_and(|(client, site)| self.identity.scope.has_site(client, site))
    }

    fn sees_client(&self, client: i64) -> bool {
        let groups = self.identity.scope.groups().iter().zip(&self.parents);
        groups
            .into_iter()
            .all(|(group, parents)| group.clients.contains(&client) || parents.contains(&client))
    }
}

async fn find_parents(app: &App, sites: &[i64]) -> Result<Vec<i64>, DbErr> {
    let text = format!("select distinct client_id from sites where id in ({})", sql::list(sites));
    sql::values(app.db.read(), &text, []).await
}
