//! Lists of tasks.

use serde_json::{Value, json};

use super::{daily_with, server_with_absent_agent, tasks_path};
use crate::auth::Right;

fn names(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().map(|task| task["name"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn tasks_are_listed_by_name_with_pages_search_and_order() {
    let (server, agent) = server_with_absent_agent().await;
    for name in ["beta", "Alpha", "gamma"] {
        let body = daily_with(&agent.agent_id, json!({ "name": name }));
        server.admin.post("/tasks/", body).await.ok();
    }
    let reply = server.admin.get("/tasks/").await;
    assert_eq!(reply.headers["x-total-count"], "3");
    assert_eq!(names(&reply.ok()), ["Alpha", "beta", "gamma"]);
    let list = server.admin.get("/tasks/?ordering=-name&search=a").await.ok();
    assert_eq!(names(&list), ["gamma", "beta", "Alpha"]);
    let page = server.admin.get("/tasks/?page=2&page_size=2").await.ok();
    assert_eq!((&page["count"], names(&page["results"])), (&json!(3), vec!["gamma"]));
    server.admin.get("/tasks/?ordering=actions").await.refused(400, "invalid");
}

#[tokio::test]
async fn a_scoped_caller_sees_the_tasks_of_policies_and_of_agents_in_scope() {
    let (server, agent) = server_with_absent_agent().await;
    let other = server.add_site("Other", "Main").await;
    let theirs = server.enrol(other, "pc-2").await;
    let policy = server.add_policy("All").await;
    for (name, owner) in [
        ("mine", json!({ "agent": theirs.agent_id })),
        ("not mine", json!({ "agent": agent.agent_id })),
        ("shared", json!({ "agent": null, "policy": policy })),
    ] {
        let mut body = daily_with(&agent.agent_id, owner);
        body["name"] = json!(name);
        server.admin.post("/tasks/", body).await.ok();
    }
    let caller = server.scoped_caller(&[Right::ListAutotasks], &[other.client], &[]).await;

    assert_eq!(names(&caller.get("/tasks/").await.ok()), ["mine", "shared"]);
    caller.get(&tasks_path(&agent)).await.refused(404, "not_found");
    let of_policy = caller.get(&format!("/automation/policies/{policy}/tasks/")).await.ok();
    assert_eq!(names(&of_policy), ["shared"]);
    caller.get("/automation/policies/999/tasks/").await.refused(404, "not_found");
}

#[tokio::test]
async fn an_agent_has_only_the_tasks_of_its_platform() {
    let (server, agent) = server_with_absent_agent().await;
    for (name, platforms) in [
        ("here", json!(["linux"])),
        ("everywhere", json!([])),
        ("elsewhere", json!(["windows", "darwin"])),
    ] {
        let changes = json!({ "name": name, "task_supported_platforms": platforms });
        let body = daily_with(&agent.agent_id, changes);
        server.admin.post("/tasks/", body).await.ok();
    }
    let list = server.admin.get(&tasks_path(&agent)).await.ok();
    assert_eq!(names(&list), ["everywhere", "here"]);
    assert_eq!(list[0]["check_name"], "");
}
