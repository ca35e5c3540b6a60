//! A script as a run needs it.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use sea_orm::{ConnectionTrait, DbErr};

use super::queries;
use super::script::{Script, ScriptItem};
use super::snippets::{TooLong, expand_snippets, names_in};
use crate::error::ApiError;

/// A script with its snippets inserted.
#[derive(Clone, Debug)]
pub struct Runnable {
    /// Its entry in the library.
    pub script: ScriptItem,
    /// The code that is run.
    pub code: String,
}

/// Why a script cannot be run.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotRunnable {
    /// It does not fit into an order with its snippets.
    #[error(transparent)]
    TooLong(#[from] TooLong),
    /// Nobody but its author has seen it.
    #[error("the script {0} waits for the approval of a second person")]
    Unapproved(String),
}

impl From<NotRunnable> for ApiError {
    fn from(problem: NotRunnable) -> Self {
        Self::Conflict(problem.to_string())
    }
}

/// A script ready to be run, hidden or not; for features that run some. While a
/// change waits for a second person, only the user who made it gets it; all
/// others, and nobody in particular, get what was approved before.
///
/// 409 if it is too long with its snippets, or was never approved.
pub async fn find_runnable(
    db: &impl ConnectionTrait,
    id: i64,
    user: Option<i64>,
) -> Result<Option<Runnable>, ApiError> {
    let Some(script) = queries::find_script(db, id).await? else { return Ok(None) };
    if script.item.pending.is_kept_from(user) {
        return Ok(Some(as_approved(script)?));
    }
    let code = with_snippets(db, script.script_body).await?;
    Ok(Some(Runnable { script: script.item, code }))
}

/// Many scripts ready to be run by anybody, by key: two queries, however many
/// there are.
pub async fn list_runnable(
    db: &impl ConnectionTrait,
    ids: &[i64],
) -> Result<HashMap<i64, Result<Runnable, NotRunnable>>, DbErr> {
    let runnable = |(script, code): (Script, Result<String, TooLong>)| {
        let id = script.item.id;
        let runnable = match (script.item.pending.is_kept_from(None), code) {
            (true, _) => as_approved(script),
            (false, Ok(code)) => Ok(Runnable { script: script.item, code }),
            (false, Err(problem)) => Err(problem.into()),
        };
        (id, runnable)
    };
    Ok(list_stored(db, ids).await?.into_iter().map(runnable).collect())
}

/// Scripts as they are stored, whether approved or not, each with its code; two
/// queries, however many there are.
pub async fn list_stored(
    db: &impl ConnectionTrait,
    ids: &[i64],
) -> Result<Vec<(Script, Result<String, TooLong>)>, DbErr> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let scripts = queries::list_scripts_by_key(db, ids).await?;
    let mut snippets = BTreeMap::new();
    if scripts.iter().any(|script| names_in(&script.script_body).next().is_some()) {
        let all = queries::list_snippets(db).await?;
        snippets.extend(all.into_iter().map(|snippet| (snippet.name, snippet.code)));
    }
    let with_code = |script: Script| {
        let code = expand_snippets(&script.script_body, &snippets);
        (script, code)
    };
    Ok(scripts.into_iter().map(with_code).collect())
}

/// A script with a change that waits, as it was approved before.
fn as_approved(script: Script) -> Result<Runnable, NotRunnable> {
    let Script { mut item, approved, .. } = script;
    let Some(approved) = approved else { return Err(NotRunnable::Unapproved(item.name)) };
    item.version = approved.version;
    item.script_hash = approved.script_hash;
    item.shell = approved.shell;
    item.run_as_user = approved.run_as_user;
    Ok(Runnable { script: item, code: approved.code })
}

/// A body with its snippets inserted.
pub async fn with_snippets(db: &impl ConnectionTrait, body: String) -> Result<String, ApiError> {
    let named: BTreeSet<&str> = names_in(&body).collect();
    if named.is_empty() {
        return Ok(body);
    }
    let mut snippets = BTreeMap::new();
    for (id, name) in queries::list_snippet_names(db).await? {
        if named.contains(name.as_str())
            && let Some(snippet) = queries::find_snippet(db, id).await?
        {
            snippets.insert(name, snippet.code);
        }
    }
    Ok(expand_snippets(&body, &snippets)?)
}
