//! Roles that want a second factor before their users reach an agent.

use super::*;

/// A user whose role wants it: their key, and their login.
async fn careful(server: &TestServer) -> (Client, Client) {
    let with_key = caller(server, &[Right::UseTerminal, Right::UseRemote]).await;
    change(server, "update roles set require_2fa_for_remote = true").await;
    let text = "select username from users order by id desc limit 1";
    let name: Option<String> = sql::value(server.app.db.read(), text, []).await.unwrap();
    (with_key, server.session_of(&name.unwrap()).await)
}

#[tokio::test]
async fn an_api_key_has_no_second_factor() {
    let (server, agent) = server_with_agent().await;
    let (with_key, _) = careful(&server).await;
    with_key.post(SESSIONS, terminal(&agent)).await.refused(403, "forbidden");
}

#[tokio::test]
async fn a_login_of_a_moment_ago_is_enough_and_a_later_one_takes_a_code() {
    let (server, mut agent) = server_with_agent().await;
    let (_, login) = careful(&server).await;
    let body = terminal(&agent);
    let (opened, _) = open(&login, &mut agent, body).await;

    change(&server, "update sessions set created = created - 901000000").await;

    let problems = login.post(SESSIONS, terminal(&agent)).await.problems();
    assert!(problems["twofactor"].is_array(), "{problems}");
    let mut body = terminal(&agent);
    body["twofactor"] = json!("000000");
    assert!(login.post(SESSIONS, body).await.problems()["twofactor"].is_array());
    // Who takes part already connects again without one.
    join(&login, &mut agent, &opened["session"]).await;
    change(&server, "update sessions set factor_time = created + 901000000").await;
    let body = terminal(&agent);
    open(&login, &mut agent, body).await;
}

#[tokio::test]
async fn other_roles_are_not_asked() {
    let (server, mut agent) = server_with_agent().await;
    let person = caller(&server, &[Right::UseTerminal]).await;
    let body = terminal(&agent);
    open(&person, &mut agent, body).await;
}
