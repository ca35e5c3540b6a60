//! `PATCH /core/urlaction/run/`: resolves an address that a person opens, or
//! sends a webhook.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderName, HeaderValue};
use axum::response::{IntoResponse, Response};
use serde_json::json;
use utoipa::ToSchema;

use super::subject::NamedSubject;
use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::auth::{Caller, may};
use crate::domain::freeze::must_be_thawed;
use crate::domain::key_store::Code;
use crate::domain::placeholders::PlaceholderValues;
use crate::domain::webhooks::{self, ActionType, Cause, CausedBy, Missing, StoredAction, Subject};
use crate::error::{ApiError, ErrorBody};
use crate::input::{Body, Fields, Parse};

/// Which URL action, and for what: exactly one of `agent_id`, `site` and `client`.
#[derive(ToSchema)]
pub struct RunUrlAction {
    /// Key of the URL action.
    action: i64,
    /// An agent, by its identifier or its key.
    agent_id: Option<String>,
    /// Key of a site.
    site: Option<i64>,
    /// Key of a client.
    client: Option<i64>,
}

impl Parse for RunUrlAction {
    fn parse(fields: &Fields<'_>) -> Self {
        let request = Self {
            action: fields.whole("action").required(),
            agent_id: fields.text("agent_id").nullable().flatten(),
            site: fields.whole("site").nullable().flatten(),
            client: fields.whole("client").nullable().flatten(),
        };
        let named = [request.agent_id.is_some(), request.site.is_some(), request.client.is_some()];
        match named.iter().filter(|is_named| **is_named).count() {
            1 => {}
            0 => fields.problem("agent_id", "choose an agent, a site or a client"),
            _ => fields.problem("agent_id", "choose only one of agent_id, site and client"),
        }
        request
    }
}

impl RunUrlAction {
    fn subject(&self) -> NamedSubject {
        match (&self.agent_id, self.site, self.client) {
            (Some(agent), ..) => NamedSubject::agent(agent),
            (None, Some(site), _) => NamedSubject::Key(Subject::Site(site)),
            (None, None, client) => {
                NamedSubject::Key(client.map_or(Subject::Nobody, Subject::Client))
            }
        }
    }
}

/// Run a URL action.
///
/// Answers with the address, its placeholders filled in. Of an action of type
/// `web` it is for the caller to open; one of type `rest` is sent by the server in
/// the background, and the header `X-Delivery-Id` names its delivery. All
/// placeholders must have a value.
#[utoipa::path(
    patch,
    path = "/core/urlaction/run/",
    tag = "core",
    request_body = RunUrlAction,
    responses((status = 200, body = String), (status = "default", body = ErrorBody)),
)]
pub async fn run_url_action(
    State(app): State<App>,
    caller: Caller<may::RunUrlactions>,
    Body(request): Body<RunUrlAction>,
) -> Result<Response, ApiError> {
    let subject = request.subject().find(&app, &caller).await?;
    let action = webhooks::find_action(app.db.read(), &app.vault, request.action).await?;
    let action = action.ok_or(ApiError::NotFound("URL action"))?;
    let is_sent = action.action_type == ActionType::Rest;
    if is_sent {
        must_be_thawed(app.db.read()).await?;
    }
    let address = resolve(&action, &subject.values(&app).await?)?;

    let change = Change::begin(&app, &caller).await?;
    let mut delivery = None;
    if is_sent {
        let cause = Cause {
            text: format!("run by {}", caller.username),
            by: CausedBy::caller(&caller),
            subject: subject.key(),
            alert: BTreeMap::new(),
        };
        delivery = Some(webhooks::enqueue(&app, &*change, action.id, &cause).await?);
    }
    let message = format!("ran URL action {}{}", action.name, subject.phrase());
    let entry = Entry::new(Action::CallUrl, ObjectType::UrlAction, action.id, message);
    change.commit(subject.mark(entry.after(&json!({ "url": address })))).await?;
    app.jobs.wake().await;
    Ok(answer(address, delivery))
}

/// The address as the caller may see it. Everything that would be sent must have
/// a value.
fn resolve(action: &StoredAction, values: &PlaceholderValues) -> Result<String, ApiError> {
    let template = &action.template;
    let address = match action.action_type {
        ActionType::Web => webhooks::fill_address(&template.pattern, values),
        ActionType::Rest => {
            let how = (Code::Webhook, Missing::Refused);
            webhooks::prepare(template, None, values, how).map(|prepared| prepared.shown_url)
        }
    };
    address.map_err(ApiError::Invalid)
}

fn answer(address: String, delivery: Option<i64>) -> Response {
    let header = delivery.map(HeaderValue::from);
    let mut response = Json(address).into_response();
    if let Some(header) = header {
        response.headers_mut().insert(HeaderName::from_static("x-delivery-id"), header);
    }
    response
}
