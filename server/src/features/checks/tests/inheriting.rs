//! Checks of policies.

use serde_json::{Value, json};

use super::{checks_path, disk, fields, path, until_pushed, wanted, with};
use crate::testing::{FakeAgent, Location, TestServer};

/// A server, a policy that is set for a client, and an agent of it.
async fn fleet() -> (TestServer, Location, i64, FakeAgent) {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let policy = server.add_policy("All").await;
    let agent = server.add_agent(location, "pc-1").await;
    let client = format!("/clients/{}/", location.client);
    server.admin.put(&client, json!({ "server_policy": policy })).await.ok();
    (server, location, policy, agent)
}

fn of_policy(policy: i64, name: &str) -> Value {
    with(disk("", name), json!({ "agent": null, "policy": policy }))
}

#[tokio::test]
async fn the_checks_of_policies_come_after_own_ones_and_have_results_of_the_agent() {
    let (server, _, policy, agent) = fleet().await;
    let inherited = server.admin.post("/checks/", of_policy(policy, "/")).await.ok();
    assert_eq!(inherited["check_result"], json!({}));
    let own = server.admin.post("/checks/", disk(&agent.identity.agent_id, "/home")).await.ok();
    until_pushed(&server).await;

    let list = server.admin.get(&checks_path(&agent.identity)).await.ok();
    assert_eq!((&list[0]["id"], &list[1]["id"]), (&own["id"], &inherited["id"]));
    assert_eq!((&list[1]["policy"], &list[1]["policy_name"]), (&json!(policy), &json!("All")));
    assert_eq!(list[1]["check_result"]["status"], "pending");
    assert_eq!(list[1]["managed_by_policy"], true);
    let of_policy = format!("/automation/policies/{policy}/checks/");
    assert_eq!(server.admin.get(&of_policy).await.ok()[0]["id"], inherited["id"]);
    server.admin.get("/automation/policies/99/checks/").await.refused(404, "not_found");
}

#[tokio::test]
async fn an_own_check_wins_until_the_policy_is_enforced_and_returns_afterwards() {
    let (server, _, policy, agent) = fleet().await;
    let inherited = server.admin.post("/checks/", of_policy(policy, "/")).await.ok();
    let own = server.admin.post("/checks/", disk(&agent.identity.agent_id, "/")).await.ok();
    let (inherited, own) = (inherited["id"].as_i64().unwrap(), own["id"].as_i64().unwrap());
    let policy_path = format!("/automation/policies/{policy}/");
    until_pushed(&server).await;
    assert_eq!(wanted(&server).await, [own]);
    assert_eq!(fields(&server, &agent.identity, "id").await, [own]);

    server.admin.put(&policy_path, json!({ "enforced": true })).await.ok();
    until_pushed(&server).await;
    assert_eq!(wanted(&server).await, [inherited]);
    assert_eq!(fields(&server, &agent.identity, "id").await, [own, inherited]);
    let overridden = fields(&server, &agent.identity, "overridden_by_policy").await;
    assert_eq!(overridden, [true, false]);
    let results = fields(&server, &agent.identity, "check_result").await;
    assert_eq!((&results[0], &results[1]["status"]), (&json!({}), &json!("pending")));
    let shown = server.admin.get(&format!("/checks/{own}/")).await.ok();
    assert_eq!(shown["overridden_by_policy"], true);

    let effective = format!("/agents/{}/effective/", agent.identity.agent_id);
    let effective = server.admin.get(&effective).await.ok()["checks"].clone();
    let name = "Disk space of /: error below 10 %";
    let agent_key = shown["agent"].clone();
    assert_eq!(
        effective,
        json!([
            { "id": own, "name": name, "state": "overridden",
              "source": { "type": "agent", "id": agent_key, "name": "pc-1" } },
            { "id": inherited, "name": name, "state": "active",
              "source": { "type": "policy", "id": policy, "name": "All" } },
        ])
    );

    server.admin.put(&policy_path, json!({ "enforced": false })).await.ok();
    until_pushed(&server).await;
    assert_eq!(wanted(&server).await, [own]);
}

#[tokio::test]
async fn checks_for_other_platforms_are_not_run_and_say_so() {
    let (server, _, policy, agent) = fleet().await;
    let windows = json!({ "supported_platforms": ["windows"], "disk": "C:" });
    let check = server.admin.post("/checks/", with(of_policy(policy, "/"), windows)).await.ok();
    until_pushed(&server).await;
    assert_eq!(wanted(&server).await, Vec::<i64>::new());
    assert_eq!(fields(&server, &agent.identity, "id").await, Vec::<Value>::new());
    let effective = format!("/agents/{}/effective/", agent.identity.agent_id);
    let state = server.admin.get(&effective).await.ok()["checks"][0].clone();
    assert_eq!((&state["id"], &state["state"]), (&check["id"], &json!("wrong_platform")));
}

#[tokio::test]
async fn a_copy_of_a_policy_has_copies_of_its_checks_and_links_and_deleting_it_deletes_them() {
    let (server, _, policy, _) = fleet().await;
    let check = server.admin.post("/checks/", of_policy(policy, "/")).await.ok();
    let task = json!({ "policy": policy, "name": "Clean", "task_type": "checkfailure",
        "assigned_check": check["id"],
        "actions": [{ "type": "cmd", "command": "true", "shell": "sh", "timeout": 5 }] });
    server.admin.post("/tasks/", task).await.ok();

    let copy = json!({ "name": "Copy", "copyId": policy });
    let copy = server.admin.post("/automation/policies/", copy).await.ok();
    assert_eq!((&copy["checks_count"], &copy["tasks_count"]), (&json!(1), &json!(1)));
    let copy_path = format!("/automation/policies/{}/", copy["id"]);
    let copied = server.admin.get(&format!("{copy_path}checks/")).await.ok()[0].clone();
    assert_ne!(copied["id"], check["id"]);
    assert_eq!(copied["assignedtasks"][0]["name"], "Clean");
    let task = server.admin.get(&format!("{copy_path}tasks/")).await.ok()[0].clone();
    assert_eq!(task["assigned_check"], copied["id"]);

    server.admin.delete(&copy_path).await.ok();
    server.admin.get(&path(&copied)).await.refused(404, "not_found");
    server.admin.get(&path(&check)).await.ok();
}
