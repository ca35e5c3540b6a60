//! Runs that wait for their agent.

use std::time::Duration;

use muster_protocol::{FromAgent, RunScript, ToAgent};
use serde_json::json;

use super::{
    change, run_script_path, runs, server_with_absent_agent, server_with_agent, until_all,
};
use crate::clock;
use crate::domain::runs;
use crate::storage::sql;
use crate::testing::{TestServer, output, until_equal};
use crate::time::Timestamp;

const HOUR: Duration = Duration::from_secs(60 * 60);

#[tokio::test]
async fn forgetting_a_run_on_a_connected_agent_starts_it_at_once() {
    let (server, mut agent) = server_with_agent().await;
    let script = server.add_script("tidy").await;

    let path = run_script_path(&agent.identity);
    let body = json!({ "script": script, "output": "forget" });
    let reply = server.admin.post(&path, body).await;

    assert_eq!(reply.header("x-run-id"), "1");
    assert_eq!(reply.ok(), "The script tidy was started on pc-1.");
    let order = agent.next_order().await;
    assert_eq!(order.read::<RunScript>().unwrap().code, "tidy");
    agent.finish(&order.run_id, "done", "", 0).await;
    until_all(&server, "passed").await;
}

#[tokio::test]
async fn waiting_runs_are_sent_oldest_first_when_the_agent_connects() {
    let (server, identity) = server_with_absent_agent().await;
    let path = run_script_path(&identity);
    // More than one page.
    for number in 0..40 {
        let script = server.add_script(&format!("script {number}")).await;
        let body = json!({ "script": script, "output": "forget" });
        let reply = server.admin.post(&path, body).await.ok();
        let sentence =
            format!("pc-1 is offline: the script script {number} will run there when it is back.");
        assert_eq!(reply, json!(sentence));
    }

    let mut agent = server.connect(&identity).await;

    for number in 0..40 {
        let order = agent.next_order().await;
        assert_eq!(output(&order), format!("script {number}"));
        agent.finish(&order.run_id, "ok", "", 0).await;
    }
    until_all(&server, "passed").await;
}

#[tokio::test]
async fn waiting_runs_survive_a_restart_of_the_server() {
    let (server, identity) = server_with_absent_agent().await;
    let script = server.add_script("tidy").await;
    let body = json!({ "script": script, "output": "forget", "queue_hours": 720 });
    server.admin.post(&run_script_path(&identity), body).await.ok();

    let (settings, folder) = server.stop().await;
    let server = TestServer::start_on(settings, folder).await;
    let mut agent = server.connect(&identity).await;

    let order = agent.next_order().await;
    agent.finish(&order.run_id, "ok", "", 0).await;
    until_all(&server, "passed").await;
    // It has ended: a second connection gets nothing.
    drop(agent);
    let mut agent = server.connect(&identity).await;
    agent.catch_up().await;
}

#[tokio::test]
async fn an_order_that_was_lost_with_its_connection_is_sent_again_until_it_is_accepted() {
    let (server, mut agent) = server_with_agent().await;
    let identity = agent.identity.clone();
    let script = server.add_script("tidy").await;
    let body = json!({ "script": script, "output": "forget" });
    server.admin.post(&run_script_path(&identity), body).await.ok();
    let first = agent.next_order().await;
    drop(agent); // Before it stored anything.

    let mut agent = server.connect(&identity).await;
    let second = agent.next_order().await;
    assert_eq!(first, second);
    drop(agent); // After it stored the order and before it confirmed it.

    let mut agent = server.connect_with(&identity, &[&first.run_id]).await;
    assert!(!agent.welcome.runs[0].closed);
    assert_eq!(runs(&server).await, ["running "], "the hello says that the agent has it");
    agent.finish(&first.run_id, "ok", "", 0).await;
    // No more orders come, only the reply to its report.
    let stored = ToAgent::Stored { run_id: first.run_id.clone(), stdout: 2, stderr: 0 };
    assert_eq!(agent.receive().await, Some(stored));
    assert_eq!(agent.receive().await, Some(ToAgent::Closed { run_id: first.run_id }));
    assert_eq!(runs(&server).await, ["passed "]);
}

#[tokio::test]
async fn orders_sent_while_the_agent_connects_reach_it_all() {
    let (server, identity) = server_with_absent_agent().await;
    let script = server.add_script("tidy").await;
    let path = run_script_path(&identity);
    let body = json!({ "script": script, "output": "forget" });
    let calls = (0..30).map(|_| server.admin.post(&path, body.clone()));
    let sending = futures_util::future::join_all(calls);

    let (replies, ()) = tokio::join!(sending, async {
        let mut agent = server.connect(&identity).await;
        let mut seen = std::collections::HashSet::new();
        while seen.len() < 30 {
            let order = agent.next_order().await;
            // One that comes twice is answered from the agent's ledger.
            if seen.insert(order.run_id.clone()) {
                agent.finish(&order.run_id, "ok", "", 0).await;
            }
        }
        until_all(&server, "passed").await;
    });

    assert_eq!(replies.len(), 30);
    replies.into_iter().for_each(|reply| drop(reply.ok()));
}

