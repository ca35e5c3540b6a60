//! Every former state of the schema, with a row in every table, can be brought
//! up to date.

use sea_orm::{ConnectionTrait, DatabaseTransaction, DbBackend, FromQueryResult};

use super::{names, table_names};
use crate::storage::{Database, migrate, migrate_to, sql};
use crate::testing::empty;

/// Columns that may be null, but not all of them at once.
const OWNERS: &[(&str, &str)] =
    &[("custom_field_values", "agent_id"), ("patch_policies", "agent_id"), ("tasks", "agent_id")];
/// Texts that a condition of their table asks for.
const WORDS: &[(&str, &str)] = &[
    ("model", "agent"),
    ("script_type", "userdefined"),
    ("status", "running"),
    ("outcome", "wait"),
];

/// Tables that a later migration takes away.
const DROPPED: &[&str] = &["enrolment_tokens"];

#[derive(FromQueryResult)]
struct Column {
    name: String,
    kind: String,
    /// Whether a row can be made without a value for it.
    optional: bool,
}

async fn columns(db: &DatabaseTransaction, table: &str) -> Vec<Column> {
    let text = match db.get_database_backend() {
        DbBackend::Postgres => {
            "select cast(column_name as text) as name, cast(data_type as text) as kind,
                    is_nullable = 'YES' or column_default is not null or is_identity = 'YES'
                    as optional
               from information_schema.columns
              where table_schema = current_schema() and table_name = $1
              order by ordinal_position"
        }
        _ => {
            "select name, lower(type) as kind,
                    case when pk > 0 then lower(type) = 'integer'
                         else \"notnull\" = 0 or dflt_value is not null end as optional
               from pragma_table_info($1) order by cid"
        }
    };
    sql::all(db, text, [table.into()]).await.unwrap()
}

/// Adds a row to every table that is there and has none. All numbers are 1, so
/// that references find what they mean.
async fn fill(db: &Database) {
    let write = db.begin().await.unwrap();
    for table in table_names() {
        let columns = columns(&write, table).await;
        if columns.is_empty() || count(&write, table).await > 0 {
            continue;
        }
        let is_owner = |column: &Column| OWNERS.contains(&(table, column.name.as_str()));
        let needed: Vec<&Column> =
            columns.iter().filter(|column| !column.optional || is_owner(column)).collect();
        let value = |column: &&Column| match column.kind.as_str() {
            "text" => {
                let word = WORDS.iter().find(|(name, _)| *name == column.name);
                format!("'{}'", word.map_or("1", |(_, word)| word))
            }
            "boolean" => "false".to_owned(),
            "blob" => "x'31'".to_owned(),
            "bytea" => r"'\x31'".to_owned(),
            _ => "1".to_owned(),
        };
        let names: Vec<String> =
            needed.iter().map(|column| format!("\"{}\"", column.name)).collect();
        let values: Vec<String> = needed.iter().map(value).collect();
        let text =
            format!("insert into {table} ({}) values ({})", names.join(", "), values.join(", "));
        if let Err(error) = sql::execute(&write, &text, []).await {
            panic!("{text}: {error}");
        }
    }
    write.commit().await.unwrap();
}

async fn count(db: &DatabaseTransaction, table: &str) -> i64 {
    sql::number(db, &format!("select count(*) from {table}"), []).await.unwrap()
}

/// The tables that are there and have rows.
async fn filled(db: &Database) -> Vec<&'static str> {
    let write = db.begin().await.unwrap();
    let mut filled = Vec::new();
    for table in table_names() {
        if !columns(&write, table).await.is_empty() && count(&write, table).await > 0 {
            filled.push(table);
        }
    }
    filled
}

#[tokio::test]
async fn a_database_of_every_former_program_is_brought_up_to_date_with_its_rows() {
    let folder = tempfile::tempdir().unwrap();
    let names = names();
    for last in 1..=names.len() {
        let db = Database::open(&empty(folder.path()).await).await.unwrap();
        for step in 1..=last {
            migrate_to(&db, &names[..step]).await.unwrap();
            fill(&db).await;
        }
        let before = filled(&db).await;
        migrate(&db).await.unwrap_or_else(|error| panic!("from {}: {error}", names[last - 1]));

        let after = filled(&db).await;
        let lost = before.iter().filter(|table| !after.contains(table));
        let lost: Vec<_> = lost.filter(|table| !DROPPED.contains(table)).collect();
        assert!(lost.is_empty(), "{lost:?} lost their rows from {}", names[last - 1]);
        db.close().await;
    }
}
