//! The golden recordings, which everybody who reads recordings has to open.

use muster_protocol::hex;
use ring::signature::KeyPair;
use serde_json::{Value, json};

use super::recording_tests::{agent, sign};
use super::seal::RecordingKey;
use super::*;
use crate::Kind;

const SESSION: &str = "0198a4b2-7c3d-7e5f-8a9b-0c1d2e3f4a5b";
const SHARED: [u8; 32] = [0x42; 32];

/// What happens in the parts of a recording.
type Story = Vec<Vec<(u64, RecordType, &'static [u8])>>;

/// What happens in each golden recording.
fn stories() -> Vec<(Kind, Story)> {
    use RecordType::{
        Cursor, Event, Exit, Heading, Input, KeyPicture, Marker, Monitors, Output, Picture, Resize,
    };
    let heading =
        br#"{"kind":"terminal","hostname":"pc-1","cols":80,"rows":24,"shell":"bash","user":"ann"}"#;
    let terminal = vec![
        vec![
            (0, Heading, &heading[..]),
            (3, Marker, br#"{"event":"joined","name":"Ann"}"#),
            (
                120,
                Output,
                b"$ echo aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n",
            ),
            (900, Input, b"******\r"),
        ],
        vec![(6000, Resize, br#"{"cols":100,"rows":30}"#), (7000, Exit, br#"{"code":0}"#)],
    ];
    let files = vec![vec![
        (0, Heading, &br#"{"kind":"files","hostname":"pc-1","user":"ann"}"#[..]),
        (2000, Event, br#"{"event":"delete","path":"/tmp/a","ok":true,"user":"ann"}"#),
    ]];
    let screen = vec![
        vec![
            (0, Heading, &br#"{"kind":"screen","hostname":"pc-1","user":"ann"}"#[..]),
            (1, Monitors, &[1, 1, 0, 0, 0, 0, 0, 1, 0, 64, 0, 64, 0]),
            (1, KeyPicture, &[1, 2, 5, 0, 0, 0, 0, 2, 1, 0, 1, 0, 0, 10, 20, 30]),
            (9, Cursor, &[1, 3, 4, 0, 0, 0, 0, 3, 2, 0, 5, 0, 6]),
        ],
        vec![(5000, Picture, &[1, 2, 4, 0, 0, 0, 0, 4, 1, 0, 1, 0, 0, 40, 50, 60])],
    ];
    vec![(Kind::Terminal, terminal), (Kind::Files, files), (Kind::Screen, screen)]
}

fn write(kind: Kind, story: &[Vec<(u64, RecordType, &[u8])>]) -> Vec<Vec<u8>> {
    let session = session_bytes(SESSION).unwrap();
    let key = RecordingKey::derive(&SHARED, &session);
    let mut writer =
        RecordingWriter::with_key(session, kind, 1_795_000_000_000_000, key, [0x17; 32]);
    let mut parts = Vec::new();
    for (at, records) in story.iter().enumerate() {
        for (ms, record_type, payload) in records {
            assert!(writer.add(*ms, *record_type, payload));
        }
        parts.extend(writer.close(at + 1 == story.len(), sign));
    }
    parts
}

/// A part as it stands in a golden file.
fn describe(part: &[u8]) -> Value {
    let (header, sealed) = PartHeader::read(part).unwrap();
    header.verify(sealed, agent().public_key().as_ref()).unwrap();
    let plain = RecordingOpener::new(&SHARED, &header.session).open(&header, sealed).unwrap();
    let record = |record: Record<'_>| {
        let record_type = char::from(record.record_type);
        json!({ "ms": record.ms, "type": record_type, "payload": hex::encode(record.payload) })
    };
    json!({
        "part": hex::encode(part),
        "plain": hex::encode(plain.as_bytes()),
        "header": {
            "session": session_text(&header.session), "kind": header.kind,
            "is_last": header.is_last, "has_key_frame": header.has_key_frame,
            "is_deflated": header.is_deflated, "has_gap": header.has_gap,
            "index": header.index, "first_ms": header.first_ms, "last_ms": header.last_ms,
            "began": header.began, "agent_key": hex::encode(&header.agent_key),
            "former": hex::encode(&header.former), "digest": hex::encode(&part_digest(part)),
        },
        "records": plain.records().map(record).collect::<Vec<_>>(),
    })
}

fn path(kind: Kind) -> String {
    format!("{}/golden/recording/{}.json", env!("CARGO_MANIFEST_DIR"), kind.as_str())
}

fn read(kind: Kind) -> Value {
    serde_json::from_str(&std::fs::read_to_string(path(kind)).unwrap()).unwrap()
}

/// `UPDATE_GOLDEN=1` writes files that are missing; one that is there was released and is
/// never rewritten.
#[test]
fn the_golden_recordings_are_opened() {
    for (kind, story) in stories() {
        let path = path(kind);
        if !std::path::Path::new(&path).exists() {
            assert!(std::env::var("UPDATE_GOLDEN").is_ok(), "{path}: UPDATE_GOLDEN=1 writes it");
            let golden = json!({
                "shared": hex::encode(&SHARED),
                "agent_public_key": hex::encode(agent().public_key().as_ref()),
                "parts": write(kind, &story).iter().map(|part| describe(part)).collect::<Vec<_>>(),
            });
            std::fs::write(&path, serde_json::to_string_pretty(&golden).unwrap() + "\n").unwrap();
        }
        let golden = read(kind);
        let parts = golden["parts"].as_array().unwrap();
        assert_eq!(parts.len(), story.len());
        for (expected, records) in parts.iter().zip(&story) {
            let part = hex::decode(expected["part"].as_str().unwrap()).unwrap();
            assert_eq!(&describe(&part), expected);
            assert_eq!(expected["records"].as_array().unwrap().len(), records.len());
        }
    }
}

#[test]
fn the_golden_recording_of_a_screen_is_written_again_byte_by_byte() {
    // Nothing in it is deflated, for which there is more than one way.
    let (kind, story) = stories().pop().unwrap();
    let golden = read(kind);
    let expected = golden["parts"].as_array().unwrap().iter();
    let expected: Vec<&str> = expected.map(|part| part["part"].as_str().unwrap()).collect();
    let written: Vec<String> = write(kind, &story).iter().map(|part| hex::encode(part)).collect();
    assert_eq!(written, expected);
}
