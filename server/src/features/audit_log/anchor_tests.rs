//! What the head of the log and its anchors reveal.

use std::os::unix::fs::PermissionsExt;
use std::time::Duration;

use super::tests::{about_client, record};
use crate::audit::{Change, Verdict};
use crate::clock;
use crate::storage::sql;
use crate::testing::{TestServer, as_time_passes, until_equal};

const HOUR: Duration = Duration::from_secs(3600);

/// Adds so many rows at once.
async fn add_rows(server: &TestServer, count: i64) {
    let mut change = Change::begin_as(&server.app, "alice", "").await.unwrap();
    for number in 1..count {
        change.add_entry(about_client(number, "One"));
    }
    change.commit(about_client(count, "One")).await.unwrap();
}

/// What somebody with access to the database does to it.
async fn forge(server: &TestServer, statements: &[&str]) {
    let write = server.app.db.begin().await.unwrap();
    for text in statements {
        sql::execute(&write, text, []).await.unwrap();
    }
    write.commit().await.unwrap();
}

/// The last row that is anchored.
fn last_anchored(server: &TestServer) -> Option<String> {
    let lines = std::fs::read_to_string(server.app.settings.data.join("audit-anchors")).ok()?;
    lines.lines().last()?.split(' ').nth(1).map(str::to_owned)
}

fn intact(rows: i64) -> Verdict {
    Verdict::Intact { rows, pruned: 0 }
}

fn broken(id: i64, problem: &str) -> Verdict {
    Verdict::Broken { id, problem: problem.to_owned() }
}

#[tokio::test]
async fn the_log_is_anchored_after_a_thousand_rows_and_after_an_hour() {
    clock::stop();
    let server = TestServer::start().await;
    add_rows(&server, 999).await;
    record(&server, "alice", about_client(1, "One")).await;
    until_equal(&Some("1000".to_owned()), async || last_anchored(&server)).await;
    record(&server, "alice", about_client(1, "One")).await;
    let wanted = Some("1001".to_owned());
    as_time_passes(HOUR, until_equal(&wanted, async || last_anchored(&server))).await;

    let file = std::fs::metadata(server.app.settings.data.join("audit-anchors")).unwrap();
    assert_eq!(file.permissions().mode() & 0o777, 0o600);
    assert_eq!(server.audit_verdict().await, intact(1001));
}

#[tokio::test]
async fn an_older_state_of_the_log_is_revealed_by_its_anchors_alone() {
    let server = TestServer::start().await;
    add_rows(&server, 10).await;
    forge(&server, &["create table older_head as select * from audit_head"]).await;
    add_rows(&server, 990).await;
    until_equal(&Some("1000".to_owned()), async || last_anchored(&server)).await;
    let older = "insert into audit_head select * from older_head";
    let rows = "delete from audit_log where id > 10";
    forge(&server, &[rows, "delete from audit_head", older]).await;

    let problem = "the log has had row 1000, as audit-anchors says";
    assert_eq!(server.audit_verdict().await, broken(11, problem));
    std::fs::remove_file(server.app.settings.data.join("audit-anchors")).unwrap();
    assert_eq!(server.audit_verdict().await, intact(10));
}

#[tokio::test]
async fn a_forged_head_is_not_made_genuine_by_what_is_logged_after_it() {
    let server = TestServer::start().await;
    add_rows(&server, 5).await;
    let rows = "delete from audit_log where id > 2";
    let head = "update audit_head
                   set last_id = 2, last_hash = (select hash from audit_log where id = 2)";
    forge(&server, &[rows, head]).await;
    let problem = "the head of the log was changed without its key";
    assert_eq!(server.audit_verdict().await, broken(3, problem));

    for _ in 0..2 {
        record(&server, "alice", about_client(1, "One")).await;
    }

    assert_eq!(server.audit_verdict().await, broken(5, problem));
}

#[tokio::test]
async fn the_head_of_an_older_program_is_signed_once_and_never_again() {
    let unsigned = "update audit_head set counter = 0, mac = ''";
    let server = TestServer::start().await;
    add_rows(&server, 3).await;
    forge(&server, &[unsigned]).await;
    let (settings, folder) = server.stop().await;
    // Older programs have no anchors.
    let _ = std::fs::remove_file(settings.data.join("audit-anchors"));

    let server = TestServer::start_on(settings, folder).await;
    assert_eq!(server.audit_verdict().await, intact(3));
    until_equal(&Some("3".to_owned()), async || last_anchored(&server)).await;
    forge(&server, &[unsigned]).await;
    let (settings, folder) = server.stop().await;
    let server = TestServer::start_on(settings, folder).await;

    let problem = "the head of the log was changed without its key";
    assert_eq!(server.audit_verdict().await, broken(4, problem));
}
