//! What Windows says of its updates.

use muster_protocol::{InstallUpdates, Order, Update, UpdateScan};
use serde_json::{Value, json};

use super::{print_whole_scan, states};
use crate::testing::{FakeAgent, Location, TestServer};

const CATEGORY: &str = "0fa1201d-4330-4fa8-8ae9-b877473b6441";

/// An update of Windows with this identifier, which is about an article.
pub fn windows_update(guid: &str, kb: &str, title: &str) -> Update {
    Update {
        guid: guid.to_owned(),
        name: kb.to_owned(),
        kb_ids: vec![kb.to_owned()],
        title: title.to_owned(),
        category_ids: vec![CATEGORY.to_owned()],
        categories: vec!["Sicherheitsupdates".to_owned()],
        ..Update::default()
    }
}

pub fn found(updates: &[Update], reboot_required: bool) -> UpdateScan {
    let source = "windows_update".to_owned();
    UpdateScan { source, updates: updates.to_vec(), reboot_required }
}

pub async fn server_with_windows() -> (TestServer, FakeAgent, Location) {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let mut identity = server.enrol(location, "pc-1").await;
    identity.plat = "windows".to_owned();
    let agent = server.connect(&identity).await;
    (server, agent, location)
}

/// Asks for a scan that finds this.
pub async fn scan(server: &TestServer, agent: &mut FakeAgent, scan: &UpdateScan) {
    let path = format!("/winupdate/{}/scan/", agent.identity.agent_id);
    server.admin.post(&path, json!({})).await.ok();
    let order = agent.next_order().await;
    print_whole_scan(server, agent, order, scan).await;
}

pub async fn list(server: &TestServer, agent: &FakeAgent) -> Vec<Value> {
    let path = format!("/winupdate/{}/", agent.identity.agent_id);
    server.admin.get(&path).await.ok().as_array().unwrap().clone()
}

pub async fn install(server: &TestServer, agent: &mut FakeAgent, body: Value) -> Order {
    let path = format!("/winupdate/{}/install/", agent.identity.agent_id);
    server.admin.post(&path, body).await.ok();
    agent.next_order().await
}

#[tokio::test]
async fn all_that_windows_says_of_an_update_is_shown() {
    let (server, mut agent, _) = server_with_windows().await;
    let update = Update {
        severity: "Critical".to_owned(),
        is_security: true,
        description: "Closes a hole.".to_owned(),
        more_info_urls: ["https://support.microsoft.com/help/5034441", "javascript:alert(1)"]
            .map(str::to_owned)
            .to_vec(),
        support_url: "https://support.microsoft.com".to_owned(),
        revision: 200,
        size_bytes: 734_003_200,
        is_driver: true,
        is_downloaded: true,
        can_ask_for_input: true,
        needs_reboot: true,
        error: "the installer failed (0x8024200B)".to_owned(),
        ..windows_update("a", "KB5034441", "2024-01 Security Update (KB5034441)")
    };

    scan(&server, &mut agent, &found(&[update], false)).await;

    let expected = json!({
        "id": 1, "agent": 1, "agent_id": agent.identity.agent_id, "hostname": "pc-1",
        "client_name": "Acme", "site_name": "Main", "guid": "a", "kb": "KB5034441",
        "title": "2024-01 Security Update (KB5034441)", "description": "Closes a hole.",
        "severity": "Critical", "categories": ["Sicherheitsupdates"], "category_ids": [CATEGORY],
        "kb_article_ids": ["KB5034441"],
        "more_info_urls": ["https://support.microsoft.com/help/5034441"],
        "support_url": "https://support.microsoft.com", "revision_number": 200,
        "size_bytes": 734_003_200, "driver": true, "can_ask_for_input": true,
        "needs_reboot": true, "hidden": false, "source": "windows_update", "state": "available",
        "progress": "", "installed": false, "downloaded": true, "action": "nothing",
        "inherited": true, "result": "n/a", "error": "the installer failed (0x8024200B)",
        "attempts": 0, "date_installed": null,
    });
    assert_eq!(list(&server, &agent).await, [expected]);
}

#[tokio::test]
async fn the_error_of_windows_goes_with_the_next_attempt_that_succeeds() {
    let (server, mut agent, _) = server_with_windows().await;
    let update = windows_update("a", "KB1", "Update (KB1)");
    let failed = Update { error: "the disk is full (0x80070070)".to_owned(), ..update.clone() };
    for (update, expected) in [
        (&update, json!(null)),
        (&failed, json!("the disk is full (0x80070070)")),
        (&update, json!(null)),
        (&failed, json!("the disk is full (0x80070070)")),
    ] {
        scan(&server, &mut agent, &found(std::slice::from_ref(update), false)).await;
        let shown = &list(&server, &agent).await[0];
        assert_eq!((&shown["error"], &shown["state"]), (&expected, &json!("available")));
    }
    scan(&server, &mut agent, &found(&[], false)).await;
    let shown = &list(&server, &agent).await[0];
    assert_eq!((&shown["error"], &shown["state"]), (&json!(null), &json!("installed")));
}

