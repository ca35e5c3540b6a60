//! Who may watch a recording, what they get, and the trace that leaves.

use std::time::Duration;

use super::*;
use crate::auth::Right;
use crate::clock;

#[tokio::test]
async fn a_part_is_shown_as_it_was_recorded_and_never_cached() {
    let (server, mut agent) = server_with_agent().await;
    let id = recorded(&server, &mut agent, "hello").await;
    let reply = server.admin.get(&format!("{RECORDINGS}{id}/parts/0/")).await;
    assert_eq!((reply.status, reply.header("cache-control")), (200, "no-store"));
    let records = muster_remote::recording::PlainPart::new(reply.bytes.to_vec()).unwrap();
    let found: Vec<(u32, u8)> =
        records.records().map(|record| (record.ms, record.record_type)).collect();
    assert_eq!(found, [(0, b'h'), (1500, b'o')]);
    assert_eq!(records.records().last().unwrap().payload, b"hello");
    for part in ["1", "-1", "99999999999"] {
        let path = format!("{RECORDINGS}{id}/parts/{part}/");
        server.admin.get(&path).await.refused(404, "not_found");
    }
}

#[tokio::test]
async fn each_person_who_watches_leaves_a_row_once_an_hour_and_each_download_one() {
    clock::stop();
    let (server, mut agent) = server_with_agent().await;
    let id = recorded(&server, &mut agent, "hello").await;
    let before = audited(&server).await.len();
    let other = server.caller_with(&[Right::ViewRecordings]).await;
    let part = format!("{RECORDINGS}{id}/parts/0/");
    for _ in 0..3 {
        server.admin.get(&part).await;
        server.admin.get(&format!("{RECORDINGS}{id}/text/?search=hell")).await.ok();
        other.get(&part).await;
    }
    assert_eq!(audited(&server).await.len(), before + 2);
    clock::advance(Duration::from_secs(3600));
    server.admin.get(&part).await;
    for _ in 0..2 {
        server.admin.get(&format!("{RECORDINGS}{id}/file/")).await;
    }
    let name = format!("recording {id} of the terminal session of admin on pc-1");
    let rows = audited(&server).await[before..].to_vec();
    assert_eq!(rows.len(), 5);
    assert_eq!(rows[0], format!("admin view recording admin watched {name}"));
    assert!(rows[1].ends_with(&format!(" watched {name}")), "{rows:?}");
    assert_eq!(rows[2], rows[0]);
    assert_eq!(rows[3], format!("admin view recording admin downloaded {name}"));
    // Looking at the list and at what is known of a recording leaves none.
    read(&server, id).await;
    assert_eq!(audited(&server).await.len(), before + 5);
}

#[tokio::test]
async fn a_technician_watches_what_is_in_scope_and_only_with_the_right() {
    let (server, mut agent) = server_with_agent().await;
    let id = recorded(&server, &mut agent, "hello").await;
    let client = read(&server, id).await["client"].as_i64().unwrap();
    let other = server.add_site("Other", "Main").await;
    let paths =
        ["", "parts/0/", "file/", "text/?search=h"].map(|end| format!("{RECORDINGS}{id}/{end}"));

    let unable = server.caller_without(Right::ViewRecordings).await;
    let stranger = server.scoped_caller(Right::ALL, &[other.client], &[]).await;
    let able = server.scoped_caller(&[Right::ViewRecordings], &[client], &[]).await;
    for path in &paths {
        unable.get(path).await.refused(403, "forbidden");
        stranger.get(path).await.refused(404, "not_found");
        assert_eq!(able.get(path).await.status, 200, "{path}");
    }
    unable.get(RECORDINGS).await.refused(403, "forbidden");
    assert_eq!(stranger.get(RECORDINGS).await.ok(), json!([]));
    assert_eq!(able.get(RECORDINGS).await.ok()[0]["id"], id);
    stranger.delete(&paths[0]).await.refused(404, "not_found");
    able.delete(&paths[0]).await.refused(403, "forbidden");
}

#[tokio::test]
async fn a_recording_outlives_its_session_and_its_agent_for_those_who_see_everything() {
    let (server, mut agent) = server_with_agent().await;
    let id = recorded(&server, &mut agent, "hello").await;
    let client = read(&server, id).await["client"].as_i64().unwrap();
    let scoped = server.scoped_caller(&[Right::ViewRecordings], &[client], &[]).await;
    change(&server, "delete from agents").await;

    let shown = read(&server, id).await;
    assert_eq!([&shown["agent"], &shown["client"], &shown["site"]], [&Value::Null; 3]);
    assert_eq!((&shown["hostname"], &shown["username"]), (&json!("pc-1"), &json!("admin")));
    assert_eq!(shown["state"], "complete");
    assert_eq!(server.admin.get(&format!("{RECORDINGS}{id}/parts/0/")).await.status, 200);
    assert_eq!(scoped.get(RECORDINGS).await.ok(), json!([]));
    scoped.get(&format!("{RECORDINGS}{id}/")).await.refused(404, "not_found");
}

#[tokio::test]
async fn text_is_found_in_what_was_printed_whatever_its_case_and_colour() {
    let (server, mut agent) = server_with_agent().await;
    let mut recording = terminal(&server, &mut agent).await;
    let parts = [
        recording.heading().print(1, "\x1b[32mroot\x1b[0m@pc:~# cat no").part(),
        recording.print(2000, "tes\r\nThe Secret: \u{e4}\r\n").part(),
        recording.add(9000, muster_remote::recording::RecordType::Input, b"secret").last_part(),
    ];
    for part in parts {
        assert_eq!(agent.record(part).await, "");
    }
    let id = newest(&server.admin).await["id"].as_i64().unwrap();
    let search = async |text: &str| {
        server.admin.get(&format!("{RECORDINGS}{id}/text/?search={text}")).await.ok()
    };
    assert_eq!(search("NOTES").await, json!([{ "ms": 1, "line": "root@pc:~# cat notes" }]));
    assert_eq!(search("secret").await, json!([{ "ms": 2000, "line": "The Secret: \u{e4}" }]));
    assert_eq!(search("nothing").await, json!([]));
    for wrong in ["", "?search=", "?search=%20"] {
        let path = format!("{RECORDINGS}{id}/text/{wrong}");
        assert!(server.admin.get(&path).await.problems()["search"].is_array());
    }
}

#[tokio::test]
async fn a_search_ends_after_five_hundred_lines_and_is_for_terminals_alone() {
    let (server, mut agent) = server_with_agent().await;
    let id = recorded(&server, &mut agent, &"line\n".repeat(700)).await;
    let hits = server.admin.get(&format!("{RECORDINGS}{id}/text/?search=line")).await.ok();
    assert_eq!(hits.as_array().unwrap().len(), 500);

    let session = session(&server, &mut agent, Kind::Files, "on").await;
    let identity = agent.identity.clone();
    let mut recording = TestRecording::begin(&server, &identity, &session, Kind::Files);
    agent.record(recording.heading().last_part()).await;
    let id = newest(&server.admin).await["id"].as_i64().unwrap();
    let path = format!("{RECORDINGS}{id}/text/?search=line");
    server.admin.get(&path).await.refused(409, "conflict");
}
