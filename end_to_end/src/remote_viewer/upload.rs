//! An upload that may be given up at any byte, and taken up again.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use muster_protocol::hex;
use muster_remote::Frame;
use ring::digest::{SHA256, digest};
use serde_json::{Value, json};

use super::content::Content;
use super::files::{Answer, FilesViewer};
use super::socket::Closing;

/// The most that is sent in one message.
const PIECE: u64 = 64 * 1024;

/// A file that is being sent.
pub struct UploadUnderWay<'a> {
    id: u64,
    content: &'a Content,
    /// What the agent did not have when it began: from one offset to another each.
    missing: Vec<(u64, u64)>,
    /// How much of that was sent; none while the agent has to say where it goes on.
    sent: Option<u64>,
    /// The most of it that was ever sent.
    reached: u64,
}

impl UploadUnderWay<'_> {
    /// The connection broke: what was sent may not have arrived.
    pub fn interrupt(&mut self) {
        self.sent = None;
    }

    /// Bytes that were never sent.
    pub fn left(&self) -> u64 {
        self.length() - self.reached
    }

    fn length(&self) -> u64 {
        self.missing.iter().map(|(from, to)| to - from).sum()
    }

    /// What is sent from here on, at most so many bytes of it.
    fn piece(&self, mut at: u64, most: u64) -> Vec<u8> {
        for (from, to) in &self.missing {
            let length = to - from;
            if at < length {
                return self.content.read(from + at, (from + at + most).min(*to));
            }
            at -= length;
        }
        Vec::new()
    }
}

impl FilesViewer {
    /// Asks whether a file may come, in place of one that is there; does not wait for the
    /// answer.
    pub async fn ask_to_upload(&mut self, path: &str, content: &Content) -> u64 {
        let hashes = &content.hashes;
        self.request(json!({
            "op": "upload", "path": path, "size": content.size, "file": sha256(hashes),
            "hashes": BASE64_STANDARD.encode(hashes), "if_exists": "replace",
        }))
        .await
    }

    /// Asks, and hears what is missing of it.
    pub async fn begin_upload<'a>(
        &mut self,
        path: &str,
        content: &'a Content,
    ) -> Result<UploadUnderWay<'a>, Closing> {
        let id = self.ask_to_upload(path, content).await;
        let begun = self.answer(id).await?;
        let begun = begun.unwrap_or_else(|problem| panic!("{path} is refused: {problem}"));
        let offset = |range: &Value, name: &str| range[name].as_u64().expect("a number");
        let ranges = begun["missing"].as_array().expect("a list").iter();
        let missing = ranges.map(|range| (offset(range, "from"), offset(range, "to"))).collect();
        Ok(UploadUnderWay { id, content, missing, sent: None, reached: 0 })
    }

    /// Sends some of it, as far as the agent makes room for it; less when there is an
    /// answer already.
    pub async fn send(
        &mut self,
        upload: &mut UploadUnderWay<'_>,
        most: u64,
    ) -> Result<(), Closing> {
        let channel = u16::try_from(1000 + upload.id % 60_000).expect("61,000 is the most");
        let (length, mut left) = (upload.length(), most);
        while !self.is_answered(upload.id) {
            let Some((received, limit)) = self.credits.get(&channel).copied() else {
                self.hear().await?;
                continue;
            };
            let at = upload.sent.unwrap_or(received);
            if at == length || left == 0 {
                return Ok(());
            }
            let room = limit.saturating_sub(at).min(PIECE).min(left);
            if room == 0 {
                self.hear().await?;
                continue;
            }
            let bytes = upload.piece(at, room);
            self.pipe.send(channel, &Frame::Data { offset: at, bytes: &bytes }).await;
            let end = at + bytes.len() as u64;
            (upload.sent, upload.reached) = (Some(end), upload.reached.max(end));
            left -= bytes.len() as u64;
        }
        Ok(())
    }

    /// Sends the rest, and waits until the file has its name.
    pub async fn end_upload(&mut self, mut upload: UploadUnderWay<'_>) -> Result<Answer, Closing> {
        self.send(&mut upload, u64::MAX).await?;
        self.answer(upload.id).await
    }
}

/// SHA-256 in hex.
pub fn sha256(bytes: &[u8]) -> String {
    hex::encode(digest(&SHA256, bytes).as_ref())
}
