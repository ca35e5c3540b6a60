//! The SQL of snippets.

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult, Value};

use super::super::snippets::Snippet;
use crate::audit::Stamps;
use crate::domain::ownership::{read_owners, stored_owners};
use crate::error::ApiError;
use crate::storage::{self, sql};
use crate::time::Timestamp;

#[derive(FromQueryResult)]
struct SnippetRow {
    id: i64,
    name: String,
    description: String,
    code: String,
    shell: String,
    owner_clients: String,
    #[sea_orm(nested)]
    stamps: Stamps,
}

#[derive(FromQueryResult)]
struct NameRow {
    id: i64,
    name: String,
}

/// A script that could insert a snippet.
#[derive(FromQueryResult)]
pub struct ScriptWithBraces {
    pub id: i64,
    pub name: String,
    pub script_body: String,
    /// As they are stored.
    pub owner_clients: String,
}

const SELECT: &str = "select s.id, s.name, s.description, s.code, s.shell, s.owner_clients,
        s.created_by, s.created_time, s.modified_by, s.modified_time
   from snippets s";

/// All snippets, by name.
pub async fn list_snippets(db: &impl ConnectionTrait) -> Result<Vec<Snippet>, DbErr> {
    let text = format!("{SELECT} order by lower(s.name), s.id");
    let rows: Vec<SnippetRow> = sql::all(db, &text, []).await?;
    Ok(rows.into_iter().map(Snippet::from).collect())
}

/// Keys and names of all snippets, by name.
pub async fn list_snippet_names(db: &impl ConnectionTrait) -> Result<Vec<(i64, String)>, DbErr> {
    let text = "select id, name from snippets order by lower(name), id";
    let rows: Vec<NameRow> = sql::all(db, text, []).await?;
    Ok(rows.into_iter().map(|row| (row.id, row.name)).collect())
}

/// One snippet.
pub async fn find_snippet(db: &impl ConnectionTrait, id: i64) -> Result<Option<Snippet>, DbErr> {
    let row: Option<SnippetRow> =
        sql::one(db, &format!("{SELECT} where s.id = $1"), [id.into()]).await?;
    Ok(row.map(Snippet::from))
}

/// Whether another snippet has this name, whatever the case.
pub async fn snippet_name_taken(
    db: &impl ConnectionTrait,
    name: &str,
    except: i64,
) -> Result<bool, DbErr> {
    let text = "select id from snippets where lower(name) = lower($1) and id <> $2";
    let found: Option<i64> = sql::value(db, text, [name.into(), except.into()]).await?;
    Ok(found.is_some())
}

/// Every script that could insert a snippet, by name.
pub async fn list_scripts_with_braces(
    db: &impl ConnectionTrait,
) -> Result<Vec<ScriptWithBraces>, DbErr> {
    let text = "select id, name, script_body, owner_clients
                  from scripts
                 where script_body like '%{{%}}%'
                 order by lower(name), id";
    sql::all(db, text, []).await
}

/// Inserts a snippet and returns its id.
pub async fn insert_snippet(
    write: &impl ConnectionTrait,
    snippet: &Snippet,
    by: &str,
) -> Result<i64, DbErr> {
    let text = "insert into snippets
                       (name, description, code, shell, owner_clients, modified_by,
                        modified_time, created_by, created_time)
                values ($1, $2, $3, $4, $5, $6, $7, $6, $7) returning id";
    sql::number(write, text, columns(snippet, by)).await
}

/// Writes a snippet over the stored one.
pub async fn update_snippet(
    write: &impl ConnectionTrait,
    snippet: &Snippet,
    by: &str,
) -> Result<(), DbErr> {
    let text = "update snippets
                   set name = $1, description = $2, code = $3, shell = $4, owner_clients = $5,
                       modified_by = $6, modified_time = $7
                 where id = $8";
    let values = columns(snippet, by).into_iter().chain([snippet.id.into()]);
    sql::execute(write, text, values).await.map(|_| ())
}

/// Removes a snippet.
pub async fn delete_snippet(write: &impl ConnectionTrait, id: i64) -> Result<(), DbErr> {
    sql::execute(write, "delete from snippets where id = $1", [id.into()]).await.map(|_| ())
}

/// What a failed write means to the caller: two requests at the same moment
/// both pass the check before it, and the index decides.
pub fn refusal(error: DbErr) -> ApiError {
    if storage::is_duplicate(&error) {
        return ApiError::invalid("name", "this name is already used");
    }
    error.into()
}

fn columns(snippet: &Snippet, by: &str) -> [Value; 7] {
    [
        snippet.name.clone().into(),
        snippet.desc.clone().into(),
        snippet.code.clone().into(),
        snippet.shell.clone().into(),
        stored_owners(&snippet.owner_clients),
        by.into(),
        Timestamp::now().into(),
    ]
}

impl From<SnippetRow> for Snippet {
    fn from(row: SnippetRow) -> Self {
        Self {
            id: row.id,
            name: row.name,
            desc: row.description,
            code: row.code,
            shell: row.shell,
            owner_clients: read_owners(&row.owner_clients),
            stamps: row.stamps,
        }
    }
}
