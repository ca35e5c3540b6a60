//! The table of inheritance through the API: each switch as people use it.

use serde_json::{Value, json};

use super::{add_agent, add_policy, effective, id_of, put};
use crate::auth::Scope;
use crate::domain::policies as reach;
use crate::ids::AgentKey;
use crate::testing::{Location, TestServer};

/// A server with a policy at each of the four levels.
struct Fleet {
    server: TestServer,
    location: Location,
    agent: String,
    policies: [i64; 4],
}

impl Fleet {
    async fn new() -> Self {
        let server = TestServer::start().await;
        let location = server.add_site("Acme", "Main").await;
        let agent = add_agent(&server, location, "pc-1").await;
        let mut policies = [0; 4];
        for (slot, name) in policies.iter_mut().zip(["own", "site", "client", "default"]) {
            *slot = add_policy(&server, name).await;
        }
        let fleet = Self { server, location, agent, policies };
        fleet.put(&fleet.agent_path(), json!({ "policy": policies[0] })).await;
        fleet.put(&fleet.site_path(), json!({ "server_policy": policies[1] })).await;
        fleet.put(&fleet.client_path(), json!({ "server_policy": policies[2] })).await;
        fleet.put("/core/settings/", json!({ "server_policy": policies[3] })).await;
        fleet
    }

    async fn put(&self, path: &str, body: Value) {
        put(&self.server.admin, path, body).await;
    }

    async fn change_policy(&self, level: usize, body: Value) {
        self.put(&format!("/automation/policies/{}/", self.policies[level]), body).await;
    }

    /// The state at each level that has a policy.
    async fn states(&self) -> Vec<String> {
        let rows = effective(&self.server, &self.agent).await;
        rows.into_iter().map(|(_, _, state)| state).collect()
    }

    fn agent_path(&self) -> String {
        format!("/agents/{}/", self.agent)
    }

    fn site_path(&self) -> String {
        format!("/clients/sites/{}/", self.location.site)
    }

    fn client_path(&self) -> String {
        format!("/clients/{}/", self.location.client)
    }
}

const APPLIED: &str = "applied";
const BLOCKED: &str = "blocked";

#[tokio::test]
async fn policies_reach_an_agent_from_four_levels_and_it_shows_them() {
    let fleet = Fleet::new().await;
    let [own, site, client, default] = fleet.policies;
    let shown = fleet.server.admin.get(&format!("{}effective/", fleet.agent_path())).await.ok();
    assert_eq!(
        shown["policies"],
        json!([
            { "level": 1, "policy": own, "name": "own", "state": "applied" },
            { "level": 2, "policy": site, "name": "site", "state": "applied" },
            { "level": 3, "policy": client, "name": "client", "state": "applied" },
            { "level": 4, "policy": default, "name": "default", "state": "applied" },
        ])
    );
    assert_eq!(shown["checks"], json!([]));
    assert_eq!(shown["tasks"], json!([]));
    assert_eq!(shown["alert_template"], json!({ "id": null, "name": null, "source": null }));
    let agent = fleet.server.admin.get(&fleet.agent_path()).await.ok();
    let applied = json!({
        "agent_policy": own, "site_policy": site, "client_policy": client,
        "default_policy": default,
    });
    assert_eq!((&agent["applied_policies"], &agent["policy"]), (&applied, &json!(own)));
    let settings = fleet.server.admin.get("/core/settings/").await.ok();
    assert_eq!(settings["server_policy"], default);
    let listed = fleet.server.admin.get("/clients/").await.ok();
    assert_eq!(listed[0]["server_policy"], client);
    assert_eq!(listed[0]["sites"][0]["server_policy"], site);
}

#[tokio::test]
async fn each_block_switch_acts_at_once_and_ends_at_once() {
    let fleet = Fleet::new().await;
    let cases = [
        (fleet.agent_path(), [APPLIED, BLOCKED, BLOCKED, BLOCKED]),
        (fleet.site_path(), [APPLIED, APPLIED, BLOCKED, BLOCKED]),
        (fleet.client_path(), [APPLIED, APPLIED, APPLIED, BLOCKED]),
    ];
    for (path, expected) in cases {
        fleet.put(&path, json!({ "block_policy_inheritance": true })).await;
        assert_eq!(fleet.states().await, expected, "{path}");
        fleet.put(&path, json!({ "block_policy_inheritance": false })).await;
        assert_eq!(fleet.states().await, [APPLIED; 4], "{path}");
    }
    fleet.put(&fleet.site_path(), json!({ "block_policy_inheritance": true })).await;
    let agent = fleet.server.admin.get(&fleet.agent_path()).await.ok();
    assert_eq!(agent["applied_policies"]["client_policy"], Value::Null);
    assert_eq!(agent["applied_policies"]["site_policy"], fleet.policies[1]);
}

#[tokio::test]
async fn each_exclusion_and_switching_off_act_at_once() {
    let fleet = Fleet::new().await;
    let exclusions = [
        json!({ "excluded_agents": [fleet.agent] }),
        json!({ "excluded_sites": [fleet.location.site] }),
        json!({ "excluded_clients": [fleet.location.client] }),
    ];
    for level in 0..4 {
        for exclusion in &exclusions {
            fleet.change_policy(level, exclusion.clone()).await;
            let mut expected = [APPLIED; 4];
            expected[level] = "excluded";
            assert_eq!(fleet.states().await, expected, "{exclusion}");
            let none = json!({
                "excluded_agents": [], "excluded_sites": [], "excluded_clients": [],
            });
            fleet.change_policy(level, none).await;
        }
        fleet.change_policy(level, json!({ "active": false })).await;
        let mut expected = [APPLIED; 4];
        expected[level] = "inactive";
        assert_eq!(fleet.states().await, expected);
        fleet.change_policy(level, json!({ "active": true })).await;
    }
    assert_eq!(fleet.states().await, [APPLIED; 4]);
}

