//! What an agent sends is stored once, in order, and shown while it grows.

use std::fs;
use std::time::Duration;

use super::*;
use crate::clock;
use crate::testing::{as_time_passes, until_equal};

#[tokio::test]
async fn a_recording_is_shown_from_its_first_part_on_and_complete_with_its_last() {
    let (server, mut agent) = server_with_agent().await;
    let mut events = server.follow(&server.admin, &["recordings"]).await;
    let session = session(&server, &mut agent, Kind::Terminal, "on").await;
    let identity = agent.identity.clone();
    let mut recording = TestRecording::begin(&server, &identity, &session, Kind::Terminal);

    let first = recording.heading().print(1500, "$ ").part();
    assert_eq!(agent.record(first.clone()).await, "");
    let shown = newest(&server.admin).await;
    let id = shown["id"].as_i64().unwrap();
    assert_eq!((&shown["state"], &shown["ended"]), (&json!("recording"), &json!(null)));
    let event = events.receive_event("recording.changed").await;
    let expected = json!({
        "recording": id, "session": session, "agent_id": identity.agent_id, "state": "recording",
    });
    assert_eq!(event["data"], expected);

    let last = recording.gap().print(2500, "ls\r\n").last_part();
    assert_eq!(agent.record(last.clone()).await, "");
    let event = events.receive_event("recording.changed").await;
    assert_eq!(event["data"]["state"], "complete");
    let shown = read(&server, id).await;
    let agent_row = server.admin.get(&format!("/agents/{}/", identity.agent_id)).await.ok();
    let index = |part: i64, first: i64, last: i64, bytes: usize, gap: bool| {
        json!({
            "part": part, "first_ms": first, "last_ms": last, "bytes": bytes,
            "key_frame": false, "gap": gap,
        })
    };
    let expected = json!({
        "id": id, "session": session, "agent": agent_row["id"], "agent_id": identity.agent_id,
        "hostname": "pc-1", "client": shown["client"], "client_name": "Acme",
        "site": shown["site"], "site_name": "Main", "kind": "terminal", "username": "admin",
        "reason": "ticket 7", "began": shown["began"], "ended": shown["ended"],
        "duration_seconds": 2.5, "bytes": first.len() + last.len(), "parts": 2, "gaps": 1,
        "state": "complete", "verified": null, "problem": "",
        "digest": crate::hex::hex_digits(&muster_remote::recording::part_digest(&last)),
        "index": [
            index(0, 0, 1500, first.len(), false), index(1, 2500, 2500, last.len(), true),
        ],
    });
    assert_eq!(shown, expected);
    let row = server.audit().await.pop().unwrap();
    assert_eq!((&row["action"], &row["object_type"]), (&json!("add"), &json!("recording")));
    assert_eq!(
        row["message"],
        format!("recording {id} of the terminal session of admin on pc-1 is complete: 2 parts")
    );
    assert_eq!(row["after_value"]["digest"], shown["digest"]);
    let listed = server.admin.get(SESSIONS).await.ok();
    assert_eq!(listed[0]["recording_ids"], json!([id]));
    assert_eq!(listed[0]["is_read_by_server"], false);
}

#[tokio::test]
async fn a_part_that_comes_again_is_acknowledged_and_stored_once() {
    let (server, mut agent) = server_with_agent().await;
    let mut recording = terminal(&server, &mut agent).await;
    let (first, second) = (recording.heading().part(), recording.print(5, "a").last_part());
    for part in [&first, &first, &second, &first, &second] {
        assert_eq!(agent.record(part.clone()).await, "");
    }
    let mut again = server.connect(&agent.identity).await;
    assert_eq!(again.record(first).await, "");

    assert_eq!(number(&server, "select count(*) from recording_parts").await, 2);
    assert_eq!(newest(&server.admin).await["parts"], 2);
    let complete = audited(&server).await.into_iter().filter(|row| row.contains("is complete"));
    assert_eq!(complete.count(), 1);
}

#[tokio::test]
async fn a_helper_that_begins_again_begins_another_recording() {
    let (server, mut agent) = server_with_agent().await;
    let session = session(&server, &mut agent, Kind::Terminal, "on").await;
    for began in [7, 8] {
        let identity = agent.identity.clone();
        let mut recording =
            TestRecording::begin_at(&server, &identity, &session, Kind::Terminal, began);
        assert_eq!(agent.record(recording.heading().part()).await, "");
    }
    let listed = server.admin.get(&format!("{SESSIONS}{session}/")).await.ok();
    assert_eq!(listed["recording_ids"].as_array().unwrap().len(), 2);
    // A clock that says 1970 is not believed.
    assert_eq!(newest(&server.admin).await["began"], listed["created"]);
}

#[tokio::test]
async fn what_is_stored_is_sealed_and_for_the_server_alone() {
    let (server, mut agent) = server_with_agent().await;
    let mut recording = terminal(&server, &mut agent).await;
    let part = recording.heading().print(1, "the password is hunter2").last_part();
    agent.record(part.clone()).await;
    let stored = match server.app.db.is_shared() {
        true => {
            let text = "select data from recording_parts";
            sql::value(server.app.db.read(), text, []).await.unwrap().unwrap()
        }
        false => {
            let file = the_file(&server);
            use std::os::unix::fs::PermissionsExt;
            assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
            fs::read(file).unwrap()
        }
    };
    assert_eq!(stored, part);
    let found = stored.windows(7).any(|window| window == b"hunter2");
    assert!(!found, "a thief of the disk reads nothing");
}

/// The file of the only part.
pub(super) fn the_file(server: &TestServer) -> std::path::PathBuf {
    let mut folder = server.app.settings.data.join("recordings");
    while folder.is_dir() {
        folder = fs::read_dir(&folder).unwrap().next().unwrap().unwrap().path();
    }
    folder
}

#[tokio::test]
async fn a_file_that_a_power_cut_took_is_written_when_the_part_comes_again() {
    let (server, mut agent) = server_with_agent().await;
    if server.app.db.is_shared() {
        return; // There the row has the content.
    }
    let mut recording = terminal(&server, &mut agent).await;
    let part = recording.heading().part();
    agent.record(part.clone()).await;
    fs::remove_file(the_file(&server)).unwrap();

    assert_eq!(agent.record(part.clone()).await, "");

    assert_eq!(fs::read(the_file(&server)).unwrap(), part);
}

#[tokio::test]
async fn a_part_waits_while_it_cannot_be_stored_and_the_connection_goes_on() {
    clock::stop();
    let (server, mut agent) = server_with_agent().await;
    if server.app.db.is_shared() {
        return; // There are no files.
    }
    let mut recording = terminal(&server, &mut agent).await;
    let folder = server.app.settings.data.join("recordings");
    fs::write(&folder, "in the way").unwrap();
    let part = recording.heading().part();
    agent.send(muster_protocol::FromAgent::RecordingPart { part }).await;
    agent.catch_up().await;
    let logged = "select count(*) from debug_logs where message like 'a part of a recording %'";
    until_equal(&1, async || number(&server, logged).await).await;
    assert_eq!(number(&server, "select count(*) from remote_recordings").await, 0);

    fs::remove_file(&folder).unwrap();
    let stored = as_time_passes(Duration::from_secs(5), agent.recorded()).await;

    assert_eq!(stored, (0, String::new()));
    assert_eq!(newest(&server.admin).await["parts"], 1);
}
