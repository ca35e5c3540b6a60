//! Nobody grants more than they hold, nor changes somebody who holds more.

use serde_json::{Value, json};

use super::{PASSWORD, add_person, add_person_with_role, add_role, audit_lines};
use crate::auth::Right;
use crate::testing::{Client, Location, TestServer};

const MANAGER: &[Right] =
    &[Right::ManageAccounts, Right::ManageRoles, Right::ManageApiKeys, Right::ListAgents];

#[tokio::test]
async fn a_role_with_a_right_its_maker_lacks_is_refused() {
    let server = TestServer::start().await;
    let manager = server.caller_with(MANAGER).await;

    let more = json!({ "name": "More", "can_list_agents": true, "can_send_cmd": true });
    let refusal = manager.post("/accounts/roles/", more).await.refused(403, "forbidden");
    assert_eq!(refusal["detail"], "This is more than you have yourself: can_send_cmd.");
    let all = json!({ "name": "All", "is_superuser": true });
    manager.post("/accounts/roles/", all).await.refused(403, "forbidden");
    let same = json!({ "name": "Same", "can_list_agents": true });
    let role = manager.post("/accounts/roles/", same).await.ok();

    let path = format!("/accounts/roles/{}/", role["id"]);
    manager.put(&path, json!({ "can_send_cmd": true })).await.refused(403, "forbidden");
    let strong = add_role(&server, json!({ "name": "Strong", "can_send_cmd": true })).await;
    let path = format!("/accounts/roles/{strong}/");
    manager.put(&path, json!({ "can_send_cmd": false })).await.refused(403, "forbidden");
    manager.delete(&path).await.refused(403, "forbidden");
}

#[tokio::test]
async fn roles_are_written_only_by_callers_without_a_scope() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let role = add_role(&server, json!({ "name": "R" })).await;
    let scoped = server.scoped_caller(MANAGER, &[location.client], &[]).await;
    let path = format!("/accounts/roles/{role}/");

    scoped.post("/accounts/roles/", json!({ "name": "S" })).await.refused(403, "forbidden");
    scoped.put(&path, json!({ "name": "S" })).await.refused(403, "forbidden");
    scoped.delete(&path).await.refused(403, "forbidden");
}

#[tokio::test]
async fn a_user_with_more_rights_than_the_caller_cannot_be_changed() {
    let server = TestServer::start().await;
    let manager = server.caller_with(MANAGER).await;
    let strong = add_role(&server, json!({ "name": "Strong", "can_send_cmd": true })).await;
    let weak = add_role(&server, json!({ "name": "Weak", "can_list_agents": true })).await;
    let ann = add_person_with_role(&server, "ann", strong.clone()).await;
    let session = ann.session(&server).await;
    let admin = server.admin.get("/accounts/me/").await.ok();
    let sessions = server.admin.get(&format!("/accounts/users/{}/sessions/", ann.id)).await.ok();
    let before = audit_lines(&server).await.len();

    for id in [json!(ann.id), admin["id"].clone()] {
        let one = format!("/accounts/{id}/users/");
        let password = json!({ "id": id, "password": "another good one" });
        for reply in [
            manager.put(&one, json!({ "first_name": "x" })).await,
            manager.put(&one, json!({ "role": weak })).await,
            manager.delete(&one).await,
            manager.post("/accounts/users/reset/", password).await,
            manager.put("/accounts/users/reset_totp/", json!({ "id": id })).await,
            manager.delete(&format!("/accounts/users/{id}/sessions/")).await,
            manager.post("/accounts/apikeys/", json!({ "name": "k", "user": id })).await,
        ] {
            reply.refused(403, "forbidden");
        }
    }
    let digest = sessions[0]["digest"].as_str().unwrap();
    let one = manager.delete(&format!("/accounts/sessions/{digest}/")).await;
    one.refused(403, "forbidden");
    session.get("/accounts/me/").await.ok();
    assert_eq!(audit_lines(&server).await.len(), before);
}

