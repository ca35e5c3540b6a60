//! Viewers without a connection, for tests of what they are sent.

use muster_remote::{
    Consent, ConsentMode, Frame, Grant, Kind, Limits, Recording, RecordingMode, Terminal,
    WhenNobody,
};
use serde_json::Value;

use super::audience::{Audience, Stage};
use super::event::Arrival;
use super::outbox::{self, Parcel, Parcels};

/// What one viewer was sent.
pub struct Reader(Parcels);

/// Viewers who take part; the first one drives.
pub fn audience_of(viewers: &[&str]) -> (Audience, Vec<Reader>) {
    let mut audience = Audience::default();
    let mut readers = Vec::new();
    for viewer in viewers {
        let (outbox, parcels) = outbox::create();
        let grant = grant_for(viewer, "ann");
        audience.add(Arrival { grant, must_ask: false, outbox });
        audience.seat_mut(viewer).unwrap().stage = Stage::Started;
        readers.push(Reader(parcels));
    }
    if let Some(first) = viewers.first() {
        audience.set_driver(first);
    }
    (audience, readers)
}

/// Permission for a terminal with a plain shell.
pub fn grant_for(viewer: &str, user: &str) -> Grant {
    Grant {
        version: 1,
        session: "session-1".to_owned(),
        viewer: viewer.to_owned(),
        begins: true,
        agent: "agent-1".to_owned(),
        user: user.to_owned(),
        user_name: user.to_uppercase(),
        kind: Kind::Terminal,
        view_only: false,
        key_sha256: "00".repeat(32),
        issued: 0,
        expires: 0,
        limits: Limits { idle_seconds: 1800, longest_seconds: 28_800 },
        consent: Consent { mode: ConsentMode::Off, seconds: 30, when_nobody: WhenNobody::Block },
        recording: Recording { mode: RecordingMode::Off, input: false, key: String::new() },
        terminal: Some(Terminal {
            shell: "/bin/sh".to_owned(),
            run_as_user: false,
            rows: 24,
            cols: 80,
        }),
        tunnel: None,
    }
}

impl Reader {
    /// The next text on the channel of the work.
    pub fn control(&mut self) -> Value {
        let frame = self.next().expect("nothing was sent");
        match Frame::decode(&frame).unwrap().1 {
            Frame::Control(text) => serde_json::from_str(text).unwrap(),
            other => panic!("{other:?} is no text"),
        }
    }

    /// The next bytes of the stream, and their offset.
    pub fn data(&mut self) -> (u64, Vec<u8>) {
        let frame = self.next().expect("nothing was sent");
        match Frame::decode(&frame).unwrap().1 {
            Frame::Data { offset, bytes } => (offset, bytes.to_vec()),
            other => panic!("{other:?} is no data"),
        }
    }

    /// Whether nothing more was sent.
    pub fn is_empty(&mut self) -> bool {
        self.next().is_none()
    }

    fn next(&mut self) -> Option<Vec<u8>> {
        loop {
            // What the relay learns is not for the viewer.
            if let Parcel::Frame(frame) = self.0.try_next()? {
                return Some(frame);
            }
        }
    }
}
