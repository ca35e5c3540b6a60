//! The SQL of changes that wait for a second person.

use sea_orm::{ConnectionTrait, DbBackend, DbErr, FromQueryResult};
use serde_json::json;

use super::super::approval::{Author, ScriptContent};
use crate::storage::sql;
use crate::time::Timestamp;

/// A change that waits, whatever the setting says today.
pub struct Mark {
    /// Who made it.
    pub authors: Vec<Author>,
    /// What all others go on running; none if nothing was ever approved.
    pub approved: Option<ScriptContent>,
}

#[derive(FromQueryResult)]
struct MarkRow {
    unapproved_by: String,
    approved: Option<String>,
}

/// Locks scripts until the change ends, in order, so that two changes never
/// wait for each other. SQLite has only one writer.
pub async fn lock_scripts(write: &impl ConnectionTrait, ids: &[i64]) -> Result<(), DbErr> {
    if write.get_database_backend() == DbBackend::Postgres {
        let list = sql::list(ids);
        let text = format!("select id from scripts where id in ({list}) order by id for update");
        sql::execute(write, &text, []).await?;
    }
    Ok(())
}

/// The change of a script that waits, if one does.
pub async fn find_mark(db: &impl ConnectionTrait, script: i64) -> Result<Option<Mark>, DbErr> {
    let text = "select unapproved_by, approved
                  from scripts
                 where id = $1 and unapproved_since is not null";
    let row: Option<MarkRow> = sql::one(db, text, [script.into()]).await?;
    let mark = |row: MarkRow| Mark {
        authors: read_authors(&row.unapproved_by),
        approved: read_content(row.approved),
    };
    Ok(row.map(mark))
}

/// Makes a script wait from now on.
pub async fn store_mark(
    write: &impl ConnectionTrait,
    script: i64,
    mark: &Mark,
) -> Result<(), DbErr> {
    let text = "update scripts
                   set unapproved_since = $1, unapproved_by = $2, approved = $3
                 where id = $4";
    let approved = mark.approved.as_ref().map(|content| json!(content).to_string());
    let values = [
        Timestamp::now().into(),
        json!(mark.authors).to_string().into(),
        approved.into(),
        script.into(),
    ];
    sql::execute(write, text, values).await.map(|_| ())
}

/// Makes a script wait no longer: what is stored is approved.
pub async fn clear_mark(write: &impl ConnectionTrait, script: i64) -> Result<(), DbErr> {
    let text = "update scripts
                   set unapproved_since = null, unapproved_by = '[]', approved = null
                 where id = $1";
    sql::execute(write, text, [script.into()]).await.map(|_| ())
}

/// Stored authors.
pub fn read_authors(text: &str) -> Vec<Author> {
    serde_json::from_str(text).unwrap_or_default()
}

/// Stored content. What cannot be read was never approved.
pub fn read_content(text: Option<String>) -> Option<ScriptContent> {
    serde_json::from_str(&text?).ok()
}
