//! A task as it is sent to an agent.

use std::collections::HashMap;

use muster_protocol::{
    CheckDefinition, CommandAction, Definitions, ScriptAction, TaskAction, TaskDefinition, encode,
};
use ring::digest::{Context, SHA256, digest};

use super::super::action::{self, Action};
use super::super::task::StoredTask;
use crate::domain::key_store::Code;
use crate::domain::placeholders::PlaceholderValues;
use crate::environment;
use crate::error::ApiError;
use crate::features::scripts::{Filled, NotRunnable, Runnable, fill};
use crate::hex::hex_digits;
use crate::wording;

/// Why an agent cannot get a task, in a sentence.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct UnusableTask(pub String);

/// Scripts by key, as far as they can be run.
pub type Scripts = HashMap<i64, Result<Runnable, NotRunnable>>;

/// The task for an agent of this platform, with these values filled in.
pub fn definition(
    task: &StoredTask,
    scripts: &Scripts,
    plat: &str,
    values: Option<&PlaceholderValues>,
    output_limit: u64,
) -> Result<TaskDefinition, UnusableTask> {
    let make = |action: &Action| match action {
        Action::Script(action) => script(action, scripts, plat, values).map(TaskAction::Script),
        Action::Cmd(action) => Ok(TaskAction::Cmd(CommandAction {
            shell: match values {
                Some(values) if action.shell.is_empty() => values.default_shell.clone(),
                _ => action.shell.clone(),
            },
            command: action.command.clone(),
            timeout_seconds: seconds(action.timeout),
            run_as_user: action.run_as_user,
        })),
    };
    let mut definition = TaskDefinition {
        id: task.id,
        version: String::new(),
        name: task.settings.name.clone(),
        rule: task.rule(),
        actions: task.settings.actions.iter().map(make).collect::<Result<_, _>>()?,
        continue_on_error: task.settings.continue_on_error,
        stop_at_duration_end: task.timing.stop_task_at_duration_end,
        output_limit,
        updates: None,
    };
    definition.version = hex_digits(digest(&SHA256, &encode(&definition)).as_ref());
    Ok(definition)
}

/// A script for an agent of this platform, with these values filled in.
pub fn script(
    action: &action::ScriptAction,
    scripts: &Scripts,
    plat: &str,
    values: Option<&PlaceholderValues>,
) -> Result<ScriptAction, UnusableTask> {
    let found = match scripts.get(&action.script) {
        Some(Ok(found)) => found,
        Some(Err(problem)) => return Err(UnusableTask(problem.to_string())),
        None => return Err(UnusableTask("its script is gone".to_owned())),
    };
    let (name, platforms) = (&found.script.name, &found.script.supported_platforms);
    if !platforms.is_empty() && !platforms.iter().any(|name| name == plat) {
        return Err(UnusableTask(format!(
            "the script {name} runs only on {}",
            wording::platforms(platforms)
        )));
    }
    let env_vars = environment_of(action, found)?;
    let Filled { args, env_vars } = match values {
        Some(values) => {
            let (shell, code) = (&found.script.shell, Code::Library(action.script));
            fill(&action.script_args, &env_vars, shell, code, values)
                .map_err(|refusal| UnusableTask(unfilled(refusal)))?
        }
        None => Filled { args: action.script_args.clone(), env_vars },
    };
    Ok(ScriptAction {
        name: action.name.clone(),
        shell: found.script.shell.clone(),
        code: found.code.clone(),
        args,
        env_vars,
        timeout_seconds: seconds(action.timeout),
        run_as_user: action.run_as_user || found.script.run_as_user,
    })
}

/// The environment of an action, with the values of the script where it has their
/// masks.
fn environment_of(
    action: &action::ScriptAction,
    found: &Runnable,
) -> Result<Vec<String>, UnusableTask> {
    let mut entries = action.env_vars.clone();
    environment::unmask(&mut entries, &[&found.script.env_vars]);
    if let Some(entry) = entries.iter().find(|entry| environment::is_masked(entry)) {
        let (script, name) = (&found.script.name, environment::name(entry));
        return Err(UnusableTask(format!("the script {script} has no value of {name} any more")));
    }
    Ok(entries)
}

fn unfilled(refusal: ApiError) -> String {
    match refusal {
        ApiError::Invalid(problems) => {
            problems.into_values().flatten().collect::<Vec<String>>().join("; ")
        }
        other => other.to_string(),
    }
}

/// A time limit as agents get it.
pub fn seconds(timeout: i64) -> u32 {
    u32::try_from(timeout).unwrap_or(u32::MAX)
}

/// The whole document. An empty one has no digest, like that of an agent that
/// never got any.
pub fn document(
    mut tasks: Vec<TaskDefinition>,
    windows: Vec<TaskDefinition>,
    mut checks: Vec<CheckDefinition>,
) -> Definitions {
    tasks.sort_by_key(|task| task.id);
    checks.sort_by_key(|check| check.id);
    if tasks.is_empty() && windows.is_empty() && checks.is_empty() {
        return Definitions::default();
    }
    let mut context = Context::new(&SHA256);
    for task in tasks.iter().chain(&windows) {
        context.update(&task.id.to_be_bytes());
        context.update(task.version.as_bytes());
    }
    for check in &checks {
        context.update(b"check");
        context.update(&check.id.to_be_bytes());
        context.update(check.version.as_bytes());
    }
    let digest = hex_digits(context.finish().as_ref());
    Definitions { digest, tasks, windows, checks }
}
