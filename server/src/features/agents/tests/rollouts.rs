//! A release reaches agents ring by ring, and stops by itself.

use std::time::Duration;

use serde_json::{Value, json};

use crate::auth::Right;
use crate::clock;
use crate::features::agents::auto_update::update_outdated;
use crate::storage::sql;
use crate::testing::{Location, TestServer, until_equal};
use crate::time::Timestamp;

const ROLLOUTS: &str = "/agents/rollouts/";
const HOUR: Duration = Duration::from_secs(3600);
const TITLE: &str = "the rollout of release 0.2.0 for linux on amd64";

async fn change(server: &TestServer, text: &str) {
    let write = server.app.db.begin().await.unwrap();
    sql::execute(&write, text, []).await.unwrap();
    write.commit().await.unwrap();
}

/// Adds agents that were seen just now.
async fn add_agents(server: &TestServer, location: Location, count: usize) {
    let write = server.app.db.begin().await.unwrap();
    for number in 1..=count {
        let text = "insert into agents (agent_id, site_id, hostname, monitoring_type, plat, goarch,
                           version, last_seen, created_time, modified_time)
                    values ($1, $2, $3, 'server', 'linux', 'amd64', '0.1.0', $4, 0, 0)";
        let name = format!("pc-{number}");
        let seen = Timestamp::now();
        let values = [name.clone().into(), location.site.into(), name.into(), seen.into()];
        sql::execute(&write, text, values).await.unwrap();
    }
    write.commit().await.unwrap();
}

/// A server with a release that a hundred agents do not have. Its clock stands:
/// rounds begin when the test says so.
async fn server_with_a_fleet() -> TestServer {
    clock::stop();
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    add_agents(&server, location, 100).await;
    server.add_release("0.2.0");
    server
}

/// Every round of an hour.
async fn go_on(server: &TestServer) {
    for round in 0..12 {
        update_outdated(&server.app, round).await.unwrap();
    }
}

/// As if agents had been asked, and their runs had ended, so much earlier.
async fn pass(server: &TestServer, time: Duration) {
    let micros = time.as_micros();
    change(server, &format!("update rollout_agents set asked = asked - {micros}")).await;
    change(server, &format!("update runs set finished = finished - {micros}")).await;
}

/// All agents that were asked connect with the new release.
async fn come_back(server: &TestServer) {
    let now = Timestamp::now().micros();
    change(
        server,
        &format!(
            "update runs set status = 'passed', finished = {now}
              where type = 'agent_update' and finished is null"
        ),
    )
    .await;
    change(
        server,
        &format!(
            "update agents set version = '0.2.0', last_seen = {now}
              where id in (select agent_id from rollout_agents)"
        ),
    )
    .await;
}

async fn rollout(server: &TestServer) -> Value {
    server.admin.get(ROLLOUTS).await.ok()[0].clone()
}

/// Ring, state, and how many agents were asked.
async fn progress(server: &TestServer) -> (Value, Value, Value) {
    let rollout = rollout(server).await;
    (rollout["ring"].clone(), rollout["state"].clone(), rollout["asked"].clone())
}

fn at(ring: i64, state: &str, asked: i64) -> (Value, Value, Value) {
    (json!(ring), json!(state), json!(asked))
}

async fn updates(server: &TestServer) -> i64 {
    let text = "select count(*) from runs where type = 'agent_update'";
    sql::number(server.app.db.read(), text, []).await.unwrap()
}

#[tokio::test]
async fn a_release_reaches_one_percent_first_then_ten_and_then_all() {
    let server = server_with_a_fleet().await;
    assert_eq!(server.admin.get(ROLLOUTS).await.ok(), json!([]));
    go_on(&server).await;
    let first = rollout(&server).await;
    assert_eq!(
        first,
        json!({
            "id": first["id"], "plat": "linux", "goarch": "amd64", "version": "0.2.0",
            "ring": 1, "state": "running", "reason": "", "began": first["began"],
            "changed": first["began"], "agents": 100, "updated": 0, "asked": 1, "working": 0,
            "failed": 0, "missing": 0, "excused": 0, "lost": [],
        })
    );
    go_on(&server).await;
    assert_eq!(updates(&server).await, 1);

    come_back(&server).await;
    pass(&server, HOUR - Duration::from_secs(1)).await;
    go_on(&server).await;
    assert_eq!(progress(&server).await, at(1, "running", 1), "an hour has not passed");
    pass(&server, Duration::from_secs(1)).await;
    go_on(&server).await;
    assert_eq!(progress(&server).await, at(10, "running", 10));
    assert_eq!(updates(&server).await, 10);

    pass(&server, HOUR).await;
    go_on(&server).await;
    assert_eq!(progress(&server).await, at(10, "running", 10), "nine are not back");
    come_back(&server).await;
    pass(&server, Duration::from_secs(15 * 60)).await;
    go_on(&server).await;
    assert_eq!(progress(&server).await, at(100, "running", 100));
    assert_eq!(rollout(&server).await["working"], 10);
    assert_eq!(
        server.audit_lines().await,
        [
            format!("system add rollout {TITLE} began"),
            format!("system modify rollout {TITLE} continues with 10 % of the agents"),
            format!("system modify rollout {TITLE} continues with 100 % of the agents"),
        ]
    );
}

