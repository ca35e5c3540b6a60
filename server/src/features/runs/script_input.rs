//! The input of every way to run a script: arguments, environment, timeout.

use serde_json::{Map, Value};

use super::script_source::ScriptForRun;
use crate::environment;
use crate::error::{ApiError, Problems};
use crate::input::Fields;

/// `args`: texts, passed on as they are.
pub fn args(fields: &Fields<'_>) -> Vec<String> {
    fields.texts("args").or(Vec::new())
}

/// `env_vars`: texts `KEY=VALUE`.
pub fn env_vars(fields: &Fields<'_>) -> Vec<String> {
    let entries = fields.texts("env_vars").or(Vec::new());
    for (index, entry) in entries.iter().enumerate() {
        if !is_assignment(entry) {
            fields.problem(&format!("env_vars[{index}]"), "must be KEY=VALUE");
        }
    }
    entries
}

fn is_assignment(entry: &str) -> bool {
    entry.split_once('=').is_some_and(|(key, _)| !key.trim().is_empty())
}

/// `timeout`, if it was sent: 1 to 86400 seconds.
pub fn timeout(fields: &Fields<'_>) -> Option<u32> {
    let seconds = fields.whole("timeout").between(1..=86_400).nullable().flatten();
    seconds.and_then(|seconds| u32::try_from(seconds).ok())
}

/// Masks the values of `env_vars` in a body that is shown: they are where
/// people put passwords.
pub fn mask_env_vars(body: &mut Map<String, Value>) {
    let Some(Value::Array(entries)) = body.get_mut("env_vars") else { return };
    for entry in entries {
        *entry = environment::masked(entry.as_str().unwrap_or_default()).into();
    }
}

/// The environment for a script of the library: a mask means the value that
/// the script has, which not everybody who runs it may see.
pub fn unmasked(mut entries: Vec<String>, script: &ScriptForRun) -> Result<Vec<String>, ApiError> {
    environment::unmask(&mut entries, &[&script.env_vars]);
    refuse_masks(&entries)?;
    Ok(entries)
}

/// Refuses masks in the environment of code that has no values of its own.
pub fn refuse_masks(entries: &[String]) -> Result<(), ApiError> {
    let mut problems = Problems::new();
    environment::refuse_masks(entries, "env_vars", &mut problems);
    ApiError::refuse(problems)
}
