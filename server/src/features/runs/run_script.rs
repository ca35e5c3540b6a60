//! `POST /agents/<agent_id>/runscript/`: run a script of the library.

use axum::extract::State;
use axum::response::Response;
use serde_json::Value;

use super::fingerprint::Fingerprint;
use super::script_request::RunScript;
use super::script_source::{ScriptForRun, ScriptOptions, find_for_run};
use super::server_args::must_not_become_options;
use super::{
    collector, follow_up, key_store_use, placeholders, result_mail, script_input, script_platform,
};
use crate::app::App;
use crate::audit::{Action, Entry, ObjectType};
use crate::auth::{Caller, Identity, Right, may};
use crate::domain::fleet::{Target, find_target};
use crate::domain::key_store::Code;
use crate::domain::runs::answer::{self, AnswerForm, RunResult};
use crate::domain::runs::{self as engine, IfOffline, Keep, Launch, StartedRun};
use crate::domain::settings::must_allow_server_scripts;
use crate::environment;
use crate::error::{ApiError, ErrorBody};
use crate::idempotency::IdempotencyKey;
use crate::ids::AgentId;
use crate::input::{Body, Path, Query};

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
    mut request: RunScript,
) -> Result<Launch, ApiError> {
    if request.run_on_server {
        caller.must_have(Right::RunServerScripts)?;
        caller.must_see_everything()?;
        must_allow_server_scripts(app).await?;
    }
    let script = find_for_run(app.db.read(), request.script, Some(caller.user_id)).await?;
    let script = script.ok_or_else(|| ApiError::invalid("script", "choose a script"))?;
    match request.run_on_server {
        true => script_platform::check_server(&script, request.run_as_user)?,
        false => script_platform::check_agent(&script, &target)?,
    }
    request.env_vars = script_input::unmasked(request.env_vars, &script)?;
    key_store_use::check_library(app, caller, &script, &request.args, &request.env_vars).await?;
    let keep = keep(app, caller, &target, &request).await?;
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
async fn keep(
    app: &App,
    caller: &Identity,
    target: &Target,
    request: &RunScript,
) -> Result<Keep, ApiError> {
    let mut keep = Keep { note: request.output == "note", ..Keep::default() };
    match (request.output.as_str(), request.custom_field) {
        ("email", _) => {
            let custom = (request.email_mode == "custom").then(|| request.emails.clone());
            keep.mail_to = result_mail::recipients(app, custom).await?;
        }
        ("collector", Some(field)) => {
            collector::check_field(app.db.read(), caller, field, &[target]).await?;
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
    let RunScript { args, env_vars, .. } = &request;
    let code = (script.shell.as_str(), Code::Library(script.id));
    let filled = placeholders::filled(app, &target, code, args, env_vars).await?;
    if request.run_on_server {
        must_not_become_options(args, &filled.args)?;
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
    let mut after = serde_json::json!({
        "script": script.id, "name": script.name, "version": script.version,
        "code_sha256": Fingerprint::of(&script.body).hash, "output": request.output,
        "args": request.args, "env_vars": environment::names(&request.env_vars),
    });
    if request.run_on_server {
        after["run_on_server"] = true.into();
    }
    target.entry(Action::ExecuteScript, ObjectType::Agent, message).after(&after)
}