#[tokio::test]
async fn agents_whose_program_is_static_have_a_rollout_of_their_own() {
    let server = server_with_a_fleet().await;
    let are_static = "insert into agent_capabilities (agent_id, names)
                      select id, 'ping static_program' from agents where hostname like 'pc-1%'";
    change(&server, are_static).await;
    let kinds = async || {
        let rollouts = server.admin.get(ROLLOUTS).await.ok();
        let kind = |rollout: &Value| format!("{} {}", rollout["goarch"], rollout["agents"]);
        rollouts.as_array().unwrap().iter().map(kind).collect::<Vec<_>>()
    };
    go_on(&server).await;
    assert_eq!(kinds().await, ["\"amd64\" 88"]);
    server.add_release_of("linux-amd64-static", "0.2.0");
    go_on(&server).await;
    assert_eq!(kinds().await, ["\"amd64\" 88", "\"amd64-static\" 12"]);
}

#[tokio::test]
async fn a_rollout_stops_when_its_agents_do_not_come_back_and_resumes_when_they_do() {
    let server = server_with_a_fleet().await;
    go_on(&server).await;
    pass(&server, HOUR * 2).await;
    go_on(&server).await;
    assert_eq!(progress(&server).await, at(1, "running", 1), "two hours are not over");
    pass(&server, Duration::from_secs(1)).await;
    go_on(&server).await;

    assert_eq!(progress(&server).await, at(1, "stopped", 1));
    assert_eq!(updates(&server).await, 1);
    let stopped = rollout(&server).await;
    let reason = "of 1 agent, 0 kept their old release and 1 did not come back";
    assert_eq!((&stopped["reason"], &stopped["missing"]), (&json!(reason), &json!(1)));
    let lost = &stopped["lost"][0];
    let name = &lost["hostname"];
    let expected = json!({ "agent_id": name, "hostname": name, "state": "missing", "problem": "" });
    assert_eq!(*lost, expected);

    come_back(&server).await;
    pass(&server, Duration::from_secs(15 * 60)).await;
    go_on(&server).await;
    assert_eq!(progress(&server).await, at(10, "running", 10));
    assert_eq!(rollout(&server).await["reason"], "");
    let logged = async || {
        let path = "/logs/debug/?logTypeFilter=agent_update&ordering=id";
        let entries = server.admin.get(path).await.ok();
        let shown = |entry: &Value| (entry["log_level"].clone(), entry["message"].clone());
        entries.as_array().unwrap().iter().map(shown).collect::<Vec<_>>()
    };
    let stop = (json!("error"), json!(format!("{TITLE} stopped: {reason}")));
    let next = (json!("info"), json!(format!("{TITLE} continues: its agents are back")));
    let wider = format!("{TITLE} continues with 10 % of the agents");
    until_equal(&[stop, next, (json!("info"), json!(wider))], logged).await;
    assert_eq!(
        server.audit_lines().await[1..3],
        [
            format!("system modify rollout {TITLE} stopped: {reason}"),
            format!("system modify rollout {TITLE} continues: its agents are back"),
        ]
    );
}

