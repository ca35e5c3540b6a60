//! What a local user who wants the rights of the agent may try.

#![cfg(unix)]

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::Path;

use serde_json::json;

use super::*;
use crate::remote::files::test_kit::{Kit, names_in, send_missing};

fn chmod(path: &Path, mode: u32) {
    fs::set_permissions(path, PermissionsExt::from_mode(mode)).unwrap();
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().mode() & 0o7777
}

/// A folder that others may change, with links to one that they may not.
fn kit() -> Kit {
    let kit = Kit::new();
    for folder in ["theirs", "system"] {
        fs::create_dir(kit.path.join(folder)).unwrap();
    }
    kit.write("system/file", "of the system");
    chmod(&kit.path.join("theirs"), 0o777);
    symlink("../system", kit.path.join("theirs/folder")).unwrap();
    symlink("../system/file", kit.path.join("theirs/file")).unwrap();
    kit
}

#[test]
fn nothing_is_changed_behind_a_link_that_somebody_planted() {
    let kit = kit();
    let (new, file) = (kit.at("theirs/folder/new"), kit.at("theirs/folder/file"));
    for request in [
        json!({"op": "make_folder", "path": new}),
        json!({"op": "delete", "path": file}),
        json!({"op": "rename", "from": file, "to": kit.at("moved")}),
        json!({"op": "rename", "from": kit.at("system/file"), "to": new}),
        json!({"op": "copy", "from": file, "to": kit.at("copy")}),
        json!({"op": "copy", "from": kit.at("system/file"), "to": new}),
        json!({"op": "write_text", "path": new, "text": "x"}),
        json!({"op": "write_text", "path": kit.at("theirs/file"), "text": "x"}),
        json!({"op": "set_permissions", "path": file, "mode": 0o777}),
        json!({"op": "set_permissions", "path": kit.at("theirs/file"), "mode": 0o777}),
        json!({"op": "set_owner", "path": file, "owner": "0"}),
    ] {
        assert_eq!(kit.refusal(request.clone()), ProblemCode::CrossesLimit, "{request}");
    }
    let upload = kit.upload("theirs/folder/new", b"x", "replace").map(drop).unwrap_err();
    assert_eq!(upload.code, ProblemCode::CrossesLimit);
    assert_eq!((names_in(&kit.path.join("system")), kit.names().len()), (vec!["file".into()], 2));
    assert_eq!(kit.read("system/file"), b"of the system");
}

#[test]
fn to_read_every_link_is_followed() {
    let kit = kit();
    for path in ["theirs/file", "theirs/folder/file"] {
        let text = kit.ask(json!({"op": "read_text", "path": kit.at(path)})).unwrap();
        assert_eq!(text["text"], "of the system");
        kit.handle(json!({"op": "download", "path": kit.at(path)})).map(drop).unwrap();
    }
}

#[test]
fn a_link_goes_and_what_it_leads_to_stays() {
    let kit = kit();
    symlink("..", kit.path.join("theirs/up")).unwrap();
    kit.ask(json!({"op": "delete", "path": kit.at("theirs")})).unwrap();
    assert_eq!(
        (kit.names(), kit.read("system/file")),
        (vec!["system".into()], b"of the system".into())
    );
}

#[test]
fn links_are_copied_as_links_and_replaced_as_links() {
    let kit = kit();
    kit.ask(json!({"op": "copy", "from": kit.at("theirs"), "to": kit.at("copy")})).unwrap();
    assert_eq!(fs::read_link(kit.path.join("copy/folder")).unwrap(), Path::new("../system"));
    assert_eq!(mode(&kit.path.join("copy")), 0o777);

    kit.upload_all("theirs/file", b"new", "replace").unwrap();
    assert_eq!(
        (kit.read("theirs/file"), kit.read("system/file")),
        (b"new".into(), b"of the system".into())
    );
}

#[test]
fn a_link_of_the_agents_own_is_followed_to_write_and_the_rights_stay() {
    let kit = Kit::new();
    kit.write("real", "one");
    chmod(&kit.path.join("real"), 0o640);
    symlink("real", kit.path.join("link")).unwrap();
    let text = kit.ask(json!({"op": "read_text", "path": kit.at("link")})).unwrap();
    let write = json!(
        {"op": "write_text", "path": kit.at("link"), "text": "two", "if_hash": text["hash"]}
    );
    kit.ask(write).unwrap();
    assert!(fs::symlink_metadata(kit.path.join("link")).unwrap().is_symlink());
    assert_eq!((kit.read("real"), mode(&kit.path.join("real"))), (b"two".into(), 0o640));
}

