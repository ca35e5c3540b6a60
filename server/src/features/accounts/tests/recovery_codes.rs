//! Codes that open an account without its authenticator.

use serde_json::{Value, json};

use super::{PASSWORD, add_person, audit_lines, run};
use crate::clock;
use crate::storage::sql;
use crate::testing::{Client, TestServer};

const PATH: &str = "/accounts/recoverycodes/";

fn proof() -> Value {
    json!({ "current_password": PASSWORD })
}

async fn make_codes(session: &Client) -> Vec<String> {
    let made = session.post(PATH, proof()).await.ok();
    let codes: Vec<String> = serde_json::from_value(made["codes"].clone()).unwrap();
    assert_eq!(made, json!({ "codes": codes }));
    codes
}

async fn left(session: &Client) -> Value {
    session.get("/accounts/me/").await.ok()["recovery_codes"].clone()
}

#[tokio::test]
async fn each_recovery_code_opens_the_account_once_however_it_is_typed() {
    let server = TestServer::start().await;
    let ann = add_person(&server, "ann").await;
    let session = ann.session(&server).await;
    assert_eq!(left(&session).await, 0);
    let codes = make_codes(&session).await;
    assert_eq!(codes.len(), 10);
    assert!(codes.iter().all(|code| code.len() == 11 && code.as_bytes()[5] == b'-'), "{codes:?}");
    assert_eq!(left(&session).await, 10);
    let log_in = |code: String| {
        let (caller, body) = (server.anonymous(), ann.login(&code));
        async move { caller.post("/v2/login/", body).await }
    };

    log_in(codes[0].clone()).await.ok();
    log_in(codes[0].clone()).await.refused(400, "bad_credentials");
    let typed = format!(" {} ", codes[1].to_uppercase().replace('-', " "));
    log_in(typed).await.ok();
    log_in(format!("{}x", codes[2])).await.refused(400, "bad_credentials");

    assert_eq!(left(&session).await, 8);
    let lines = audit_lines(&server).await;
    let refused = "ann failed_login user login failed: wrong or used code";
    assert_eq!(
        lines[lines.len() - 5..],
        [
            "ann modify user made recovery codes for user ann",
            "ann login user logged in with a recovery code (9 left)",
            refused,
            "ann login user logged in with a recovery code (8 left)",
            refused,
        ]
    );
}

#[tokio::test]
async fn only_one_of_several_concurrent_logins_with_one_recovery_code_succeeds() {
    let server = TestServer::start().await;
    let ann = add_person(&server, "ann").await;
    let codes = make_codes(&ann.session(&server).await).await;

    let logins = (0..4).map(|_| {
        let (caller, body) = (server.anonymous(), ann.login(&codes[0]));
        async move { caller.post("/v2/login/", body).await.status }
    });
    let mut statuses = futures_util::future::join_all(logins).await;

    statuses.sort_unstable();
    assert_eq!(statuses, [200, 400, 400, 400]);
}

#[tokio::test]
async fn new_codes_replace_the_former_ones_and_belong_to_one_person() {
    let server = TestServer::start().await;
    let (ann, bob) = (add_person(&server, "ann").await, add_person(&server, "bob").await);
    let session = ann.session(&server).await;
    bob.session(&server).await;
    let former = make_codes(&session).await;
    let codes = make_codes(&session).await;

    for body in [ann.login(&former[0]), bob.login(&codes[0])] {
        server.anonymous().post("/v2/login/", body).await.refused(400, "bad_credentials");
    }
    server.anonymous().post("/v2/login/", ann.login(&codes[0])).await.ok();
    assert_eq!(left(&session).await, 9);
}

#[tokio::test]
async fn recovery_codes_are_deleted_with_two_factor_login() {
    let server = TestServer::start().await;
    let ann = add_person(&server, "ann").await;
    let session = ann.session(&server).await;
    let codes = make_codes(&session).await;

    session.put("/accounts/reset2fa/", proof()).await.ok();

    assert_eq!(left(&session).await, 0);
    let conflict = session.post(PATH, proof()).await.refused(409, "conflict");
    assert_eq!(conflict["detail"], "Set up two-factor login first.");
    server
        .anonymous()
        .post("/v2/login/", ann.login(&codes[0]))
        .await
        .refused(400, "bad_credentials");
    // Not with the next one either.
    ann.session(&server).await;
    server
        .anonymous()
        .post("/v2/login/", ann.login(&codes[0]))
        .await
        .refused(400, "bad_credentials");
}

#[tokio::test]
async fn making_codes_takes_the_password_and_a_person() {
    let server = TestServer::start().await;
    let ann = add_person(&server, "ann").await;
    let session = ann.session(&server).await;

    let missing = session.post(PATH, json!({})).await.problems();
    assert_eq!(missing, json!({ "current_password": ["Enter a password."] }));
    let wrong = session.post(PATH, json!({ "current_password": "x" })).await.problems();
    assert_eq!(wrong, json!({ "current_password": ["This is not your password."] }));
    let refusal = server.admin.post(PATH, proof()).await.refused(403, "forbidden");
    assert_eq!(refusal["detail"], "An API key cannot make recovery codes: log in instead.");
    assert_eq!(left(&session).await, 0);
}

#[tokio::test]
async fn guessing_recovery_codes_is_limited_like_guessing_codes() {
    clock::stop();
    let server = TestServer::start().await;
    let ann = add_person(&server, "ann").await;
    make_codes(&ann.session(&server).await).await;

    for _ in 0..5 {
        let body = ann.login("aaaaa-aaaaa");
        server.anonymous().post("/v2/login/", body).await.refused(400, "bad_credentials");
    }

    let body = ann.login("aaaaa-aaaaa");
    server.anonymous().post("/v2/login/", body).await.refused(429, "too_many_requests");
}

#[tokio::test]
async fn a_thief_of_the_database_cannot_try_codes_against_it() {
    let server = TestServer::start().await;
    let ann = add_person(&server, "ann").await;
    let codes = make_codes(&ann.session(&server).await).await;

    let stored = "select digest from recovery_codes";
    let stored: Vec<Vec<u8>> = sql::values(server.app.db.read(), stored, []).await.unwrap();

    assert_eq!(stored.len(), 10);
    for code in codes.iter().flat_map(|code| [code.clone(), code.replace('-', "")]) {
        let plain = crate::auth::hash_token(&code);
        assert!(!stored.contains(&plain) && !stored.contains(&code.into_bytes()));
    }
    // The codes are deleted with their user.
    run(&server, &format!("delete from users where id = {}", ann.id)).await;
    let count = sql::number(server.app.db.read(), "select count(*) from recovery_codes", []).await;
    assert_eq!(count.unwrap(), 0);
}