#[tokio::test]
async fn a_user_is_given_only_a_role_the_caller_covers() {
    let server = TestServer::start().await;
    let manager = server.caller_with(MANAGER).await;
    let strong = add_role(&server, json!({ "name": "Strong", "can_send_cmd": true })).await;
    let root = add_role(&server, json!({ "name": "Root", "is_superuser": true })).await;
    let weak = add_role(&server, json!({ "name": "Weak", "can_list_agents": true })).await;
    let body =
        |name: &str, role: &Value| json!({ "username": name, "password": PASSWORD, "role": role });

    for role in [&strong, &root] {
        let made = manager.post("/accounts/users/", body("ann", role)).await;
        made.refused(403, "forbidden");
    }
    let ann = manager.post("/accounts/users/", body("ann", &weak)).await.ok();
    let one = format!("/accounts/{}/users/", ann["id"]);
    manager.put(&one, json!({ "role": strong })).await.refused(403, "forbidden");
    manager.put(&one, json!({ "role": null })).await.ok();
    manager.put(&one, json!({ "role": weak })).await.ok();
    manager.delete(&one).await.ok();
}

#[tokio::test]
async fn a_scoped_caller_grants_only_clients_and_sites_within_their_scope() {
    let server = TestServer::start().await;
    let (acme, other) =
        (server.add_site("Acme", "Main").await, server.add_site("Other", "Main").await);
    let by_client = server.scoped_caller(MANAGER, &[acme.client], &[]).await;
    let by_site = server.scoped_caller(MANAGER, &[], &[acme.site]).await;

    // Role's clients and sites; who may give it.
    let cases: [(&[i64], &[i64], bool, bool); 5] = [
        (&[acme.client], &[], true, false),
        (&[], &[acme.site], true, true),
        (&[], &[acme.site, other.site], false, false),
        (&[acme.client, other.client], &[], false, false),
        (&[], &[], false, false),
    ];
    for (index, (clients, sites, client_may, site_may)) in cases.into_iter().enumerate() {
        let fields = json!({ "name": format!("Role {index}"), "can_list_agents": true,
                             "can_view_clients": clients, "can_view_sites": sites });
        let role = add_role(&server, fields).await;
        for (caller, may, name) in [(&by_client, client_may, "c"), (&by_site, site_may, "s")] {
            let made = add(caller, &format!("{name}{index}"), &role).await;
            assert_eq!(made, if may { 200 } else { 403 }, "{name} {index}");
        }
    }
    // A user without any right is no risk, in any scope.
    assert_eq!(add(&by_site, "nobody", &Value::Null).await, 200);
}

async fn add(caller: &Client, name: &str, role: &Value) -> u16 {
    let body = json!({ "username": name, "password": PASSWORD, "role": role });
    caller.post("/accounts/users/", body).await.status
}

/// A key of the superuser `admin`, narrowed.
async fn narrowed(server: &TestServer, name: &str, mut fields: Value) -> Client {
    fields["name"] = json!(name);
    let key = server.admin.post("/accounts/apikeys/", fields).await.ok();
    server.anonymous().with_key(key["key"].as_str().unwrap())
}

#[tokio::test]
async fn a_key_never_creates_one_with_more_rights() {
    let server = TestServer::start().await;
    let rights = json!(["can_manage_api_keys", "can_list_agents"]);
    let key = narrowed(&server, "narrow", json!({ "rights": rights })).await;
    let make = |name: &str, mut fields: Value| {
        fields["name"] = json!(name);
        let key = key.clone();
        async move { key.post("/accounts/apikeys/", fields).await.status }
    };

    assert_eq!(make("a", json!({})).await, 403);
    assert_eq!(make("b", json!({ "rights": ["can_send_cmd"] })).await, 403);
    assert_eq!(make("c", json!({ "read_only": true })).await, 403);
    assert_eq!(make("d", json!({ "rights": ["can_list_agents"] })).await, 200);
    assert_eq!(make("e", json!({ "rights": rights, "read_only": true })).await, 200);
}

