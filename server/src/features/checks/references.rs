//! Whether what a check refers to exists, and where it runs by default.

use std::collections::HashMap;

use sea_orm::ConnectionTrait;

use crate::app::App;
use crate::auth::{Identity, Right};
use crate::domain::checks::{CheckKind, CheckOwner, CheckSettings, ScriptCheck, has_same_key};
use crate::domain::fleet::PLATFORMS;
use crate::domain::key_store::Code;
use crate::domain::placeholders::{PlaceholderValues, known_names};
use crate::environment;
use crate::error::{ApiError, Problems, add_problem};
use crate::features::scripts::{self, NotRunnable, Runnable, check_globals, fill};

/// Checks settings against existing objects and against what the caller may use, and
/// fills in where the check runs.
pub async fn check(
    app: &App,
    db: &impl ConnectionTrait,
    caller: &Identity,
    stored: Option<&CheckSettings>,
    settings: &mut CheckSettings,
    plat: Option<&str>,
    problems: &mut Problems,
) -> Result<(), ApiError> {
    let mut script_platforms = Vec::new();
    if let CheckKind::Script(script) = &mut settings.kind {
        let scripts = scripts::list_runnable(db, &[script.script]).await?;
        check_script(&scripts, script, problems);
        let stored = stored.and_then(CheckSettings::script);
        if let Some(stored) = stored.filter(|stored| stored.script == script.script) {
            environment::unmask(&mut script.env_vars, &[&stored.env_vars]);
        }
        check_values(app, db, caller, &scripts, stored, script, problems).await?;
        if let Some(Ok(found)) = scripts.get(&script.script) {
            script_platforms.clone_from(&found.script.supported_platforms);
        }
    }
    if settings.supported_platforms.is_empty() {
        settings.supported_platforms = default_platforms(&settings.kind, plat, script_platforms);
    }
    Ok(())
}

/// Refuses a caller who may not run by hand what the check runs.
pub fn must_be_allowed(caller: &Identity, settings: &CheckSettings) -> Result<(), ApiError> {
    match settings.script() {
        Some(_) => caller.must_have(Right::RunScripts),
        None => Ok(()),
    }
}

/// Refuses a second check of an owner about the same thing.
pub async fn check_key(
    db: &impl ConnectionTrait,
    owner: CheckOwner,
    settings: &CheckSettings,
    id: i64,
    problems: &mut Problems,
) -> Result<(), ApiError> {
    let field = key_field(&settings.kind);
    if problems.is_empty() && has_same_key(db, owner, settings, id).await? {
        add_problem(problems, field, same_key_sentence(owner));
    }
    Ok(())
}

/// The field that a second check with the same key is refused for.
pub fn key_field(kind: &CheckKind) -> &'static str {
    match kind {
        CheckKind::Diskspace(_) => "disk",
        CheckKind::Cpuload(_) | CheckKind::Memory(_) => "check_type",
        CheckKind::Ping(_) => "ip",
        CheckKind::Winsvc(_) => "svc_name",
        CheckKind::Eventlog(_) => "event_id",
        CheckKind::Script(_) => "script",
        CheckKind::Http(_) => "url",
        CheckKind::Port(_) => "port",
    }
}

/// Why a second check with the same key is refused.
pub fn same_key_sentence(owner: CheckOwner) -> &'static str {
    match owner {
        CheckOwner::Agent(_) => "the agent has such a check already",
        CheckOwner::Policy(_) => "the policy has such a check already",
    }
}

fn default_platforms(
    kind: &CheckKind,
    plat: Option<&str>,
    script_platforms: Vec<String>,
) -> Vec<String> {
    let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    match kind {
        CheckKind::Diskspace(_) => owned(kind.possible_platforms()),
        CheckKind::Winsvc(_) | CheckKind::Eventlog(_) => owned(&[plat.unwrap_or("windows")]),
        CheckKind::Script(_) if !script_platforms.is_empty() => script_platforms,
        _ => owned(PLATFORMS),
    }
}

type Scripts = HashMap<i64, Result<Runnable, NotRunnable>>;

fn check_script(scripts: &Scripts, script: &ScriptCheck, problems: &mut Problems) {
    match scripts.get(&script.script) {
        Some(Ok(_)) => {}
        Some(Err(problem)) => add_problem(problems, "script", problem.to_string()),
        // Of a check without a script, that has been said.
        None if problems.contains_key("script") => {}
        None => add_problem(problems, "script", "there is no such script"),
    }
}

/// Checks arguments and environment as agents get them: with the values of the script
/// instead of the masks that are left. The check is stored with the masks, because not
/// every caller who may change it may see the values of the script.
async fn check_values(
    app: &App,
    db: &impl ConnectionTrait,
    caller: &Identity,
    scripts: &Scripts,
    stored: Option<&ScriptCheck>,
    script: &ScriptCheck,
    problems: &mut Problems,
) -> Result<(), ApiError> {
    let mut full = script.clone();
    if let Some(Ok(found)) = scripts.get(&script.script) {
        environment::unmask(&mut full.env_vars, &[&found.script.env_vars]);
    }
    environment::refuse_masks(&full.env_vars, "env_vars", problems);
    if !full.script_args.iter().chain(&full.env_vars).any(|text| text.contains("{{")) {
        return Ok(());
    }
    let values = known_names(app, db).await?;
    let code = Code::Library(full.script);
    let filled = fill(&full.script_args, &full.env_vars, "", code, &values);
    if let Err(ApiError::Invalid(found)) = filled {
        add_found(found, problems);
    }
    let is_kept = stored.is_some_and(|stored| {
        stored.script == script.script
            && stored.script_args == script.script_args
            && stored.env_vars == script.env_vars
    });
    let is_as_in_library = matches!(scripts.get(&script.script), Some(Ok(found))
        if found.script.args == full.script_args && found.script.env_vars == full.env_vars);
    if !is_kept && !is_as_in_library {
        check_key_store(caller, &full, &values, problems);
    }
    Ok(())
}

/// Checks the values of the key store that the caller wants to have filled in.
fn check_key_store(
    caller: &Identity,
    script: &ScriptCheck,
    values: &PlaceholderValues,
    problems: &mut Problems,
) {
    let limits = |name: &str| values.global.get(name).map(|found| &found.limits);
    let is_meant = |name: &str| limits(name).is_some_and(|one| one.name_script(script.script));
    let mut found = Problems::new();
    check_globals(caller, &script.script_args, &script.env_vars, is_meant, &mut found);
    add_found(found, problems);
}

fn add_found(found: Problems, problems: &mut Problems) {
    for (field, sentences) in found {
        // The run's `args` are the check's `script_args`.
        let field = match field.strip_prefix("args") {
            Some(position) => format!("script_args{position}"),
            None => field,
        };
        problems.entry(field).or_default().extend(sentences);
    }
}
