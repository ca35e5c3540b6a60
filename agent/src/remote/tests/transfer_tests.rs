//! Content of files, over connections that break.
#![cfg(unix)]

use std::io::Read;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use muster_protocol::hex;
use muster_remote::Frame;
use rand::RngExt;
use ring::digest::{SHA256, digest};
use serde_json::{Value, json};

use super::channels_tests::Channels;
use super::files_tests::{at, files_grant};
use super::stage_tests::Stage;

const CHUNK: usize = 1024 * 1024;

fn content(length: usize) -> Vec<u8> {
    (0..length).map(|at| (at / 7 + (at >> 16)) as u8).collect()
}

fn hash(bytes: &[u8]) -> String {
    hex::encode(digest(&SHA256, bytes).as_ref())
}

fn channel_of(id: u64) -> u16 {
    u16::try_from(1000 + id % 60_000).unwrap()
}

fn upload(path: &str, content: &[u8]) -> Value {
    let chunks = content.chunks(CHUNK);
    let hashes: Vec<u8> =
        chunks.flat_map(|chunk| digest(&SHA256, chunk).as_ref().to_vec()).collect();
    json!({
        "op": "upload", "path": path, "size": content.len(), "file": hash(&hashes),
        "hashes": BASE64_STANDARD.encode(&hashes), "if_exists": "fail",
    })
}

async fn begin(stage: &Stage, viewer: &str) -> Channels {
    Channels::begin(stage, files_grant(stage, viewer, "ann")).await
}

#[tokio::test]
async fn an_upload_arrives_whole_over_12_breaks() {
    let stage = Stage::start().await;
    let (path, text) = at(&stage, "file");
    let content = content(6 * CHUNK + 77);
    let mut viewer = begin(&stage, "v0").await;
    let id = viewer.request(upload(&text, &content)).await;
    assert_eq!(viewer.answer(id).await.unwrap()["present"], 0);
    let channel = channel_of(id);
    for number in 1..=12 {
        let from = usize::try_from(viewer.room(channel).await.0).unwrap();
        let to = from + rand::rng().random_range(0..400_000);
        viewer.write(channel, &content, from, to).await;
        viewer = viewer.resume(&stage, &format!("v{number}")).await;
    }
    assert!(!path.exists(), "nothing has the name before all is there");
    let from = usize::try_from(viewer.room(channel).await.0).unwrap();
    viewer.write(channel, &content, from, content.len()).await;
    let uploaded = viewer.answer(id).await.unwrap();
    assert_eq!((&uploaded["path"], &uploaded["size"]), (&json!(text), &json!(content.len())));
    assert_eq!(hash(&std::fs::read(&path).unwrap()), hash(&content));

    // The last answer may have been lost, too.
    let mut viewer = viewer.resume(&stage, "v13").await;
    assert_eq!(viewer.answer(id).await.unwrap()["path"], json!(text));
}

#[tokio::test]
async fn after_a_reload_the_same_upload_goes_on_and_the_old_one_is_not_in_the_way() {
    let stage = Stage::start().await;
    let (path, text) = at(&stage, "file");
    let content = content(3 * CHUNK);
    let mut first = begin(&stage, "v1").await;
    let id = first.request(upload(&text, &content)).await;
    first.answer(id).await.unwrap();
    first.write(channel_of(id), &content, 0, 2 * CHUNK).await;
    let mut second = begin(&stage, "v2").await;
    let again = second.request(upload(&text, &content)).await;
    let missing = second.answer(again).await.unwrap()["missing"][0].take();
    let problem = first.answer(id).await.unwrap_err();
    assert_eq!(problem["code"], "cancelled");
    let from = usize::try_from(missing["from"].as_u64().unwrap()).unwrap();
    assert!(from >= CHUNK, "{missing}");
    second.write(channel_of(again), &content[from..], 0, content.len() - from).await;
    second.answer(again).await.unwrap();
    assert_eq!(std::fs::read(&path).unwrap(), content);
}

#[tokio::test]
async fn a_file_without_content_is_there_at_once() {
    let stage = Stage::start().await;
    let (path, text) = at(&stage, "empty");
    let mut ann = begin(&stage, "v1").await;
    let id = ann.request(upload(&text, b"")).await;
    ann.answer(id).await.unwrap();
    assert_eq!(ann.answer(id).await.unwrap()["size"], 0);
    assert_eq!(std::fs::read(&path).unwrap(), b"");
    let id = ann.request(json!({ "op": "download", "path": text })).await;
    assert_eq!(ann.answer(id).await.unwrap()["size"], 0);
    assert_eq!(ann.answer(id).await.unwrap()["size"], 0);
}

#[tokio::test]
async fn a_cancelled_upload_leaves_only_what_should_be_kept() {
    let stage = Stage::start().await;
    let (path, text) = at(&stage, "folder");
    std::fs::create_dir(&path).unwrap();
    let content = content(2 * CHUNK);
    let mut ann = begin(&stage, "v1").await;
    for keep in [true, false] {
        let id = ann.request(upload(&format!("{text}/file"), &content)).await;
        ann.answer(id).await.unwrap();
        let cancel = json!({ "op": "cancel", "request": id, "keep": keep });
        assert_eq!(ann.ask(cancel).await.unwrap()["items"], 1);
        assert_eq!(ann.answer(id).await.unwrap_err()["code"], "cancelled");
        if keep {
            assert!(path.join(".file.part").exists());
            continue;
        }
        let gone = async {
            while std::fs::read_dir(&path).unwrap().next().is_some() {
                tokio::task::yield_now().await;
            }
        };
        tokio::time::timeout(super::stage_tests::LIMIT, gone).await.expect("some is left");
    }
}

