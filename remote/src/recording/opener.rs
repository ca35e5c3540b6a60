//! Opening parts, for the server.

use super::header::PartHeader;
use super::plain::PlainPart;
use super::seal::{RecordingKey, inflate};
use super::{BadPart, MAX_PART_BYTES};

/// Opens the parts of one recording.
#[derive(Debug)]
pub struct RecordingOpener {
    key: RecordingKey,
}

impl RecordingOpener {
    /// With what the key exchange gives: X25519 of the installation's recording key and
    /// [`PartHeader::agent_key`].
    pub fn new(shared: &[u8; 32], session: &[u8; 16]) -> Self {
        Self { key: RecordingKey::derive(shared, session) }
    }

    /// Opens what follows a header. Who wrote it is for [`PartHeader::verify`] to say.
    pub fn open(&self, header: &PartHeader, sealed: &[u8]) -> Result<PlainPart, BadPart> {
        if sealed.len() > MAX_PART_BYTES {
            return Err(BadPart::Unreadable);
        }
        let content = self.key.open(header.index, &header.signed(), sealed)?;
        let content = if header.is_deflated { inflate(&content)? } else { content };
        PlainPart::new(content)
    }
}
