//! API keys: created, narrowed, rotated, revoked.

use std::time::Duration;

use serde_json::{Value, json};

use super::{
    TIMES, add_person, add_person_with_role, add_role, audit_lines, last_change, run, without,
};
use crate::auth::Right;
use crate::clock;
use crate::testing::{Client, TestServer};
use crate::time::Timestamp;

async fn make(server: &TestServer, fields: Value) -> (Value, Client) {
    let key = server.admin.post("/accounts/apikeys/", fields).await.ok();
    let caller = server.anonymous().with_key(key["key"].as_str().unwrap());
    (key, caller)
}

fn path(key: &Value) -> String {
    format!("/accounts/apikeys/{}/", key["id"])
}

#[tokio::test]
async fn a_key_is_shown_once_and_works() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let ann = add_person(&server, "ann").await;
    let fields = json!({
        "name": " backup ", "user": ann.id, "expiration": "2100-01-01T01:00:00+01:00",
        "read_only": true, "rights": ["can_list_agents"], "clients": [location.client],
        "sites": [location.site], "networks": ["127.0.0.0/8", "10.1.2.3"], "key": "ignored",
    });

    let (key, caller) = make(&server, fields).await;

    let secret = key["key"].as_str().unwrap();
    assert!(secret.len() >= 32);
    let shown = without(key.clone(), &["key"]);
    assert_eq!(
        without(shown.clone(), TIMES),
        json!({
            "id": key["id"], "name": "backup", "prefix": secret[..6], "user": ann.id,
            "username": "ann", "expiration": "2100-01-01T00:00:00Z", "read_only": true,
            "rights": ["can_list_agents"], "clients": [location.client], "sites": [location.site],
            "networks": ["127.0.0.0/8", "10.1.2.3/32"], "last_used": null, "last_used_ip": "",
            "created_by": "admin", "modified_by": "admin",
        })
    );
    assert_eq!(server.admin.get(&path(&key)).await.ok(), shown);
    let list = server.admin.get("/accounts/apikeys/").await.ok();
    assert_eq!(list[0], shown);
    assert_eq!(
        audit_lines(&server).await.last().unwrap(),
        "admin add apikey created API key backup of user ann"
    );
    assert_eq!(last_change(&server).await, (Value::Null, shown));
    caller.get("/accounts/me/").await.ok();
}

#[tokio::test]
async fn a_key_is_the_callers_own_unless_it_names_a_user() {
    let server = TestServer::start().await;
    let (key, caller) = make(&server, json!({ "name": "mine" })).await;
    assert_eq!(key["username"], "admin");
    assert_eq!(caller.get("/accounts/me/").await.ok()["username"], "admin");
}

#[tokio::test]
async fn all_problems_of_a_key_are_reported_at_once() {
    let server = TestServer::start().await;
    let body = json!({ "expiration": "tomorrow", "read_only": "x", "rights": ["can_fly"],
                       "clients": "x", "networks": ["10.0.0.0/33", "::1/128"] });
    assert_eq!(
        server.admin.post("/accounts/apikeys/", body).await.problems(),
        json!({
            "name": ["Enter a name."],
            "expiration": ["Must be a time such as 2026-01-31T13:30:00Z."],
            "read_only": ["Must be true or false."],
            "rights[0]": ["There is no such right."],
            "clients": ["Must be a list of whole numbers."],
            "networks[0]": ["Must be a network such as 10.0.0.0/8, or an address."],
        })
    );
    let refused = |fields: Value| {
        let admin = server.admin.clone();
        async move { admin.post("/accounts/apikeys/", fields).await.problems() }
    };
    let past = json!({ "name": "k", "expiration": "2020-01-01T00:00:00Z" });
    assert_eq!(refused(past).await, json!({ "expiration": ["Must be in the future."] }));
    let nobody = json!({ "name": "k", "user": 999_999 });
    assert_eq!(refused(nobody).await, json!({ "user": ["There is no such user."] }));
    let nowhere = json!({ "name": "k", "sites": [999_999] });
    assert_eq!(refused(nowhere).await, json!({ "sites[0]": ["There is no such site."] }));
    let long = json!({ "name": "k".repeat(101) });
    assert_eq!(refused(long).await, json!({ "name": ["Must have at most 100 characters."] }));
}

#[tokio::test]
async fn the_name_of_a_key_is_unique_regardless_of_case() {
    let server = TestServer::start().await;
    make(&server, json!({ "name": "one" })).await;
    let (two, _) = make(&server, json!({ "name": "two" })).await;
    let taken = json!({ "name": ["This name is already used."] });

    let made = server.admin.post("/accounts/apikeys/", json!({ "name": "ONE" })).await;
    assert_eq!(made.problems(), taken);
    assert_eq!(server.admin.put(&path(&two), json!({ "name": "One" })).await.problems(), taken);
    server.admin.put(&path(&two), json!({ "name": "Two" })).await.ok();
}

#[tokio::test]
async fn a_key_is_changed_in_part_and_keeps_its_secret() {
    let server = TestServer::start().await;
    let (key, caller) = make(&server, json!({ "name": "k", "read_only": true })).await;
    let old = server.admin.get(&path(&key)).await.ok();

    let body = json!({ "rights": ["can_list_clients"], "key": "mine now" });
    let new = server.admin.put(&path(&key), body).await.ok();

    let mut expected = without(old.clone(), TIMES);
    expected["rights"] = json!(["can_list_clients"]);
    assert_eq!(without(new.clone(), TIMES), expected);
    assert_eq!(last_change(&server).await, (old, new));
    assert_eq!(audit_lines(&server).await.last().unwrap(), "admin modify apikey changed API key k");
    caller.get("/clients/").await.ok();
    caller.get("/accounts/users/").await.refused(403, "forbidden");
}

