//! The task of a policy on all agents that have it.

use muster_protocol::{RunTask, order_name};
use serde_json::{Value, json};

use super::{BULK, change, counts, read, results, server_with_agents, until_status};
use crate::auth::Right;
use crate::testing::{Location, TestServer};

/// A task of a policy that is assigned to the client.
async fn policy_task(server: &TestServer, location: Location, changes: Value) -> Value {
    let policy = server.add_policy("All").await;
    let client = format!("/clients/{}/", location.client);
    server.admin.put(&client, json!({ "server_policy": policy })).await.ok();
    let mut body = json!({
        "policy": policy, "name": "Tidy", "task_type": "manual",
        "actions": [{ "type": "cmd", "shell": "sh", "command": "id", "timeout": 5 }],
    });
    for (name, value) in changes.as_object().unwrap() {
        body[name] = value.clone();
    }
    server.admin.post("/tasks/", body).await.ok()
}

fn run_path(task: &Value) -> String {
    format!("/automation/tasks/{}/run/", task["id"])
}

#[tokio::test]
async fn a_policy_task_runs_on_every_agent_that_has_it_and_stores_its_results() {
    let (server, location, mut agents) = server_with_agents(2).await;
    let away = server.enrol(location, "pc-3").await;
    let elsewhere = server.add_site("Other", "Main").await;
    server.enrol(elsewhere, "pc-4").await;
    let task = policy_task(&server, location, json!({})).await;

    let reply = server.admin.post(&run_path(&task), json!({})).await;

    let bulk = json!({ "id": reply.header("x-bulk-id").parse::<i64>().unwrap() });
    let sentence = "task was started on 2 agents, 1 offline agent will follow";
    assert_eq!(reply.ok(), sentence);
    let row = server.audit().await.pop().unwrap();
    assert_eq!((&row["action"], &row["object_type"]), (&json!("bulk_action"), &json!("bulk")));
    assert_eq!(row["message"], "admin started the bulk action task on 3 agents");
    let mut back = server.connect(&away).await;
    for (agent, code) in agents.iter_mut().chain([&mut back]).zip([0, 1, 0]) {
        let order = agent.next_order().await;
        assert_eq!(order.name, order_name::RUN_TASK);
        let given = order.read::<RunTask>().unwrap().definition;
        assert_eq!((given.id, given.name.as_str()), (task["id"].as_i64().unwrap(), "Tidy"));
        agent.finish(&order.run_id, "done", "", code).await;
    }
    let bulk = until_status(&server, &bulk, "finished").await;
    assert_eq!(counts(&bulk), json!({ "total": 3, "passed": 2, "failed": 1 }));
    assert_eq!((&bulk["mode"], &bulk["body"]["task"]), (&json!("task"), &task["id"]));
    assert_eq!(bulk["body"]["task_name"], task["name"]);
    let each = results(&server, &bulk).await;
    assert_eq!(each, ["pc-1 passed", "pc-2 failed", "pc-3 passed"]);
    let path = format!("/automation/tasks/{}/status/", task["id"]);
    let statuses = server.admin.get(&path).await.ok();
    let line = |row: &Value| format!("{} {} {}", row["hostname"], row["status"], row["retcode"]);
    let lines: Vec<String> = statuses.as_array().unwrap().iter().map(line).collect();
    let expected = ["\"pc-1\" \"passing\" 0", "\"pc-2\" \"failing\" 1", "\"pc-3\" \"passing\" 0"];
    assert_eq!(lines, expected);
    let runs = server.admin.get(&format!("/runs/?bulk={}", bulk["id"])).await.ok();
    let of_task = |run: &Value| run["type"] == "task_run" && run["task"] == task["id"];
    assert!(runs.as_array().unwrap().iter().all(of_task), "{runs}");
}

#[tokio::test]
async fn each_agent_gets_its_own_values_and_a_wrong_platform_is_skipped() {
    let (server, location, mut agents) = server_with_agents(2).await;
    let script = server.add_script("say").await;
    let action = json!({
        "type": "script", "script": script, "timeout": 5, "name": "say",
        "script_args": ["{{agent.hostname}}"],
    });
    let changes = json!({ "actions": [action], "task_supported_platforms": ["linux"] });
    let task = policy_task(&server, location, changes).await;
    change(&server, "update agents set plat = 'windows' where hostname = 'pc-2'").await;

    let reply = server.admin.post(&format!("{}?detail=true", run_path(&task)), json!({})).await;

    let bulk = reply.ok();
    let order = agents[0].next_order().await;
    let given = order.read::<RunTask>().unwrap().definition;
    assert!(json!(given.actions).to_string().contains("\"pc-1\""), "{given:?}");
    agents[0].finish(&order.run_id, "", "", 1).await;
    until_status(&server, &bulk, "finished").await;
    let each = ["pc-1 failed", "pc-2 skipped the task Tidy is not for Windows"];
    assert_eq!(results(&server, &bulk).await, each);

    // A retry for the failed agent, with the same request.
    let retry = format!("{BULK}{}/retry/?detail=true", bulk["id"]);
    let again = server.admin.post(&retry, Value::Null).await.ok();
    let order = agents[0].next_order().await;
    agents[0].finish(&order.run_id, "", "", 0).await;
    until_status(&server, &again, "finished").await;
    assert_eq!(results(&server, &again).await, ["pc-1 passed"]);
    assert_eq!(read(&server, &again).await["retry_of"], bulk["id"]);
}

#[tokio::test]
async fn only_what_is_in_scope_runs_and_refusals_start_nothing() {
    let (server, location, _agents) = server_with_agents(1).await;
    let other = server.add_site("Other", "Main").await;
    server.enrol(other, "theirs").await;
    let task = policy_task(&server, location, json!({})).await;
    let policy = json!({ "server_policy": task["policy"] });
    server.admin.put(&format!("/clients/{}/", other.client), policy).await.ok();

    let rights = [Right::RunAutotasks, Right::ListAgentHistory];
    let caller = server.scoped_caller(&rights, &[other.client], &[]).await;
    let bulk = caller.post(&format!("{}?detail=true", run_path(&task)), json!({})).await.ok();
    assert_eq!(counts(&bulk), json!({ "total": 1, "queued": 1 }));
    assert_eq!(results(&server, &bulk).await, ["theirs queued"]);

    let empty = server.add_site("Empty", "Main").await;
    let nobody = server.scoped_caller(&rights, &[empty.client], &[]).await;
    let refusal = nobody.post(&run_path(&task), json!({})).await.refused(409, "conflict");
    assert_eq!(refusal["detail"], "No agent has the task Tidy.");
    let hours = server.admin.post(&run_path(&task), json!({ "queue_hours": 0 })).await;
    hours.refused(400, "invalid");
    server.admin.post("/automation/tasks/999/run/", json!({})).await.refused(404, "not_found");
    let unknown = json!({ "mode": "task", "task": 999, "target": "all" });
    let problems = server.admin.post(BULK, unknown).await.problems();
    assert_eq!(problems, json!({ "task": ["Choose a task."] }));
    assert_eq!(server.admin.get(BULK).await.ok().as_array().unwrap().len(), 1);
}