#[tokio::test]
async fn a_scoped_key_makes_only_keys_within_its_scope() {
    let server = TestServer::start().await;
    let (acme, other): (Location, Location) =
        (server.add_site("Acme", "Main").await, server.add_site("Other", "Main").await);
    let key = narrowed(&server, "scoped", json!({ "clients": [acme.client] })).await;
    let make = |name: &str, mut fields: Value| {
        fields["name"] = json!(name);
        let key = key.clone();
        async move { key.post("/accounts/apikeys/", fields).await.status }
    };

    assert_eq!(make("a", json!({})).await, 403);
    assert_eq!(make("b", json!({ "clients": [other.client] })).await, 403);
    assert_eq!(make("c", json!({ "clients": [acme.client], "sites": [other.site] })).await, 403);
    assert_eq!(make("d", json!({ "clients": [acme.client] })).await, 200);
    assert_eq!(make("e", json!({ "sites": [acme.site] })).await, 200);
}

#[tokio::test]
async fn a_key_bound_to_networks_or_a_time_makes_only_such_keys() {
    let server = TestServer::start().await;
    let bounds = json!({ "networks": ["127.0.0.0/8"], "expiration": "2100-01-01T00:00:00Z" });
    let key = narrowed(&server, "bound", bounds.clone()).await;
    let make = |name: &str, networks: Value, expiration: Value| {
        let fields = json!({ "name": name, "networks": networks, "expiration": expiration });
        let key = key.clone();
        async move { key.post("/accounts/apikeys/", fields).await.status }
    };
    let (inside, end) = (json!(["127.0.0.1"]), json!("2100-01-01T00:00:00Z"));

    assert_eq!(make("a", json!([]), end.clone()).await, 403);
    assert_eq!(make("b", json!(["10.0.0.0/8", "127.0.0.1"]), end.clone()).await, 403);
    assert_eq!(make("c", inside.clone(), Value::Null).await, 403);
    assert_eq!(make("d", inside.clone(), json!("2100-01-01T00:00:01Z")).await, 403);
    assert_eq!(make("e", inside, end).await, 200);
}

#[tokio::test]
async fn a_narrowed_key_does_not_widen_itself_nor_its_user() {
    let server = TestServer::start().await;
    let rights = json!(["can_manage_api_keys", "can_list_api_keys", "can_manage_accounts"]);
    let key = narrowed(&server, "narrow", json!({ "rights": rights })).await;
    let keys = key.get("/accounts/apikeys/?search=name:narrow").await.ok();
    let path = format!("/accounts/apikeys/{}/", keys[0]["id"]);

    key.put(&path, json!({ "rights": [] })).await.refused(403, "forbidden");
    key.put(&path, json!({ "name": "narrower", "rights": ["can_list_api_keys"] })).await.ok();
    server.admin.put(&path, json!({ "rights": rights })).await.ok();
    // The password of its user would open everything.
    let password = json!({ "id": keys[0]["user"], "password": "another good one" });
    key.post("/accounts/users/reset/", password).await.refused(403, "forbidden");
    // So would the other keys of its user.
    let others = server.admin.get("/accounts/apikeys/?search=-narrower").await.ok();
    let rotate = format!("/accounts/apikeys/{}/rotate/", others[0]["id"]);
    key.post(&rotate, json!({})).await.refused(403, "forbidden");
}

#[tokio::test]
async fn a_key_bound_to_networks_or_a_time_makes_and_opens_no_account() {
    let server = TestServer::start().await;
    let role = add_role(&server, json!({ "name": "Role", "can_list_agents": true })).await;
    let ann = add_person(&server, "ann").await;
    let (one, role_path) =
        (format!("/accounts/{}/users/", ann.id), format!("/accounts/roles/{role}/"));
    server.admin.put(&one, json!({ "is_active": false })).await.ok();
    let sentence = "Your own key expires or works from some networks only, and this would not: \
                    log in, or use a key without these bounds.";

    let until = json!({ "expiration": "2100-01-01T00:00:00Z" });
    for bounds in [json!({ "networks": ["127.0.0.1"] }), until] {
        let key = narrowed(&server, &bounds.to_string(), bounds.clone()).await;
        let before = audit_lines(&server).await.len();
        let user = json!({ "username": "eve", "password": PASSWORD });
        let password = json!({ "id": ann.id, "password": "another good one" });
        for reply in [
            key.post("/accounts/users/", user).await,
            key.post("/accounts/users/reset/", password).await,
            key.put("/accounts/users/reset/", json!({ "id": ann.id })).await,
            key.put("/accounts/users/reset_totp/", json!({ "id": ann.id })).await,
            key.put(&one, json!({ "role": role })).await,
            key.put(&one, json!({ "is_active": true })).await,
            key.put(&role_path, json!({ "can_send_cmd": true })).await,
        ] {
            assert_eq!(reply.refused(403, "forbidden")["detail"], sentence);
        }
        assert_eq!(audit_lines(&server).await.len(), before);
        key.put(&one, json!({ "first_name": "Ann", "role": null })).await.ok();
        key.put(&role_path, json!({ "name": bounds.to_string() })).await.ok();
    }
}

