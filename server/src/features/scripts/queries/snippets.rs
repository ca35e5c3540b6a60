//! The SQL of snippets.

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult, Value};

use super::super::snippets::Snippet;
use crate::audit::Stamps;
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
    #[sea_orm(nested)]
    stamps: Stamps,
}

#[derive(FromQueryResult)]
struct NameRow {
    id: i64,
    name: String,
}

#[derive(FromQueryResult)]
struct BodyRow {
    id: i64,
    name: String,
    script_body: String,
}

const SELECT: &str = "select s.id, s.name, s.description, s.code, s.shell, s.created_by,
        s.created_time, s.modified_by, s.modified_time
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

/// Key, name and body of every script that could insert a snippet, by name.
pub async fn list_scripts_with_braces(
    db: &impl ConnectionTrait,
) -> Result<Vec<(i64, String, String)>, DbErr> {
    let text = "select id, name, script_body
                  from scripts
                 where script_body like '%{{%}}%'
                 order by lower(name), id";
    let rows: Vec<BodyRow> = sql::all(db, text, []).await?;
    Ok(rows.into_iter().map(|row| (row.id, row.name, row.script_body)).collect())
}

/// Inserts a snippet and returns its id.
pub async fn insert_snippet(
    write: &impl ConnectionTrait,
    snippet: &Snippet,
    by: &str,
) -> Result<i64, DbErr> {
    let text = "insert into snippets
                       (name, description, code, shell, modified_by, modified_time, created_by,
                        created_time)
                values ($1, $2, $3, $4, $5, $6, $5, $6) returning id";
    sql::number(write, text, columns(snippet, by)).await
}

/// Writes a snippet over the stored one.
pub async fn update_snippet(
    write: &impl ConnectionTrait,
    snippet: &Snippet,
    by: &str,
) -> Result<(), DbErr> {
    let text = "update snippets
                   set name = $1, description = $2, code = $3, shell = $4, modified_by = $5,
                       modified_time = $6
                 where id = $7";
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

fn columns(snippet: &Snippet, by: &str) -> [Value; 6] {
    [
        snippet.name.clone().into(),
        snippet.desc.clone().into(),
        snippet.code.clone().into(),
        snippet.shell.clone().into(),
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
            stamps: row.stamps,
        }
    }
}
