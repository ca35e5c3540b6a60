//! Maintenance, through the API.

use std::path::Path;
use std::time::Duration;

use serde_json::json;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, Executor};

use crate::auth::Right;
use crate::storage::sql;
use crate::testing::{TestServer, until_equal, until_true};

const TWENTY_FOUR: &str =
    "with recursive n (i) as (select 1 union all select i + 1 from n where i < 24)";

#[tokio::test]
async fn clearing_the_caches_forgets_what_was_cached_by_post_and_by_get() {
    let server = TestServer::start().await;
    server.app.cache.put("a", "b", Duration::from_secs(600)).await;
    assert!(server.app.cache.get("a").await.is_some());

    let answer = server.admin.post("/core/clearcache/", json!({})).await.ok();
    assert_eq!(answer, "The caches were cleared.");
    assert_eq!(server.app.cache.get("a").await, None);
    assert_eq!(server.audit_lines().await, ["admin modify coresettings cleared the caches"]);

    server.app.cache.put("a", "b", Duration::from_secs(600)).await;
    assert_eq!(server.admin.get("/core/clearcache/").await.ok(), "The caches were cleared.");
    assert_eq!(server.app.cache.get("a").await, None);
    assert_eq!(server.audit_lines().await.len(), 2);
}

#[tokio::test]
async fn pruning_deletes_old_rows_and_counts_them() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let mut agent = server.add_agent(location, "pc-1").await;
    let path = format!("/winupdate/{}/scan/", agent.identity.agent_id);
    let scan = async || server.admin.post(&path, json!({})).await.ok();
    scan().await;
    let run_id = agent.next_order().await.run_id;
    agent.finish(&run_id, "{}", "", 0).await;
    let status = async || server.admin.get("/runs/1/").await.ok()["status"].clone();
    until_equal("passed", status).await;
    scan().await; // This one stays open.

    let maintain = async |body| server.admin.post("/core/servermaintenance/", body).await;
    let tables = json!(["audit_logs", "pending_actions", "agent_history", "alerts"]);
    let answer = maintain(json!({ "action": "prune_db", "prune_tables": tables })).await.ok();

    let counts = "Rows deleted: audit_logs 0, pending_actions 1, agent_history 0, alerts 0.";
    assert_eq!(answer, counts);
    assert_eq!(server.admin.get("/runs/").await.ok()[0]["id"], 2);
    let answer = maintain(json!({ "action": "reload_bus" })).await.ok();
    assert_eq!(answer, "The message bus answers.");
    let answer = maintain(json!({ "action": "rm_orphaned_tasks" })).await.ok();
    assert_eq!(answer, "0 orphaned tasks were removed.");
    let lines = server.audit_lines().await;
    assert_eq!(lines.last().unwrap(), "admin modify coresettings admin started rm_orphaned_tasks");
}

#[tokio::test]
async fn pruning_the_audit_log_deletes_only_what_is_older_than_its_retention() {
    let server = TestServer::start().await;
    let (path, body) = ("/core/servermaintenance/", json!({ "audit_log_prune_days": 30 }));
    let prune = json!({ "action": "prune_db", "prune_tables": ["audit_logs"] });
    let days = "update audit_log set entry_time = entry_time - 86400000000 * ";
    server.admin.put("/core/settings/", body).await.ok();
    change(&server, &format!("{days} 29")).await;
    let answer = server.admin.post(path, prune.clone()).await.ok();
    assert_eq!(answer, "Rows deleted: audit_logs 0.");

    change(&server, &format!("{days} 2 where id = 1")).await;
    let answer = server.admin.post(path, prune).await.ok();

    assert_eq!(answer, "Rows deleted: audit_logs 1.");
    let line = "admin modify coresettings admin started prune_db";
    assert_eq!(server.audit_lines().await, [line; 2]);
}

async fn change(server: &TestServer, text: &str) {
    let write = server.app.db.begin().await.unwrap();
    sql::execute(&write, text, []).await.unwrap();
    write.commit().await.unwrap();
}

