//! `POST /winupdate/<agent_id>/scan/` and the lists.

use muster_protocol::{ScanUpdates, Update};
use serde_json::json;

use super::{scan, states, update};
use crate::auth::Right;
use crate::features::winupdate::RETENTION;
use crate::storage::sql;
use crate::testing::{TestServer, until_equal, until_true};
use crate::time::Timestamp;

#[tokio::test]
async fn a_scan_is_a_run_whose_findings_are_listed() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let mut agent = server.add_agent(location, "pc-1").await;
    let agent_id = agent.identity.agent_id.clone();
    let path = format!("/winupdate/{agent_id}/");
    assert_eq!(server.admin.get(&path).await.ok(), json!([]));

    let reply = server.admin.post(&format!("{path}scan/"), json!({})).await;
    assert_eq!(reply.header("x-run-id"), "1");
    assert_eq!(reply.ok(), json!("The scan for updates was started on pc-1."));
    let order = agent.next_order().await;
    let expected = ScanUpdates {
        refresh: true,
        timeout_seconds: 1800,
        output_limit: 10 * 1024 * 1024,
        ..ScanUpdates::default()
    };
    assert_eq!(order.read::<ScanUpdates>().unwrap(), expected);
    let found = Update {
        severity: "Critical".to_owned(),
        is_security: true,
        is_held: true,
        ..update("vim", "2")
    };
    super::print_scan(&server, &mut agent, order, &[found, update("bash", "5")], true).await;

    let list = server.admin.get(&path).await;
    assert_eq!(list.header("x-total-count"), "2");
    let common = json!({
        "agent": 1, "agent_id": agent_id, "hostname": "pc-1", "client_name": "Acme",
        "site_name": "Main", "category_ids": [],
        "kb_article_ids": [], "more_info_urls": [], "support_url": "", "revision_number": 0,
        "size_bytes": null, "driver": false, "can_ask_for_input": false, "needs_reboot": false,
        "hidden": false, "progress": "", "source": "apt", "state": "available", "installed": false, "downloaded": false,
        "action": "nothing", "inherited": true, "result": "n/a", "error": null, "attempts": 0,
        "date_installed": null,
    });
    let with = |mut row: serde_json::Value| {
        row.as_object_mut().unwrap().extend(common.as_object().unwrap().clone());
        row
    };
    let expected = json!([
        with(json!({ "id": 1, "guid": "bash=5", "kb": "bash", "title": "bash 5",
                     "description": "1 → 5", "severity": "", "categories": [] })),
        with(json!({ "id": 2, "guid": "vim=2", "kb": "vim", "title": "vim 2",
                     "description": "1 → 2", "severity": "Critical",
                     "categories": ["Security", "Held"] })),
    ]);
    assert_eq!(list.ok(), expected);
    assert_eq!(server.admin.get("/agents/").await.ok()[0]["needs_reboot"], true);
    let lines = server.audit_lines().await;
    assert_eq!(lines.last().unwrap(), "admin modify winupdate admin scanned pc-1 for updates");
}

#[tokio::test]
async fn updates_that_are_no_longer_offered_are_installed_or_superseded() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let mut agent = server.add_agent(location, "pc-1").await;
    scan(&server, &mut agent, &[update("bash", "5"), update("vim", "2")]).await;

    scan(&server, &mut agent, &[update("vim", "3")]).await;
    assert_eq!(
        states(&server, &agent).await,
        ["bash=5 installed nothing", "vim=2 superseded nothing", "vim=3 available nothing"]
    );

    // It was rolled back: it is offered again.
    scan(&server, &mut agent, &[update("vim", "2")]).await;
    assert_eq!(
        states(&server, &agent).await,
        ["bash=5 installed nothing", "vim=2 available nothing", "vim=3 superseded nothing"]
    );
}

#[tokio::test]
async fn a_scan_that_failed_or_printed_something_else_changes_nothing() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let mut agent = server.add_agent(location, "pc-1").await;
    scan(&server, &mut agent, &[update("vim", "2")]).await;
    let path = format!("/winupdate/{}/scan/", agent.identity.agent_id);

    for (printed, code) in [("no JSON", 0), ("{}", 1)] {
        server.admin.post(&path, json!({})).await.ok();
        let order = agent.next_order().await;
        agent.finish(&order.run_id, printed, "", code).await;
    }
    until_true("every scan is stored", async || {
        let text = "select count(*) from runs where status in ('queued', 'running')";
        let open = sql::number(server.app.db.read(), text, []).await.unwrap();
        let text = "select count(*) from jobs where kind = 'updates_scanned'";
        open == 0 && sql::number(server.app.db.read(), text, []).await.unwrap() == 0
    })
    .await;
    assert_eq!(states(&server, &agent).await, ["vim=2 available nothing"]);
}

#[tokio::test]
async fn a_scan_waits_for_an_agent_that_is_away() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let identity = server.enrol(location, "pc-1").await;
    let path = format!("/winupdate/{}/scan/", identity.agent_id);

    let reply = server.admin.post(&path, json!({ "queue_hours": 1 })).await;
    assert_eq!(reply.header("x-run-id"), "1");
    let sentence = "pc-1 is offline: the scan for updates will run there when it is back.";
    assert_eq!(reply.ok(), json!(sentence));
    let pending = server.admin.get("/logs/pendingactions/").await.ok();
    assert_eq!(pending[0]["action_type"], "runpatchscan");
    let lines = server.audit_lines().await;
    assert_eq!(lines.last().unwrap(), "admin modify winupdate admin scanned pc-1 for updates");

    let mut agent = server.connect(&identity).await;
    let order = agent.next_order().await;
    super::print_scan(&server, &mut agent, order, &[update("vim", "2")], false).await;
    assert_eq!(states(&server, &agent).await, ["vim=2 available nothing"]);
    let problems = server.admin.post(&path, json!({ "queue_hours": 0 })).await.problems();
    assert_eq!(problems, json!({ "queue_hours": ["Must be 1 to 720."] }));
}

