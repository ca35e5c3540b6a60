//! Sessions: how they end.

use serde_json::json;

use super::{PASSWORD, add_person, audit_lines, without};
use crate::auth::Right;
use crate::clock;
use crate::storage::sql;
use crate::testing::{TestServer, until_equal};
use crate::time::Timestamp;

#[tokio::test]
async fn a_session_ends_when_nobody_used_it_for_its_idle_time() {
    clock::stop();
    let server = TestServer::start().await;
    let session = add_person(&server, "ann").await.session(&server).await;
    let idle = server.app.settings.session_idle;
    let expiry = async || {
        let text = "select max(expiry) from sessions";
        sql::value::<Timestamp>(server.app.db.read(), text, []).await.unwrap().unwrap()
    };

    clock::advance(idle / 2);
    session.get("/accounts/me/").await.ok();
    until_equal(&Timestamp::now().plus(idle), expiry).await;
    clock::advance(idle * 3 / 4);
    session.get("/accounts/me/").await.ok();
    until_equal(&Timestamp::now().plus(idle), expiry).await;
    clock::advance(idle);

    session.get("/accounts/me/").await.refused(401, "expired_credentials");
}

#[tokio::test]
async fn logging_out_ends_this_session_only() {
    let server = TestServer::start().await;
    let ann = add_person(&server, "ann").await;
    let (here, there) = (ann.session(&server).await, ann.session(&server).await);

    let answer = here.post("/logout/", json!({})).await;

    assert_eq!((answer.status, answer.text.as_str()), (204, ""));
    here.get("/accounts/me/").await.refused(401, "invalid_credentials");
    there.get("/accounts/me/").await.ok();
    assert_eq!(audit_lines(&server).await.last().unwrap(), "ann delete session logged out");
    server.admin.post("/logout/", json!({})).await.refused(403, "forbidden");
}

#[tokio::test]
async fn logging_out_everywhere_ends_all_own_sessions() {
    let server = TestServer::start().await;
    let (ann, bob) = (add_person(&server, "ann").await, add_person(&server, "bob").await);
    let (here, there) = (ann.session(&server).await, ann.session(&server).await);
    let other = bob.session(&server).await;

    assert_eq!(here.post("/logoutall/", json!({})).await.ok(), json!({ "revoked": 2 }));

    there.get("/accounts/me/").await.refused(401, "invalid_credentials");
    other.get("/accounts/me/").await.ok();
    let lines = audit_lines(&server).await;
    assert_eq!(lines.last().unwrap(), "ann delete session logged out of 2 sessions");
    server.admin.post("/logoutall/", json!({})).await.refused(403, "forbidden");
}

#[tokio::test]
async fn sessions_are_listed_newest_first_and_ended_one_by_one() {
    let server = TestServer::start().await;
    let ann = add_person(&server, "ann").await;
    ann.session(&server).await;
    let newest = ann.session(&server).await;
    let path = format!("/accounts/users/{}/sessions/", ann.id);

    let sessions = server.admin.get(&path).await.ok();

    assert_eq!(sessions.as_array().unwrap().len(), 2);
    let unsteady = ["digest", "created", "expiry", "last_used"];
    assert_eq!(
        without(sessions[0].clone(), &unsteady),
        json!({ "user": ann.id, "ip": "127.0.0.1", "user_agent": "" })
    );
    let one = format!("/accounts/sessions/{}/", sessions[0]["digest"].as_str().unwrap());
    assert_eq!(server.admin.delete(&one).await.ok(), json!("ended a session"));
    newest.get("/accounts/me/").await.refused(401, "invalid_credentials");
    assert_eq!(server.admin.get(&path).await.ok()[0], sessions[1]);
    server.admin.delete(&one).await.refused(404, "not_found");
    server.admin.get("/accounts/users/999999/sessions/").await.refused(404, "not_found");
}

#[tokio::test]
async fn all_sessions_of_a_user_are_ended_at_once() {
    let server = TestServer::start().await;
    let ann = add_person(&server, "ann").await;
    let session = ann.session(&server).await;

    let path = format!("/accounts/users/{}/sessions/", ann.id);
    assert_eq!(server.admin.delete(&path).await.ok(), json!("ended 1 session of user ann"));

    session.get("/accounts/me/").await.refused(401, "invalid_credentials");
    let lines = audit_lines(&server).await;
    assert_eq!(lines.last().unwrap(), "admin delete session ended 1 session of user ann");
}

#[tokio::test]
async fn a_new_password_ends_the_other_sessions() {
    let server = TestServer::start().await;
    let ann = add_person(&server, "ann").await;
    let (here, there) = (ann.session(&server).await, ann.session(&server).await);

    let body = json!({ "password": "another good one", "current_password": PASSWORD });
    here.put("/accounts/resetpw/", body).await.ok();

    here.get("/accounts/me/").await.ok();
    there.get("/accounts/me/").await.refused(401, "invalid_credentials");
    let lines = audit_lines(&server).await;
    assert_eq!(lines.last().unwrap(), "ann modify user changed the password of user ann");

    let body = json!({ "id": ann.id, "password": "yet another good one" });
    server.admin.post("/accounts/users/reset/", body).await.ok();
    here.get("/accounts/me/").await.refused(401, "invalid_credentials");
}

#[tokio::test]
async fn clearing_two_factor_login_ends_the_other_sessions() {
    let server = TestServer::start().await;
    let ann = add_person(&server, "ann").await;
    let (here, there) = (ann.session(&server).await, ann.session(&server).await);

    here.put("/accounts/reset2fa/", json!({ "current_password": PASSWORD })).await.ok();

    assert_eq!(here.get("/accounts/me/").await.ok()["totp_enrolled"], false);
    there.get("/accounts/me/").await.refused(401, "invalid_credentials");
    // Set up again from the session that is left; the code then ends it.
    here.post("/accounts/users/setup_totp/", json!({})).await.ok();
    let code = ann.code(&server, 0).await;
    server.anonymous().post("/v2/login/", ann.login(&code)).await.ok();
    here.get("/accounts/me/").await.refused(401, "invalid_credentials");
}

#[tokio::test]
async fn disabling_or_blocking_a_user_ends_their_sessions_for_good() {
    let server = TestServer::start().await;
    let ann = add_person(&server, "ann").await;
    let path = format!("/accounts/{}/users/", ann.id);
    for (field, off, on) in [("is_active", false, true), ("block_dashboard_login", true, false)] {
        let session = ann.session(&server).await;
        server.admin.put(&path, json!({ field: off })).await.ok();
        session.get("/accounts/me/").await.refused(401, "invalid_credentials");
        server.admin.put(&path, json!({ field: on })).await.ok();
        session.get("/accounts/me/").await.refused(401, "invalid_credentials");
    }
}

#[tokio::test]
async fn sessions_of_others_need_the_rights_of_accounts() {
    let server = TestServer::start().await;
    let ann = add_person(&server, "ann").await;
    let path = format!("/accounts/users/{}/sessions/", ann.id);

    let reader = server.caller_with(&[Right::ListAccounts]).await;
    reader.get(&path).await.ok();
    reader.delete(&path).await.refused(403, "forbidden");
    reader.delete("/accounts/sessions/x/").await.refused(403, "forbidden");
    let writer = server.caller_with(&[Right::ManageAccounts]).await;
    writer.get(&path).await.refused(403, "forbidden");
    writer.delete(&path).await.ok();
}
