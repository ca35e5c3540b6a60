//! Writing parts, for the agent.

use ring::agreement::{EphemeralPrivateKey, UnparsedPublicKey, X25519, agree_ephemeral};
use ring::rand::SystemRandom;

use super::header::{PartHeader, part_digest, part_to_sign};
use super::plain::{RECORD_HEADER_BYTES, Record, RecordType};
use super::seal::{MAX_PLAIN_BYTES, RecordingKey, deflate};
use crate::Kind;

/// The installation's recording key is none that a recording can be sealed to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the recording key of the installation is not valid")]
pub struct RecordingKeyError;

/// Gathers records and makes parts of them. It does no input or output.
#[derive(Debug)]
pub struct RecordingWriter {
    key: RecordingKey,
    /// The header of the part that is being gathered.
    next: PartHeader,
    content: Vec<u8>,
    /// Whether a picture is in it that builds on one before.
    has_picture: bool,
}

impl RecordingWriter {
    /// Begins a recording of a session that only the owner of this X25519 key can open.
    pub fn begin(
        session: [u8; 16],
        kind: Kind,
        began: i64,
        recording_key: &[u8],
    ) -> Result<Self, RecordingKeyError> {
        let private = EphemeralPrivateKey::generate(&X25519, &SystemRandom::new());
        let private = private.map_err(|_| RecordingKeyError)?;
        let agent_key = private.compute_public_key().map_err(|_| RecordingKeyError)?;
        let agent_key = agent_key.as_ref().try_into().map_err(|_| RecordingKeyError)?;
        let other = UnparsedPublicKey::new(&X25519, recording_key);
        let derive = |shared: &[u8]| {
            let shared: &[u8; 32] = shared.try_into().ok()?;
            Some(RecordingKey::derive(shared, &session))
        };
        let key = agree_ephemeral(private, &other, derive).ok().flatten();
        let key = key.ok_or(RecordingKeyError)?;
        Ok(Self::with_key(session, kind, began, key, agent_key))
    }

    pub(super) fn with_key(
        session: [u8; 16],
        kind: Kind,
        began: i64,
        key: RecordingKey,
        agent_key: [u8; 32],
    ) -> Self {
        let next = PartHeader {
            session,
            kind,
            is_last: false,
            has_key_frame: false,
            is_deflated: false,
            has_gap: false,
            index: 0,
            first_ms: 0,
            last_ms: 0,
            began,
            agent_key,
            former: [0; 32],
            signature: [0; 64],
        };
        Self { key, next, content: Vec::new(), has_picture: false }
    }

    /// Adds what happened, in milliseconds since the recording began; false when the part
    /// has no room for it and must be closed first. Time never goes back. A payload has at
    /// most [`super::MAX_PAYLOAD_BYTES`].
    pub fn add(&mut self, ms: u64, record_type: RecordType, payload: &[u8]) -> bool {
        let is_first = self.content.is_empty();
        let ms = ms.max(self.next.last_ms);
        let first_ms = if is_first { ms } else { self.next.first_ms };
        let Ok(since) = u32::try_from(ms - first_ms) else { return false };
        if self.content.len() + RECORD_HEADER_BYTES + payload.len() > MAX_PLAIN_BYTES {
            return false;
        }
        (self.next.first_ms, self.next.last_ms) = (first_ms, ms);
        self.has_picture |= record_type == RecordType::Picture && !self.next.has_key_frame;
        self.next.has_key_frame |= record_type == RecordType::KeyPicture && !self.has_picture;
        Record { ms: since, record_type: record_type as u8, payload }.write(&mut self.content);
        true
    }

    /// Whether nothing was added since the last part.
    pub fn is_empty(&self) -> bool {
        self.content.is_empty()
    }

    /// When the first record of the part happened, in milliseconds since the recording began.
    pub fn first_ms(&self) -> u64 {
        self.next.first_ms
    }

    /// Whether playback of this part cannot begin with a key frame that is added now.
    pub fn has_picture(&self) -> bool {
        self.has_picture
    }

    /// Something is missing before what is added next, with which a new part must begin.
    pub fn mark_gap(&mut self) {
        self.next.has_gap = true;
    }

    /// Makes a part of what was added, and of nothing when it is the last one. `sign` signs
    /// with the agent's key. It has to be kept until it is stored: no other can take its
    /// place.
    pub fn close(
        &mut self,
        is_last: bool,
        sign: impl FnOnce(&[u8]) -> [u8; 64],
    ) -> Option<Vec<u8>> {
        if self.content.is_empty() && !is_last {
            return None;
        }
        let content = std::mem::take(&mut self.content);
        let deflated = match self.next.kind {
            // Pictures are compressed already.
            Kind::Screen => None,
            Kind::Terminal | Kind::Files | Kind::Tunnel => deflate(&content),
        };
        (self.next.is_last, self.next.is_deflated) = (is_last, deflated.is_some());
        if content.is_empty() {
            self.next.first_ms = self.next.last_ms;
        }
        let mut part = self.next.signed();
        let sealed = self.key.seal(self.next.index, &part, deflated.unwrap_or(content));
        part.extend_from_slice(&sign(&part_to_sign(&part, &sealed)));
        part.extend_from_slice(&sealed);
        self.advance(&part);
        Some(part)
    }

    fn advance(&mut self, part: &[u8]) {
        self.next.index += 1;
        self.next.former = part_digest(part);
        (self.next.has_key_frame, self.next.has_gap, self.has_picture) = (false, false, false);
    }
}
