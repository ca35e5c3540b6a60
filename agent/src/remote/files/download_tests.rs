//! Downloads, also of files that change meanwhile.

use std::fs::OpenOptions;
use std::io::Write;

use serde_json::{Value, json};

use super::*;
use crate::remote::files::Handled;
use crate::remote::files::test_kit::Kit;

const CHUNK_BYTES: usize = CHUNK as usize;

fn begin(kit: &Kit, more: Value) -> Result<Download, FileProblem> {
    let mut request = json!({"op": "download", "path": kit.at("file")});
    let more = more.as_object().unwrap().clone();
    request.as_object_mut().unwrap().extend(more);
    match kit.handle(request)? {
        Handled::Download(_, download) => Ok(*download),
        _ => panic!("this is a download"),
    }
}

fn version(download: &Download) -> String {
    match download.answer() {
        Answer::Download { version, .. } => version,
        other => panic!("{other:?}"),
    }
}

fn append(kit: &Kit, text: &str) {
    let mut file = OpenOptions::new().append(true).open(kit.path.join("file")).unwrap();
    file.write_all(text.as_bytes()).unwrap();
}

fn kit() -> (Kit, Vec<u8>) {
    let kit = Kit::new();
    let content: Vec<u8> = (0..2 * CHUNK_BYTES + 9).map(|at| (at / 3) as u8).collect();
    kit.write("file", &content);
    (kit, content)
}

#[test]
fn a_file_is_read_from_anywhere_and_goes_on_later() {
    let (kit, content) = kit();
    let mut download = begin(&kit, json!({})).unwrap();
    assert_eq!((download.size(), download.first_byte()), (content.len() as u64, 0));
    assert_eq!(download.read(5, 10).unwrap(), content[5..15]);
    assert_eq!(download.read(0, usize::MAX).unwrap().len(), CHUNK_BYTES);
    assert_eq!(download.read(2 * CHUNK, 100).unwrap(), content[2 * CHUNK_BYTES..]);
    assert!(download.read(content.len() as u64, 1).unwrap().is_empty());
    assert_eq!(download.hash(2).unwrap(), hash_of(&content[2 * CHUNK_BYTES..]));

    let later = json!({"from_chunk": 2, "if_version": version(&download)});
    let mut later = begin(&kit, later).unwrap();
    assert_eq!(later.first_byte(), 2 * CHUNK);
    assert_eq!(later.read(2 * CHUNK, 100).unwrap().len(), 9);
}

#[test]
fn a_file_that_changes_while_it_is_read_is_not_mixed() {
    let (kit, _) = kit();
    let mut download = begin(&kit, json!({})).unwrap();
    download.read(0, 100).unwrap();
    append(&kit, "more");
    assert_eq!(download.read(100, 100).unwrap_err().code, ProblemCode::Changed);
    let later = json!({"from_chunk": 1, "if_version": version(&download)});
    assert_eq!(begin(&kit, later).unwrap_err().code, ProblemCode::Changed);
}

#[test]
fn a_log_that_grows_is_read_as_it_was() {
    let (kit, content) = kit();
    let mut download = begin(&kit, json!({"may_grow": true})).unwrap();
    append(&kit, "more");
    assert_eq!(download.size(), content.len() as u64);
    assert_eq!(download.read(2 * CHUNK, 100).unwrap(), content[2 * CHUNK_BYTES..]);
    kit.write("file", "short");
    assert_eq!(download.read(0, 100).unwrap_err().code, ProblemCode::Changed);
}

#[test]
fn what_is_no_file_is_not_downloaded() {
    let kit = Kit::new();
    assert_eq!(begin(&kit, json!({})).unwrap_err().code, ProblemCode::NotFound);
    std::fs::create_dir(kit.path.join("file")).unwrap();
    assert_eq!(begin(&kit, json!({})).unwrap_err().code, ProblemCode::IsAFolder);
}
