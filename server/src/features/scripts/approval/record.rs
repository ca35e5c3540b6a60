//! Finding out which scripts a change affects, and making them wait.

use std::collections::HashMap;

use sea_orm::DbErr;

use super::content::ScriptContent;
use super::pending_change::Author;
use crate::audit::Change;
use crate::auth::Identity;
use crate::domain::settings::read_plain;
use crate::error::ApiError;
use crate::features::scripts::queries::{self, Mark};
use crate::features::scripts::runnable::list_stored;

/// What scripts execute before they or their snippets are changed.
pub struct CodeBefore {
    scripts: Vec<i64>,
    contents: HashMap<i64, ScriptContent>,
}

impl CodeBefore {
    /// Of these scripts, which no one else changes until the change ends.
    pub async fn read(change: &Change, scripts: &[i64]) -> Result<Self, DbErr> {
        queries::lock_scripts(&**change, scripts).await?;
        Ok(Self { scripts: scripts.to_vec(), contents: list_contents(change, scripts).await? })
    }

    /// Of a script that is new: nothing.
    pub fn nothing(script: i64) -> Self {
        Self { scripts: vec![script], contents: HashMap::new() }
    }

    /// Makes each script that executes something else now wait for a second
    /// person, if the setting says so. One that is as it was approved waits no
    /// longer.
    pub async fn record(mut self, change: &Change, author: &Identity) -> Result<(), ApiError> {
        let mut contents = list_contents(change, &self.scripts).await?;
        let needs_approval = read_plain(&**change).await?.needs_script_approval();
        for script in self.scripts {
            let (before, after) = (self.contents.remove(&script), contents.remove(&script));
            if is_same(before.as_ref(), after.as_ref()) {
                continue;
            }
            // Also while it is switched off: it may be switched on again.
            let mark = match queries::find_mark(&**change, script).await? {
                Some(mark) if mark.is_approved(after.as_ref()) => {
                    queries::clear_mark(&**change, script).await?;
                    continue;
                }
                Some(mark) => mark.with_author(author),
                None if needs_approval => {
                    Mark { authors: Vec::new(), approved: before }.with_author(author)
                }
                None => continue,
            };
            queries::store_mark(&**change, script, &mark).await?;
        }
        Ok(())
    }
}

impl Mark {
    /// Whether this is what was approved.
    fn is_approved(&self, content: Option<&ScriptContent>) -> bool {
        self.approved.is_some() && is_same(self.approved.as_ref(), content)
    }

    fn with_author(mut self, author: &Identity) -> Self {
        if self.authors.iter().all(|known| known.id != author.user_id) {
            let (id, username) = (author.user_id, author.username.clone());
            self.authors.push(Author { id, username });
        }
        self
    }
}

/// What these scripts execute, by key; without those that are too long to run.
async fn list_contents(
    change: &Change,
    scripts: &[i64],
) -> Result<HashMap<i64, ScriptContent>, DbErr> {
    let mut contents = HashMap::new();
    for (script, code) in list_stored(&**change, scripts).await? {
        if let Ok(code) = code {
            contents.insert(script.item.id, ScriptContent::of(&script.item, code));
        }
    }
    Ok(contents)
}

fn is_same(one: Option<&ScriptContent>, other: Option<&ScriptContent>) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => one.runs_like(other),
        (None, None) => true,
        _ => false,
    }
}
