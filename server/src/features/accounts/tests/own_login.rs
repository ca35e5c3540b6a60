//! Changing how one logs in oneself.

use std::time::Duration;

use serde_json::{Value, json};

use super::{PASSWORD, add_person, audit_lines};
use crate::clock;
use crate::testing::{Client, Reply, TestServer};

const MINUTE: Duration = Duration::from_secs(60);
const NEW_PASSWORD: &str = "another good one";

/// Sends each of the calls that change how somebody logs in.
async fn try_all(session: &Client, body: Value) -> [Reply; 3] {
    [
        session.put("/accounts/resetpw/", body.clone()).await,
        session.put("/accounts/reset2fa/", body.clone()).await,
        session.post("/accounts/recoverycodes/", body).await,
    ]
}

fn proof(code: &str) -> Value {
    json!({ "password": NEW_PASSWORD, "current_password": PASSWORD, "twofactor": code })
}

#[tokio::test]
async fn an_api_key_does_not_change_how_its_user_logs_in() {
    let server = TestServer::start().await;
    let ann = add_person(&server, "ann").await;
    ann.session(&server).await;
    let key = json!({ "name": "k", "user": ann.id });
    let key = server.admin.post("/accounts/apikeys/", key).await.ok();
    let key = server.anonymous().with_key(key["key"].as_str().unwrap());

    let [password, totp, codes] = try_all(&key, proof(&ann.code(&server, 1).await)).await;

    let sentence = "An API key cannot change how its user logs in: log in instead.";
    assert_eq!(password.refused(403, "forbidden")["detail"], sentence);
    assert_eq!(totp.refused(403, "forbidden")["detail"], sentence);
    codes.refused(403, "forbidden");
    let step = server.anonymous().post("/v2/checkcreds/", ann.credentials()).await.ok();
    assert_eq!(step, json!({ "totp": true }));
}

#[tokio::test]
async fn some_time_after_the_login_a_code_is_needed_again() {
    let server = TestServer::start().await;
    let ann = add_person(&server, "ann").await;
    let session = ann.session(&server).await;
    clock::advance(MINUTE * 16);

    let missing = "Enter the code of your authenticator app: your login was some time ago.";
    for reply in try_all(&session, proof(" ")).await {
        assert_eq!(reply.problems(), json!({ "twofactor": [missing] }));
    }
    let wrong = json!({ "twofactor": ["This is not a code that your app shows now."] });
    for reply in try_all(&session, proof("no code")).await {
        assert_eq!(reply.problems(), wrong);
    }
    let line = "ann failed_login user login failed: wrong or used code";
    assert_eq!(audit_lines(&server).await.last().unwrap(), line);

    let code = ann.code(&server, 0).await;
    session.post("/accounts/recoverycodes/", proof(&code)).await.ok();
    // Each code works once.
    let again = session.put("/accounts/resetpw/", proof(&code)).await;
    assert_eq!(again.problems(), wrong);
    let next = ann.code(&server, 1).await;
    session.put("/accounts/reset2fa/", proof(&next)).await.ok();
    // There is no code to ask for any more.
    let password = json!({ "password": NEW_PASSWORD, "current_password": PASSWORD });
    session.put("/accounts/resetpw/", password).await.ok();
}

#[tokio::test]
async fn guesses_of_a_code_in_a_session_are_limited() {
    clock::stop();
    let server = TestServer::start().await;
    let session = add_person(&server, "ann").await.session(&server).await;
    clock::advance(MINUTE * 16);
    for _ in 0..5 {
        session.put("/accounts/reset2fa/", proof("no code")).await.problems();
    }

    let refusal = session.put("/accounts/reset2fa/", proof("no code")).await;
    refusal.refused(429, "too_many_requests");
}
