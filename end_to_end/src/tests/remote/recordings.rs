//! Recordings: made and signed by a real agent, stored by a real server, and listed, verified
//! and exported by its own command line.

use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

use serde_json::{Value, json};

use super::stage::Stage;
use crate::process::Ended;
use crate::remote_viewer::RemoteViewer;
use crate::turn;
use crate::waiting::until;

const RECORDINGS: &str = "/remote/v1/recordings/";

/// A server whose policy has every terminal recorded.
async fn recording_stage() -> Stage {
    let stage = Stage::start().await;
    let rules = json!({ "terminal": { "recording": "on" } });
    let policy = json!({ "server": rules, "workstation": rules });
    let reply = stage.server.api.put("/remote/v1/policy/", policy).await;
    assert_eq!(reply.status, 200, "{}", reply.text);
    stage
}

/// Opens a terminal and runs a command in it.
async fn begin(stage: &Stage) -> RemoteViewer {
    let mut viewer = stage.admin.open(&stage.agent.id).await;
    viewer.type_text("echo marker-$((40 + 2))\n").await;
    viewer.read_until("marker-42\r\n").await;
    viewer
}

/// Ends its shell. Returns everything that the viewer saw since the first screen.
async fn exit(viewer: &mut RemoteViewer) -> String {
    viewer.type_text("exit 7\n").await;
    assert_eq!(viewer.wait_for("exit").await["code"], 7);
    assert_eq!(viewer.end().await.code, "exited");
    viewer.text()
}

/// The only recording there is, as soon as its last part is stored.
async fn complete_recording(stage: &Stage) -> Value {
    until("the recording is complete", async || {
        let mut listed = stage.server.api.get(RECORDINGS).await.json;
        let count = listed.as_array().map_or(0, Vec::len);
        assert!(count <= 1, "{listed}");
        (count == 1 && listed[0]["state"] == "complete").then(|| listed[0].take())
    })
    .await
}

/// What `muster recordings` prints for it.
fn line_of(recording: &Value) -> String {
    let (id, began, bytes) = (&recording["id"], &recording["began"], &recording["bytes"]);
    let seconds = recording["duration_seconds"].as_f64().expect("a number");
    let parts = match recording["parts"].as_i64().expect("a number") {
        1 => "1 part".to_owned(),
        parts => format!("{parts} parts"),
    };
    let began = began.as_str().expect("a time");
    format!(
        "{id}, {began}, terminal session of admin on pc-1, complete, {seconds:.0} s, {parts}, \
         {bytes} bytes\n"
    )
}

async fn recordings(stage: &Stage, words: &[&str]) -> Ended {
    stage.server.muster(&[&["recordings"][..], words].concat()).await
}

/// A file in asciicast: its first line, and the type and text of each event.
fn read_cast(text: &str) -> (Value, Vec<(String, String)>) {
    let parse = |line| serde_json::from_str::<Value>(line).expect("a line of JSON");
    let mut lines = text.lines().map(parse);
    let head = lines.next().expect("it has a first line");
    let field = |event: &Value, place: usize| event[place].as_str().expect("a text").to_owned();
    let events = lines.map(|event| (field(&event, 1), field(&event, 2))).collect();
    (head, events)
}

/// The texts of all events of a type.
fn texts<'a>(events: &'a [(String, String)], wanted: &str) -> Vec<&'a str> {
    let found = events.iter().filter(|(kind, _)| kind == wanted);
    found.map(|(_, text)| text.as_str()).collect()
}

/// What happened to the session.
fn markers(events: &[(String, String)]) -> Vec<Value> {
    let parse = |text| serde_json::from_str::<Value>(text).expect("markers are JSON");
    texts(events, "m").into_iter().map(parse).collect()
}

#[tokio::test]
async fn a_recorded_terminal_is_listed_and_nothing_is_wrong_with_it() {
    let _turn = turn::shared().await;
    let stage = recording_stage().await;
    let mut viewer = begin(&stage).await;
    exit(&mut viewer).await;
    let recording = complete_recording(&stage).await;
    assert_eq!(stage.admin.read(&viewer.session).await["recording_ids"], json!([recording["id"]]));
    assert_eq!(recording["session"], viewer.session.as_str());

    let listed = recordings(&stage, &["list"]).await;
    assert_eq!((listed.code, listed.stdout), (Some(0), line_of(&recording)), "{}", listed.stderr);
    let verified = recordings(&stage, &["verify"]).await;
    assert_eq!(verified.code, Some(0), "{}{}", verified.stdout, verified.stderr);
    let (checked, log) = verified.stdout.split_once('\n').expect("two lines");
    assert_eq!(checked, "1 recording checked, nothing is wrong");
    assert!(log.starts_with("The audit log is intact: "), "{log}");
}

