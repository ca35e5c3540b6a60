//! What an agent's helper reports to the relay for the server's records.

use super::*;
use crate::testing::until_equal;

async fn connected(server: &TestServer, agent: &mut FakeAgent) -> (Value, TestSocket, TestSocket) {
    let body = terminal(agent);
    let (opened, asked) = open(&server.admin, agent, body).await;
    let (viewer, helper) = pair(server, &opened, &asked).await;
    (opened, viewer, helper)
}

#[tokio::test]
async fn the_answer_of_the_person_at_the_computer_is_recorded_once() {
    let (server, mut agent) = server_with_agent().await;
    let (opened, _viewer, mut helper) = connected(&server, &mut agent).await;
    let answer = json!({ "type": "event", "event": "consent", "answer": "granted" });
    helper.send(answer.clone()).await;
    helper.send(answer).await;
    // What is not an answer changes nothing.
    helper.send(json!({ "type": "event", "event": "consent", "answer": "maybe" })).await;
    helper.send(json!({ "type": "event", "event": "consent", "answer": "denied" })).await;
    let shown = async || read(&server, &opened).await["consent_answer"].clone();
    until_equal(&json!("denied"), shown).await;

    let rows = audited(&server).await;
    let expected = [
        "agent remote_session agent somebody at the computer agreed to the terminal session of \
         admin on pc-1",
        "agent remote_session agent somebody at the computer refused the terminal session of \
         admin on pc-1",
    ];
    assert_eq!(rows[1..], expected);
}

#[tokio::test]
async fn a_session_that_ends_on_the_agent_ends_everywhere() {
    let (server, mut agent) = server_with_agent().await;
    let mut events = server.follow(&server.admin, &["remote"]).await;
    let (opened, mut viewer, mut helper) = connected(&server, &mut agent).await;
    let long = "x".repeat(900);
    let end = json!({ "type": "event", "event": "ended", "code": "EXIT exit", "reason": long });
    helper.send(end).await;

    assert_eq!(end_of(&mut viewer).await, closed("exit", 4409));
    let event = events.receive_event("remote.ended").await;
    assert_eq!(event["data"]["code"], "exit");
    let shown = read(&server, &opened).await;
    assert_eq!(shown["status"], "ended");
    assert_eq!(shown["end_reason"].as_str().unwrap().len(), 500);
    let row = audited(&server).await.into_iter().find(|row| row.contains(" ended after "));
    assert!(row.unwrap().starts_with("agent remote_session agent the terminal session of admin"));
}

#[tokio::test]
async fn only_a_viewer_of_this_session_can_drive_it() {
    let (server, mut agent) = server_with_agent().await;
    let (other, _, _) = connected(&server, &mut agent).await;
    let (opened, _viewer, mut helper) = connected(&server, &mut agent).await;
    for viewer in [&other["viewer"], &json!("nobody"), &opened["viewer"]] {
        helper.send(json!({ "type": "event", "event": "driver", "viewer": viewer })).await;
    }
    let drives = async || read(&server, &opened).await["viewers"][0]["is_driver"] == true;
    until_equal(&true, drives).await;
    assert_eq!(read(&server, &other).await["viewers"][0]["is_driver"], false);
}

#[tokio::test]
async fn followers_of_the_agent_see_its_sessions_if_they_may() {
    let (server, mut agent) = server_with_agent().await;
    let topic = format!("agent:{}", agent.identity.agent_id);
    let rights = [Right::ListAgents, Right::UseRemote];
    let follower = caller(&server, &rights).await;
    let mut events = server.follow(&follower, &[&topic]).await;
    let (opened, _viewer, _helper) = connected(&server, &mut agent).await;
    let event = events.receive_event("remote.opened").await;
    assert_eq!(event["data"]["session"], opened["session"]);
    events.receive_event("remote.changed").await;
}
