//! `GET /agents/<agent_id>/terminal-defaults/`: the shell that a terminal begins with.

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::queries::{self, OwnShell};
use crate::app::App;
use crate::auth::{Caller, may};
use crate::domain::fleet::{Target, effective_shell, find_target};
use crate::domain::settings;
use crate::error::{ApiError, ErrorBody};
use crate::ids::AgentId;
use crate::input::Path;

/// Names that a terminal on Windows takes, and those everywhere else.
const ON_WINDOWS: &[&str] = &["cmd", "powershell", "bash", "python"];
const ELSEWHERE: &[&str] = &["bash", "sh", "shell", "powershell", "python"];

/// What a terminal on an agent begins with.
#[derive(Serialize, ToSchema)]
pub struct TerminalDefaults {
    /// Identifier of the agent.
    agent_id: String,
    /// Name of the computer.
    hostname: String,
    /// Its operating system.
    plat: String,
    /// What is set for this agent: `use_global`, the name of a shell, or `custom`.
    default_shell: String,
    /// What is used where nothing is named: the name of a shell, or the path of a program.
    effective_default_shell: String,
    /// Names that can be used instead, where the computer has the program; any absolute path
    /// can be, too.
    shells: Vec<&'static str>,
}

/// Read the shell of an agent's terminals.
#[utoipa::path(
    get,
    path = "/agents/{agent_id}/terminal-defaults/",
    tag = "remote",
    params(("agent_id" = String, Path)),
    responses((status = 200, body = TerminalDefaults), (status = "default", body = ErrorBody)),
)]
pub async fn read_terminal_defaults(
    State(app): State<App>,
    caller: Caller<may::UseTerminal>,
    Path(agent_id): Path<AgentId>,
) -> Result<Json<TerminalDefaults>, ApiError> {
    let target = find_target(&app, &caller, &agent_id).await?;
    let (own, effective) = default_shell(&app, &target).await?;
    let shells = if own.plat == "windows" { ON_WINDOWS } else { ELSEWHERE };
    Ok(Json(TerminalDefaults {
        agent_id: String::from(&target.agent_id),
        hostname: target.hostname,
        plat: own.plat,
        default_shell: own.default_shell,
        effective_default_shell: effective,
        shells: shells.to_vec(),
    }))
}

/// What is set for an agent, and the shell that follows from it.
pub(super) async fn default_shell(
    app: &App,
    target: &Target,
) -> Result<(OwnShell, String), ApiError> {
    let db = app.db.read();
    let own = queries::find_shell(db, target.id).await?.ok_or(ApiError::NotFound("agent"))?;
    let settings = settings::read_plain(db).await?;
    let OwnShell { default_shell, default_shell_custom, plat } = &own;
    let effective = effective_shell(default_shell, default_shell_custom, plat, &settings);
    Ok((own, effective))
}
