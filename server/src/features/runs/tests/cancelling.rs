//! `POST /runs/<id>/cancel/`.

use muster_protocol::{End, FromAgent, ToAgent};
use serde_json::json;

use super::{run_script_path, runs, server_with_absent_agent, server_with_agent, until_all};
use crate::auth::Right;
use crate::testing::{FakeAgent, TestServer, outcome};

/// The next message that is no order: those may come twice, live and from the
/// backlog of a new connection, or again because the agent was slow.
async fn next_but_orders(agent: &mut FakeAgent) -> Option<ToAgent> {
    loop {
        match agent.receive().await {
            Some(ToAgent::Order(_)) => continue,
            message => return message,
        }
    }
}

#[tokio::test]
async fn a_run_that_waits_is_dropped_and_never_sent() {
    let (server, identity) = server_with_absent_agent().await;
    let script = server.add_script("tidy").await;
    let body = json!({ "script": script, "output": "forget" });
    server.admin.post(&run_script_path(&identity), body).await.ok();

    let answer = server.admin.post("/runs/1/cancel/", json!({})).await.ok();

    assert_eq!(answer, "The script tidy was cancelled before it started.");
    assert_eq!(runs(&server).await, ["cancelled admin cancelled it before it started"]);
    let row = server.audit().await.pop().unwrap();
    assert_eq!((&row["action"], &row["object_type"]), (&json!("modify"), &json!("agent")));
    assert_eq!(row["message"], "admin cancelled the script tidy on pc-1");
    let mut agent = server.connect(&identity).await;
    agent.send(FromAgent::Accepted { run_id: "x".to_owned() }).await;
    assert_eq!(agent.receive().await, Some(ToAgent::Closed { run_id: "x".to_owned() }));
    let again = server.admin.post("/runs/1/cancel/", json!({})).await;
    again.refused(409, "conflict");
}

#[tokio::test]
async fn a_running_run_is_ended_by_its_agent() {
    let (server, mut agent) = server_with_agent().await;
    let script = server.add_script("tidy").await;
    let path = run_script_path(&agent.identity);

    let (reply, answer) =
        tokio::join!(server.admin.post(&path, json!({ "script": script })), async {
            let run_id = agent.next_order().await.run_id;
            agent.send(FromAgent::Accepted { run_id: run_id.clone() }).await;
            until_all(&server, "running").await;
            let answer = server.admin.post("/runs/1/cancel/", json!({})).await.ok();
            let cancel = ToAgent::Cancel { run_id: run_id.clone() };
            assert_eq!(next_but_orders(&mut agent).await, Some(cancel));
            let outcome = outcome(End::Cancelled, 0, 0);
            agent.send(FromAgent::Finished { run_id, outcome }).await;
            answer
        });

    assert_eq!(answer, "The script tidy is being ended on pc-1.");
    assert_eq!(reply.ok(), "");
    assert_eq!(server.admin.get("/runs/1/").await.ok()["retcode"], 97);
    assert_eq!(runs(&server).await, ["cancelled "]);
}

#[tokio::test]
async fn an_offline_agent_gets_the_cancellation_when_it_connects() {
    let (server, mut agent) = server_with_agent().await;
    let identity = agent.identity.clone();
    let script = server.add_script("tidy").await;
    let body = json!({ "script": script, "output": "forget" });
    server.admin.post(&run_script_path(&identity), body).await.ok();
    let run_id = agent.next_order().await.run_id;
    agent.send(FromAgent::Accepted { run_id: run_id.clone() }).await;
    until_all(&server, "running").await;
    let (settings, folder) = server.stop().await;
    drop(agent);
    let server = TestServer::start_on(settings, folder).await;

    let answer = server.admin.post("/runs/1/cancel/", json!({})).await.ok();
    assert_eq!(answer, "pc-1 is offline: the script tidy will be ended when it is back.");

    let mut agent = server.connect_with(&identity, &[&run_id]).await;
    assert_eq!(agent.receive().await, Some(ToAgent::Cancel { run_id: run_id.clone() }));
    let outcome = outcome(End::Cancelled, 0, 0);
    agent.send(FromAgent::Finished { run_id, outcome }).await;
    until_all(&server, "cancelled").await;
}

