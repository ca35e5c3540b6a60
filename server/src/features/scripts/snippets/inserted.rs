//! Which scripts insert a snippet.

use sea_orm::DbErr;

use super::expand::names_in;
use super::snippet::Snippet;
use crate::audit::Change;
use crate::auth::Scope;
use crate::domain::definitions::{self, Changed};
use crate::error::ApiError;
use crate::features::scripts::{queries, usage};

/// Key and name of each script that inserts the snippet, by name.
pub async fn scripts_inserting(
    change: &Change,
    snippet: &Snippet,
) -> Result<Vec<(i64, String)>, DbErr> {
    let scripts = queries::list_scripts_with_braces(&**change).await?;
    Ok(scripts
        .into_iter()
        .filter(|(_, _, body)| names_in(body).any(|name| name == snippet.name))
        .map(|(id, name, _)| (id, name))
        .collect())
}

/// Marks the agents that must get the scripts with the changed snippet.
pub async fn mark_due(change: &Change, scripts: &[(i64, String)]) -> Result<(), DbErr> {
    let ids: Vec<i64> = scripts.iter().map(|(id, _)| *id).collect();
    definitions::mark_due(change, Changed::Scripts(&ids)).await
}

/// Refuses to change a snippet of scripts that act outside the scope.
pub async fn must_stay_in_scope(
    change: &Change,
    scope: &Scope,
    scripts: &[(i64, String)],
) -> Result<(), ApiError> {
    for (id, _) in scripts {
        let uses = usage::list_uses(&**change, *id).await?;
        usage::must_stay_in_scope(&uses, scope)?;
    }
    Ok(())
}

/// Refuses to remove a name that scripts use to insert it.
pub fn must_not_be_inserted(scripts: &[(i64, String)]) -> Result<(), ApiError> {
    if scripts.is_empty() {
        return Ok(());
    }
    Err(usage::in_use(scripts.iter().map(|(_, name)| format!("script {name}"))))
}
