//! What a template refers to, and whether the caller may have that run.

use sea_orm::DbErr;

use super::queries;
use crate::audit::Change;
use crate::auth::{Identity, Right};
use crate::domain::alert_templates::{ActionType, StoredAction, StoredTemplate};
use crate::domain::placeholders::global_names;
use crate::environment;
use crate::error::{ApiError, Problems, add_problem};

/// What runs in one of the two cases, with the names of its fields.
struct CheckedAction<'a> {
    prefix: &'static str,
    action: StoredAction,
    args: &'a [String],
    env_vars: &'a [String],
}

/// Refuses actions that the caller may not run themselves, and names those that do
/// not exist. What stays as it was is not checked: screens send whole objects.
pub async fn check_actions(
    change: &Change,
    caller: &Identity,
    old: &StoredTemplate,
    new: &StoredTemplate,
    problems: &mut Problems,
) -> Result<(), ApiError> {
    for (old, new) in actions(old).into_iter().zip(actions(new)) {
        let is_same = old.action == new.action;
        if is_same && old.args == new.args && old.env_vars == new.env_vars {
            continue;
        }
        must_be_allowed(caller, new.action)?;
        let field = format!("{}action_env_vars", new.prefix);
        environment::refuse_masks(new.env_vars, &field, problems);
        check_globals(caller, &new, problems);
        if !is_same {
            must_exist(change, &new, problems).await?;
        }
    }
    Ok(())
}

fn actions(template: &StoredTemplate) -> [CheckedAction<'_>; 2] {
    let settings = &template.settings;
    [
        CheckedAction {
            prefix: "",
            action: template.action,
            args: &settings.action_args,
            env_vars: &settings.action_env_vars,
        },
        CheckedAction {
            prefix: "resolved_",
            action: template.resolved_action,
            args: &settings.resolved_action_args,
            env_vars: &settings.resolved_action_env_vars,
        },
    ]
}

/// Nobody has something run by an alert that they may not run by hand.
fn must_be_allowed(caller: &Identity, action: StoredAction) -> Result<(), ApiError> {
    match action.action_type {
        ActionType::Script if action.script.is_none() => Ok(()),
        ActionType::Script => caller.must_have(Right::RunScripts),
        ActionType::Server => {
            caller.must_have(Right::RunServerScripts)?;
            caller.must_see_everything()
        }
        ActionType::Rest if action.rest.is_none() => Ok(()),
        ActionType::Rest => caller.must_have(Right::RunUrlactions),
    }
}

/// Values of the key store are for those who may see them.
fn check_globals(caller: &Identity, new: &CheckedAction<'_>, problems: &mut Problems) {
    if caller.rights.has(Right::ViewGlobalKeystore) {
        return;
    }
    for (field, texts) in [("args", new.args), ("env_vars", new.env_vars)] {
        for (index, text) in texts.iter().enumerate() {
            for name in global_names(text) {
                let sentence = format!(
                    "{{{{global.{name}}}}} can only be used by people who may see the key store"
                );
                add_problem(problems, format!("{}action_{field}[{index}]", new.prefix), sentence);
            }
        }
    }
}

async fn must_exist(
    change: &Change,
    new: &CheckedAction<'_>,
    problems: &mut Problems,
) -> Result<(), DbErr> {
    if let Some(script) = new.action.script
        && !queries::hold_script(&**change, script).await?
    {
        add_problem(problems, format!("{}action", new.prefix), "there is no such script");
    }
    if let Some(rest) = new.action.rest
        && !queries::hold_webhook(&**change, rest).await?
    {
        let sentence = "there is no such URL action of type rest";
        add_problem(problems, format!("{}action_rest", new.prefix), sentence);
    }
    Ok(())
}
