//! The SQL of scripts that come with the program.

use sea_orm::{ConnectionTrait, DbBackend, DbErr, FromQueryResult};

use crate::storage::sql;

/// Held while the library is written; used by this program only.
const LOCK: &str = "select pg_advisory_xact_lock(7310020)";

/// A built-in script in the database.
#[derive(Debug, FromQueryResult)]
pub struct InstalledScript {
    /// Its row.
    pub id: i64,
    /// Its identity.
    pub guid: String,
    /// Digest of all that was said about it when it was written.
    pub library_digest: String,
    /// Whether the program that wrote last no longer had it.
    pub retired: bool,
}

/// Lets one replica at a time write the library. SQLite has only one writer.
pub async fn lock_library(write: &impl ConnectionTrait) -> Result<(), DbErr> {
    if write.get_database_backend() == DbBackend::Postgres {
        sql::execute(write, LOCK, []).await?;
    }
    Ok(())
}

/// All built-in scripts in the database, by identity.
pub async fn list_installed(db: &impl ConnectionTrait) -> Result<Vec<InstalledScript>, DbErr> {
    let text = "select id, guid, library_digest, retired
                  from scripts
                 where script_type = 'builtin' and guid is not null
                 order by guid";
    sql::all(db, text, []).await
}

/// Records that a row is the built-in script of this identity, with its digest.
pub async fn mark_builtin(
    write: &impl ConnectionTrait,
    id: i64,
    guid: &str,
    digest: &str,
) -> Result<(), DbErr> {
    let text = "update scripts
                   set script_type = 'builtin', guid = $1, library_digest = $2, retired = false
                 where id = $3";
    sql::execute(write, text, [guid.into(), digest.into(), id.into()]).await.map(|_| ())
}

/// Hides a script that the program no longer has.
pub async fn retire(write: &impl ConnectionTrait, id: i64) -> Result<(), DbErr> {
    let text = "update scripts set hidden = true, retired = true where id = $1";
    sql::execute(write, text, [id.into()]).await.map(|_| ())
}
