//! The decisions of patch policies about updates, which follow every change.

use serde_json::{Value, json};

use super::{add_agent, add_policy, put};
use crate::storage::sql;
use crate::testing::{Location, TestServer, until_equal};

const SEVERITIES: [&str; 5] = ["Critical", "Important", "Moderate", "Low", ""];

/// A server with an agent that has one update of each severity.
struct Patched {
    server: TestServer,
    location: Location,
    agent: String,
    policy: i64,
    patch: String,
}

impl Patched {
    async fn new() -> Self {
        let server = TestServer::start().await;
        let location = server.add_site("Acme", "Main").await;
        let agent = add_agent(&server, location, "pc-1").await;
        add_updates(&server, &agent).await;
        let policy = add_policy(&server, "P").await;
        let body = json!({ "policy": policy, "critical": "approve", "low": "ignore" });
        let made = server.admin.post("/automation/patchpolicy/", body).await.ok();
        let patch = format!("/automation/patchpolicy/{}/", made["id"]);
        Self { server, location, agent, policy, patch }
    }

    async fn put(&self, path: &str, body: Value) {
        put(&self.server.admin, path, body).await;
    }

    fn agent_path(&self) -> String {
        format!("/agents/{}/", self.agent)
    }

    fn client_path(&self) -> String {
        format!("/clients/{}/", self.location.client)
    }

    /// Waits until the updates are as expected, by falling severity.
    async fn must_become(&self, expected: [&str; 5]) {
        until_equal(&expected, async || actions(&self.server, &self.agent).await).await;
    }
}

async fn add_updates(server: &TestServer, agent_id: &str) {
    let write = server.app.db.begin().await.unwrap();
    for severity in SEVERITIES {
        sql::execute(
            &write,
            "insert into winupdates (agent_id, guid, kb, title, description, severity, source, state)
             select id, $1, '', $1, '', $2, '', 'available' from agents where agent_id = $3",
            [format!("update {severity}").into(), severity.into(), agent_id.into()],
        )
        .await
        .unwrap();
    }
    write.commit().await.unwrap();
}

/// The effective actions, by falling severity.
async fn actions(server: &TestServer, agent_id: &str) -> Vec<String> {
    let list = server.admin.get(&format!("/winupdate/{agent_id}/")).await.ok();
    let of = |severity: &&str| {
        let rows = list.as_array().unwrap();
        let row = rows.iter().find(|row| row["severity"] == *severity).unwrap();
        let mark = if row["inherited"] == true { "" } else { "own " };
        format!("{mark}{}", row["action"].as_str().unwrap())
    };
    SEVERITIES.iter().map(of).collect()
}

const NOTHING: [&str; 5] = ["nothing"; 5];
const DECIDED: [&str; 5] = ["approve", "nothing", "nothing", "ignore", "nothing"];

#[tokio::test]
async fn a_policy_decides_wherever_it_is_set_and_no_longer_when_it_is_not() {
    let fleet = Patched::new().await;
    assert_eq!(actions(&fleet.server, &fleet.agent).await, NOTHING);
    let site = format!("/clients/sites/{}/", fleet.location.site);
    let places = [
        (fleet.agent_path(), "policy"),
        (site, "server_policy"),
        (fleet.client_path(), "server_policy"),
        ("/core/settings/".to_owned(), "server_policy"),
    ];
    for (path, field) in places {
        fleet.put(&path, json!({ field: fleet.policy })).await;
        fleet.must_become(DECIDED).await;
        fleet.put(&path, json!({ field: null })).await;
        fleet.must_become(NOTHING).await;
    }
}

