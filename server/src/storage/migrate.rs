//! Bringing the schema to what this program expects.

use sea_orm::DbErr;
use sea_orm_migration::{MigratorTrait, SchemaManagerConnection};

use super::{Database, sql};
use crate::migrations::{ChosenMigrations, Migrations};

/// The schema could not be brought up to date.
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

/// Applies what is missing, each migration in a transaction of its own.
pub async fn migrate(db: &Database) -> Result<(), MigrateError> {
    refuse_newer(db).await?;
    // Two replicas that start together must not both migrate: the second
    // waits here and then finds nothing left to do.
    let lock = db.begin().await?;
    if db.is_shared() {
        sql::execute(&lock, "select pg_advisory_xact_lock(7310001)", []).await?;
    }
    if db.is_shared() {
        Migrations::up(SchemaManagerConnection::Connection(&db.writer), None).await?;
        lock.commit().await?;
    } else {
        // SQLite has one writer connection, and the lock above holds it.
        lock.rollback().await?;
        Migrations::up(SchemaManagerConnection::Connection(&db.writer), None).await?;
    }
    Ok(())
}

/// Applies exactly these migrations, for data of an older program; `migrate`
/// brings them up to date afterwards. Nobody else may use the database.
pub async fn migrate_to(db: &Database, names: &[String]) -> Result<(), MigrateError> {
    let known = Migrations::migrations();
    if let Some(name) = names.iter().find(|name| !known.iter().any(|step| step.name() == *name)) {
        return Err(MigrateError::Newer { migration: name.clone() });
    }
    let chosen = ChosenMigrations(names.to_vec());
    let connection = SchemaManagerConnection::Connection(&db.writer);
    // By its path: imported, its names would clash with those of the other.
    sea_orm_migration::MigratorTraitSelf::up(&chosen, connection, None).await?;
    Ok(())
}

/// The names of the migrations this database has, in their order; none for an
/// empty one.
pub async fn applied_migrations(db: &Database) -> Vec<String> {
    // An empty database has no table of migrations yet.
    applied(db).await.unwrap_or_default()
}

async fn refuse_newer(db: &Database) -> Result<(), MigrateError> {
    let known: Vec<String> =
        Migrations::migrations().iter().map(|migration| migration.name().to_owned()).collect();
    match applied_migrations(db).await.into_iter().find(|name| !known.contains(name)) {
        Some(migration) => Err(MigrateError::Newer { migration }),
        None => Ok(()),
    }
}

async fn applied(db: &Database) -> Result<Vec<String>, DbErr> {
    sql::values(db.read(), "select version from seaql_migrations order by version", []).await
}
