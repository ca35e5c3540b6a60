//! `POST /alerts/`: a custom alert.

use axum::Json;
use axum::extract::State;
use muster_alerting::Severity;
use serde_json::Value;
use utoipa::ToSchema;

use super::alert::{Alert, SEVERITIES};
use super::queries;
use crate::app::App;
use crate::audit::{Action, Change};
use crate::auth::{Caller, may};
use crate::domain::alerts::open_custom;
use crate::domain::fleet::{Target, find_in_scope, list_targets};
use crate::error::{ApiError, ErrorBody};
use crate::ids::AgentKey;
use crate::input::{Body, Fields, Parse};

const LONGEST_MESSAGE: usize = 2000;

/// What is wrong, and where.
#[derive(ToSchema)]
pub struct CreateAlert {
    /// What is wrong.
    message: String,
    /// `info`, `warning` or `error`.
    #[schema(required = false, default = "info")]
    severity: String,
    /// Identifier or key of the agent it is about. Without one, only callers without
    /// a scope may post it, and see it.
    #[schema(value_type = Option<String>)]
    agent: Option<Value>,
    /// `custom`.
    #[schema(required = false, default = "custom")]
    #[expect(dead_code, reason = "only one value is accepted")]
    alert_type: String,
}

impl Parse for CreateAlert {
    fn parse(fields: &Fields<'_>) -> Self {
        let agents = fields.json("agent").nullable().flatten();
        if agents.as_ref().is_some_and(|agent| !agent.is_string() && !agent.is_i64()) {
            fields.problem("agent", "must be an agent_id or a key");
        }
        Self {
            message: fields.text("message").not_blank().max(LONGEST_MESSAGE).required(),
            severity: fields.text("severity").one_of(SEVERITIES).or("info".to_owned()),
            agent: agents,
            alert_type: fields.text("alert_type").one_of(&["custom"]).or("custom".to_owned()),
        }
    }
}

/// Open a custom alert.
///
/// It is shown, and goes to the recipients of the agent's alert template if that says
/// so for agents. It stays open until somebody closes it. In maintenance of the agent
/// it is stored as suppressed.
#[utoipa::path(
    post,
    path = "/alerts/",
    tag = "alerts",
    request_body = CreateAlert,
    responses((status = 200, body = Alert), (status = "default", body = ErrorBody)),
)]
pub async fn create_alert(
    State(app): State<App>,
    caller: Caller<may::ManageAlerts>,
    Body(request): Body<CreateAlert>,
) -> Result<Json<Alert>, ApiError> {
    let target = match &request.agent {
        Some(agent) => Some(find_agent(&app, &caller, agent).await?),
        None => {
            caller.must_see_everything()?;
            None
        }
    };
    let severity = Severity::parse(&request.severity).unwrap_or_default();
    let mut change = Change::begin(&app, &caller).await?;
    let agent = target.as_ref().map(|target| target.id);
    let (id, announcements) =
        open_custom(&app, &change, agent, (severity, &request.message)).await?;
    let id = id.ok_or(ApiError::NotFound("alert"))?;
    let alert = queries::find_alert(&*change, &caller.scope, id).await?;
    let alert = alert.ok_or(ApiError::NotFound("alert"))?;
    announcements.events.into_iter().for_each(|event| change.publish(event));
    let message = format!("{} opened {}", caller.username, alert.title());
    change.commit(alert.entry(Action::Add, message).after(&alert)).await?;
    app.jobs.wake().await;
    Ok(Json(alert))
}

async fn find_agent(
    app: &App,
    caller: &Caller<may::ManageAlerts>,
    agent: &Value,
) -> Result<Target, ApiError> {
    let db = app.db.read();
    let found = match agent.as_i64() {
        Some(key) => {
            let found = list_targets(db, &[AgentKey(key)]).await?.pop();
            found.filter(|target| caller.scope.has_site(target.client_id, target.site_id))
        }
        None => {
            let agent_id = agent.as_str().unwrap_or_default().into();
            find_in_scope(db, &caller.scope, &agent_id).await?
        }
    };
    found.ok_or_else(|| ApiError::invalid("agent", "choose an agent"))
}
