//! `POST /core/urlaction/run/test/`: sends a webhook at once and shows the
//! answer.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;

use super::form::{body, headers, pattern, read_enum, rest_method, secret};
use super::key_store_use::check_key_store;
use super::subject::NamedSubject;
use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::auth::{Caller, Identity, Secret, may};
use crate::domain::freeze::must_be_thawed;
use crate::domain::key_store::Code;
use crate::domain::placeholders::PlaceholderValue;
use crate::domain::webhooks::{
    self, ActionType, FoundSubject, Headers, Missing, Prepared, RestMethod, StoredAction, Subject,
    Template, pattern_problem,
};
use crate::error::{ApiError, ErrorBody, Problems};
use crate::input::{Body, Fields, Parse};
use crate::slot::release_slot;
use crate::time::Timestamp;

const INSTANCES: &[&str] = &["agent", "client", "site", "none"];

/// A webhook to be tried out.
#[derive(ToSchema)]
pub struct TestUrlAction {
    /// The address, with placeholders.
    pattern: String,
    /// The method.
    #[schema(value_type = String)]
    rest_method: RestMethod,
    /// The body, with placeholders; may be empty.
    rest_body: String,
    /// The headers: a JSON object of texts, as text or as it is; may be empty.
    #[schema(value_type = String)]
    rest_headers: Headers,
    /// What it is about: `agent`, `client`, `site` or `none`.
    run_instance_type: String,
    /// The agent's identifier or key, or the key of the client or site.
    run_instance_id: Option<String>,
    /// Key of the stored URL action that masks stand for the values of. They do
    /// while the address is the stored one.
    id: Option<i64>,
    /// What it is signed with; the mask for the stored one. Absent: the stored
    /// one, if `id` is sent.
    #[schema(value_type = Option<String>)]
    signing_secret: Option<Option<Secret>>,
}

/// What became of it.
#[derive(Serialize, ToSchema)]
pub struct UrlActionTest {
    /// The address as it was called, without secrets.
    url: String,
    /// The beginning of the answer, or why there is none.
    result: String,
    /// The body as it was sent, without secrets.
    body: String,
    /// The HTTP status of the answer; null when there is none.
    status: Option<u16>,
}

impl Parse for TestUrlAction {
    fn parse(fields: &Fields<'_>) -> Self {
        if !fields.has("rest_headers") {
            fields.problem("rest_headers", "this field is required");
        }
        let request = Self {
            pattern: pattern(fields).required(),
            rest_method: read_enum(rest_method(fields).required()),
            rest_body: body(fields).required(),
            rest_headers: headers(fields).unwrap_or_default(),
            run_instance_type: fields.text("run_instance_type").one_of(INSTANCES).required(),
            run_instance_id: fields.text("run_instance_id").nullable().flatten(),
            id: fields.whole("id").nullable().flatten(),
            signing_secret: secret(fields).secret(),
        };
        if !request.pattern.is_empty()
            && let Some(problem) = pattern_problem(ActionType::Rest, &request.pattern)
        {
            fields.problem("pattern", problem);
        }
        if let Err(problem) = request.subject() {
            fields.problem("run_instance_id", problem);
        }
        request
    }
}

impl TestUrlAction {
    /// What it is about.
    fn subject(&self) -> Result<NamedSubject, &'static str> {
        let id = self.run_instance_id.as_deref().unwrap_or_default().trim();
        let key = || id.parse::<i64>().map_err(|_| "must be a whole number");
        Ok(match self.run_instance_type.as_str() {
            "agent" if id.is_empty() => return Err("choose an agent"),
            "site" if id.is_empty() => return Err("choose a site"),
            "client" if id.is_empty() => return Err("choose a client"),
            "agent" => NamedSubject::agent(id),
            "site" => NamedSubject::Key(Subject::Site(key()?)),
            "client" => NamedSubject::Key(Subject::Client(key()?)),
            _ => NamedSubject::Key(Subject::Nobody),
        })
    }

    /// What is sent, and what it is signed with. Values of the stored URL action
    /// go where they went before, and nowhere else.
    fn with_stored(
        self,
        stored: Option<&StoredAction>,
    ) -> Result<(Template, Option<Secret>), ApiError> {
        let stored = stored.filter(|stored| stored.template.pattern == self.pattern);
        let known = stored.map(|stored| &stored.template.headers);
        let headers = self.rest_headers.unmasked(known).map_err(|masks| {
            ApiError::Invalid(Problems::from([("rest_headers".to_owned(), masks)]))
        })?;
        let (pattern, method, body) = (self.pattern, self.rest_method, self.rest_body);
        let secret = self.signing_secret.unwrap_or_else(|| stored?.secret.clone());
        Ok((Template { pattern, method, body, headers }, secret))
    }
}

