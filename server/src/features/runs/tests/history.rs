//! `GET /runs/`, `/runs/<id>/` and the histories of agents.

use serde_json::{Value, json};

use super::{change, ids, run_script_path, server_with_agent};
use crate::auth::{Right, hash_token};
use crate::storage::sql;
use crate::testing::{Identity, TestServer};

/// A command and a script, each answered by the agent with its own text.
async fn two_runs() -> (TestServer, Identity, i64) {
    let (server, agent) = server_with_agent().await;
    let identity = agent.obey();
    let script = server.add_script("Tidy up").await;
    let command = json!({ "shell": "bash", "cmd": "uptime", "timeout": 60 });
    server.admin.post(&format!("/agents/{}/cmd/", identity.agent_id), command).await.ok();
    let body = json!({ "script": script });
    server.admin.post(&run_script_path(&identity), body).await.ok();
    (server, identity, script)
}

/// Without what differs from run to run.
fn timeless(mut run: Value) -> Value {
    for name in ["time", "started", "finished"] {
        assert!(run[name].is_string(), "{name}");
        run.as_object_mut().unwrap().remove(name);
    }
    run
}

#[tokio::test]
async fn a_run_shows_everything_about_itself() {
    let (server, identity, script) = two_runs().await;

    let command = json!({
        "id": 1, "agent": 1, "agent_id": identity.agent_id, "hostname": "pc-1", "bulk": null,
        "type": "cmd_run", "status": "passed", "username": "admin", "command": "uptime",
        "shell": "bash", "script": null, "script_name": "", "script_version": null, "task": null,
        "results": "uptime", "script_results": null, "retcode": 0, "execution_time": 0.25,
        "actions": [], "truncated": false, "problem": "", "timeout": 60, "custom_field": null,
        "collector_all_output": false, "save_to_agent_note": false, "expires": null,
        "run_on_server": false,
    });
    let mut run = command.clone();
    run["id"] = json!(2);
    run["type"] = json!("script_run");
    run["command"] = json!("");
    run["shell"] = json!("shell");
    run["script"] = json!(script);
    run["script_name"] = json!("Tidy up");
    run["script_version"] = json!(1);
    run["results"] = json!("");
    run["script_results"] = json!({
        "id": 2, "stdout": "Tidy up", "stderr": "", "retcode": 0, "execution_time": 0.25,
    });
    run["timeout"] = json!(90);
    let asked = |run: &Value, request: Value| {
        let mut whole = run.clone();
        whole["request"] = request;
        whole
    };
    let first = json!({ "shell": "bash", "cmd": "uptime", "timeout": 60, "run_as_user": false });
    assert_eq!(timeless(server.admin.get("/runs/1/").await.ok()), asked(&command, first));
    let second = json!({ "script": script });
    assert_eq!(timeless(server.admin.get("/runs/2/").await.ok()), asked(&run, second));
    let list = server.admin.get("/runs/").await;
    assert_eq!(list.header("x-total-count"), "2");
    let list: Vec<Value> = list.ok().as_array().unwrap().iter().cloned().map(timeless).collect();
    assert_eq!(list, [run, command]);
    server.admin.get("/runs/3/").await.refused(404, "not_found");
}

#[tokio::test]
async fn filters_search_order_and_pages_work_on_every_history() {
    let (server, identity, script) = two_runs().await;
    let location = server.add_site("Other", "Main").await;
    let other = server.add_agent(location, "pc-2").await.obey();
    let command = json!({ "shell": "sh", "cmd": "whoami", "timeout": 60 });
    server.admin.post(&format!("/agents/{}/cmd/", other.agent_id), command).await.ok();
    change(&server, "update runs set time = time - 172800000000 where id = 1").await;
    change(&server, "update runs set status = 'interrupted' where id = 3").await;
    let of = async |path: &str| ids(&server.admin.get(path).await.ok());

    assert_eq!(of("/runs/").await, [3, 2, 1]);
    assert_eq!(of("/runs/?days=1").await, [3, 2]);
    assert_eq!(of("/runs/?type=cmd_run").await, [3, 1]);
    assert_eq!(of("/runs/?status=passed").await, [2, 1]);
    assert_eq!(of("/runs/?status=interrupted").await, [3]);
    assert_eq!(server.admin.get("/runs/3/").await.ok()["status"], "interrupted");
    assert_eq!(of("/runs/?user=nobody").await, [0; 0]);
    assert_eq!(of(&format!("/runs/?script={script}&user=admin")).await, [2]);
    assert_eq!(of(&format!("/runs/?agent={}", other.agent_id)).await, [3]);
    assert_eq!(of("/runs/?agent=1").await, [2, 1]);
    assert_eq!(of("/runs/?search=uptime").await, [1]);
    assert_eq!(of("/runs/?search=hostname:pc-1%20-uptime").await, [2]);
    assert_eq!(of("/runs/?ordering=time").await, [1, 2, 3]);
    assert_eq!(of("/agents/history/?type=cmd_run").await, [3, 1]);
    assert_eq!(of(&format!("/agents/{}/history/", identity.agent_id)).await, [2, 1]);
    let page = server.admin.get("/runs/?page=2&page_size=1").await.ok();
    assert_eq!((&page["count"], ids(&page["results"])), (&json!(3), vec![2]));
    server.admin.get("/runs/?page=9").await.refused(404, "not_found");
    server.admin.get("/agents/nobody/history/").await.refused(404, "not_found");
    let wrong = "/runs/?days=0&type=dance&status=lost&script=x";
    let problems = server.admin.get(wrong).await.problems();
    assert_eq!(
        problems.as_object().unwrap().keys().collect::<Vec<_>>(),
        ["days", "script", "status", "type"]
    );
}

