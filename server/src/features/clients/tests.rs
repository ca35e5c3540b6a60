//! Clients and sites, through the front door.

use serde_json::json;

use crate::auth::Right;
use crate::testing::TestServer;

#[tokio::test]
async fn clients_are_listed_by_name_with_their_sites() {
    let server = TestServer::start().await;
    let zeta = server.add_place("Zeta", "Main").await;
    let alpha = server.add_place("alpha", "Office").await;

    let clients = server.admin.get("/clients/").await.ok();

    let names: Vec<_> = clients.as_array().unwrap().iter().map(|c| c["name"].clone()).collect();
    assert_eq!(names, ["alpha", "Zeta"]);
    assert_eq!(
        clients[0],
        json!({
            "id": alpha.client, "name": "alpha", "server_policy": null, "workstation_policy": null,
            "alert_template": null, "block_policy_inheritance": false, "custom_fields": [],
            "agent_count": 0, "maintenance_mode": false, "failing_checks": {"error": 0, "warning": 0},
            "sites": [{
                "id": alpha.site, "client": alpha.client, "client_name": "alpha", "name": "Office",
                "server_policy": null, "workstation_policy": null, "alert_template": null,
                "block_policy_inheritance": false, "custom_fields": [], "agent_count": 0,
                "maintenance_mode": false, "failing_checks": {"error": 0, "warning": 0},
            }],
        })
    );
    assert_eq!(clients[1]["id"], zeta.client);
}

#[tokio::test]
async fn a_caller_with_one_site_in_scope_sees_its_client_with_that_site_only() {
    let server = TestServer::start().await;
    let seen = server.add_place("Seen", "Main").await;
    server.add_place("Hidden", "Main").await;
    let somebody = server.somebody_in(&[Right::ListClients], &[], &[seen.site]).await;

    let clients = somebody.get("/clients/").await.ok();

    assert_eq!(clients.as_array().unwrap().len(), 1);
    assert_eq!(clients[0]["sites"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn listing_clients_needs_its_right() {
    let server = TestServer::start().await;
    let somebody = server.somebody(&[Right::ListAgents]).await;

    somebody.get("/clients/").await.refused(403, "forbidden");
    server.anonymous().get("/clients/").await.refused(401, "not_authenticated");
    server
        .anonymous()
        .with_key("no such key")
        .get("/clients/")
        .await
        .refused(401, "invalid_credentials");
}
