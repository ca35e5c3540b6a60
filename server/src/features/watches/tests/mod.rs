//! One's own watches, through the front door.

mod refusals;

use serde_json::{Value, json};

use crate::auth::Right;
use crate::clock;
use crate::storage::sql;
use crate::testing::{Client, TestServer, until_equal};
use crate::time::Timestamp;

const PATH: &str = "/accounts/watches/";

async fn list(caller: &Client) -> Value {
    caller.get(PATH).await.ok()
}

fn path(watch: &Value) -> String {
    format!("{PATH}{}/", watch["id"])
}

/// Starts a script for an agent that is offline; returns the key of the run.
async fn start_run(server: &TestServer, agent: &str) -> i64 {
    let script = server.add_script("Clean up").await;
    let body = json!({ "script": script, "output": "forget" });
    server.admin.post(&format!("/agents/{agent}/runscript/"), body).await.ok();
    sql::number(server.app.db.read(), "select max(id) from runs", []).await.unwrap()
}

#[tokio::test]
async fn a_watch_is_added_listed_and_removed_by_its_owner() {
    clock::stop();
    let server = TestServer::start().await;
    assert_eq!(list(&server.admin).await, json!([]));
    let site = server.add_site("Acme", "Main").await;
    let agent = server.enrol(site, "pc-1").await.agent_id;
    let body = json!({ "agent": agent, "event": "online" });
    let added = server.admin.post(PATH, body).await.ok();
    let now = Timestamp::now().to_string();
    let expected = json!({
        "id": added["id"], "event": "online", "agent_id": agent, "hostname": "pc-1",
        "run": null, "run_type": null, "script_name": null, "created": now,
    });
    assert_eq!(added, expected);

    let run = start_run(&server, &agent).await;
    let second = server.admin.post(PATH, json!({ "run": run, "event": "ended" })).await.ok();
    let of_run = json!({
        "id": second["id"], "event": "ended", "agent_id": agent, "hostname": "pc-1",
        "run": run, "run_type": "script_run", "script_name": "Clean up", "created": now,
    });
    assert_eq!(second, of_run);
    assert_eq!(list(&server.admin).await, json!([expected, of_run]));

    let answer = server.admin.delete(&path(&added)).await.ok();
    assert_eq!(answer, "You will not be told any more when pc-1 is online.");
    let answer = server.admin.delete(&path(&second)).await.ok();
    assert_eq!(answer, format!("You will not be told any more when run {run} on pc-1 ends."));
    assert_eq!(list(&server.admin).await, json!([]));
    let lines = server.audit_lines().await;
    let of_watches: Vec<&String> = lines.iter().filter(|line| line.contains(" told ")).collect();
    let expected = [
        "admin add user user admin is told when pc-1 is online".to_owned(),
        format!("admin add user user admin is told when run {run} on pc-1 ends"),
        "admin delete user user admin is not told any more when pc-1 is online".to_owned(),
        format!("admin delete user user admin is not told any more when run {run} on pc-1 ends"),
    ];
    assert_eq!(of_watches, expected.iter().collect::<Vec<_>>());
}

#[tokio::test]
async fn the_same_watch_again_is_the_one_that_is_there() {
    let server = TestServer::start().await;
    let site = server.add_site("Acme", "Main").await;
    let agent = server.enrol(site, "pc-1").await.agent_id;
    let run = start_run(&server, &agent).await;
    let bodies =
        [json!({ "agent": agent, "event": "online" }), json!({ "run": run, "event": "ended" })];
    for body in bodies {
        let first = server.admin.post(PATH, body.clone()).await.ok();
        let rows = server.audit().await.len();
        assert_eq!(server.admin.post(PATH, body.clone()).await.ok(), first);
        assert_eq!(server.audit().await.len(), rows);
        // Everybody has their own.
        let other = server.caller_with(Right::ALL).await;
        assert_ne!(other.post(PATH, body).await.ok()["id"], first["id"]);
    }
    assert_eq!(list(&server.admin).await.as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn a_page_learns_that_a_watch_was_added_or_removed_elsewhere() {
    let server = TestServer::start().await;
    let site = server.add_site("Acme", "Main").await;
    let agent = server.enrol(site, "pc-1").await.agent_id;
    let mut page = server.follow(&server.admin, &["watches"]).await;
    let user = server.admin.get("/accounts/me/").await.ok()["id"].clone();
    let body = json!({ "agent": agent, "event": "online" });
    let added = server.admin.post(PATH, body).await.ok();
    server.admin.delete(&path(&added)).await.ok();
    for _ in 0..2 {
        let frame = page.receive().await;
        let expected = json!({ "id": added["id"], "user": user });
        assert_eq!((&frame["type"], &frame["data"]), (&json!("watch.changed"), &expected));
    }
}

#[tokio::test]
async fn a_key_sees_the_watches_of_its_scope_alone() {
    let server = TestServer::start().await;
    let (acme, other) =
        (server.add_site("Acme", "Main").await, server.add_site("Other", "X").await);
    let mut watches = Vec::new();
    for (site, name) in [(acme, "pc-1"), (other, "pc-2")] {
        let agent = server.enrol(site, name).await.agent_id;
        let body = json!({ "agent": agent, "event": "online" });
        watches.push(server.admin.post(PATH, body).await.ok());
    }
    let run = start_run(&server, watches[0]["agent_id"].as_str().unwrap()).await;
    let body = json!({ "run": run, "event": "ended" });
    watches.push(server.admin.post(PATH, body).await.ok());
    let key = async |narrowing: Value| {
        let key = server.admin.post("/accounts/apikeys/", narrowing).await.ok();
        server.anonymous().with_key(key["key"].as_str().unwrap())
    };
    let of_acme = key(json!({ "name": "a", "clients": [acme.client] })).await;
    assert_eq!(list(&of_acme).await, json!([watches[0], watches[2]]));
    of_acme.delete(&path(&watches[1])).await.refused(404, "not_found");
    let history = key(json!({ "name": "b", "rights": ["can_list_agent_history"] })).await;
    assert_eq!(list(&history).await, json!([watches[2]]));
    let agents = key(json!({ "name": "c", "rights": ["can_list_agents"] })).await;
    assert_eq!(list(&agents).await, json!([watches[0], watches[1]]));
}

#[tokio::test]
async fn a_watch_that_fires_while_it_is_removed_is_gone_either_way() {
    let server = TestServer::start().await;
    let site = server.add_site("Acme", "Main").await;
    let identity = server.enrol(site, "pc-1").await;
    let body = json!({ "agent": identity.agent_id, "event": "online" });
    let watch = server.admin.post(PATH, body).await.ok();
    let path = path(&watch);
    let (removed, _agent) = tokio::join!(server.admin.delete(&path), server.connect(&identity));
    assert!(matches!(removed.status, 200 | 404), "{}", removed.text);
    until_equal(&json!([]), async || list(&server.admin).await).await;
}
