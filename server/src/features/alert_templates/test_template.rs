//! `POST /alerts/templates/<id>/test/`: who would be notified, and what would run.

use axum::Json;
use axum::extract::State;
use muster_alerting::channels::{Channel, Channels, Globals, Plan, Subject, explain, plan};
use muster_alerting::{Kind, Severity};
use sea_orm::{ConnectionTrait, DbErr};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::load::Names;
use super::messages::send_messages;
use super::queries::{self, TestedAgent};
use crate::app::App;
use crate::auth::{Caller, may};
use crate::domain::alert_templates::{
    StoredTemplate, TemplateRules, list_positions, list_templates,
};
use crate::domain::settings::{CoreSettings, read_plain};
use crate::error::{ApiError, ErrorBody};
use crate::input::{Body, Fields, Parse, Path, agent_reference};

const KINDS: &[&str] = &["agent", "check", "task"];
const SEVERITIES: &[&str] = &["info", "warning", "error"];

/// An alert to imagine.
#[derive(ToSchema)]
pub struct TestAlertTemplate {
    /// What fails: an `agent` that is overdue, a `check` or a `task`.
    kind: String,
    /// How bad it is; an agent that is overdue is always `error`.
    #[schema(required = false, default = "error")]
    severity: String,
    /// The agent, by identifier or key; absent: any that the template applies to.
    #[schema(value_type = Option<Object>)]
    agent: Option<Value>,
    /// Whether the check or task asks for e-mail; of an agent its own flag is used.
    #[schema(required = false)]
    email_alert: bool,
    /// Whether the check or task asks for text messages.
    #[schema(required = false)]
    text_alert: bool,
    /// Whether the check or task asks for an alert on the dashboard.
    #[schema(required = false)]
    dashboard_alert: bool,
    /// Whether to send the messages, marked as a test.
    #[schema(required = false)]
    send: bool,
}

impl Parse for TestAlertTemplate {
    fn parse(fields: &Fields<'_>) -> Self {
        let is_agent = |value: &Value| agent_reference(value).is_some();
        let agent = fields.json("agent").check(is_agent, "must be an agent_id or a key");
        Self {
            kind: fields.text("kind").one_of(KINDS).required(),
            severity: fields.text("severity").one_of(SEVERITIES).or("error".to_owned()),
            agent: agent.nullable().flatten().and_then(|value| agent_reference(&value)),
            email_alert: fields.flag("email_alert").or(false),
            text_alert: fields.flag("text_alert").or(false),
            dashboard_alert: fields.flag("dashboard_alert").or(false),
            send: fields.flag("send").or(false),
        }
    }
}

/// What would come of an alert.
#[derive(Serialize, ToSchema)]
pub struct AlertTemplateTest {
    /// Whether the template applies to the agent; null without one.
    applies: Option<bool>,
    /// What would happen and why, in sentences.
    sentences: Vec<String>,
    /// Who would get e-mail.
    email_recipients: Vec<String>,
    /// Who would get text messages.
    text_recipients: Vec<String>,
    /// Whether the alert would be shown on the dashboard.
    dashboard: bool,
    /// Name of what would run on failure.
    action: Option<String>,
    /// Name of what would run on recovery.
    resolved_action: Option<String>,
    /// The recipients that test messages were queued for.
    sent: Vec<String>,
}

/// Try out an alert template.
///
/// Answers who would be notified and what would run, with the settings as they are
/// now. Nothing runs. `send` sends the messages, marked as a test, to those who
/// would get one.
#[utoipa::path(
    post,
    path = "/alerts/templates/{id}/test/",
    tag = "alerts",
    params(("id" = i64, Path, description = "Key of the alert template")),
    request_body = TestAlertTemplate,
    responses((status = 200, body = AlertTemplateTest), (status = "default", body = ErrorBody)),
)]
pub async fn test_template(
    State(app): State<App>,
    caller: Caller<may::ManageAlerttemplates>,
    Path(id): Path<i64>,
    Body(request): Body<TestAlertTemplate>,
) -> Result<Json<AlertTemplateTest>, ApiError> {
    let db = app.db.read();
    let stored = list_templates(db, Some(id)).await?.pop().filter(|one| one.id == id);
    let stored = stored.ok_or(ApiError::NotFound("alert template"))?;
    let agent = match &request.agent {
        None => None,
        Some(reference) => {
            let found = queries::find_agent(db, &caller.scope, reference).await?;
            Some(found.ok_or_else(|| ApiError::invalid("agent", "there is no such agent"))?)
        }
    };
    let globals = globals(&read_plain(db).await?);
    let template = stored.for_agents().template;
    let subject = Subject {
        kind: request.kind(),
        severity: request.severity(),
        own: request.own_flags(agent.as_ref()),
        template: Some(&template),
        globals: &globals,
    };
    let plan = plan(&subject);
    let (applies, mut sentences) = match &agent {
        None => (None, Vec::new()),
        Some(agent) => applies_to(db, &stored, agent).await?,
    };
    sentences.extend(explain(&subject, &plan));
    let mut answer = answer(db, &stored, &plan).await?;
    (answer.applies, answer.sentences) = (applies, sentences);
    if request.send {
        let (mail, text) = (&answer.email_recipients, &answer.text_recipients);
        answer.sent = send_messages(&app, &caller, &stored, mail, text).await?;
    }
    Ok(Json(answer))
}