#[tokio::test]
async fn a_viewer_that_sends_more_content_than_was_asked_for_is_sent_away() {
    let stage = Stage::start().await;
    let (_, text) = at(&stage, "file");
    let content = content(3 * CHUNK);
    let mut ann = begin(&stage, "v1").await;
    let id = ann.request(upload(&text, &content)).await;
    ann.answer(id).await.unwrap();
    let channel = channel_of(id);
    ann.viewer.send(channel, &Frame::Data { offset: 1, bytes: b"x" }).await;
    assert_eq!(ann.wait_for(0, "ended").await["code"], "unreadable");
}

#[tokio::test]
async fn a_download_arrives_whole_with_the_hash_of_each_chunk() {
    let stage = Stage::start().await;
    let (path, text) = at(&stage, "file");
    let content = content(3 * CHUNK + 5);
    std::fs::write(&path, &content).unwrap();
    let mut viewer = begin(&stage, "v0").await;
    let id = viewer.request(json!({ "op": "download", "path": text, "from_chunk": 1 })).await;
    let begun = viewer.answer(id).await.unwrap();
    assert_eq!((&begun["from"], &begun["size"]), (&json!(CHUNK), &json!(content.len())));
    let channel = channel_of(id);
    // It comes in small parts, over a break.
    viewer.credit(channel, 300_000).await;
    viewer.read_to(channel, CHUNK, 300_000).await;
    let mut hashes: Vec<Value> = viewer.said.iter().map(|(_, said)| said.clone()).collect();
    let mut viewer = viewer.resume(&stage, "v1").await;
    viewer.credit(channel, 2 * CHUNK as u64).await;
    viewer.read_to(channel, content.len() - CHUNK, 2 * CHUNK as u64).await;
    assert_eq!(viewer.answer(id).await.unwrap()["size"], json!(content.len() - CHUNK));
    assert_eq!(viewer.received[&channel], content[CHUNK..]);
    hashes.extend(viewer.said.iter().map(|(_, said)| said.clone()));
    for said in hashes.iter().filter(|said| said["type"] == "chunk") {
        let index = usize::try_from(said["index"].as_u64().unwrap()).unwrap();
        let chunk = content.chunks(CHUNK).nth(index).unwrap();
        assert_eq!(said["hash"], hash(chunk));
    }
    assert!(hashes.iter().any(|said| said["type"] == "chunk"));
}

#[tokio::test]
async fn two_downloads_at_once_wait_for_nobody_who_does_not_read() {
    let stage = Stage::start().await;
    let (path, text) = at(&stage, "file");
    let content = content(8 * CHUNK);
    std::fs::write(&path, &content).unwrap();
    let mut ann = begin(&stage, "v1").await;
    let mut channels = Vec::new();
    for _ in 0..2 {
        let id = ann.request(json!({ "op": "download", "path": text })).await;
        ann.answer(id).await.unwrap();
        // Far more than may wait for a viewer.
        ann.credit(channel_of(id), 64 * CHUNK as u64).await;
        channels.push(channel_of(id));
    }
    // One of them is not taken beyond what has room, and the session answers.
    ann.read_to(channels[1], content.len(), 64 * CHUNK as u64).await;
    assert_eq!(ann.received[&channels[1]], content);
    assert!(ann.ask(json!({ "op": "roots" })).await.is_ok());
}

#[tokio::test]
async fn an_archive_arrives_whole_over_a_break() {
    let stage = Stage::start().await;
    let (path, text) = at(&stage, "folder");
    std::fs::create_dir(&path).unwrap();
    // It does not get smaller.
    let noise: Vec<u8> = (0..3 * CHUNK).map(|_| rand::rng().random()).collect();
    std::fs::write(path.join("noise"), &noise).unwrap();
    let mut viewer = begin(&stage, "v0").await;
    let id = viewer.request(json!({ "op": "zip", "paths": [text] })).await;
    assert_eq!(viewer.answer(id).await.unwrap()["name"], "folder.zip");
    let channel = channel_of(id);
    viewer.credit(channel, 100_000).await;
    viewer.read_to(channel, CHUNK, 100_000).await;
    let mut viewer = viewer.resume(&stage, "v1").await;
    viewer.credit(channel, 64 * CHUNK as u64).await;
    viewer.read_to(channel, 3 * CHUNK, CHUNK as u64).await;
    let size = viewer.answer(id).await.unwrap()["size"].as_u64().unwrap();
    viewer.read_to(channel, usize::try_from(size).unwrap(), CHUNK as u64).await;
    let bytes = std::io::Cursor::new(std::mem::take(viewer.received.get_mut(&channel).unwrap()));
    let mut archive = zip::ZipArchive::new(bytes).unwrap();
    let mut read = Vec::new();
    archive.by_name("folder/noise").unwrap().read_to_end(&mut read).unwrap();
    assert_eq!(hash(&read), hash(&noise));
}
