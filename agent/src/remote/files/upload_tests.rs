//! Uploads, which go on after any death.

use std::fs::{self, OpenOptions};
use std::io::{Seek, SeekFrom, Write};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use proptest::prelude::*;
use serde_json::json;

use super::*;
use crate::remote::files::chunks::hash_of;
use crate::remote::files::test_kit::{Kit, hashes_of, send_missing};

/// Content in which no two chunks are alike.
fn content(length: usize) -> Vec<u8> {
    (0..length).map(|at| (at / 7 + (at >> 16)) as u8).collect()
}

const CHUNK_BYTES: usize = CHUNK as usize;

#[test]
fn a_file_has_its_name_when_all_of_it_is_there() {
    let kit = Kit::new();
    let content = content(2 * CHUNK_BYTES + 5);
    let (answer, mut upload) = kit.upload("file", &content, "ask").unwrap();
    let size = content.len() as u64;
    let missing = vec![ByteRange { from: 0, to: size }];
    assert_eq!(answer, Answer::Upload { chunk: CHUNK, missing, present: 0, size });
    send_missing(&mut upload, &content, CHUNK_BYTES + 10).unwrap();
    assert_eq!(kit.names(), [".file.part", ".file.part.json"]);
    assert_eq!(upload.finish().unwrap_err().code, ProblemCode::InvalidRequest);

    let (answer, mut upload) = kit.upload("file", &content, "ask").unwrap();
    let missing = vec![ByteRange { from: CHUNK, to: size }];
    assert_eq!(answer, Answer::Upload { chunk: CHUNK, missing, present: CHUNK, size });
    send_missing(&mut upload, &content, usize::MAX).unwrap();
    assert!(upload.is_complete());
    assert_eq!(upload.finish().unwrap(), Answer::Uploaded { path: kit.at("file"), size });
    assert_eq!((kit.names(), kit.read("file")), (vec!["file".to_owned()], content));
}

#[test]
fn a_file_without_content_is_uploaded_too() {
    let kit = Kit::new();
    kit.upload_all("empty", b"", "ask").unwrap();
    assert_eq!((kit.names(), kit.read("empty")), (vec!["empty".to_owned()], Vec::new()));
}

#[test]
fn what_is_there_is_kept_replaced_or_joined_as_the_viewer_says() {
    let kit = Kit::new();
    kit.write("a.txt", "old");
    for if_exists in ["ask", "fail"] {
        let problem = kit.upload("a.txt", b"new", if_exists).map(drop).unwrap_err();
        let json = serde_json::to_value(&problem).unwrap();
        assert_eq!(json["code"], "exists");
        assert_eq!(json["existing"]["size"].as_u64(), (if_exists == "ask").then_some(3));
    }
    assert_eq!(kit.upload_all("a.txt", b"2nd", "keep_both").unwrap(), kit.at("a (2).txt"));
    assert_eq!(kit.upload_all("a.txt", b"3rd", "keep_both").unwrap(), kit.at("a (3).txt"));
    assert_eq!(kit.upload_all("a.txt", b"new", "replace").unwrap(), kit.at("a.txt"));
    assert_eq!((kit.read("a.txt"), kit.read("a (3).txt")), (b"new".into(), b"3rd".into()));
    fs::create_dir(kit.path.join("folder")).unwrap();
    let problem = kit.upload("folder", b"x", "replace").map(drop).unwrap_err();
    assert_eq!(problem.code, ProblemCode::IsAFolder);
}

#[test]
fn a_name_that_is_taken_meanwhile_is_not_taken_over() {
    let kit = Kit::new();
    let (_, mut upload) = kit.upload("file", b"mine", "ask").unwrap();
    send_missing(&mut upload, b"mine", usize::MAX).unwrap();
    kit.write("file", "theirs");
    assert_eq!(upload.finish().unwrap_err().code, ProblemCode::Exists);
    assert_eq!(kit.read("file"), b"theirs");
    // All of it is still there, for the answer to the question.
    let (answer, upload) = kit.upload("file", b"mine", "replace").unwrap();
    assert!(matches!(answer, Answer::Upload { present: 4, .. }), "{answer:?}");
    upload.finish().unwrap();
    assert_eq!(kit.read("file"), b"mine");
}

#[test]
fn one_file_is_uploaded_by_one_viewer() {
    let kit = Kit::new();
    let (_, upload) = kit.upload("file", b"one", "ask").unwrap();
    let problem = kit.upload("file", b"two", "ask").map(drop).unwrap_err();
    assert_eq!(problem.code, ProblemCode::Exists);
    assert!(problem.message.contains("somebody else"), "{problem}");
    upload.discard();
    assert!(kit.names().is_empty());
    kit.upload_all("file", b"two", "ask").unwrap();
}

