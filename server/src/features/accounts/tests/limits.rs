//! Limits on guessing.

use std::time::Duration;

use serde_json::{Value, json};

use super::{add_person, audit_lines};
use crate::clock;
use crate::testing::{Client, TestServer};

const SECOND: Duration = Duration::from_secs(1);

fn guess(name: &str) -> Value {
    json!({ "username": name, "password": "a wrong one", "twofactor": "123456" })
}

/// Tries to log in too soon; for how many seconds that is refused.
async fn refused_for(caller: &Client, name: &str) -> String {
    let refusal = caller.post("/v2/login/", guess(name)).await;
    let seconds = refusal.header("retry-after").to_owned();
    refusal.refused(429, "too_many_requests");
    seconds
}

#[tokio::test]
async fn an_address_has_so_many_attempts_a_minute() {
    clock::stop();
    let server = TestServer::start_with(|settings| settings.login_rate_minute = 3).await;
    let anonymous = server.anonymous();
    anonymous.post("/v2/login/", guess("a")).await.refused(400, "bad_credentials");
    anonymous.post("/v2/checkcreds/", guess("b")).await.refused(400, "bad_credentials");
    anonymous.post("/v2/login/", guess("c")).await.refused(400, "bad_credentials");

    clock::advance(SECOND * 20);
    assert_eq!(refused_for(&anonymous, "d").await, "41");
    assert_eq!(audit_lines(&server).await.len(), 3);
    clock::advance(SECOND * 40);
    anonymous.post("/v2/login/", guess("d")).await.refused(400, "bad_credentials");
}

#[tokio::test]
async fn an_address_has_so_many_attempts_a_day() {
    clock::stop();
    let server = TestServer::start_with(|settings| settings.login_rate_day = 1).await;
    server.anonymous().post("/v2/login/", guess("a")).await.refused(400, "bad_credentials");

    clock::advance(SECOND * 3600);
    assert_eq!(refused_for(&server.anonymous(), "a").await, "82801");
    clock::advance(SECOND * 82_800);
    server.anonymous().post("/v2/login/", guess("a")).await.refused(400, "bad_credentials");
}

#[tokio::test]
async fn five_failures_cost_a_pause_whether_the_name_exists_or_not() {
    clock::stop();
    let server = TestServer::start().await;
    let ann = add_person(&server, "ann").await;
    for name in ["ann", "nobody"] {
        for _ in 0..5 {
            let refusal = server.anonymous().post("/v2/login/", guess(name)).await;
            refusal.refused(400, "bad_credentials");
        }
        // In any case of letters: the pause applies to the account, not to the spelling.
        clock::advance(SECOND);
        assert_eq!(refused_for(&server.anonymous(), &name.to_uppercase()).await, "10");
    }
    let refusal = server.anonymous().post("/v2/checkcreds/", ann.credentials()).await;
    refusal.refused(429, "too_many_requests");
}

#[tokio::test]
async fn the_pause_grows_and_a_login_ends_it() {
    clock::stop();
    let server = TestServer::start().await;
    let ann = add_person(&server, "ann").await;
    ann.session(&server).await;
    for _ in 0..5 {
        server.anonymous().post("/v2/login/", guess("ann")).await.refused(400, "bad_credentials");
    }
    clock::advance(SECOND * 10);
    server.anonymous().post("/v2/login/", guess("ann")).await.refused(400, "bad_credentials");

    clock::advance(SECOND);
    assert_eq!(refused_for(&server.anonymous(), "ann").await, "20");

    clock::advance(SECOND * 19);
    let code = ann.code(&server, 0).await;
    server.anonymous().post("/v2/login/", ann.login(&code)).await.ok();
    for _ in 0..5 {
        server.anonymous().post("/v2/login/", guess("ann")).await.refused(400, "bad_credentials");
    }
}

#[tokio::test]
async fn the_right_password_alone_does_not_make_guesses_of_codes_free() {
    clock::stop();
    let server = TestServer::start().await;
    let ann = add_person(&server, "ann").await;
    ann.session(&server).await;
    for _ in 0..5 {
        server.anonymous().post("/v2/checkcreds/", ann.credentials()).await.ok();
        let refusal = server.anonymous().post("/v2/login/", ann.login("no code")).await;
        refusal.refused(400, "bad_credentials");
    }

    let refusal = server.anonymous().post("/v2/checkcreds/", ann.credentials()).await;
    refusal.refused(429, "too_many_requests");
}

#[tokio::test]
async fn failures_of_yesterday_are_forgotten() {
    let server = TestServer::start().await;
    add_person(&server, "ann").await;
    for _ in 0..5 {
        server.anonymous().post("/v2/login/", guess("ann")).await.refused(400, "bad_credentials");
    }
    clock::advance(SECOND * 86_420);
    for _ in 0..5 {
        server.anonymous().post("/v2/login/", guess("ann")).await.refused(400, "bad_credentials");
    }
}

#[tokio::test]
async fn concurrent_guesses_are_not_free() {
    clock::stop();
    let server = TestServer::start().await;
    add_person(&server, "ann").await;

    let guesses = (0..12).map(|_| {
        let caller = server.anonymous();
        async move { caller.post("/v2/login/", guess("ann")).await.status }
    });
    let statuses = futures_util::future::join_all(guesses).await;

    assert_eq!(statuses.iter().filter(|status| **status == 400).count(), 5);
    assert_eq!(statuses.iter().filter(|status| **status == 429).count(), 7);
}
