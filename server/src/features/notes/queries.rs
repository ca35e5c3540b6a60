//! SQL of notes.

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};

use super::note::Note;
use crate::auth::Scope;
use crate::ids::{AgentId, AgentKey};
use crate::storage::sql;
use crate::time::Timestamp;

/// A note to be stored.
#[derive(Debug)]
pub struct NewNote<'a> {
    pub agent: AgentKey,
    /// Who wrote it, by key.
    pub user_id: Option<i64>,
    /// Who wrote it.
    pub username: &'a str,
    /// Without NUL.
    pub text: &'a str,
}

#[derive(FromQueryResult)]
struct Row {
    id: i64,
    note: String,
    entry_time: Timestamp,
    username: String,
    agent_id: AgentId,
    modified_by: String,
    modified_time: Timestamp,
}

impl From<Row> for Note {
    fn from(row: Row) -> Self {
        Self {
            id: row.id,
            pk: row.id,
            note: row.note,
            entry_time: row.entry_time,
            username: row.username,
            agent_id: row.agent_id.into(),
            modified_by: row.modified_by,
            modified_time: row.modified_time,
        }
    }
}

const NOTES: &str = "select n.id, n.note, n.entry_time, n.username, a.agent_id, n.modified_by,
               n.modified_time
          from notes n join present_agents a on a.id = n.agent_id join sites s on s.id = a.site_id";

/// Notes in scope, of one agent or of all, newest first.
pub async fn list_notes(
    db: &impl ConnectionTrait,
    scope: &Scope,
    agent: Option<AgentKey>,
) -> Result<Vec<Note>, DbErr> {
    let scope = scope.site_condition("s.client_id", "s.id");
    let order = "order by n.entry_time desc, n.id desc";
    let rows: Vec<Row> = match agent {
        Some(agent) => {
            let text = format!("{NOTES} where n.agent_id = $1 and {scope} {order}");
            sql::all(db, &text, [agent.into()]).await?
        }
        None => sql::all(db, &format!("{NOTES} where {scope} {order}"), []).await?,
    };
    Ok(rows.into_iter().map(Note::from).collect())
}

/// One note in scope.
pub async fn find_note(
    db: &impl ConnectionTrait,
    scope: &Scope,
    id: i64,
) -> Result<Option<Note>, DbErr> {
    let scope = scope.site_condition("s.client_id", "s.id");
    let row: Option<Row> =
        sql::one(db, &format!("{NOTES} where n.id = $1 and {scope}"), [id.into()]).await?;
    Ok(row.map(Note::from))
}

/// Inserts a note and returns its key.
pub async fn insert_note(write: &impl ConnectionTrait, note: &NewNote<'_>) -> Result<i64, DbErr> {
    sql::number(
        write,
        "insert into notes
                (agent_id, user_id, username, note, entry_time, modified_by, modified_time)
         values ($1, (select id from users where id = $2), $3, $4, $5, $3, $5) returning id",
        [
            note.agent.into(),
            note.user_id.into(),
            note.username.into(),
            note.text.into(),
            Timestamp::now().into(),
        ],
    )
    .await
}

/// Changes the text of a note.
pub async fn update_note(
    write: &impl ConnectionTrait,
    id: i64,
    text: &str,
    by: &str,
) -> Result<(), DbErr> {
    let statement = "update notes set note = $1, modified_by = $2, modified_time = $3
                      where id = $4";
    let values = [text.into(), by.into(), Timestamp::now().into(), id.into()];
    sql::execute(write, statement, values).await.map(|_| ())
}

pub async fn delete_note(write: &impl ConnectionTrait, id: i64) -> Result<(), DbErr> {
    sql::execute(write, "delete from notes where id = $1", [id.into()]).await?;
    Ok(())
}
