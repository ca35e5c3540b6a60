//! Sessions that a policy wants recorded.

use muster_protocol::capability;
use muster_remote::{Grant, RecordingMode};

use super::*;
use crate::hex::hex_digits;

const GLOBAL: &str = "/remote/v1/policy/";

async fn set(server: &TestServer, mode: &str) {
    let policy = json!({ "server": { "terminal": { "recording": mode } } });
    server.admin.put(GLOBAL, policy).await.ok();
}

fn granted(asked: &OpenRemote) -> Grant {
    serde_json::from_str(&asked.grant).unwrap()
}

#[tokio::test]
async fn the_grant_names_the_mode_and_the_key_that_only_the_installation_has() {
    let (server, mut agent) = server_with_agent().await;
    set(&server, "strict").await;
    let body = terminal(&agent);
    let (opened, asked) = open(&server.admin, &mut agent, body).await;
    let recording = granted(&asked).recording;
    assert_eq!(recording.mode, RecordingMode::Strict);
    assert_eq!(recording.key, hex_digits(&server.app.vault.recording_key().public()));
    let shown = read(&server, &opened).await;
    assert_eq!((&shown["recording"], &shown["recording_ids"]), (&json!("strict"), &json!([])));

    // It goes on being recorded, whatever the policy says later.
    set(&server, "off").await;
    let (_, asked) = join(&server.admin, &mut agent, &opened["session"]).await;
    assert_eq!(granted(&asked).recording.mode, RecordingMode::Strict);
}

#[tokio::test]
async fn an_agent_that_cannot_record_opens_nothing_that_must_be_recorded() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let mut computer = server.enrol(location, "pc-1").await;
    computer.capabilities.retain(|name| name != capability::RECORDINGS);
    let mut agent = server.connect(&computer).await;
    set(&server, "on").await;

    let body = terminal(&agent);
    let refused = server.admin.post(SESSIONS, body.clone()).await.refused(400, "agent_outdated");

    let reason = "This agent is version 0.1.0, which cannot record remote sessions: update it.";
    assert_eq!(refused["detail"], reason);
    assert_eq!(server.admin.get(SESSIONS).await.ok(), json!([]));
    set(&server, "off").await;
    open(&server.admin, &mut agent, body).await;
}

#[tokio::test]
async fn a_session_that_is_not_recorded_ends_when_it_has_to_be() {
    let (server, mut agent) = server_with_agent().await;
    let body = terminal(&agent);
    let (opened, asked) = open(&server.admin, &mut agent, body.clone()).await;
    let (mut viewer, _helper) = pair(&server, &opened, &asked).await;
    let (waiting, _) = open(&server.admin, &mut agent, body.clone()).await;

    set(&server, "on").await;

    assert_eq!(end_of(&mut viewer).await, closed("forbidden", 4403));
    let path = format!("{SESSIONS}{}/viewers/", waiting["session"].as_str().unwrap());
    let reply = server.admin.post(&path, json!({ "public_key": key() })).await;
    let expected = "Such sessions must be recorded now, and this one is not: open another one.";
    assert_eq!(reply.refused(409, "conflict")["detail"], expected);
    let (opened, asked) = open(&server.admin, &mut agent, body).await;
    let (_viewer, _helper) = pair(&server, &opened, &asked).await;
}
