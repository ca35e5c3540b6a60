//! The two-step login.

use std::time::Duration;

use serde_json::{Value, json};

use super::{PASSWORD, TIMES, add_person, audit_lines, run, user_body, without};
use crate::auth::Right;
use crate::clock;
use crate::storage::sql;
use crate::testing::TestServer;

/// For how long the authenticator app shows a code.
const CODE: Duration = Duration::from_secs(30);

#[tokio::test]
async fn the_first_login_sets_up_two_factor_login() {
    let server = TestServer::start().await;
    let ann = add_person(&server, "ann").await;
    let anonymous = server.anonymous();

    let step = anonymous.post("/v2/checkcreds/", ann.credentials()).await.ok();
    let expiry = step["expiry"].clone();
    assert_eq!(without(step.clone(), &["token"]), json!({ "totp": false, "expiry": expiry }));
    let enrolment = anonymous.with_token(step["token"].as_str().unwrap());
    let totp = enrolment.post("/accounts/users/setup_totp/", json!({})).await.ok();
    let key = totp["totp_key"].as_str().unwrap();
    let address = format!("otpauth://totp/Muster:ann?secret={key}&issuer=Muster");
    assert_eq!(totp, json!({ "username": "ann", "totp_key": key, "qr_url": address }));
    let code = ann.code(&server, 0).await;
    let session = anonymous.post("/v2/login/", ann.login(&code)).await.ok();
    let (token, expiry) = (session["token"].clone(), session["expiry"].clone());
    assert_eq!(
        session,
        json!({ "token": token, "expiry": expiry, "username": "ann", "name": "ann" })
    );

    let step = anonymous.post("/v2/checkcreds/", ann.credentials()).await.ok();
    assert_eq!(step, json!({ "totp": true }));
    let me = anonymous.with_token(token.as_str().unwrap()).get("/accounts/me/").await.ok();
    assert_eq!(me["totp_enrolled"], true);
    assert_eq!(me["last_login_ip"], "127.0.0.1");
    // The enrolment has ended, and so has its token.
    enrolment
        .post("/accounts/users/setup_totp/", json!({}))
        .await
        .refused(401, "invalid_credentials");
    assert_eq!(
        audit_lines(&server).await,
        [
            "admin add user created user ann",
            "ann add session opened the set-up of two-factor login",
            "ann modify user began the set-up of two-factor login for user ann",
            "ann login user logged in",
        ]
    );
}

#[tokio::test]
async fn a_code_works_once_and_the_next_one_after_it() {
    clock::stop();
    let server = TestServer::start().await;
    let ann = add_person(&server, "ann").await;
    ann.session(&server).await;
    clock::advance(CODE);
    let (now, next) = (ann.code(&server, 0).await, ann.code(&server, 1).await);
    let login = |code: &str| {
        let (caller, body) = (server.anonymous(), ann.login(code));
        async move { caller.post("/v2/login/", body).await }
    };

    login(&now).await.ok();
    login(&now).await.refused(400, "bad_credentials");
    login(&next).await.ok();
    login(&now).await.refused(400, "bad_credentials");

    let lines = audit_lines(&server).await;
    let used = "ann failed_login user login failed: wrong or used code";
    assert_eq!(
        lines[lines.len() - 4..],
        ["ann login user logged in", used, "ann login user logged in", used]
    );
}

#[tokio::test]
async fn only_one_of_several_concurrent_logins_with_one_code_succeeds() {
    let server = TestServer::start().await;
    let ann = add_person(&server, "ann").await;
    ann.session(&server).await;
    clock::advance(CODE);
    let code = ann.code(&server, 0).await;

    let logins = (0..4).map(|_| {
        let (caller, body) = (server.anonymous(), ann.login(&code));
        async move { caller.post("/v2/login/", body).await.status }
    });
    let mut statuses = futures_util::future::join_all(logins).await;

    statuses.sort_unstable();
    assert_eq!(statuses, [200, 400, 400, 400]);
}

#[tokio::test]
async fn every_reason_gets_the_same_refusal() {
    let server = TestServer::start().await;
    let [ann, off, blocked] =
        [add_person(&server, "ann").await, add_person(&server, "off").await, {
            add_person(&server, "blocked").await
        }];
    ann.session(&server).await;
    let sso = add_person(&server, "sso").await;
    run(&server, "update users set password_hash = '' where username = 'sso'").await;
    run(&server, "update users set is_active = false where username = 'off'").await;
    run(&server, "update users set block_dashboard_login = true where username = 'blocked'").await;
    let wrong_password = json!({ "username": "ann", "password": "x", "twofactor": "123456" });
    let nobody = json!({ "username": "hunter2 secret", "password": PASSWORD, "twofactor": "1" });
    let bodies =
        [wrong_password, nobody, ann.login("000000"), off.login("1"), blocked.login("123456")];
    let first_step = [off.credentials(), blocked.credentials(), sso.credentials()];
    for body in first_step {
        let refusal = server.anonymous().post("/v2/checkcreds/", body).await;
        let refusal = refusal.refused(400, "bad_credentials");
        assert_eq!(refusal["detail"], "Wrong user name, password or code.");
    }

    for body in bodies {
        let refusal = server.anonymous().post("/v2/login/", body).await;
        assert_eq!(refusal.header("www-authenticate"), "", "no session is missing");
        let refusal = refusal.refused(400, "bad_credentials");
        assert_eq!(
            without(refusal, &["request_id"]),
            json!({ "detail": "Wrong user name, password or code.", "code": "bad_credentials" })
        );
    }

    let lines = audit_lines(&server).await;
    assert_eq!(
        lines[lines.len() - 5..],
        [
            "ann failed_login user login failed: wrong password",
            "unknown failed_login user login failed: no such user",
            "ann failed_login user login failed: wrong or used code",
            "off failed_login user login failed: the account may not log in",
            "blocked failed_login user login failed: the account may not log in",
        ]
    );
}

