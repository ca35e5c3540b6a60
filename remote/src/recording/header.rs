//! What is in front of the sealed bytes of a part, for everybody to read.
//!
//! ```text
//! header = magic "MREC1" | session 16 | kind u8 | flags u8 | index u32 | first ms u64
//!        | last ms u64 | began i64 | agent's X25519 key 32 | SHA-256 of the part before 32
//!        | Ed25519 signature 64
//! kind   = 0 terminal | 1 files | 2 screen | 3 tunnel
//! flags  = 1 last part | 2 begins with a key frame | 4 deflated | 8 a gap is before it
//! ```

use ring::digest::{SHA256, digest};
use ring::signature::{ED25519, UnparsedPublicKey};

use super::{BadPart, MAX_PART_BYTES};
use crate::Kind;

const MAGIC: &[u8; 5] = b"MREC1";
/// What the signature covers and the seal is bound to.
const SIGNED_BYTES: usize = 5 + 16 + 1 + 1 + 4 + 8 + 8 + 8 + 32 + 32;
const SIGNATURE_BYTES: usize = 64;
/// Bytes of a header.
pub const HEADER_BYTES: usize = SIGNED_BYTES + SIGNATURE_BYTES;

const LAST: u8 = 1;
const KEY_FRAME: u8 = 2;
const DEFLATED: u8 = 4;
const GAP: u8 = 8;

/// The header of a part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartHeader {
    /// The session, the bytes of its UUID.
    pub session: [u8; 16],
    /// What kind of session.
    pub kind: Kind,
    /// Whether nothing comes after it.
    pub is_last: bool,
    /// Whether playback can begin with it: the first picture in it is a whole one.
    pub has_key_frame: bool,
    /// Whether the content was deflated before it was sealed.
    pub is_deflated: bool,
    /// Whether something is missing between the part before and this one.
    pub has_gap: bool,
    /// Its number; the first one is 0.
    pub index: u32,
    /// When its first record happened, in milliseconds since the recording began.
    pub first_ms: u64,
    /// When its last record happened.
    pub last_ms: u64,
    /// When the recording began, in microseconds since 1970 by the agent's clock.
    pub began: i64,
    /// The agent's X25519 key, the same in all parts of a recording.
    pub agent_key: [u8; 32],
    /// SHA-256 of the whole part before; zeros in the first one.
    pub former: [u8; 32],
    /// The agent's signature over [`part_to_sign`].
    pub signature: [u8; SIGNATURE_BYTES],
}

impl PartHeader {
    /// Reads the header of a part, and returns the sealed bytes after it. Nothing of it is
    /// true before [`PartHeader::verify`] says so.
    pub fn read(part: &[u8]) -> Result<(Self, &[u8]), BadPart> {
        if part.len() > MAX_PART_BYTES {
            return Err(BadPart::Unreadable);
        }
        let mut reader = Reader(part);
        if reader.bytes()? != *MAGIC {
            return Err(BadPart::Unreadable);
        }
        let session = reader.bytes()?;
        let [kind, flags] = reader.bytes()?;
        if flags & !(LAST | KEY_FRAME | DEFLATED | GAP) != 0 {
            return Err(BadPart::Unreadable);
        }
        let header = Self {
            session,
            kind: *Kind::ALL.get(usize::from(kind)).ok_or(BadPart::Unreadable)?,
            is_last: flags & LAST != 0,
            has_key_frame: flags & KEY_FRAME != 0,
            is_deflated: flags & DEFLATED != 0,
            has_gap: flags & GAP != 0,
            index: u32::from_le_bytes(reader.bytes()?),
            first_ms: u64::from_le_bytes(reader.bytes()?),
            last_ms: u64::from_le_bytes(reader.bytes()?),
            began: i64::from_le_bytes(reader.bytes()?),
            agent_key: reader.bytes()?,
            former: reader.bytes()?,
            signature: reader.bytes()?,
        };
        if header.last_ms < header.first_ms {
            return Err(BadPart::Unreadable);
        }
        Ok((header, reader.0))
    }

    /// Checks that the agent with this Ed25519 key wrote the header, over these sealed bytes.
    pub fn verify(&self, sealed: &[u8], agent_public_key: &[u8]) -> Result<(), BadPart> {
        UnparsedPublicKey::new(&ED25519, agent_public_key)
            .verify(&part_to_sign(&self.signed(), sealed), &self.signature)
            .map_err(|_| BadPart::BadSignature)
    }

    /// The header before the signature, to which the seal is bound.
    pub(super) fn signed(&self) -> Vec<u8> {
        let kind = Kind::ALL.iter().position(|kind| *kind == self.kind);
        let kind = kind.and_then(|kind| u8::try_from(kind).ok()).expect("it is one of all kinds");
        let flags = [
            (self.is_last, LAST),
            (self.has_key_frame, KEY_FRAME),
            (self.is_deflated, DEFLATED),
            (self.has_gap, GAP),
        ];
        let flags = flags.iter().filter(|(is_set, _)| *is_set).map(|(_, flag)| flag).sum();
        let mut bytes = Vec::with_capacity(SIGNED_BYTES);
        bytes.extend_from_slice(MAGIC);
        bytes.extend_from_slice(&self.session);
        bytes.extend_from_slice(&[kind, flags]);
        bytes.extend_from_slice(&self.index.to_le_bytes());
        bytes.extend_from_slice(&self.first_ms.to_le_bytes());
        bytes.extend_from_slice(&self.last_ms.to_le_bytes());
        bytes.extend_from_slice(&self.began.to_le_bytes());
        bytes.extend_from_slice(&self.agent_key);
        bytes.extend_from_slice(&self.former);
        bytes
    }
}

/// The text that an agent signs: the header before the signature, and the sealed bytes.
///
/// The prefix keeps the signature from meaning anything in another place.
pub fn part_to_sign(signed_header: &[u8], sealed: &[u8]) -> Vec<u8> {
    let sealed = digest(&SHA256, sealed);
    [b"muster recording part 1: ", signed_header, sealed.as_ref()].concat()
}

/// SHA-256 of a whole part: what the next one names.
pub fn part_digest(part: &[u8]) -> [u8; 32] {
    let digest = digest(&SHA256, part);
    digest.as_ref().try_into().expect("SHA-256 has 32 bytes")
}

/// Takes fields off the front.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn bytes<const N: usize>(&mut self) -> Result<[u8; N], BadPart> {
        let (field, rest) = self.0.split_first_chunk().ok_or(BadPart::Unreadable)?;
        self.0 = rest;
        Ok(*field)
    }
}
