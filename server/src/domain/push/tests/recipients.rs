//! Who is notified: people who may read the alert at that moment.

use muster_alerting::Severity;

use super::*;
use crate::auth::Right;

const ALERTS: &[Right] = &[Right::ListAlerts];

#[tokio::test]
async fn a_scoped_technician_is_notified_of_their_clients_alone() {
    let (server, service) = (TestServer::start().await, PushService::start().await);
    let (acme, other) =
        (server.add_site("Acme", "Main").await, server.add_site("Other", "X").await);
    let agent = key_of(&server, &server.enrol(acme, "pc-1").await).await;
    let callers = [
        ("admin", server.admin.clone()),
        ("everywhere", server.caller_with(ALERTS).await),
        ("acme", server.scoped_caller(ALERTS, &[acme.client], &[]).await),
        ("acme main", server.scoped_caller(ALERTS, &[], &[acme.site]).await),
        ("other", server.scoped_caller(ALERTS, &[other.client], &[other.site]).await),
        ("no alerts", server.caller_without(Right::ListAlerts).await),
    ];
    for (name, caller) in &callers {
        subscribe(caller, &service, name, "warning").await;
    }

    push(&server, &about(agent, "agent")).await;
    let expected = ["acme main: agent", "acme: agent", "admin: agent", "everywhere: agent"];
    assert_eq!(service.titles(), expected);

    // The same agent, after it moved.
    change(&server, &format!("update agents set site_id = {}", other.site)).await;
    push(&server, &about(agent, "moved")).await;
    let titles: Vec<String> =
        service.titles().into_iter().filter(|title| title.ends_with("moved")).collect();
    assert_eq!(titles, ["admin: moved", "everywhere: moved", "other: moved"]);
}

#[tokio::test]
async fn what_is_about_a_site_a_client_or_everything_has_its_readers_too() {
    let (server, service) = (TestServer::start().await, PushService::start().await);
    let acme = server.add_site("Acme", "Main").await;
    let callers = [
        ("admin", server.admin.clone()),
        ("acme", server.scoped_caller(ALERTS, &[acme.client], &[]).await),
        ("main", server.scoped_caller(ALERTS, &[], &[acme.site]).await),
    ];
    for (name, caller) in &callers {
        subscribe(caller, &service, name, "info").await;
    }
    let alert = |title: &str, client, site| PushAlert {
        agent: None,
        client,
        site,
        ..about(AgentKey(0), title)
    };
    push(&server, &alert("site", None, Some(acme.site))).await;
    push(&server, &alert("client", Some(acme.client), None)).await;
    push(&server, &alert("all", None, None)).await;
    push(&server, &alert("no site", None, Some(999))).await;
    push(&server, &alert("no client", Some(999), None)).await;
    push(&server, &about(AgentKey(999), "no agent")).await;

    let expected =
        ["acme: client", "acme: site", "admin: all", "admin: client", "admin: site", "main: site"];
    assert_eq!(service.titles(), expected);
}

#[tokio::test]
async fn a_browser_gets_only_alerts_that_are_severe_enough() {
    let (server, service) = (TestServer::start().await, PushService::start().await);
    let site = server.add_site("Acme", "Main").await;
    let agent = key_of(&server, &server.enrol(site, "pc-1").await).await;
    for severity in ["info", "warning", "error"] {
        subscribe(&server.admin, &service, severity, severity).await;
    }
    for severity in Severity::ALL {
        push(&server, &PushAlert { severity, ..about(agent, severity.as_str()) }).await;
    }
    let expected = [
        "error: error",
        "info: error",
        "info: info",
        "info: warning",
        "warning: error",
        "warning: warning",
    ];
    assert_eq!(service.titles(), expected);
}

#[tokio::test]
async fn nobody_is_notified_who_was_disabled_blocked_or_lost_the_right_or_the_agent() {
    let (server, service) = (TestServer::start().await, PushService::start().await);
    let site = server.add_site("Acme", "Main").await;
    let agent = key_of(&server, &server.enrol(site, "pc-1").await).await;
    let caller = server.scoped_caller(ALERTS, &[site.client], &[]).await;
    subscribe(&caller, &service, "browser", "info").await;
    let states = [
        ("update users set is_active = false", "update users set is_active = true"),
        (
            "update users set block_dashboard_login = true",
            "update users set block_dashboard_login = false",
        ),
        ("update roles set rights = '[]'", "update roles set rights = '[\"can_list_alerts\"]'"),
        ("update roles set can_view_clients = '[0]'", "update roles set can_view_clients = '[]'"),
        ("update agents set removed = 1", "update agents set removed = null"),
    ];
    for (end, begin) in states {
        change(&server, end).await;
        push(&server, &about(agent, end)).await;
        assert!(service.received().is_empty(), "{end}");
        change(&server, begin).await;
    }
    push(&server, &about(agent, "again")).await;
    assert_eq!(service.titles(), ["browser: again"]);
}
