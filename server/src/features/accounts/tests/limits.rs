//! Limits on guessing.

use std::time::Duration;

use serde_json::{Value, json};

use super::{PASSWORD, add_person, audit_lines};
use crate::clock;
use crate::testing::{Client, TestServer, until_equal};

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
async fn a_restart_does_not_forgive_the_attempts_of_an_address() {
    let server = TestServer::start_with(|settings| settings.login_rate_day = 2).await;
    for name in ["a", "b"] {
        server.anonymous().post("/v2/login/", guess(name)).await.refused(400, "bad_credentials");
    }

    let (settings, folder) = server.stop().await;
    let server = TestServer::start_on(settings, folder).await;

    let refusal = server.anonymous().post("/v2/login/", guess("c")).await;
    refusal.refused(429, "too_many_requests");
}

#[tokio::test]
async fn replicas_share_the_limit_of_an_address() {
    let first = TestServer::start_with(|settings| settings.login_rate_day = 2).await;
    if !first.app.bus.is_shared() {
        println!("skipped: replicas need PostgreSQL and NATS");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let second = TestServer::start_on(first.app.settings.clone(), folder).await;
    for (server, name) in [(&first, "a"), (&second, "b")] {
        server.anonymous().post("/v2/login/", guess(name)).await.refused(400, "bad_credentials");
    }

    for server in [&first, &second] {
        let refusal = server.anonymous().post("/v2/login/", guess("c")).await;
        refusal.refused(429, "too_many_requests");
    }
}

#[tokio::test]
async fn an_address_over_its_limit_costs_the_database_nothing() {
    let server = TestServer::start_with(|settings| settings.login_rate_day = 1).await;
    let anonymous = server.anonymous();
    anonymous.post("/v2/login/", guess("a")).await.refused(400, "bad_credentials");
    refused_for(&anonymous, "a").await;

    // Background work adds statements now and then.
    until_equal(&0, async || {
        let before = server.app.db.statements();
        refused_for(&anonymous, "a").await;
        server.app.db.statements() - before
    })
    .await;
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

/// A server behind a proxy that names its callers, as the one of a test.
async fn server_behind_proxy() -> TestServer {
    TestServer::start_with(|settings| {
        settings.trusted_proxies = vec!["127.0.0.1".parse::<std::net::IpAddr>().unwrap().into()];
    })
    .await
}

fn caller_from(server: &TestServer, address: &str) -> Client {
    server.anonymous().with_header("X-Forwarded-For", address)
}

#[tokio::test]
async fn guesses_from_elsewhere_do_not_keep_the_owner_out() {
    clock::stop();
    let server = server_behind_proxy().await;
    let ann = add_person(&server, "ann").await;
    let stranger = caller_from(&server, "203.0.113.9");
    for _ in 0..5 {
        stranger.post("/v2/login/", guess("ann")).await.refused(400, "bad_credentials");
    }
    clock::advance(SECOND);
    assert_eq!(refused_for(&stranger, "ann").await, "10");

    let home = caller_from(&server, "198.51.100.7");
    home.post("/v2/checkcreds/", ann.credentials()).await.ok();

    // The owner's login does not lift the stranger's pause either.
    ann.session(&server).await;
    assert_eq!(refused_for(&stranger, "ann").await, "10");
}

#[tokio::test]
async fn a_reset_of_password_or_two_factor_login_lifts_every_pause() {
    clock::stop();
    let server = server_behind_proxy().await;
    let ann = add_person(&server, "ann").await;
    let callers = ["203.0.113.9", "198.51.100.7"].map(|address| caller_from(&server, address));
    let password = json!({ "id": ann.id, "password": PASSWORD });
    for lifts_by_password in [true, false] {
        for caller in &callers {
            for _ in 0..5 {
                caller.post("/v2/login/", guess("ann")).await.refused(400, "bad_credentials");
            }
            let refusal = caller.post("/v2/checkcreds/", ann.credentials()).await;
            refusal.refused(429, "too_many_requests");
        }
        match lifts_by_password {
            true => server.admin.post("/accounts/users/reset/", password.clone()).await.ok(),
            false => {
                let id = json!({ "id": ann.id });
                server.admin.put("/accounts/users/reset_totp/", id).await.ok()
            }
        };
        for caller in &callers {
            caller.post("/v2/checkcreds/", ann.credentials()).await.ok();
        }
    }
}

#[tokio::test]
async fn a_session_goes_on_while_logins_to_its_account_are_paused() {
    clock::stop();
    let server = TestServer::start().await;
    let ann = add_person(&server, "ann").await;
    let session = ann.session(&server).await;
    for _ in 0..5 {
        server.anonymous().post("/v2/login/", guess("ann")).await.refused(400, "bad_credentials");
    }
    let refusal = server.anonymous().post("/v2/checkcreds/", ann.credentials()).await;
    refusal.refused(429, "too_many_requests");

    let proof = json!({ "current_password": PASSWORD });
    session.post("/accounts/recoverycodes/", proof).await.ok();
}

#[tokio::test]
async fn guesses_in_a_session_pause_that_session_alone() {
    clock::stop();
    let server = TestServer::start().await;
    let ann = add_person(&server, "ann").await;
    let (stolen, own) = (ann.session(&server).await, ann.session(&server).await);
    let wrong = json!({ "current_password": "a guess" });
    for _ in 0..5 {
        stolen.post("/accounts/recoverycodes/", wrong.clone()).await.problems();
    }
    let refusal = stolen.post("/accounts/recoverycodes/", wrong).await;
    refusal.refused(429, "too_many_requests");

    let right = json!({ "current_password": PASSWORD });
    own.post("/accounts/recoverycodes/", right).await.ok();
    server.anonymous().post("/v2/checkcreds/", ann.credentials()).await.ok();
}
