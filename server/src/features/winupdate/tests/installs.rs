//! `POST /winupdate/<agent_id>/install/`.

use muster_protocol::{FromAgent, InstallUpdates, Order, order_name};
use serde_json::{Value, json};

use super::{print_scan, scan, states, update};
use crate::storage::sql;
use crate::testing::{FakeAgent, TestServer, until_equal};

async fn server_with_updates() -> (TestServer, FakeAgent, String) {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let mut agent = server.add_agent(location, "pc-1").await;
    scan(&server, &mut agent, &[update("bash", "5"), update("vim", "2")]).await;
    let path = format!("/winupdate/{}/install/", agent.identity.agent_id);
    (server, agent, path)
}

async fn install(server: &TestServer, agent: &mut FakeAgent, path: &str, body: Value) -> Order {
    let reply = server.admin.post(path, body).await;
    assert_eq!(reply.ok(), json!("The installation of updates was started on pc-1."));
    let order = agent.next_order().await;
    assert_eq!(order.name, order_name::INSTALL_UPDATES);
    order
}

async fn is_pending(server: &TestServer) -> Value {
    server.admin.get("/agents/").await.ok()[0]["has_patches_pending"].clone()
}

#[tokio::test]
async fn an_update_is_installed_once_the_scan_after_the_run_confirms_it() {
    let (server, mut agent, path) = server_with_updates().await;
    assert_eq!(is_pending(&server).await, false);

    let order = install(&server, &mut agent, &path, json!({ "guids": ["vim=2"] })).await;

    assert_eq!(order.read::<InstallUpdates>().unwrap().guids, ["vim=2"]);
    agent.send(FromAgent::Accepted { run_id: order.run_id.clone() }).await;
    until_equal("vim=2 installing approve", async || states(&server, &agent).await[1].clone())
        .await;
    assert_eq!(
        states(&server, &agent).await,
        ["bash=5 available nothing", "vim=2 installing approve"]
    );
    assert_eq!(is_pending(&server).await, true);
    agent.finish(&order.run_id, "", "", 0).await;
    let follow_up = agent.next_order().await;
    assert_eq!(states(&server, &agent).await[1], "vim=2 available approve");
    print_scan(&server, &mut agent, follow_up, &[update("bash", "5")], false).await;

    assert_eq!(
        states(&server, &agent).await,
        ["bash=5 available nothing", "vim=2 installed approve"]
    );
    assert_eq!(is_pending(&server).await, false);
    let list = server.admin.get(&path.replace("install/", "?installed=true")).await.ok();
    assert_eq!(list.as_array().unwrap().len(), 1);
    assert_eq!((&list[0]["result"], &list[0]["attempts"]), (&json!("success"), &json!(1)));
    assert!(list[0]["date_installed"].is_string());
    let read = server.admin.get(&format!("/agents/{}/", agent.identity.agent_id)).await.ok();
    assert!(read["patches_last_installed"].is_string());
    let text = "select username || ' ' || type from runs order by id";
    let runs: Vec<String> = sql::values(server.app.db.read(), text, []).await.unwrap();
    assert_eq!(runs, ["admin patch_scan", "admin patch_install", "system patch_scan"]);
    let row = server.audit().await.pop().unwrap();
    assert_eq!(row["message"], "admin installed 1 update on pc-1");
    assert_eq!(row["after_value"], json!({ "guids": ["vim=2"] }));
}

#[tokio::test]
async fn without_guids_all_approved_updates_are_installed() {
    let (server, mut agent, path) = server_with_updates().await;
    let rows = server.audit().await.len();
    let nothing = "No approved update waits on pc-1: nothing was installed.";
    assert_eq!(server.admin.post(&path, json!({})).await.ok(), nothing);
    assert_eq!(server.audit().await.len(), rows, "nothing was done");

    let body = json!({ "guid": "bash=5", "action": "approve" });
    server.admin.post("/winupdate/bulk/", body).await.ok();
    let order = install(&server, &mut agent, &path, json!({})).await;

    assert_eq!(order.read::<InstallUpdates>().unwrap().guids, ["bash=5"]);
    assert_eq!(server.admin.post(&path, json!({})).await.ok(), nothing, "it is on its way");
}

