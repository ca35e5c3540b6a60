//! Events about the configuration.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::super::Event;
#[cfg(test)]
use super::Entry;
use super::{EventType, TopicKind, WideTopic};

const TOPIC: TopicKind = TopicKind::Wide(WideTopic::Config);

const SAVED: EventType<ConfigObject> =
    EventType::new(TOPIC, "saved", "an object was created or changed");
const DELETED: EventType<ConfigObject> =
    EventType::new(TOPIC, "deleted", "an object was deleted, or a view is no longer shared");

/// The objects that events of the topic `config` are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Entity {
    /// A client.
    Client,
    /// A site.
    Site,
    /// A link to install agents.
    Deployment,
    /// An automation policy.
    Policy,
    /// A task of an agent or a policy.
    Task,
    /// A check of an agent or a policy.
    Check,
    /// A script.
    Script,
    /// A snippet for scripts.
    Snippet,
    /// The definition of a custom field.
    CustomField,
    /// An entry of the key store.
    KeyStore,
    /// The settings of the installation.
    CoreSettings,
    /// A role.
    Role,
    /// An API key.
    ApiKey,
    /// A user.
    User,
    /// A saved view of a table.
    View,
    /// A computer that waits until somebody approves it.
    PendingAgent,
    /// The rollout of an agent release.
    Rollout,
    /// An address that is opened or called.
    UrlAction,
    /// Who is notified of alerts.
    AlertTemplate,
    /// A time in which nobody is notified of alerts.
    MaintenanceWindow,
}

/// Data of `saved` and `deleted`.
#[derive(Serialize, Deserialize, ToSchema)]
pub struct ConfigObject {
    /// What was saved or deleted.
    pub entity: Entity,
    /// Key of the object.
    pub id: i64,
    /// Key of the user it belongs to; only of views.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = i64, required = false)]
    pub user: Option<i64>,
    /// Whether everybody sees it; only of views.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = bool, required = false)]
    pub shared: Option<bool>,
}

impl ConfigObject {
    fn new(entity: Entity, id: i64) -> Self {
        Self { entity, id, user: None, shared: None }
    }

    /// A view: not every watcher gets the events of every view.
    fn view(id: i64, user: i64, shared: bool) -> Self {
        Self { entity: Entity::View, id, user: Some(user), shared: Some(shared) }
    }
}

impl Event {
    /// An object was created or changed.
    pub fn saved(entity: Entity, id: i64) -> Self {
        SAVED.event(ConfigObject::new(entity, id))
    }

    /// An object was deleted.
    pub fn deleted(entity: Entity, id: i64) -> Self {
        DELETED.event(ConfigObject::new(entity, id))
    }

    /// A view of this user was created or changed.
    pub fn view_saved(id: i64, user: i64, shared: bool) -> Self {
        SAVED.event(ConfigObject::view(id, user, shared))
    }

    /// A view of this user was deleted, or others can no longer see it.
    pub fn view_deleted(id: i64, user: i64, shared: bool) -> Self {
        DELETED.event(ConfigObject::view(id, user, shared))
    }
}

#[cfg(test)]
pub(super) fn entries() -> Vec<Entry> {
    vec![SAVED.entry(), DELETED.entry()]
}
