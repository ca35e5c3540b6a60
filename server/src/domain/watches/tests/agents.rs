//! Agents that come online or go offline.

use std::time::Duration;

use super::*;
use crate::clock;
use crate::testing::until_true;

#[tokio::test]
async fn somebody_is_told_once_that_an_agent_is_online_by_event_mail_and_browser() {
    let mut stage = Stage::open().await;
    let identity = stage.server.enrol(stage.location, "pc-1").await;
    let watch = watch_agent(&stage.server.admin, &identity.agent_id, "online").await;

    let agent = stage.server.connect(&identity).await;
    let told = stage.page.receive_event("watch.fired").await;
    let user = stage.server.admin.get("/accounts/me/").await.ok()["id"].clone();
    let expected = json!({
        "id": watch["id"], "user": user, "event": "online", "agent_id": identity.agent_id,
        "hostname": "pc-1", "run": null, "status": null, "message": "pc-1 is online.",
    });
    assert_eq!((&told["topic"], &told["data"]), (&json!("watches"), &expected));
    assert_eq!(stage.told().await, [0, 1, 1], "the event came before");

    let mail = stage.smtp.delivered().remove(0);
    assert_eq!(mail.to, ["admin@example.com"]);
    assert!(mail.content.contains("Subject: pc-1 is online\n"), "{}", mail.content);
    let text = "pc-1 is online.\n\nYou asked to be told about this once.\n";
    assert!(mail.content.contains(text), "{}", mail.content);
    let pushed = stage.service.received().remove(0);
    let expected = json!({
        "title": "pc-1", "body": "pc-1 is online.", "tag": format!("watch {}", watch["id"]),
        "url": format!("/ui/agents/{}", identity.agent_id),
    });
    assert_eq!(pushed.content, expected);

    // It is gone: the next connection tells nobody.
    assert_eq!(stage.server.admin.get("/accounts/watches/").await.ok(), json!([]));
    drop(agent);
    stage.server.connect(&identity).await;
    assert_eq!(stage.told().await, [0, 1, 1]);
}

#[tokio::test]
async fn somebody_is_told_once_that_an_agent_is_offline() {
    clock::stop();
    let mut stage = Stage::open().await;
    let agent = stage.server.add_agent(stage.location, "pc-1").await;
    let id = agent.identity.agent_id.clone();
    let watch = watch_agent(&stage.server.admin, &id, "offline").await;
    drop(agent);
    let left = "select count(*) from agents_away";
    let left = async || sql::number(stage.server.app.db.read(), left, []).await.unwrap() == 1;
    until_true("the connection has ended", left).await;

    // At once: a job that runs while time passes loses its lease, and runs again.
    clock::advance(Duration::from_secs(5 * 60));
    let told = stage.page.receive_event("watch.fired").await;
    let user = stage.server.admin.get("/accounts/me/").await.ok()["id"].clone();
    let expected = json!({
        "id": watch["id"], "user": user, "event": "offline", "agent_id": id,
        "hostname": "pc-1", "run": null, "status": null, "message": "pc-1 is offline.",
    });
    assert_eq!(told["data"], expected);
    assert_eq!(stage.told().await, [0, 1, 1]);

    // Overdue is no second time.
    let overdue = "select count(*) from agents where presence = 'overdue'";
    let overdue = async || sql::number(stage.server.app.db.read(), overdue, []).await.unwrap() == 1;
    clock::advance(Duration::from_secs(30 * 60));
    until_true("the agent is overdue", overdue).await;
    assert_eq!(stage.told().await, [0, 1, 1]);
}

#[tokio::test]
async fn everybody_who_watches_an_agent_is_told_and_nobody_else() {
    let mut stage = Stage::open().await;
    let server = &stage.server;
    let (one, other) =
        (server.enrol(stage.location, "pc-1").await, server.enrol(stage.location, "pc-2").await);
    let caller = server.caller_with(&[crate::auth::Right::ListAgents]).await;
    let mut page = server.follow(&caller, &["watches", "config"]).await;
    watch_agent(&caller, &one.agent_id, "online").await;
    watch_agent(&server.admin, &one.agent_id, "online").await;
    watch_agent(&caller, &other.agent_id, "online").await;

    let _agent = server.connect(&one).await;
    until_told(server).await;
    // They have no right to the mark of the others.
    let told = page.receive_event("watch.fired").await;
    assert_eq!(told["data"]["message"], "pc-1 is online.");
    let _agent = server.connect(&other).await;
    let told = page.receive_event("watch.fired").await;
    assert_eq!(told["data"]["message"], "pc-2 is online.");
    assert_eq!(stage.told().await, [1, 1, 1], "the other has neither an address nor a browser");
}

#[tokio::test]
async fn a_watch_stays_when_the_server_restarts() {
    let Stage { server, smtp, service, location, .. } = Stage::open().await;
    let mut identity = server.enrol(location, "pc-1").await;
    let watch = watch_agent(&server.admin, &identity.agent_id, "online").await;
    let (settings, folder) = server.stop().await;
    let server = TestServer::start_on(settings, folder).await;
    assert_eq!(server.admin.get("/accounts/watches/").await.ok(), json!([watch]));

    let page = server.follow(&server.admin, &["watches", "config"]).await;
    let mut stage = Stage { server, smtp, service, page, location };
    identity.server = stage.server.url.trim_start_matches("http://").to_owned();
    let _agent = stage.server.connect(&identity).await;
    stage.page.receive_event("watch.fired").await;
    assert_eq!(stage.told().await, [0, 1, 1]);
}
