//! Recordings as files.

use muster_remote::recording::{PlainPart, RecordType};

use super::*;

async fn file(server: &TestServer) -> (String, String, Vec<u8>) {
    let id = newest(&server.admin).await["id"].as_i64().unwrap();
    let reply = server.admin.get(&format!("{RECORDINGS}{id}/file/")).await;
    assert_eq!((reply.status, reply.header("cache-control")), (200, "no-store"));
    let name = reply.header("content-disposition").replace(&id.to_string(), "ID");
    (name, reply.header("content-type").to_owned(), reply.bytes.to_vec())
}

#[tokio::test]
async fn a_terminal_is_an_asciicast_with_markers_where_something_is_missing() {
    let (server, mut agent) = server_with_agent().await;
    let mut recording = terminal(&server, &mut agent).await;
    let first = recording.heading().add(250, RecordType::Output, b"\xc3").part();
    let second = recording
        .gap()
        .add(1000, RecordType::Output, b"\xa9\r\n")
        .add(1000, RecordType::Input, b"q")
        .add(1500, RecordType::Resize, br#"{"cols":120,"rows":40}"#)
        .add(1500, RecordType::Marker, br#"{"event":"joined","user":"ann"}"#)
        .add(2000, RecordType::Exit, br#"{"code":3}"#)
        .last_part();
    for part in [first, second] {
        assert_eq!(agent.record(part).await, "");
    }
    let (name, content_type, bytes) = file(&server).await;
    assert_eq!(name, r#"attachment; filename="recording-ID.cast""#);
    assert_eq!(content_type, "application/x-asciicast");
    let lines: Vec<Value> = std::str::from_utf8(&bytes)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let expected = json!([
        {
            "version": 3, "term": { "cols": 100, "rows": 30 },
            "timestamp": lines[0]["timestamp"], "title": "admin on pc-1",
        },
        [0.25, "o", ""],
        [0.75, "m", "something was not recorded here"],
        [0.0, "o", "\u{e9}\r\n"],
        [0.0, "i", "q"],
        [0.5, "r", "120x40"],
        [0.0, "m", r#"{"event":"joined","user":"ann"}"#],
        [0.5, "x", "3"],
    ]);
    assert_eq!(json!(lines), expected);
    assert!(lines[0]["timestamp"].as_i64().unwrap() > 1_700_000_000);
}

#[tokio::test]
async fn files_and_tunnels_are_lines_of_json() {
    let (server, mut agent) = server_with_agent().await;
    for kind in [Kind::Files, Kind::Tunnel] {
        let session = session(&server, &mut agent, kind, "on").await;
        let identity = agent.identity.clone();
        let mut recording = TestRecording::begin(&server, &identity, &session, kind);
        let event = json!({ "event": "upload", "path": "/tmp/a", "bytes": 3, "ok": true });
        let first = recording
            .add(0, RecordType::Heading, br#"{"kind":"files"}"#)
            .add(700, RecordType::Event, event.to_string().as_bytes())
            .part();
        let last = recording.gap().add(900, RecordType::Marker, b"no JSON").last_part();
        for part in [first, last] {
            assert_eq!(agent.record(part).await, "");
        }
        let (name, content_type, bytes) = file(&server).await;
        assert_eq!(name, r#"attachment; filename="recording-ID.jsonl""#);
        assert_eq!(content_type, "application/x-ndjson");
        let lines: Vec<Value> = std::str::from_utf8(&bytes)
            .unwrap()
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        let expected = json!([
            { "ms": 0, "type": "heading", "data": { "kind": "files" } },
            { "ms": 700, "type": "event", "data": event },
            { "ms": 900, "type": "gap", "data": { "why": "something was not recorded here" } },
            { "ms": 900, "type": "marker", "data": "no JSON" },
        ]);
        assert_eq!(json!(lines), expected);
    }
}

#[tokio::test]
async fn a_screen_is_its_records_with_times_since_the_beginning() {
    let (server, mut agent) = server_with_agent().await;
    let session = session(&server, &mut agent, Kind::Screen, "on").await;
    let identity = agent.identity.clone();
    let mut recording = TestRecording::begin(&server, &identity, &session, Kind::Screen);
    let first = recording
        .add(10, RecordType::Monitors, b"size")
        .add(20, RecordType::KeyPicture, b"whole")
        .part();
    let last = recording.add(6000, RecordType::Picture, b"tile").last_part();
    for part in [first, last] {
        assert_eq!(agent.record(part).await, "");
    }
    let shown = read(&server, newest(&server.admin).await["id"].as_i64().unwrap()).await;
    let flags = [&shown["index"][0]["key_frame"], &shown["index"][1]["key_frame"]];
    assert_eq!(flags, [true, false]);

    let (name, content_type, bytes) = file(&server).await;
    assert_eq!(name, r#"attachment; filename="recording-ID.mrec""#);
    assert_eq!(content_type, "application/octet-stream");
    let records = PlainPart::new(bytes).unwrap();
    let found: Vec<(u32, u8, &[u8])> =
        records.records().map(|one| (one.ms, one.record_type, one.payload)).collect();
    let expected: [(u32, u8, &[u8]); 3] =
        [(10, b'n', b"size"), (20, b'k', b"whole"), (6000, b's', b"tile")];
    assert_eq!(found, expected);
}