#[tokio::test]
async fn of_two_updates_under_one_article_each_is_installed_by_itself() {
    let (server, mut agent, _) = server_with_windows().await;
    let windows = windows_update("a", "KB5034123", "2024-01 Update for Windows 11 (KB5034123)");
    let dotnet = windows_update("b", "KB5034123", "2024-01 Update for .NET 4.8.1 (KB5034123)");
    let third = windows_update("c", "KB5034123", "2024-01 Update for Windows 10 (KB5034123)");

    scan(&server, &mut agent, &found(&[windows.clone(), dotnet.clone()], false)).await;
    scan(&server, &mut agent, &found(std::slice::from_ref(&dotnet), false)).await;
    assert_eq!(states(&server, &agent).await, ["b available nothing", "a installed nothing"]);

    // One that was not offered before, for another product.
    scan(&server, &mut agent, &found(std::slice::from_ref(&third), false)).await;
    let expected = ["b installed nothing", "c available nothing", "a installed nothing"];
    assert_eq!(states(&server, &agent).await, expected);
}

#[tokio::test]
async fn a_newer_version_supersedes_an_update_with_or_without_an_article() {
    let (server, mut agent, _) = server_with_windows().await;
    let definitions = |guid: &str, version: &str| {
        let title = format!("Definitions - KB2267602 (Version 1.403.{version}.0)");
        windows_update(guid, "KB2267602", &title)
    };
    let driver = |guid: &str, version: &str| Update {
        kb_ids: Vec::new(),
        ..windows_update(guid, "", &format!("Intel - net - 12.19.{version}"))
    };

    scan(&server, &mut agent, &found(&[definitions("a", "1"), driver("b", "1")], false)).await;
    scan(&server, &mut agent, &found(&[definitions("c", "2"), driver("d", "22")], false)).await;

    let expected = [
        "a superseded nothing",
        "c available nothing",
        "b superseded nothing",
        "d available nothing",
    ];
    assert_eq!(states(&server, &agent).await, expected);
}

#[tokio::test]
async fn what_the_next_month_replaces_is_installed_only_if_it_was_installed() {
    let (server, mut agent, _) = server_with_windows().await;
    let month = |guid: &str, date: &str, kb: &str| {
        windows_update(guid, kb, &format!("{date} Cumulative Update for Windows 11 ({kb})"))
    };
    let january = month("a", "2024-01", "KB5034123");
    let february = month("b", "2024-02", "KB5034765");
    let march = month("c", "2024-03", "KB5035853");

    scan(&server, &mut agent, &found(&[january], false)).await;
    scan(&server, &mut agent, &found(std::slice::from_ref(&february), false)).await;
    assert_eq!(states(&server, &agent).await, ["a superseded nothing", "b available nothing"]);

    let order = install(&server, &mut agent, json!({ "guids": ["b"] })).await;
    let report = format!("installed: {}\n", february.title);
    agent.finish(&order.run_id, &report, "", 0).await;
    let follow_up = agent.next_order().await;
    print_whole_scan(&server, &mut agent, follow_up, &found(&[march], false)).await;
    let expected = ["a superseded nothing", "b installed approve", "c available nothing"];
    assert_eq!(states(&server, &agent).await, expected);
}

#[tokio::test]
async fn an_update_that_is_hidden_at_the_computer_is_neither_missing_nor_installed() {
    let (server, mut agent, _) = server_with_windows().await;
    let hidden = Update { is_held: true, ..windows_update("a", "KB1", "First (KB1)") };
    let other = windows_update("b", "KB2", "Second (KB2)");
    scan(&server, &mut agent, &found(&[hidden.clone(), other], false)).await;
    let body = json!({ "guids": ["a", "b"], "action": "approve" });
    server.admin.post("/winupdate/bulk/", body).await.ok();

    assert_eq!(list(&server, &agent).await[0]["hidden"], true);
    let counted = server.admin.get("/agents/").await.ok()[0]["updates"].clone();
    let numbers = ["missing", "approved", "ignored"].map(|name| counted[name].clone());
    assert_eq!(numbers, [1, 1, 1].map(|number| json!(number)));
    let path = format!("/winupdate/{}/install/", agent.identity.agent_id);
    let problems = server.admin.post(&path, json!({ "guids": ["a"] })).await.problems();
    let sentence =
        "This update is hidden on its computer: approve it and scan again, or show it there.";
    assert_eq!(problems, json!({ "guids[0]": [sentence] }));
    let order = install(&server, &mut agent, json!({})).await;
    assert_eq!(order.read::<InstallUpdates>().unwrap().guids, ["b"]);
    agent.finish(&order.run_id, "installed: Second (KB2)\n", "", 0).await;
    let follow_up = agent.next_order().await;
    print_whole_scan(&server, &mut agent, follow_up, &found(std::slice::from_ref(&hidden), false))
        .await;
    assert_eq!(server.admin.get("/agents/").await.ok()[0]["has_patches_pending"], false);

    // Shown again, it waits like any other.
    let shown = Update { is_held: false, ..hidden };
    scan(&server, &mut agent, &found(&[shown], false)).await;
    assert_eq!(server.admin.get("/agents/").await.ok()[0]["has_patches_pending"], true);
}
