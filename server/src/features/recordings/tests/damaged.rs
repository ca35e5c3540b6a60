//! What was changed beside the server is neither shown nor taken for genuine.

use std::fs;

use super::storing::the_file;
use super::*;

/// Replaces the stored bytes of the only part.
pub(super) async fn replace(server: &TestServer, bytes: &[u8]) {
    if !server.app.db.is_shared() {
        return fs::write(the_file(server), bytes).unwrap();
    }
    let write = server.app.db.begin().await.unwrap();
    let text = "update recording_parts set data = $1";
    sql::execute(&write, text, [bytes.to_vec().into()]).await.unwrap();
    write.commit().await.unwrap();
}

async fn refusal(server: &TestServer, id: i64) -> String {
    let reply = server.admin.get(&format!("{RECORDINGS}{id}/parts/0/")).await;
    reply.refused(409, "conflict")["detail"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_part_that_was_changed_or_is_gone_is_refused_and_a_gap_in_the_file() {
    let (server, mut agent) = server_with_agent().await;
    let mut recording = terminal(&server, &mut agent).await;
    let mut part = recording.heading().print(5, "hello").last_part();
    agent.record(part.clone()).await;
    let id = newest(&server.admin).await["id"].as_i64().unwrap();
    let last = part.len() - 1;
    part[last] ^= 1;
    replace(&server, &part).await;

    let expected = "This part cannot be shown: it is not what the agent sent.";
    assert_eq!(refusal(&server, id).await, expected);
    let file = server.admin.get(&format!("{RECORDINGS}{id}/file/")).await;
    let marker = "part 0 cannot be shown: it is not what the agent sent";
    assert!(file.text.lines().nth(1).unwrap().contains(marker), "{}", file.text);
    let found = server.admin.get(&format!("{RECORDINGS}{id}/text/?search=hello")).await.ok();
    assert_eq!(found, json!([]));

    match server.app.db.is_shared() {
        true => change(&server, "update recording_parts set data = null").await,
        false => fs::remove_file(the_file(&server)).unwrap(),
    }
    let expected = "This part cannot be shown: its content is not on this server.";
    assert_eq!(refusal(&server, id).await, expected);
}

#[tokio::test]
async fn a_part_that_is_sealed_to_another_key_is_stored_and_cannot_be_opened() {
    let (server, mut agent) = server_with_agent().await;
    let session = session(&server, &mut agent, Kind::Terminal, "on").await;
    let identity = agent.identity.clone();
    let mut other = TestRecording::sealed_to(&[9; 32], &identity, &session, Kind::Terminal, 7);
    assert_eq!(agent.record(other.heading().last_part()).await, "");
    let id = newest(&server.admin).await["id"].as_i64().unwrap();
    let expected = "This part cannot be shown: it cannot be opened: it was changed, or is sealed \
                    to another key.";
    assert_eq!(refusal(&server, id).await, expected);
}

#[tokio::test]
async fn rows_that_say_something_else_than_the_signature_are_not_believed() {
    let (server, mut agent) = server_with_agent().await;
    let id = recorded(&server, &mut agent, "hello").await;
    for forged in [
        "update recording_parts set last_ms = 5",
        "update remote_recordings set kind = 'files'",
        "update remote_recordings set began = 5",
    ] {
        let before = number(&server, "select began from remote_recordings").await;
        change(&server, forged).await;
        let reply = server.admin.get(&format!("{RECORDINGS}{id}/parts/0/")).await;
        assert_eq!(reply.status, 409, "{forged}: {}", reply.text);
        change(&server, "update recording_parts set last_ms = 1500").await;
        let back = format!("update remote_recordings set kind = 'terminal', began = {before}");
        change(&server, &back).await;
    }
    assert_eq!(server.admin.get(&format!("{RECORDINGS}{id}/parts/0/")).await.status, 200);
}
