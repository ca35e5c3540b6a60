//! The SQL of scripts.

use sea_orm::{ConnectionTrait, DbBackend, DbErr, Value};

use super::super::script::{Script, ScriptItem};
use super::rows::{ItemRow, ScriptRow, item_columns, script_columns};
use super::store_version;
use crate::domain::ownership::stored_owners;
use crate::storage::sql;
use crate::time::Timestamp;

/// Which scripts a list shows.
pub struct Filter {
    /// Built-in ones too.
    pub with_builtin: bool,
    /// Hidden ones too.
    pub with_hidden: bool,
    /// Only of this shell.
    pub shell: Option<String>,
    /// Only scripts that run there.
    pub plat: Option<String>,
}

/// The scripts that pass the filter, by category and name.
pub async fn list_scripts(
    db: &impl ConnectionTrait,
    filter: &Filter,
) -> Result<Vec<ScriptItem>, DbErr> {
    let text = format!(
        "select {}
           from scripts s
          where ($1 or s.script_type <> 'builtin')
            and ($2 or not s.hidden)
            and ($3 = '' or s.shell = $3)
            and ($4 = '' or s.supported_platforms = '[]' or s.supported_platforms like $4)
          order by lower(s.category), lower(s.name), s.id",
        item_columns()
    );
    let plat = filter.plat.as_ref().map(|plat| format!("%\"{plat}\"%"));
    let values: [Value; 4] = [
        filter.with_builtin.into(),
        filter.with_hidden.into(),
        filter.shell.clone().unwrap_or_default().into(),
        plat.unwrap_or_default().into(),
    ];
    let rows: Vec<ItemRow> = sql::all(db, &text, values).await?;
    Ok(rows.into_iter().map(ScriptItem::from).collect())
}

/// One script.
pub async fn find_script(db: &impl ConnectionTrait, id: i64) -> Result<Option<Script>, DbErr> {
    let text = format!("select {} from scripts s where s.id = $1", script_columns());
    let row: Option<ScriptRow> = sql::one(db, &text, [id.into()]).await?;
    Ok(row.map(Script::from))
}

/// The key of a script that people made with this name, shell and body.
pub async fn find_same(
    db: &impl ConnectionTrait,
    script: &ScriptItem,
) -> Result<Option<i64>, DbErr> {
    let text = "select id from scripts
                 where name = $1 and shell = $2 and script_hash = $3
                   and script_type <> 'builtin' and not hidden
                 order by id limit 1";
    let (name, shell, hash) =
        (script.name.as_str(), script.shell.as_str(), script.script_hash.as_str());
    sql::value(db, text, [name.into(), shell.into(), hash.into()]).await
}

/// These scripts, by key.
pub async fn list_scripts_by_key(
    db: &impl ConnectionTrait,
    ids: &[i64],
) -> Result<Vec<Script>, DbErr> {
    let text = format!(
        "select {} from scripts s where s.id in ({}) order by s.id",
        script_columns(),
        sql::list(ids)
    );
    let rows: Vec<ScriptRow> = sql::all(db, &text, []).await?;
    Ok(rows.into_iter().map(Script::from).collect())
}

pub async fn script_exists(db: &impl ConnectionTrait, id: i64) -> Result<bool, DbErr> {
    let found: Option<i64> =
        sql::value(db, "select id from scripts where id = $1", [id.into()]).await?;
    Ok(found.is_some())
}

/// Locks a script until the change ends, so that versions get their numbers one
/// after the other. SQLite has only one writer.
pub async fn lock_script(write: &impl ConnectionTrait, id: i64) -> Result<(), DbErr> {
    if write.get_database_backend() == DbBackend::Postgres {
        let text = "select id from scripts where id = $1 for update";
        sql::execute(write, text, [id.into()]).await?;
    }
    Ok(())
}

/// Inserts a script of a person and returns its id.
pub async fn insert_script(
    write: &impl ConnectionTrait,
    script: &Script,
    by: &str,
) -> Result<i64, DbErr> {
    let text = "insert into scripts
                       (name, description, filename, shell, args, env_vars, supported_platforms,
                        category, syntax, default_timeout, run_as_user, favorite, hidden,
                        script_body, script_hash, owner_clients, modified_by, modified_time,
                        body_author, body_time, created_by, created_time)
                values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17,
                        $18, $17, $18, $17, $18)
                returning id";
    sql::number(write, text, columns(script, by)).await
}

/// Overwrites the stored script; a new body makes a new version.
pub async fn update_script(
    write: &impl ConnectionTrait,
    script: &Script,
    is_new_body: bool,
    by: &str,
) -> Result<(), DbErr> {
    if is_new_body {
        store_version(write, script.item.id).await?;
        let text = "update scripts
                       set version = version + 1, body_author = $1, body_time = $2
                     where id = $3";
        let now = Timestamp::now();
        sql::execute(write, text, [by.into(), now.into(), script.item.id.into()]).await?;
    }
    let text = "update scripts
                   set name = $1, description = $2, filename = $3, shell = $4, args = $5,
                       env_vars = $6, supported_platforms = $7, category = $8, syntax = $9,
                       default_timeout = $10, run_as_user = $11, favorite = $12, hidden = $13,
                       script_body = $14, script_hash = $15, owner_clients = $16,
                       modified_by = $17, modified_time = $18
                 where id = $19";
    let values = columns(script, by).into_iter().chain([script.item.id.into()]);
    sql::execute(write, text, values).await.map(|_| ())
}

/// Removes a script and its versions.
pub async fn delete_script(write: &impl ConnectionTrait, id: i64) -> Result<(), DbErr> {
    sql::execute(write, "delete from scripts where id = $1", [id.into()]).await.map(|_| ())
}

/// The written columns of a script, in the order of the statements above.
fn columns(script: &Script, by: &str) -> [Value; 18] {
    let item = &script.item;
    [
        item.name.clone().into(),
        item.description.clone().into(),
        item.filename.clone().into(),
        item.shell.clone().into(),
        list(&item.args),
        list(&item.env_vars),
        list(&item.supported_platforms),
        item.category.clone().into(),
        item.syntax.clone().into(),
        item.default_timeout.into(),
        item.run_as_user.into(),
        item.favorite.into(),
        item.hidden.into(),
        script.script_body.clone().into(),
        item.script_hash.clone().into(),
        stored_owners(&item.owner_clients),
        by.into(),
        Timestamp::now().into(),
    ]
}

fn list(texts: &[String]) -> Value {
    serde_json::json!(texts).to_string().into()
}
