//! Batches, and when they stop.

use std::time::Duration;

use muster_protocol::FromAgent;
use serde_json::{Value, json};

use super::{
    BULK, command, counts, read, results, server_with_agents, start, until, until_status, with,
};
use crate::auth::Right;
use crate::clock;
use crate::domain::runs::ABANDONED;
use crate::features::agents::FINAL_REMOVAL;
use crate::features::bulk::WATCH;
use crate::testing::{FakeAgent, TestServer, as_time_passes, until_equal, until_true};

async fn end(agent: &mut FakeAgent, code: i32) {
    let order = agent.next_order().await;
    agent.finish(&order.run_id, "", "", code).await;
}

async fn running(server: &TestServer, bulk: &Value) -> Vec<String> {
    let list = results(server, bulk).await;
    let open = |line: &&String| line.ends_with("queued") || line.ends_with("running");
    let runs = server.admin.get(&format!("/runs/?bulk={}", bulk["id"])).await.ok();
    let has_run = |line: &&String| {
        let host = line.split(' ').next().unwrap();
        runs.as_array().unwrap().iter().any(|run| run["hostname"] == host)
    };
    list.iter().filter(open).filter(has_run).cloned().collect()
}

#[tokio::test]
async fn no_more_agents_run_at_once_than_requested() {
    let (server, location, mut agents) = server_with_agents(5).await;
    server.enrol(location, "pc-6").await;
    let body = with(command(json!({ "target": "all" })), json!({ "batch": 2 }));

    let bulk = start(&server, body).await;

    assert_eq!(counts(&bulk), json!({ "total": 6, "queued": 6 }));
    // The offline agent takes no slot: nobody knows when it is back.
    let at_it = async |hosts: &[&str]| {
        let reached = async || {
            let lines = running(&server, &bulk).await;
            hosts.len() == lines.len()
                && hosts.iter().zip(&lines).all(|(host, line)| line.starts_with(host))
        };
        until_true("the batch runs", reached).await;
    };
    at_it(&["pc-1", "pc-2", "pc-6"]).await;
    end(&mut agents[1], 0).await;
    at_it(&["pc-1", "pc-3", "pc-6"]).await;
    end(&mut agents[0], 1).await;
    end(&mut agents[2], 0).await;
    at_it(&["pc-4", "pc-5", "pc-6"]).await;
    end(&mut agents[3], 0).await;
    end(&mut agents[4], 0).await;
    let over = json!({ "total": 6, "queued": 1, "passed": 4, "failed": 1 });
    until(&server, &bulk, |bulk| counts(bulk) == over).await;
}

#[tokio::test]
async fn too_many_failures_stop_the_rest_and_running_ones_continue() {
    let (server, location, mut agents) = server_with_agents(4).await;
    let away = server.enrol(location, "pc-5").await;
    let options = json!({ "batch": 2, "stop_on_failures": 40 });
    let bulk = start(&server, with(command(json!({ "target": "all" })), options)).await;

    let mut open = agents.remove(1);
    let run_id = open.next_order().await.run_id;
    open.send(FromAgent::Accepted { run_id: run_id.clone() }).await;
    until(&server, &bulk, |bulk| bulk["counts"]["running"] == 1).await;
    end(&mut agents[0], 1).await;
    end(&mut agents[1], 1).await;
    until(&server, &bulk, |bulk| bulk["status"] == "stopped").await;
    open.finish(&run_id, "", "", 0).await;

    let bulk = until_status(&server, &bulk, "stopped").await;
    let why = "cancelled the bulk action stopped, as too many others failed";
    assert_eq!(
        results(&server, &bulk).await,
        [
            "pc-1 failed",
            "pc-2 passed",
            "pc-3 failed",
            &format!("pc-4 {why}"),
            &format!("pc-5 {why}")
        ]
    );
    let over = json!({ "total": 5, "passed": 1, "failed": 2, "cancelled": 2 });
    assert_eq!(counts(&bulk), over);
    // Runs that were dropped are not sent later.
    let mut agent = server.connect(&away).await;
    agent.send(FromAgent::Accepted { run_id: "x".to_owned() }).await;
    let heard = agent.receive().await;
    assert_eq!(heard, Some(muster_protocol::ToAgent::Closed { run_id: "x".to_owned() }));
}

#[tokio::test]
async fn a_bulk_action_continues_after_a_restart_of_the_server() {
    let (server, _, agents) = server_with_agents(2).await;
    let identities: Vec<_> = agents.iter().map(|agent| agent.identity.clone()).collect();
    let body = with(command(json!({ "target": "all" })), json!({ "batch": 1 }));
    let bulk = start(&server, body).await;
    drop(agents);
    let (settings, folder) = server.stop().await;
    let server = TestServer::start_on(settings, folder).await;

    for identity in &identities {
        server.connect(identity).await.obey();
    }
    (WATCH.handler)(server.app.clone()).await.unwrap();

    let bulk = until_status(&server, &bulk, "finished").await;
    assert_eq!(counts(&bulk), json!({ "total": 2, "passed": 2 }));
    assert_eq!(read(&server, &bulk).await, bulk);
    assert_eq!(server.admin.get(&format!("{BULK}?status=finished")).await.ok(), json!([bulk]));
}

