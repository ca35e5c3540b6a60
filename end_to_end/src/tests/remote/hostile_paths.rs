//! More than a hundred hostile paths through a real session for files, on a real disk:
//! each is refused or carried out where it belongs, and nothing outside ever changes.

mod fixture;
#[path = "../../../../agent/src/remote/files/safe_path/hostile_below_tests.rs"]
mod hostile_below;

use serde_json::{Value, json};

use super::stage::Stage;
use super::traces::nothing_is_left_of;
use crate::remote_viewer::{FilesViewer, sha256};
use crate::small_disk::SmallDisk;
use crate::turn;
use fixture::Fixture;
use hostile_below::hostile_below;

/// What is asked for with each path, the last one being its end.
fn requests(path: &str, folder: &str) -> Vec<Value> {
    let (source, target) = (format!("{folder}/source"), format!("{folder}/target"));
    let requests = [
        json!({ "op": "stat" }),
        json!({ "op": "list" }),
        json!({ "op": "read_text" }),
        json!({ "op": "make_folder" }),
        json!({ "op": "write_text", "text": "x" }),
        json!({ "op": "set_permissions", "mode": 0o777 }),
        json!({ "op": "set_owner", "owner": "0" }),
        json!({ "op": "copy", "from": source, "to": path }),
        json!({ "op": "copy", "from": path, "to": target }),
        json!({ "op": "rename", "from": source, "to": path, "replace": true }),
        json!({ "op": "rename", "from": path, "to": format!("{target}-2"), "replace": true }),
        json!({ "op": "write_text", "text": "y" }),
        json!({ "op": "delete" }),
    ];
    let with_path = requests.into_iter().map(|mut request| {
        if request.get("from").is_none() {
            request["path"] = json!(path);
        }
        request
    });
    with_path.collect()
}

#[tokio::test]
async fn no_hostile_path_leads_outside_of_its_folder() {
    let _turn = turn::shared().await;
    let stage = Stage::start().await;
    let mut viewer = stage.admin.open_files(&stage.agent.id).await;
    let disk = SmallDisk::mount(8).await;
    let fixture = Fixture::new(disk.as_ref());
    let paths = hostile_below(&fixture.folder());
    assert!(paths.len() >= 100, "{} paths", paths.len());
    let mut refused = 0;
    for path in &paths {
        fixture.renew().await;
        for request in requests(path, &fixture.folder()) {
            let answer = viewer.ask(request.clone()).await.expect("the session goes on");
            refused += usize::from(is_refused(&answer, &request));
            fixture.nothing_else_has_changed(&request.to_string());
        }
        // What is on the disk itself was named, and may change.
        if ["/mounted", "/above"].iter().any(|name| path.ends_with(name)) {
            fixture.the_other_disk_is_whole(path);
        }
        transfer(&mut viewer, path).await;
        fixture.nothing_else_has_changed(path);
    }
    assert!(refused > paths.len(), "most of it is refused: {refused}");
    println!("{} paths, {refused} requests refused", paths.len());
    assert!(stage.agent.is_connected().await);
    stage.admin.end(&viewer.session).await;
    nothing_is_left_of(&viewer.session).await;
}

/// Whether it was refused: then with a sentence for people.
fn is_refused(answer: &Result<Value, Value>, request: &Value) -> bool {
    let Err(problem) = answer else { return false };
    let sentence = problem["message"].as_str().unwrap_or_default();
    assert!(problem["code"].is_string() && sentence.ends_with('.'), "{request}: {problem}");
    true
}

/// An empty file comes, and what is there begins to go and is given up.
async fn transfer(viewer: &mut FilesViewer, path: &str) {
    let (hash, folder) = (sha256(b""), path.to_owned());
    for request in [
        json!({ "op": "upload", "path": path, "size": 0, "file": hash, "if_exists": "replace" }),
        json!({ "op": "download", "path": path }),
        json!({ "op": "zip", "paths": [folder] }),
    ] {
        let id = viewer.request(request.clone()).await;
        let answer = viewer.answer(id).await.expect("the session goes on");
        if is_refused(&answer, &request) {
            continue;
        }
        if request["op"] == "upload" {
            // It has to end by itself before the traps are made again.
            let ended = viewer.answer(id).await.expect("the session goes on");
            is_refused(&ended, &request);
            continue;
        }
        // One that is over has nothing to give up.
        let cancel = json!({ "op": "cancel", "request": id });
        let cancelled = viewer.ask(cancel).await.expect("the session goes on");
        assert!(cancelled.is_ok(), "{request}: {cancelled:?}");
    }
}
