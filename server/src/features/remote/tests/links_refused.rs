//! Who gets no link, and links that open nothing.

use std::time::Duration;

use super::links::{CHECK, remote, vnc};
use super::*;
use crate::clock;
use crate::testing::link_fields;

/// The sentence of a refusal.
async fn refusal(caller: &Client, link: &Value) -> String {
    let body = caller.post(CHECK, link.clone()).await.refused(403, "forbidden");
    body["detail"].as_str().unwrap().to_owned()
}

/// A link to the files of an agent, with the fields of its address.
async fn link_to(caller: &Client, agent: &FakeAgent) -> Value {
    link_fields(&caller.get(&remote(&agent.identity.agent_id)).await.ok()["file"])
}

#[tokio::test]
async fn a_link_can_be_opened_for_a_minute() {
    clock::stop();
    let (server, agent) = server_with_agent().await;
    let link = link_to(&server.admin, &agent).await;

    clock::advance(Duration::from_secs(59));
    server.admin.post(CHECK, link.clone()).await.ok();

    clock::advance(Duration::from_secs(1));
    let sentence = "This link has expired. Open the connection from the agent's page.";
    assert_eq!(refusal(&server.admin, &link).await, sentence);
}

#[tokio::test]
async fn a_link_opens_nothing_for_another_user() {
    let (server, agent) = server_with_agent().await;
    let link = link_to(&server.admin, &agent).await;
    let other = caller(&server, &[Right::UseRemote, Right::UseTerminal]).await;

    let sentence = "This link is for another user. Open the connection from the agent's page.";
    assert_eq!(refusal(&other, &link).await, sentence);
}

#[tokio::test]
async fn a_link_of_which_anything_was_changed_is_refused() {
    let (server, agent) = server_with_agent().await;
    let other = server.enrol(server.add_site("Beta", "Main").await, "pc-2").await;
    let id = &agent.identity.agent_id;
    let link = link_fields(&server.admin.get(&vnc(id, "5900")).await.ok()["vnc"]);
    server.admin.post(CHECK, link.clone()).await.ok();
    let user = link["user"].as_str().unwrap().parse::<i64>().unwrap();
    let until = link["until"].as_str().unwrap().parse::<i64>().unwrap();

    for (field, value) in [
        ("agent", json!(other.agent_id)),
        ("kind", json!("screen")),
        ("port", json!(22)),
        ("port", json!(0)),
        ("user", json!(user + 1)),
        ("until", json!(until + 60)),
        ("signature", json!("ab".repeat(32))),
        ("signature", json!("no signature")),
        ("signature", json!("")),
    ] {
        let mut changed = link.clone();
        changed[field] = value;
        let sentence =
            "This link was not made by this server. Open the connection from the agent's page.";
        assert_eq!(refusal(&server.admin, &changed).await, sentence, "{changed}");
    }
}

#[tokio::test]
async fn a_link_grants_no_right_that_its_user_has_lost() {
    let (server, agent) = server_with_agent().await;
    let technician = caller(&server, &[Right::UseRemote, Right::UseTerminal]).await;
    let links = technician.get(&remote(&agent.identity.agent_id)).await.ok();
    change(&server, r#"update roles set rights = '["can_use_remote"]'"#).await;

    technician.post(CHECK, link_fields(&links["file"])).await.ok();
    let sentence = "Your role may not use the terminal (can_use_terminal).";
    assert_eq!(refusal(&technician, &link_fields(&links["terminal"])).await, sentence);
    change(&server, "update roles set rights = '[]'").await;
    assert_eq!(refusal(&technician, &link_fields(&links["file"])).await, sentence);
}

#[tokio::test]
async fn what_a_link_lacks_is_named() {
    let server = TestServer::start().await;
    let problems = server.admin.post(CHECK, json!({})).await.problems();
    for field in ["agent", "kind", "user", "until", "signature"] {
        assert!(problems[field].is_array(), "{problems}");
    }
    let link = json!({
        "agent": "x", "kind": "tunnel", "port": 70_000, "user": 1, "until": 1, "signature": "",
    });
    let expected = json!({
        "kind": ["Must be one of terminal, files, screen, vnc."],
        "port": ["Must be 0 to 65535."],
    });
    assert_eq!(server.admin.post(CHECK, link).await.problems(), expected);
}

#[tokio::test]
async fn links_are_made_for_callers_who_may_control_the_agent() {
    let (server, agent) = server_with_agent().await;
    let id = &agent.identity.agent_id;
    let without = server.caller_without(Right::UseRemote).await;
    let elsewhere = server.add_site("Other", "Main").await;
    let stranger = server.scoped_caller(Right::ALL, &[elsewhere.client], &[]).await;
    let body = json!({ "name": "read only", "read_only": true });
    let key = server.admin.post("/accounts/apikeys/", body).await.ok();
    let reader = server.anonymous().with_key(key["key"].as_str().unwrap());

    for path in [remote(id), vnc(id, "5900")] {
        server.anonymous().get(&path).await.refused(401, "not_authenticated");
        without.get(&path).await.refused(403, "forbidden");
        reader.get(&path).await.refused(403, "forbidden");
        stranger.get(&path).await.refused(404, "not_found");
    }
    for path in [remote("nobody"), vnc("nobody", "5900")] {
        server.admin.get(&path).await.refused(404, "not_found");
    }
    let link = link_to(&server.admin, &agent).await;
    reader.post(CHECK, link.clone()).await.refused(403, "forbidden");
    stranger.post(CHECK, link.clone()).await.refused(404, "not_found");
    let mut nowhere = link;
    nowhere["agent"] = json!("nobody");
    server.admin.post(CHECK, nowhere).await.refused(404, "not_found");
}

#[tokio::test]
async fn a_port_is_a_number_from_1_to_65535() {
    let (server, agent) = server_with_agent().await;
    for port in ["0", "70000", "-1", "5900.5", "vnc"] {
        let reply = server.admin.get(&vnc(&agent.identity.agent_id, port)).await;
        assert_eq!(reply.problems(), json!({ "port": ["Must be 1 to 65535."] }), "{port}");
    }
}

#[tokio::test]
async fn without_remote_sessions_there_are_no_links() {
    let server = TestServer::start_with(|settings| settings.remote_enabled = false).await;
    let location = server.add_site("Acme", "Main").await;
    let id = server.enrol(location, "pc-1").await.agent_id;
    let link = json!({ "agent": id, "kind": "files", "user": 1, "until": 1, "signature": "" });

    server.admin.get(&remote(&id)).await.refused(403, "feature_disabled");
    server.admin.get(&vnc(&id, "5900")).await.refused(403, "feature_disabled");
    server.admin.post(CHECK, link).await.refused(403, "feature_disabled");
}