#[test]
fn a_folder_or_a_part_that_was_replaced_ends_an_upload() {
    let kit = Kit::new();
    fs::create_dir(kit.path.join("folder")).unwrap();
    let (_, mut upload) = kit.upload("folder/file", b"content", "ask").unwrap();
    send_missing(&mut upload, b"content", usize::MAX).unwrap();
    fs::rename(kit.path.join("folder"), kit.path.join("old")).unwrap();
    fs::create_dir(kit.path.join("folder")).unwrap();
    assert_eq!(upload.finish().unwrap_err().code, ProblemCode::Changed);
    assert!(names_in(&kit.path.join("folder")).is_empty());

    let (_, mut upload) = kit.upload("folder/file", b"content", "ask").unwrap();
    send_missing(&mut upload, b"content", usize::MAX).unwrap();
    fs::remove_file(kit.path.join("folder/.file.part")).unwrap();
    kit.write("folder/.file.part", "something else");
    assert_eq!(upload.finish().unwrap_err().code, ProblemCode::Changed);
    assert!(!kit.path.join("folder/file").exists());
}

#[test]
fn a_part_that_somebody_planted_is_neither_written_nor_removed() {
    let kit = kit();
    symlink("../system/file", kit.path.join("theirs/.a.part")).unwrap();
    fs::hard_link(kit.path.join("system/file"), kit.path.join("theirs/.b.part")).unwrap();
    kit.write("theirs/.c.part.json", "mine");
    for name in ["a", "b", "c"] {
        let problem = kit.upload(&format!("theirs/{name}"), b"x", "ask").map(drop).unwrap_err();
        assert_eq!(problem.code, ProblemCode::Exists, "{name}");
        assert!(problem.message.contains("is in the way"), "{problem}");
    }
    assert_eq!(kit.read("system/file"), b"of the system");
}

#[test]
fn rights_are_changed_where_nothing_is_in_the_way() {
    let kit = Kit::new();
    kit.write("file", "x");
    let path = kit.path.join("file");
    kit.ask(json!({"op": "set_permissions", "path": kit.at("file"), "mode": 0o4751})).unwrap();
    assert_eq!(mode(&path), 0o4751);
    let own = fs::metadata(&path).unwrap();
    let (owner, group) = (own.uid().to_string(), own.gid().to_string());
    let request =
        json!({"op": "set_owner", "path": kit.at("file"), "owner": owner, "group": group});
    kit.ask(request).unwrap();
    let unknown = json!({"op": "set_owner", "path": kit.at("file"), "owner": "no such account"});
    assert_eq!(kit.refusal(unknown), ProblemCode::Io);
    let windows = json!({"op": "set_permissions", "path": kit.at("file"), "read_only": true});
    assert_eq!(kit.refusal(windows), ProblemCode::Io);
}

#[test]
fn what_the_agent_may_not_do_is_said() {
    if nix::unistd::Uid::effective().is_root() {
        // Root may do everything.
        return;
    }
    let kit = Kit::new();
    fs::create_dir(kit.path.join("closed")).unwrap();
    kit.write("closed/file", "x");
    chmod(&kit.path.join("closed"), 0);
    for request in [
        json!({"op": "list", "path": kit.at("closed")}),
        json!({"op": "read_text", "path": kit.at("closed/file")}),
        json!({"op": "delete", "path": kit.at("closed")}),
        json!({"op": "make_folder", "path": kit.at("closed/new")}),
    ] {
        assert_eq!(kit.refusal(request.clone()), ProblemCode::NoPermission, "{request}");
    }
    chmod(&kit.path.join("closed"), 0o700);
}

#[test]
fn a_deep_path_works_up_to_its_limit_and_a_deep_tree_is_refused() {
    let kit = Kit::new();
    let mut path = kit.at("");
    while path.len() + 201 <= 4000 {
        path = format!("{}/{}", path.trim_end_matches('/'), "d".repeat(200));
        kit.ask(json!({"op": "make_folder", "path": path})).unwrap();
    }
    kit.ask(json!({"op": "write_text", "path": format!("{path}/f"), "text": "x"})).unwrap();
    let too_long = format!("{path}/{}", "n".repeat(256));
    let request = json!({"op": "make_folder", "path": too_long});
    assert_eq!(kit.refusal(request), ProblemCode::NameTooLong);

    let deep = format!("{}{}", kit.at("deep"), "/d".repeat(220));
    fs::create_dir_all(&deep).unwrap();
    let delete = json!({"op": "delete", "path": kit.at("deep")});
    assert_eq!(kit.refusal(delete), ProblemCode::TooLarge);
}
