//! A file to an agent and back, and how fast that goes.

use std::collections::VecDeque;

use anyhow::{Context, bail, ensure};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use muster_protocol::hex;
use muster_remote::{Frame, Incoming};
use serde_json::{Value, json};
use tokio::time::Instant;

use super::WORK;
use super::content::{Content, PIECE, sha256};
use super::pipe::Pipe;
use super::session::{Caller, said};

/// Content that there is room for.
const WINDOW: u64 = 4 << 20;

/// A session for files, with its last request.
struct Files {
    session: String,
    pipe: Pipe,
    asked: u64,
    answers: VecDeque<Value>,
    /// How far the agent takes the content of an upload.
    limit: u64,
}

/// Uploads a file of so many MiB into a folder of the agent, downloads it, and removes it.
/// Returns how many million bytes a second either way took.
pub async fn measure_transfer(
    caller: Caller<'_>,
    agent_id: &str,
    folder: &str,
    mib: usize,
) -> anyhow::Result<(f64, f64)> {
    let (session, pipe) = caller.open(0, agent_id, "files").await?;
    let mut files = Files { session, pipe, asked: 0, answers: VecDeque::new(), limit: 0 };
    let path = format!("{}/{}", folder.trim_end_matches('/'), files.session);
    let content = Content::new(mib);
    let measured = files.both_ways(&path, &content).await;
    // Also what failed halfway: the session keeps nothing of it then.
    let deleted = files.ask(json!({ "op": "delete", "path": path })).await;
    caller.end(&files.session).await?;
    let measured = measured?;
    deleted?;
    Ok(measured)
}

impl Files {
    async fn both_ways(&mut self, path: &str, content: &Content) -> anyhow::Result<(f64, f64)> {
        let hashes = content.hashes();
        let speed = |began: Instant| content.size() as f64 / 1e6 / began.elapsed().as_secs_f64();
        let began = Instant::now();
        self.upload(path, content, &hashes).await?;
        let up = speed(began);
        let began = Instant::now();
        self.download(path, content).await?;
        Ok((up, speed(began)))
    }

    /// Up to the answer that the file has its name, and is on the disk.
    async fn upload(&mut self, path: &str, content: &Content, hashes: &[u8]) -> anyhow::Result<()> {
        let begun = self.ask(json!({
            "op": "upload", "path": path, "size": content.size(), "file": hex::encode(&sha256(hashes)),
            "hashes": BASE64_STANDARD.encode(hashes),
        }));
        ensure!(begun.await?["present"] == 0, "some of the file is there already");
        let (id, mut at, size) = (self.asked, 0, content.size());
        while at < size {
            while at >= self.limit {
                self.hear(None).await?;
            }
            let mut piece = content.piece(usize::try_from(at)?);
            piece.truncate(usize::try_from(self.limit - at).unwrap_or(PIECE));
            let frame = Frame::Data { offset: at, bytes: &piece };
            self.pipe.send(channel_of(id), &frame).await?;
            at += piece.len() as u64;
        }
        self.answer(id).await.map(|_| ())
    }

    /// All of it, compared with what it should be.
    async fn download(&mut self, path: &str, content: &Content) -> anyhow::Result<()> {
        let begun = self.ask(json!({ "op": "download", "path": path })).await?;
        ensure!(begun["size"] == content.size(), "the file has another size");
        let mut coming = Coming { content, stream: Incoming::new(0, WINDOW) };
        let (received, limit) = coming.stream.first_credit();
        self.pipe.send(channel_of(self.asked), &Frame::Credit { received, limit }).await?;
        while coming.stream.received() < content.size() {
            self.hear(Some(&mut coming)).await?;
        }
        Ok(())
    }

    /// Asks for something, and waits for the answer.
    async fn ask(&mut self, mut request: Value) -> anyhow::Result<Value> {
        self.asked += 1;
        request["type"] = json!("request");
        request["id"] = json!(self.asked);
        self.pipe.say(WORK, &request).await?;
        self.answer(self.asked).await
    }

    async fn answer(&mut self, id: u64) -> anyhow::Result<Value> {
        loop {
            while let Some(mut answer) = self.answers.pop_front() {
                if answer["id"] != id {
                    continue;
                }
                if let Some(problem) = answer["error"]["message"].as_str() {
                    bail!("the agent refuses: {problem}");
                }
                return Ok(answer["ok"].take());
            }
            self.hear(None).await?;
        }
    }

    async fn hear(&mut self, coming: Option<&mut Coming<'_>>) -> anyhow::Result<()> {
        let plain = self.pipe.receive().await?;
        let (channel, frame) = Frame::decode(&plain)?;
        match &frame {
            Frame::Credit { limit, .. } => self.limit = *limit,
            Frame::Data { offset, bytes } => {
                let coming = coming.context("content comes that nobody asked for")?;
                if let Some((received, limit)) = coming.take(*offset, bytes)? {
                    self.pipe.send(channel, &Frame::Credit { received, limit }).await?;
                }
            }
            Frame::Control(_) => {
                let answer = said(&frame)?.filter(|said| said["type"] == "answer");
                self.answers.extend(answer.filter(|_| channel == WORK));
            }
            Frame::Packet(_) => {}
        }
        Ok(())
    }
}

/// A download as far as it has come.
struct Coming<'a> {
    content: &'a Content,
    stream: Incoming,
}

impl Coming<'_> {
    /// Takes content, and returns the credit that is due for it.
    fn take(&mut self, offset: u64, bytes: &[u8]) -> anyhow::Result<Option<(u64, u64)>> {
        let mut at = usize::try_from(self.stream.received())?;
        let mut new = self.stream.take(offset, bytes)?;
        let count = new.len();
        while !new.is_empty() {
            let expected = self.content.piece(at);
            let (now, later) = new.split_at(new.len().min(expected.len()));
            ensure!(expected.starts_with(now), "the file has other content at byte {at}");
            (at, new) = (at + now.len(), later);
        }
        self.stream.used(count);
        Ok(self.stream.next_credit())
    }
}

fn channel_of(id: u64) -> u16 {
    u16::try_from(1000 + id % 60_000).expect("61,000 is the most")
}
