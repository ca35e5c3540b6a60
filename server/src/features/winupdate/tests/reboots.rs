//! An installation on Windows, from its download to the restart.

use muster_protocol::{FromAgent, Stream, Update};
use serde_json::{Value, json};

use super::of_windows::{found, install, list, scan, server_with_windows, windows_update};
use super::print_whole_scan;
use crate::storage::sql;
use crate::testing::{FakeAgent, TestServer, until_equal};

fn update(guid: &str) -> Update {
    windows_update(guid, &format!("KB{guid}"), &format!("Update {guid}"))
}

/// `guid state progress error` of each update, without what is empty.
async fn lines(server: &TestServer, agent: &FakeAgent) -> Vec<String> {
    let line = |row: &Value| {
        let texts = ["guid", "state", "progress", "error"].map(|name| row[name].as_str());
        let texts: Vec<&str> =
            texts.into_iter().flatten().filter(|text| !text.is_empty()).collect();
        texts.join(" | ")
    };
    list(server, agent).await.iter().map(line).collect()
}

async fn until_lines(server: &TestServer, agent: &FakeAgent, expected: &[&str]) {
    let expected: Vec<String> = expected.iter().map(|line| (*line).to_owned()).collect();
    until_equal(&expected, async || lines(server, agent).await).await;
}

#[tokio::test]
async fn an_update_is_downloaded_installed_and_waits_for_the_restart() {
    let (server, mut agent, _) = server_with_windows().await;
    let agent = &mut agent;
    scan(&server, agent, &found(&[update("a")], false)).await;
    let order = install(&server, agent, json!({ "guids": ["a"] })).await;
    agent.send(FromAgent::Accepted { run_id: order.run_id.clone() }).await;
    until_lines(&server, agent, &["a | installing"]).await;

    let download = "searching for the updates\ndownloading 40 %: update 1 of 1, Update a\n";
    agent.print(&order.run_id, Stream::Stdout, 0, download).await;
    until_lines(&server, agent, &["a | downloading | 40 %, update 1 of 1"]).await;
    let installing = "installing 10 %: update 1 of 1, Update a\n";
    agent.print(&order.run_id, Stream::Stdout, download.len() as u64, installing).await;
    until_lines(&server, agent, &["a | installing | 10 %, update 1 of 1"]).await;

    let order_end = format!("{download}{installing}");
    let report = "installed after a restart: Update a\n";
    let run = order.run_id;
    agent.print(&run, Stream::Stdout, order_end.len() as u64, report).await;
    let stdout = order_end.len() + report.len();
    let outcome = crate::testing::outcome(muster_protocol::End::Exited { code: 0 }, stdout, 0);
    agent.send(FromAgent::Finished { run_id: run, outcome }).await;
    let follow_up = agent.next_order().await;
    until_lines(&server, agent, &["a | reboot_pending"]).await;

    // Not offered, and yet not installed: the restart can undo it.
    print_whole_scan(&server, agent, follow_up, &found(&[], true)).await;
    assert_eq!(lines(&server, agent).await, ["a | reboot_pending"]);
    assert_eq!(list(&server, agent).await[0]["installed"], false);
    scan(&server, agent, &found(&[], false)).await;
    assert_eq!(lines(&server, agent).await, ["a | installed"]);
    let shown = &list(&server, agent).await[0];
    assert_eq!((&shown["result"], &shown["attempts"]), (&json!("success"), &json!(1)));
}

#[tokio::test]
async fn an_update_that_the_restart_undid_has_failed_with_the_words_of_windows() {
    let (server, mut agent, _) = server_with_windows().await;
    let agent = &mut agent;
    scan(&server, agent, &found(&[update("a")], false)).await;
    let order = install(&server, agent, json!({ "guids": ["a"] })).await;
    agent.finish(&order.run_id, "installed after a restart: Update a\n", "", 0).await;
    let follow_up = agent.next_order().await;
    print_whole_scan(&server, agent, follow_up, &found(&[update("a")], true)).await;
    assert_eq!(lines(&server, agent).await, ["a | reboot_pending"]);

    let error = "the installation did not complete and was undone (0x800F0922)";
    let undone = Update { error: error.to_owned(), ..update("a") };
    scan(&server, agent, &found(&[undone], false)).await;

    assert_eq!(lines(&server, agent).await, [format!("a | failed | {error}")]);
}

#[tokio::test]
async fn an_update_waits_for_the_restart_no_longer_than_that_when_its_run_is_deleted() {
    let (server, mut agent, _) = server_with_windows().await;
    let agent = &mut agent;
    scan(&server, agent, &found(&[update("a")], false)).await;
    let order = install(&server, agent, json!({ "guids": ["a"] })).await;
    agent.finish(&order.run_id, "installed after a restart: Update a\n", "", 0).await;
    let follow_up = agent.next_order().await;
    print_whole_scan(&server, agent, follow_up, &found(&[update("a")], true)).await;
    let write = server.app.db.begin().await.unwrap();
    sql::execute(&write, "update winupdates set install_run = 'deleted'", []).await.unwrap();
    write.commit().await.unwrap();

    scan(&server, agent, &found(&[update("a")], true)).await;
    assert_eq!(lines(&server, agent).await, ["a | reboot_pending"]);
    scan(&server, agent, &found(&[update("a")], false)).await;
    let sentence = "it is still offered after the installation";
    assert_eq!(lines(&server, agent).await, [format!("a | failed | {sentence}")]);
}

#[tokio::test]
async fn each_update_of_a_run_that_failed_has_its_own_result() {
    let (server, mut agent, _) = server_with_windows().await;
    let agent = &mut agent;
    let all = ["a", "b", "c", "d"].map(update);
    scan(&server, agent, &found(&all, false)).await;
    let order = install(&server, agent, json!({ "guids": ["a", "b", "c", "d"] })).await;
    let report = "installed: Update a\ninstalled after a restart: Update b\n\
                  failed: Update c: the disk is full (0x80070070)\n";
    agent.finish(&order.run_id, report, "", 1).await;
    let follow_up = agent.next_order().await;
    let failed = "c | failed | the disk is full (0x80070070)";
    let unmentioned = "d | failed | the installation ended with code 1";
    until_lines(&server, agent, &["a | available", "b | reboot_pending", failed, unmentioned])
        .await;

    print_whole_scan(&server, agent, follow_up, &found(&all[1..], true)).await;
    let expected = ["a | installed", "b | reboot_pending", failed, unmentioned];
    assert_eq!(lines(&server, agent).await, expected);

    // What waits for the restart is not installed again with the others.
    let order = install(&server, agent, json!({})).await;
    let guids = order.read::<muster_protocol::InstallUpdates>().unwrap().guids;
    assert_eq!(guids, ["c", "d"]);
}
