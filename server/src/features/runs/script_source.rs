//! The library script that is to be run.

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};

use crate::storage::sql;

/// A script as a run needs it.
#[derive(Clone, Debug)]
pub struct ScriptForRun {
    /// Key of the script.
    pub id: i64,
    /// Its name.
    pub name: String,
    /// What runs it.
    pub shell: String,
    /// Its text.
    pub body: String,
    /// Its time limit in seconds, unless a run names another.
    pub default_timeout: i64,
    /// Whether every run of it is as the person at the machine.
    pub run_as_user: bool,
    /// Where it runs; empty for everywhere.
    pub supported_platforms: Vec<String>,
}

#[derive(FromQueryResult)]
struct Row {
    id: i64,
    name: String,
    shell: String,
    script_body: String,
    default_timeout: i64,
    run_as_user: bool,
    supported_platforms: String,
}

/// The script with this key.
pub async fn find_for_run(
    db: &impl ConnectionTrait,
    id: i64,
) -> Result<Option<ScriptForRun>, DbErr> {
    let row: Option<Row> = sql::one(
        db,
        "select id, name, shell, script_body, default_timeout, run_as_user, supported_platforms
           from scripts where id = $1",
        [id.into()],
    )
    .await?;
    Ok(row.map(|row| ScriptForRun {
        id: row.id,
        name: row.name,
        shell: row.shell,
        body: row.script_body,
        default_timeout: row.default_timeout,
        run_as_user: row.run_as_user,
        supported_platforms: serde_json::from_str(&row.supported_platforms).unwrap_or_default(),
    }))
}
