//! Windows that open and close by the clock, and maintenance that ends as planned.

use std::time::Duration;

use serde_json::{Value, json};

use super::{add, body, path};
use crate::clock;
use crate::storage::sql;
use crate::testing::{TestServer, as_time_passes, until_equal, until_true};
use crate::time::Timestamp;

const MINUTE: Duration = Duration::from_secs(60);

/// Whether the window was last announced as open.
async fn was_open(server: &TestServer) -> bool {
    let text = "select was_open from maintenance_windows";
    sql::value(server.app.db.read(), text, []).await.unwrap().unwrap()
}

#[tokio::test]
async fn a_window_is_announced_when_it_opens_and_when_it_closes() {
    clock::stop();
    let server = TestServer::start().await;
    let site = server.add_site("Acme", "Main").await;
    server.enrol(site, "pc-1").await;
    let mut socket = server.follow(&server.admin, &["config"]).await;
    let made = add(&server, body("site", &json!(site.site), 5)).await;
    let event = socket.receive_event("saved").await;
    assert_eq!(event["data"], json!({ "entity": "maintenancewindow", "id": made["id"] }));

    // At once: as more time passes it closes again.
    clock::advance(6 * MINUTE);
    until_true("it opens", async || was_open(&server).await).await;
    let event = socket.receive_event("saved").await;
    assert_eq!(event["data"]["entity"], "maintenancewindow");
    assert_eq!(server.admin.get(&path(&made)).await.ok()["is_open"], true);
    as_time_passes(60 * MINUTE, until_equal(&false, async || was_open(&server).await)).await;
    assert_eq!(server.admin.get(&path(&made)).await.ok()["is_open"], false);
}

#[tokio::test]
async fn the_maintenance_of_an_agent_ends_as_planned() {
    clock::stop();
    let server = TestServer::start().await;
    let site = server.add_site("Acme", "Main").await;
    let agent = server.enrol(site, "pc-1").await.agent_id;
    let agent = format!("/agents/{agent}/");
    let until = Timestamp::now().plus(10 * MINUTE).to_string();
    let body = json!({ "maintenance_mode": true, "maintenance_until": until });
    server.admin.put(&agent, body).await.ok();
    let is_over = async || server.admin.get(&agent).await.ok()["maintenance_mode"] == false;
    as_time_passes(11 * MINUTE, until_true("it ends", is_over)).await;
    let shown = server.admin.get(&agent).await.ok();
    assert_eq!(shown["maintenance_until"], Value::Null);
    let expected = "system modify agent the maintenance of pc-1 ended as planned";
    assert_eq!(server.audit_lines().await.pop().unwrap(), expected);
}
