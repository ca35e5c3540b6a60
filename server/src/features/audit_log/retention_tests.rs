//! How long rows are kept.

use std::time::Duration;

use serde_json::{Value, json};

use super::tests::{about_client, record};
use crate::audit::Verdict;
use crate::clock;
use crate::domain::settings::AUDIT_RETENTION;
use crate::storage::sql;
use crate::testing::TestServer;

const DAY: Duration = Duration::from_secs(24 * 3600);

async fn change(server: &TestServer, text: &str) {
    let write = server.app.db.begin().await.unwrap();
    sql::execute(&write, text, []).await.unwrap();
    write.commit().await.unwrap();
}

async fn prune(server: &TestServer) {
    (AUDIT_RETENTION.handler)(server.app.clone()).await.unwrap();
}

/// The ids of the rows that are left, and how many the log says there are.
async fn left(server: &TestServer) -> (Vec<i64>, Value) {
    let log = server.admin.patch("/logs/audit/", json!({})).await.ok();
    let rows = log["audit_logs"].as_array().unwrap().iter();
    (rows.map(|row| row["id"].as_i64().unwrap()).collect(), log["total"].clone())
}

#[tokio::test]
async fn rows_older_than_the_setting_are_removed_and_the_rest_is_a_whole_chain() {
    clock::stop();
    let server = TestServer::start().await;
    for name in ["One", "Two"] {
        record(&server, "alice", about_client(1, name)).await;
    }
    let body = json!({ "audit_log_prune_days": 90 });
    server.admin.put("/core/settings/", body).await.ok();
    clock::advance(DAY * 89);
    prune(&server).await;
    assert_eq!(left(&server).await, (vec![3, 2, 1], json!(3)));

    clock::advance(DAY * 2);
    record(&server, "alice", about_client(1, "Three")).await;
    prune(&server).await;

    assert_eq!(left(&server).await, (vec![4], json!(1)));
    assert_eq!(server.audit_verdict().await, Verdict::Intact { rows: 1, pruned: 3 });
    record(&server, "alice", about_client(1, "Four")).await;
    assert_eq!(left(&server).await, (vec![5, 4], json!(2)));
    assert_eq!(server.audit_verdict().await, Verdict::Intact { rows: 2, pruned: 3 });
    // What the retention has not removed is missed.
    change(&server, "delete from audit_log where id = 4").await;
    let problem = "rows 4 to 4 are missing".to_owned();
    assert_eq!(server.audit_verdict().await, Verdict::Broken { id: 4, problem });
    change(&server, "update audit_head set pruned_id = 4").await;
    assert!(!server.audit_verdict().await.is_intact());
}

#[tokio::test]
async fn no_row_is_removed_within_thirty_days_whatever_the_settings_say() {
    clock::stop();
    let server = TestServer::start().await;
    let put = async |days: i64| {
        server.admin.put("/core/settings/", json!({ "audit_log_prune_days": days })).await
    };
    let sentence = "Must be 0, to keep everything, or at least 30.";
    for days in [1, 29] {
        assert_eq!(put(days).await.problems(), json!({ "audit_log_prune_days": [sentence] }));
    }
    put(30).await.ok();
    put(0).await.ok();

    // As an earlier release has stored it.
    let text = r#"update core_settings set plain = '{"audit_log_prune_days":1}'"#;
    change(&server, text).await;
    clock::advance(DAY * 29);
    prune(&server).await;
    assert_eq!(left(&server).await.1, json!(2));
    clock::advance(DAY * 2);
    prune(&server).await;
    assert_eq!(left(&server).await.1, json!(0));
    assert_eq!(server.audit_verdict().await, Verdict::Intact { rows: 0, pruned: 2 });
}

#[tokio::test]
async fn a_log_that_was_changed_from_outside_is_not_pruned() {
    clock::stop();
    let server = TestServer::start().await;
    let body = json!({ "audit_log_prune_days": 30 });
    server.admin.put("/core/settings/", body).await.ok();
    change(&server, "update audit_head set last_time = last_time + 1").await;
    clock::advance(DAY * 31);

    prune(&server).await;

    assert_eq!(left(&server).await, (vec![1], json!(1)));
}
