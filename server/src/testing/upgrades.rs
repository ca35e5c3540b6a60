//! A database of any earlier schema, with rows in it, is migrated to today's.

use sea_orm::{ConnectionTrait, DbBackend};
use serde_json::json;

use super::endpoints::{About, Effect, Needs, all};
use super::later_upgrade_samples::LATER_SAMPLES;
use super::upgrade_lists::SHOWN;
use super::upgrade_samples::SAMPLES;
use super::{TestServer, empty, settings_in};
use crate::auth::Token;
use crate::migrations;
use crate::storage::{Database, migrate, migrate_to, sql};
use crate::time::Timestamp;

/// All samples, as their steps come.
fn samples() -> impl Iterator<Item = &'static (&'static str, &'static str, &'static str)> {
    SAMPLES.iter().chain(LATER_SAMPLES)
}

fn step_names() -> Vec<String> {
    migrations::all().map(|step| step.name.to_owned()).collect()
}

/// The numbers of the steps from the one with this beginning on.
fn numbers_since(names: &[String], beginning: &str) -> std::ops::Range<usize> {
    let first = names.iter().position(|name| name.starts_with(beginning));
    first.expect("the step is there")..names.len()
}

/// Adds a row of everything that the schema after this step has room for.
async fn add_samples(db: &Database, names: &[String], number: usize) {
    let write = db.begin().await.unwrap();
    for (table, since, text) in samples() {
        if !numbers_since(names, since).contains(&number) {
            continue;
        }
        if *table == "audit_log" {
            let text = "update audit_head set last_id = last_id + 1";
            sql::execute(&write, text, []).await.unwrap();
        }
        let mut values = vec![number.to_string().into()];
        if text.contains("$2") {
            values.push(vec![u8::try_from(number).unwrap(); 32].into());
        }
        if let Err(error) = sql::execute(&write, text, values).await {
            panic!("after {}: {text}: {error}", names[number]);
        }
    }
    write.commit().await.unwrap();
}

async fn assert_kept(db: &Database, names: &[String]) {
    for (table, since, _) in samples() {
        let text = format!("select count(*) from {table}");
        let count = sql::number(db.read(), &text, []).await.unwrap();
        assert_eq!(count as usize, numbers_since(names, since).len(), "{table}");
    }
}

async fn assert_shown(server: &TestServer, names: &[String]) {
    for (since, path, noun) in SHOWN {
        let reply = server.admin.get(path).await;
        assert_eq!(reply.status, 200, "{path}: {}", reply.text);
        for number in numbers_since(names, since) {
            let name = format!("\"{noun} {number}\"");
            assert!(reply.text.contains(&name), "{path} without {name}: {}", reply.text);
        }
    }
    for endpoint in all() {
        let is_guarded = matches!(endpoint.needs, Needs::Login | Needs::Right(_));
        let is_list = endpoint.about == About::List && endpoint.effect == Effect::Reads;
        let has_variable = endpoint.path.contains('{');
        // They list agents by one update or one metric, which has to be named.
        if matches!(endpoint.path, "/winupdate/agents/" | "/metrics/fleet/") {
            continue;
        }
        if endpoint.method == "GET" && is_guarded && is_list && !has_variable {
            let reply = server.admin.get(endpoint.path).await;
            assert_eq!(reply.status, 200, "{}: {}", endpoint.path, reply.text);
        }
    }
}

#[tokio::test]
async fn rows_of_every_earlier_schema_survive_and_are_shown_after_an_upgrade() {
    let folder = tempfile::tempdir().unwrap();
    let location = empty(folder.path()).await;
    let names = step_names();
    let db = Database::open(&location).await.unwrap();
    for number in 0..names.len() {
        migrate_to(&db, &names[..=number]).await.unwrap();
        add_samples(&db, &names, number).await;
    }
    migrate(&db).await.unwrap();
    assert_kept(&db, &names).await;
    db.close().await;

    let mut settings = settings_in(folder.path()).await;
    settings.database = location;
    settings.beta_api_enabled = true;
    let server = TestServer::start_on(settings, folder).await;
    assert_shown(&server, &names).await;
    for number in numbers_since(&names, "m0002") {
        let path = format!("/agents/agent-{number}/");
        server.admin.put(&path, json!({ "description": "upgraded" })).await.ok();
        assert_eq!(server.admin.get(&path).await.ok()["description"], "upgraded");
    }
}