#[tokio::test]
async fn switches_together_name_the_first_reason() {
    let fleet = Fleet::new().await;
    fleet.put(&fleet.client_path(), json!({ "block_policy_inheritance": true })).await;
    fleet.change_policy(3, json!({ "active": false })).await;
    let off = json!({ "active": false, "excluded_agents": [fleet.agent] });
    fleet.change_policy(1, off).await;
    assert_eq!(fleet.states().await, [APPLIED, "excluded", APPLIED, BLOCKED]);
}

#[tokio::test]
async fn the_same_policy_counts_once_at_the_more_specific_level() {
    let fleet = Fleet::new().await;
    let own = fleet.policies[0];
    fleet.put(&fleet.client_path(), json!({ "server_policy": own })).await;
    assert_eq!(fleet.states().await, [APPLIED, APPLIED, "duplicate", APPLIED]);
    fleet.put(&fleet.agent_path(), json!({ "policy": null })).await;
    assert_eq!(fleet.states().await, [APPLIED; 3]);
    fleet.put(&fleet.site_path(), json!({ "server_policy": null })).await;
    fleet.put("/core/settings/", json!({ "server_policy": null })).await;
    let rows = effective(&fleet.server, &fleet.agent).await;
    assert_eq!(rows, [(3, "own".to_owned(), APPLIED.to_owned())]);
}

#[tokio::test]
async fn a_workstation_takes_the_policies_of_workstations() {
    let fleet = Fleet::new().await;
    fleet.put(&fleet.agent_path(), json!({ "monitoring_type": "workstation" })).await;
    assert_eq!(fleet.states().await, [APPLIED], "only its own is left");
    let other = add_policy(&fleet.server, "workstations").await;
    for path in [fleet.site_path(), fleet.client_path(), "/core/settings/".to_owned()] {
        fleet.put(&path, json!({ "workstation_policy": other })).await;
    }
    let rows = effective(&fleet.server, &fleet.agent).await;
    let states: Vec<&str> = rows.iter().map(|(_, _, state)| state.as_str()).collect();
    assert_eq!(states, [APPLIED, APPLIED, "duplicate", "duplicate"]);
    assert_eq!(rows[1].1, "workstations");
}

#[tokio::test]
async fn a_moved_agent_has_the_policies_of_its_new_site() {
    let fleet = Fleet::new().await;
    let other = fleet.server.add_site("Other", "Elsewhere").await;
    let theirs = add_policy(&fleet.server, "theirs").await;
    let path = format!("/clients/{}/", other.client);
    fleet.put(&path, json!({ "server_policy": theirs })).await;
    fleet.put(&fleet.agent_path(), json!({ "site": other.site })).await;
    let rows = effective(&fleet.server, &fleet.agent).await;
    let names: Vec<&str> = rows.iter().map(|(_, name, _)| name.as_str()).collect();
    assert_eq!(names, ["own", "theirs", "default"]);
    // A site that moves keeps its agents.
    fleet
        .server
        .admin
        .post("/clients/sites/", json!({ "client": other.client, "name": "Two" }))
        .await
        .ok();
    let site = format!("/clients/sites/{}/", other.site);
    fleet.put(&site, json!({ "client": fleet.location.client })).await;
    let rows = effective(&fleet.server, &fleet.agent).await;
    let names: Vec<&str> = rows.iter().map(|(_, name, _)| name.as_str()).collect();
    assert_eq!(names, ["own", "client", "default"]);
}

#[tokio::test]
async fn the_agents_of_a_policy_are_found_in_a_scope() {
    let fleet = Fleet::new().await;
    let [own, site, _, default] = fleet.policies;
    let other = fleet.server.add_site("Other", "Main").await;
    let second = add_agent(&fleet.server, other, "pc-2").await;
    let key = async |agent_id: &str| {
        AgentKey(id_of(&fleet.server.admin.get(&format!("/agents/{agent_id}/")).await.ok()))
    };
    let (first, second) = (key(&fleet.agent).await, key(&second).await);
    let db = fleet.server.app.db.read();
    let all = Scope::everything();
    let here = Scope::everything().narrowed(vec![fleet.location.client], vec![]);
    assert_eq!(reach::agents_of(db, &all, default).await.unwrap(), [first, second]);
    assert_eq!(reach::agents_of(db, &here, default).await.unwrap(), [first]);
    assert_eq!(reach::agents_of(db, &all, site).await.unwrap(), [first]);
    assert_eq!(reach::agents_of(db, &all, 99).await.unwrap(), []);
    fleet.change_policy(0, json!({ "active": false })).await;
    assert_eq!(reach::agents_of(db, &all, own).await.unwrap(), []);
    let many: Vec<AgentKey> = (0..2000).map(AgentKey).collect();
    let reaches = reach::policies_of(db, &many).await.unwrap();
    assert_eq!(reaches.applied(second).map(|one| one.policy).collect::<Vec<_>>(), [default]);
    assert_eq!(reaches.of(first).len(), 4);
    assert_eq!(reaches.counts()[&default], 2);
    assert!(reaches.of(AgentKey(99)).is_empty());
}