#[tokio::test]
async fn a_list_shows_the_beginning_of_an_output_and_one_run_all_of_it() {
    let (server, agent) = server_with_agent().await;
    let path = format!("/agents/{}/cmd/", agent.obey().agent_id);
    let text = format!("x{}", "é".repeat(3000));
    let command = json!({ "shell": "sh", "cmd": text, "timeout": 60 });
    server.admin.post(&path, command).await.ok();

    let listed = server.admin.get("/runs/").await.ok()[0]["results"].clone();
    assert_eq!(listed.as_str().unwrap(), format!("x{}", "é".repeat(2047)));
    assert_eq!(server.admin.get("/runs/1/").await.ok()["results"], json!(text));
}

#[tokio::test]
async fn the_script_history_has_only_scripts() {
    let (server, identity, script) = two_runs().await;

    let list = server.admin.get("/agents/scripthistory/").await.ok();

    let time = list[0]["time"].clone();
    assert_eq!(
        list,
        json!([{
            "id": 2, "time": time, "username": "admin", "script": script,
            "script_name": "Tidy up", "agent": 1, "agent_id": identity.agent_id,
            "hostname": "pc-1", "script_results": {
                "id": 2, "stdout": "Tidy up", "stderr": "", "retcode": 0, "execution_time": 0.25,
            },
        }])
    );
    server.admin.post(&run_script_path(&identity), json!({ "script": script })).await.ok();
    let of = async |query: &str| {
        ids(&server.admin.get(&format!("/agents/scripthistory/?{query}")).await.ok())
    };
    assert_eq!(of("limit=1").await, [3]);
    assert_eq!(of("scriptname=tidy%20UP").await, [3, 2]);
    assert_eq!(of("scriptname=other").await, [0; 0]);
    assert_eq!(of("start=2020-01-01T00:00:00Z&end=2021-01-01T00:00:00Z").await, [0; 0]);
    let paged = "/agents/scripthistory/?start=2020-01-01T00:00:00Z&page_size=1&limit=1";
    let paged = server.admin.get(paged).await.ok();
    assert_eq!((&paged["count"], ids(&paged["results"])), (&json!(2), vec![3]));
    let wrong = "/agents/scripthistory/?start=monday&end=5&limit=1001";
    let problems = server.admin.get(wrong).await.problems();
    assert_eq!(problems["limit"], json!(["Must be 1 to 1000."]));
    assert_eq!(problems.as_object().unwrap().len(), 3);
}

#[tokio::test]
async fn ones_own_runs_can_be_read_without_a_right_and_no_others() {
    let (server, _, _) = two_runs().await;
    let somebody = server.caller_with(&[]).await;
    let text = "update runs set user_id = (select max(id) from users),
                       api_key = (select max(id) from api_keys) where id = 2";
    change(&server, text).await;

    somebody.get("/runs/2/").await.ok();
    somebody.get("/runs/2/output/").await.ok();
    somebody.get("/runs/1/").await.refused(403, "forbidden");
    somebody.get("/runs/9/").await.refused(403, "forbidden");
    somebody.get("/runs/").await.refused(403, "forbidden");
    let elsewhere = server.add_site("Other", "Main").await;
    let stranger = server.scoped_caller(&[Right::ListAgentHistory], &[elsewhere.client], &[]).await;
    stranger.get("/runs/1/").await.refused(404, "not_found");
    assert_eq!(stranger.get("/runs/").await.ok(), json!([]));
}

#[tokio::test]
async fn a_key_reads_and_repeats_only_what_was_started_with_it() {
    let (server, agent) = server_with_agent().await;
    let path = format!("/agents/{}/cmd/", agent.obey().agent_id);
    let command = || json!({ "shell": "sh", "cmd": "id", "timeout": 60 });
    server.admin.post(&path, command()).await.ok();
    let rights = json!(["can_list_agents", "can_send_cmd"]);
    let made = json!({ "name": "monitoring", "rights": rights });
    let made = server.admin.post("/accounts/apikeys/", made).await.ok();
    let narrow = server.anonymous().with_key(made["key"].as_str().unwrap());

    // The same user started it, with another key.
    narrow.get("/runs/1/").await.refused(403, "forbidden");
    narrow.get("/runs/1/output/").await.refused(403, "forbidden");
    narrow.post("/runs/1/again/", json!({})).await.refused(403, "forbidden");
    narrow.post(&path, command()).await.ok();
    assert_eq!(narrow.get("/runs/2/").await.ok()["results"], "id");
    narrow.get("/runs/2/output/").await.ok();
    narrow.post("/runs/2/again/", json!({})).await.ok();
}

#[tokio::test]
async fn a_session_reads_what_was_started_with_the_keys_of_its_user() {
    let (server, agent) = server_with_agent().await;
    let path = format!("/agents/{}/cmd/", agent.obey().agent_id);
    let caller = server.caller_with(&[Right::SendCmd]).await;
    let command = json!({ "shell": "sh", "cmd": "id", "timeout": 60 });
    caller.post(&path, command.clone()).await.ok();
    server.admin.post(&path, command).await.ok();
    let write = server.app.db.begin().await.unwrap();
    sql::execute(
        &write,
        "insert into sessions (digest, token_hash, user_id, kind, created, expiry, latest_expiry,
                last_used)
         select 'x', $1, id, 'session', 0, $2, $2, $2 from users where username <> 'admin'",
        [hash_token("token").into(), 4_000_000_000_000_000_i64.into()],
    )
    .await
    .unwrap();
    write.commit().await.unwrap();
    let session = server.anonymous().with_token("token");

    session.get("/runs/1/").await.ok();
    session.get("/runs/2/").await.refused(403, "forbidden");
}
