//! The library script of a run.

use muster_protocol::{RunScript, order_name};
use sea_orm::ConnectionTrait;
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::domain::runs::{Instruction, RunKind};
use crate::error::ApiError;
use crate::features::scripts::{self, Filled};

/// A script as a run needs it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ScriptForRun {
    pub id: i64,
    pub name: String,
    /// Which version of it; none in a bulk action of an earlier release.
    #[serde(default)]
    pub version: Option<i64>,
    /// The shell that runs it.
    pub shell: String,
    /// Its text, with snippets inserted.
    pub body: String,
    /// Its time limit in seconds, unless a run names another.
    pub default_timeout: i64,
    /// Whether every run of it is as the person at the machine.
    pub run_as_user: bool,
    /// The platforms it runs on; empty for all.
    pub supported_platforms: Vec<String>,
    /// The arguments in the library.
    #[serde(default)]
    pub args: Vec<String>,
    /// The environment in the library, `KEY=VALUE` each.
    #[serde(default)]
    pub env_vars: Vec<String>,
}

/// A script for a run by this user; no user for a bulk action.
pub async fn find_for_run(
    db: &impl ConnectionTrait,
    id: i64,
    user: Option<i64>,
) -> Result<Option<ScriptForRun>, ApiError> {
    let found = scripts::find_runnable(db, id, user).await?;
    Ok(found.map(|found| ScriptForRun {
        default_timeout: found.script.run_timeout(),
        id: found.script.id,
        name: found.script.name,
        version: Some(found.script.version),
        shell: found.script.shell,
        body: found.code,
        run_as_user: found.script.run_as_user,
        supported_platforms: found.script.supported_platforms,
        args: found.script.args,
        env_vars: found.script.env_vars,
    }))
}

/// How a script runs, where that differs from its own settings.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct ScriptOptions {
    /// Seconds until it is killed; the script's own if none.
    pub timeout: Option<u32>,
    /// As the person at the machine.
    pub run_as_user: bool,
}

impl ScriptForRun {
    /// Whether it runs on this platform.
    pub fn runs_on(&self, plat: &str) -> bool {
        self.supported_platforms.is_empty()
            || self.supported_platforms.iter().any(|supported| supported == plat)
    }

    /// The order that runs it.
    pub fn instruction(&self, app: &App, filled: Filled, how: ScriptOptions) -> Instruction {
        let default = u32::try_from(self.default_timeout).unwrap_or(90);
        let timeout_seconds = how.timeout.unwrap_or(default);
        let order = RunScript {
            shell: self.shell.clone(),
            code: self.body.clone(),
            args: filled.args,
            env_vars: filled.env_vars,
            timeout_seconds,
            run_as_user: how.run_as_user || self.run_as_user,
            output_limit: app.settings.output_limit,
        };
        let instruction =
            Instruction::new(RunKind::Script, order_name::RUN_SCRIPT, &order, timeout_seconds);
        Instruction {
            script: Some(self.id),
            script_name: self.name.clone(),
            script_version: self.version,
            ..instruction.in_shell(self.shell.clone())
        }
    }
}
