//! How a session begins and ends, whatever it is about.
#![cfg(unix)]

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use muster_remote::{
    Consent, ConsentMode, Frame, Grant, Kind, Limits, Recording, RecordingMode, ViewerKey,
    WhenNobody,
};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

use super::stage_tests::{LIMIT, Stage};
use super::viewer_tests::{Viewer, accept};
use crate::remote::helper::Patience;

/// What a viewer is told who does not get in.
async fn refusal(stage: &Stage, grant: Grant, must_ask: bool) -> (Value, Viewer) {
    let mut viewer = stage.join_asking(grant, must_ask).await;
    viewer.say(0, &json!({ "type": "start" })).await;
    (viewer.wait_for("refused").await, viewer)
}

fn is_alive(id: &str) -> bool {
    let Ok(stat) = std::fs::read_to_string(format!("/proc/{id}/stat")) else { return false };
    !stat.rsplit_once(')').unwrap().1.trim_start().starts_with('Z')
}

/// The numbers of processes that a shell has printed, each as `p=7.`.
fn ids_in(text: &str) -> Vec<String> {
    let parts = text.split("p=").skip(1).filter_map(|part| part.split_once('.'));
    let ids = parts.map(|(id, _)| id.to_owned());
    ids.filter(|id| id.bytes().all(|byte| byte.is_ascii_digit())).collect()
}

