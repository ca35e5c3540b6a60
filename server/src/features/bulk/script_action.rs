//! A script for many agents: the same for all, or filled in for each.

use serde::{Deserialize, Serialize};

use super::action::{Action, AgentOrder};
use super::mode::ScriptMode;
use crate::app::App;
use crate::auth::Identity;
use crate::domain::fleet::Target;
use crate::domain::key_store::Code;
use crate::domain::runs::{Instruction, Keep};
use crate::error::ApiError;
use crate::features::runs::{self, Filled, ScriptForRun, ScriptOptions, script_input};
use crate::wording;

/// A script with placeholders.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FilledScript {
    script: ScriptForRun,
    how: ScriptOptions,
    args: Vec<String>,
    env_vars: Vec<String>,
    keep: Keep,
}

/// What the mode `script` means for the agents.
pub async fn action(app: &App, caller: &Identity, mode: &ScriptMode) -> Result<Action, ApiError> {
    let script = runs::find_for_run(app.db.read(), mode.script, None).await?;
    let script = script.ok_or_else(|| ApiError::invalid("script", "choose a script"))?;
    let (args, how) = (mode.args.clone(), mode.how);
    let env_vars = script_input::unmasked(mode.env_vars.clone(), &script)?;
    runs::check_library(app, caller, &script, &args, &env_vars).await?;
    let keep = Keep {
        custom_field: mode.custom_field,
        all_output: mode.all_output,
        note: mode.note,
        mail_to: Vec::new(),
        task: None,
    };
    let platforms = script.supported_platforms.clone();
    let script = FilledScript { script, how, args, env_vars, keep };
    if script.has_placeholders() {
        return Ok(Action::Script(Box::new(script)));
    }
    let filled = Filled { args: script.args.clone(), env_vars: script.env_vars.clone() };
    let instruction = script.instruction(app, filled);
    instruction.check_size("args")?;
    Ok(Action::Same { instruction, platforms })
}

impl FilledScript {
    pub fn name(&self) -> &str {
        &self.script.name
    }

    pub fn code(&self) -> &str {
        &self.script.body
    }

    /// How much is stored for each agent.
    pub fn bytes(&self) -> usize {
        self.script.body.len()
    }

    fn has_placeholders(&self) -> bool {
        self.args.iter().chain(&self.env_vars).any(|text| text.contains("{{"))
    }

    fn instruction(&self, app: &App, filled: Filled) -> Instruction {
        let instruction = self.script.instruction(app, filled, self.how);
        Instruction { keep: self.keep.clone(), ..instruction }
    }

    pub async fn orders(&self, app: &App, targets: &[Target]) -> Result<Vec<AgentOrder>, ApiError> {
        let platforms = &self.script.supported_platforms;
        let code = (self.script.shell.as_str(), Code::Library(self.script.id));
        let filled = runs::filled_many(app, targets, code, &self.args, &self.env_vars).await?;
        let one = |(target, filled): (&Target, Result<Filled, ApiError>)| match filled {
            _ if !runs_on(platforms, target) => {
                AgentOrder::Refused(elsewhere(&self.script.name, platforms))
            }
            Ok(filled) => match self.instruction(app, filled) {
                fits if fits.check_size("args").is_ok() => AgentOrder::Own(Box::new(fits)),
                _ => AgentOrder::Refused("its arguments are too long once filled in".to_owned()),
            },
            Err(problem) => AgentOrder::Refused(problem.to_string()),
        };
        Ok(targets.iter().zip(filled).map(one).collect())
    }
}

pub fn runs_on(platforms: &[String], target: &Target) -> bool {
    platforms.is_empty() || platforms.contains(&target.plat)
}

pub fn elsewhere(script: &str, platforms: &[String]) -> String {
    let what =
        if script.is_empty() { "the command".to_owned() } else { format!("the script {script}") };
    format!("{what} runs only on {}", wording::platforms(platforms))
}
