//! Migrating the schema to what this program expects.

#[cfg(test)]
mod tests;

use sea_orm::{ConnectionTrait, DbErr};

use super::{Database, Transaction, sql};
use crate::migrations::{self, Migration};
use crate::time::Timestamp;

/// Its name and columns are those of sea-orm-migration, which the first
/// databases were made with.
const CREATE_TABLE: &str = "create table if not exists seaql_migrations
    (version varchar not null primary key, applied_at bigint not null)";

/// The schema could not be migrated.
#[derive(Debug, thiserror::Error)]
pub enum MigrateError {
    /// A newer program has written to this database.
    #[error(
        "the database was written by a newer Muster (it has {migration}): \
         start that version, or restore a backup made by this one"
    )]
    Newer {
        /// The first migration this program does not know.
        migration: String,
    },
    /// A statement failed.
    #[error("the database schema could not be brought up to date")]
    Failed(#[from] DbErr),
}

/// Applies missing migrations, each in its own transaction.
pub async fn migrate(db: &Database) -> Result<(), MigrateError> {
    refuse_unknown(&applied_migrations(db).await)?;
    apply_missing(db, migrations::all()).await
}

/// Applies exactly these migrations, for data of an older program; `migrate`
/// applies the rest afterwards. Nothing else may use the database.
pub async fn migrate_to(db: &Database, names: &[String]) -> Result<(), MigrateError> {
    refuse_unknown(names)?;
    let is_chosen = |migration: &Migration| names.iter().any(|name| name == migration.name);
    apply_missing(db, migrations::all().filter(is_chosen)).await
}

/// The names of the migrations this database has, in their order; none for an
/// empty one.
pub async fn applied_migrations(db: &Database) -> Vec<String> {
    // An empty database has no table of migrations yet.
    applied(db.read()).await.unwrap_or_default()
}

async fn apply_missing(
    db: &Database,
    migrations: impl Iterator<Item = Migration>,
) -> Result<(), MigrateError> {
    let write = begin_locked(db).await?;
    write.execute_unprepared(CREATE_TABLE).await?;
    let applied = applied(&write).await?;
    write.commit().await?;
    for migration in migrations.filter(|migration| !applied.iter().any(|a| a == migration.name)) {
        apply(db, &migration).await?;
    }
    Ok(())
}

/// Applies one migration, unless another server has done so by now. A
/// migration that fails leaves nothing behind.
async fn apply(db: &Database, migration: &Migration) -> Result<(), MigrateError> {
    let write = begin_locked(db).await?;
    let applied = applied(&write).await?;
    refuse_unknown(&applied)?;
    if applied.iter().any(|name| name == migration.name) {
        return Ok(());
    }
    write.execute_unprepared(&migration.sql(write.get_database_backend())).await?;
    let text = "insert into seaql_migrations (version, applied_at) values ($1, $2)";
    sql::execute(&write, text, [migration.name.into(), Timestamp::now().seconds().into()]).await?;
    write.commit().await?;
    tracing::info!(migration = migration.name, "migration applied");
    Ok(())
}

/// Two replicas that start together must not both migrate: the second waits
/// here and then finds nothing left to do. On SQLite the transaction itself is
/// that lock.
async fn begin_locked(db: &Database) -> Result<Transaction, DbErr> {
    let write = db.begin().await?;
    if db.is_shared() {
        sql::execute(&write, "select pg_advisory_xact_lock(7310001)", []).await?;
    }
    Ok(write)
}

fn refuse_unknown(names: &[String]) -> Result<(), MigrateError> {
    let is_known = |name: &String| migrations::all().any(|migration| migration.name == name);
    match names.iter().find(|name| !is_known(name)) {
        Some(name) => Err(MigrateError::Newer { migration: name.clone() }),
        None => Ok(()),
    }
}

async fn applied(db: &impl ConnectionTrait) -> Result<Vec<String>, DbErr> {
    sql::values(db, "select version from seaql_migrations order by version", []).await
}
