//! `POST /software/<agent_id>/uninstall/`: remove a program.

use axum::extract::State;
use axum::response::Response;
use muster_protocol::{ChangeSoftware, RunCommand, order_name};
use serde_json::json;
use utoipa::ToSchema;

use super::queries;
use crate::app::App;
use crate::audit::{Action, ObjectType};
use crate::auth::{Caller, Right, may};
use crate::domain::fleet::{Target, find_target};
use crate::domain::runs::{self, AnswerForm, IfOffline, Instruction, Launch, RunKind};
use crate::error::{ApiError, ErrorBody};
use crate::idempotency::IdempotencyKey;
use crate::ids::AgentId;
use crate::input::{Body, Fields, Parse, Path, Query};

const KIND: RunKind = RunKind::SoftwareUninstall;
const LIMIT_SECONDS: i64 = 900;
/// The sources in inventories whose programs a package manager removes.
const MANAGED: &[&str] = &["dpkg", "rpm", "apk", "pacman"];
/// The agent's own program.
const AGENT: &str = "muster-agent";

/// Which program, and how.
#[derive(ToSchema)]
pub struct UninstallSoftware {
    /// Its name in the inventory; `software` means the same.
    name: String,
    /// The command that removes it. If absent, what the inventory knows, or
    /// the system's package manager.
    command: Option<String>,
    /// Seconds until it is killed, 1 to 86400.
    #[schema(required = false, default = 900)]
    timeout: u32,
    /// Run the command as the person at the machine.
    #[schema(required = false)]
    run_as_user: bool,
    /// Hours it waits for an agent that is away, 1 to 720; 24 if not said.
    #[schema(required = false)]
    queue_hours: u32,
}

impl Parse for UninstallSoftware {
    fn parse(fields: &Fields<'_>) -> Self {
        let key = if fields.has("software") && !fields.has("name") { "software" } else { "name" };
        let own = "this program manages the computer: remove the agent instead";
        let timeout = fields.whole("timeout").between(1..=86_400).or(LIMIT_SECONDS);
        Self {
            name: fields
                .text(key)
                .trimmed()
                .not_blank()
                .max(255)
                .check(|text| !is_agent(text), own)
                .required(),
            command: fields
                .text("command")
                .not_blank()
                .max(10_000)
                .check(|text| !is_agent(text), own)
                .nullable()
                .flatten(),
            timeout: u32::try_from(timeout).unwrap_or(1),
            run_as_user: fields.flag("run_as_user").or(false),
            queue_hours: runs::queue_hours(fields),
        }
    }
}

/// An agent that removes itself could not report the result.
fn is_agent(text: &str) -> bool {
    text.to_lowercase().contains(AGENT)
}

/// Remove a program from an agent.
///
/// Answers when the agent has the order; one that is away gets it when it is
/// back. After success the inventory is refreshed.
#[utoipa::path(
    post,
    path = "/software/{agent_id}/uninstall/",
    tag = "software",
    params(
        ("agent_id" = String, Path),
        ("Idempotency-Key" = Option<String>, Header, description = "Starts nothing twice within 24 h."),
        AnswerForm,
    ),
    request_body = UninstallSoftware,
    responses((status = 200, body = String), (status = "default", body = ErrorBody)),
)]
pub async fn uninstall_software(
    State(app): State<App>,
    caller: Caller<may::ManageSoftware>,
    Path(agent_id): Path<AgentId>,
    Query(form): Query<AnswerForm>,
    key: Option<IdempotencyKey>,
    Body(request): Body<UninstallSoftware>,
) -> Result<Response, ApiError> {
    // Any command can remove a program.
    caller.must_have(Right::SendCmd)?;
    let target = find_target(&app, &caller, &agent_id).await?;
    let (hostname, name) = (target.hostname.clone(), &request.name);
    let instruction = match removal_method(&app, &request, &target).await? {
        RemovalMethod::Command(command) => by_command(&app, &request, &target, command),
        RemovalMethod::Manager => by_manager(&app, &request),
    };
    let message = format!("{} uninstalled {name} from {hostname}", caller.username);
    let after = json!({
        "name": name, "command": instruction.command, "timeout": request.timeout,
        "run_as_user": request.run_as_user,
    });
    let audit = target.entry(Action::Modify, ObjectType::Software, message).after(&after);
    let launch = Launch::new(instruction, target, audit).keyed(key);
    let if_offline = IfOffline::wait_hours(request.queue_hours);
    let started = runs::start(&app, &caller, &launch, if_offline).await?;
    let what = format!("the removal of {name}");
    runs::answer_started(&app, started, &hostname, &what, form).await
}

enum RemovalMethod {
    Command(String),
    Manager,
}

async fn removal_method(
    app: &App,
    request: &UninstallSoftware,
    target: &Target,
) -> Result<RemovalMethod, ApiError> {
    if let Some(command) = &request.command {
        return Ok(RemovalMethod::Command(command.clone()));
    }
    match queries::find_removal(app.db.read(), target.id, &request.name).await? {
        Some(known) if MANAGED.contains(&known.source.as_str()) => Ok(RemovalMethod::Manager),
        Some(known) if !known.uninstall.is_empty() => Ok(RemovalMethod::Command(known.uninstall)),
        _ if target.plat == "linux" => Ok(RemovalMethod::Manager),
        _ => {
            let sentence = "the inventory does not know how to remove it: send a command";
            Err(ApiError::invalid("name", sentence))
        }
    }
}

fn by_command(
    app: &App,
    request: &UninstallSoftware,
    target: &Target,
    command: String,
) -> Instruction {
    let shell = if target.plat == "windows" { "cmd" } else { "sh" };
    let order = RunCommand {
        shell: shell.to_owned(),
        command: command.clone(),
        timeout_seconds: request.timeout,
        run_as_user: request.run_as_user,
        output_limit: app.settings.output_limit,
    };
    Instruction::new(KIND, order_name::RUN_COMMAND, &order, request.timeout)
        .described_as(command)
        .in_shell(shell)
}

fn by_manager(app: &App, request: &UninstallSoftware) -> Instruction {
    let order = ChangeSoftware {
        name: request.name.clone(),
        manager: String::new(),
        version: String::new(),
        timeout_seconds: request.timeout,
        output_limit: app.settings.output_limit,
    };
    Instruction::new(KIND, order_name::UNINSTALL_SOFTWARE, &order, request.timeout)
        .described_as(format!("uninstall {}", request.name))
}