#[tokio::test]
async fn runs_that_waited_too_long_expire_by_their_job_and_are_not_sent() {
    let (server, identity) = server_with_absent_agent().await;
    let script = server.add_script("tidy").await;
    let path = run_script_path(&identity);
    let before = Timestamp::now();
    let body = json!({ "script": script, "output": "forget", "queue_hours": 1 });
    server.admin.post(&path, body).await.ok();
    let body = json!({ "script": script, "output": "forget" });
    server.admin.post(&path, body).await.ok();
    let expires = "select expires from runs order by id";
    let expires: Vec<i64> = sql::values(server.app.db.read(), expires, []).await.unwrap();
    for (expires, hours) in expires.into_iter().zip([1, 24]) {
        // A run is stored a while after that was decided.
        let [first, last] = [before, Timestamp::now()].map(|time| time.plus(HOUR * hours).micros());
        assert!((first..=last).contains(&expires), "{hours} hours");
    }
    let job = "select count(*) from jobs j join runs r on j.run_at >= r.expires
                and j.run_at < r.expires + 1000000 where j.kind = 'run_expiry'";
    assert_eq!(sql::number(server.app.db.read(), job, []).await.unwrap(), 2);

    clock::advance(HOUR * 2);

    let expected = ["expired the agent did not come back in time", "queued "];
    until_equal(expected.as_slice(), async || runs(&server).await).await;
    let mut agent = server.connect(&identity).await;
    let order = agent.next_order().await;
    agent.finish(&order.run_id, "ok", "", 0).await;
    until_equal([expected[0], "passed "].as_slice(), async || runs(&server).await).await;
}

#[tokio::test]
async fn a_run_that_expired_while_its_order_was_being_sent_counts_if_the_agent_took_it() {
    let (server, mut agent) = server_with_agent().await;
    let script = server.add_script("tidy").await;
    let body = json!({ "script": script, "output": "forget" });
    server.admin.post(&run_script_path(&agent.identity), body).await.ok();
    let order = agent.next_order().await;
    change(&server, "update runs set expires = time - 1").await;
    runs::expire(server.app.clone(), json!({})).await.unwrap();

    agent.finish(&order.run_id, "ok", "", 0).await;

    until_all(&server, "passed").await;
    assert_eq!(runs(&server).await, ["passed "]);
}

#[tokio::test]
async fn only_runs_that_cannot_wait_fail_when_their_order_never_arrived() {
    let (server, identity) = server_with_absent_agent().await;
    let script = server.add_script("tidy").await;
    let body = json!({ "script": script, "output": "forget" });
    for _ in 0..2 {
        server.admin.post(&run_script_path(&identity), body.clone()).await.ok();
    }
    change(&server, "update runs set time = time - 60000000").await;
    change(&server, "update runs set expires = null where id = 1").await;

    let mut agent = server.connect(&identity).await;

    let order = agent.next_order().await;
    agent.finish(&order.run_id, "ok", "", 0).await;
    // The order seems to be a minute old: the server may send it again meanwhile.
    let closed = ToAgent::Closed { run_id: order.run_id };
    while agent.receive().await.expect("the connection stays open") != closed {}
    assert_eq!(runs(&server).await, ["failed the order never reached the agent", "passed "]);
}

#[tokio::test]
async fn an_order_that_was_lost_before_it_was_sent_is_sent_again_within_a_minute() {
    // Otherwise the server sends it again on its own, ten seconds after its start.
    clock::stop();
    let (server, mut agent) = server_with_agent().await;
    let script = server.add_script("tidy").await;
    let body = json!({ "script": script, "output": "forget" });
    server.admin.post(&run_script_path(&agent.identity), body).await.ok();
    let first = agent.next_order().await;

    (runs::REDELIVERY.handler)(server.app.clone()).await.unwrap(); // Too young.
    change(&server, "update runs set time = time - 60000000").await;
    (runs::REDELIVERY.handler)(server.app.clone()).await.unwrap();

    assert_eq!(agent.receive().await, Some(ToAgent::Order(first.clone())));
    agent.send(FromAgent::Accepted { run_id: first.run_id.clone() }).await;
    until_all(&server, "running").await;
    (runs::REDELIVERY.handler)(server.app.clone()).await.unwrap();
    agent.finish(&first.run_id, "ok", "", 0).await;
    assert!(matches!(agent.receive().await, Some(ToAgent::Stored { .. })), "no third order");
}

#[tokio::test]
async fn an_idempotency_key_queues_once() {
    let (server, identity) = server_with_absent_agent().await;
    let script = server.add_script("tidy").await;
    let caller = server.admin.with_header("Idempotency-Key", "once");
    let body = json!({ "script": script, "output": "forget" });

    let path = run_script_path(&identity);
    let calls = (0..4).map(|_| caller.post(&path, body.clone()));
    let replies = futures_util::future::join_all(calls).await;
    // Not always the first: a run that came too late used up a number.
    let id = replies[0].header("x-run-id").to_owned();
    for reply in replies {
        assert_eq!(reply.header("x-run-id"), id);
        assert_eq!(reply.ok(), "pc-1 is offline: the script tidy will run there when it is back.");
    }
    let path = format!("{}?detail=true", run_script_path(&identity));
    let detail = caller.post(&path, body).await.ok();
    assert_eq!(
        detail,
        json!({
            "id": id.parse::<i64>().unwrap(), "stdout": "", "stderr": "", "retcode": null,
            "timed_out": false, "execution_time": null, "truncated": false,
        })
    );
    assert_eq!(runs(&server).await, ["queued "]);
}

#[tokio::test]
async fn an_order_the_agents_build_does_not_know_fails_with_a_reason() {
    let (server, identity) = server_with_absent_agent().await;
    let script = server.add_script("tidy").await;
    let body = json!({ "script": script, "output": "forget" });
    server.admin.post(&run_script_path(&identity), body).await.ok();
    change(&server, "update runs set order_name = 'dance'").await;

    let _agent = server.connect(&identity).await;

    until_all(&server, "failed").await;
    let reason = "failed this agent is version 0.1.0, which cannot do this: update it";
    assert_eq!(runs(&server).await, [reason]);
}
