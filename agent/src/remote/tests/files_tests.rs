//! Sessions for files, through the front door: what is asked, and what is answered.
#![cfg(unix)]

use std::path::PathBuf;

use muster_remote::{Frame, Grant, Kind};
use serde_json::{Value, json};

use super::channels_tests::Channels;
use super::stage_tests::Stage;

/// A grant for files.
pub fn files_grant(stage: &Stage, viewer: &str, user: &str) -> Grant {
    Grant { kind: Kind::Files, terminal: None, ..stage.grant(viewer, user) }
}

/// A file of the test, and its path as a viewer writes it.
pub fn at(stage: &Stage, name: &str) -> (PathBuf, String) {
    let path = std::fs::canonicalize(stage.folder.path()).unwrap().join(name);
    let text = path.to_str().unwrap().to_owned();
    (path, text)
}

async fn begin(stage: &Stage, viewer: &str, user: &str) -> Channels {
    Channels::begin(stage, files_grant(stage, viewer, user)).await
}

#[tokio::test]
async fn a_viewer_lists_reads_and_changes_files() {
    let stage = Stage::start().await;
    let mut ann = begin(&stage, "v1", "ann").await;
    let (_, folder) = at(&stage, "new");
    let (path, text) = at(&stage, "new/a.txt");
    ann.ask(json!({ "op": "make_folder", "path": folder })).await.unwrap();
    ann.ask(json!({ "op": "write_text", "path": text, "text": "hello" })).await.unwrap();
    assert_eq!(std::fs::read(&path).unwrap(), b"hello");
    let page = ann.ask(json!({ "op": "list", "path": folder })).await.unwrap();
    assert_eq!((&page["total"], &page["entries"][0]["name"]), (&json!(1), &json!("a.txt")));
    let read = ann.ask(json!({ "op": "read_text", "path": text })).await.unwrap();
    assert_eq!(read["text"], "hello");
    ann.ask(json!({ "op": "delete", "path": folder })).await.unwrap();
    let problem = ann.ask(json!({ "op": "stat", "path": text })).await.unwrap_err();
    assert_eq!(problem["code"], "not_found");
    assert!(problem["message"].as_str().unwrap().ends_with('.'), "{problem}");
}

#[tokio::test]
async fn who_may_only_watch_reads_and_changes_nothing() {
    let stage = Stage::start().await;
    let (path, text) = at(&stage, "a.txt");
    std::fs::write(&path, "hello").unwrap();
    let grant = Grant { view_only: true, ..files_grant(&stage, "v1", "ann") };
    let mut watcher = Channels::begin(&stage, grant).await;
    let read = watcher.ask(json!({ "op": "read_text", "path": text })).await.unwrap();
    assert_eq!(read["text"], "hello");
    let upload = json!({ "op": "upload", "path": text, "size": 0, "file": "00".repeat(32) });
    for change in [
        json!({ "op": "delete", "path": text }),
        json!({ "op": "write_text", "path": text, "text": "x", "if_hash": read["hash"] }),
        json!({ "op": "make_folder", "path": format!("{text}.d") }),
        upload,
    ] {
        let problem = watcher.ask(change.clone()).await.unwrap_err();
        assert_eq!(problem["code"], "read_only", "{change}");
    }
    assert_eq!(std::fs::read(&path).unwrap(), b"hello");

    // Somebody else in the same session may.
    let mut bob = begin(&stage, "v2", "bob").await;
    bob.ask(json!({ "op": "delete", "path": text })).await.unwrap();
    assert!(!path.exists());
}

#[tokio::test]
async fn what_makes_no_sense_is_answered_and_what_is_newer_is_ignored() {
    let stage = Stage::start().await;
    let mut ann = begin(&stage, "v1", "ann").await;
    for wrong in [json!({ "op": "format" }), json!({ "op": "list" }), json!({})] {
        let problem = ann.ask(wrong.clone()).await.unwrap_err();
        assert_eq!(problem["code"], "invalid_request", "{wrong}");
    }
    let relative = ann.ask(json!({ "op": "list", "path": "etc" })).await.unwrap_err();
    assert_eq!(relative["code"], "invalid_path");
    for text in ["", "{", r#"{"type":"dance","id":1}"#, r#"{"type":"request","op":"roots"}"#] {
        ann.viewer.send(1, &Frame::Control(text)).await;
    }
    ann.viewer.send(1, &Frame::Packet(b"x")).await;
    ann.viewer.send(2000, &Frame::Data { offset: 5, bytes: b"x" }).await;
    ann.viewer.send(2000, &Frame::Credit { received: 5, limit: 50 }).await;
    assert!(ann.ask(json!({ "op": "roots" })).await.unwrap()["roots"].is_array());
    let cancelled = ann.ask(json!({ "op": "cancel", "request": 7 })).await.unwrap();
    assert_eq!(cancelled["items"], 0);
}

#[tokio::test]
async fn requests_that_come_together_are_all_answered() {
    let stage = Stage::start().await;
    let mut ann = begin(&stage, "v1", "ann").await;
    let mut bob = begin(&stage, "v2", "bob").await;
    let (_, text) = at(&stage, "agent");
    let mut asked = Vec::new();
    for _ in 0..30 {
        asked.push(ann.request(json!({ "op": "stat", "path": text })).await);
    }
    // The numbers of another viewer are its own.
    let other = bob.request(json!({ "op": "roots" })).await;
    assert!(asked.contains(&other));
    assert!(bob.answer(other).await.unwrap()["roots"].is_array());
    for id in asked {
        assert_eq!(ann.answer(id).await.unwrap()["entry"]["kind"], "folder");
    }
}

#[tokio::test]
async fn a_folder_of_long_names_comes_in_pages_that_fit_into_messages() {
    let stage = Stage::start().await;
    let (path, text) = at(&stage, "many");
    std::fs::create_dir(&path).unwrap();
    // Each letter takes six in JSON.
    let long = "\u{1}".repeat(200);
    for number in 0..300 {
        std::fs::write(path.join(format!("{long}{number}")), "").unwrap();
    }
    let mut ann = begin(&stage, "v1", "ann").await;
    let (mut after, mut names) = (Value::Null, 0);
    loop {
        let page = ann.ask(json!({ "op": "list", "path": text, "after": after })).await.unwrap();
        names += page["entries"].as_array().unwrap().len();
        after = page["next"].clone();
        if after.is_null() {
            break;
        }
    }
    assert_eq!(names, 300);
}

#[tokio::test]
async fn a_text_that_no_message_holds_is_to_be_downloaded() {
    let stage = Stage::start().await;
    let (path, text) = at(&stage, "long");
    std::fs::write(&path, "x".repeat(300_000)).unwrap();
    let mut ann = begin(&stage, "v1", "ann").await;
    let problem = ann.ask(json!({ "op": "read_text", "path": text })).await.unwrap_err();
    assert_eq!(problem["code"], "too_large");
}

#[tokio::test]
async fn an_answer_that_was_lost_with_the_connection_is_said_again() {
    let stage = Stage::start().await;
    let mut ann = begin(&stage, "v1", "ann").await;
    let (path, text) = at(&stage, "new");
    let id = ann.request(json!({ "op": "make_folder", "path": text })).await;
    // It arrives, whoever hears of it.
    ann.ask(json!({ "op": "roots" })).await.unwrap();
    let mut again = ann.resume(&stage, "v2").await;
    assert_eq!(again.answer(id).await.unwrap()["items"], 1);
    assert!(path.is_dir());
}
