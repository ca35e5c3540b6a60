//! What a row says about who did it, and at which site.

use serde_json::{Value, json};

use super::tests::{about_client, record};
use crate::storage::sql;
use crate::testing::TestServer;

#[tokio::test]
async fn a_row_names_its_site_and_client_in_every_form_of_the_log() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let agent = server.enrol(location, "pc-1").await;
    let path = format!("/agents/{}/", agent.agent_id);
    server.admin.put(&path, json!({ "description": "x" })).await.ok();
    // Only the key of the site is in this row.
    let body = json!({ "type": "Site", "id": location.site, "action": true });
    server.admin.post("/agents/maintenance/bulk/", body).await.ok();
    let name = json!({ "site": { "name": "Head office" } });
    server.admin.put(&format!("/clients/sites/{}/", location.site), name).await.ok();

    let site = |name: &str| json!({ "id": location.site, "name": name, "client": location.client, "client_name": "Acme" });
    let of = |rows: &Value, message: &str| {
        let mut rows = rows.as_array().unwrap().iter();
        let found = rows.find(|row| row["message"].as_str().unwrap().contains(message));
        found.unwrap()["site"].clone()
    };
    let searched = server.admin.patch("/logs/audit/", json!({})).await.ok()["audit_logs"].clone();
    let listed = server.admin.get("/logs/audit/").await.ok();
    let paged = server.admin.get("/logs/audit/?page=1&search=agent").await.ok()["results"].clone();
    for rows in [searched, listed, paged] {
        assert_eq!(of(&rows, "modified agent pc-1"), site("Main"), "as it was called then");
        assert_eq!(of(&rows, "put into maintenance"), site("Head office"));
    }
    let file = server.admin.get("/logs/audit/?format=csv").await.text;
    let line = file.lines().find(|line| line.contains("modified agent pc-1")).unwrap();
    assert!(line.contains(",Main,modify,agent,"), "{line}");
}

#[tokio::test]
async fn a_row_distinguishes_an_api_key_from_a_person_and_the_chain_covers_it() {
    let server = TestServer::start().await;
    let new = json!({ "name": "nightly import" });
    let made = server.admin.post("/accounts/apikeys/", new).await.ok();
    let key = server.anonymous().with_key(made["key"].as_str().unwrap());
    key.post("/clients/", json!({ "name": "By a key" })).await.ok();
    record(&server, "alice", about_client(9, "By a person")).await;

    let log = server.admin.patch("/logs/audit/", json!({})).await.ok();

    let shown = |row: &Value| json!([row["username"], row["api_key"], row["debug_info"]]);
    let named = json!({ "api_key": {
        "id": made["id"], "name": "nightly import", "prefix": made["prefix"],
    } });
    assert_eq!(shown(&log["audit_logs"][0]), json!(["alice", null, {}]));
    assert_eq!(
        shown(&log["audit_logs"][1]),
        json!([made["username"], "nightly import", named]),
        "{made}"
    );
    assert!(!log.to_string().contains(made["key"].as_str().unwrap()));
    let file = server.admin.get("/logs/audit/?format=csv").await.text;
    let line = file.lines().find(|line| line.contains("client By a key")).unwrap();
    assert!(line.ends_with(",nightly import"), "{line}");
    assert!(is_intact(&server).await);
    let write = server.app.db.begin().await.unwrap();
    let text = "update audit_log set debug_info = '{}' where message = 'added client By a key'";
    assert_eq!(sql::execute(&write, text, []).await.unwrap(), 1);
    write.commit().await.unwrap();
    assert!(!is_intact(&server).await);
}

async fn is_intact(server: &TestServer) -> bool {
    server.audit_verdict().await.is_intact()
}
