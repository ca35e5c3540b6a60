//! What an installation finds in the recordings of a test.
#![cfg(unix)]

use std::path::Path;
use std::time::Duration;

use muster_protocol::hex;
use muster_remote::recording::{PartHeader, RecordType, RecordingOpener, part_digest};
use muster_remote::{Grant, Recording, RecordingMode};
use ring::agreement::{EphemeralPrivateKey, UnparsedPublicKey, X25519, agree_ephemeral};
use ring::rand::SystemRandom;
use serde_json::Value;

use super::stage_tests::Stage;
use crate::remote::KeeperPace;
use crate::remote::helper::Patience;
use crate::remote::recording::SpooledRecording;

/// Fast enough for tests.
pub const PACE: KeeperPace = KeeperPace {
    part: Duration::from_millis(50),
    retry: Duration::from_millis(5),
    most_bytes: 1 << 30,
};

/// An installation that recordings are sealed to.
pub struct Installation {
    private: EphemeralPrivateKey,
    public: String,
}

/// A recording that was opened and is what it should be.
#[derive(Debug)]
pub struct Opened {
    /// The headers of its parts.
    pub headers: Vec<PartHeader>,
    /// Everything in it: when, of which type, and what.
    pub records: Vec<(u64, RecordType, Vec<u8>)>,
}

impl Installation {
    pub fn new() -> Self {
        let private = EphemeralPrivateKey::generate(&X25519, &SystemRandom::new()).unwrap();
        let public = hex::encode(private.compute_public_key().unwrap().as_ref());
        Self { private, public }
    }

    /// The grant of a session that is recorded.
    pub fn recorded(&self, grant: Grant, mode: RecordingMode, input: bool) -> Grant {
        Grant { recording: Recording { mode, input, key: self.public.clone() }, ..grant }
    }

    /// Opens the only recording there is, with all of its parts.
    pub fn open(self, folder: &Path, agent_key: &[u8]) -> Opened {
        let mut found = SpooledRecording::list(folder).unwrap();
        assert_eq!(found.len(), 1, "{found:?}");
        let recording = found.remove(0);
        let parts: Vec<Vec<u8>> =
            recording.parts.iter().map(|index| recording.read(*index).unwrap()).collect();
        let first = PartHeader::read(&parts[0]).unwrap().0;
        let other = UnparsedPublicKey::new(&X25519, first.agent_key);
        let opener = agree_ephemeral(self.private, &other, |shared| {
            RecordingOpener::new(shared.try_into().unwrap(), &first.session)
        });
        let (opener, mut former) = (opener.unwrap(), [0; 32]);
        let mut opened = Opened { headers: Vec::new(), records: Vec::new() };
        for (index, part) in parts.iter().enumerate() {
            let (header, sealed) = PartHeader::read(part).unwrap();
            header.verify(sealed, agent_key).unwrap();
            assert_eq!((header.index as usize, header.former), (index, former));
            assert_eq!((header.began, header.agent_key), (recording.began, first.agent_key));
            former = part_digest(part);
            for record in opener.open(&header, sealed).unwrap().records() {
                let record_type = RecordType::of(record.record_type).unwrap();
                let at = header.first_ms + u64::from(record.ms);
                opened.records.push((at, record_type, record.payload.to_vec()));
            }
            opened.headers.push(header);
        }
        opened
    }
}

impl Opened {
    /// All bytes of one type.
    pub fn bytes(&self, wanted: RecordType) -> Vec<u8> {
        let found = self.records.iter().filter(|(_, record_type, _)| *record_type == wanted);
        found.flat_map(|(_, _, payload)| payload.clone()).collect()
    }

    /// The same, as text.
    pub fn text(&self, wanted: RecordType) -> String {
        String::from_utf8_lossy(&self.bytes(wanted)).into_owned()
    }

    /// All JSON of one type.
    pub fn values(&self, wanted: RecordType) -> Vec<Value> {
        let found = self.records.iter().filter(|(_, record_type, _)| *record_type == wanted);
        found.map(|(_, _, payload)| serde_json::from_slice(payload).unwrap()).collect()
    }

    /// What happened to the session.
    pub fn markers(&self) -> Vec<String> {
        let markers = self.values(RecordType::Marker);
        markers.iter().map(|marker| marker["event"].as_str().unwrap().to_owned()).collect()
    }

    /// Whether it has an end, and only one.
    pub fn is_complete(&self) -> bool {
        let lasts: Vec<bool> = self.headers.iter().map(|header| header.is_last).collect();
        lasts.iter().filter(|is_last| **is_last).count() == 1 && lasts.last() == Some(&true)
    }
}

/// A session whose recording is written fast.
pub async fn recorded_stage() -> Stage {
    Stage::start_at(Patience::default(), PACE).await
}

impl Stage {
    /// Ends the session and opens its recording.
    pub async fn open_recording(self, installation: Installation) -> Opened {
        self.end("ended_by_test").await;
        self.open_ended(installation).await
    }

    /// The same, of a session that ends by itself.
    pub async fn open_ended(self, installation: Installation) -> Opened {
        let (recordings, agent_key) = (self.recordings(), self.agent_key.clone());
        let (folder, _) = self.into_folder().await;
        let opened = installation.open(&recordings, &agent_key);
        drop(folder);
        opened
    }
}
