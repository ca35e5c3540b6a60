//! What is recorded of sessions for files.
#![cfg(unix)]

use muster_protocol::hex;
use muster_remote::RecordingMode::On;
use muster_remote::recording::RecordType;
use ring::digest::{SHA256, digest};
use serde_json::json;

use super::channels_tests::Channels;
use super::files_tests::{at, files_grant};
use super::recorded_tests::{Installation, recorded_stage};

#[tokio::test]
async fn every_request_for_files_is_recorded_with_what_came_of_it() {
    let (stage, installation) = (recorded_stage().await, Installation::new());
    let grant = installation.recorded(files_grant(&stage, "v1", "ann"), On, false);
    let mut ann = Channels::begin(&stage, grant).await;
    let (folder, file) = (at(&stage, "new").1, at(&stage, "new/a.txt").1);
    let moved = at(&stage, "b.txt").1;
    ann.ask(json!({ "op": "make_folder", "path": folder })).await.unwrap();
    ann.ask(json!({ "op": "write_text", "path": file, "text": "hello" })).await.unwrap();
    ann.ask(json!({ "op": "list", "path": folder })).await.unwrap();
    ann.ask(json!({ "op": "read_text", "path": file })).await.unwrap();
    ann.ask(json!({ "op": "rename", "from": file, "to": moved })).await.unwrap();
    let problem = ann.ask(json!({ "op": "delete", "path": file })).await.unwrap_err();
    ann.ask(json!({ "op": "stat", "path": moved })).await.unwrap();

    let opened = stage.open_recording(installation).await;
    let hash = hex::encode(digest(&SHA256, b"hello").as_ref());
    let user = "ann";
    assert_eq!(
        opened.values(RecordType::Event),
        [
            json!({ "event": "make", "path": folder, "user": user, "ok": true, "items": 1, "bytes": 0 }),
            json!({ "event": "edit", "path": file, "user": user, "ok": true, "bytes": 5, "sha256": hash }),
            json!({ "event": "list", "path": folder, "user": user, "ok": true }),
            json!({ "event": "download", "path": file, "user": user, "ok": true, "bytes": 5, "sha256": hash }),
            json!({ "event": "move", "path": file, "to": moved, "user": user, "ok": true, "items": 1, "bytes": 0 }),
            json!({
                "event": "delete", "path": file, "user": user, "ok": false,
                "code": problem["code"], "problem": problem["message"],
            }),
        ]
    );
}

#[tokio::test]
async fn transfers_are_recorded_with_bytes_and_hash_also_when_they_are_not_finished() {
    let (stage, installation) = (recorded_stage().await, Installation::new());
    let content: Vec<u8> = (0..3_000_000_u32).map(|at| (at >> 5) as u8).collect();
    let (path, text) = at(&stage, "file");
    std::fs::write(&path, &content).unwrap();
    let grant = installation.recorded(files_grant(&stage, "v1", "ann"), On, false);
    let mut ann = Channels::begin(&stage, grant).await;
    let whole = ann.request(json!({ "op": "download", "path": text })).await;
    ann.answer(whole).await.unwrap();
    let channel = u16::try_from(1000 + whole).unwrap();
    ann.credit(channel, 1024 * 1024).await;
    ann.read_to(channel, content.len(), 1024 * 1024).await;
    assert_eq!(ann.answer(whole).await.unwrap()["size"], content.len());

    let part = ann.request(json!({ "op": "download", "path": text })).await;
    ann.answer(part).await.unwrap();
    let channel = u16::try_from(1000 + part).unwrap();
    ann.credit(channel, 100_000).await;
    ann.read_to(channel, 100_000, 0).await;

    let copy = at(&stage, "copy").1;
    let chunks =
        content.chunks(1024 * 1024).flat_map(|chunk| digest(&SHA256, chunk).as_ref().to_vec());
    let hashes: Vec<u8> = chunks.collect();
    let upload = json!({
        "op": "upload", "path": copy, "size": content.len(),
        "file": hex::encode(digest(&SHA256, &hashes).as_ref()),
        "hashes": base64::Engine::encode(&base64::prelude::BASE64_STANDARD, &hashes),
    });
    let id = ann.request(upload).await;
    ann.answer(id).await.unwrap();
    ann.write(u16::try_from(1000 + id).unwrap(), &content, 0, content.len()).await;
    ann.answer(id).await.unwrap();

    let opened = stage.open_recording(installation).await;
    let (size, hash) = (content.len(), hex::encode(digest(&SHA256, &content).as_ref()));
    let user = "ann";
    assert_eq!(
        opened.values(RecordType::Event),
        [
            json!({ "event": "download", "path": text, "user": user, "ok": true, "bytes": size, "sha256": hash }),
            json!({
                "event": "upload", "path": copy, "user": user, "ok": true, "bytes": size,
                "size": size, "sha256": hash,
            }),
            json!({
                "event": "download", "path": text, "user": user, "ok": false, "bytes": 100_000,
                "problem": "It was not finished.",
            }),
        ]
    );
}