#[tokio::test]
async fn a_failed_update_stops_the_rollout_until_somebody_continues_without_the_agent() {
    clock::stop();
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let mut first = server.add_agent(location, "pc-1").await;
    server.add_release("0.2.0");
    go_on(&server).await;
    let order = first.next_order().await;
    first.finish(&order.run_id, "", "", 1).await;
    let status = async || server.admin.get("/runs/").await.ok()[0]["status"].clone();
    until_equal(&json!("failed"), status).await;
    let mut second = server.add_agent(location, "pc-2").await;
    go_on(&server).await;
    let stopped = rollout(&server).await;
    let reason = "of 1 agent, 1 kept their old release and 0 did not come back";
    assert_eq!((&stopped["state"], &stopped["reason"]), (&json!("stopped"), &json!(reason)));
    assert_eq!(stopped["lost"][0]["state"], "failed");

    let path = format!("{ROLLOUTS}{}/continue/", stopped["id"]);
    let rights = [Right::ListAgents, Right::UpdateAgents];
    let scoped = server.scoped_caller(&rights, &[location.client], &[]).await;
    let refusal = scoped.post(&path, json!({})).await.refused(403, "forbidden");
    let sentence = "This rollout reaches agents that are out of your scope.";
    assert_eq!(refusal["detail"], sentence);
    let unknown = format!("{ROLLOUTS}999/continue/");
    server.admin.post(&unknown, json!({})).await.refused(404, "not_found");
    let continues = "The rollout of release 0.2.0 for linux on amd64 continues.";
    assert_eq!(server.admin.post(&path, json!({})).await.ok(), continues);
    server.admin.post(&path, json!({})).await.refused(409, "conflict");

    assert_eq!(
        server.audit_lines().await.last().unwrap(),
        &format!("admin modify rollout admin continued {TITLE} without 1 agent")
    );
    let shown = rollout(&server).await;
    assert_eq!((&shown["failed"], &shown["excused"]), (&json!(0), &json!(1)));
    pass(&server, HOUR).await;
    go_on(&server).await;
    go_on(&server).await;
    second.next_order().await;
    assert_eq!(progress(&server).await, at(100, "running", 2));
}

#[tokio::test]
async fn the_next_release_begins_with_its_first_ring_again() {
    let server = server_with_a_fleet().await;
    go_on(&server).await;
    server.add_release("0.3.0");
    go_on(&server).await;
    let all = server.admin.get(ROLLOUTS).await.ok();
    assert_eq!(all.as_array().unwrap().len(), 1);
    assert_eq!((&all[0]["version"], &all[0]["asked"]), (&json!("0.3.0"), &json!(1)));
    assert_eq!(updates(&server).await, 2);
}

#[tokio::test]
async fn a_scoped_caller_sees_rollouts_with_their_own_agents_alone() {
    let server = server_with_a_fleet().await;
    let other = server.add_site("Other", "Main").await;
    server.enrol(other, "other").await;
    go_on(&server).await;
    pass(&server, HOUR * 3).await;
    let scoped = server.scoped_caller(&[Right::ListAgents], &[other.client], &[]).await;
    let shown = scoped.get(ROLLOUTS).await.ok()[0].clone();
    let numbers = ["agents", "updated", "asked", "missing"].map(|name| shown[name].clone());
    assert_eq!(numbers, [1, 0, 0, 0].map(|number| json!(number)));
    assert_eq!(shown["lost"], json!([]));
    assert_eq!(rollout(&server).await["missing"], 2, "one percent of 101, rounded up");

    go_on(&server).await;
    let counted = "of 2 agents, 0 kept their old release and 2 did not come back";
    assert_eq!(rollout(&server).await["reason"], counted);
    let shown = scoped.get(ROLLOUTS).await.ok()[0].clone();
    let sentence = "too many agents kept their old release or did not come back";
    assert_eq!((&shown["state"], &shown["reason"]), (&json!("stopped"), &json!(sentence)));
}

#[tokio::test]
async fn agents_that_are_frozen_are_not_asked_and_stop_nothing() {
    let server = server_with_a_fleet().await;
    let freeze = async || server.admin.post("/core/freeze/", json!({ "client": null })).await.ok();
    let person = server.session_of("admin").await;
    let thaw = async || person.post("/core/thaw/", json!({})).await.ok();

    freeze().await;
    go_on(&server).await;
    assert_eq!(server.admin.get(ROLLOUTS).await.ok(), json!([]));
    assert_eq!(thaw().await, "Everything is thawed.");
    go_on(&server).await;
    assert_eq!(progress(&server).await, at(1, "running", 1));

    // One that was asked before cannot come back with the release either.
    freeze().await;
    pass(&server, HOUR * 3).await;
    go_on(&server).await;
    assert_eq!(progress(&server).await, at(1, "running", 0));
    assert_eq!(rollout(&server).await["missing"], 0);
    assert_eq!(updates(&server).await, 1);
    thaw().await;
    go_on(&server).await;
    assert_eq!(progress(&server).await, at(1, "stopped", 1));
}

#[tokio::test]
async fn a_release_that_the_publisher_did_not_sign_reaches_nobody() {
    clock::stop();
    let key = "ab".repeat(32);
    let server = TestServer::start_with(|settings| settings.publisher_key = Some(key)).await;
    let location = server.add_site("Acme", "Main").await;
    add_agents(&server, location, 1).await;
    server.add_release("0.2.0");
    go_on(&server).await;
    assert_eq!(updates(&server).await, 0);
    assert_eq!(server.admin.get(ROLLOUTS).await.ok(), json!([]));
}