#[tokio::test]
async fn an_audit_log_whose_times_do_not_follow_its_ids_is_paged_by_time_after_an_upgrade() {
    let folder = tempfile::tempdir().unwrap();
    let location = empty(folder.path()).await;
    let names = step_names();
    let db = Database::open(&location).await.unwrap();
    migrate_to(&db, &names[..numbers_since(&names, "m0101").start]).await.unwrap();
    let write = db.begin().await.unwrap();
    for (id, time) in [(1, 10), (2, 40), (3, 20), (4, 30)] {
        let text = "insert into audit_log
                           (id, entry_time, username, action, object_type, message, hash)
                    values ($1, $2, 'somebody', 'add', 'client', 'x', '')";
        sql::execute(&write, text, [i64::from(id).into(), i64::from(time).into()]).await.unwrap();
    }
    sql::execute(&write, "update audit_head set last_id = 4", []).await.unwrap();
    write.commit().await.unwrap();
    db.close().await;

    let mut settings = settings_in(folder.path()).await;
    settings.database = location;
    let server = TestServer::start_on(settings, folder).await;
    for (number, expected) in [(1, [2, 4]), (2, [3, 1])] {
        let pagination = json!({ "page": number, "rowsPerPage": 2 });
        let page = json!({ "pagination": pagination });
        let page = server.admin.patch("/logs/audit/", page).await.ok();
        let ids: Vec<&serde_json::Value> =
            page["audit_logs"].as_array().unwrap().iter().map(|row| &row["id"]).collect();
        assert_eq!(ids, expected, "page {number}");
    }
}

#[tokio::test]
async fn a_command_that_is_sent_again_after_an_upgrade_starts_nothing_twice() {
    let folder = tempfile::tempdir().unwrap();
    let location = empty(folder.path()).await;
    let names = step_names();
    let last = numbers_since(&names, "m0108").start - 1;
    let db = Database::open(&location).await.unwrap();
    migrate_to(&db, &names[..=last]).await.unwrap();
    add_samples(&db, &names, last).await;
    let token = Token::random();
    let write = db.begin().await.unwrap();
    let text = "update api_keys set key_hash = $1";
    sql::execute(&write, text, [token.hash.clone().into()]).await.unwrap();
    sql::execute(&write, "update users set is_superuser = true", []).await.unwrap();
    // As runs are called, and not as the samples call them.
    let text = "update runs set run_id = 'abcdefghijklmnopqrstuvwxyzabcdef'";
    sql::execute(&write, text, []).await.unwrap();
    let text = "insert into idempotency_keys (user_id, key, run_id, created_time)
                select u.id, 'once', r.id, $1 from users u, runs r";
    sql::execute(&write, text, [Timestamp::now().into()]).await.unwrap();
    write.commit().await.unwrap();
    db.close().await;

    let mut settings = settings_in(folder.path()).await;
    settings.database = location;
    let server = TestServer::start_on(settings, folder).await;
    let caller = server.anonymous().with_key(token.text.reveal());
    let caller = caller.with_header("Idempotency-Key", "once");
    let command = json!({ "shell": "sh", "cmd": "id", "timeout": 5 });
    let reply = caller.post(&format!("/agents/agent-{last}/cmd/"), command.clone()).await;
    assert_eq!(reply.header("x-run-id"), "1", "{}", reply.text);
    let other = server.add_site("Other", "Main").await;
    let path = format!("/agents/{}/cmd/", server.enrol(other, "pc-1").await.agent_id);
    caller.post(&path, command).await.refused(409, "conflict");
    let count = sql::number(server.app.db.read(), "select count(*) from runs", []).await;
    assert_eq!(count.unwrap(), 1);
}