#[test]
fn content_that_is_not_what_was_announced_does_not_count() {
    let kit = Kit::new();
    let content = content(CHUNK_BYTES + 5);
    let (_, mut upload) = kit.upload("file", &content, "ask").unwrap();
    let mut wrong = content.clone();
    wrong[3] ^= 1;
    let problem = upload.write(0, &wrong[..CHUNK_BYTES]).unwrap_err();
    assert_eq!(problem.code, ProblemCode::Changed);
    for (offset, length, code) in [
        (7, 1, ProblemCode::InvalidRequest),
        (CHUNK + 5, 1, ProblemCode::TooLarge),
        (u64::MAX - 1, 1, ProblemCode::TooLarge),
        (CHUNK, 6, ProblemCode::TooLarge),
    ] {
        let bytes = [&content[CHUNK_BYTES..], &[0]].concat();
        assert_eq!(upload.write(offset, &bytes[..length]).unwrap_err().code, code, "{offset}");
    }
    // The last chunk came with that byte too many, and counts.
    assert_eq!(upload.missing(), [ByteRange { from: 0, to: CHUNK }]);
    upload.write(0, &content[..10]).unwrap();
    upload.write(10, &content[10..CHUNK_BYTES]).unwrap();
    upload.write(0, &content[..CHUNK_BYTES]).unwrap();
    assert_eq!(upload.write_next(b"x").unwrap_err().code, ProblemCode::InvalidRequest);
    upload.finish().unwrap();
    assert_eq!(kit.read("file"), content);
}

#[test]
fn hashes_may_come_in_several_requests() {
    let kit = Kit::new();
    let content = content(3 * CHUNK_BYTES);
    let hashes = hashes_of(&content);
    let request = json!({
        "op": "upload", "path": kit.at("file"), "size": content.len(), "file": hash_of(&hashes),
        "hashes": BASE64_STANDARD.encode(&hashes[..32]),
    });
    // The number of the first request of a kit.
    assert_eq!(kit.ask(request).unwrap(), json!({"have": 1, "want": 3}));
    let more = |hashes: &[u8]| json!({"op": "upload_hashes", "upload": 1, "hashes": BASE64_STANDARD.encode(hashes)});
    assert_eq!(kit.ask(more(&hashes[32..64])).unwrap(), json!({"have": 2, "want": 3}));
    assert!(kit.handle(more(&hashes[64..])).is_ok());
    assert_eq!(kit.refusal(more(&hashes[64..])), ProblemCode::InvalidRequest);
}

/// What happens to an upload between two attempts.
#[derive(Clone, Debug)]
enum Death {
    OfTheProcess,
    PartCut(u64),
    PartDamaged(u64),
    PartLost,
    JournalCut(u64),
    JournalLost,
}

fn death() -> impl Strategy<Value = Death> {
    prop_oneof![
        3 => Just(Death::OfTheProcess),
        2 => (0..5 * CHUNK).prop_map(Death::PartCut),
        2 => (0..5 * CHUNK).prop_map(Death::PartDamaged),
        1 => Just(Death::PartLost),
        2 => (0..200_u64).prop_map(Death::JournalCut),
        1 => Just(Death::JournalLost),
    ]
}

fn happen(kit: &Kit, death: &Death) {
    let (part, journal) = (kit.path.join(".file.part"), kit.path.join(".file.part.json"));
    let open = |path| OpenOptions::new().write(true).open(path).unwrap();
    match death {
        Death::OfTheProcess => {}
        Death::PartCut(length) => open(&part).set_len(*length).unwrap(),
        Death::PartDamaged(at) => {
            let mut file = open(&part);
            file.seek(SeekFrom::Start(*at)).unwrap();
            file.write_all(b"damaged").unwrap();
        }
        Death::PartLost => fs::remove_file(part).unwrap(),
        Death::JournalCut(length) => open(&journal).set_len(*length).unwrap(),
        Death::JournalLost => fs::remove_file(journal).unwrap(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn an_upload_goes_on_after_every_death_and_is_never_half_there(
        attempts in prop::collection::vec((0..2 * CHUNK_BYTES, death()), 0..6),
        length in 3 * CHUNK_BYTES..5 * CHUNK_BYTES,
    ) {
        let kit = Kit::new();
        let content = content(length);
        for (budget, death) in &attempts {
            let (_, mut upload) = kit.upload("file", &content, "fail").unwrap();
            send_missing(&mut upload, &content, *budget).unwrap();
            drop(upload);
            prop_assert!(!kit.path.join("file").exists());
            happen(&kit, death);
        }
        kit.upload_all("file", &content, "fail").unwrap();
        prop_assert_eq!(kit.names(), ["file"]);
        prop_assert!(kit.read("file") == content);
    }
}
