//! What happens when a recording cannot be written, or the server does not want it.
#![cfg(unix)]

use std::fs;

use muster_remote::Recording;
use muster_remote::RecordingMode::{On, Strict};
use muster_remote::recording::RecordType;
use serde_json::{Value, json};

use super::recorded_tests::{Installation, recorded_stage};
use super::stage_tests::Stage;
use super::viewer_tests::{Heard, Viewer};

/// Nobody can make a folder where a file is.
fn block(stage: &Stage) {
    fs::write(stage.recordings(), "no folder").unwrap();
}

fn unblock(stage: &Stage) {
    fs::remove_file(stage.recordings()).unwrap();
}

/// Waits for a notice of this code.
async fn wait_for_notice(viewer: &mut Viewer, code: &str) -> Value {
    loop {
        let notice = viewer.wait_for("notice").await;
        if notice["code"] == code {
            return notice;
        }
    }
}

async fn refusal(stage: &Stage, viewer: &str, key: String) -> Value {
    let recording = Recording { mode: Strict, input: false, key };
    let grant = muster_remote::Grant { recording, ..stage.grant(viewer, "ann") };
    let mut viewer = stage.join(grant).await;
    viewer.say(0, &json!({ "type": "start" })).await;
    viewer.wait_for("refused").await
}

#[tokio::test]
async fn a_session_that_has_to_be_recorded_pauses_while_that_fails_and_goes_on_by_itself() {
    let (stage, installation) = (recorded_stage().await, Installation::new());
    block(&stage);
    let grant = installation.recorded(stage.grant("v1", "ann"), Strict, false);
    let mut ann = stage.join(grant).await;
    assert_eq!(ann.begin().await["recording"], true);
    let notice = wait_for_notice(&mut ann, "recording_paused").await;
    let text = notice["text"].as_str().unwrap();
    assert!(text.ends_with("). It goes on by itself."), "{text}");
    // Who comes later learns it as well.
    let mut bob = stage.join(stage.grant("v2", "bob")).await;
    bob.begin().await;
    wait_for_notice(&mut bob, "recording_paused").await;

    let ran = stage.folder.path().join("ran");
    ann.write(format!("touch {}; echo it-$((1 + 1))\n", ran.display()).as_bytes()).await;
    // What came before this has been handled when it is answered.
    ann.say(0, &json!({ "type": "ping", "n": 1 })).await;
    loop {
        match ann.hear().await {
            Heard::Control(0, message) if message["type"] == "pong" => break,
            Heard::Data(..) => panic!("it prints while it pauses: {}", ann.text()),
            _ => {}
        }
    }
    assert!(!ran.exists());

    unblock(&stage);
    wait_for_notice(&mut ann, "recording_resumed").await;
    ann.read_until("it-2\r\n").await;
    assert!(ran.exists());
    let opened = stage.open_recording(installation).await;
    assert!(opened.is_complete());
    assert!(opened.text(RecordType::Output).contains("it-2\r\n"));
    assert_eq!(opened.markers(), ["joined", "paused", "joined", "resumed", "ended"]);
    assert!(opened.headers.iter().all(|header| !header.has_gap));
}

#[tokio::test]
async fn a_session_that_is_recorded_if_possible_goes_on_and_the_recording_has_a_gap() {
    let (stage, installation) = (recorded_stage().await, Installation::new());
    block(&stage);
    let grant = installation.recorded(stage.grant("v1", "ann"), On, false);
    let mut ann = stage.join(grant).await;
    ann.begin().await;
    ann.write(b"head -c 4000000 /dev/zero | tr '\\0' x; echo; echo all-$((1 + 1))\n").await;
    ann.read_until("all-2\r\n").await;
    unblock(&stage);
    // The first parts are there when nothing waits any more.
    let count = || {
        let mut folders = fs::read_dir(stage.recordings()).ok()?.flatten();
        Some(fs::read_dir(folders.next()?.path()).ok()?.count())
    };
    while count().is_none_or(|count| count < 4) {
        tokio::time::sleep(std::time::Duration::from_millis(2)).await;
    }
    ann.write(b"echo after-$((1 + 1))\n").await;
    ann.read_until("after-2\r\n").await;
    let opened = stage.open_recording(installation).await;
    assert!(opened.is_complete());
    let gaps = opened.headers.iter().filter(|header| header.has_gap).count();
    assert_eq!(gaps, 1, "{:?}", opened.headers);
    let text = opened.text(RecordType::Output);
    assert!(text.contains("after-2\r\n") && !text.contains("all-2\r\n"));
    assert!((1_500_000..2_500_000).contains(&text.len()), "{}", text.len());
}

#[tokio::test]
async fn a_full_spool_pauses_the_session_until_the_server_has_taken_something() {
    let installation = Installation::new();
    let stage = {
        let pace = crate::remote::KeeperPace { most_bytes: 20_000, ..super::recorded_tests::PACE };
        Stage::start_at(crate::remote::helper::Patience::default(), pace).await
    };
    let older = stage.recordings().join("other-1");
    fs::create_dir_all(&older).unwrap();
    fs::write(older.join("0.part"), vec![0; 20_000]).unwrap();
    let grant = installation.recorded(stage.grant("v1", "ann"), Strict, false);
    let mut ann = stage.join(grant).await;
    ann.begin().await;
    let notice = wait_for_notice(&mut ann, "recording_paused").await;
    assert!(notice["text"].as_str().unwrap().contains("wait for the server already"), "{notice}");
    fs::remove_dir_all(older).unwrap();
    wait_for_notice(&mut ann, "recording_resumed").await;
    ann.write(b"echo on-$((1 + 1))\n").await;
    ann.read_until("on-2\r\n").await;
    assert!(stage.open_recording(installation).await.is_complete());
}

#[tokio::test]
async fn a_recording_that_the_server_refuses_ends_the_session_that_has_to_be_recorded() {
    let (stage, installation) = (recorded_stage().await, Installation::new());
    let grant = installation.recorded(stage.grant("v1", "ann"), Strict, false);
    let mut ann = stage.join(grant).await;
    ann.begin().await;
    stage.refuse_recording("too_much").await;
    let ended = ann.wait_for("ended").await;
    assert_eq!(ended["code"], "recording_refused");
    let reason = "It has to be recorded, and the server refuses that: too_much.";
    assert_eq!(ended["reason"], reason);
    drop(ann);
    assert_eq!(stage.ended().await.code, "recording_refused");
}

#[tokio::test]
async fn a_recording_that_the_server_refuses_ends_without_the_session_where_it_may() {
    let (stage, installation) = (recorded_stage().await, Installation::new());
    let grant = installation.recorded(stage.grant("v1", "ann"), On, false);
    let mut ann = stage.join(grant).await;
    assert_eq!(ann.begin().await["recording"], true);
    stage.refuse_recording("too_much").await;
    ann.write(b"echo on-$((1 + 1))\n").await;
    ann.read_until("on-2\r\n").await;
    let mut bob = stage.join(stage.grant("v2", "bob")).await;
    assert_eq!(bob.begin().await["recording"], false);
}

#[tokio::test]
async fn nothing_begins_that_has_to_be_recorded_for_a_key_that_is_none() {
    for key in [String::new(), "00".repeat(32), "ab".repeat(31), "no hex".to_owned()] {
        let stage = recorded_stage().await;
        assert_eq!(refusal(&stage, "v1", key).await["code"], "recording_unavailable");
    }
}
