//! `POST /agents/maintenance/bulk/`.

use serde_json::{Value, json};

use crate::auth::Right;
use crate::testing::TestServer;

const PATH: &str = "/agents/maintenance/bulk/";

/// Host names of the agents in maintenance.
async fn silenced(server: &TestServer) -> String {
    let list = server.admin.get("/agents/?ordering=hostname").await.ok();
    let rows = list.as_array().unwrap().iter();
    let names: Vec<&str> = rows
        .filter(|row| row["maintenance_mode"] == true)
        .map(|row| row["hostname"].as_str().unwrap())
        .collect();
    names.join(" ")
}

#[tokio::test]
async fn agents_of_a_client_a_site_or_a_list_are_silenced_together() {
    let server = TestServer::start().await;
    let acme = server.add_site("Acme", "Main").await;
    let other = server.add_site("Other", "Branch").await;
    let one = server.enrol(acme, "a").await.agent_id;
    server.enrol(acme, "b").await;
    server.enrol(other, "c").await;

    let body = json!({
        "type": "Client", "id": acme.client, "action": true, "until": "2030-01-01T00:00:00Z",
    });
    let answer = server.admin.post(PATH, body).await.ok();
    assert_eq!(answer, json!("2 agents were put into maintenance."));
    assert_eq!(silenced(&server).await, "a b");
    let read = server.admin.get(&format!("/agents/{one}/")).await.ok();
    assert_eq!(read["maintenance_until"], "2030-01-01T00:00:00Z");
    assert_eq!(read["modified_by"], "admin");

    let body = json!({ "type": "Site", "id": other.site, "action": true });
    assert_eq!(
        server.admin.post(PATH, body).await.ok(),
        json!("1 agent was put into maintenance.")
    );
    assert_eq!(silenced(&server).await, "a b c");

    let body = json!({ "agents": [one, 3, 3], "maintenance_mode": false, "until": null });
    let answer = server.admin.post(PATH, body).await.ok();
    assert_eq!(answer, json!("2 agents were taken out of maintenance."));
    assert_eq!(silenced(&server).await, "b");
    let read = server.admin.get(&format!("/agents/{one}/")).await.ok();
    assert_eq!(read["maintenance_until"], json!(null));
    let row = server.audit().await.pop().unwrap();
    assert_eq!(row["action"], "bulk_action");
    assert_eq!(row["message"], "2 agents were taken out of maintenance");
}

#[tokio::test]
async fn only_agents_in_scope_are_touched_and_every_problem_is_named() {
    let server = TestServer::start().await;
    let acme = server.add_site("Acme", "Main").await;
    let other = server.add_site("Other", "Branch").await;
    let mine = server.enrol(acme, "a").await.agent_id;
    let theirs = server.enrol(other, "c").await.agent_id;
    let narrow = server.scoped_caller(&[Right::EditAgent], &[], &[acme.site]).await;
    let rows = server.audit().await.len();
    let cases: [(Value, Value); 5] = [
        (
            json!({ "type": "Client", "id": other.client, "action": true }),
            json!({ "id": ["There is no such client or site."] }),
        ),
        (
            json!({ "type": "Site", "id": other.site, "action": true }),
            json!({ "id": ["There is no such client or site."] }),
        ),
        (
            json!({ "agents": [mine, theirs, 99, 1.5], "maintenance_mode": true }),
            json!({ "agents[3]": ["Must be an agent_id or a key."] }),
        ),
        (
            json!({ "agents": [mine, theirs, 99], "maintenance_mode": true }),
            json!({
                "agents[1]": ["There is no such agent."], "agents[2]": ["There is no such agent."],
            }),
        ),
        (
            json!({ "until": "soon" }),
            json!({
                "agents": ["Send a list of agents, or type and id."],
                "maintenance_mode": ["This field is required."],
                "until": ["Must be a time such as 2026-01-31T13:30:00Z."],
            }),
        ),
    ];
    for (body, expected) in cases {
        assert_eq!(narrow.post(PATH, body).await.problems(), expected);
    }
    let body = json!({ "type": "Planet", "id": "x" });
    assert_eq!(
        narrow.post(PATH, body).await.problems(),
        json!({
            "type": ["Must be one of Client, Site."], "id": ["Must be a whole number."],
            "action": ["This field is required."],
        })
    );
    assert_eq!(silenced(&server).await, "");
    assert_eq!(server.audit().await.len(), rows);

    // A client of which only one site is in scope.
    let body = json!({ "type": "Client", "id": acme.client, "action": true });
    narrow.post(PATH, body).await.ok();
    assert_eq!(silenced(&server).await, "a");
}
