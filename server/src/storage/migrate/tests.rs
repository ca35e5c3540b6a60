//! Empty databases of every engine that the tests have are migrated.

use futures_util::future::join_all;
use tempfile::TempDir;

use super::*;
use crate::storage::Location;
use crate::testing::empty_databases;

/// An empty database of each engine that the tests have.
async fn databases() -> (TempDir, Vec<Location>) {
    let folder = tempfile::tempdir().unwrap();
    let locations = empty_databases(folder.path()).await;
    (folder, locations)
}

fn known() -> Vec<String> {
    migrations::all().map(|migration| migration.name.to_owned()).collect()
}

#[test]
fn migrations_are_declared_in_the_order_of_their_names_and_none_twice() {
    assert!(known().is_sorted_by(|earlier, later| earlier < later));
}

#[tokio::test]
async fn servers_that_start_together_apply_every_migration_once() {
    let (_folder, locations) = databases().await;
    for location in locations {
        let open = || async { Database::open(&location).await.unwrap() };
        let servers = join_all((0..4).map(|_| open())).await;
        for outcome in join_all(servers.iter().map(migrate)).await {
            outcome.unwrap();
        }
        assert_eq!(applied_migrations(&servers[0]).await, known());
        join_all(servers.into_iter().map(Database::close)).await;
    }
}

#[tokio::test]
async fn a_migration_that_fails_half_way_leaves_nothing_behind() {
    let (_folder, locations) = databases().await;
    for location in locations {
        let db = Database::open(&location).await.unwrap();
        migrate(&db).await.unwrap();
        let text = "create table half_done (id {id}); insert into half_done (id) values (1);
                    insert into missing_table (id) values (1);";
        let failed = apply(&db, &Migration { name: "m9999_half_done", text }).await;
        assert!(matches!(failed, Err(MigrateError::Failed(_))), "{failed:?}");

        let rows = sql::number(db.read(), "select count(*) from half_done", []).await;
        assert!(rows.is_err(), "the table is there: {rows:?}");
        assert_eq!(applied_migrations(&db).await, known());
        // The connection is free again, and a later start finds nothing to do.
        migrate(&db).await.unwrap();
        db.close().await;
    }
}

#[tokio::test]
async fn a_database_of_a_newer_program_is_refused_and_left_as_it_is() {
    let (_folder, locations) = databases().await;
    for location in locations {
        let db = Database::open(&location).await.unwrap();
        migrate_to(&db, &known()[..3]).await.unwrap();
        let write = db.begin().await.unwrap();
        let text = "insert into seaql_migrations (version, applied_at) values ('m9999_later', 1)";
        sql::execute(&write, text, []).await.unwrap();
        write.commit().await.unwrap();

        let before = applied_migrations(&db).await;
        let refused = migrate(&db).await;
        assert!(
            matches!(&refused, Err(MigrateError::Newer { migration }) if migration == "m9999_later"),
            "{refused:?}"
        );
        let missing = migrations::all().nth(3).unwrap();
        assert!(matches!(apply(&db, &missing).await, Err(MigrateError::Newer { .. })));
        assert_eq!(applied_migrations(&db).await, before);
        db.close().await;
    }
}
