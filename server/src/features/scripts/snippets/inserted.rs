//! Which scripts insert a snippet.

use sea_orm::DbErr;

use super::expand::names_in;
use crate::audit::Change;
use crate::auth::Scope;
use crate::domain::definitions::{self, Changed};
use crate::domain::ownership::read_owners;
use crate::error::ApiError;
use crate::features::scripts::approval::CodeBefore;
use crate::features::scripts::{queries, usage};

/// A script that inserts a snippet.
pub struct InsertingScript {
    pub id: i64,
    pub name: String,
    /// The clients it belongs to.
    owners: Vec<i64>,
}

/// Each script that inserts the snippet of this name, by name.
pub async fn scripts_inserting(
    change: &Change,
    snippet: &str,
) -> Result<Vec<InsertingScript>, DbErr> {
    let mut scripts = queries::list_scripts_with_braces(&**change).await?;
    scripts.retain(|script| names_in(&script.script_body).any(|name| name == snippet));
    let inserting = |script: queries::ScriptWithBraces| InsertingScript {
        id: script.id,
        name: script.name,
        owners: read_owners(&script.owner_clients),
    };
    Ok(scripts.into_iter().map(inserting).collect())
}

/// What these scripts execute before the snippet is changed.
pub async fn code_before(
    change: &Change,
    scripts: &[InsertingScript],
) -> Result<CodeBefore, DbErr> {
    let ids: Vec<i64> = scripts.iter().map(|script| script.id).collect();
    CodeBefore::read(change, &ids).await
}

/// Marks the agents that must get the scripts with the changed snippet.
pub async fn mark_due(change: &Change, scripts: &[InsertingScript]) -> Result<(), DbErr> {
    let ids: Vec<i64> = scripts.iter().map(|script| script.id).collect();
    definitions::mark_due(change, Changed::Scripts(&ids)).await
}

/// Refuses to change a snippet of scripts that the caller may not change: they
/// belong to others, or act outside the scope.
pub async fn must_stay_in_scope(
    change: &Change,
    scope: &Scope,
    scripts: &[InsertingScript],
) -> Result<(), ApiError> {
    for script in scripts {
        if !scope.may_change(&script.owners) {
            let name = &script.name;
            let sentence =
                format!("the script {name} inserts it, which does not belong to your role's scope");
            return Err(ApiError::Forbidden(sentence));
        }
        let uses = usage::list_uses(&**change, script.id).await?;
        usage::must_stay_in_scope(&uses, scope)?;
    }
    Ok(())
}

/// Refuses to remove a name that scripts use to insert it.
pub fn must_not_be_inserted(scripts: &[InsertingScript]) -> Result<(), ApiError> {
    if scripts.is_empty() {
        return Ok(());
    }
    Err(usage::in_use(scripts.iter().map(|script| format!("script {}", script.name))))
}
