//! Output of one stream of a run that was stored and not published yet.

use crate::domain::key_store::Masks;
use crate::text::whole_characters;

/// Text that is all control characters grows sixfold in JSON and still fits
/// into one message of the bus.
const MAX_FRAME_BYTES: usize = 128 * 1024;

/// Output that waits to be published.
#[derive(Default)]
pub struct PendingStream {
    offset: i64,
    data: Vec<u8>,
    /// Bytes at the end that may be the beginning of a secret.
    begun: usize,
}

impl PendingStream {
    /// Adds output that was stored, and covers the end of what waits, as far as a
    /// secret that ends in the new output covers it.
    pub fn add(&mut self, start: i64, data: Vec<u8>, covers: usize, masks: &Masks) {
        if self.data.is_empty() {
            (self.offset, self.data) = (start, data);
        } else {
            let known = self.data.len().saturating_sub(covers);
            Masks::cover_all(&mut self.data[known..]);
            self.data.extend(data);
        }
        self.begun = masks.begun(&self.data);
    }

    /// How many bytes wait.
    pub fn bytes(&self) -> usize {
        self.data.len()
    }

    /// Whether there is text to publish. An incomplete character waits for its
    /// remaining bytes, not for the clock.
    pub fn has_text(&self) -> bool {
        whole_characters(self.known()) > 0
    }

    /// What is not the beginning of a secret.
    fn known(&self) -> &[u8] {
        &self.data[..self.data.len().saturating_sub(self.begun)]
    }

    /// All complete text, in frames: offset and text.
    pub fn take(&mut self, all: bool) -> Vec<(i64, String)> {
        let mut texts = Vec::new();
        let mut taken = 0;
        let end = if all { self.data.len() } else { self.known().len() };
        loop {
            let rest = &self.data[taken..end];
            let most = rest.len().min(MAX_FRAME_BYTES);
            let whole = whole_characters(&rest[..most]);
            let length = if whole == 0 && all { most } else { whole };
            if length == 0 {
                break;
            }
            texts.push((self.offset, String::from_utf8_lossy(&rest[..length]).into_owned()));
            self.offset += i64::try_from(length).unwrap_or(0);
            taken += length;
        }
        self.data = self.data.split_off(taken);
        texts
    }
}
