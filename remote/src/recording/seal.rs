//! The key of a recording, and what it does with one part.

use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use ring::aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};

use super::header::HEADER_BYTES;
use super::plain::RECORD_HEADER_BYTES;
use super::{BadPart, MAX_PART_BYTES};
use crate::keys::derive;

const TAG_BYTES: usize = 16;

/// The most bytes of a part's content, before anything is done with it: what does not get
/// smaller still fits, and what does never grows beyond it.
pub const MAX_PLAIN_BYTES: usize = MAX_PART_BYTES - HEADER_BYTES - TAG_BYTES;

/// The most bytes of one record's payload.
pub const MAX_PAYLOAD_BYTES: usize = MAX_PLAIN_BYTES - RECORD_HEADER_BYTES;

/// The key of all parts of one recording.
pub struct RecordingKey(LessSafeKey);

impl RecordingKey {
    /// Derives it from what the key exchange gave, for one session.
    pub fn derive(shared: &[u8; 32], session: &[u8; 16]) -> Self {
        let info = [&b"muster recording 1"[..], session].concat();
        let key = UnboundKey::new(&AES_256_GCM, &derive(shared, &[], &info))
            .expect("a derived key has the length that the cipher wants");
        Self(LessSafeKey::new(key))
    }

    /// Seals the content of a part. Each index is sealed once.
    pub fn seal(&self, index: u32, signed_header: &[u8], mut content: Vec<u8>) -> Vec<u8> {
        self.0
            .seal_in_place_append_tag(nonce(index), Aad::from(signed_header), &mut content)
            .expect("a part is far shorter than what the cipher takes");
        content
    }

    /// Opens the sealed bytes of a part.
    pub fn open(
        &self,
        index: u32,
        signed_header: &[u8],
        sealed: &[u8],
    ) -> Result<Vec<u8>, BadPart> {
        let mut content = sealed.to_vec();
        let aad = Aad::from(signed_header);
        let opened = self.0.open_in_place(nonce(index), aad, &mut content);
        let length = opened.map_err(|_| BadPart::BadSeal)?.len();
        content.truncate(length);
        Ok(content)
    }
}

/// It is a secret: it can be logged without itself.
impl std::fmt::Debug for RecordingKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("RecordingKey")
    }
}

fn nonce(index: u32) -> Nonce {
    let mut bytes = [0; NONCE_LEN];
    bytes[NONCE_LEN - 4..].copy_from_slice(&index.to_le_bytes());
    Nonce::assume_unique_for_key(bytes)
}

/// Deflates content; none where that makes it no smaller.
pub fn deflate(content: &[u8]) -> Option<Vec<u8>> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(content).ok()?;
    encoder.finish().ok().filter(|deflated| deflated.len() < content.len())
}

/// The content as it was before it was deflated, which is never longer than a part may be.
pub fn inflate(deflated: &[u8]) -> Result<Vec<u8>, BadPart> {
    let mut content = Vec::new();
    let mut decoder = DeflateDecoder::new(deflated).take(MAX_PLAIN_BYTES as u64 + 1);
    decoder.read_to_end(&mut content).map_err(|_| BadPart::BadContent)?;
    (content.len() <= MAX_PLAIN_BYTES).then_some(content).ok_or(BadPart::BadContent)
}