#[tokio::test]
async fn roles_and_keys_that_ran_code_before_an_upgrade_still_may_and_others_may_not() {
    let folder = tempfile::tempdir().unwrap();
    let location = empty(folder.path()).await;
    let names = step_names();
    let db = Database::open(&location).await.unwrap();
    migrate_to(&db, &names[..numbers_since(&names, "m0112").start]).await.unwrap();
    let (runs, reads) =
        (r#"["can_list_agents","can_run_scripts"]"#, r#"["can_list_scripts","can_list_agents"]"#);
    let write = db.begin().await.unwrap();
    for rights in [runs, reads] {
        let text = "insert into roles (name, rights, created_time, modified_time)
                    values ($1, $1, 0, 0)";
        sql::execute(&write, text, [rights.into()]).await.unwrap();
        let text = "insert into users (username, created_time, modified_time) values ($1, 0, 0)";
        sql::execute(&write, text, [rights.into()]).await.unwrap();
        let text = "insert into api_keys (name, rights, user_id, prefix, key_hash, created_time,
                           modified_time)
                    select $1, $1, max(id), 'x', $2, 0, 0 from users";
        sql::execute(&write, text, [rights.into(), rights.as_bytes().to_vec().into()])
            .await
            .unwrap();
    }
    write.commit().await.unwrap();

    migrate(&db).await.unwrap();

    for table in ["roles", "api_keys"] {
        let text = format!("select rights from {table} order by id");
        let stored: Vec<String> = sql::values(db.read(), &text, []).await.unwrap();
        let ran = r#"["can_list_agents","can_run_scripts","can_run_adhoc_code"]"#;
        assert_eq!(stored, [ran, reads], "{table}");
    }
    db.close().await;
}

/// Databases of the first versions were migrated by sea-orm-migration, whose
/// table is left as it made it.
#[tokio::test]
async fn a_database_that_sea_orm_migration_made_is_brought_up_to_date_and_served() {
    let folder = tempfile::tempdir().unwrap();
    let location = empty(folder.path()).await;
    let names = step_names();
    let db = Database::open(&location).await.unwrap();
    let write = db.begin().await.unwrap();
    let integer = if db.is_shared() { "bigint" } else { "integer" };
    let table = format!(
        r#"CREATE TABLE IF NOT EXISTS "seaql_migrations" ( "version" varchar NOT NULL PRIMARY KEY, "applied_at" {integer} NOT NULL )"#
    );
    write.execute_unprepared(&table).await.unwrap();
    for step in migrations::all().take(names.len() - 2) {
        write.execute_unprepared(&step.sql(write.get_database_backend())).await.unwrap();
        let text = r#"INSERT INTO "seaql_migrations" ("version", "applied_at") VALUES ($1, 7)"#;
        sql::execute(&write, text, [step.name.into()]).await.unwrap();
    }
    write.commit().await.unwrap();
    db.close().await;

    let mut settings = settings_in(folder.path()).await;
    settings.database = location;
    let server = TestServer::start_on(settings, folder).await;
    let read = server.app.db.read();
    let text = "select version from seaql_migrations order by version";
    assert_eq!(sql::values::<String>(read, text, []).await.unwrap(), names);
    let text = "select count(*) from seaql_migrations where applied_at > 7";
    assert_eq!(sql::number(read, text, []).await.unwrap(), 2, "only what was missing was applied");
    server.admin.get("/agents/").await.ok();
}

#[tokio::test]
async fn the_view_of_present_agents_has_every_column_of_the_table() {
    let server = TestServer::start().await;
    let db = server.app.db.read();
    let text = match db.get_database_backend() {
        DbBackend::Postgres => {
            "select cast(column_name as text) from information_schema.columns
              where table_schema = current_schema() and table_name = $1 order by column_name"
        }
        _ => "select name from pragma_table_info($1) order by name",
    };
    let columns = async |name: &str| sql::values::<String>(db, text, [name.into()]).await.unwrap();
    let table = columns("agents").await;
    assert!(table.contains(&"removed".to_owned()), "{table:?}");
    assert_eq!(columns("present_agents").await, table, "a migration must make the view again");
}
