//! Brakes on guessing.

use serde_json::{Value, json};

use super::{add_person, audit_lines, run};
use crate::testing::TestServer;

fn guess(name: &str) -> Value {
    json!({ "username": name, "password": "a wrong one", "twofactor": "123456" })
}

#[tokio::test]
async fn an_address_has_so_many_attempts_a_minute() {
    let server = TestServer::start_with(|settings| settings.login_rate_minute = 3).await;
    let anonymous = server.anonymous();
    anonymous.post("/v2/login/", guess("a")).await.refused(400, "bad_credentials");
    anonymous.post("/v2/checkcreds/", guess("b")).await.refused(400, "bad_credentials");
    anonymous.post("/v2/login/", guess("c")).await.refused(400, "bad_credentials");

    let refusal = anonymous.post("/v2/login/", guess("d")).await;

    let seconds: u64 = refusal.header("retry-after").parse().unwrap();
    assert!((1..=60).contains(&seconds));
    refusal.refused(429, "too_many_requests");
    assert_eq!(audit_lines(&server).await.len(), 3);
}

#[tokio::test]
async fn an_address_has_so_many_attempts_a_day() {
    let server = TestServer::start_with(|settings| settings.login_rate_day = 1).await;
    server.anonymous().post("/v2/login/", guess("a")).await.refused(400, "bad_credentials");

    let refusal = server.anonymous().post("/v2/login/", guess("a")).await;

    let seconds: u64 = refusal.header("retry-after").parse().unwrap();
    assert!((86_000..=86_400).contains(&seconds));
    refusal.refused(429, "too_many_requests");
}

#[tokio::test]
async fn five_failures_cost_a_pause_whether_the_name_exists_or_not() {
    let server = TestServer::start().await;
    let ann = add_person(&server, "ann").await;
    for name in ["ann", "nobody"] {
        for _ in 0..5 {
            let refusal = server.anonymous().post("/v2/login/", guess(name)).await;
            refusal.refused(400, "bad_credentials");
        }
        // In any case: the pause is the account's, not the spelling's.
        let refusal = server.anonymous().post("/v2/login/", guess(&name.to_uppercase())).await;
        let seconds: u64 = refusal.header("retry-after").parse().unwrap();
        assert!((1..=10).contains(&seconds), "{seconds}");
        refusal.refused(429, "too_many_requests");
    }
    let refusal = server.anonymous().post("/v2/checkcreds/", ann.credentials()).await;
    refusal.refused(429, "too_many_requests");
}

#[tokio::test]
async fn the_pause_grows_and_a_login_ends_it() {
    let server = TestServer::start().await;
    let ann = add_person(&server, "ann").await;
    ann.session(&server).await;
    run(&server, "update users set totp_last_step = 0").await;
    for _ in 0..5 {
        server.anonymous().post("/v2/login/", guess("ann")).await.refused(400, "bad_credentials");
    }
    let pause_over = "update login_failures set blocked_until = blocked_until - 10000000";
    run(&server, pause_over).await;
    server.anonymous().post("/v2/login/", guess("ann")).await.refused(400, "bad_credentials");

    let refusal = server.anonymous().post("/v2/login/", guess("ann")).await;
    let seconds: u64 = refusal.header("retry-after").parse().unwrap();
    assert!((11..=20).contains(&seconds), "{seconds}");

    run(&server, "update login_failures set blocked_until = blocked_until - 20000000").await;
    let code = ann.code(&server, 0).await;
    server.anonymous().post("/v2/login/", ann.login(&code)).await.ok();
    for _ in 0..5 {
        server.anonymous().post("/v2/login/", guess("ann")).await.refused(400, "bad_credentials");
    }
}

#[tokio::test]
async fn the_right_password_alone_does_not_make_guesses_of_codes_free() {
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
    let yesterday = "update login_failures set blocked_until = blocked_until - 86420000000";
    run(&server, yesterday).await;
    for _ in 0..5 {
        server.anonymous().post("/v2/login/", guess("ann")).await.refused(400, "bad_credentials");
    }
}

#[tokio::test]
async fn guesses_at_once_are_not_free() {
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
