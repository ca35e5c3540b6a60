//! The scripts in the program, and how they are installed into the database.

use std::collections::BTreeSet;
use std::process::Stdio;

use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;

use super::install::write;
use super::manifest::{LibraryScript, file_names, library};
use crate::domain::fleet::PLATFORMS;
use crate::features::scripts::form::{LONGEST_BODY, SHELLS};
use crate::testing::TestServer;

/// What no script of the library does, whatever it is for.
const HARMFUL: &[&str] = &[
    "rm -rf",
    "rm -r ",
    "mkfs",
    "dd if=",
    "eval ",
    "| sh",
    "| bash",
    "Invoke-Expression",
    "iex ",
    "DownloadString",
    "Format-Volume",
    "Clear-Disk",
    "Stop-Computer",
    "Restart-Computer",
    "shutdown -",
    "os.system",
    "shell=True",
    "subprocess",
];
/// What only scripts may do whose name mentions it.
const CHANGING: &[&str] =
    &["rm -f", "Remove-Item", "--vacuum", "clean packages", "systemctl restart", "Restart-Service"];

#[test]
fn every_file_is_described_once_and_every_description_is_right() {
    let scripts = library().unwrap();
    assert!(scripts.len() >= 25);
    let mut files: BTreeSet<String> = file_names().into_iter().collect();
    assert!(files.remove("library.toml"));
    let (mut guids, mut names) = (BTreeSet::new(), BTreeSet::new());
    for LibraryScript { script, .. } in scripts {
        let item = &script.item;
        assert!(files.remove(&item.filename), "{} is described twice", item.filename);
        assert!(guids.insert(&item.guid) && item.guid.len() == 36, "{}", item.guid);
        assert!(names.insert(item.name.to_lowercase()), "{}", item.name);
        assert!(SHELLS.contains(&item.shell.as_str()), "{}", item.name);
        let known = |plat: &String| PLATFORMS.contains(&plat.as_str());
        assert!(item.supported_platforms.iter().all(known), "{}", item.name);
        assert!((1..=3600).contains(&item.default_timeout), "{}", item.name);
        assert!(!item.description.is_empty() && !item.category.is_empty(), "{}", item.name);
        assert!(item.name.len() <= 255 && item.category.len() <= 100, "{}", item.name);
        assert_eq!(super::super::filename::file_name(item), item.filename);
    }
    assert_eq!(files, BTreeSet::new(), "files that library.toml does not describe");
}

#[test]
fn no_script_does_harm_and_only_those_with_a_telling_name_change_anything() {
    for LibraryScript { script, .. } in library().unwrap() {
        let (name, body) = (&script.item.name, &script.script_body);
        assert!(body.is_ascii() && body.len() < LONGEST_BODY, "{name}");
        assert!(!body.contains("{{") && !body.contains('\r'), "{name}");
        for word in HARMFUL {
            assert!(!body.contains(word), "{name} contains {word}");
        }
        let says_so = name.starts_with("Clean-up") || name.starts_with("Restart");
        for word in CHANGING {
            assert!(says_so || !body.contains(word), "{name} contains {word}");
        }
    }
}

