//! Updates, through the front door.

mod decisions;
mod hiding;
mod installs;
mod of_windows;
mod reboots;
mod scans;
mod summaries;
mod windows;

use muster_protocol::{Order, Update, UpdateScan, order_name};
use serde_json::{Value, json};

use crate::storage::sql;
use crate::testing::{FakeAgent, TestServer, until_true};

pub fn update(name: &str, version: &str) -> Update {
    Update {
        guid: format!("{name}={version}"),
        name: name.to_owned(),
        version: version.to_owned(),
        installed_version: "1".to_owned(),
        title: format!("{name} {version}"),
        ..Update::default()
    }
}

/// `guid state action` of each update of the agent.
pub async fn states(server: &TestServer, agent: &FakeAgent) -> Vec<String> {
    let path = format!("/winupdate/{}/", agent.identity.agent_id);
    let list = server.admin.get(&path).await.ok();
    let text = |row: &Value, name: &str| row[name].as_str().unwrap().to_owned();
    let line = |row: &Value| ["guid", "state", "action"].map(|name| text(row, name)).join(" ");
    list.as_array().unwrap().iter().map(line).collect()
}

/// Prints a scan for an order, and waits until it is stored.
pub async fn print_scan(
    server: &TestServer,
    agent: &mut FakeAgent,
    order: Order,
    updates: &[Update],
    reboot_required: bool,
) {
    let scan = UpdateScan { source: "apt".to_owned(), updates: updates.to_vec(), reboot_required };
    print_whole_scan(server, agent, order, &scan).await;
}

/// The same of any source.
pub async fn print_whole_scan(
    server: &TestServer,
    agent: &mut FakeAgent,
    order: Order,
    scan: &UpdateScan,
) {
    assert_eq!(order.name, order_name::SCAN_UPDATES);
    agent.finish(&order.run_id, &serde_json::to_string(scan).unwrap(), "", 0).await;
    let done = "select count(*) from runs r join update_scans u on u.scanned_at = r.finished
                 where r.run_id = $1";
    until_true("the scan is stored", async || {
        let values = [order.run_id.clone().into()];
        sql::number(server.app.db.read(), done, values).await.unwrap() == 1
    })
    .await;
}

/// Asks for a scan that finds these.
pub async fn scan(server: &TestServer, agent: &mut FakeAgent, updates: &[Update]) {
    let path = format!("/winupdate/{}/scan/", agent.identity.agent_id);
    server.admin.post(&path, json!({})).await.ok();
    let order = agent.next_order().await;
    print_scan(server, agent, order, updates, false).await;
}