impl TestAlertTemplate {
    fn kind(&self) -> Kind {
        match self.kind.as_str() {
            "check" => Kind::Check,
            "task" => Kind::Task,
            _ => Kind::Availability,
        }
    }

    fn severity(&self) -> Severity {
        let severity = Severity::parse(&self.severity).unwrap_or(Severity::Error);
        if self.kind() == Kind::Availability { Severity::Error } else { severity }
    }

    fn own_flags(&self, agent: Option<&TestedAgent>) -> Channels {
        match agent.filter(|_| self.kind() == Kind::Availability) {
            Some(agent) => Channels {
                dashboard: agent.overdue_dashboard_alert,
                email: agent.overdue_email_alert,
                sms: agent.overdue_text_alert,
            },
            None => Channels {
                dashboard: self.dashboard_alert,
                email: self.email_alert,
                sms: self.text_alert,
            },
        }
    }
}

/// Whether a template applies to an agent, and why or why not.
async fn applies_to(
    db: &impl ConnectionTrait,
    stored: &StoredTemplate,
    agent: &TestedAgent,
) -> Result<(Option<bool>, Vec<String>), DbErr> {
    let rules = TemplateRules::load(db, Some(&[agent.id])).await?;
    let position = list_positions(db, &[agent.id]).await?.pop();
    let Some((rules, position)) = rules.zip(position) else { return Ok((Some(false), Vec::new())) };
    let choice = rules.choice_for(&position);
    let (name, host) = (&stored.name, &agent.hostname);
    let mut sentences = Vec::new();
    for offer in choice.offers.iter().filter(|offer| offer.template == stored.id) {
        let source = offer.source.as_str().replace('_', " ");
        sentences.push(match offer.obstacle {
            None => format!("Template: {name:?} applies to {host}, by its {source}."),
            Some(obstacle) => {
                format!("Template: {name:?} by the {source} of {host} {}.", obstacle.as_str())
            }
        });
    }
    if sentences.is_empty() {
        sentences.push(format!("Template: {name:?} is not set for {host}."));
    }
    let applies = choice.template.is_some_and(|(id, _)| id == stored.id);
    let other = choice.template.filter(|_| !applies);
    let other = other.and_then(|(id, _)| rules.templates().find(|one| one.id == id));
    sentences.extend(other.map(|other| format!("Template: {:?} applies to {host}.", other.name)));
    Ok((Some(applies), sentences))
}

/// Everything but the sentences.
async fn answer(
    db: &impl ConnectionTrait,
    stored: &StoredTemplate,
    plan: &Plan,
) -> Result<AlertTemplateTest, DbErr> {
    let names = Names::load(db, std::slice::from_ref(stored)).await?;
    let channels = plan.channels();
    let among = |channel: Channel, list: &[String]| match channels.contains(channel) {
        true => list.to_vec(),
        false => Vec::new(),
    };
    Ok(AlertTemplateTest {
        applies: None,
        sentences: Vec::new(),
        email_recipients: among(Channel::Email, &plan.email_recipients),
        text_recipients: among(Channel::Sms, &plan.text_recipients),
        dashboard: channels.contains(Channel::Dashboard),
        action: plan.action.and_then(|_| names.of(stored.action)),
        resolved_action: plan.resolved_action.and_then(|_| names.of(stored.resolved_action)),
        sent: Vec::new(),
    })
}

/// The part of the settings that decides about messages.
fn globals(settings: &CoreSettings) -> Globals {
    let from = &settings.smtp_from_email;
    Globals {
        notify_on_info: settings.notify_on_info_alerts,
        notify_on_warning: settings.notify_on_warning_alerts,
        email_recipients: settings.email_alert_recipients.clone(),
        text_recipients: settings.sms_alert_recipients.clone(),
        email_from: (!from.is_empty()).then(|| from.clone()),
    }
}
