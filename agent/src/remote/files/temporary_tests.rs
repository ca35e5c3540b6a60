//! Files that dead uploads left behind.

use std::fs;

use serde_json::json;

use super::*;
use crate::clock::now_seconds;
use crate::remote::files::test_kit::Kit;

/// Eight days from now.
fn later() -> i64 {
    now_seconds() + 8 * 24 * 60 * 60
}

#[test]
fn what_a_dead_upload_left_goes_when_its_folder_is_used_a_week_later() {
    let kit = Kit::new();
    drop(kit.upload("dead", b"content", "ask").unwrap());
    kit.upload_all("other", b"x", "ask").unwrap();
    assert_eq!(kit.names(), [".dead.part", ".dead.part.json", "other"]);

    let kit = kit.restart(|options| options.now = later);
    kit.ask(json!({"op": "write_text", "path": kit.at("new"), "text": ""})).unwrap();
    assert_eq!(kit.names(), ["new", "other"]);
}

#[test]
fn what_is_not_the_agents_own_stays() {
    let kit = Kit::with(|options| options.now = later);
    for name in [".a.part", ".a.part.json", "b.part.json", "c.muster-draft", ".d.json"] {
        kit.write(name, "{}");
    }
    if cfg!(unix) {
        // Elsewhere nothing says whose a file is.
        kit.write(".e.muster-draft", "{}");
    }
    let before = kit.names();
    let (_, upload) = kit.upload("live", b"content", "ask").unwrap();
    // A second one in the same folder must not take the first one away.
    kit.upload_all("new", b"x", "ask").unwrap();
    assert_eq!(kit.names().len(), before.len() + 3);
    upload.discard();
    fs::remove_file(kit.path.join("new")).unwrap();
    assert_eq!(kit.names(), before);
}

#[test]
fn long_names_have_short_ones_while_they_are_not_finished() {
    let kit = Kit::new();
    let long = "n".repeat(255);
    let (_, upload) = kit.upload(&long, b"content", "ask").unwrap();
    assert!(kit.names().iter().all(|name| name.len() < 100), "{:?}", kit.names());
    upload.discard();
    kit.upload_all(&long, b"content", "ask").unwrap();
    assert_eq!(kit.names(), [long]);

    let (one, other) = (draft_name(OsStr::new("a")), draft_name(OsStr::new("a")));
    assert_ne!(one, other);
    assert!(draft_name(OsStr::new(&"n".repeat(220))).len() <= 255);
}
