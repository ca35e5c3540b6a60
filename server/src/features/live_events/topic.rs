//! What can be listened to, and by whom.

use serde_json::Value;

use crate::app::App;
use crate::auth::{Identity, Right};
use crate::domain::fleet::find_target;
use crate::error::ApiError;
use crate::events::{Event, Viewer};
use crate::features::{bulk, runs};

/// Topics of many objects, and the right to hear of them. What is said about
/// the configuration needs the right of each object.
const WIDE: &[(&str, Option<Right>)] = &[
    ("agents", Some(Right::ListAgents)),
    ("checks", Some(Right::ListChecks)),
    ("tasks", Some(Right::ListAutotasks)),
    ("alerts", Some(Right::ListAlerts)),
    ("runs", Some(Right::ListAgentHistory)),
    ("pending", Some(Right::ListPendingactions)),
    ("updates", Some(Right::ManageWinupdates)),
    ("software", Some(Right::ListSoftware)),
    ("notes", Some(Right::ListNotes)),
    ("config", None),
];
/// Topics whose events are also those of the one agent they are about.
const OF_AGENTS: &[&str] = &["agents", "checks", "tasks"];

/// Something to listen to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Topic {
    /// Everything of a kind.
    Wide(&'static str),
    /// One agent.
    Agent(String),
    /// One run.
    Run(i64),
    /// One bulk action.
    Bulk(i64),
}

impl Topic {
    /// Reads `agents`, `agent:<agent_id>`, `run:<id>`, ….
    pub fn parse(name: &str) -> Option<Self> {
        if let Some((wide, _)) = WIDE.iter().find(|(wide, _)| *wide == name) {
            return Some(Self::Wide(wide));
        }
        match name.split_once(':')? {
            ("agent", id) => Some(Self::Agent(id.to_owned())),
            ("run", id) => id.parse().ok().map(Self::Run),
            ("bulk", id) => id.parse().ok().map(Self::Bulk),
            _ => None,
        }
    }

    /// The name it was read from.
    pub fn name(&self) -> String {
        match self {
            Self::Wide(name) => (*name).to_owned(),
            Self::Agent(id) => format!("agent:{id}"),
            Self::Run(id) => format!("run:{id}"),
            Self::Bulk(id) => format!("bulk:{id}"),
        }
    }

    /// Refuses those who may not listen to it.
    pub async fn check(&self, app: &App, caller: &Identity) -> Result<(), ApiError> {
        match self {
            Self::Wide(name) => match right_to_hear(name) {
                Some(right) => caller.must_have(right),
                None => Ok(()),
            },
            Self::Agent(id) => {
                caller.must_have(Right::ListAgents)?;
                find_target(app, caller, id).await.map(|_| ())
            }
            Self::Run(id) => runs::find_readable(app, caller, *id).await.map(|_| ()),
            Self::Bulk(id) => {
                caller.must_have(Right::ListAgentHistory)?;
                bulk::must_be_seen(app, &caller.scope, *id).await
            }
        }
    }

    /// Whether an event belongs to it.
    pub fn carries(&self, event: &Event) -> bool {
        let is_about = |name: &str, id: i64| event.topic == "runs" && event.data[name] == id;
        match self {
            Self::Wide(name) => event.topic == *name,
            Self::Agent(id) => {
                OF_AGENTS.contains(&event.topic.as_str()) && event.data["agent_id"] == id.as_str()
            }
            Self::Run(id) => is_about("id", *id) || event.topic == self.name(),
            Self::Bulk(_) => event.topic == self.name(),
        }
    }
}

fn right_to_hear(wide: &str) -> Option<Right> {
    WIDE.iter().find(|(name, _)| *name == wide).and_then(|(_, right)| *right)
}

/// Whether somebody who follows this topic may hear of an event in it.
pub fn may_hear(viewer: &Viewer, topic: &Topic, event: &Event) -> bool {
    let identity = &viewer.identity;
    let is_open = match topic {
        Topic::Wide("config") => may_hear_of(viewer, &event.data),
        // What is said of no place is said of all places.
        _ if event.client.is_none() => identity.scope.is_everything(),
        // Whoever follows one agent hears only what they could hear of all.
        Topic::Agent(_) => {
            right_to_hear(&event.topic).is_none_or(|right| identity.rights.has(right))
        }
        _ => true,
    };
    is_open && viewer.sees_place(event)
}

/// Whether somebody may hear of an object of the configuration.
fn may_hear_of(viewer: &Viewer, data: &Value) -> bool {
    let identity = &viewer.identity;
    let entity = data["entity"].as_str().unwrap_or_default();
    let right = match entity {
        "client" => Right::ListClients,
        "site" => Right::ListSites,
        "deployment" => Right::ListDeployments,
        "policy" | "winupdatepolicy" => Right::ListAutomationPolicies,
        "task" => Right::ListAutotasks,
        "script" | "snippet" => Right::ListScripts,
        "alerttemplate" => Right::ListAlerttemplates,
        "customfield" => Right::ViewCustomfields,
        "keystore" => Right::ViewGlobalKeystore,
        "coresettings" => Right::ViewCoreSettings,
        "schedule" => Right::ViewSchedules,
        "urlaction" => Right::RunUrlactions,
        "role" => Right::ListRoles,
        "apikey" => Right::ListApiKeys,
        "user" if data["id"] == identity.user_id => return true,
        "user" | "ssoprovider" => Right::ListAccounts,
        // Everybody has views of their own, and may see those of others that
        // are shared.
        "view" => return data["shared"] == true || data["user"] == identity.user_id,
        report if report.starts_with("report") => Right::ViewReports,
        // Somebody added an object and forgot this list.
        _ => return identity.is_superuser,
    };
    identity.rights.has(right)
}
