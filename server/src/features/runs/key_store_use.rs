//! Whether a caller may have values of the key store filled in (decision 53).

use super::script_source::ScriptForRun;
use crate::app::App;
use crate::auth::{Identity, Right};
use crate::domain::key_store::{Key, queries};
use crate::error::{ApiError, Problems};
use crate::features::scripts::{check_globals, has_globals};

/// Refuses placeholders of the key store in code that was written for one run,
/// unless the caller may see the key store.
pub fn check_ad_hoc(
    caller: &Identity,
    args: &[String],
    env_vars: &[String],
) -> Result<(), ApiError> {
    let mut problems = Problems::new();
    check_globals(caller, args, env_vars, |_| false, &mut problems);
    ApiError::refuse(problems)
}

/// Refuses placeholders of the key store that a caller writes around a script of
/// the library, unless the caller may see the key store, or the value names the
/// script. Arguments and environment that the script has itself are not the
/// caller's choice.
pub async fn check_library(
    app: &App,
    caller: &Identity,
    script: &ScriptForRun,
    args: &[String],
    env_vars: &[String],
) -> Result<(), ApiError> {
    let is_own = script.args == args && script.env_vars == env_vars;
    let may_see = caller.rights.has(Right::ViewGlobalKeystore);
    if is_own || may_see || !has_globals(args, env_vars) {
        return Ok(());
    }
    let keys = queries::list_keys(app.db.read(), &app.vault).await?;
    let is_meant = |name: &str| {
        keys.iter().any(|key: &Key| key.name == name && key.limits.name_script(script.id))
    };
    let mut problems = Problems::new();
    check_globals(caller, args, env_vars, is_meant, &mut problems);
    ApiError::refuse(problems)
}