#[tokio::test]
async fn the_agent_ends_a_session_and_nothing_of_it_is_left() {
    let stage = Stage::start().await;
    let mut viewer = stage.begin("v1", "ann").await;
    let runaways = "sleep 987 & echo p=$!.; setsid sleep 987 & echo p=$!.; \
                    (setsid sh -c 'trap \"\" HUP TERM; sleep 987 & echo p=$!.; wait' &); \
                    setsid nohup sleep 987 & echo p=$!.\n";
    viewer.write(runaways.as_bytes()).await;
    while ids_in(&viewer.text()).len() < 4 {
        viewer.hear().await;
    }
    let ids = ids_in(&viewer.text());
    assert!(ids.iter().any(|id| is_alive(id)));

    stage.end("frozen").await;
    assert_eq!(viewer.wait_for("ended").await["code"], "frozen");
    assert_eq!(viewer.wait_for_report("ended").await["code"], "frozen");
    drop(viewer);
    assert_eq!(stage.ended().await.code, "frozen");
    let dead = async {
        while ids.iter().any(|id| is_alive(id)) {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(LIMIT, dead).await.expect("some are still alive");
}

#[tokio::test]
async fn a_relay_that_puts_its_own_key_in_gets_no_answer() {
    let stage = Stage::start().await;
    let (key, other) = (ViewerKey::generate().unwrap(), ViewerKey::generate().unwrap());
    stage.order(stage.grant("v1", "ann"), key.public(), false).await;
    let mut socket = accept(&stage, "v1").await;
    socket.send(Message::binary(other.hello())).await.unwrap();
    let answer = tokio::time::timeout(LIMIT, socket.next()).await.expect("it is silent");
    assert!(!matches!(answer, Some(Ok(Message::Binary(_)))), "{answer:?}");
}

#[tokio::test]
async fn a_changed_message_ends_the_connection_and_not_the_session() {
    let stage = Stage::start().await;
    let mut viewer = stage.begin("v1", "ann").await;
    viewer.send_raw(vec![3; 60]).await;
    viewer.wait_until_closed().await;
    let mut again = stage.join(stage.grant("v2", "ann")).await;
    let started = again.resume(viewer.place(), "v1").await;
    assert_eq!(started["resumed"], true);
}

#[tokio::test]
async fn what_is_no_message_is_ignored_and_what_is_no_frame_is_not() {
    let stage = Stage::start().await;
    let mut viewer = stage.begin("v1", "ann").await;
    for text in ["", "{", "[]", r#"{"type":"dance"}"#, r#"{"type":"start"}"#] {
        viewer.send(0, &Frame::Control(text)).await;
    }
    viewer.send(1, &Frame::Control("{}")).await;
    viewer.send(9, &Frame::Data { offset: 7, bytes: b"x" }).await;
    viewer.send(1, &Frame::Packet(b"x")).await;
    viewer.say(0, &json!({ "type": "ping", "n": 5 })).await;
    assert_eq!(viewer.wait_for("pong").await, json!({ "type": "pong", "n": 5 }));
    viewer.send(1, &Frame::Credit { received: u64::MAX, limit: u64::MAX }).await;
    assert_eq!(viewer.wait_for("ended").await["code"], "unreadable");
}

#[tokio::test]
async fn a_session_in_which_nobody_does_anything_ends() {
    let stage = Stage::start().await;
    let limits = Limits { idle_seconds: 1, longest_seconds: 0 };
    let mut viewer = stage.join(Grant { limits, ..stage.grant("v1", "ann") }).await;
    viewer.begin().await;
    assert_eq!(viewer.wait_for("ended").await["code"], "idle");
    drop(viewer);
    assert_eq!(stage.ended().await.code, "idle");
}

#[tokio::test]
async fn a_session_to_which_nobody_comes_back_ends() {
    let patience = Patience { empty: Duration::from_millis(50), ..Patience::default() };
    let stage = Stage::start_with(patience).await;
    let viewer = stage.begin("v1", "ann").await;
    drop(viewer);
    assert_eq!(stage.ended().await.code, "abandoned");
}

#[tokio::test]
async fn a_viewer_whom_the_server_cuts_does_not_come_back_and_the_last_one_ends_the_session() {
    let stage = Stage::start().await;
    let mut ann = stage.begin("v1", "ann").await;
    let bob = stage.begin("v2", "bob").await;
    ann.wait_for("viewers").await;
    bob.cut("logged_out").await;
    while ann.wait_for("viewers").await["viewers"].as_array().unwrap().len() > 1 {}
    let mut again = stage.join(stage.grant("v3", "bob")).await;
    let started = again.resume_unknown("v2").await;
    assert_eq!(started["resumed"], false);
    again.cut("ended").await;
    ann.cut("ended").await;
    assert_eq!(stage.ended().await.code, "ended");
}

#[tokio::test]
async fn without_consent_nothing_begins() {
    let ask = |when_nobody| Consent { mode: ConsentMode::Ask, seconds: 30, when_nobody };
    let stage = Stage::start().await;
    let grant = Grant { consent: ask(WhenNobody::Block), ..stage.grant("v1", "ann") };
    let (refused, mut viewer) = refusal(&stage, grant, false).await;
    assert_eq!(refused["code"], "nobody_there");
    assert_eq!(viewer.wait_for_report("consent").await["answer"], "nobody");
    drop(viewer);
    assert_eq!(stage.ended().await.code, "nobody_there");

    let stage = Stage::start().await;
    let grant = Grant { consent: ask(WhenNobody::Proceed), ..stage.grant("v1", "ann") };
    let mut viewer = stage.join(grant.clone()).await;
    viewer.say(0, &json!({ "type": "start" })).await;
    let waiting = viewer.wait_for("consent").await;
    assert_eq!(waiting, json!({ "type": "consent", "state": "waiting", "seconds": 30 }));
    viewer.wait_for("started").await;

    // The computer's own settings are stricter.
    let stage = Stage::start().await;
    let grant = Grant { session: stage.grant("", "").session, ..grant };
    assert_eq!(refusal(&stage, grant, true).await.0["code"], "nobody_there");
}

#[tokio::test]
async fn what_cannot_be_recorded_or_is_not_named_does_not_begin() {
    let stage = Stage::start().await;
    let recording = Recording { mode: RecordingMode::Strict, input: false, key: String::new() };
    let grant = Grant { recording, ..stage.grant("v1", "ann") };
    assert_eq!(refusal(&stage, grant, false).await.0["code"], "recording_unavailable");

    let stage = Stage::start().await;
    let grant = Grant { kind: Kind::Tunnel, terminal: None, ..stage.grant("v1", "ann") };
    assert_eq!(refusal(&stage, grant, false).await.0["code"], "not_supported");
}

#[tokio::test]
async fn a_helper_whose_agent_has_gone_ends_its_session() {
    let stage = Stage::start().await;
    let viewer = stage.begin("v1", "ann").await;
    drop(viewer);
    assert_eq!(stage.abandoned().await.code, "agent_stopped");
}
