//! The SQL of scripts.

use sea_orm::{ConnectionTrait, DbBackend, DbErr, FromQueryResult, Value};

use super::super::script::{Script, ScriptItem};
use super::store_version;
use crate::audit::Stamps;
use crate::domain::ownership::{read_owners, stored_owners};
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

#[derive(FromQueryResult)]
struct ItemRow {
    id: i64,
    guid: Option<String>,
    name: String,
    description: String,
    filename: String,
    shell: String,
    script_type: String,
    args: String,
    env_vars: String,
    supported_platforms: String,
    category: String,
    syntax: String,
    default_timeout: i64,
    run_as_user: bool,
    favorite: bool,
    hidden: bool,
    script_hash: String,
    version: i64,
    owner_clients: String,
    #[sea_orm(nested)]
    stamps: Stamps,
}

#[derive(FromQueryResult)]
struct ScriptRow {
    #[sea_orm(nested)]
    item: ItemRow,
    script_body: String,
}

const COLUMNS: &str = "s.id, s.guid, s.name, s.description, s.filename, s.shell, s.script_type,
        s.args, s.env_vars, s.supported_platforms, s.category, s.syntax, s.default_timeout,
        s.run_as_user, s.favorite, s.hidden, s.script_hash, s.version, s.owner_clients,
        s.created_by, s.created_time, s.modified_by, s.modified_time";

/// The scripts that pass the filter, by category and name.
pub async fn list_scripts(
    db: &impl ConnectionTrait,
    filter: &Filter,
) -> Result<Vec<ScriptItem>, DbErr> {
    let text = format!(
        "select {COLUMNS}
           from scripts s
          where ($1 or s.script_type <> 'builtin')
            and ($2 or not s.hidden)
            and ($3 = '' or s.shell = $3)
            and ($4 = '' or s.supported_platforms = '[]' or s.supported_platforms like $4)
          order by lower(s.category), lower(s.name), s.id"
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
    let text = format!("select {COLUMNS}, s.script_body from scripts s where s.id = $1");
    let row: Option<ScriptRow> = sql::one(db, &text, [id.into()]).await?;
    Ok(row.map(|row| Script { item: row.item.into(), script_body: row.script_body }))
}

/// These scripts, by key.
pub async fn list_scripts_by_key(
    db: &impl ConnectionTrait,
    ids: &[i64],
) -> Result<Vec<Script>, DbErr> {
    let text = format!(
        "select {COLUMNS}, s.script_body from scripts s where s.id in ({}) order by s.id",
        sql::list(ids)
    );
    let rows: Vec<ScriptRow> = sql::all(db, &text, []).await?;
    let script = |row: ScriptRow| Script { item: row.item.into(), script_body: row.script_body };
    Ok(rows.into_iter().map(script).collect())
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

fn texts(list: &str) -> Vec<String> {
    serde_json::from_str(list).unwrap_or_default()
}

impl From<ItemRow> for ScriptItem {
    fn from(row: ItemRow) -> Self {
        Self {
            id: row.id,
            guid: row.guid.unwrap_or_default(),
            name: row.name,
            description: row.description,
            filename: row.filename,
            shell: row.shell,
            script_type: row.script_type,
            args: texts(&row.args),
            env_vars: texts(&row.env_vars),
            syntax: row.syntax,
            favorite: row.favorite,
            hidden: row.hidden,
            category: row.category,
            script_hash: row.script_hash,
            version: row.version,
            default_timeout: row.default_timeout,
            supported_platforms: texts(&row.supported_platforms),
            run_as_user: row.run_as_user,
            owner_clients: read_owners(&row.owner_clients),
            stamps: row.stamps,
        }
    }
}
