//! The names of users.

use std::time::Duration;

use serde_json::json;

use super::{PASSWORD, add_person, run};
use crate::clock;
use crate::features::HOUSEKEEPING;
use crate::testing::TestServer;

#[tokio::test]
async fn a_name_is_taken_regardless_of_case() {
    let server = TestServer::start().await;
    let ann = add_person(&server, "ann").await;
    let taken = json!({ "username": ["This name is already used."] });

    let body = json!({ "username": "ANN", "password": PASSWORD });
    assert_eq!(server.admin.post("/accounts/users/", body).await.problems(), taken);
    let path = format!("/accounts/{}/users/", ann.id);
    let rename = server.admin.put(&path, json!({ "username": "Admin" })).await;
    assert_eq!(rename.problems(), taken);
    server.admin.put(&path, json!({ "username": "Ann" })).await.ok();
}

#[tokio::test]
async fn nobody_takes_a_name_that_the_audit_log_uses_for_the_server() {
    let server = TestServer::start().await;
    let ann = add_person(&server, "ann").await;
    let path = format!("/accounts/{}/users/", ann.id);
    let reserved = json!({ "username": ["This name is reserved for the server."] });

    for name in ["enrolment", "Agent", "console", "SYSTEM", " unknown "] {
        let body = json!({ "username": name, "password": PASSWORD });
        assert_eq!(server.admin.post("/accounts/users/", body).await.problems(), reserved);
        let rename = server.admin.put(&path, json!({ "username": name })).await;
        assert_eq!(rename.problems(), reserved);
    }
    // A user who already has such a name can be changed in other ways.
    run(&server, "update users set username = 'system' where username = 'ann'").await;
    let body = json!({ "username": "system", "first_name": "Ann" });
    server.admin.put(&path, body).await.ok();
}

#[tokio::test]
async fn a_name_is_not_given_to_somebody_else_while_the_audit_log_has_it() {
    clock::stop();
    let server = TestServer::start().await;
    let (ann, bob) = (add_person(&server, "ann").await, add_person(&server, "bob").await);
    let path = |id: i64| format!("/accounts/{id}/users/");
    let refused = json!({ "username": ["Somebody else had this name: choose another."] });
    let new = |name: &str| json!({ "username": name, "password": PASSWORD });

    server.admin.put(&path(ann.id), json!({ "username": "anna" })).await.ok();
    assert_eq!(server.admin.post("/accounts/users/", new("ANN")).await.problems(), refused);
    let rename = server.admin.put(&path(bob.id), json!({ "username": "Ann" })).await;
    assert_eq!(rename.problems(), refused);
    server.admin.put(&path(ann.id), json!({ "username": "ann" })).await.ok();
    server.admin.delete(&path(bob.id)).await.ok();
    assert_eq!(server.admin.post("/accounts/users/", new("bob")).await.problems(), refused);

    let prune = async || (HOUSEKEEPING.handler)(server.app.clone()).await.unwrap();
    prune().await;
    assert_eq!(server.admin.post("/accounts/users/", new("bob")).await.problems(), refused);
    clock::advance(Duration::from_secs(1));
    run(&server, "delete from audit_log").await;
    server.admin.post("/accounts/users/", new("carl")).await.ok();
    prune().await;
    server.admin.post("/accounts/users/", new("bob")).await.ok();
}

#[tokio::test]
async fn concurrent_users_of_one_name_collide_as_an_invalid_field() {
    let server = TestServer::start().await;
    let body = json!({ "username": "ann", "password": PASSWORD });
    let (first, second) = tokio::join!(
        server.admin.post("/accounts/users/", body.clone()),
        server.admin.post("/accounts/users/", body),
    );
    let mut statuses = [first.status, second.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 400]);
}
