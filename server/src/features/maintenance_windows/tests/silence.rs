//! Which agents are in maintenance.

use serde_json::{Value, json};

use super::{WINDOWS, add, body, path};
use crate::auth::Right;
use crate::domain::maintenance_windows::agents_in_maintenance;
use crate::ids::AgentKey;
use crate::storage::sql;
use crate::testing::{Client, Location, TestServer};
use crate::time::Timestamp;

/// Two agents of two clients: `alpha` and `beta`.
struct Fleet {
    server: TestServer,
    locations: [Location; 2],
    agents: [String; 2],
}

impl Fleet {
    async fn start() -> Self {
        let server = TestServer::start().await;
        let locations = [server.add_site("A", "M").await, server.add_site("B", "M").await];
        let alpha = server.enrol(locations[0], "alpha").await.agent_id;
        let beta = server.enrol(locations[1], "beta").await.agent_id;
        Self { server, locations, agents: [alpha, beta] }
    }

    /// The host names of the agents that are in maintenance.
    async fn silent(&self) -> Vec<String> {
        #[derive(sea_orm::FromQueryResult)]
        struct Row {
            id: AgentKey,
            hostname: String,
        }
        let db = self.server.app.db.read();
        let rows: Vec<Row> =
            sql::all(db, "select id, hostname from agents order by hostname", []).await.unwrap();
        let keys: Vec<AgentKey> = rows.iter().map(|row| row.id).collect();
        let silent = agents_in_maintenance(db, &keys, Timestamp::now()).await.unwrap();
        let names = rows.into_iter().filter(|row| silent.contains(&row.id));
        let names: Vec<String> = names.map(|row| row.hostname).collect();
        for (agent, name) in self.agents.iter().zip(["alpha", "beta"]) {
            let path = format!("/agents/{agent}/maintenance/");
            let shown = self.server.admin.get(&path).await.ok();
            assert_eq!(shown["in_maintenance"], names.iter().any(|one| one == name), "{shown}");
        }
        names
    }
}

#[tokio::test]
async fn an_open_window_silences_its_agent_site_client_policy_or_view() {
    let fleet = Fleet::start().await;
    let (server, [first, _]) = (&fleet.server, fleet.locations);
    let policy = server.add_policy("P").await;
    let agent = format!("/agents/{}/", fleet.agents[0]);
    server.admin.put(&agent, json!({ "policy": policy })).await.ok();
    let view =
        json!({ "page": "agents", "name": "V", "query": { "search": "alph", "type": "all" } });
    let view = server.admin.post("/core/views/", view).await.ok();
    let view = if view.is_number() { view } else { view["id"].clone() };
    for (kind, target) in [
        ("agent", json!(fleet.agents[0])),
        ("site", json!(first.site)),
        ("client", json!(first.client)),
        ("policy", json!(policy)),
        ("view", view),
    ] {
        let open = add(server, body(kind, &target, -10)).await;
        assert_eq!(open["is_open"], true, "{kind}");
        assert_eq!(fleet.silent().await, ["alpha"], "{kind}");
        server.admin.put(&path(&open), json!({ "enabled": false })).await.ok();
        assert!(fleet.silent().await.is_empty(), "{kind}");
        add(server, body(kind, &target, 30)).await;
        assert!(fleet.silent().await.is_empty(), "{kind}");
    }
    let shown = server.admin.get(&format!("{agent}maintenance/")).await.ok();
    assert_eq!((&shown["now"], &shown["maintenance_mode"]), (&json!([]), &json!(false)));
    assert_eq!(shown["next"].as_array().unwrap().len(), 5);
}

#[tokio::test]
async fn the_agents_own_setting_counts_until_it_ends() {
    let fleet = Fleet::start().await;
    let agent = format!("/agents/{}/", fleet.agents[1]);
    let put = async |body: Value| fleet.server.admin.put(&agent, body).await.ok();
    put(json!({ "maintenance_mode": true })).await;
    assert_eq!(fleet.silent().await, ["beta"]);
    put(json!({ "maintenance_until": "2999-01-01T00:00:00Z" })).await;
    assert_eq!(fleet.silent().await, ["beta"]);
    put(json!({ "maintenance_until": "2020-01-01T00:00:00Z" })).await;
    assert!(fleet.silent().await.is_empty());
}

#[tokio::test]
async fn a_window_of_a_view_stays_within_the_scope_of_its_maker() {
    let fleet = Fleet::start().await;
    let rights = [Right::ListAgents, Right::EditAgent];
    let client = fleet.locations[1].client;
    let caller: Client = fleet.server.scoped_caller(&rights, &[client], &[]).await;
    let view = json!({ "page": "agents", "name": "All", "query": {}, "shared": true });
    let view = fleet.server.admin.post("/core/views/", view).await.ok();
    let view = if view.is_number() { view } else { view["id"].clone() };
    caller.post(WINDOWS, body("view", &view, -10)).await.ok();
    assert_eq!(fleet.silent().await, ["beta"]);

    let private = json!({ "page": "agents", "name": "Mine", "query": {} });
    let private = fleet.server.admin.post("/core/views/", private).await.ok();
    let private = if private.is_number() { private } else { private["id"].clone() };
    let problems = caller.post(WINDOWS, body("view", &private, -10)).await.problems();
    assert_eq!(problems, json!({ "target": ["There is no such view of agents."] }));
}
