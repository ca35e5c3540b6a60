//! A file into an empty database.

use std::path::PathBuf;

use sea_orm::{ConnectionTrait, DatabaseTransaction, DbBackend, DbErr, FromQueryResult};

use super::Contents;
use super::file::{BackupLine, Section};
use super::reading::Backup;
use super::tables::{Table, list_tables};
use crate::storage::{
    Database, MigrateError, Transaction, applied_migrations, lift_limits, migrate_to, sql,
};

/// Rows of one statement: few enough for its text to stay small.
const ROWS_AT_ONCE: usize = 500;
const BYTES_AT_ONCE: usize = 1024 * 1024;

/// A backup could not be restored. The database is as empty as before.
#[derive(Debug, thiserror::Error)]
pub enum RestoreError {
    /// The file cannot be read.
    #[error("cannot read {path}")]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: std::io::Error,
    },
    /// It is something else.
    #[error("{path} is not a backup that this program can read")]
    NotABackup {
        /// The file.
        path: PathBuf,
    },
    /// Anybody could have made or changed it.
    #[error(
        "this backup was made by an older release and is not signed: anybody could have changed it; \
         --unsigned restores it anyway"
    )]
    Unsigned,
    /// Another installation made it.
    #[error("the key file does not belong to this backup")]
    ForeignKey,
    /// Its content differs from what was written.
    #[error("the backup is damaged: it is not complete, or was changed after it was made")]
    Damaged,
    /// A newer program made it, or its schema does not apply.
    #[error(transparent)]
    Schema(#[from] MigrateError),
    /// There is something to lose.
    #[error(
        "the database is not empty: restore into one that no server has used yet \
         (another MUSTER_DATA folder, or another MUSTER_DATABASE_URL)"
    )]
    NotEmpty,
    /// The database.
    #[error("the database could not be written")]
    Database(#[from] DbErr),
}

/// Loads a backup into a database that no server has used, with the schema it
/// was made with. All of it is there when the caller commits, or nothing.
pub async fn load(
    db: &Database,
    mut backup: Backup,
) -> Result<(Contents, Transaction), RestoreError> {
    let applied = applied_migrations(db).await;
    let is_known = |name: &String| backup.migrations().contains(name);
    if is_claimed(db).await || !applied.iter().all(is_known) {
        return Err(RestoreError::NotEmpty);
    }
    migrate_to(db, backup.migrations()).await?;
    let write = db.begin().await?;
    let references = set_references_aside(&write).await?;
    let tables = list_tables(&write).await?;
    for table in &tables {
        // Migrations begin some tables with a row.
        sql::execute(&write, &format!("delete from {}", table.name), []).await?;
    }
    let contents = load_tables(&write, &tables, &mut backup).await?;
    for reference in references {
        reference.add(&write).await?;
    }
    Ok((contents, write))
}

/// Whether a server has ever used this database.
async fn is_claimed(db: &Database) -> bool {
    // Without the table there was no server either.
    sql::number(db.read(), "select count(*) from installation", []).await.unwrap_or(0) > 0
}

async fn load_tables(
    write: &DatabaseTransaction,
    tables: &[Table],
    backup: &mut Backup,
) -> Result<Contents, RestoreError> {
    let mut contents = Contents::default();
    let mut batch: Option<Batch> = None;
    loop {
        match backup.next_line()? {
            BackupLine::Row(row) => {
                let batch = batch.as_mut().ok_or(RestoreError::Damaged)?;
                batch.add(write, &row).await?;
                contents.rows += 1;
            }
            BackupLine::Section(mark) => {
                if let Some(batch) = batch.take() {
                    batch.end(write).await?;
                }
                match mark {
                    Section::End { rows } if rows == contents.rows => return Ok(contents),
                    Section::End { .. } => return Err(RestoreError::Damaged),
                    Section::Table { table, columns, last_id } => {
                        contents.tables += 1;
                        let found = tables.iter().find(|found| found.name == table);
                        let table = found.ok_or(RestoreError::Damaged)?;
                        let insert = table.insert(write.get_database_backend(), &columns);
                        let insert = insert.ok_or(RestoreError::Damaged)?;
                        let name = table.name.clone();
                        batch = Some(Batch {
                            table: name,
                            insert,
                            last_id,
                            text: String::new(),
                            rows: 0,
                        });
                    }
                }
            }
        }
    }
}

/// Rows of one table that are inserted together.
struct Batch {
    table: String,
    insert: String,
    last_id: Option<i64>,
    /// A JSON array of rows that is not closed yet.
    text: String,
    rows: usize,
}

impl Batch {
    async fn add(&mut self, write: &DatabaseTransaction, row: &str) -> Result<(), DbErr> {
        self.text.push(if self.rows == 0 { '[' } else { ',' });
        self.text.push_str(row);
        self.rows += 1;
        if self.rows >= ROWS_AT_ONCE || self.text.len() >= BYTES_AT_ONCE {
            self.flush(write).await?;
        }
        Ok(())
    }

    async fn flush(&mut self, write: &DatabaseTransaction) -> Result<(), DbErr> {
        if self.rows > 0 {
            self.text.push(']');
            self.rows = 0;
            let rows = std::mem::take(&mut self.text);
            sql::execute(write, &self.insert, [rows.into()]).await?;
        }
        Ok(())
    }

    /// Writes the rest, and continues the ids where they were.
    async fn end(mut self, write: &DatabaseTransaction) -> Result<(), DbErr> {
        self.flush(write).await?;
        let Some(last) = self.last_id else { return Ok(()) };
        let table = self.table.as_str();
        if write.get_database_backend() == DbBackend::Postgres {
            let text = "select setval(pg_get_serial_sequence($1, 'id'), greatest($2, 1), $2 > 0)";
            sql::execute(write, text, [table.into(), last.into()]).await?;
            return Ok(());
        }
        sql::execute(write, "delete from sqlite_sequence where name = $1", [table.into()]).await?;
        let text = "insert into sqlite_sequence (name, seq) values ($1, $2)";
        sql::execute(write, text, [table.into(), last.into()]).await?;
        Ok(())
    }
}

/// A reference between tables of PostgreSQL.
#[derive(FromQueryResult)]
struct Reference {
    table_name: String,
    name: String,
    definition: String,
}

impl Reference {
    async fn add(&self, write: &DatabaseTransaction) -> Result<(), DbErr> {
        let Self { table_name, name, definition } = self;
        let text = format!("alter table {table_name} add constraint {name} {definition}");
        sql::execute(write, &text, []).await.map(|_| ())
    }
}

/// Tables refer to each other in every direction, so no order of them would
/// work: references are checked when all rows are there.
async fn set_references_aside(write: &DatabaseTransaction) -> Result<Vec<Reference>, DbErr> {
    if write.get_database_backend() != DbBackend::Postgres {
        sql::execute(write, "pragma defer_foreign_keys = on", []).await?;
        return Ok(Vec::new());
    }
    lift_limits(write).await?;
    let text = "select cast(conrelid::regclass as text) as table_name,
                       quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
                  from pg_constraint
                 where contype = 'f' and connamespace = current_schema()::regnamespace
                 order by conrelid, conname";
    let references: Vec<Reference> = sql::all(write, text, []).await?;
    for Reference { table_name, name, .. } in &references {
        sql::execute(write, &format!("alter table {table_name} drop constraint {name}"), [])
            .await?;
    }
    Ok(references)
}
