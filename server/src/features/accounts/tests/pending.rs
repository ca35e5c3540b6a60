//! What waits in the name of a user or an API key, and ends with them.

use muster_protocol::{FromAgent, ToAgent};
use serde_json::{Value, json};

use super::{audit_lines, run};
use crate::auth::Right;
use crate::storage::sql;
use crate::testing::{Client, FakeAgent, Identity, Location, TestServer, output};

async fn server_with_site() -> (TestServer, Location) {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    (server, location)
}

/// Starts a script that waits for its agent if that is offline.
async fn start(server: &TestServer, caller: &Client, agent: &Identity, name: &str) {
    let body = json!({ "script": server.add_script(name).await, "output": "forget" });
    caller.post(&format!("/agents/{}/runscript/", agent.agent_id), body).await.ok();
}

/// Status and problem of every run, oldest first.
async fn runs(server: &TestServer) -> Vec<String> {
    let text = "select status || ' ' || problem from runs order by id";
    sql::values(server.app.db.read(), text, []).await.unwrap()
}

async fn disable(server: &TestServer, user: &Value) {
    let path = format!("/accounts/{}/users/", user["id"]);
    server.admin.put(&path, json!({ "is_active": false })).await.ok();
}

/// The message after orders, which may come more than once.
async fn after_orders(agent: &mut FakeAgent) -> Option<ToAgent> {
    loop {
        match agent.receive().await {
            Some(ToAgent::Order(_)) => continue,
            message => return message,
        }
    }
}

#[tokio::test]
async fn disabling_a_user_cancels_what_waits_in_their_name_and_a_list_shows_it_before() {
    let (server, location) = server_with_site().await;
    let away = server.enrol(location, "pc-1").await;
    let caller = server.caller_with(&[Right::RunScripts]).await;
    let me = caller.get("/accounts/me/").await.ok();
    start(&server, &caller, &away, "theirs").await;
    start(&server, &server.admin, &away, "ours").await;
    let path = format!("/accounts/{}/pending/", me["id"]);
    let shown = server.admin.get(&path).await.ok();
    let pending = server.admin.get("/logs/pendingactions/?ordering=id").await.ok();
    let expected = json!({ "run_count": 1, "bulk_count": 0, "runs": [pending[0]], "bulks": [] });
    assert_eq!(shown, expected);
    assert_eq!(shown["runs"][0]["description"], "run the script theirs");
    let mut watcher = server.follow(&server.admin, &["pending"]).await;

    disable(&server, &me).await;

    let name = me["username"].as_str().unwrap();
    let dropped = format!("cancelled the user {name} was disabled");
    assert_eq!(runs(&server).await, [dropped.as_str(), "queued "]);
    let line = format!("admin modify user changed user {name} and cancelled 1 run that waited");
    assert_eq!(audit_lines(&server).await.last(), Some(&line));
    let nothing = json!({ "run_count": 0, "bulk_count": 0, "runs": [], "bulks": [] });
    assert_eq!(server.admin.get(&path).await.ok(), nothing);
    assert_eq!(watcher.receive_event("removed").await["data"]["id"], 1);
    let mut agent = server.connect(&away).await;
    assert_eq!(output(&agent.next_order().await), "ours");
}

#[tokio::test]
async fn an_order_that_was_sent_just_before_is_cancelled_on_its_agent() {
    let (server, location) = server_with_site().await;
    let mut agent = server.add_agent(location, "pc-1").await;
    let caller = server.caller_with(&[Right::RunScripts]).await;
    let me = caller.get("/accounts/me/").await.ok();
    start(&server, &caller, &agent.identity, "theirs").await;
    let run_id = agent.next_order().await.run_id;

    disable(&server, &me).await;

    assert_eq!(after_orders(&mut agent).await, Some(ToAgent::Cancel { run_id }));
}

#[tokio::test]
async fn a_reboot_that_waits_on_its_agent_for_its_time_is_cancelled_too() {
    let (server, location) = server_with_site().await;
    let mut agent = server.add_agent(location, "pc-1").await;
    let caller = server.caller_with(&[Right::RebootAgents]).await;
    let me = caller.get("/accounts/me/").await.ok();
    let path = format!("/agents/{}/reboot/", agent.identity.agent_id);
    caller.patch(&path, json!({ "datetime": "2199-01-31T13:30" })).await.ok();
    let run_id = agent.next_order().await.run_id;
    agent.send(FromAgent::Accepted { run_id: run_id.clone() }).await;
    agent.send(FromAgent::Accepted { run_id: "unknown".to_owned() }).await;
    let stored = ToAgent::Closed { run_id: "unknown".to_owned() };
    assert_eq!(after_orders(&mut agent).await, Some(stored));
    let pending = format!("/accounts/{}/pending/", me["id"]);
    let shown = server.admin.get(&pending).await.ok();
    assert_eq!(shown["runs"][0]["action_type"], "schedreboot");

    disable(&server, &me).await;

    assert_eq!(agent.receive().await, Some(ToAgent::Cancel { run_id }));
}

