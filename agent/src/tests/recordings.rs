//! Parts of recordings on their way to the server.
#![cfg(unix)]

use std::path::PathBuf;
use std::time::Duration;

use muster_protocol::{FromAgent, RECORDING_PROTOCOL, ToAgent};
use muster_remote::Kind;
use muster_remote::recording::{PartHeader, RecordType, RecordingWriter, session_text};
use ring::agreement::{EphemeralPrivateKey, X25519};
use ring::rand::SystemRandom;

use super::fake_server::{FakeConnection, FakeServer, LIMIT, command};
use super::test_agent::TestAgent;
use crate::remote::{KeeperPace, SpoolFolder};

/// An agent, and a server of it.
struct Stage {
    server: FakeServer,
    agent: TestAgent,
}

impl Stage {
    async fn open(protocol: u32) -> (Self, FakeConnection) {
        let server = FakeServer::start().await;
        let agent = TestAgent::start(&server).await;
        let stage = Self { server, agent };
        let connection = stage.connect(protocol).await;
        (stage, connection)
    }

    async fn connect(&self, protocol: u32) -> FakeConnection {
        let mut connection = self.server.accept().await;
        connection.protocol = protocol;
        connection.welcome(Vec::new(), false).await;
        connection
    }

    /// Writes a recording of so many parts, as the helper of a session does, and has the
    /// agent know. Returns the parts.
    fn record(&self, session: u8, began: i64, count: u32) -> Vec<Vec<u8>> {
        let installation = EphemeralPrivateKey::generate(&X25519, &SystemRandom::new()).unwrap();
        let key = installation.compute_public_key().unwrap();
        let session = [session; 16];
        let mut writer =
            RecordingWriter::begin(session, Kind::Terminal, began, key.as_ref()).unwrap();
        let most = KeeperPace::default().most_bytes;
        let mut folder = SpoolFolder::new(&self.folder(), &session_text(&session), began, most);
        let mut parts = Vec::new();
        for index in 0..count {
            writer.add(u64::from(index), RecordType::Output, b"text");
            let part = writer.close(index + 1 == count, |_| [0; 64]).unwrap();
            folder.write(index, &part).unwrap();
            parts.push(part);
        }
        let shared = self.agent.shared.upgrade().unwrap();
        shared.remote.recordings().more.notify_one();
        parts
    }

    fn folder(&self) -> PathBuf {
        self.agent.data.recordings()
    }

    /// Waits until nothing waits for the server any more.
    async fn wait_until_empty(&self) {
        let emptied = async {
            while std::fs::read_dir(self.folder()).unwrap().count() > 0 {
                tokio::time::sleep(Duration::from_millis(2)).await;
            }
        };
        tokio::time::timeout(LIMIT, emptied).await.expect("parts are left");
    }
}

async fn next_part(connection: &mut FakeConnection) -> Vec<u8> {
    loop {
        match connection.next_news().await {
            FromAgent::RecordingPart { part } => return part,
            FromAgent::Metrics { .. } | FromAgent::PackagesChanged { .. } => {}
            other => panic!("{other:?} instead of a part"),
        }
    }
}

/// Answers a part with a code; an empty one says that it is stored.
async fn answer(connection: &mut FakeConnection, part: &[u8], code: &str) {
    let header = PartHeader::read(part).unwrap().0;
    let stored = ToAgent::RecordingStored {
        session: session_text(&header.session),
        began: header.began,
        index: header.index,
        code: code.to_owned(),
    };
    connection.send(&stored).await;
}

#[tokio::test]
async fn parts_are_sent_one_after_the_other_the_oldest_recording_first() {
    let (stage, connection) = Stage::open(RECORDING_PROTOCOL - 1).await;
    let newer = stage.record(1, 2000, 2);
    let older = stage.record(2, 1000, 12);
    drop(connection);

    let mut connection = stage.connect(RECORDING_PROTOCOL).await;
    for expected in older.iter().chain(&newer) {
        let part = next_part(&mut connection).await;
        assert!(part == *expected, "another part is sent");
        answer(&mut connection, &part, "").await;
    }
    stage.wait_until_empty().await;
    // What comes while the connection is open is sent at once.
    let more = stage.record(3, 3000, 1);
    assert!(next_part(&mut connection).await == more[0]);
}

#[tokio::test]
async fn a_part_that_was_not_acknowledged_is_sent_again() {
    let (stage, mut connection) = Stage::open(RECORDING_PROTOCOL).await;
    let parts = stage.record(1, 1000, 2);
    let first = next_part(&mut connection).await;
    // Neither another part nor another recording is an answer to this one.
    for (session, began, index) in [(1, 1000, 1), (1, 1001, 0), (2, 1000, 0)] {
        let session = session_text(&[session; 16]);
        let other = ToAgent::RecordingStored { session, began, index, code: String::new() };
        connection.send(&other).await;
    }
    drop(connection);
    let mut connection = stage.connect(RECORDING_PROTOCOL).await;
    assert!(next_part(&mut connection).await == first);
    answer(&mut connection, &first, "").await;
    let second = next_part(&mut connection).await;
    assert!(second == parts[1]);
    answer(&mut connection, &second, "").await;
    stage.wait_until_empty().await;
}

#[tokio::test]
async fn a_recording_that_is_refused_is_dropped_and_the_others_are_sent() {
    let (stage, mut connection) = Stage::open(RECORDING_PROTOCOL).await;
    stage.record(1, 1000, 5);
    let first = next_part(&mut connection).await;
    let others = stage.record(2, 2000, 1);
    answer(&mut connection, &first, "unknown_session").await;
    let other = next_part(&mut connection).await;
    assert!(other == others[0]);
    answer(&mut connection, &other, "").await;
    stage.wait_until_empty().await;

    // A server that cannot even read it cannot name it.
    stage.record(3, 3000, 1);
    next_part(&mut connection).await;
    let (session, code) = (String::new(), "unreadable".to_owned());
    connection.send(&ToAgent::RecordingStored { session, began: 0, index: 0, code }).await;
    stage.wait_until_empty().await;
}

#[tokio::test]
async fn a_server_that_does_not_know_recordings_gets_none() {
    let (stage, mut connection) = Stage::open(RECORDING_PROTOCOL - 1).await;
    let parts = stage.record(1, 1000, 1);
    // A part that is sent before this run begins would have come by then.
    connection.order("run-1", &command("true")).await;
    loop {
        match connection.next_news().await {
            FromAgent::Accepted { .. } => break,
            FromAgent::Metrics { .. } | FromAgent::PackagesChanged { .. } => {}
            other => panic!("{other:?}"),
        }
    }
    drop(connection);
    // It is kept for the day on which it does.
    let mut connection = stage.connect(RECORDING_PROTOCOL).await;
    loop {
        match connection.next_news().await {
            FromAgent::RecordingPart { part } => break assert!(part == parts[0]),
            FromAgent::Output { .. }
            | FromAgent::Accepted { .. }
            | FromAgent::Finished { .. }
            | FromAgent::Metrics { .. }
            | FromAgent::PackagesChanged { .. } => {}
            other => panic!("{other:?}"),
        }
    }
}
