//! The updates of an agent in a few numbers, and the agents behind an update.

use muster_protocol::Update;
use serde_json::{Value, json};

use super::{scan, update};
use crate::testing::{TestServer, until_equal};

fn severe(name: &str, severity: &str) -> Update {
    Update { severity: severity.to_owned(), ..update(name, "2") }
}

/// The updates of the only agent, which are the same in the list and in the
/// single agent.
async fn counted(server: &TestServer) -> Value {
    let listed = server.admin.get("/agents/").await.ok()[0].clone();
    let path = format!("/agents/{}/", listed["agent_id"].as_str().unwrap());
    assert_eq!(server.admin.get(&path).await.ok()["updates"], listed["updates"]);
    listed["updates"].clone()
}

fn numbers(missing: i64, approved: i64, ignored: i64, worst: Value, by: [i64; 5]) -> Value {
    let [critical, important, moderate, low, other] = by;
    json!({
        "scanned_at": null, "missing": missing, "approved": approved, "failed": 0,
        "ignored": ignored, "reboot_pending": 0, "worst_severity": worst,
        "severities": {
            "critical": critical, "important": important, "moderate": moderate, "low": low,
            "other": other,
        },
    })
}

/// Without the time, which must be there.
async fn after_scan(server: &TestServer) -> Value {
    let mut updates = counted(server).await;
    assert!(updates["scanned_at"].take().is_string());
    updates
}

async fn found(server: &TestServer, search: &str) -> usize {
    let path = format!("/agents/?search={search}");
    server.admin.get(&path).await.ok().as_array().unwrap().len()
}

#[tokio::test]
async fn unknown_missing_approved_and_installed_updates_are_distinguished() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let mut agent = server.add_agent(location, "pc-1").await;
    assert_eq!(counted(&server).await, numbers(0, 0, 0, json!(null), [0; 5]));
    assert_eq!(found(&server, "is:updatesunknown").await, 1);
    assert_eq!(found(&server, "is:updatescurrent").await, 0);
    assert_eq!(found(&server, "is:neverscanned").await, 1);

    let offered = [severe("bash", "Critical"), severe("vim", "Important"), severe("nano", "")];
    scan(&server, &mut agent, &offered).await;
    let expected = numbers(3, 0, 0, json!("Critical"), [1, 1, 0, 0, 1]);
    assert_eq!(after_scan(&server).await, expected);
    assert_eq!(found(&server, "is:updatesmissing%20updates:critical").await, 1);
    assert_eq!(found(&server, "is:updatesunknown").await, 0);

    let decide = async |guids: Value, action: &str| {
        let body = json!({ "guids": guids, "action": action });
        server.admin.post("/winupdate/bulk/", body).await.ok()
    };
    assert_eq!(decide(json!(["vim=2"]), "approve").await, "Set 1 update to approve.");
    let expected = numbers(3, 1, 0, json!("Critical"), [1, 1, 0, 0, 1]);
    assert_eq!(after_scan(&server).await, expected);
    assert_eq!(found(&server, "is:updatesmissing").await, 1);
    decide(json!(["bash=2", "nano=2"]), "ignore").await;
    let expected = numbers(1, 1, 2, json!("Important"), [0, 1, 0, 0, 0]);
    assert_eq!(after_scan(&server).await, expected);
    assert_eq!(found(&server, "is:updatesapproved").await, 1);

    scan(&server, &mut agent, &[]).await;
    assert_eq!(after_scan(&server).await, numbers(0, 0, 0, json!(null), [0; 5]));
    assert_eq!(found(&server, "is:updatescurrent").await, 1);
}

#[tokio::test]
async fn an_update_of_the_fleet_shows_decisions_and_where_it_is_missing() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let mut first = server.add_agent(location, "pc-1").await;
    let mut second = server.add_agent(location, "pc-2").await;
    scan(&server, &mut first, &[update("vim", "2")]).await;
    scan(&server, &mut second, &[update("vim", "2")]).await;

    let rows = server.admin.get("/winupdate/agents/?guid=vim%3D2").await.ok();
    let shown = |row: &Value| {
        let names = ["hostname", "client_name", "site_name", "state", "action"];
        names.map(|name| row[name].as_str().unwrap().to_owned()).join(" ")
    };
    let rows: Vec<&Value> = rows.as_array().unwrap().iter().collect();
    assert_eq!(shown(rows[0]), "pc-1 Acme Main available nothing");
    assert_eq!(shown(rows[1]), "pc-2 Acme Main available nothing");
    let body = json!({ "ids": [rows[1]["id"]], "action": "approve" });
    server.admin.post("/winupdate/bulk/", body).await.ok();

    let fleet = server.admin.get("/winupdate/").await.ok();
    assert_eq!(fleet[0]["actions"], json!({ "approve": 1, "ignore": 0, "nothing": 1 }));
    let other = server.admin.get("/winupdate/agents/?guid=emacs").await.ok();
    assert_eq!(other, json!([]));
    let problems = server.admin.get("/winupdate/agents/").await.problems();
    assert_eq!(problems, json!({ "guid": ["This field is required."] }));
}

#[tokio::test]
async fn agents_of_an_older_release_are_counted_once() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let mut agent = server.add_agent(location, "pc-1").await;
    scan(&server, &mut agent, &[severe("vim", "Low")]).await;
    let write = server.app.db.begin().await.unwrap();
    crate::storage::sql::execute(&write, "update agents set updates = ''", []).await.unwrap();
    write.commit().await.unwrap();
    assert_eq!(counted(&server).await["scanned_at"], json!(null));
    crate::features::winupdate::count_new(&server.app).await.unwrap();
    let expected = numbers(1, 0, 0, json!("Low"), [0, 0, 0, 1, 0]);
    assert_eq!(after_scan(&server).await, expected);
}

#[tokio::test]
async fn an_agent_is_connected_as_long_as_its_connection_is_open() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let identity = server.enrol(location, "pc-1").await;
    let shown = async || {
        let agent = server.admin.get("/agents/").await.ok()[0].clone();
        let path = format!("/agents/{}/", identity.agent_id);
        let alone = server.admin.get(&path).await.ok()["connected"].clone();
        json!([agent["status"], agent["connected"], alone])
    };
    assert_eq!(shown().await, json!(["offline", false, false]));

    let agent = server.connect(&identity).await;
    assert_eq!(shown().await, json!(["online", true, true]));
    assert_eq!(found(&server, "is:connected").await, 1);
    drop(agent);
    until_equal(&json!(["online", false, false]), shown).await;
    assert_eq!(found(&server, "is:connected").await, 0);

    let _agent = server.connect(&identity).await;
    assert_eq!(shown().await, json!(["online", true, true]));
}