#[tokio::test]
async fn deleting_a_user_cancels_what_waits_and_running_runs_go_on() {
    let (server, location) = server_with_site().await;
    let away = server.enrol(location, "pc-1").await;
    let mut agent = server.add_agent(location, "pc-2").await;
    let caller = server.caller_with(&[Right::RunScripts]).await;
    let me = caller.get("/accounts/me/").await.ok();
    start(&server, &caller, &away, "waiting").await;
    start(&server, &caller, &agent.identity, "running").await;
    let run_id = agent.next_order().await.run_id;
    agent.send(FromAgent::Accepted { run_id: run_id.clone() }).await;
    agent.send(FromAgent::Accepted { run_id: "unknown".to_owned() }).await;
    let stored = ToAgent::Closed { run_id: "unknown".to_owned() };
    assert_eq!(after_orders(&mut agent).await, Some(stored));

    let path = format!("/accounts/{}/users/", me["id"]);
    let answer = server.admin.delete(&path).await.ok();

    let name = me["username"].as_str().unwrap();
    assert_eq!(answer, json!(format!("deleted user {name} and cancelled 1 run that waited")));
    let dropped = format!("cancelled the user {name} was deleted");
    assert_eq!(runs(&server).await, [dropped.as_str(), "running "]);
    server.admin.get(&format!("/accounts/{}/pending/", me["id"])).await.refused(404, "not_found");
}

#[tokio::test]
async fn revoking_a_key_cancels_what_was_asked_for_with_it_and_nothing_else() {
    let (server, location) = server_with_site().await;
    let away = server.enrol(location, "pc-1").await;
    let made = server.admin.post("/accounts/apikeys/", json!({ "name": "robot" })).await.ok();
    let robot = server.anonymous().with_key(made["key"].as_str().unwrap());
    let user = made["user"].clone();
    start(&server, &server.admin, &away, "ours").await;
    start(&server, &robot, &away, "theirs").await;
    let path = format!("/accounts/{user}/pending/");
    assert_eq!(server.admin.get(&path).await.ok()["run_count"], 2);
    let of_key = format!("{path}?key={}", made["id"]);
    let shown = server.admin.get(&of_key).await.ok();
    assert_eq!((&shown["run_count"], &shown["runs"][0]["id"]), (&json!(1), &json!(2)));

    let key = format!("/accounts/apikeys/{}/", made["id"]);
    let answer = server.admin.delete(&key).await.ok();

    let message = "revoked API key robot of user admin and cancelled 1 run that waited";
    assert_eq!(answer, json!(message));
    assert_eq!(runs(&server).await, ["queued ", "cancelled the API key robot was revoked"]);
    server.admin.get(&of_key).await.refused(404, "not_found");
    let problems = server.admin.get(&format!("{path}?key=x")).await.problems();
    assert_eq!(problems, json!({ "key": ["Must be a whole number."] }));
}

#[tokio::test]
async fn what_waits_is_shown_in_scope_and_in_detail_only_with_the_right_to_it() {
    let (server, location) = server_with_site().await;
    let elsewhere = server.add_site("Other", "Main").await;
    let (here, there) =
        (server.enrol(location, "pc-1").await, server.enrol(elsewhere, "pc-2").await);
    let caller = server.caller_with(&[Right::RunScripts]).await;
    let me = caller.get("/accounts/me/").await.ok();
    start(&server, &caller, &here, "here").await;
    start(&server, &caller, &there, "there").await;
    let path = format!("/accounts/{}/pending/", me["id"]);

    let accountant = server.caller_with(&[Right::ListAccounts]).await;
    let expected = json!({ "run_count": 2, "bulk_count": 0, "runs": [], "bulks": [] });
    assert_eq!(accountant.get(&path).await.ok(), expected);
    let rights = [Right::ListAccounts, Right::ListPendingactions];
    let neighbour = server.scoped_caller(&rights, &[elsewhere.client], &[]).await;
    let shown = neighbour.get(&path).await.ok();
    assert_eq!((&shown["run_count"], &shown["runs"][0]["hostname"]), (&json!(1), &json!("pc-2")));
    accountant.get("/accounts/999/pending/").await.refused(404, "not_found");
}

#[tokio::test]
async fn what_a_disabled_user_had_stored_too_late_is_not_delivered() {
    let (server, location) = server_with_site().await;
    let away = server.enrol(location, "pc-1").await;
    let caller = server.caller_with(&[Right::RunScripts]).await;
    start(&server, &caller, &away, "theirs").await;
    // As if the request had come between the check of its key and the change.
    run(&server, "update users set is_active = false where username <> 'admin'").await;

    server.connect(&away).await.catch_up().await;

    assert_eq!(runs(&server).await, ["queued "]);
}