/// A key of this user that the caller makes.
async fn key_for(server: &TestServer, maker: &Client, name: &str, user: i64) -> Client {
    let key = json!({ "name": name, "user": user });
    let key = maker.post("/accounts/apikeys/", key).await.ok();
    server.anonymous().with_key(key["key"].as_str().unwrap())
}

#[tokio::test]
async fn a_key_made_for_a_user_without_rights_is_revoked_when_they_get_more_than_its_maker_holds() {
    let server = TestServer::start().await;
    let manager = server.caller_with(MANAGER).await;
    let strong = add_role(&server, json!({ "name": "Strong", "can_send_cmd": true })).await;
    let weak = add_role(&server, json!({ "name": "Weak", "can_list_agents": true })).await;
    let (ann, ben) = (add_person(&server, "ann").await, add_person(&server, "ben").await);
    let session = ann.session(&server).await;
    let planted = key_for(&server, &manager, "planted", ann.id).await;
    let handed_on = json!({ "name": "rotated", "user": ann.id });
    let handed_on = server.admin.post("/accounts/apikeys/", handed_on).await.ok();
    let rotate = format!("/accounts/apikeys/{}/rotate/", handed_on["id"]);
    let rotated = manager.post(&rotate, json!({})).await.ok();
    let rotated = server.anonymous().with_key(rotated["key"].as_str().unwrap());
    let ours = key_for(&server, &server.admin, "ours", ann.id).await;
    let covered = key_for(&server, &manager, "covered", ben.id).await;

    for (person, role) in [(&ann, strong), (&ben, weak)] {
        let path = format!("/accounts/{}/users/", person.id);
        server.admin.put(&path, json!({ "role": role })).await.ok();
    }

    for lost in [planted, rotated, session] {
        lost.get("/accounts/me/").await.refused(401, "invalid_credentials");
    }
    for kept in [ours, covered] {
        kept.get("/accounts/me/").await.ok();
    }
    let lines = audit_lines(&server).await;
    let sentence = "changed user ann and revoked API keys that others had made: planted, rotated";
    assert_eq!(lines[lines.len() - 2], format!("admin modify user {sentence}"));
    assert_eq!(lines[lines.len() - 1], "admin modify user changed user ben");
}

#[tokio::test]
async fn the_same_applies_when_an_empty_role_gets_its_first_rights() {
    let server = TestServer::start().await;
    let manager = server.caller_with(MANAGER).await;
    let role = add_role(&server, json!({ "name": "Empty" })).await;
    let ann = add_person_with_role(&server, "ann", role.clone()).await;
    let planted = key_for(&server, &manager, "planted", ann.id).await;
    let ours = key_for(&server, &server.admin, "ours", ann.id).await;

    let path = format!("/accounts/roles/{role}/");
    server.admin.put(&path, json!({ "can_send_cmd": true })).await.ok();

    planted.get("/accounts/me/").await.refused(401, "invalid_credentials");
    ours.get("/accounts/me/").await.ok();
    let sentence = "changed role Empty and revoked API keys that others had made: planted";
    assert_eq!(
        audit_lines(&server).await.last().unwrap(),
        &format!("admin modify role {sentence}")
    );
}
