//! The library script that is to be run.

use sea_orm::ConnectionTrait;

use crate::error::ApiError;
use crate::features::scripts;

/// A script as a run needs it.
#[derive(Clone, Debug)]
pub struct ScriptForRun {
    /// Key of the script.
    pub id: i64,
    /// Its name.
    pub name: String,
    /// What runs it.
    pub shell: String,
    /// Its text, snippets put in.
    pub body: String,
    /// Its time limit in seconds, unless a run names another.
    pub default_timeout: i64,
    /// Whether every run of it is as the person at the machine.
    pub run_as_user: bool,
    /// Where it runs; empty for everywhere.
    pub supported_platforms: Vec<String>,
}

/// The script with this key.
pub async fn find_for_run(
    db: &impl ConnectionTrait,
    id: i64,
) -> Result<Option<ScriptForRun>, ApiError> {
    let found = scripts::find_runnable(db, id).await?;
    Ok(found.map(|found| ScriptForRun {
        id: found.script.id,
        name: found.script.name,
        shell: found.script.shell,
        body: found.code,
        default_timeout: found.script.default_timeout,
        run_as_user: found.script.run_as_user,
        supported_platforms: found.script.supported_platforms,
    }))
}
