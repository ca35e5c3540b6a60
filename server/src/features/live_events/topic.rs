//! Who may follow which topic.

use crate::app::App;
use crate::auth::{Identity, Right};
use crate::domain::fleet::find_target;
use crate::error::ApiError;
use crate::events::catalogue::{ConfigObject, Topic, TopicKind};
use crate::events::{Entity, Event, Viewer, WideTopic};
use crate::features::{bulk, runs};

/// The right to follow a topic. `None` where being logged in is enough: the
/// configuration needs the right of each object, each run is checked, and everybody
/// gets only their own watches.
pub fn right_to_follow(topic: TopicKind) -> Option<Right> {
    match topic {
        TopicKind::Wide(wide) => match wide {
            WideTopic::Agents => Some(Right::ListAgents),
            WideTopic::Checks => Some(Right::ListChecks),
            WideTopic::Tasks => Some(Right::ListAutotasks),
            WideTopic::Alerts => Some(Right::ListAlerts),
            WideTopic::Runs => Some(Right::ListAgentHistory),
            WideTopic::Pending => Some(Right::ListPendingactions),
            WideTopic::Updates => Some(Right::ManageWinupdates),
            WideTopic::Software => Some(Right::ListSoftware),
            WideTopic::Notes => Some(Right::ListNotes),
            WideTopic::Remote => Some(Right::UseRemote),
            WideTopic::Recordings => Some(Right::ViewRecordings),
            WideTopic::Watches | WideTopic::Config => None,
        },
        TopicKind::OneAgent => Some(Right::ListAgents),
        TopicKind::OneRun => None,
        TopicKind::OneBulk => Some(Right::ListAgentHistory),
    }
}

/// Refuses callers who may not follow a topic.
pub async fn check(topic: &Topic, app: &App, caller: &Identity) -> Result<(), ApiError> {
    if let Some(right) = right_to_follow(topic.kind()) {
        caller.must_have(right)?;
    }
    match topic {
        Topic::Wide(_) => Ok(()),
        Topic::Agent(id) => find_target(app, caller, id).await.map(|_| ()),
        Topic::Run(id) => runs::find_to_read(app, caller, *id).await.map(|_| ()),
        Topic::Bulk(id) => bulk::must_be_seen(app, &caller.scope, *id).await,
    }
}

/// Whether a follower of this topic may get an event on it.
pub fn may_receive(viewer: &Viewer, topic: &Topic, event: &Event) -> bool {
    let identity = &viewer.identity;
    let is_open = match topic {
        Topic::Wide(WideTopic::Config) => match event.config_object() {
            Some(object) => may_receive_about(identity, &object),
            // Only a newer replica knows what this is.
            None => identity.is_superuser,
        },
        // What a key with fewer rights than its user may know is not checked again.
        Topic::Wide(WideTopic::Watches) => {
            event.watcher() == Some(identity.user_id) && !identity.is_narrowed
        }
        // Events about no client or site are for viewers who see all of them.
        _ if event.is_about_everything() => identity.scope.is_everything(),
        // Followers of one agent get only what they could get of all agents.
        Topic::Agent(_) => {
            let right = event.topic().and_then(|topic| right_to_follow(topic.kind()));
            right.is_none_or(|right| identity.rights.has(right))
        }
        _ => true,
    };
    is_open && viewer.sees_location(event)
}

/// Whether a viewer may get events about an object of the configuration.
fn may_receive_about(identity: &Identity, object: &ConfigObject) -> bool {
    match right_to_receive_about(object.entity) {
        Some(right) if object.entity == Entity::User => {
            object.id == identity.user_id || identity.rights.has(right)
        }
        // Who may change them sees them, too.
        Some(right) if object.entity == Entity::UrlAction => {
            identity.rights.has(right) || identity.rights.has(Right::EditCoreSettings)
        }
        Some(right) => identity.rights.has(right),
        // Everybody sees their own views, and those of others that are shared.
        None => object.shared == Some(true) || object.user == Some(identity.user_id),
    }
}

/// The right to get events about all such objects; `None` for views.
pub fn right_to_receive_about(entity: Entity) -> Option<Right> {
    Some(match entity {
        Entity::Client => Right::ListClients,
        Entity::Site => Right::ListSites,
        Entity::Deployment => Right::ListDeployments,
        Entity::Policy => Right::ListAutomationPolicies,
        Entity::Task => Right::ListAutotasks,
        Entity::Check => Right::ListChecks,
        Entity::Script | Entity::Snippet => Right::ListScripts,
        Entity::CustomField => Right::ViewCustomfields,
        Entity::KeyStore => Right::ViewGlobalKeystore,
        Entity::CoreSettings => Right::ViewCoreSettings,
        Entity::Role => Right::ListRoles,
        Entity::ApiKey => Right::ListApiKeys,
        Entity::User => Right::ListAccounts,
        Entity::PendingAgent => Right::ListAgents,
        Entity::View => return None,
        Entity::Rollout => Right::ListAgents,
        Entity::UrlAction => Right::RunUrlactions,
        Entity::AlertTemplate => Right::ListAlerttemplates,
        Entity::MaintenanceWindow => Right::ListAgents,
    })
}