#[tokio::test]
async fn a_failed_installation_is_shown_with_its_reason() {
    let (server, mut agent, path) = server_with_updates().await;
    let order = install(&server, &mut agent, &path, json!({ "guids": ["vim=2"] })).await;
    agent.finish(&order.run_id, "", "disk full", 100).await;
    let follow_up = agent.next_order().await;
    let offered = [update("bash", "5"), update("vim", "2")];
    print_scan(&server, &mut agent, follow_up, &offered, false).await;

    let list = server.admin.get(&path.replace("install/", "?action=approve")).await.ok();
    assert_eq!(list[0]["state"], "failed");
    assert_eq!(list[0]["result"], "failed");
    assert_eq!(list[0]["error"], "the installation ended with code 100");
}

#[tokio::test]
async fn an_update_offered_after_a_successful_run_has_failed_or_waits_for_the_reboot() {
    let (server, mut agent, path) = server_with_updates().await;
    let offered = [update("bash", "5"), update("vim", "2")];
    for (reboot_required, expected) in
        [(true, "vim=2 reboot_pending approve"), (false, "vim=2 failed approve")]
    {
        let order = install(&server, &mut agent, &path, json!({ "guids": ["vim=2"] })).await;
        agent.finish(&order.run_id, "", "", 0).await;
        let follow_up = agent.next_order().await;
        print_scan(&server, &mut agent, follow_up, &offered, reboot_required).await;
        assert_eq!(states(&server, &agent).await, ["bash=5 available nothing", expected]);
    }
    let list = server.admin.get(&path.replace("install/", "?action=approve")).await.ok();
    assert_eq!(list[0]["error"], "it is still offered after the installation");
}

#[tokio::test]
async fn an_installation_that_only_waited_counts_as_no_attempt() {
    let (server, agent, path) = server_with_updates().await;
    let identity = agent.identity.clone();
    drop(agent);
    until_equal(&0, async || server.app.presence.count()).await;

    let body = json!({ "guids": ["vim=2"] });
    let reply = server.admin.post(&path, body).await;
    let run = reply.header("x-run-id").to_owned();
    let sentence = "pc-1 is offline: the installation of updates will run there when it is back.";
    assert_eq!(reply.ok(), json!(sentence));
    server.admin.post(&format!("/runs/{run}/cancel/"), Value::Null).await.ok();
    let mut agent = server.connect(&identity).await;
    scan(&server, &mut agent, &[update("vim", "2")]).await;

    let list = server.admin.get(&path.replace("install/", "?action=approve")).await.ok();
    assert_eq!((&list[0]["state"], &list[0]["attempts"]), (&json!("available"), &json!(0)));
}

#[tokio::test]
async fn the_same_idempotency_key_installs_once() {
    let (server, mut agent, path) = server_with_updates().await;
    let caller = server.admin.with_header("Idempotency-Key", "once");
    let rows = server.audit().await.len();

    for _ in 0..2 {
        let reply = caller.post(&path, json!({ "guids": ["vim=2"] })).await;
        assert_eq!(reply.header("x-run-id"), "2");
    }

    assert_eq!(agent.next_order().await.name, order_name::INSTALL_UPDATES);
    assert_eq!(server.audit().await.len(), rows + 1);
}

#[tokio::test]
async fn every_wrong_guid_is_named_and_nothing_starts() {
    let (server, mut agent, path) = server_with_updates().await;
    let order = install(&server, &mut agent, &path, json!({ "guids": ["bash=5"] })).await;
    let rows = server.audit().await.len();

    let body = json!({ "guids": ["vim=2", "emacs=1", "bash=5"] });
    assert_eq!(
        server.admin.post(&path, body).await.problems(),
        json!({
            "guids[1]": ["There is no such update to install."],
            "guids[2]": ["This update is already being installed."],
        })
    );
    let problems = server.admin.post(&path, json!({ "guids": [] })).await.problems();
    assert_eq!(problems, json!({ "guids": ["Must not be empty."] }));
    assert_eq!(server.audit().await.len(), rows);
    assert_eq!(states(&server, &agent).await[1], "vim=2 available nothing");
    drop(order);
}
