//! Pending actions, tested over HTTP.

use muster_protocol::{FromAgent, ToAgent};
use serde_json::{Value, json};

use crate::auth::Right;
use crate::storage::sql;
use crate::testing::{Identity, TestServer};

async fn server_with_agent() -> (TestServer, Identity) {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let identity = server.enrol(location, "pc-1").await;
    (server, identity)
}

async fn queue(server: &TestServer, identity: &Identity, name: &str) -> i64 {
    let script = server.add_script(name).await;
    let path = format!("/agents/{}/runscript/", identity.agent_id);
    let body = json!({ "script": script, "output": "forget" });
    let reply = server.admin.post(&path, body).await;
    reply.header("x-run-id").parse().unwrap()
}

async fn count(server: &TestServer) -> Value {
    server.admin.get("/agents/").await.ok()[0]["pending_actions_count"].clone()
}

async fn statuses(server: &TestServer) -> Vec<String> {
    let text = "select status from runs order by id";
    sql::values(server.app.db.read(), text, []).await.unwrap()
}

#[tokio::test]
async fn a_run_that_waits_is_a_pending_action_until_its_agent_takes_it() {
    let (server, identity) = server_with_agent().await;
    let id = queue(&server, &identity, "tidy").await;

    let list = server.admin.get("/logs/pendingactions/").await.ok();

    let expected = json!([{
        "id": id, "agent": 1, "agent_id": identity.agent_id, "hostname": "pc-1",
        "client": "Acme", "site": "Main", "entry_time": list[0]["entry_time"],
        "action_type": "runscript", "status": "pending", "details": {}, "run": id, "due": null,
        "expires": list[0]["expires"], "description": "run the script tidy",
    }]);
    assert_eq!(list, expected);
    let path = format!("/agents/{}/pendingactions/", identity.agent_id);
    assert_eq!(server.admin.get(&path).await.ok(), expected);
    assert_eq!(count(&server).await, 1);
    let agent = format!("/agents/{}/", identity.agent_id);
    assert_eq!(server.admin.get(&agent).await.ok()["pending_actions_count"], 1);
    let found = server.admin.get("/agents/?search=is:actionspending").await.ok();
    assert_eq!(found.as_array().unwrap().len(), 1);

    let mut agent = server.connect(&identity).await;
    let run_id = agent.next_order().await.run_id;
    agent.finish(&run_id, "", "", 0).await;
    assert_eq!(agent.receive().await, Some(ToAgent::Closed { run_id }));
    assert_eq!(server.admin.get("/logs/pendingactions/").await.ok(), json!([]));
    assert_eq!(count(&server).await, 0);
    let over = server.admin.get("/logs/pendingactions/?status=completed").await.ok();
    assert_eq!((&over[0]["id"], &over[0]["status"]), (&json!(id), &json!("completed")));
}

#[tokio::test]
async fn the_list_is_filtered_and_limited_to_the_scope() {
    let (server, identity) = server_with_agent().await;
    let other = server.add_site("Other", "Branch").await;
    let second = server.enrol(other, "pc-2").await;
    queue(&server, &identity, "one").await;
    queue(&server, &second, "two").await;
    let of = async |query: String| {
        let list = server.admin.get(&format!("/logs/pendingactions/?{query}")).await.ok();
        list.as_array().unwrap().iter().map(|row| row["run"].as_i64().unwrap()).collect::<Vec<_>>()
    };

    assert_eq!(of(String::new()).await, [2, 1]);
    assert_eq!(of("ordering=hostname".to_owned()).await, [1, 2]);
    assert_eq!(of(format!("client={}", other.client)).await, [2]);
    assert_eq!(of(format!("site={}", other.site)).await, [2]);
    assert_eq!(of("type=runscript&status=pending".to_owned()).await, [2, 1]);
    for nothing in ["type=runcmd", "type=schedreboot", "status=failed", "status=expired"] {
        assert_eq!(of(nothing.to_owned()).await, [0; 0], "{nothing}");
    }
    let wrong = "/logs/pendingactions/?status=lost&type=dance&client=x&site=y";
    let problems = server.admin.get(wrong).await.problems();
    assert_eq!(problems.as_object().unwrap().len(), 4);
    let rights = &[Right::ListPendingactions, Right::ManagePendingactions];
    let stranger = server.scoped_caller(rights, &[other.client], &[]).await;
    let list = stranger.get("/logs/pendingactions/").await;
    assert_eq!((list.header("x-total-count"), &list.json[0]["run"]), ("1", &json!(2)));
    stranger.delete("/logs/pendingactions/1/").await.refused(404, "not_found");
    let path = format!("/agents/{}/pendingactions/", identity.agent_id);
    stranger.get(&path).await.refused(404, "not_found");
    stranger.delete(&path).await.refused(404, "not_found");
}

#[tokio::test]
async fn cancelling_one_drops_its_run_and_a_finished_one_cannot_be_cancelled() {
    let (server, identity) = server_with_agent().await;
    let id = queue(&server, &identity, "tidy").await;
    let path = format!("/logs/pendingactions/{id}/");

    let answer = server.admin.delete(&path).await.ok();

    assert_eq!(answer, "The script tidy on pc-1 was cancelled.");
    assert_eq!(
        (statuses(&server).await, count(&server).await),
        (vec!["cancelled".to_owned()], json!(0))
    );
    let line = server.audit_lines().await.pop().unwrap();
    assert_eq!(line, "admin delete pendingaction admin cancelled the script tidy on pc-1");
    server.admin.delete(&path).await.refused(409, "conflict");
    server.admin.delete("/logs/pendingactions/99/").await.refused(404, "not_found");
}

#[tokio::test]
async fn a_run_that_cannot_wait_is_not_a_pending_action() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let identity = server.add_agent(location, "pc-1").await.obey();
    let path = format!("/agents/{}/cmd/", identity.agent_id);
    let command = json!({ "shell": "sh", "cmd": "id", "timeout": 60 });
    server.admin.post(&path, command).await.ok();

    server.admin.delete("/logs/pendingactions/1/").await.refused(404, "not_found");
    assert_eq!(server.admin.get("/logs/pendingactions/?status=completed").await.ok(), json!([]));
}

#[tokio::test]
async fn cancelling_all_of_an_agent_keeps_those_of_others_and_running_ones() {
    let (server, identity) = server_with_agent().await;
    let location = server.add_site("Other", "Branch").await;
    let other = server.enrol(location, "pc-2").await;
    queue(&server, &identity, "running").await;
    let mut agent = server.connect(&identity).await;
    let run_id = agent.next_order().await.run_id;
    agent.send(FromAgent::Accepted { run_id }).await;
    agent.send(FromAgent::Accepted { run_id: "x".to_owned() }).await;
    agent.receive().await; // Both are stored.
    drop(agent);
    while queue(&server, &identity, "waiting").await < 3 {}
    queue(&server, &other, "other").await;
    // The connection may have ended right after the orders were sent on it.
    let open = "select count(*) from runs where status = 'queued'";
    assert_eq!(sql::number(server.app.db.read(), open, []).await.unwrap(), 3);

    let path = format!("/agents/{}/pendingactions/", identity.agent_id);
    let answer = server.admin.delete(&path).await.ok();

    assert_eq!(answer, "Cancelled 2 pending actions of pc-1.");
    assert_eq!(statuses(&server).await, ["running", "cancelled", "cancelled", "queued"]);
    let answer = server.admin.delete(&path).await.ok();
    assert_eq!(answer, "Cancelled 0 pending actions of pc-1.");
}
