//! What viewers may ask for, and what they are refused.

use std::fs;

use serde_json::{Value, json};

use super::*;
use crate::remote::files::chunks::hash_of;
use crate::remote::files::test_kit::{Kit, names_in};

#[test]
fn a_folder_is_made_once() {
    let kit = Kit::new();
    let request = json!({"op": "make_folder", "path": kit.at("new")});
    let done = json!({"items": 1, "bytes": 0, "left_out": 0});
    assert_eq!(kit.ask(request.clone()).unwrap(), done);
    assert_eq!(kit.refusal(request), ProblemCode::Exists);
    let within = json!({"op": "make_folder", "path": kit.at("none/new")});
    assert_eq!(kit.refusal(within), ProblemCode::NotFound);
}

#[test]
fn nothing_is_renamed_over_something_else_unless_that_is_wanted() {
    let kit = Kit::new();
    kit.write("a", "a");
    kit.write("b", "b");
    fs::create_dir_all(kit.path.join("folder/inner")).unwrap();
    let rename = |from: &str, to: &str, replace: bool| json!({"op": "rename", "from": kit.at(from), "to": kit.at(to), "replace": replace});
    assert_eq!(kit.refusal(rename("a", "b", false)), ProblemCode::Exists);
    assert_eq!(kit.refusal(rename("a", "folder", false)), ProblemCode::Exists);
    assert_eq!(kit.refusal(rename("none", "c", true)), ProblemCode::NotFound);
    assert_eq!(kit.refusal(rename("folder", "folder/inner/x", true)), ProblemCode::InvalidPath);
    kit.ask(rename("a", "b", true)).unwrap();
    kit.ask(rename("b", "folder/inner/b", false)).unwrap();
    assert_eq!((kit.names(), kit.read("folder/inner/b")), (vec!["folder".to_owned()], b"a".into()));
}

#[test]
fn a_copy_has_all_that_the_original_has_and_its_name_at_the_end() {
    let kit = Kit::new();
    fs::create_dir_all(kit.path.join("from/deep/er")).unwrap();
    kit.write("from/one", "one");
    kit.write("from/deep/er/two", vec![2_u8; 300_000]);
    let copy = |from: &str, to: &str, replace: bool| json!({"op": "copy", "from": kit.at(from), "to": kit.at(to), "replace": replace});
    let done = kit.ask(copy("from", "to", false)).unwrap();
    assert_eq!(done, json!({"items": 5, "bytes": 300_003, "left_out": 0}));
    assert_eq!(kit.read("to/deep/er/two"), vec![2; 300_000]);
    assert_eq!(kit.names(), ["from", "to"]);

    assert_eq!(kit.refusal(copy("from", "to", true)), ProblemCode::Exists);
    assert_eq!(kit.refusal(copy("from", "from/deep/x", false)), ProblemCode::InvalidPath);
    assert_eq!(kit.refusal(copy("from/one", "to", true)), ProblemCode::IsAFolder);
    assert_eq!(kit.refusal(copy("from/one", "to/one", false)), ProblemCode::Exists);
    kit.write("from/one", "new");
    kit.ask(copy("from/one", "to/one", true)).unwrap();
    assert_eq!(kit.read("to/one"), b"new");
    assert_eq!(names_in(&kit.path.join("to")), ["deep", "one"]);
}

#[test]
fn what_does_not_fit_is_not_begun() {
    let kit = Kit::with(|options| options.space = Some(10));
    kit.write("big", [0_u8; 11]);
    let copy = json!({"op": "copy", "from": kit.at("big"), "to": kit.at("copy")});
    let text = json!({"op": "write_text", "path": kit.at("text"), "text": "eleven bytes"});
    for request in [copy, text] {
        assert_eq!(kit.refusal(request), ProblemCode::NoSpace);
    }
    let problem = kit.upload("upload", &[0; 11], "ask").map(drop).unwrap_err();
    assert_eq!(problem.code, ProblemCode::NoSpace);
    assert_eq!(problem.message, "It needs 11 bytes, and 10 are free.");
    assert_eq!(kit.names(), ["big"]);
}

#[test]
fn what_is_cancelled_stops_and_leaves_no_half_copy() {
    let kit = Kit::new();
    fs::create_dir(kit.path.join("many")).unwrap();
    (0..40).for_each(|number| kit.write(&format!("many/{number}"), "x"));
    for request in [
        json!({"op": "copy", "from": kit.at("many"), "to": kit.at("copy")}),
        json!({"op": "delete", "path": kit.at("many")}),
        json!({"op": "list", "path": kit.at("many")}),
    ] {
        let mut cancel = |_: Progress| {
            let request = serde_json::from_value(json!({"op": "cancel", "request": 77})).unwrap();
            let Ok(Handled::Answer(Answer::Done { items: 1, .. })) =
                kit.files.handle(78, request, &mut |_| {})
            else {
                panic!("it was not cancelled");
            };
        };
        let request = serde_json::from_value(request).unwrap();
        let Err(problem) = kit.files.handle(77, request, &mut cancel) else {
            panic!("it went on");
        };
        assert_eq!(problem, FileProblem::cancelled());
    }
    assert_eq!(kit.names(), ["many"]);
    assert!(names_in(&kit.path.join("many")).len() >= 39);
    let nothing = kit.ask(json!({"op": "cancel", "request": 77})).unwrap();
    assert_eq!(nothing["items"], 0);
}

