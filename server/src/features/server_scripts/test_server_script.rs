//! `POST /core/serverscript/test/`: run code on the server, without keeping it.

use axum::Json;
use axum::extract::State;
use muster_protocol::{End, Outcome, RunScript, Stream};
use serde::Serialize;
use tokio::sync::mpsc;
use utoipa::ToSchema;

use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::auth::{Caller, may};
use crate::domain::freeze::must_be_thawed;
use crate::domain::runs::new_run_id;
use crate::domain::settings::must_allow_server_scripts;
use crate::error::{ApiError, ErrorBody};
use crate::features::runs::{Fingerprint, check_ad_hoc, script_input, server_placeholders};
use crate::features::scripts::{LONGEST_BODY, SHELLS};
use crate::host::{self, AT_ONCE, OutputChunk, StopSignals};
use crate::input::{Body, Fields, Parse};
use crate::slot::release_slot;

/// What the caller reads when nothing could be started. Runs have 96 there;
/// callers of this route expect 99.
const NOT_STARTED: i32 = 99;

/// The code and how to run it.
#[derive(ToSchema)]
pub struct TestServerScript {
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
}

impl Parse for TestServerScript {
    fn parse(fields: &Fields<'_>) -> Self {
        let code = fields.text("code").not_blank().max_bytes(LONGEST_BODY);
        let timeout = fields.whole("timeout").between(1..=86_400).required();
        Self {
            code: code.required(),
            shell: fields.text("shell").one_of(SHELLS).required(),
            timeout: u32::try_from(timeout).unwrap_or(1),
            args: script_input::args(fields),
            env_vars: script_input::env_vars(fields),
        }
    }
}

/// What came of code that was tried out.
#[derive(Debug, Serialize, ToSchema)]
pub struct ServerScriptResult {
    /// What it wrote to standard output.
    stdout: String,
    /// What it wrote to standard error, or why it could not start.
    stderr: String,
    /// Seconds it ran.
    execution_time: f64,
    /// Its return code: 98 when it ran out of time, 99 when it could not start.
    retcode: Option<i32>,
}

/// Run code on the server itself that is not in the library.
///
/// The audit log keeps it. With a clean environment and without access to the
/// files of the server. Only for callers without a scope. Answers when it is
/// over; a caller who hangs up ends it.
#[utoipa::path(
    post,
    path = "/core/serverscript/test/",
    tag = "core",
    request_body = TestServerScript,
    responses((status = 200, body = ServerScriptResult), (status = "default", body = ErrorBody)),
)]
pub async fn test_server_script(
    State(app): State<App>,
    caller: Caller<may::RunServerScripts>,
    Body(request): Body<TestServerScript>,
) -> Result<Json<ServerScriptResult>, ApiError> {
    caller.must_see_everything()?;
    must_allow_server_scripts(&app).await?;
    must_be_thawed(app.db.read()).await?;
    let fingerprint = Fingerprint::of(&request.code);
    let TestServerScript { code, shell, timeout, args, env_vars } = request;
    script_input::refuse_masks(&env_vars)?;
    check_ad_hoc(&caller, &args, &env_vars)?;
    let filled = server_placeholders(&app, &shell, &args, &env_vars).await?;
    let script = RunScript {
        shell,
        code,
        args: filled.args,
        env_vars: filled.env_vars,
        timeout_seconds: timeout,
        run_as_user: false,
        output_limit: app.settings.output_limit,
    };
    let message = format!("{} tested {} code on the server", caller.username, script.shell);
    let after = serde_json::json!({
        "shell": script.shell, "code_sha256": fingerprint.hash,
        "code_bytes": fingerprint.bytes, "timeout": timeout,
    });
    let change = Change::begin(&app, &caller).await?;
    let entry = Entry::new(Action::ExecuteScript, ObjectType::Script, "", message);
    change.commit(entry.after(&after).code(&script.code)).await?;
    carry_out(&app, script).await.map(Json)
}

/// In its own task: dropped with the request, the script would keep running.
async fn carry_out(app: &App, script: RunScript) -> Result<ServerScriptResult, ApiError> {
    let stopping = app.closing_connections.clone();
    let until = StopSignals { stopping, ..StopSignals::default() };
    let _ends_with_the_request = until.cancelled.clone().drop_guard();
    let own = app.clone();
    release_slot();
    let work = app.tasks.spawn(async move {
        let run_id = new_run_id();
        let mut slot = own.host.take(run_id.as_str());
        if !slot.try_acquire() {
            let sentence = format!("{AT_ONCE} scripts run on the server already: try again later");
            return Err(ApiError::Conflict(sentence));
        }
        let (sender, chunks) = mpsc::channel(16);
        let running = host::run(&own.host, run_id.as_str(), &script, &until, sender);
        let (outcome, (mut stdout, mut stderr)) = tokio::join!(running, collect(chunks));
        let masks = own.runs.masks.newest(own.db.read(), &own.vault).await?;
        masks.cover(&mut stdout);
        masks.cover(&mut stderr);
        Ok(finished((stdout, stderr), outcome))
    });
    work.await.map_err(|error| ApiError::Internal(error.into()))?
}

/// The limit of each stream bounds this.
async fn collect(mut chunks: mpsc::Receiver<OutputChunk>) -> (Vec<u8>, Vec<u8>) {
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    while let Some(OutputChunk { stream, data }) = chunks.recv().await {
        match stream {
            Stream::Stdout => stdout.extend(data),
            Stream::Stderr => stderr.extend(data),
        }
    }
    (stdout, stderr)
}

fn finished((stdout, stderr): (Vec<u8>, Vec<u8>), outcome: Outcome) -> ServerScriptResult {
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    let mut result = ServerScriptResult {
        stdout: text(stdout),
        stderr: text(stderr),
        execution_time: outcome.seconds,
        retcode: outcome.end.retcode(),
    };
    if let End::CouldNotStart { reason } = outcome.end {
        (result.stderr, result.retcode) = (reason, Some(NOT_STARTED));
    }
    result
}
