//! Whether somebody may still be told, and how.

use std::time::Duration;

use super::*;
use crate::auth::{Identity as Caller, Right};
use crate::clock;
use crate::features::freeze::thaw_now;
use crate::time::Timestamp;

#[tokio::test]
async fn nobody_is_told_who_was_disabled_or_blocked_or_lost_the_right_or_the_agent() {
    let states = [
        "update users set is_active = false where username <> 'admin'",
        "update users set block_dashboard_login = true where username <> 'admin'",
        "update roles set rights = '[]'",
        "update roles set can_view_clients = '[0]'",
        "update agents set site_id = (select max(id) from sites)",
    ];
    let mut stage = Stage::open().await;
    let server = &stage.server;
    server.add_site("Other", "X").await;
    let rights = [Right::ListAgents];
    for (number, state) in states.iter().enumerate() {
        let identity = server.enrol(stage.location, &format!("pc-{number}")).await;
        let caller = server.scoped_caller(&rights, &[stage.location.client], &[]).await;
        let browser = stage.service.browser(state).subscription();
        caller.post("/accounts/push/", browser).await.ok();
        change(server, "update users set email = 'other@example.com'").await;
        watch_agent(&caller, &identity.agent_id, "online").await;
        change(server, state).await;
        drop(server.connect(&identity).await);
        until_told(server).await;
        assert_eq!(count_watches(server).await, 0, "{state}");
    }
    assert_eq!(stage.told().await, [0, 0, 0]);
}

#[tokio::test]
async fn a_scoped_technician_is_told_in_their_browsers_without_the_right_to_alerts() {
    let stage = Stage::open().await;
    let server = &stage.server;
    let identity = server.enrol(stage.location, "pc-1").await;
    let rights = [Right::ListAgents];
    let caller = server.scoped_caller(&rights, &[], &[stage.location.site]).await;
    let mut browser = stage.service.browser("chrome").subscription();
    browser["min_severity"] = json!("error");
    caller.post("/accounts/push/", browser).await.ok();
    watch_agent(&caller, &identity.agent_id, "online").await;
    let _agent = server.connect(&identity).await;
    until_told(server).await;
    assert_eq!(stage.service.titles(), ["chrome: pc-1"]);
    assert!(stage.smtp.delivered().is_empty(), "they have no address");
}

#[tokio::test]
async fn without_a_mail_server_and_a_browser_the_event_alone_is_sent() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    change(&server, "update users set email = 'admin@example.com'").await;
    let mut page = server.follow(&server.admin, &["watches"]).await;
    let identity = server.enrol(location, "pc-1").await;
    watch_agent(&server.admin, &identity.agent_id, "online").await;
    let _agent = server.connect(&identity).await;
    page.receive_event("watch.fired").await;
    until_told(&server).await;
}

#[tokio::test]
async fn the_watches_of_a_deleted_user_and_agent_are_deleted() {
    let stage = Stage::open().await;
    let server = &stage.server;
    let identity = server.enrol(stage.location, "pc-1").await;
    let other = server.caller_with(&[Right::ListAgents]).await;
    for caller in [&other, &server.admin] {
        watch_agent(caller, &identity.agent_id, "online").await;
    }
    let id = other.get("/accounts/me/").await.ok()["id"].clone();
    server.admin.delete(&format!("/accounts/{id}/users/")).await.ok();
    assert_eq!(count_watches(server).await, 1);
    server.admin.delete(&format!("/agents/{}/", identity.agent_id)).await.ok();
    assert_eq!(server.admin.get("/accounts/watches/").await.ok(), json!([]));
    change(server, "delete from agents").await;
    assert_eq!(count_watches(server).await, 0);
}

#[tokio::test]
async fn the_live_connections_of_others_and_of_narrowed_keys_get_nothing() {
    let mut stage = Stage::open().await;
    let server = &stage.server;
    let identity = server.enrol(stage.location, "pc-1").await;
    let narrow = json!({ "name": "narrow", "rights": ["can_view_core_settings"] });
    let key = server.admin.post("/accounts/apikeys/", narrow).await.ok();
    let narrowed = server.anonymous().with_key(key["key"].as_str().unwrap());
    let other = server.caller_with(Right::ALL).await;
    let topics = ["watches", "config"];
    let mut pages = [server.follow(&narrowed, &topics).await, server.follow(&other, &topics).await];
    watch_agent(&server.admin, &identity.agent_id, "online").await;
    let _agent = server.connect(&identity).await;
    stage.page.receive_event("watch.fired").await;
    for page in &mut pages {
        assert_eq!(fired(server, page).await, [] as [Value; 0]);
    }
}

#[tokio::test]
async fn mail_and_browsers_wait_while_everything_is_frozen_and_the_event_does_not() {
    clock::stop();
    let mut stage = Stage::open().await;
    let identity = stage.server.enrol(stage.location, "pc-1").await;
    watch_agent(&stage.server.admin, &identity.agent_id, "online").await;
    stage.server.admin.post("/core/freeze/", json!({})).await.ok();
    let _agent = stage.server.connect(&identity).await;
    stage.page.receive_event("watch.fired").await;

    let later = "select count(*) from jobs where kind = 'watch_fired' and run_at > $1";
    let now = Timestamp::now();
    let later =
        async || sql::number(stage.server.app.db.read(), later, [now.into()]).await.unwrap();
    until_equal(&2, later).await;
    // A job that is not done yet would lose its lease below, and tell once more.
    let all = "select count(*) from jobs where kind = 'watch_fired'";
    let all = async || sql::number(stage.server.app.db.read(), all, []).await.unwrap();
    until_equal(&2, all).await;
    thaw_now(&stage.server.app, &Caller::console(), None).await.unwrap();
    assert!(stage.smtp.delivered().is_empty() && stage.service.received().is_empty());
    clock::advance(Duration::from_secs(301));
    assert_eq!(stage.told().await, [0, 1, 1]);
}