/// Try out a webhook.
///
/// Sends it once and answers with what the other side said, its first 4 KiB.
/// `{{alert.…}}` has sample values. A target that the server may not connect to is
/// 400; any other failure is in `result`, with `status` null.
#[utoipa::path(
    post,
    path = "/core/urlaction/run/test/",
    tag = "core",
    request_body = TestUrlAction,
    responses((status = 200, body = UrlActionTest), (status = "default", body = ErrorBody)),
)]
pub async fn test_url_action(
    State(app): State<App>,
    caller: Caller<may::RunUrlactions>,
    Body(request): Body<TestUrlAction>,
) -> Result<Json<UrlActionTest>, ApiError> {
    let named = request.subject().map_err(|why| ApiError::invalid("run_instance_id", why))?;
    let subject = named.find(&app, &caller).await?;
    must_be_thawed(app.db.read()).await?;
    let id = request.id;
    let (prepared, secret) = prepare(&app, &caller, &subject, request).await?;
    let allowed = &app.settings.outbound_allow;
    let target = webhooks::must_be_allowed(&prepared.request.url, allowed).await;
    target.map_err(|why| ApiError::invalid("pattern", why.to_string()))?;

    let change = Change::begin(&app, &caller).await?;
    let message = format!("tried out a webhook{}", subject.phrase());
    let id = id.map_or(String::new(), |id| id.to_string());
    let entry = Entry::new(Action::CallUrl, ObjectType::UrlAction, id, message);
    change.commit(subject.mark(entry.after(&json!({ "url": prepared.shown_url })))).await?;

    release_slot();
    let answer = webhooks::call(&app, &prepared, secret.as_ref(), None).await;
    let (url, body) = (prepared.shown_url, prepared.shown_body);
    Ok(Json(match answer {
        Ok(answer) => UrlActionTest { url, body, result: answer.text, status: Some(answer.status) },
        Err(error) => UrlActionTest { url, body, result: error.to_string(), status: None },
    }))
}

/// The request with everything filled in, and what it is signed with.
async fn prepare(
    app: &App,
    caller: &Identity,
    subject: &FoundSubject,
    request: TestUrlAction,
) -> Result<(Prepared, Option<Secret>), ApiError> {
    let stored = match request.id {
        Some(id) => webhooks::find_action(app.db.read(), &app.vault, id).await?,
        None => None,
    };
    let (template, secret) = request.with_stored(stored.as_ref())?;
    let is_stored = stored.is_some_and(|stored| stored.template == template);
    if !is_stored {
        check_key_store(caller, &template)?;
    }
    let mut values = subject.values(app).await?;
    values.alert = sample_alert();
    let code = if is_stored { Code::Webhook } else { Code::AdHoc };
    let how = (code, Missing::Refused);
    let prepared = webhooks::prepare(&template, secret.as_ref(), &values, how);
    Ok((prepared.map_err(ApiError::Invalid)?, secret))
}

/// An alert that never was.
fn sample_alert() -> BTreeMap<String, PlaceholderValue> {
    let now = Timestamp::now().to_string();
    [("message", "Test alert from Muster"), ("severity", "info"), ("time", now.as_str())]
        .map(|(name, text)| (name.to_owned(), PlaceholderValue::Text(text.to_owned())))
        .into()
}