#[tokio::test]
async fn unknown_maintenance_and_missing_rights_are_refused() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let path = "/core/servermaintenance/";
    let problems = server.admin.post(path, json!({ "action": "format_disk" })).await.problems();
    let sentence = "Must be one of reload_bus, rm_orphaned_tasks, prune_db, reload_nats.";
    assert_eq!(problems, json!({ "action": [sentence] }));
    let problems = server.admin.post(path, json!({ "action": "prune_db" })).await.problems();
    assert_eq!(problems, json!({ "prune_tables": ["This field is required."] }));
    let body = json!({ "action": "prune_db", "prune_tables": ["users"] });
    let problems = server.admin.post(path, body).await.problems();
    let sentence = "Must be of audit_logs, pending_actions, alerts, agent_history, check_history, \
                    debug_logs, metrics.";
    assert_eq!(problems, json!({ "prune_tables": [sentence] }));

    let narrow = server.scoped_caller(&[Right::DoServerMaint], &[location.client], &[]).await;
    narrow.post(path, json!({ "action": "reload_bus" })).await.refused(403, "forbidden");
}

fn mebibytes(file: &Path) -> u64 {
    std::fs::metadata(file).unwrap().len() >> 20
}

#[tokio::test]
async fn the_space_of_pruned_runs_is_given_back_to_the_disk() {
    let server = TestServer::start().await;
    if server.app.db.is_shared() {
        println!("skipped: PostgreSQL looks after its files by itself");
        return;
    }
    let location = server.add_site("Acme", "Main").await;
    server.enrol(location, "pc-1").await;
    let run = "insert into runs (run_id, agent_id, type, status, username, time, order_name,
                                 order_body, timeout_seconds)
               select 'r', id, 'cmd_run', 'passed', 'admin', 0, 'o', 'o', 1 from agents";
    let output = format!(
        "{TWENTY_FOUR} insert into run_output (run_id, stream, start_offset, data)
         select r.id, 'stdout', n.i, zeroblob(1048576) from runs r, n"
    );
    change(&server, run).await;
    change(&server, &output).await;
    let file = server.folder.path().join("muster.db");
    until_true("the output is in the file", async || {
        change(&server, "update runs set time = 0").await;
        mebibytes(&file) >= 24
    })
    .await;

    let prune = json!({ "action": "prune_db", "prune_tables": ["agent_history"] });
    let answer = server.admin.post("/core/servermaintenance/", prune.clone()).await.ok();
    assert_eq!(answer, "Rows deleted: agent_history 1.");

    until_true("the file is short again", async || {
        // While somebody reads an older state the file stays long until the
        // next time.
        server.admin.post("/core/servermaintenance/", prune.clone()).await.ok();
        mebibytes(&file) < 8
    })
    .await;
    assert_eq!(server.admin.get("/runs/").await.ok(), json!([]));
}

#[tokio::test]
async fn a_file_of_an_earlier_release_is_rewritten_at_the_start_if_much_of_it_is_free() {
    let server = TestServer::start().await;
    if server.app.db.is_shared() {
        println!("skipped: PostgreSQL looks after its files by itself");
        return;
    }
    let (settings, folder) = server.stop().await;
    let file = folder.path().join("muster.db");
    let mut db = SqliteConnectOptions::new().filename(&file).connect().await.unwrap();
    let fill = format!("{TWENTY_FOUR} insert into ballast select zeroblob(1048576) from n");
    for text in [
        "pragma auto_vacuum = none",
        "vacuum",
        "create table ballast (content blob)",
        fill.as_str(),
        "drop table ballast",
    ] {
        db.execute(sqlx::AssertSqlSafe(text)).await.unwrap();
    }
    db.close().await.unwrap();
    assert!(mebibytes(&file) >= 24);

    let server = TestServer::start_on(settings, folder).await;

    assert!(mebibytes(&file) < 8);
    let mode = sql::number(server.app.db.read(), "pragma auto_vacuum", []).await.unwrap();
    assert_eq!(mode, 2, "from now on it can be shortened in steps");
}