#[test]
fn a_folder_goes_with_all_that_is_below_it() {
    let kit = Kit::new();
    fs::create_dir_all(kit.path.join("a/b/c")).unwrap();
    (0..50).for_each(|number| kit.write(&format!("a/b/{number}"), "x"));
    let delete = |path: String| json!({"op": "delete", "path": path});
    assert_eq!(kit.ask(delete(kit.at("a"))).unwrap()["items"], 53);
    assert!(kit.names().is_empty());
    assert_eq!(kit.refusal(delete(kit.at("a"))), ProblemCode::NotFound);
    let root = kit.ask(json!({"op": "roots"})).unwrap()["roots"][0]["path"].clone();
    let root = root.as_str().unwrap().to_owned();
    assert_eq!(kit.refusal(delete(root)), ProblemCode::InvalidPath);
}

#[test]
fn a_text_is_written_only_over_what_was_read() {
    let kit = Kit::new();
    kit.write("file", "one");
    let read = json!({"op": "read_text", "path": kit.at("file")});
    let one = hash_of(b"one");
    let expected = json!({"text": "one", "utf8": true, "hash": one, "size": 3});
    assert_eq!(kit.ask(read).unwrap(), expected);

    let write = |name: &str, text: &str, if_hash: Option<&str>| json!({"op": "write_text", "path": kit.at(name), "text": text, "if_hash": if_hash});
    let saved = kit.ask(write("file", "two", Some(&one))).unwrap();
    assert_eq!(saved, json!({"hash": hash_of(b"two"), "size": 3}));
    for (name, if_hash, hash) in [
        ("file", Some(one.as_str()), Some(hash_of(b"two"))),
        ("file", None, Some(hash_of(b"two"))),
        ("none", Some(one.as_str()), None),
    ] {
        let problem = kit.ask(write(name, "three", if_hash)).unwrap_err();
        let json = serde_json::to_value(&problem).unwrap();
        assert_eq!(json["code"], "changed");
        assert_eq!((&json["if_hash"], &json["hash"]), (&json!(if_hash), &json!(hash)));
    }
    kit.ask(write("new", "", None)).unwrap();
    assert_eq!((kit.read("file"), kit.names()), (b"two".into(), vec!["file".into(), "new".into()]));
}

#[test]
fn a_text_that_is_none_or_too_large_is_not_sent() {
    let kit = Kit::new();
    kit.write("latin", b"caf\xe9");
    kit.write("large", vec![b'x'; (1 << 20) + 1]);
    kit.write("full", vec![b'x'; 1 << 20]);
    fs::create_dir(kit.path.join("folder")).unwrap();
    let read = |name: &str| json!({"op": "read_text", "path": kit.at(name)});
    let answer = kit.ask(read("latin")).unwrap();
    assert_eq!((&answer["utf8"], &answer["text"]), (&json!(false), &Value::Null));
    assert_eq!(kit.ask(read("full")).unwrap()["size"], 1 << 20);
    assert_eq!(kit.refusal(read("large")), ProblemCode::TooLarge);
    assert_eq!(kit.refusal(read("folder")), ProblemCode::IsAFolder);
    let text = "x".repeat((1 << 20) + 1);
    let write = json!({"op": "write_text", "path": kit.at("new"), "text": text});
    assert_eq!(kit.refusal(write), ProblemCode::TooLarge);
}

#[test]
fn a_session_that_may_only_look_changes_nothing() {
    let kit = Kit::with(|options| options.may_change = false);
    kit.write("file", "x");
    let at = kit.at("file");
    for request in [
        json!({"op": "make_folder", "path": kit.at("new")}),
        json!({"op": "rename", "from": at, "to": kit.at("new")}),
        json!({"op": "copy", "from": at, "to": kit.at("new")}),
        json!({"op": "delete", "path": at}),
        json!({"op": "write_text", "path": at, "text": ""}),
        json!({"op": "set_permissions", "path": at, "mode": 0}),
        json!({"op": "set_owner", "path": at, "owner": "0"}),
        json!({"op": "upload", "path": at, "size": 0, "file": ""}),
        json!({"op": "upload_hashes", "upload": 1, "hashes": ""}),
    ] {
        assert_eq!(kit.refusal(request.clone()), ProblemCode::ReadOnly, "{request}");
    }
    kit.ask(json!({"op": "stat", "path": at})).unwrap();
    assert_eq!(kit.names(), ["file"]);
}

#[test]
fn a_request_that_makes_no_sense_is_refused() {
    let kit = Kit::new();
    kit.write("file", "");
    for request in [
        json!({"op": "set_permissions", "path": kit.at("file")}),
        json!({"op": "set_permissions", "path": kit.at("file"), "mode": 4096}),
        json!({"op": "set_owner", "path": kit.at("file")}),
        json!({"op": "zip", "paths": []}),
        json!({"op": "download", "path": kit.at("file"), "from_chunk": 1}),
        json!({"op": "upload_hashes", "upload": 1, "hashes": ""}),
    ] {
        assert_eq!(kit.refusal(request.clone()), ProblemCode::InvalidRequest, "{request}");
    }
}
