//! The first start.

use serde_json::json;

use super::{PASSWORD, TIMES, audit_lines, run, user_body, without};
use crate::features::accounts::prepare_setup;
use crate::testing::TestServer;

/// A server nobody has an account on.
async fn empty_server() -> TestServer {
    let server = TestServer::start().await;
    run(&server, "delete from users").await;
    server
}

#[tokio::test]
async fn the_first_account_is_made_with_the_code_of_the_console() {
    let server = empty_server().await;
    let code = prepare_setup(&server.app).await.unwrap().unwrap();
    let somebody = server.anonymous();
    assert_eq!(somebody.get("/setup/").await.ok(), json!({ "needed": true }));

    let body = json!({ "code": code, "username": " boss ", "password": PASSWORD,
                       "email": "boss@example.com" });
    let owner = somebody.post("/setup/", body.clone()).await.ok();

    assert_eq!(
        without(owner.clone(), TIMES),
        user_body(json!({
            "id": owner["id"], "username": "boss", "email": "boss@example.com",
            "is_superuser": true, "created_by": "boss", "modified_by": "boss",
        }))
    );
    assert_eq!(audit_lines(&server).await, ["boss add user created user boss"]);
    assert_eq!(somebody.get("/setup/").await.ok(), json!({ "needed": false }));
    somebody.post("/setup/", body).await.refused(404, "not_found");
    somebody.post("/setup/", json!({})).await.refused(404, "not_found");
    assert_eq!(prepare_setup(&server.app).await.unwrap(), None);
}

#[tokio::test]
async fn a_wrong_code_makes_no_account_and_keeps_the_right_one() {
    let server = empty_server().await;
    let code = prepare_setup(&server.app).await.unwrap().unwrap();
    let body = |code: &str| json!({ "code": code, "username": "boss", "password": PASSWORD });

    let problems = server.anonymous().post("/setup/", body("wrong")).await.problems();

    assert_eq!(problems, json!({ "code": ["This is not the code on the server's console."] }));
    assert_eq!(audit_lines(&server).await, [""; 0]);
    server.anonymous().post("/setup/", body(&code)).await.ok();
}

#[tokio::test]
async fn a_code_of_an_earlier_start_does_not_work() {
    let server = empty_server().await;
    let old = prepare_setup(&server.app).await.unwrap().unwrap();
    prepare_setup(&server.app).await.unwrap().unwrap();

    let body = json!({ "code": old, "username": "boss", "password": PASSWORD });
    server.anonymous().post("/setup/", body).await.refused(400, "invalid");
}

#[tokio::test]
async fn all_wrong_fields_of_the_setup_are_reported_at_once() {
    let server = empty_server().await;
    let body = json!({ "username": "  ", "password": "too short", "email": "nowhere" });

    let problems = server.anonymous().post("/setup/", body).await.problems();

    assert_eq!(
        problems,
        json!({
            "code": ["Enter the code."],
            "username": ["Enter a user name."],
            "password": ["Must have at least 10 characters."],
            "email": ["Must be an e-mail address."],
        })
    );
}

#[tokio::test]
async fn a_server_with_an_account_needs_no_setup() {
    let server = TestServer::start().await;

    assert_eq!(prepare_setup(&server.app).await.unwrap(), None);
    assert_eq!(server.anonymous().get("/setup/").await.ok(), json!({ "needed": false }));
    server.anonymous().post("/setup/", json!({ "code": "x" })).await.refused(404, "not_found");
}
