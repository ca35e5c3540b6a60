//! `POST /agents/<agent_id>/runscript/`: run a script of the library.

use axum::extract::State;
use axum::response::Response;
use serde_json::{Map, Value};
use utoipa::ToSchema;

use super::script_source::{ScriptForRun, ScriptOptions, find_for_run};
use super::server_args::must_not_become_options;
use super::{collector, follow_up, placeholders, result_mail, script_input, script_platform};
use crate::app::App;
use crate::audit::{Action, Entry, ObjectType};
use crate::auth::{Caller, Identity, Right, may};
use crate::domain::fleet::{Target, find_target};
use crate::domain::runs::answer::{self, AnswerForm, RunResult};
use crate::domain::runs::{self as engine, IfOffline, Keep, Launch, StartedRun, queue_hours};
use crate::domain::settings::must_allow_server_scripts;
use crate::error::{ApiError, ErrorBody};
use crate::idempotency::IdempotencyKey;
use crate::ids::AgentId;
use crate::input::{Body, Fields, Parse, Path, Query};
use crate::mail::is_address;

const OUTPUTS: &[&str] = &["wait", "forget", "email", "collector", "note"];

/// Which script, and what becomes of its output.
#[derive(Debug, ToSchema)]
#[serde(rename_all = "snake_case")]
pub struct RunScript {
    /// Key of the script.
    script: i64,
    /// `wait`, `forget`, `email`, `collector` or `note`.
    #[schema(required = false, default = "wait")]
    output: String,
    /// Who gets the result, for `email`.
    #[schema(required = false)]
    emails: Vec<String>,
    /// `default` for the global recipients, `custom` for `emails`.
    #[schema(required = false, default = "default")]
    #[serde(rename = "emailMode")]
    email_mode: String,
    /// Key of the custom field, for `collector`.
    custom_field: Option<i64>,
    /// All output instead of its last line, for `collector`.
    #[schema(required = false)]
    save_all_output: bool,
    /// Arguments, passed on as a list.
    #[schema(required = false)]
    args: Vec<String>,
    /// `KEY=VALUE` each.
    #[schema(required = false)]
    env_vars: Vec<String>,
    /// Run as the person at the machine.
    #[schema(required = false)]
    run_as_user: bool,
    /// Seconds until it is killed, 1 to 86400; the script's own if absent.
    timeout: Option<u32>,
    /// Hours to wait for an agent that is offline, 1 to 720, for `forget`
    /// and `email`.
    #[schema(required = false, default = 24)]
    queue_hours: u32,
    /// Run on the server instead, with the agent's values for placeholders;
    /// needs can_run_server_scripts and a caller without a scope.
    #[schema(required = false)]
    run_on_server: bool,
    /// The body as it came.
    #[schema(ignore)]
    raw: Map<String, Value>,
}

impl Parse for RunScript {
    fn parse(fields: &Fields<'_>) -> Self {
        let output = fields.text("output").one_of(OUTPUTS).or("wait".to_owned());
        let custom_field = fields.whole("custom_field").nullable().flatten();
        if output == "collector" && custom_field.is_none() {
            fields.problem("custom_field", "choose the custom field that keeps the output");
        }
        let emails = fields.texts("emails").or(Vec::new());
        for (index, address) in emails.iter().enumerate() {
            if !is_address(address) {
                fields.problem(&format!("emails[{index}]"), "must be an e-mail address");
            }
        }
        let modes = &["default", "custom"];
        let email_mode = fields.text("emailMode").one_of(modes).or("default".to_owned());
        if output == "email" && email_mode == "custom" && emails.is_empty() {
            fields.problem("emails", "enter at least one recipient");
        }
        Self {
            script: fields.whole("script").required(),
            output,
            emails,
            email_mode,
            custom_field,
            save_all_output: fields.flag("save_all_output").or(false),
            args: script_input::args(fields),
            env_vars: script_input::env_vars(fields),
            run_as_user: fields.flag("run_as_user").or(false),
            timeout: script_input::timeout(fields),
            queue_hours: queue_hours(fields),
            run_on_server: fields.flag("run_on_server").or(false),
            raw: fields
                .names()
                .map(|name| (name.to_owned(), fields.json(name).or(Value::Null)))
                .collect(),
        }
    }
}