#[tokio::test]
async fn disabling_the_user_ends_their_bulk_action_and_what_runs_continues() {
    let (server, location, mut agents) = server_with_agents(2).await;
    let away = server.enrol(location, "pc-3").await;
    let caller = server.caller_with(&[Right::RunBulk, Right::SendCmd]).await;
    let me = caller.get("/accounts/me/").await.ok();
    let body = with(command(json!({ "target": "all" })), json!({ "batch": 1 }));
    let reply = caller.post(BULK, body).await;
    let bulk = json!({ "id": reply.header("x-bulk-id").parse::<i64>().unwrap() });
    let run_id = agents[0].next_order().await.run_id;
    agents[0].send(FromAgent::Accepted { run_id: run_id.clone() }).await;
    let started = until(&server, &bulk, |bulk| bulk["counts"]["running"] == 1).await;
    let shown = server.admin.get(&format!("/accounts/{}/pending/", me["id"])).await.ok();
    let waiting = json!({
        "id": bulk["id"], "mode": "command", "created": started["created"], "waiting": 2,
    });
    let expected = json!({ "run_count": 0, "bulk_count": 1, "runs": [], "bulks": [waiting] });
    assert_eq!(shown, expected);

    let user = format!("/accounts/{}/users/", me["id"]);
    server.admin.put(&user, json!({ "is_active": false })).await.ok();

    let name = me["username"].as_str().unwrap();
    let message = format!("changed user {name} and cancelled 1 run that waited and 1 bulk action");
    assert_eq!(server.audit().await.pop().unwrap()["message"], message);
    until(&server, &bulk, |bulk| bulk["status"] == "cancelled").await;
    agents[0].finish(&run_id, "", "", 0).await;
    let bulk = until_status(&server, &bulk, "cancelled").await;
    assert_eq!(
        results(&server, &bulk).await,
        [
            "pc-1 passed",
            "pc-2 cancelled the user or API key that started it was disabled or revoked",
            &format!("pc-3 cancelled the user {name} was disabled"),
        ]
    );
    agents[1].catch_up().await;
    server.connect(&away).await.catch_up().await;
}

#[tokio::test]
async fn an_agent_that_dies_during_its_run_does_not_hold_up_the_others() {
    let (server, _, mut agents) = server_with_agents(2).await;
    let bulk =
        start(&server, with(command(json!({ "target": "all" })), json!({ "batch": 1 }))).await;
    let mut first = agents.remove(0);
    let run_id = first.next_order().await.run_id;
    first.send(FromAgent::Accepted { run_id: run_id.clone() }).await;
    until(&server, &bulk, |bulk| bulk["counts"]["running"] == 1).await;
    let identity = first.identity.clone();
    drop(first); // Its machine is gone.
    let agent = format!("/agents/{}/", identity.agent_id);
    let shown = async || server.admin.get(&agent).await.ok();
    // Before time passes: until this is recorded, the agent counts as seen.
    until_true("its connection has ended", async || shown().await["connected"] == false).await;
    clock::stop();
    clock::advance(Duration::from_secs(5 * 60));
    assert_ne!(shown().await["status"], "online");

    (ABANDONED.handler)(server.app.clone()).await.unwrap(); // Too early.
    assert_eq!(
        counts(&read(&server, &bulk).await),
        json!({ "total": 2, "queued": 1, "running": 1 })
    );
    clock::advance(Duration::from_secs(3 * 3600));
    (ABANDONED.handler)(server.app.clone()).await.unwrap();

    // The other one has lost its connection meanwhile.
    let identity_of_second = agents.remove(0).identity;
    let mut second = server.connect(&identity_of_second).await;
    // Time goes on: a message from before the hours that have passed is too old for
    // the bus, and the job that misses it is tried again, perhaps twice, after up to
    // a minute. A busy machine looks here only a few hundred times.
    as_time_passes(Duration::from_secs(2), end(&mut second, 0)).await;
    let is_finished = |bulk: &Value| {
        clock::advance(Duration::from_secs(2));
        bulk["status"] == "finished"
    };
    until(&server, &bulk, is_finished).await;
    let gone = "pc-1 interrupted the agent was not seen any more during the run";
    assert_eq!(results(&server, &bulk).await, [gone, "pc-2 passed"]);
    let reason = "the agent was not seen any more during the run";
    let logged = [format!("warning agent_issues pc-1 run 1 was given up: {reason}")];
    until_equal(&logged, async || server.debug_lines().await).await;

    // Its report still counts.
    let mut first = server.connect_with(&identity, &[&run_id]).await;
    first.finish(&run_id, "late", "", 0).await;
    let is_counted = |bulk: &Value| {
        clock::advance(Duration::from_secs(2));
        bulk["counts"]["passed"] == 2
    };
    until(&server, &bulk, is_counted).await;
    let run = server.admin.get("/runs/1/").await.ok();
    assert_eq!((&run["status"], &run["results"]), (&json!("passed"), &json!("late")));
}

#[tokio::test]
async fn a_removed_agent_leaves_its_slot_and_is_waited_for_until_that_is_final() {
    let (server, _, mut agents) = server_with_agents(2).await;
    let body = with(command(json!({ "target": "all" })), json!({ "batch": 1 }));
    let bulk = start(&server, body).await;
    agents[0].next_order().await;

    server.admin.delete(&format!("/agents/{}/", agents[0].identity.agent_id)).await.ok();
    (WATCH.handler)(server.app.clone()).await.unwrap();

    end(&mut agents[1], 0).await;
    let waits = json!({ "total": 2, "queued": 1, "passed": 1 });
    until(&server, &bulk, |bulk| counts(bulk) == waits).await;
    assert_eq!(results(&server, &bulk).await, ["pc-2 passed"]);

    clock::advance(Duration::from_secs(15 * 60));
    (FINAL_REMOVAL.handler)(server.app.clone()).await.unwrap();
    (WATCH.handler)(server.app.clone()).await.unwrap();
    let bulk = until_status(&server, &bulk, "finished").await;
    assert_eq!(counts(&bulk), json!({ "total": 1, "passed": 1 }));
}
