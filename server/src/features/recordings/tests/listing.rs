//! The list of recordings: filters, order, pages and states.

use std::time::Duration;

use super::*;
use crate::clock;

async fn sessions_of(server: &TestServer, query: &str) -> Vec<String> {
    let rows = server.admin.get(&format!("{RECORDINGS}{query}")).await.ok();
    let rows = rows.get("results").cloned().unwrap_or(rows);
    let kinds = rows.as_array().unwrap().iter().map(|row| row["kind"].as_str().unwrap().to_owned());
    kinds.collect()
}

#[tokio::test]
async fn recordings_are_filtered_searched_ordered_and_paged() {
    let (server, mut agent) = server_with_agent().await;
    let identity = agent.identity.clone();
    let mut session_uid = String::new();
    for (kind, seconds) in [(Kind::Terminal, 3), (Kind::Files, 1), (Kind::Screen, 2)] {
        session_uid = session(&server, &mut agent, kind, "on").await;
        let mut recording = TestRecording::begin(&server, &identity, &session_uid, kind);
        recording.heading().print(seconds * 1000, "x");
        let part = match kind {
            Kind::Files => recording.part(),
            _ => recording.last_part(),
        };
        assert_eq!(agent.record(part).await, "");
    }
    let all = ["screen", "files", "terminal"];
    let agent_id = &identity.agent_id;
    let cases: [(String, &[&str]); 14] = [
        (String::new(), &all[..]),
        ("?ordering=duration_seconds".to_owned(), &["files", "screen", "terminal"]),
        ("?ordering=-kind".to_owned(), &["terminal", "screen", "files"]),
        ("?kind=files".to_owned(), &["files"]),
        ("?state=recording".to_owned(), &["files"]),
        ("?state=complete&ordering=id".to_owned(), &["terminal", "screen"]),
        (format!("?agent={agent_id}"), &all),
        ("?agent=nobody".to_owned(), &[]),
        ("?user=admin".to_owned(), &all),
        ("?user=ann".to_owned(), &[]),
        (format!("?session={session_uid}"), &["screen"]),
        ("?search=pc-1%20-files%20-screen".to_owned(), &["terminal"]),
        ("?search=state:recording".to_owned(), &["files"]),
        ("?page=2&page_size=2".to_owned(), &["terminal"]),
    ];
    for (query, expected) in cases {
        assert_eq!(sessions_of(&server, &query).await, expected, "{query}");
    }
    let page = server.admin.get(&format!("{RECORDINGS}?page_size=2")).await.ok();
    assert_eq!(page["count"], 3);
    server.admin.get(&format!("{RECORDINGS}?page=3&page_size=2")).await.refused(404, "not_found");
    for (wrong, field) in [("kind=x", "kind"), ("state=x", "state"), ("ordering=x", "ordering")] {
        let problems = server.admin.get(&format!("{RECORDINGS}?{wrong}")).await.problems();
        assert!(problems[field].is_array(), "{problems}");
    }
}

#[tokio::test]
async fn a_recording_whose_end_does_not_come_is_incomplete_after_an_hour_and_can_still_end() {
    clock::stop();
    let (server, mut agent) = server_with_agent().await;
    let session = session(&server, &mut agent, Kind::Terminal, "on").await;
    let identity = agent.identity.clone();
    let mut recording = TestRecording::begin(&server, &identity, &session, Kind::Terminal);
    assert_eq!(agent.record(recording.heading().part()).await, "");
    let state = async || newest(&server.admin).await["state"].clone();
    let hour = "update remote_recordings set last_stored = last_stored - 3601000000";
    change(&server, hour).await;
    assert_eq!(state().await, "recording", "the session goes on");

    server.admin.post(&format!("{SESSIONS}{session}/end/"), Value::Null).await.ok();
    assert_eq!(state().await, "recording");
    clock::advance(Duration::from_secs(3601));
    assert_eq!(state().await, "incomplete");

    assert_eq!(agent.record(recording.print(9, "late").last_part()).await, "");
    assert_eq!(state().await, "complete");
}

#[tokio::test]
async fn recordings_of_an_agent_that_can_be_restored_are_hidden_until_then() {
    let (server, mut agent) = server_with_agent().await;
    let id = recorded(&server, &mut agent, "hello").await;
    server.admin.delete(&format!("/agents/{}/", agent.identity.agent_id)).await.ok();
    assert_eq!(server.admin.get(RECORDINGS).await.ok(), json!([]));
    server.admin.get(&format!("{RECORDINGS}{id}/parts/0/")).await.refused(404, "not_found");
}
