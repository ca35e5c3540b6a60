//! Who may freeze and thaw, and who sees what is frozen.

use std::time::Duration;

use serde_json::{Value, json};

use super::{command, freeze, thaw};
use crate::auth::Secret;
use crate::clock;
use crate::features::accounts::console;
use crate::testing::{Client, TestServer};

const PASSWORD: &str = "correct horse battery";

/// A second superuser, logged in.
async fn superuser(server: &TestServer, name: &str) -> Client {
    console::create_user(&server.app, name, &Secret::new(PASSWORD), true).await.unwrap();
    server.session_of(name).await
}

/// The key of a user.
async fn user(server: &TestServer, name: &str) -> Value {
    let users = server.admin.get("/accounts/users/").await.ok();
    let users = users.as_array().unwrap();
    users.iter().find(|user| user["username"] == name).unwrap()["id"].clone()
}

async fn disable(server: &TestServer, name: &str) {
    let path = format!("/accounts/{}/users/", user(server, name).await);
    server.admin.put(&path, json!({ "is_active": false })).await.ok();
}

async fn thaw_as(person: &Client) -> Value {
    person.post("/core/thaw/", json!({})).await.ok()
}

const STAYS: &str = "Everything stays frozen until another superuser confirms the thaw.";
const THAWED: &str = "Everything is thawed.";

#[tokio::test]
async fn where_there_are_two_superusers_both_have_to_thaw() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let cmd = format!("/agents/{}/cmd/", server.enrol(location, "pc-1").await.agent_id);
    let (admin, ann) = (server.session_of("admin").await, superuser(&server, "ann").await);
    freeze(&server, Value::Null).await;

    assert_eq!(thaw_as(&admin).await, STAYS);
    assert_eq!(thaw_as(&admin).await, STAYS, "twice the same is not two");
    server.admin.post(&cmd, command()).await.refused(409, "frozen");
    let shown = ann.get("/core/freeze/").await.ok();
    assert_eq!(shown[0]["client"], Value::Null);
    assert_eq!(shown[0]["frozen_by"], "admin");
    assert_eq!(shown[0]["thaw_requested_by"], "admin");
    assert!(shown[0]["thaw_requested_time"].is_string());

    assert_eq!(thaw_as(&ann).await, THAWED);
    assert_eq!(ann.get("/core/freeze/").await.ok(), json!([]));
    server.admin.post(&cmd, command()).await.refused(409, "agent_offline");
    let lines = server.audit_lines().await;
    let of_freeze = lines.iter().filter(|line| line.contains("everything"));
    assert_eq!(
        of_freeze.collect::<Vec<_>>(),
        [
            "admin modify coresettings admin froze everything",
            "admin modify coresettings admin asked to thaw everything",
            "admin modify coresettings admin asked to thaw everything",
            "ann modify coresettings ann thawed everything",
        ]
    );
}

#[tokio::test]
async fn a_request_counts_for_a_day_and_only_while_its_superuser_is_one() {
    clock::stop();
    let server = TestServer::start().await;
    let (admin, ann) = (server.session_of("admin").await, superuser(&server, "ann").await);
    let bob = superuser(&server, "bob").await;
    freeze(&server, Value::Null).await;
    assert_eq!(thaw_as(&ann).await, STAYS);
    clock::advance(Duration::from_secs(24 * 3600 + 1));
    assert_eq!(thaw_as(&admin).await, STAYS, "it is too old to be confirmed");
    assert_eq!(thaw_as(&bob).await, THAWED);

    freeze(&server, Value::Null).await;
    assert_eq!(thaw_as(&bob).await, STAYS);
    disable(&server, "bob").await;
    assert_eq!(thaw_as(&admin).await, STAYS, "who asked is disabled");
    assert_eq!(thaw_as(&ann).await, THAWED);
}