/// Run a script of the library on an agent.
///
/// `wait`, `collector` and `note` answer when the agent does: stdout followed
/// by stderr, or with `detail=true` an object. `forget` and `email` answer at
/// once with a sentence; for an agent that is offline the script waits.
#[utoipa::path(
    post,
    path = "/agents/{agent_id}/runscript/",
    tag = "agents",
    params(
        ("agent_id" = String, Path),
        ("Idempotency-Key" = Option<String>, Header, description = "Starts nothing twice within 24 h."),
        AnswerForm,
    ),
    request_body = RunScript,
    responses((status = 200, body = RunResult), (status = "default", body = ErrorBody)),
)]
pub async fn run_script(
    State(app): State<App>,
    caller: Caller<may::RunScripts>,
    Path(agent_id): Path<AgentId>,
    Query(form): Query<AnswerForm>,
    key: Option<IdempotencyKey>,
    Body(request): Body<RunScript>,
) -> Result<Response, ApiError> {
    let target = find_target(&app, &caller, &agent_id).await?;
    let forgets = matches!(request.output.as_str(), "forget" | "email");
    let hours = request.queue_hours;
    let launch = into_launch(&app, &caller, target, request).await?;
    let launch = launch.keyed(key);
    if forgets {
        let started = start_somewhere(&app, &caller, &launch, hours).await?;
        let what = format!("the script {}", launch.instruction.script_name);
        return engine::answer_started(&app, started, launch.location(), &what, form).await;
    }
    let run = engine::run_to_end(&app, &caller, &launch).await?;
    follow_up::keep_output(&app, run.id).await?;
    answer::answer(&app, run, form).await
}

/// The run of a script; refuses what the caller may not do, or the script
/// cannot.
pub(super) async fn into_launch(
    app: &App,
    caller: &Identity,
    target: Target,
    request: RunScript,
) -> Result<Launch, ApiError> {
    if request.run_on_server {
        caller.must_have(Right::RunServerScripts)?;
        caller.must_see_everything()?;
        must_allow_server_scripts(app).await?;
    }
    let script = find_for_run(app.db.read(), request.script).await?;
    let script = script.ok_or_else(|| ApiError::invalid("script", "choose a script"))?;
    match request.run_on_server {
        true => script_platform::check_server(&script, request.run_as_user)?,
        false => script_platform::check_agent(&script, &target)?,
    }
    let keep = keep(app, &request).await?;
    let asked = Value::Object(request.raw.clone());
    let mut launch = prepare(app, &caller.username, target, script, request).await?;
    launch.instruction.keep = keep;
    launch.instruction.check_size("args")?;
    Ok(launch.with_request(app, &asked))
}

/// The server is always available: nothing waits for it.
async fn start_somewhere(
    app: &App,
    caller: &Identity,
    launch: &Launch,
    hours: u32,
) -> Result<StartedRun, ApiError> {
    if launch.server.is_empty() {
        return engine::start(app, caller, launch, IfOffline::wait_hours(hours)).await;
    }
    let started = engine::start(app, caller, launch, IfOffline::Fail).await?;
    Ok(StartedRun { waits: false, ..started })
}

/// What is done with the output; refuses what is not possible.
async fn keep(app: &App, request: &RunScript) -> Result<Keep, ApiError> {
    let mut keep = Keep { note: request.output == "note", ..Keep::default() };
    match (request.output.as_str(), request.custom_field) {
        ("email", _) => {
            let custom = (request.email_mode == "custom").then(|| request.emails.clone());
            keep.mail_to = result_mail::recipients(app, custom).await?;
        }
        ("collector", Some(field)) => {
            collector::check_field(app.db.read(), field).await?;
            keep.custom_field = Some(field);
            keep.all_output = request.save_all_output;
        }
        _ => {}
    }
    Ok(keep)
}

async fn prepare(
    app: &App,
    username: &str,
    target: Target,
    script: ScriptForRun,
    request: RunScript,
) -> Result<Launch, ApiError> {
    let audit = entry(username, &target, &script, &request);
    let RunScript { args, env_vars, .. } = request;
    let asked = args.clone();
    let filled = placeholders::filled(app, &target, &script.shell, args, env_vars).await?;
    if request.run_on_server {
        must_not_become_options(&asked, &filled.args)?;
    }
    let how = ScriptOptions { timeout: request.timeout, run_as_user: request.run_as_user };
    let launch = Launch::new(script.instruction(app, filled, how), target, audit);
    Ok(if request.run_on_server { launch.on_server(app) } else { launch })
}

/// Arguments as they were sent, placeholders not filled in; of the environment
/// only the names, as values are where people put passwords.
fn entry(username: &str, target: &Target, script: &ScriptForRun, request: &RunScript) -> Entry {
    let location = match request.run_on_server {
        true => format!("the server for {}", target.hostname),
        false => target.hostname.clone(),
    };
    let message = format!("{username} ran the script {} on {location}", script.name);
    let names = request.env_vars.iter().map(|entry| entry.split('=').next().unwrap_or_default());
    let mut after = serde_json::json!({
        "script": script.id, "name": script.name, "output": request.output,
        "args": request.args, "env_vars": names.collect::<Vec<_>>(),
    });
    if request.run_on_server {
        after["run_on_server"] = true.into();
    }
    target.entry(Action::ExecuteScript, ObjectType::Agent, message).after(&after)
}
