//! Recordings of remote sessions: a part is sealed, signed, written and read, as each session
//! that is recorded does every few seconds.

use std::sync::Arc;

use muster_remote::Kind;
use muster_remote::recording::{
    PartHeader, PlainPart, RecordType, RecordingOpener, RecordingWriter,
};
use ring::agreement::{EphemeralPrivateKey, UnparsedPublicKey, X25519, agree_ephemeral};
use ring::rand::SystemRandom;
use ring::signature::{Ed25519KeyPair, KeyPair};

use super::bench::Bench;
use super::snag::{Found, Snag};
use crate::remote::{KeeperPace, SpoolFolder, SpooledRecording};

const SESSION: [u8; 16] = [7; 16];
const OUTPUT: &[u8] = b"a line that a terminal printed";

/// A part that is written into a folder like that of the agent, found there, and opened with
/// the key that it was sealed to.
pub async fn record(bench: Arc<Bench>) -> Found {
    tokio::task::spawn_blocking(move || {
        let random = |_| Snag::failed("the system has no randomness for a key");
        let document = Ed25519KeyPair::generate_pkcs8(&SystemRandom::new()).map_err(random)?;
        let agent = Ed25519KeyPair::from_pkcs8(document.as_ref())
            .map_err(|_| Snag::failed("a key that was just made cannot be read"))?;
        let installation =
            EphemeralPrivateKey::generate(&X25519, &SystemRandom::new()).map_err(random)?;
        let key = installation.compute_public_key().map_err(random)?;

        let part = seal(&agent, key.as_ref())?;
        let root = bench.folder().join("recordings");
        SpoolFolder::new(&root, "self-test", 1, KeeperPace::default().most_bytes)
            .write(0, &part)?;
        let found = SpooledRecording::list(&root)?;
        let stored = found.first().ok_or_else(|| Snag::failed("what was written is not there"))?;
        let part = stored.read(0)?;
        let plain = open(&part, &agent, installation).map_err(Snag::failed)?;
        match plain.records().any(|record| record.payload == OUTPUT) {
            true => Ok(format!("a part of {} bytes was sealed, written and opened", part.len())),
            false => Err(Snag::failed("a part does not hold what was recorded")),
        }
    })
    .await?
}

fn seal(agent: &Ed25519KeyPair, key: &[u8]) -> Result<Vec<u8>, Snag> {
    let mut writer = RecordingWriter::begin(SESSION, Kind::Terminal, 1, key)
        .map_err(|error| Snag::Failed(error.to_string()))?;
    writer.add(0, RecordType::Output, OUTPUT);
    let sign = |text: &[u8]| {
        let signature = agent.sign(text);
        signature.as_ref().try_into().expect("an Ed25519 signature has 64 bytes")
    };
    writer.close(true, sign).ok_or_else(|| Snag::failed("what is recorded makes no part"))
}

fn open(
    part: &[u8],
    agent: &Ed25519KeyPair,
    installation: EphemeralPrivateKey,
) -> Result<PlainPart, String> {
    let (header, sealed) = PartHeader::read(part).map_err(|error| error.to_string())?;
    header.verify(sealed, agent.public_key().as_ref()).map_err(|error| error.to_string())?;
    let other = UnparsedPublicKey::new(&X25519, header.agent_key);
    let opener = agree_ephemeral(installation, &other, |shared| {
        shared.try_into().ok().map(|shared| RecordingOpener::new(shared, &header.session))
    });
    let opener = opener.ok().flatten().ok_or("the keys do not work together")?;
    opener.open(&header, sealed).map_err(|error| error.to_string())
}