#[tokio::test]
async fn a_stolen_superuser_cannot_make_the_second_one_or_take_them_away() {
    let server = TestServer::start().await;
    let (admin, _ann) = (server.session_of("admin").await, superuser(&server, "ann").await);
    freeze(&server, Value::Null).await;
    let bob = superuser(&server, "bob").await;
    assert_eq!(thaw_as(&admin).await, STAYS);
    let refusal = bob.post("/core/thaw/", json!({})).await.refused(403, "forbidden");
    let sentence = "You were no superuser when this was frozen: somebody who was has to thaw it.";
    assert_eq!(refusal["detail"], sentence);

    let ann = user(&server, "ann").await;
    let password = json!({ "id": ann, "password": "another horse battery" });
    admin.post("/accounts/users/reset/", password).await.refused(409, "conflict");
    admin.put("/accounts/users/reset_totp/", json!({ "id": ann })).await.refused(409, "conflict");
    disable(&server, "ann").await;
    let refusal = admin.post("/core/thaw/", json!({})).await.refused(409, "conflict");
    let sentence =
        "No other superuser can confirm the thaw any more: use muster thaw on the server.";
    assert_eq!(refusal["detail"], sentence);
    thaw(&server, None).await;
    let password = json!({ "id": ann, "password": "another horse battery" });
    admin.post("/accounts/users/reset/", password).await.ok();
}

#[tokio::test]
async fn an_api_key_freezes_but_does_not_thaw_and_the_console_needs_nobody() {
    let server = TestServer::start().await;
    superuser(&server, "ann").await;
    let path = "/core/thaw/";
    freeze(&server, Value::Null).await;
    let refusal = server.admin.post(path, json!({})).await.refused(403, "forbidden");
    let sentence = "An API key cannot thaw: log in with your password and code.";
    assert_eq!(refusal["detail"], sentence);
    let refusal = server.admin.post("/core/freeze/", json!({})).await.refused(409, "conflict");
    assert_eq!(refusal["detail"], "Everything is frozen already.");

    thaw(&server, None).await;
    let admin = server.session_of("admin").await;
    let refusal = admin.post(path, json!({})).await.refused(409, "conflict");
    assert_eq!(refusal["detail"], "There is no freeze of everything.");
    let unknown = json!({ "client": 99 });
    for path in ["/core/freeze/", path] {
        let problems = admin.post(path, unknown.clone()).await.problems();
        assert_eq!(problems, json!({ "client": ["There is no such client."] }));
    }
    let lines = server.audit_lines().await;
    assert_eq!(lines.last().unwrap(), "console modify coresettings console thawed everything");
}

#[tokio::test]
async fn a_client_is_frozen_by_itself_and_others_do_not_see_it() {
    let server = TestServer::start().await;
    let (cold, warm) = (server.add_site("A", "Main").await, server.add_site("B", "Main").await);
    let cmd = |agent_id: &str| format!("/agents/{agent_id}/cmd/");
    let (in_cold, in_warm) =
        (server.enrol(cold, "pc-1").await.agent_id, server.enrol(warm, "pc-2").await.agent_id);
    freeze(&server, json!(cold.client)).await;
    server.admin.post(&cmd(&in_cold), command()).await.refused(409, "frozen");
    server.admin.post(&cmd(&in_warm), command()).await.refused(409, "agent_offline");

    freeze(&server, Value::Null).await;
    let names = async |caller: &Client| -> Vec<Value> {
        let shown = caller.get("/core/freeze/").await.ok();
        shown.as_array().unwrap().iter().map(|row| row["client_name"].clone()).collect()
    };
    assert_eq!(names(&server.admin).await, [Value::Null, json!("A")]);
    let there = server.scoped_caller(&[], &[cold.client], &[]).await;
    assert_eq!(names(&there).await, [Value::Null, json!("A")]);
    let elsewhere = server.scoped_caller(&[], &[warm.client], &[]).await;
    assert_eq!(names(&elsewhere).await, [Value::Null]);
    thaw(&server, None).await;
    server.admin.post(&cmd(&in_cold), command()).await.refused(409, "frozen");
    let lines = server.audit_lines().await;
    assert!(lines.contains(&"admin modify client admin froze A".to_owned()), "{lines:?}");
}
