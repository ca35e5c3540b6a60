//! `POST /agents/maintenance/bulk/`: silence many agents, or end that.

use axum::Json;
use axum::extract::State;
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::action_queries::{self, Group};
use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::auth::{Caller, may};
use crate::domain::fleet;
use crate::domain::maintenance_windows::maintenance_changed;
use crate::error::{ApiError, ErrorBody, Problems};
use crate::events::Event;
use crate::events::catalogue::AgentChanges;
use crate::ids::AgentKey;
use crate::input::{Body, Fields, Parse};
use crate::time::Timestamp;
use crate::wording::sentence;

const MAX_AGENTS: usize = 5000;

/// Which agents, and what is to hold for them: `type`, `id` and `action`, or
/// `agents` and `maintenance_mode`.
#[derive(ToSchema)]
pub struct SetMaintenance {
    /// `Client` or `Site`.
    #[schema(rename = "type")]
    kind: Option<String>,
    /// Key of that client or site.
    id: Option<i64>,
    /// Whether alerts are silenced, with `type`.
    action: Option<bool>,
    /// Agents by identifier or key.
    #[schema(required = false)]
    agents: Vec<Value>,
    /// Whether alerts are silenced, with `agents`.
    maintenance_mode: Option<bool>,
    /// When that ends by itself.
    #[schema(value_type = Option<String>, format = DateTime)]
    until: Option<Timestamp>,
}

impl Parse for SetMaintenance {
    fn parse(fields: &Fields<'_>) -> Self {
        let is_by_location = fields.has("type");
        Self {
            kind: is_by_location
                .then(|| fields.text("type").one_of(&["Client", "Site"]).required()),
            id: is_by_location.then(|| fields.whole("id").required()),
            action: is_by_location.then(|| fields.flag("action").required()),
            agents: if is_by_location { Vec::new() } else { references(fields) },
            maintenance_mode: (!is_by_location).then(|| fields.flag("maintenance_mode").required()),
            until: fields.time("until").nullable().flatten(),
        }
    }
}

impl SetMaintenance {
    fn group(&self) -> Group {
        match (self.kind.as_deref(), self.id) {
            (Some("Client"), Some(id)) => Group::Client(id),
            (Some(_), Some(id)) => Group::Site(id),
            _ => Group::Agents(self.agents.clone()),
        }
    }

    fn audited(&self, is_on: bool) -> Value {
        json!({
            "type": self.kind, "id": self.id, "agents": self.agents, "maintenance_mode": is_on,
            "until": self.until,
        })
    }
}

/// Agents by identifier or by key.
fn references(fields: &Fields<'_>) -> Vec<Value> {
    if !fields.json("agents").or(Value::Null).is_array() {
        fields.problem("agents", "send a list of agents, or type and id");
        return Vec::new();
    }
    let items = fields.agents("agents").or(Vec::new());
    if items.len() > MAX_AGENTS {
        fields.problem("agents", "must have at most 5000 entries");
    }
    items
}

/// Put many agents into maintenance, or take them out.
///
/// All agents of a client or site, or those named. Only agents in the
/// caller's scope are touched.
#[utoipa::path(
    post,
    path = "/agents/maintenance/bulk/",
    tag = "agents",
    request_body = SetMaintenance,
    responses((status = 200, body = String), (status = "default", body = ErrorBody)),
)]
pub async fn set_maintenance(
    State(app): State<App>,
    caller: Caller<may::EditAgent>,
    Body(request): Body<SetMaintenance>,
) -> Result<Json<String>, ApiError> {
    let is_on = request.action.or(request.maintenance_mode).unwrap_or(false);
    let until = request.until.filter(|_| is_on);
    let mut change = Change::begin(&app, &caller).await?;
    let group = request.group();
    let members = action_queries::list_members(&*change, &caller.scope, &group).await?;
    refuse_missing(&group, members.as_deref())?;
    let members = members.unwrap_or_default();
    let ids: Vec<AgentKey> = members.iter().map(|member| member.id).collect();
    fleet::store::set_maintenance(&*change, &ids, is_on, until, &caller.username).await?;
    maintenance_changed(&change, &ids, until).await?;
    for member in &members {
        let changed = AgentChanges {
            maintenance_mode: Some(is_on),
            maintenance_until: Some(until),
            ..AgentChanges::default()
        };
        let event = Event::agent_updated(&member.agent_id, changed);
        change.publish(event.about(member.client_id, member.site_id));
    }
    let verb = if is_on { "put into" } else { "taken out of" };
    let message = match members.len() {
        1 => format!("1 agent was {verb} maintenance"),
        many => format!("{many} agents were {verb} maintenance"),
    };
    let entry = Entry::new(Action::Bulk, ObjectType::Agent, "", &message);
    change.commit(group.with_subject(entry).after(&request.audited(is_on))).await?;
    Ok(Json(sentence(&message)))
}

fn refuse_missing(group: &Group, found: Option<&[action_queries::Member]>) -> Result<(), ApiError> {
    let Some(found) = found else {
        return Err(ApiError::invalid("id", "there is no such client or site"));
    };
    let Group::Agents(wanted) = group else { return Ok(()) };
    let missing = wanted.iter().enumerate().filter(|(_, reference)| {
        !found
            .iter()
            .any(|member| **reference == json!(member.id) || **reference == json!(member.agent_id))
    });
    let sentence = "there is no such agent";
    let problems: Problems =
        missing.map(|(index, _)| (format!("agents[{index}]"), vec![sentence.to_owned()])).collect();
    if problems.is_empty() { Ok(()) } else { Err(ApiError::Invalid(problems)) }
}

impl Group {
    /// Adds the client or site to the audit row.
    fn with_subject(&self, entry: Entry) -> Entry {
        match self {
            Self::Client(id) => entry.client(*id),
            Self::Site(id) => entry.site(*id, ""),
            Self::Agents(_) => entry,
        }
    }
}