#[tokio::test]
async fn every_change_of_the_policy_or_of_what_blocks_it_decides_again() {
    let fleet = Patched::new().await;
    let policy = format!("/automation/policies/{}/", fleet.policy);
    fleet.put(&fleet.client_path(), json!({ "server_policy": fleet.policy })).await;
    fleet.must_become(DECIDED).await;
    let switches = [
        (policy.clone(), json!({ "active": false }), json!({ "active": true })),
        (
            policy.clone(),
            json!({ "excluded_agents": [fleet.agent] }),
            json!({ "excluded_agents": [] }),
        ),
        (
            fleet.agent_path(),
            json!({ "block_policy_inheritance": true }),
            json!({ "block_policy_inheritance": false }),
        ),
        (
            fleet.agent_path(),
            json!({ "monitoring_type": "workstation" }),
            json!({ "monitoring_type": "server" }),
        ),
    ];
    for (path, off, on) in switches {
        fleet.put(&path, off).await;
        fleet.must_become(NOTHING).await;
        fleet.put(&path, on).await;
        fleet.must_become(DECIDED).await;
    }
    fleet.put(&fleet.patch, json!({ "other": "approve", "critical": "manual" })).await;
    fleet.must_become(["nothing", "nothing", "nothing", "ignore", "approve"]).await;
    fleet.server.admin.delete(&format!("{policy}?force=true")).await.ok();
    fleet.must_become(NOTHING).await;
}

#[tokio::test]
async fn a_moved_agent_follows_the_patch_policy_of_its_new_site() {
    let fleet = Patched::new().await;
    let other = fleet.server.add_site("Other", "Elsewhere").await;
    let path = format!("/clients/{}/", other.client);
    fleet.put(&path, json!({ "server_policy": fleet.policy })).await;
    fleet.put(&fleet.agent_path(), json!({ "site": other.site })).await;
    fleet.must_become(DECIDED).await;
    // Deleting a client can move agents as well.
    let target = format!("{path}?move_to_site={}", fleet.location.site);
    fleet.server.admin.delete(&target).await.ok();
    fleet.must_become(NOTHING).await;
}

#[tokio::test]
async fn the_agents_own_policy_and_decisions_of_people_win() {
    let fleet = Patched::new().await;
    fleet.put(&fleet.client_path(), json!({ "server_policy": fleet.policy })).await;
    let own = json!({ "winupdatepolicy": [{ "critical": "ignore", "moderate": "approve" }] });
    fleet.put(&fleet.agent_path(), own).await;
    fleet.must_become(["ignore", "nothing", "approve", "ignore", "nothing"]).await;

    let list = format!("/winupdate/{}/", fleet.agent);
    let updates = fleet.server.admin.get(&format!("{list}?action=ignore")).await.ok();
    assert_eq!(updates.as_array().unwrap().len(), 2);
    let critical = &updates[0]["id"];
    fleet.put(&format!("/winupdate/{critical}/"), json!({ "action": "nothing" })).await;
    fleet.must_become(["own nothing", "nothing", "approve", "ignore", "nothing"]).await;
    fleet.put(&format!("/winupdate/{critical}/"), json!({ "action": "inherit" })).await;
    fleet.must_become(["ignore", "nothing", "approve", "ignore", "nothing"]).await;
    let reset = "/automation/patchpolicy/reset/";
    fleet.server.admin.post(reset, json!({})).await.ok();
    fleet.must_become(DECIDED).await;
}

#[tokio::test]
async fn approved_updates_are_pending_and_installed() {
    let fleet = Patched::new().await;
    let agent = fleet.server.admin.get(&fleet.agent_path()).await.ok();
    assert_eq!(agent["has_patches_pending"], false);
    let install = format!("/winupdate/{}/install/", fleet.agent);
    let nothing = fleet.server.admin.post(&install, json!({})).await.ok();
    assert_eq!(nothing, "No approved update waits on pc-1: nothing was installed.");
    fleet.put(&fleet.agent_path(), json!({ "policy": fleet.policy })).await;
    fleet.must_become(DECIDED).await;
    let agent = fleet.server.admin.get(&fleet.agent_path()).await.ok();
    assert_eq!(agent["has_patches_pending"], true);
    assert_eq!(fleet.server.admin.get("/agents/").await.ok()[0]["has_patches_pending"], true);
    fleet.server.admin.post(&install, json!({})).await.ok();
    let runs = fleet.server.admin.get("/runs/").await.ok();
    assert_eq!(runs[0]["command"], "install update Critical");
}
