//! A listener: what it may see, and when that must be checked again.

use sea_orm::DbErr;

use super::{Entity, Event};
use crate::app::App;
use crate::auth::{Credential, Identity};
use crate::error::ApiError;
use crate::storage::sql;

/// A caller with an open socket.
#[derive(Clone)]
pub struct Viewer {
    /// Their current identity.
    pub identity: Identity,
    /// For each group of the scope, the clients that its sites belong to.
    parents: Vec<Vec<i64>>,
}

impl Viewer {
    /// A listener for an authenticated caller.
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

    /// Checks again whether the credential is still valid, and for what.
    pub async fn refresh(&mut self, app: &App) -> Result<(), ApiError> {
        let identity = crate::auth::identify_again(app, &self.identity).await?;
        *self = Self::new(app, identity).await?;
        Ok(())
    }

    /// Whether an event may have changed what this viewer may see.
    pub fn is_touched_by(&self, event: &Event) -> bool {
        let Some(object) = event.config_object() else { return false };
        match object.entity {
            Entity::User => object.id == self.identity.user_id,
            Entity::ApiKey => match self.identity.credential {
                Credential::Key { id: own, .. } => object.id == own,
                _ => false,
            },
            Entity::Role => true,
            // Creators see what they created.
            Entity::Client | Entity::Site => !self.identity.scope.is_everything(),
            Entity::Deployment
            | Entity::Policy
            | Entity::Task
            | Entity::Check
            | Entity::Script
            | Entity::Snippet
            | Entity::CustomField
            | Entity::KeyStore
            | Entity::CoreSettings
            | Entity::View
            | Entity::PendingAgent
            | Entity::Rollout
            | Entity::UrlAction
            | Entity::AlertTemplate
            | Entity::MaintenanceWindow => false,
        }
    }

    /// Whether the location of an event is in scope. An event without one
    /// concerns everyone.
    pub fn sees_location(&self, event: &Event) -> bool {
        match (event.client, event.site) {
            (Some(client), Some(site)) => self.identity.scope.has_site(client, site),
            (Some(client), None) => self.sees_client(client),
            _ => true,
        }
    }

    /// Whether something was in scope before it moved.
    pub fn saw_former_location(&self, event: &Event) -> bool {
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
