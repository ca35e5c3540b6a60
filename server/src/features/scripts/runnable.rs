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

/// A script ready to be run, hidden or not; for features that run some.
///
/// 409 if it is too long with its snippets.
pub async fn find_runnable(
    db: &impl ConnectionTrait,
    id: i64,
) -> Result<Option<Runnable>, ApiError> {
    let Some(script) = queries::find_script(db, id).await? else { return Ok(None) };
    let code = with_snippets(db, script.script_body).await?;
    Ok(Some(Runnable { script: script.item, code }))
}

/// Many scripts ready to be run, by key: two queries, however many there are.
pub async fn list_runnable(
    db: &impl ConnectionTrait,
    ids: &[i64],
) -> Result<HashMap<i64, Result<Runnable, TooLong>>, DbErr> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let scripts = queries::list_scripts_by_key(db, ids).await?;
    let mut snippets = BTreeMap::new();
    if scripts.iter().any(|script| names_in(&script.script_body).next().is_some()) {
        let all = queries::list_snippets(db).await?;
        snippets.extend(all.into_iter().map(|snippet| (snippet.name, snippet.code)));
    }
    let runnable = |script: Script| {
        let code = expand_snippets(&script.script_body, &snippets);
        (script.item.id, code.map(|code| Runnable { script: script.item, code }))
    };
    Ok(scripts.into_iter().map(runnable).collect())
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
