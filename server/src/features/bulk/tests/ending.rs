//! Cancelling, and retrying what failed.

use muster_protocol::{End, FromAgent, ToAgent};
use serde_json::{Value, json};

use super::super::deliver;
use super::super::queries::{self, ActiveBulk};
use super::{BULK, command, counts, results, server_with_agents, start, until, until_status, with};
use crate::auth::Right;
use crate::ids::RunKey;
use crate::storage::sql;
use crate::testing::{outcome, until_true};
use crate::time::Timestamp;

#[tokio::test]
async fn cancelling_drops_waiting_runs_and_ends_running_ones() {
    let (server, location, mut agents) = server_with_agents(2).await;
    server.enrol(location, "pc-3").await;
    let body = with(command(json!({ "target": "all" })), json!({ "batch": 1 }));
    let bulk = start(&server, body).await;
    let run_id = agents[0].next_order().await.run_id;
    agents[0].send(FromAgent::Accepted { run_id: run_id.clone() }).await;
    until(&server, &bulk, |bulk| bulk["counts"]["running"] == 1).await;
    let path = format!("{BULK}{}/cancel/", bulk["id"]);

    let answer = server.admin.post(&path, Value::Null).await.ok();

    assert_eq!(answer, "The bulk action was cancelled.");
    loop {
        match agents[0].receive().await.unwrap() {
            ToAgent::Cancel { run_id: ended } => break assert_eq!(ended, run_id),
            _ => continue,
        }
    }
    let outcome = outcome(End::Cancelled, 0, 0);
    agents[0].send(FromAgent::Finished { run_id, outcome }).await;
    let bulk = until_status(&server, &bulk, "cancelled").await;
    assert_eq!(counts(&bulk), json!({ "total": 3, "cancelled": 3 }));
    let why = "cancelled admin cancelled the bulk action";
    let expected = ["pc-1 cancelled".to_owned(), format!("pc-2 {why}"), format!("pc-3 {why}")];
    assert_eq!(results(&server, &bulk).await, expected);
    let lines = server.audit_lines().await;
    let line = "admin bulk_action bulk admin cancelled the bulk action command";
    assert_eq!(lines.last().unwrap(), line);
    let refusal = server.admin.post(&path, Value::Null).await.refused(409, "conflict");
    assert_eq!(refusal["detail"], "The bulk action is over or was ended already.");
}

#[tokio::test]
async fn cancelling_and_reports_about_the_same_runs_wait_for_each_other_in_one_order() {
    let (server, _, mut agents) = server_with_agents(2).await;
    if !server.app.db.is_shared() {
        return;
    }
    let bulk = start(&server, command(json!({ "target": "all" }))).await;
    let run_id = agents[0].next_order().await.run_id;
    agents[0].send(FromAgent::Accepted { run_id }).await;
    until(&server, &bulk, |bulk| bulk["counts"]["running"] == 1).await;
    let path = format!("{BULK}{}/cancel/", bulk["id"]);
    let write = server.app.db.begin().await.unwrap();
    let (first, second) = (
        "update runs set username = 'x' where status = 'running'",
        "update runs set username = 'x' where status = 'queued'",
    );
    assert_eq!(sql::execute(&write, first, []).await.unwrap(), 1);

    let reports = async {
        let waiting = "select count(*) from pg_stat_activity
                        where datname = current_database() and wait_event_type = 'Lock'";
        let waits = async || sql::number(server.app.db.read(), waiting, []).await.unwrap() > 0;
        until_true("the cancellation waits", waits).await;
        assert_eq!(sql::execute(&write, second, []).await.unwrap(), 1);
        write.commit().await.unwrap();
    };
    let (reply, ()) = tokio::join!(server.admin.post(&path, Value::Null), reports);

    assert_eq!(reply.ok(), "The bulk action was cancelled.");
}

#[tokio::test]
async fn what_was_sent_is_recorded_on_the_bulk_action_before_its_runs() {
    let (server, location, _) = server_with_agents(0).await;
    if !server.app.db.is_shared() {
        return;
    }
    server.enrol(location, "pc-1").await;
    let bulk = start(&server, command(json!({ "target": "all" }))).await;
    let id = bulk["id"].as_i64().unwrap();
    let read = server.app.db.read();
    let number = async |text: &str| sql::number(read, text, []).await.unwrap();
    let is_sent = "select count(*) from bulk_actions where sent_through > 0";
    until_true("the order is sent", async || number(is_sent).await == 1).await;
    let unsent = ActiveBulk {
        sent_through: RunKey(0),
        ..queries::find_active(read, id).await.unwrap().unwrap()
    };
    let write = server.app.db.begin().await.unwrap();
    assert!(queries::end_early(&write, id, "cancelled").await.unwrap());
    let cancelling = async {
        let waiting = "select count(*) from pg_stat_activity
                        where datname = current_database() and wait_event_type = 'Lock'";
        until_true("the delivery waits", async || number(waiting).await > 0).await;
        queries::cancel_runs(&write, id, "over", Timestamp::now(), true).await.unwrap();
        write.commit().await.unwrap();
    };

    let (delivered, ()) = tokio::join!(deliver::deliver(&server.app, &unsent), cancelling);

    delivered.unwrap();
}

#[tokio::test]
async fn a_retry_repeats_it_only_for_agents_that_failed() {
    let (server, _, mut agents) = server_with_agents(3).await;
    let bulk = start(&server, command(json!({ "target": "all" }))).await;
    for (agent, code) in agents.iter_mut().zip([0, 1, 2]) {
        let order = agent.next_order().await;
        agent.finish(&order.run_id, "", "", code).await;
    }
    until_status(&server, &bulk, "finished").await;
    let path = format!("{BULK}{}/retry/?detail=true", bulk["id"]);

    let again = server.admin.post(&path, Value::Null).await.ok();

    assert_eq!(again["retry_of"], bulk["id"]);
    assert_eq!(again["target"], json!({ "target": "agents", "agents": [2, 3] }));
    assert_eq!(again["body"], bulk["body"]);
    for agent in &mut agents[1..] {
        let order = agent.next_order().await;
        agent.finish(&order.run_id, "", "", 0).await;
    }
    let again = until_status(&server, &again, "finished").await;
    assert_eq!(counts(&again), json!({ "total": 2, "passed": 2 }));
    let path = format!("{BULK}{}/retry/", again["id"]);
    let refusal = server.admin.post(&path, Value::Null).await.refused(409, "conflict");
    assert_eq!(refusal["detail"], "No agent of this bulk action failed.");
    // A retry needs the right for the mode itself.
    let caller = server.caller_with(&[Right::RunBulk]).await;
    let path = format!("{BULK}{}/retry/", bulk["id"]);
    caller.post(&path, Value::Null).await.refused(403, "forbidden");
}
