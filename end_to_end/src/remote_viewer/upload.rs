//! An upload that may be given up at any byte, and taken up again.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use muster_protocol::hex;
use muster_remote::Frame;
use ring::digest::{SHA256, digest};
use serde_json::{Value, json};

use super::files::{Answer, FilesViewer};
use super::socket::Closing;

/// What has a hash of its own.
const CHUNK: usize = 1 << 20;
/// The most that is sent in one message.
const PIECE: usize = 64 * 1024;

/// A file that is being sent.
pub struct UploadUnderWay {
    id: u64,
    /// What the agent did not have, one after the other.
    stream: Vec<u8>,
    /// How much of it was sent; none while the agent has to say where it goes on.
    sent: Option<usize>,
}

impl UploadUnderWay {
    /// The connection broke: what was sent may not have arrived.
    pub fn interrupt(&mut self) {
        self.sent = None;
    }
}

impl FilesViewer {
    /// Asks whether a file may come, in place of one that is there; does not wait for the
    /// answer.
    pub async fn ask_to_upload(&mut self, path: &str, content: &[u8]) -> u64 {
        let hashes: Vec<u8> = content
            .chunks(CHUNK)
            .flat_map(|chunk| digest(&SHA256, chunk).as_ref().to_vec())
            .collect();
        self.request(json!({
            "op": "upload", "path": path, "size": content.len(), "file": sha256(&hashes),
            "hashes": BASE64_STANDARD.encode(&hashes), "if_exists": "replace",
        }))
        .await
    }

    /// Asks, and hears what is missing of it.
    pub async fn begin_upload(
        &mut self,
        path: &str,
        content: &[u8],
    ) -> Result<UploadUnderWay, Closing> {
        let id = self.ask_to_upload(path, content).await;
        let begun = self.answer(id).await?;
        let begun = begun.unwrap_or_else(|problem| panic!("{path} is refused: {problem}"));
        let offset = |range: &Value, name: &str| {
            usize::try_from(range[name].as_u64().expect("a number")).expect("it is small")
        };
        let ranges = begun["missing"].as_array().expect("a list").iter();
        let missing = ranges.map(|range| &content[offset(range, "from")..offset(range, "to")]);
        Ok(UploadUnderWay { id, stream: missing.collect::<Vec<_>>().concat(), sent: None })
    }

    /// Sends some of it, as far as the agent makes room for it; less when there is an
    /// answer already.
    pub async fn send(&mut self, upload: &mut UploadUnderWay, most: usize) -> Result<(), Closing> {
        let channel = u16::try_from(1000 + upload.id % 60_000).expect("61,000 is the most");
        let mut left = most;
        while !self.is_answered(upload.id) {
            let Some((received, limit)) = self.credits.get(&channel).copied() else {
                self.hear().await?;
                continue;
            };
            let whole = |number: u64| usize::try_from(number).expect("it is small");
            let at = upload.sent.unwrap_or(whole(received));
            if at == upload.stream.len() || left == 0 {
                return Ok(());
            }
            let end = upload.stream.len().min(whole(limit)).min(at + PIECE.min(left));
            if end <= at {
                self.hear().await?;
                continue;
            }
            let bytes = &upload.stream[at..end];
            self.pipe.send(channel, &Frame::Data { offset: at as u64, bytes }).await;
            upload.sent = Some(end);
            left -= end - at;
        }
        Ok(())
    }

    /// Sends the rest, and waits until the file has its name.
    pub async fn end_upload(&mut self, mut upload: UploadUnderWay) -> Result<Answer, Closing> {
        self.send(&mut upload, usize::MAX).await?;
        self.answer(upload.id).await
    }
}

/// SHA-256 in hex.
pub fn sha256(bytes: &[u8]) -> String {
    hex::encode(digest(&SHA256, bytes).as_ref())
}
