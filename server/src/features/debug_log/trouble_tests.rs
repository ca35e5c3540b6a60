//! What the server knows of trouble with agents is in the debug log.

use futures_util::StreamExt;
use muster_protocol::{End, FromAgent, KnownRun, Refusal, ToAgent};
use serde_json::json;

use crate::testing::{Identity, TestServer, outcome, until, until_equal};

/// A server with one agent that is offline.
async fn server_with_absent_agent() -> (TestServer, Identity) {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let identity = server.enrol(location, "pc-1").await;
    (server, identity)
}

/// Waits until these are the entries about `pc-1`.
async fn until_logged(server: &TestServer, entries: &[(&str, &str)]) {
    let line = |(kind, message): &(&str, &str)| format!("{kind} pc-1 {message}");
    let expected: Vec<String> = entries.iter().map(line).collect();
    until_equal(&expected, async || server.debug_lines().await).await;
}

#[tokio::test]
async fn a_connection_in_the_name_of_an_agent_without_its_key_is_logged_about_that_agent() {
    let (server, identity) = server_with_absent_agent().await;
    let mut unknown = identity.clone();
    unknown.agent_id = "x".repeat(40);
    for stranger in [unknown, identity.with_another_key(), identity.with_another_key()] {
        let (_socket, answer) = server.try_connect(&stranger, &[]).await;
        assert!(matches!(answer, ToAgent::Refused { refusal: Refusal::NotEnrolled, .. }));
    }

    let message = "a connection in the name of the agent was refused: its key is wrong";
    until_logged(&server, &[("warning agent_issues", message)]).await;
}

#[tokio::test]
async fn a_second_machine_with_the_identity_of_an_agent_is_logged() {
    let (server, identity) = server_with_absent_agent().await;
    // The first answers pings as long as it reads.
    server.connect(&identity).await.obey();

    // On a machine that stands still for two seconds the first is taken for dead: then
    // the second gets in, and it is the next that is refused.
    until("a second machine is refused", async || match server.try_connect(&identity, &[]).await {
        (_, ToAgent::Refused { refusal: Refusal::Cloned, .. }) => Some(()),
        (mut socket, _) => {
            tokio::spawn(async move { while socket.next().await.is_some() {} });
            None
        }
    })
    .await;

    let message = "a second machine uses the identity of the agent: it was refused";
    until_logged(&server, &[("error agent_issues", message)]).await;
}

#[tokio::test]
async fn an_agent_that_looks_for_another_server_is_logged() {
    let url = Some("https://rmm.example.com".to_owned());
    let server = TestServer::start_with(|settings| settings.public_url = url).await;
    let location = server.add_site("Acme", "Main").await;
    let mut identity = server.enrol(location, "pc-1").await;
    identity.server = "old.example.org:443".to_owned();

    server.try_connect(&identity, &[]).await;

    let message = "the agent looks for old.example.org:443, which is no address of this server: \
                   add it to WEB_ORIGINS if it is one";
    until_logged(&server, &[("warning agent_issues", message)]).await;
}

#[tokio::test]
async fn an_agent_beyond_its_limits_is_logged() {
    let server = TestServer::start_with(|settings| settings.output_limit = 16).await;
    let location = server.add_site("Acme", "Main").await;
    let identity = server.enrol(location, "pc-1").await;
    let known =
        |number: u32| KnownRun { run_id: format!("{number:032}"), finished: true, task: None };
    let agent = server.connect_knowing(&identity, (0..=1000).map(known).collect()).await.obey();
    let path = format!("/agents/{}/cmd/", agent.agent_id);
    let command = json!({ "shell": "sh", "cmd": "x".repeat(16), "timeout": 60 });
    for _ in 0..64 {
        server.admin.post(&path, command.clone()).await.ok();
    }

    let kind = "warning agent_issues";
    let hello = (kind, "the agent reported 1 run too many at once");
    let output = (kind, "the agent sent too much output today: the rest is not stored");
    until_logged(&server, &[hello, output]).await;
}

#[tokio::test]
async fn a_script_that_could_not_start_is_logged_and_one_that_failed_is_not() {
    let (server, identity) = server_with_absent_agent().await;
    let mut agent = server.connect(&identity).await;
    let path = format!("/agents/{}/runscript/", identity.agent_id);
    let body = json!({ "script": server.add_script("import os").await });
    let reason = "there is no python here".to_owned();
    for end in [End::Exited { code: 1 }, End::CouldNotStart { reason }] {
        let (reply, ()) = tokio::join!(server.admin.post(&path, body.clone()), async {
            let run_id = agent.next_order().await.run_id;
            let outcome = outcome(end, 0, 0);
            agent.send(FromAgent::Finished { run_id, outcome }).await;
        });
        assert!(matches!(reply.status, 200 | 400), "{}", reply.text);
    }

    let message = "the script failed in run 2: it could not be started: there is no python here";
    until_logged(&server, &[("error scripting", message)]).await;
}

#[tokio::test]
async fn scans_for_updates_that_failed_or_printed_something_else_are_logged() {
    let (server, identity) = server_with_absent_agent().await;
    let mut agent = server.connect(&identity).await;
    let path = format!("/winupdate/{}/scan/", identity.agent_id);
    let (kind, mut logged) = ("error win_updates", Vec::new());
    for (printed, code, message) in [
        ("no JSON", 0, "the scan for updates in run 1 printed something else"),
        ("{}", 1, "the scan for updates failed in run 2: it ended with code 1"),
    ] {
        server.admin.post(&path, json!({})).await.ok();
        let order = agent.next_order().await;
        agent.finish(&order.run_id, printed, "", code).await;
        logged.push((kind, message));
        until_logged(&server, &logged).await;
    }
}
