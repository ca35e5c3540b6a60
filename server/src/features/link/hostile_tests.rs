//! An agent that is not ours any more: what it may send is bounded.

use muster_protocol::{Disk, FromAgent, Inventory, KnownRun, StartReason, TaskStart, ToAgent};
use serde_json::{Value, json};

use crate::storage::sql;
use crate::testing::{Identity, TestServer, until_equal};
use crate::time::Timestamp;

const RUNS: &str = "select count(*) from runs";

/// A server with one agent that is offline.
async fn server_with_absent_agent() -> (TestServer, Identity) {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let identity = server.enrol(location, "pc-1").await;
    (server, identity)
}

fn start() -> TaskStart {
    let now = Timestamp::now().micros();
    TaskStart {
        task: 0,
        name: "x".repeat(100_000),
        version: String::new(),
        due: now,
        started: now,
        reason: StartReason::Schedule,
        dropped: 0,
    }
}

fn own_run(number: usize) -> KnownRun {
    KnownRun {
        run_id: format!("{number:032}"),
        finished: true,
        task: Some(TaskStart { name: "mine".to_owned(), ..start() }),
    }
}

async fn count(server: &TestServer, text: &str) -> i64 {
    sql::number(server.app.db.read(), text, []).await.unwrap()
}

#[tokio::test]
async fn a_hello_brings_no_more_runs_than_an_agent_can_have() {
    let (server, identity) = server_with_absent_agent().await;

    let agent = server.connect_knowing(&identity, (0..3000).map(own_run).collect()).await;

    let closed: Vec<bool> = agent.welcome.runs.iter().map(|run| run.closed).collect();
    assert_eq!(closed, [vec![false; 1000], vec![true; 2000]].concat());
    assert_eq!(count(&server, RUNS).await, 1000);
}

#[tokio::test]
async fn an_agent_has_at_most_a_thousand_open_runs_of_its_own() {
    let (server, identity) = server_with_absent_agent().await;
    let mut agent = server.connect_knowing(&identity, (0..1000).map(own_run).collect()).await;

    let run_id = "f".repeat(32);
    agent.send(FromAgent::TaskStarted { run_id: run_id.clone(), start: start() }).await;
    // It may forget the one that is too many.
    let closed = ToAgent::Closed { run_id };
    while agent.receive().await.expect("the connection stays open") != closed {}
    assert_eq!(count(&server, RUNS).await, 1000);

    // Once one has ended, there is room.
    let run_id = format!("{:032}", 0);
    agent.finish(&run_id, "", "", 0).await;
    let closed = ToAgent::Closed { run_id };
    while agent.receive().await.expect("the connection stays open") != closed {}
    let run_id = "e".repeat(32);
    agent.send(FromAgent::TaskStarted { run_id, start: start() }).await;
    until_equal(&1001, async || count(&server, RUNS).await).await;
    let longest = "select max(length(command)) from runs";
    assert_eq!(count(&server, longest).await, 255);
}

#[tokio::test]
async fn names_of_an_agent_and_its_machine_are_cut_and_a_new_name_is_logged() {
    let (server, mut identity) = server_with_absent_agent().await;
    identity.hostname = "x\0".repeat(50_000);
    let mut agent = server.connect(&identity).await;
    let long = || "y\0".repeat(50_000);
    let disk = Disk { device: long(), source: long(), fstype: long(), ..Disk::default() };
    agent
        .send_inventory(Inventory {
            operating_system: long(),
            make_model: long(),
            serial_number: long(),
            cpu_model: vec!["y".repeat(1000); 300],
            graphics: long(),
            physical_disks: vec!["y".repeat(1000); 300],
            local_ips: vec!["y".repeat(1000); 300],
            disks: vec![disk],
            detail: json!({ "x": "y".repeat(3 << 19) }).to_string(),
            ..Inventory::default()
        })
        .await;

    let path = format!("/agents/{}/", identity.agent_id);
    let shown = async || server.admin.get(&path).await.ok()["operating_system"].clone();
    until_equal(&json!("y".repeat(255)), shown).await;
    let agent = server.admin.get(&path).await.ok();
    assert_eq!(agent["hostname"], "x".repeat(255));
    let stored = "select length(cpu_model) + length(physical_disks) + length(local_ips)
                       + length(disks) + length(graphics) + length(wmi_detail) from agents";
    let stored = count(&server, stored).await;
    assert!(stored < 200_000, "{stored} characters");
    let last: Value = server.audit().await.pop().unwrap();
    let name = "x".repeat(255);
    assert_eq!(last["message"], format!("pc-1 is called {name} now"));
    assert_eq!((&last["username"], &last["agent"]), (&json!("agent"), &json!(name)));
}
