//! `POST /scripts/<agent_id>/test/`: run code that is not in the library.

use axum::extract::State;
use axum::response::Response;
use muster_protocol::{RunScript as ScriptOrder, order_name};
use utoipa::ToSchema;

use super::fingerprint::Fingerprint;
use super::{key_store_use, placeholders, script_input};
use crate::app::App;
use crate::audit::{Action, Entry, ObjectType};
use crate::auth::{Caller, Right, may};
use crate::domain::fleet::{Target, find_target};
use crate::domain::key_store::Code;
use crate::domain::runs::answer::{self, AnswerForm, RunResult};
use crate::domain::runs::{Instruction, Launch, RunKind, wait};
use crate::error::{ApiError, ErrorBody};
use crate::features::scripts::{LONGEST_BODY, SHELLS};
use crate::idempotency::IdempotencyKey;
use crate::ids::AgentId;
use crate::input::{Body, Fields, Parse, Path, Query};

/// The code and how to run it.
#[derive(ToSchema)]
pub struct TestScript {
    /// The script's text.
    code: String,
    /// `powershell`, `cmd`, `python`, `shell`, `nushell` or `deno`.
    shell: String,
    /// Seconds until it is killed, 1 to 86400.
    timeout: u32,
    /// Arguments, passed on as a list.
    #[schema(required = false)]
    args: Vec<String>,
    /// `KEY=VALUE` each.
    #[schema(required = false)]
    env_vars: Vec<String>,
    /// Run as the person at the machine.
    #[schema(required = false)]
    run_as_user: bool,
}

impl Parse for TestScript {
    fn parse(fields: &Fields<'_>) -> Self {
        let code = fields
            .text("code")
            .not_blank()
            .check(|text| text.len() <= LONGEST_BODY, "must have at most 524288 bytes");
        let timeout = fields.whole("timeout").between(1..=86_400).required();
        Self {
            code: code.required(),
            shell: fields.text("shell").one_of(SHELLS).required(),
            timeout: u32::try_from(timeout).unwrap_or(1),
            args: script_input::args(fields),
            env_vars: script_input::env_vars(fields),
            run_as_user: fields.flag("run_as_user").or(false),
        }
    }
}

/// Run code on an agent that is not in the library.
///
/// The audit log keeps it (`GET /logs/audit/<id>/code/`), the history does not.
/// Answers when the agent does: base64 of the output's UTF-8 text, stdout
/// followed by stderr, or with `detail=true` an object with plain texts. Values
/// of the key store are filled in for callers who may see it. Needs the right
/// `can_run_adhoc_code` too.
#[utoipa::path(
    post,
    path = "/scripts/{id}/test/",
    tag = "scripts",
    params(
        ("id" = String, Path, description = "Identifier of the agent"),
        ("Idempotency-Key" = Option<String>, Header, description = "Starts nothing twice within 24 h."),
        AnswerForm,
    ),
    request_body = TestScript,
    responses((status = 200, body = RunResult), (status = "default", body = ErrorBody)),
)]
pub async fn test_script(
    State(app): State<App>,
    caller: Caller<may::RunScripts>,
    Path(agent_id): Path<AgentId>,
    Query(form): Query<AnswerForm>,
    key: Option<IdempotencyKey>,
    Body(request): Body<TestScript>,
) -> Result<Response, ApiError> {
    caller.must_have(Right::RunAdhocCode)?;
    let target = find_target(&app, &caller, &agent_id).await?;
    let fingerprint = Fingerprint::of(&request.code);
    script_input::refuse_masks(&request.env_vars)?;
    key_store_use::check_ad_hoc(&caller, &request.args, &request.env_vars)?;
    let how = (request.shell.as_str(), Code::AdHoc);
    let filled = placeholders::filled(&app, &target, how, &request.args, &request.env_vars).await?;
    let order = ScriptOrder {
        shell: request.shell.clone(),
        code: request.code,
        args: filled.args,
        env_vars: filled.env_vars,
        timeout_seconds: request.timeout,
        run_as_user: request.run_as_user,
        output_limit: app.settings.output_limit,
    };
    let audit = entry(&caller.username, &target, &order, &fingerprint);
    let instruction =
        Instruction::new(RunKind::Script, order_name::RUN_SCRIPT, &order, request.timeout)
            .described_as(format!(
                "code of {} bytes, SHA-256 {}",
                fingerprint.bytes, fingerprint.hash
            ))
            .in_shell(request.shell);
    instruction.check_size("args")?;
    let launch = Launch::new(instruction, target, audit).keyed(key);
    let run = wait::run_to_end(&app, &caller, &launch).await?;
    answer::answer_in_base64(&app, run, form).await
}

fn entry(username: &str, target: &Target, order: &ScriptOrder, code: &Fingerprint) -> Entry {
    let message = format!("{username} tested {} code on {}", order.shell, target.hostname);
    let after = serde_json::json!({
        "shell": order.shell, "code_sha256": code.hash, "code_bytes": code.bytes,
        "timeout": order.timeout_seconds, "run_as_user": order.run_as_user,
    });
    target.entry(Action::ExecuteScript, ObjectType::Agent, message).after(&after)
}