#[tokio::test]
async fn the_same_idempotency_key_scans_once() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let agent = server.add_agent(location, "pc-1").await;
    let path = format!("/winupdate/{}/scan/", agent.identity.agent_id);
    let caller = server.admin.with_header("Idempotency-Key", "once");

    for _ in 0..2 {
        let reply = caller.post(&path, json!({})).await;
        assert_eq!(reply.header("x-run-id"), "1");
    }
    let rows = server.audit().await.len();
    assert_eq!(rows, 3);
}

#[tokio::test]
async fn the_fleet_lists_each_update_once_with_its_counts_in_scope() {
    let server = TestServer::start().await;
    let acme = server.add_site("Acme", "Main").await;
    let other = server.add_site("Other", "Branch").await;
    let mut one = server.add_agent(acme, "pc-1").await;
    let mut two = server.add_agent(other, "pc-2").await;
    scan(&server, &mut one, &[update("vim", "2"), update("bash", "5")]).await;
    scan(&server, &mut one, &[update("bash", "5")]).await;
    scan(&server, &mut two, &[update("vim", "2")]).await;
    let row = |name: &str, version: &str, pending: i64, installed: i64| {
        json!({
            "guid": format!("{name}={version}"), "kb": name, "title": format!("{name} {version}"),
            "severity": "", "source": "apt",
            "counts": { "pending": pending, "installed": installed, "failed": 0 },
            "actions": { "approve": 0, "ignore": 0, "nothing": pending },
        })
    };

    let list = server.admin.get("/winupdate/").await.ok();
    assert_eq!(list, json!([row("bash", "5", 1, 0), row("vim", "2", 1, 1)]));
    let of = async |query: &str| server.admin.get(&format!("/winupdate/?{query}")).await.ok();
    assert_eq!(of("kb=vim&installed=true").await, json!([row("vim", "2", 0, 1)]));
    assert_eq!(of(&format!("client={}", other.client)).await, json!([row("vim", "2", 1, 0)]));
    assert_eq!(of("action=approve").await, json!([]));
    assert_eq!(
        of("search=BASH&severity=other&action=nothing").await,
        json!([row("bash", "5", 1, 0)])
    );
    let page = of("page=2&page_size=1&ordering=-title").await;
    assert_eq!((&page["count"], &page["results"]), (&json!(2), &json!([row("bash", "5", 1, 0)])));

    let narrow = server.scoped_caller(&[Right::ManageWinupdates], &[], &[acme.site]).await;
    let list = narrow.get("/winupdate/").await.ok();
    assert_eq!(list, json!([row("bash", "5", 1, 0), row("vim", "2", 0, 1)]));
    let path = format!("/winupdate/{}/", two.identity.agent_id);
    narrow.get(&path).await.refused(404, "not_found");
    let problems = server.admin.get("/winupdate/?action=inherit&severity=bad").await.problems();
    let expected = json!({
        "action": ["Must be one of approve, ignore, nothing."],
        "severity": ["Must be one of Critical, Important, Moderate, Low, other."],
    });
    assert_eq!(problems, expected);
}

#[tokio::test]
async fn updates_installed_or_superseded_for_a_year_are_deleted_and_nothing_else() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let mut agent = server.add_agent(location, "pc-1").await;
    scan(&server, &mut agent, &[update("a", "1"), update("b", "1"), update("c", "1")]).await;
    scan(&server, &mut agent, &[update("b", "2"), update("c", "1")]).await;
    let before = ["a=1 installed nothing", "b=1 superseded nothing", "b=2 available nothing"];
    let open = "c=1 available nothing";
    assert_eq!(states(&server, &agent).await, [&before[..], &[open]].concat());

    (RETENTION.handler)(server.app.clone()).await.unwrap();
    assert_eq!(states(&server, &agent).await, [&before[..], &[open]].concat());

    let year = std::time::Duration::from_secs(366 * 24 * 3600);
    let write = server.app.db.begin().await.unwrap();
    let text = "update winupdates set changed_time = $1 where guid <> 'b=2'";
    sql::execute(&write, text, [Timestamp::now().minus(year).into()]).await.unwrap();
    write.commit().await.unwrap();
    (RETENTION.handler)(server.app.clone()).await.unwrap();
    assert_eq!(states(&server, &agent).await, [before[2], open]);
}

#[tokio::test]
async fn the_effective_patch_policy_decides_about_updates_of_a_scan() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let mut agent = server.add_agent(location, "pc-1").await;
    let own = json!({ "winupdatepolicy": [{ "critical": "approve", "other": "ignore" }] });
    server.admin.put(&format!("/agents/{}/", agent.identity.agent_id), own).await.ok();
    let severe = |severity: &str| Update { severity: severity.to_owned(), ..update("vim", "2") };

    scan(&server, &mut agent, &[severe("Critical"), update("bash", "5")]).await;
    let expected = ["bash=5 available ignore", "vim=2 available approve"];
    until_equal(&expected, async || states(&server, &agent).await).await;
    // An advisory may change its mind.
    scan(&server, &mut agent, &[severe("Low"), update("bash", "5")]).await;
    let expected = ["bash=5 available ignore", "vim=2 available nothing"];
    until_equal(&expected, async || states(&server, &agent).await).await;
}
