//! Whether the objects that a task refers to exist.

use std::collections::HashMap;

use sea_orm::{ConnectionTrait, DbErr};

use super::action::{Action, ScriptAction};
use super::settings::Settings;
use crate::app::App;
use crate::auth::Identity;
use crate::domain::checks::{self, CheckOwner};
use crate::domain::custom_fields;
use crate::domain::key_store::Code;
use crate::domain::placeholders::{PlaceholderValues, known_names};
use crate::environment;
use crate::error::{ApiError, Problems, add_problem};
use crate::features::scripts::{self, Runnable, check_globals, fill};

/// Checks a task against existing objects and against what the caller may use,
/// and fills in what it leaves to its scripts: names and time limits.
pub async fn check(
    app: &App,
    db: &impl ConnectionTrait,
    caller: &Identity,
    owner: Option<CheckOwner>,
    stored: Option<&Settings>,
    settings: &mut Settings,
    problems: &mut Problems,
) -> Result<(), ApiError> {
    if let Some(check) = settings.assigned_check
        && !has_check(db, owner, check).await?
    {
        let sentence = "must be a check of the same agent or policy";
        add_problem(problems, "assigned_check", sentence);
    }
    if let Some(field) = settings.custom_field
        && custom_fields::find_field(db, field).await?.is_none()
    {
        add_problem(problems, "custom_field", "there is no such custom field");
    }
    let scripts = scripts::list_runnable(db, &settings.scripts()).await?;
    let values = match settings.has_placeholders() {
        true => Some(known_names(app, db).await?),
        false => None,
    };
    for (index, action) in settings.actions.iter_mut().enumerate() {
        let Action::Script(action) = action else { continue };
        let path = format!("actions[{index}]");
        check_script(action, &scripts, &path, problems);
        unmask(action, index, stored);
        let full = with_script_values(action, &scripts);
        let field = format!("{path}.env_vars");
        environment::refuse_masks(&full.env_vars, &field, problems);
        if let Some(values) = &values {
            check_placeholders(&full, values, &path, problems);
            let is_kept = stored.is_some_and(|stored| has_same(stored, action));
            if !is_kept && !is_as_in_library(&full, &scripts) {
                check_key_store(caller, &full, values, &path, problems);
            }
        }
    }
    Ok(())
}

/// Whether the owner of a task has this check.
async fn has_check(
    db: &impl ConnectionTrait,
    owner: Option<CheckOwner>,
    check: i64,
) -> Result<bool, DbErr> {
    let found = checks::list_checks(db, &[check]).await?.pop();
    Ok(found.is_some_and(|found| Some(found.owner()) == owner))
}

fn check_script(
    action: &mut ScriptAction,
    scripts: &HashMap<i64, Result<Runnable, scripts::NotRunnable>>,
    path: &str,
    problems: &mut Problems,
) {
    let field = format!("{path}.script");
    match scripts.get(&action.script) {
        Some(Ok(found)) => {
            if action.timeout == 0 {
                action.timeout = found.script.run_timeout();
            }
            if action.name.is_empty() {
                action.name.clone_from(&found.script.name);
            }
        }
        Some(Err(problem)) => add_problem(problems, field, problem.to_string()),
        // Of an action without a script, that has been said.
        None if problems.contains_key(&field) || action.script == 0 => {}
        None => add_problem(problems, field, "there is no such script"),
    }
}

/// Puts values where their mask was sent: those that the task has for this script.
fn unmask(action: &mut ScriptAction, index: usize, stored: Option<&Settings>) {
    let is_same = |own: &&ScriptAction| own.script == action.script;
    let stored: &[Action] = match stored {
        Some(stored) => &stored.actions,
        None => &[],
    };
    let at_index = stored.get(index).and_then(Action::script).filter(is_same);
    let others = stored.iter().filter_map(Action::script).filter(is_same);
    let lists: Vec<&[String]> =
        at_index.into_iter().chain(others).map(|own| own.env_vars.as_slice()).collect();
    environment::unmask(&mut action.env_vars, &lists);
}

/// The action as agents get it: with the values of the script instead of the masks
/// that are left. The task is stored with the masks, because not every caller who
/// may change the task may see the values of the script.
fn with_script_values(
    action: &ScriptAction,
    scripts: &HashMap<i64, Result<Runnable, scripts::NotRunnable>>,
) -> ScriptAction {
    let mut full = action.clone();
    if let Some(Ok(found)) = scripts.get(&action.script) {
        environment::unmask(&mut full.env_vars, &[&found.script.env_vars]);
    }
    full
}

fn check_placeholders(
    action: &ScriptAction,
    values: &PlaceholderValues,
    path: &str,
    problems: &mut Problems,
) {
    let code = Code::Library(action.script);
    let filled = fill(&action.script_args, &action.env_vars, "", code, values);
    if let Err(ApiError::Invalid(found)) = filled {
        add_found(found, path, problems);
    }
}

/// Checks the values of the key store that the caller wants to have filled in.
fn check_key_store(
    caller: &Identity,
    action: &ScriptAction,
    values: &PlaceholderValues,
    path: &str,
    problems: &mut Problems,
) {
    let limits = |name: &str| values.global.get(name).map(|found| &found.limits);
    let is_meant = |name: &str| limits(name).is_some_and(|one| one.name_script(action.script));
    let mut found = Problems::new();
    check_globals(caller, &action.script_args, &action.env_vars, is_meant, &mut found);
    add_found(found, path, problems);
}

/// Whether the stored task runs this script with the same arguments and
/// environment.
fn has_same(stored: &Settings, action: &ScriptAction) -> bool {
    let is_same = |own: &ScriptAction| {
        own.script == action.script
            && own.script_args == action.script_args
            && own.env_vars == action.env_vars
    };
    stored.actions.iter().filter_map(Action::script).any(is_same)
}

/// Whether arguments and environment are those that the script has itself.
fn is_as_in_library(
    action: &ScriptAction,
    scripts: &HashMap<i64, Result<Runnable, scripts::NotRunnable>>,
) -> bool {
    let Some(Ok(found)) = scripts.get(&action.script) else { return false };
    found.script.args == action.script_args && found.script.env_vars == action.env_vars
}

fn add_found(found: Problems, path: &str, problems: &mut Problems) {
    for (field, sentences) in found {
        // The run's `args` are the action's `script_args`.
        let field = match field.strip_prefix("args") {
            Some(position) => format!("{path}.script_args{position}"),
            None => format!("{path}.{field}"),
        };
        problems.entry(field).or_default().extend(sentences);
    }
}