#[tokio::test]
async fn a_user_without_a_password_cannot_log_in_with_an_empty_one() {
    let server = TestServer::start().await;
    let body = json!({ "username": "admin", "password": "" });
    server.anonymous().post("/v2/checkcreds/", body).await.refused(400, "bad_credentials");
}

#[tokio::test]
async fn missing_fields_of_a_login_are_reported_at_once() {
    let server = TestServer::start().await;
    let problems = server.anonymous().post("/v2/login/", json!({})).await.problems();
    assert_eq!(
        problems,
        json!({
            "username": ["Enter a user name."], "password": ["Enter a password."],
            "twofactor": ["This field is required."],
        })
    );
}

#[tokio::test]
async fn an_enrolment_token_opens_nothing_else_and_is_never_prolonged() {
    let server = TestServer::start().await;
    let ann = add_person(&server, "ann").await;
    run(&server, "update users set is_superuser = true").await;
    let enrolment = ann.enrolment(&server).await;
    let expiry = "select expiry from sessions";
    let expiry = || async { sql::value::<i64>(server.app.db.read(), expiry, []).await.unwrap() };
    run(&server, "update sessions set last_used = 0").await;
    let first = expiry().await;

    for path in ["/accounts/me/", "/accounts/users/", "/clients/"] {
        enrolment.get(path).await.refused(403, "forbidden");
    }
    for path in ["/logout/", "/logoutall/"] {
        enrolment.post(path, json!({})).await.refused(403, "forbidden");
    }
    enrolment.post("/accounts/users/setup_totp/", json!({})).await.ok();
    assert_eq!(expiry().await, first);

    run(&server, "update sessions set expiry = 1").await;
    enrolment
        .post("/accounts/users/setup_totp/", json!({}))
        .await
        .refused(401, "expired_credentials");
}

#[tokio::test]
async fn two_factor_login_that_is_set_up_is_not_set_up_again() {
    let server = TestServer::start().await;
    let ann = add_person(&server, "ann").await;
    let session = ann.session(&server).await;
    let before = audit_lines(&server).await.len();

    let answer = session.post("/accounts/users/setup_totp/", json!({})).await.ok();

    assert_eq!(answer, Value::Bool(false));
    assert_eq!(audit_lines(&server).await.len(), before);
    let with_key = server.admin.post("/accounts/users/setup_totp/", json!({})).await;
    with_key.refused(403, "forbidden");
}

#[tokio::test]
async fn a_caller_reads_their_own_account_rights_and_scope() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let fields = json!({ "name": "Technician", "can_list_agents": true,
                         "can_view_clients": [location.client] });
    let role = super::add_role(&server, fields).await;
    let ann = super::add_person_with_role(&server, "ann", role.clone()).await;
    let session = ann.session(&server).await;

    let me = session.get("/accounts/me/").await.ok();

    let expected = user_body(json!({
        "id": ann.id, "username": "ann", "role": role, "role_name": "Technician",
        "last_login_ip": "127.0.0.1", "totp_enrolled": true, "rights": ["can_list_agents"],
        "scope": { "everything": false, "clients": [location.client], "sites": [] },
        "recovery_codes": 0, "credential": "session",
    }));
    let unsteady = [TIMES, &["last_login"]].concat();
    assert_eq!(without(me, &unsteady), without(expected, &["last_login"]));

    let admin = server.admin.get("/accounts/me/").await.ok();
    assert_eq!(admin["credential"], "key");
    assert_eq!(admin["scope"], json!({ "everything": true, "clients": [], "sites": [] }));
    assert_eq!(admin["rights"].as_array().unwrap().len(), Right::ALL.len());
    server.anonymous().get("/accounts/me/").await.refused(401, "not_authenticated");
}

#[tokio::test]
async fn a_key_narrowed_within_a_role_shows_what_is_in_both() {
    let server = TestServer::start().await;
    let (acme, other) =
        (server.add_site("Acme", "Main").await, server.add_site("Other", "Main").await);
    let fields = json!({ "name": "Acme", "can_view_clients": [acme.client], "is_superuser": false,
                         "can_list_agents": true, "can_list_clients": true });
    let ann =
        super::add_person_with_role(&server, "ann", super::add_role(&server, fields).await).await;
    let body = json!({ "name": "narrow", "user": ann.id, "rights": ["can_list_agents"],
                       "sites": [acme.site, other.site] });
    let key = server.admin.post("/accounts/apikeys/", body).await.ok();

    let caller = server.anonymous().with_key(key["key"].as_str().unwrap());
    let me = caller.get("/accounts/me/").await.ok();

    assert_eq!(me["rights"], json!(["can_list_agents"]));
    assert_eq!(me["scope"], json!({ "everything": false, "clients": [], "sites": [acme.site] }));
}