#[tokio::test]
async fn a_recorded_terminal_is_exported_as_its_viewer_saw_it() {
    let _turn = turn::shared().await;
    let stage = recording_stage().await;
    let mut viewer = begin(&stage).await;
    let seen = exit(&mut viewer).await;
    let id = complete_recording(&stage).await["id"].to_string();
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("terminal.cast");
    let path = file.to_str().expect("it is plain");
    let exported = recordings(&stage, &["export", &id, path]).await;
    let expected =
        format!("wrote recording {id} of the terminal session of admin on pc-1 to {path}\n");
    assert_eq!((exported.code, exported.stdout), (Some(0), expected), "{}", exported.stderr);
    let mode = std::fs::metadata(&file).expect("it is there").permissions().mode();
    assert_eq!(mode & 0o777, 0o600, "nobody else can read it");
    let text = std::fs::read_to_string(&file).expect("it is text");
    let (head, events) = read_cast(&text);
    assert_eq!((&head["version"], &head["title"]), (&json!(3), &json!("admin on pc-1")));
    let printed = texts(&events, "o").concat();
    assert!(printed.ends_with(&seen), "{printed:?} does not end with {seen:?}");
    assert_eq!((texts(&events, "x"), texts(&events, "i")), (vec!["7"], Vec::new()));
    let markers = markers(&events);
    assert_eq!((&markers[0]["event"], &markers[0]["user"]), (&json!("joined"), &json!("admin")));
    let end = markers.last().expect("it has one");
    assert_eq!((&end["event"], &end["code"]), (&json!("ended"), &json!("exited")));

    let again = recordings(&stage, &["export", &id, path]).await;
    assert!(again.refusal().contains("cannot make the file"), "{}", again.stderr);
    let downloaded = stage.server.api.get(&format!("{RECORDINGS}{id}/file/")).await;
    assert_eq!(downloaded.text, text, "the API gives the same file");
}

#[tokio::test]
async fn a_recording_misses_nothing_of_a_session_that_outlives_the_server() {
    let _turn = turn::shared().await;
    let mut stage = recording_stage().await;
    let mut viewer = begin(&stage).await;
    stage.server.kill9().await;
    assert_eq!(viewer.end().await.code, "", "nobody is left to say anything");
    stage.server.restart().await;
    let mut viewer = stage.admin.come_back(viewer).await;
    viewer.type_text("echo later-$((1 + 1))\n").await;
    viewer.read_until("later-2\r\n").await;
    let seen = exit(&mut viewer).await;

    let recording = complete_recording(&stage).await;
    assert_eq!(recording["gaps"], 0, "{recording}");
    let id = recording["id"].to_string();
    let verified = recordings(&stage, &["verify", &id]).await;
    assert_eq!(verified.code, Some(0), "{}{}", verified.stdout, verified.stderr);
    let downloaded = stage.server.api.get(&format!("{RECORDINGS}{id}/file/")).await;
    let (_, events) = read_cast(&downloaded.text);
    let printed = texts(&events, "o").concat();
    assert!(printed.ends_with(&seen), "{printed:?} does not end with {seen:?}");
    for text in ["marker-42\r\n", "later-2\r\n"] {
        assert_eq!(printed.matches(text).count(), 1, "{printed:?}");
    }
}

#[tokio::test]
async fn one_changed_byte_of_a_recording_is_found_and_named() {
    let _turn = turn::shared().await;
    let stage = recording_stage().await;
    let mut viewer = begin(&stage).await;
    exit(&mut viewer).await;
    let recording = complete_recording(&stage).await;
    let part = first_part(&stage, &viewer.session);
    let whole = std::fs::read(&part).expect("it can be read");
    let mut changed = whole.clone();
    *changed.last_mut().expect("it has bytes") ^= 1;
    std::fs::write(&part, changed).expect("it can be written");

    let verified = recordings(&stage, &["verify"]).await;
    let lines: Vec<&str> = verified.stdout.lines().collect();
    let problem = format!("recording {}: part 0: it is not what the agent sent", recording["id"]);
    let count = "1 recording checked, something is wrong with 1";
    assert_eq!((verified.code, &lines[..2]), (Some(1), &[problem.as_str(), count][..]));
    let listed = recordings(&stage, &["list"]).await;
    assert_eq!(listed.stdout, line_of(&recording).replace("complete", "damaged"));

    std::fs::write(&part, whole).expect("it can be written");
    let verified = recordings(&stage, &["verify"]).await;
    assert_eq!(verified.code, Some(0), "{}{}", verified.stdout, verified.stderr);
}

/// The file with the first part of the only recording of a session.
fn first_part(stage: &Stage, session: &str) -> PathBuf {
    let data = stage.server.database_file().parent().expect("it is in a folder").to_owned();
    let folder = data.join("recordings").join(session);
    let mut began = std::fs::read_dir(&folder).expect("it is stored in files");
    began.next().expect("a recording").expect("its name").path().join("0.part")
}