#[tokio::test]
async fn every_script_is_correct_for_its_interpreter() {
    let read = "import ast, sys; ast.parse(sys.stdin.read())";
    for LibraryScript { script, .. } in library().unwrap() {
        let command: &[&str] = match script.item.shell.as_str() {
            "shell" => &["sh", "-n"],
            "python" => &["python3", "-c", read],
            _ => continue, // Their interpreters are not on every machine.
        };
        let started = tokio::process::Command::new(command[0])
            .args(&command[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn();
        let Ok(mut process) = started else { continue };
        let mut input = process.stdin.take().unwrap();
        input.write_all(script.script_body.as_bytes()).await.unwrap();
        drop(input);
        let output = process.wait_with_output().await.unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{}: {errors}", script.item.filename);
    }
}

/// Name, hidden, favourite, version and body of each built-in script.
async fn stored(server: &TestServer) -> Value {
    let list = server.admin.get("/scripts/?showHiddenScripts=true").await.ok();
    let mut rows = Vec::new();
    for item in list.as_array().unwrap() {
        let script = server.admin.get(&format!("/scripts/{}/", item["id"])).await.ok();
        assert_eq!(script["script_type"], "builtin");
        let keys = ["name", "hidden", "favorite", "version", "script_body", "modified_by"];
        rows.push(keys.map(|key| script[key].clone()));
    }
    json!(rows)
}

fn changed(script: &LibraryScript, name: &str, body: &str) -> LibraryScript {
    let mut script = script.clone();
    script.script.item.name = name.to_owned();
    script.script.set_body(body.to_owned());
    script.digest = format!("{name} {body}");
    script
}

#[tokio::test]
async fn a_server_starts_with_the_library_and_writes_it_only_once() {
    let server = TestServer::start().await;
    let path = "/scripts/?showHiddenScripts=true&page_size=1000";
    let before = server.admin.get(path).await.ok();
    assert_eq!(before["count"], library().unwrap().len());
    let (settings, folder) = server.stop().await;

    let server = TestServer::start_on(settings, folder).await;

    assert_eq!(server.admin.get(path).await.ok(), before);
    assert_eq!(server.audit_lines().await, Vec::<String>::new());
}

#[tokio::test]
async fn a_new_release_changes_hides_and_restores_scripts_but_keeps_user_settings() {
    let server = TestServer::start().await;
    let db = &server.app.db;
    let [a, b] = [&library().unwrap()[0], &library().unwrap()[1]];
    let first = [changed(a, "A", "one"), changed(b, "B", "one")];
    write(db, &[]).await.unwrap();
    assert_eq!(server.admin.get("/scripts/").await.ok(), json!([]));
    write(db, &first).await.unwrap();
    let list = server.admin.get("/scripts/").await.ok();
    assert_eq!(list.as_array().unwrap().len(), 2);
    let path = |index: usize| format!("/scripts/{}/", list[index]["id"]);
    server.admin.put(&path(0), json!({ "favorite": true })).await.ok();
    server.admin.put(&path(1), json!({ "hidden": true })).await.ok();

    // Changed: number two stays hidden, number one a favourite.
    write(db, &[changed(a, "A2", "two"), changed(b, "B", "two")]).await.unwrap();
    let a2 = server.admin.get(&path(0)).await.ok();
    let shown = ["name", "favorite", "hidden", "version", "script_body"].map(|key| a2[key].clone());
    assert_eq!(json!(shown), json!(["A2", true, false, 3, "two"]));
    assert_eq!(server.admin.get(&path(1)).await.ok()["hidden"], true);
    let versions = server.admin.get(&format!("{}versions/", path(0))).await.ok();
    assert_eq!((&versions[0]["body"], &versions[0]["author"]), (&json!("one"), &json!("muster")));

    // Retired: hidden, not deleted. A person may show it again, permanently.
    write(db, &[changed(b, "B", "two")]).await.unwrap();
    assert_eq!(server.admin.get(&path(0)).await.ok()["hidden"], true);
    server.admin.put(&path(0), json!({ "hidden": false })).await.ok();
    write(db, &[changed(b, "B", "two")]).await.unwrap();
    assert_eq!(server.admin.get(&path(0)).await.ok()["hidden"], false);

    // Back again.
    server.admin.put(&path(0), json!({ "hidden": true })).await.ok();
    write(db, &[changed(a, "A2", "two"), changed(b, "B", "two")]).await.unwrap();
    assert_eq!(server.admin.get(&path(0)).await.ok()["hidden"], false);
    assert_eq!(server.admin.get(&path(0)).await.ok()["version"], 3);
}

#[tokio::test]
async fn replicas_that_start_together_write_the_library_once() {
    let server = TestServer::start().await;
    let db = &server.app.db;
    let all = library().unwrap();
    let new = [changed(&all[0], "A", "one"), changed(&all[1], "B", "one")];
    let (one, two, three) = tokio::join!(write(db, &new), write(db, &new), write(db, &new));
    for written in [one, two, three] {
        written.unwrap();
    }

    let shown: Vec<Value> = stored(&server)
        .await
        .as_array()
        .unwrap()
        .iter()
        .filter(|row| row[1] == false)
        .cloned()
        .collect();
    let expected = |name| json!([name, false, false, 2, "one", "muster"]);
    assert_eq!(shown, [expected("A"), expected("B")]);
}
