//! Tables as the engine describes them, and the statements that read and write
//! their rows as JSON.
//!
//! A row is an array: numbers, texts, booleans (0 and 1 on SQLite) and null;
//! bytes are the text `\x` and hexadecimal digits.

use sea_orm::{ConnectionTrait, DatabaseTransaction, DbBackend, DbErr, FromQueryResult};

use crate::migrations;
use crate::storage::sql;

/// Columns that are left out: recordings are larger than everything else together, and
/// are copied on their own.
const LEFT_OUT: [(&str, &str); 1] = [("recording_parts", "data")];

/// A table of the database.
pub struct Table {
    pub name: String,
    pub columns: Vec<Column>,
}

/// A column and the engine's name for its type.
#[derive(Clone, Debug, FromQueryResult)]
pub struct Column {
    pub name: String,
    kind: String,
}

/// Every existing table of ours.
pub async fn list_tables(db: &DatabaseTransaction) -> Result<Vec<Table>, DbErr> {
    let mut tables = Vec::new();
    for name in migrations::table_names() {
        let mut columns = list_columns(db, name).await?;
        columns.retain(|column| !LEFT_OUT.contains(&(name, column.name.as_str())));
        // Some were dropped by a later migration, or are not there yet.
        if !columns.is_empty() {
            tables.push(Table { name: name.to_owned(), columns });
        }
    }
    Ok(tables)
}

async fn list_columns(db: &DatabaseTransaction, table: &str) -> Result<Vec<Column>, DbErr> {
    let text = match db.get_database_backend() {
        DbBackend::Postgres => {
            "select cast(column_name as text) as name, cast(data_type as text) as kind
               from information_schema.columns
              where table_schema = current_schema() and table_name = $1
              order by ordinal_position"
        }
        _ => "select name, lower(type) as kind from pragma_table_info($1) order by cid",
    };
    sql::all(db, text, [table.into()]).await
}

impl Table {
    /// Reads all rows, each as one JSON text.
    pub fn select(&self, backend: DbBackend) -> String {
        let value = |column: &Column| match column.kind.as_str() {
            // PostgreSQL writes bytes in this form already.
            "blob" => {
                let name = column.quoted();
                format!(r"case when {name} is not null then '\x' || lower(hex({name})) end")
            }
            _ => column.quoted(),
        };
        let values: Vec<String> = self.columns.iter().map(value).collect();
        let (values, name) = (values.join(", "), &self.name);
        match backend {
            DbBackend::Postgres => {
                format!("select cast(json_build_array({values}) as text) from {name}")
            }
            _ => format!("select json_array({values}) from {name}"),
        }
    }

    /// Writes rows: `$1` is a JSON array of them, their values in this order of
    /// columns. None when the table does not have one of the columns.
    pub fn insert(&self, backend: DbBackend, columns: &[String]) -> Option<String> {
        let (mut values, mut names) = (Vec::new(), Vec::new());
        for (index, name) in columns.iter().enumerate() {
            let column = self.columns.iter().find(|column| column.name == *name)?;
            values.push(column.read(backend, index));
            names.push(column.quoted());
        }
        let (values, names, table) = (values.join(", "), names.join(", "), &self.name);
        Some(match backend {
            DbBackend::Postgres => format!(
                "insert into {table} ({names})
                 select {values} from json_array_elements(cast($1 as json)) as r(row_values)"
            ),
            _ => format!("insert into {table} ({names}) select {values} from json_each($1) as r"),
        })
    }
}

impl Column {
    /// Its name, quoted because it may be a keyword of SQL.
    fn quoted(&self) -> String {
        format!("\"{}\"", self.name)
    }

    /// Its value out of an array, at an index.
    fn read(&self, backend: DbBackend, index: usize) -> String {
        match (backend, self.kind.as_str()) {
            (DbBackend::Postgres, kind) => format!("cast(row_values ->> {index} as {kind})"),
            (_, "blob") => format!("unhex(substr(json_extract(r.value, '$[{index}]'), 3))"),
            _ => format!("json_extract(r.value, '$[{index}]')"),
        }
    }
}