#[tokio::test]
async fn a_run_dropped_while_its_order_was_being_sent_is_ended_by_the_agent() {
    let (server, mut agent) = server_with_agent().await;
    let identity = agent.identity.clone();
    let script = server.add_script("tidy").await;
    let body = json!({ "script": script, "output": "forget" });
    server.admin.post(&run_script_path(&identity), body).await.ok();
    let run_id = agent.next_order().await.run_id;

    server.admin.post("/runs/1/cancel/", json!({})).await.ok();

    let cancel = ToAgent::Cancel { run_id: run_id.clone() };
    assert_eq!(next_but_orders(&mut agent).await, Some(cancel));
    drop(agent); // It took the order, and the cancellation was lost.
    let mut agent = server.connect_with(&identity, &[&run_id]).await;
    assert!(agent.welcome.runs[0].closed);
    assert_eq!(agent.receive().await, Some(ToAgent::Cancel { run_id }));
}

#[tokio::test]
async fn an_agent_that_starts_a_run_after_it_was_cancelled_must_end_it() {
    let (server, mut agent) = server_with_agent().await;
    let script = server.add_script("tidy").await;
    let body = json!({ "script": script, "output": "forget" });
    server.admin.post(&run_script_path(&agent.identity), body).await.ok();
    let run_id = agent.next_order().await.run_id;
    server.admin.post("/runs/1/cancel/", json!({})).await.ok();

    // The order overtook the message that cancels it: the agent has just started it.
    agent.send(FromAgent::Accepted { run_id: run_id.clone() }).await;

    let mut answers = Vec::new();
    while answers.last() != Some(&ToAgent::Closed { run_id: run_id.clone() }) {
        answers.push(agent.receive().await.expect("the connection stays open"));
    }
    answers.retain(|answer| !matches!(answer, ToAgent::Order(_)));
    let cancel = ToAgent::Cancel { run_id: run_id.clone() };
    assert_eq!(answers, [cancel.clone(), cancel, ToAgent::Closed { run_id }]);
    assert_eq!(runs(&server).await, ["cancelled admin cancelled it before it started"]);
}

#[tokio::test]
async fn one_cancels_ones_own_runs_and_those_one_may_start() {
    let (server, identity) = server_with_absent_agent().await;
    let elsewhere = server.add_site("Other", "Main").await;
    let script = server.add_script("tidy").await;
    let path = run_script_path(&identity);
    let body = json!({ "script": script, "output": "forget" });
    let cancel = json!({});
    server.admin.post(&path, body.clone()).await.ok();
    server.admin.post(&path, body).await.ok();

    let commander = server.caller_with(&[Right::SendCmd, Right::ListAgentHistory]).await;
    commander.post("/runs/1/cancel/", cancel.clone()).await.refused(403, "forbidden");
    commander.post("/runs/9/cancel/", cancel.clone()).await.refused(404, "not_found");
    let nobody = server.caller_with(&[]).await;
    nobody.post("/runs/1/cancel/", cancel.clone()).await.refused(403, "forbidden");
    nobody.post("/runs/9/cancel/", cancel.clone()).await.refused(403, "forbidden");
    let stranger = server.scoped_caller(&[Right::RunScripts], &[elsewhere.client], &[]).await;
    stranger.post("/runs/1/cancel/", cancel.clone()).await.refused(404, "not_found");
    let colleague = server.caller_with(&[Right::RunScripts]).await;
    colleague.post("/runs/1/cancel/", cancel.clone()).await.ok();

    // The second one gets an owner who has no right at all.
    let text = "update runs set user_id = (select max(id) from users),
                       api_key = (select max(id) from api_keys) where id = 2";
    let own = server.caller_with(&[]).await;
    super::change(&server, text).await;
    own.post("/runs/2/cancel/", cancel).await.ok();
}

#[tokio::test]
async fn a_key_does_not_cancel_what_another_key_of_its_user_started() {
    let (server, identity) = server_with_absent_agent().await;
    let script = server.add_script("tidy").await;
    let body = json!({ "script": script, "output": "forget" });
    server.admin.post(&run_script_path(&identity), body).await.ok();
    let made = json!({ "name": "monitoring", "rights": ["can_list_agents"] });
    let made = server.admin.post("/accounts/apikeys/", made).await.ok();
    let narrow = server.anonymous().with_key(made["key"].as_str().unwrap());

    narrow.post("/runs/1/cancel/", json!({})).await.refused(403, "forbidden");

    assert_eq!(runs(&server).await, ["queued "]);
}
