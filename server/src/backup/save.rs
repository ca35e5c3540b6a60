//! A running database into a file.

use std::path::{Path, PathBuf};

use futures_util::TryStreamExt;
use sea_orm::{ConnectionTrait, DatabaseTransaction, DbBackend, DbErr, Statement};

use super::Contents;
use super::file::{Header, Section, Writer};
use super::tables::{Table, list_tables};
use crate::auth::Vault;
use crate::storage::{Database, sql};
use crate::time::Timestamp;

/// A backup could not be made.
#[derive(Debug, thiserror::Error)]
pub enum SaveError {
    /// Something has that name already.
    #[error("{path} exists already: a backup never replaces a file")]
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// The file.
    #[error("cannot write {path}")]
    File {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: std::io::Error,
    },
    /// There is nothing in it.
    #[error("there is nothing to back up: no server has used this database yet")]
    Empty,
    /// The database belongs to another key.
    #[error("the key file does not belong to this database")]
    ForeignKey,
    /// The database.
    #[error("the database could not be read")]
    Database(#[from] DbErr),
}

/// Writes all data of this moment into a file that only this key opens. The
/// server may keep running meanwhile.
pub async fn save(db: &Database, vault: &Vault, path: &Path) -> Result<Contents, SaveError> {
    let snapshot = db.snapshot().await?;
    let key = "select key_fingerprint from installation where id = 1";
    let key_fingerprint: Option<String> = sql::value(&snapshot, key, []).await.ok().flatten();
    let key_fingerprint = key_fingerprint.ok_or(SaveError::Empty)?;
    if key_fingerprint != vault.fingerprint() {
        return Err(SaveError::ForeignKey);
    }
    let names = "select version from seaql_migrations order by version";
    let head = Header {
        version: crate::VERSION.to_owned(),
        made: Timestamp::now().to_string(),
        key_fingerprint,
        migrations: sql::values(&snapshot, names, []).await?,
    };
    let failed = |source: std::io::Error| match source.kind() {
        std::io::ErrorKind::AlreadyExists => SaveError::Exists { path: path.to_owned() },
        _ => SaveError::File { path: path.to_owned(), source },
    };
    let mut writer = Writer::create(path, vault).map_err(failed)?;
    writer.write(&head).map_err(failed)?;
    let mut contents = Contents::default();
    for table in list_tables(&snapshot).await? {
        contents.tables += 1;
        contents.rows += save_table(&snapshot, &table, &mut writer, &failed).await?;
    }
    writer.write(&Section::End { rows: contents.rows }).map_err(failed)?;
    writer.finish().map_err(failed)?;
    snapshot.rollback().await?;
    Ok(contents)
}

async fn save_table(
    snapshot: &DatabaseTransaction,
    table: &Table,
    writer: &mut Writer,
    failed: &impl Fn(std::io::Error) -> SaveError,
) -> Result<u64, SaveError> {
    let mark = Section::Table {
        table: table.name.clone(),
        columns: table.columns.iter().map(|column| column.name.clone()).collect(),
        last_id: last_id(snapshot, table).await?,
    };
    writer.write(&mark).map_err(failed)?;
    let backend = snapshot.get_database_backend();
    let statement = Statement::from_string(backend, table.select(backend));
    let mut rows = sea_orm::StreamTrait::stream_raw(snapshot, statement).await?;
    let mut count = 0;
    while let Some(row) = rows.try_next().await? {
        let text: String = row.try_get_by_index(0)?;
        writer.write_text(&text).map_err(failed)?;
        count += 1;
    }
    Ok(count)
}

/// The last id that a table assigned to a row, which may be gone: ids are not
/// used twice.
async fn last_id(db: &DatabaseTransaction, table: &Table) -> Result<Option<i64>, DbErr> {
    if db.get_database_backend() != DbBackend::Postgres {
        let text = "select seq from sqlite_sequence where name = $1";
        return sql::value(db, text, [table.name.as_str().into()]).await;
    }
    if !table.columns.iter().any(|column| column.name == "id") {
        return Ok(None);
    }
    let text = "select pg_get_serial_sequence($1, 'id')";
    let sequence: Option<Option<String>> =
        sql::value(db, text, [table.name.as_str().into()]).await?;
    let Some(sequence) = sequence.flatten() else { return Ok(None) };
    let text = format!("select case when is_called then last_value else 0 end from {sequence}");
    sql::value(db, &text, []).await
}
