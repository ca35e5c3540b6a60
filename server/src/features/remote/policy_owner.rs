//! What a policy is set on: found in the caller's scope, and named for the audit log.

use sea_orm::{ConnectionTrait, DbErr};
use serde::Serialize;
use utoipa::ToSchema;

use super::queries::{self, FoundSite};
use crate::audit::{Action, Entry, ObjectType};
use crate::auth::Identity;
use crate::domain::fleet::{Target, find_in_scope};
use crate::domain::remote::{
    PolicyLayer, PolicyOwner, RemotePolicy, StoredPolicy, find_policy, list_layers, merged,
};
use crate::error::ApiError;
use crate::events::{Entity, Event};
use crate::ids::AgentId;
use crate::input::IfMatch;
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
    /// The wider levels that say something, the nearest first. What none of them says is as
    /// the last one, the release, says.
    layers: Vec<RemotePolicyLayer>,
    /// Who set it last; empty if nobody has.
    modified_by: String,
    /// When it was set last.
    #[schema(value_type = Option<String>, format = DateTime)]
    modified_time: Option<Timestamp>,
}

/// A wider level, and what is set there.
#[derive(Serialize, ToSchema)]
pub struct RemotePolicyLayer {
    /// `site`, `client`, `everything` or `release`.
    level: String,
    /// Name of the site or client; empty for others.
    name: String,
    /// What is set there.
    policy: RemotePolicy,
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

    /// How the layer of its own policy is called.
    fn level(&self) -> &'static str {
        match self {
            Self::Everything => "everything",
            Self::Client(_) => "client",
            Self::Site(_) => "site",
            Self::Agent(_) => "agent",
        }
    }

    /// The policy as it is shown.
    pub(super) async fn show(&self, db: &impl ConnectionTrait) -> Result<ShownRemotePolicy, DbErr> {
        let stored = find_policy(db, self.owner()).await?;
        let (policy, modified_by, modified_time) = match stored {
            Some(StoredPolicy { policy, modified_by, modified_time }) => {
                (policy, modified_by, Some(modified_time))
            }
            None => (RemotePolicy::default(), String::new(), None),
        };
        let mut layers = list_layers(db, self.owner()).await?;
        layers.retain(|layer| layer.level != self.level());
        let own = std::iter::once(&policy);
        let all: Vec<_> = own.chain(layers.iter().map(|layer| &layer.policy)).cloned().collect();
        let effective = merged(&all);
        layers.push(PolicyLayer {
            level: "release".to_owned(),
            name: String::new(),
            policy: RemotePolicy::of_release(),
        });
        let layers = layers.into_iter().map(RemotePolicyLayer::from).collect();
        Ok(ShownRemotePolicy { policy, effective, layers, modified_by, modified_time })
    }
}

impl From<PolicyLayer> for RemotePolicyLayer {
    fn from(PolicyLayer { level, name, policy }: PolicyLayer) -> Self {
        Self { level, name, policy }
    }
}

impl ShownRemotePolicy {
    /// Refuses a change that was made from an older state. What nobody has set has none.
    pub(super) fn must_be_newest_for(&self, seen: &IfMatch) -> Result<(), ApiError> {
        match self.modified_time {
            Some(time) => seen.must_be(&self.modified_by, time, self),
            None => Ok(()),
        }
    }

    /// What is set here.
    pub(super) fn into_policy(self) -> RemotePolicy {
        self.policy
    }
}
