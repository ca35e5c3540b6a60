//! What a policy is set on: found in the caller's scope, and named for the audit log.

use sea_orm::{ConnectionTrait, DbErr};
use serde::Serialize;
use utoipa::ToSchema;

use super::queries::{self, FoundSite};
use crate::audit::{Action, Entry, ObjectType};
use crate::auth::Identity;
use crate::domain::fleet::{Target, find_in_scope};
use crate::domain::remote::{
    PolicyOwner, RemotePolicy, StoredPolicy, find_policy, list_layers, merged,
};
use crate::error::ApiError;
use crate::events::{Entity, Event};
use crate::ids::AgentId;
use crate::time::Timestamp;

/// An owner, with what events and the audit log say about it.
pub(super) enum FoundOwner {
    Everything,
    Client(i64),
    Site(FoundSite),
    Agent(Box<Target>),
}

/// A policy as the API shows it.
#[derive(Serialize, ToSchema)]
pub struct ShownRemotePolicy {
    /// What is set here; a rule that is left out is as the next wider level says.
    policy: RemotePolicy,
    /// What applies here, all levels together: every rule has a value.
    effective: RemotePolicy,
    /// Who set it last; empty if nobody has.
    modified_by: String,
    /// When it was set last.
    #[schema(value_type = Option<String>, format = DateTime)]
    modified_time: Option<Timestamp>,
}

/// Finds what a path names, in the caller's scope. The policy of everything is read by
/// everybody who may read policies: it applies to them, too.
pub(super) async fn find_owner(
    db: &impl ConnectionTrait,
    caller: &Identity,
    level: &str,
    id: &str,
) -> Result<FoundOwner, ApiError> {
    let scope = &caller.scope;
    let key = id.parse::<i64>().unwrap_or(0);
    match level {
        "client" => match queries::has_client(db, scope, key).await? {
            true => Ok(FoundOwner::Client(key)),
            false => Err(ApiError::NotFound("client")),
        },
        "site" => {
            let site = queries::find_site(db, scope, key).await?;
            site.map(FoundOwner::Site).ok_or(ApiError::NotFound("site"))
        }
        "agent" => {
            let target = find_in_scope(db, scope, &AgentId::from(id)).await?;
            let target = target.ok_or(ApiError::NotFound("agent"))?;
            Ok(FoundOwner::Agent(Box::new(target)))
        }
        _ => Err(ApiError::NotFound("policy")),
    }
}

impl FoundOwner {
    /// As policies are stored.
    pub(super) fn owner(&self) -> PolicyOwner {
        match self {
            Self::Everything => PolicyOwner::Everything,
            Self::Client(id) => PolicyOwner::Client(*id),
            Self::Site(site) => PolicyOwner::Site(site.id),
            Self::Agent(target) => PolicyOwner::Agent(target.id),
        }
    }

    /// The event after a change; whoever is connected is checked again with it.
    pub(super) fn event(&self) -> Event {
        match self {
            Self::Everything => Event::saved(Entity::CoreSettings, 1),
            Self::Client(id) => Event::saved(Entity::Client, *id).about_client(*id),
            Self::Site(site) => Event::saved(Entity::Site, site.id).about(site.client_id, site.id),
            Self::Agent(target) => target.locate(Event::agent_outdated(&target.agent_id)),
        }
    }

    /// The row of the audit log.
    pub(super) fn entry(&self, by: &str) -> Entry {
        let message = |of: &str| format!("{by} changed what remote sessions may do {of}");
        match self {
            Self::Everything => {
                Entry::new(Action::Modify, ObjectType::CoreSettings, 1, message("everywhere"))
            }
            Self::Client(id) => {
                let message = message(&format!("at client {id}"));
                Entry::new(Action::Modify, ObjectType::Client, *id, message).client(*id)
            }
            Self::Site(FoundSite { id, client_id, name }) => {
                let message = message(&format!("at site {name}"));
                let entry = Entry::new(Action::Modify, ObjectType::Site, *id, message);
                entry.client(*client_id).site(*id, name)
            }
            Self::Agent(target) => {
                let message = message(&format!("on {}", target.hostname));
                target.entry(Action::Modify, ObjectType::Agent, message)
            }
        }
    }

    /// The policy as it is shown.
    pub(super) async fn show(&self, db: &impl ConnectionTrait) -> Result<ShownRemotePolicy, DbErr> {
        let stored = find_policy(db, self.owner()).await?;
        let effective = merged(&list_layers(db, self.owner()).await?);
        Ok(match stored {
            Some(StoredPolicy { policy, modified_by, modified_time }) => {
                let modified_time = Some(modified_time);
                ShownRemotePolicy { policy, effective, modified_by, modified_time }
            }
            None => ShownRemotePolicy {
                policy: RemotePolicy::default(),
                effective,
                modified_by: String::new(),
                modified_time: None,
            },
        })
    }
}
