//! Links that open sessions in the web interface: what they say, and what they open.

use super::*;
use crate::clock;
use crate::testing::link_fields;
use crate::time::Timestamp;

pub(super) const CHECK: &str = "/remote/v1/links/check/";

pub(super) fn remote(agent_id: &str) -> String {
    format!("/agents/{agent_id}/remote/")
}

pub(super) fn vnc(agent_id: &str, port: &str) -> String {
    format!("/agents/{agent_id}/{port}/webvnc/")
}

/// The link without its signature, which no test can know.
fn unsigned(link: &Value) -> String {
    let (address, signature) = link.as_str().unwrap().split_once("&signature=").unwrap();
    assert_eq!(signature.len(), 64, "{signature}");
    address.to_owned()
}

/// The beginning of links to an agent, and the end of those that are made now for the
/// administrator.
async fn ends(server: &TestServer, base: &str, agent_id: &str) -> (String, String) {
    let user = server.admin.get("/accounts/me/").await.ok()["id"].clone();
    let until = Timestamp::now().seconds() + 60;
    let beginning = format!("{base}/ui/connect?agent={agent_id}");
    (beginning, format!("&user={user}&until={until}"))
}

#[tokio::test]
async fn the_links_to_an_agent_are_for_their_caller_and_for_a_minute() {
    clock::stop();
    let (server, agent) = server_with_agent().await;
    let id = &agent.identity.agent_id;
    let (beginning, end) = ends(&server, &server.url, id).await;

    let mut body = server.admin.get(&remote(id)).await.ok();

    for name in ["control", "terminal", "file"] {
        body[name] = json!(unsigned(&body[name]));
    }
    let expected = json!({
        "hostname": "pc-1",
        "control": format!("{beginning}&kind=screen{end}"),
        "terminal": format!("{beginning}&kind=terminal{end}"),
        "file": format!("{beginning}&kind=files{end}"),
        "status": "online", "client": "Acme", "site": "Main",
    });
    assert_eq!(body, expected);
}

#[tokio::test]
async fn the_link_to_vnc_has_the_port() {
    clock::stop();
    let (server, agent) = server_with_agent().await;
    let id = &agent.identity.agent_id;
    let (beginning, end) = ends(&server, &server.url, id).await;

    for port in ["1", "5900", "65535"] {
        let mut body = server.admin.get(&vnc(id, port)).await.ok();
        body["vnc"] = json!(unsigned(&body["vnc"]));
        let link = format!("{beginning}&kind=vnc&port={port}{end}");
        let expected = json!({ "hostname": "pc-1", "vnc": link, "client": "Acme", "site": "Main" });
        assert_eq!(body, expected);
    }
}

#[tokio::test]
async fn links_have_the_public_address_and_are_made_for_agents_that_are_offline() {
    clock::stop();
    let base = "https://rmm.example.com/base";
    let server =
        TestServer::start_with(|settings| settings.public_url = Some(base.to_owned())).await;
    let location = server.add_site("Acme", "Main").await;
    let away = server.enrol(location, "pc-2").await;
    let (beginning, end) = ends(&server, base, &away.agent_id).await;

    let body = server.admin.get(&remote(&away.agent_id)).await.ok();

    assert_eq!(unsigned(&body["file"]), format!("{beginning}&kind=files{end}"));
    assert_eq!((&body["hostname"], &body["status"]), (&json!("pc-2"), &json!("offline")));
}

#[tokio::test]
async fn without_the_right_to_terminals_there_is_no_link_to_one() {
    let (server, agent) = server_with_agent().await;
    let viewer = caller(&server, &[Right::UseRemote]).await;

    let body = viewer.get(&remote(&agent.identity.agent_id)).await.ok();

    assert_eq!(body["terminal"], Value::Null);
    for name in ["control", "file"] {
        viewer.post(CHECK, link_fields(&body[name])).await.ok();
    }
}

#[tokio::test]
async fn a_link_says_what_it_opens_to_every_login_of_its_user_and_opens_nothing_itself() {
    let (server, agent) = server_with_agent().await;
    let id = &agent.identity.agent_id;
    let links = server.admin.get(&remote(id)).await.ok();
    let desktop = server.admin.get(&vnc(id, "5901")).await.ok();
    let login = server.session_of("admin").await;
    let opens = |what: Value| {
        let mut session = json!({ "agent_id": id, "hostname": "pc-1", "host": "", "port": 0 });
        session.as_object_mut().unwrap().extend(what.as_object().unwrap().clone());
        session
    };
    let tunnel = json!({ "kind": "tunnel", "host": "127.0.0.1", "port": 5901 });

    for (link, expected) in [
        (&links["control"], opens(json!({ "kind": "screen" }))),
        (&links["terminal"], opens(json!({ "kind": "terminal" }))),
        (&links["file"], opens(json!({ "kind": "files" }))),
        (&desktop["vnc"], opens(tunnel)),
    ] {
        assert_eq!(login.post(CHECK, link_fields(link)).await.ok(), expected);
    }

    assert_eq!(server.admin.get(SESSIONS).await.ok(), json!([]));
    assert_eq!(audited(&server).await, [""; 0]);
}