#[tokio::test]
async fn an_expired_key_is_refused_and_can_still_be_renamed() {
    let server = TestServer::start().await;
    let day = Duration::from_secs(24 * 60 * 60);
    let fields = json!({ "name": "k", "expiration": Timestamp::now().plus(day) });
    let (key, caller) = make(&server, fields).await;
    caller.get("/accounts/me/").await.ok();

    clock::advance(day);

    caller.get("/accounts/me/").await.refused(401, "expired_credentials");
    let body = json!({ "name": "old", "expiration": key["expiration"] });
    server.admin.put(&path(&key), body).await.ok();
    server.admin.put(&path(&key), json!({ "expiration": null })).await.ok();
    caller.get("/accounts/me/").await.ok();
}

#[tokio::test]
async fn a_key_bound_to_other_networks_is_refused_here() {
    let server = TestServer::start().await;
    let fields = json!({ "name": "k", "networks": ["10.0.0.0/8"] });
    let (key, caller) = make(&server, fields).await;
    caller.get("/accounts/me/").await.refused(403, "forbidden");

    server.admin.put(&path(&key), json!({ "networks": ["127.0.0.1/32"] })).await.ok();

    caller.get("/accounts/me/").await.ok();
}

#[tokio::test]
async fn a_rotated_key_works_at_once_and_the_old_one_for_the_overlap() {
    let server = TestServer::start().await;
    let (key, first) = make(&server, json!({ "name": "k" })).await;
    let rotate = format!("{}rotate/", path(&key));

    let rotated = server.admin.post(&rotate, json!({ "overlap_hours": 168 })).await.ok();

    let secret = rotated["key"].as_str().unwrap();
    assert_ne!(rotated["key"], key["key"]);
    let mut expected = without(key.clone(), &["key", "modified_time"]);
    expected["prefix"] = json!(secret[..6]);
    assert_eq!(without(rotated.clone(), &["key", "modified_time"]), expected);
    let second = server.anonymous().with_key(secret);
    first.get("/accounts/me/").await.ok();
    second.get("/accounts/me/").await.ok();
    run(&server, "update api_keys set old_key_until = 1").await;
    first.get("/accounts/me/").await.refused(401, "invalid_credentials");

    let third = server.admin.post(&rotate, json!({})).await.ok();
    second.get("/accounts/me/").await.refused(401, "invalid_credentials");
    server.anonymous().with_key(third["key"].as_str().unwrap()).get("/accounts/me/").await.ok();
    let line = "admin modify apikey rotated API key k, overlap 168 h";
    assert_eq!(audit_lines(&server).await[1], line);
    let problems = server.admin.post(&rotate, json!({ "overlap_hours": 169 })).await.problems();
    assert_eq!(problems, json!({ "overlap_hours": ["Must be 0 to 168."] }));
    let nothing = server.admin.post("/accounts/apikeys/999999/rotate/", json!({})).await;
    nothing.refused(404, "not_found");
}

#[tokio::test]
async fn a_revoked_key_stops_working_at_once() {
    let server = TestServer::start().await;
    let (key, caller) = make(&server, json!({ "name": "k" })).await;

    let answer = server.admin.delete(&path(&key)).await.ok();

    assert_eq!(answer, json!("revoked API key k of user admin"));
    caller.get("/accounts/me/").await.refused(401, "invalid_credentials");
    server.admin.get(&path(&key)).await.refused(404, "not_found");
    server.admin.put(&path(&key), json!({})).await.refused(404, "not_found");
    server.admin.delete(&path(&key)).await.refused(404, "not_found");
    let line = "admin delete apikey revoked API key k of user admin";
    assert_eq!(audit_lines(&server).await.last().unwrap(), line);
}

#[tokio::test]
async fn each_call_about_keys_needs_its_right() {
    let server = TestServer::start().await;
    let (key, _) = make(&server, json!({ "name": "k" })).await;
    let one = path(&key);
    let reader = server.caller_with(&[Right::ListApiKeys]).await;
    let writer = server.caller_with(&[Right::ManageApiKeys]).await;

    reader.get("/accounts/apikeys/").await.ok();
    reader.get(&one).await.ok();
    for reply in [
        reader.post("/accounts/apikeys/", json!({})).await,
        reader.put(&one, json!({})).await,
        reader.delete(&one).await,
        reader.post(&format!("{one}rotate/"), json!({})).await,
        writer.get("/accounts/apikeys/").await,
        writer.get(&one).await,
    ] {
        reply.refused(403, "forbidden");
    }
    writer.post("/accounts/apikeys/", json!({ "name": "own" })).await.ok();
}

#[tokio::test]
async fn a_credential_whose_stored_lists_are_damaged_opens_nothing() {
    let server = TestServer::start().await;
    let client = server.add_site("Acme", "Main").await.client;
    for column in ["rights", "clients", "sites"] {
        let (key, caller) = make(&server, json!({ "name": column, "clients": [client] })).await;
        caller.get("/accounts/me/").await.ok();
        run(&server, &format!("update api_keys set {column} = '[' where id = {}", key["id"])).await;
        caller.get("/accounts/me/").await.refused(401, "invalid_credentials");
    }

    let fields = json!({ "name": "Acme", "can_list_agents": true, "can_view_clients": [client] });
    let role = add_role(&server, fields).await;
    let session = add_person_with_role(&server, "ann", role.clone()).await.session(&server).await;
    run(&server, &format!("update roles set can_view_clients = '[' where id = {role}")).await;
    session.get("/accounts/me/").await.refused(401, "invalid_credentials");
}
