//! From the request to the results.

use muster_protocol::RunScript;
use serde_json::{Value, json};

use super::{
    BULK, change, command, counts, read, results, server_with_agents, start, until, until_status,
    with,
};
use crate::storage::sql;
use crate::testing::{TestServer, until_true};

#[tokio::test]
async fn a_command_runs_on_every_agent_and_the_results_are_listed() {
    let (server, location, mut agents) = server_with_agents(3).await;
    server.enrol(location, "pc-4").await;

    let reply = server.admin.post(BULK, command(json!({ "target": "all" }))).await;

    assert_eq!(reply.header("x-bulk-id"), "1");
    let sentence = "command was started on 3 agents, 1 offline agent will follow";
    assert_eq!(reply.ok(), sentence);
    for (code, agent) in agents.iter_mut().enumerate() {
        let order = agent.next_order().await;
        agent.finish(&order.run_id, "out", "err", code as i32).await;
    }
    let bulk = json!({ "id": 1 });
    let is_finished = |bulk: &Value| bulk["counts"]["passed"] == 1 && bulk["counts"]["failed"] == 2;
    let done = until(&server, &bulk, is_finished).await;
    let expected = json!({
        "id": 1, "mode": "command", "target": { "target": "all" },
        "body": { "mode": "command", "shell": "sh", "cmd": "id", "timeout": 5 },
        "username": "admin", "created": done["created"], "finished": null, "status": "running",
        "counts": { "total": 4, "queued": 1, "running": 0, "passed": 1, "failed": 2,
                    "timed_out": 0, "cancelled": 0, "expired": 0, "skipped": 0 },
        "retry_of": null,
    });
    assert_eq!(done, expected);
    assert_eq!(server.admin.get(BULK).await.ok(), json!([expected]));
    assert_eq!(
        results(&server, &bulk).await,
        ["pc-1 passed", "pc-2 failed", "pc-3 failed", "pc-4 queued"]
    );
    let lines = server.audit_lines().await;
    let line = "admin bulk_action bulk admin started the bulk action command on 4 agents";
    assert_eq!(lines.iter().filter(|line| line.contains("bulk")).collect::<Vec<_>>(), [line]);
    let runs = server.admin.get("/runs/?bulk=1").await.ok();
    assert_eq!(runs.as_array().unwrap().len(), 4);
    assert_eq!((&runs[0]["bulk"], &runs[0]["command"]), (&json!(1), &json!("id")));
    assert_eq!(server.admin.get("/runs/?bulk=2").await.ok(), json!([]));
}

#[tokio::test]
async fn an_offline_agent_gets_the_order_when_it_is_back_or_not_at_all() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let away = server.enrol(location, "pc-1").await;
    let all = json!({ "target": "all" });

    let skipping = with(command(all.clone()), json!({ "offline": "skip" }));
    let skipped = start(&server, skipping).await;
    let skipped = until_status(&server, &skipped, "finished").await;
    assert_eq!(counts(&skipped), json!({ "total": 1, "skipped": 1 }));
    assert_eq!(results(&server, &skipped).await, ["pc-1 skipped it is offline"]);

    let bulk = start(&server, command(all)).await;
    assert_eq!(counts(&bulk), json!({ "total": 1, "queued": 1 }));
    let waits = server.admin.get("/logs/pendingactions/").await.ok();
    assert_eq!(waits[0]["description"], "run the command id");
    let mut agent = server.connect(&away).await;
    let order = agent.next_order().await;
    assert_eq!(crate::testing::output(&order), "id", "the body that all share");
    agent.finish(&order.run_id, "", "", 0).await;
    let bulk = until_status(&server, &bulk, "finished").await;
    assert_eq!(counts(&bulk), json!({ "total": 1, "passed": 1 }));
    let left = "select count(*) from bulk_actions where order_body is not null";
    assert_eq!(sql::number(server.app.db.read(), left, []).await.unwrap(), 0);
}

#[tokio::test]
async fn an_agent_that_just_disconnected_is_skipped_when_offline_ones_are() {
    let (server, _, mut agents) = server_with_agents(1).await;
    drop(agents.pop());
    let gone = async {
        let path = "/agents/";
        loop {
            let agent_id = server.admin.get(path).await.ok()[0]["agent_id"].clone();
            let ping = format!("/agents/{}/ping/", agent_id.as_str().unwrap());
            if server.admin.get(&ping).await.ok()["status"] == "offline" {
                return;
            }
        }
    };
    gone.await;

    let body = with(command(json!({ "target": "all" })), json!({ "offline": "skip" }));
    let bulk = start(&server, body).await;

    until_status(&server, &bulk, "finished").await;
    assert_eq!(results(&server, &bulk).await, ["pc-1 failed the agent was offline"]);
}

#[tokio::test]
async fn a_script_is_filled_in_for_each_agent_and_skips_other_platforms() {
    let (server, _, mut agents) = server_with_agents(3).await;
    let script = server.add_script("tidy").await;
    change(&server, r#"update scripts set supported_platforms = '["linux"]'"#).await;
    change(&server, "update agents set plat = 'windows' where hostname = 'pc-2'").await;
    let body = json!({
        "mode": "script", "target": "all", "script": script, "args": ["{{agent.hostname}}"],
        "env_vars": ["PASSWORD=secret"], "timeout": 7, "save_to_agent_note": true,
    });

    let bulk = start(&server, body).await;

    assert_eq!(bulk["body"]["env_vars"], json!(["PASSWORD=********"]));
    assert_eq!(bulk["body"]["script_name"], "tidy");
    for (index, host) in [(0, "pc-1"), (2, "pc-3")] {
        let order = agents[index].next_order().await;
        let script: RunScript = order.read().unwrap();
        assert_eq!((script.code.as_str(), script.timeout_seconds), ("tidy", 7));
        assert_eq!((script.args, script.env_vars), {
            (vec![host.to_owned()], vec!["PASSWORD=secret".to_owned()])
        });
        agents[index].finish(&order.run_id, "tidied", "", 0).await;
    }
    let bulk = until_status(&server, &bulk, "finished").await;
    assert_eq!(counts(&bulk), json!({ "total": 3, "passed": 2, "skipped": 1 }));
    assert_eq!(
        results(&server, &bulk).await,
        ["pc-1 passed", "pc-2 skipped the script tidy runs only on Linux", "pc-3 passed"]
    );
    let noted = async || server.admin.get("/agents/notes/").await.ok();
    until_true("both notes are there", async || noted().await.as_array().unwrap().len() == 2).await;
    let text = server.audit().await.iter().map(Value::to_string).collect::<String>();
    assert!(!text.contains("PASSWORD=secret"));
}

#[tokio::test]
async fn an_agent_without_a_value_for_a_placeholder_is_skipped() {
    let (server, _, _agents) = server_with_agents(1).await;
    let script = server.add_script("tidy").await;
    let body = json!({ "mode": "script", "target": "all", "script": script,
                       "args": ["{{agent.nonsense}}"] });
    let bulk = start(&server, body).await;
    let bulk = until_status(&server, &bulk, "finished").await;
    assert_eq!(
        results(&server, &bulk).await,
        ["pc-1 skipped args[0]: {{agent.nonsense}} has no value"]
    );
}

#[tokio::test]
async fn thousands_of_agents_are_stored_at_once() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let rows: Vec<String> = (0..2500)
        .map(|n| {
            format!("('agent-{n:05}', {}, 'pc-{n:05}', 'server', 'linux', 0, 0)", location.site)
        })
        .collect();
    change(
        &server,
        &format!(
            "insert into agents (agent_id, site_id, hostname, monitoring_type, plat,
                    created_time, modified_time) values {}",
            rows.join(", ")
        ),
    )
    .await;

    let bulk = start(&server, command(json!({ "target": "all" }))).await;

    assert_eq!(counts(&bulk), json!({ "total": 2500, "queued": 2500 }));
    let path = format!("{BULK}{}/results/", bulk["id"]);
    let reply = server.admin.get(&path).await;
    assert_eq!(reply.header("x-total-count"), "2500");
    assert_eq!(reply.ok().as_array().unwrap().len(), 1000);
    let page = server.admin.get(&format!("{path}?page=25&status=queued")).await.ok();
    assert_eq!(page["results"][99]["hostname"], "pc-02499");
    let file = server.admin.get(&format!("{path}?format=csv")).await;
    assert_eq!(file.header("content-type"), "text/csv; charset=utf-8");
    assert_eq!(file.text.lines().count(), 2501);
    let first = "agent_id,hostname,status,retcode,started,finished,execution_time,reason,stdout,\
                 stderr,client,site";
    assert_eq!(file.text.lines().next().unwrap(), first);
    assert_eq!(file.text.lines().nth(1).unwrap(), "agent-00000,pc-00000,queued,,,,,,,,Acme,Main");
    read(&server, &bulk).await;
}

#[tokio::test]
async fn every_problem_of_a_body_is_reported_and_nothing_starts() {
    let (server, _, _agents) = server_with_agents(1).await;
    let problems = async |body: Value| server.admin.post(BULK, body).await.problems();

    let modes = "Must be one of command, script, patch, checks, reboot, shutdown, wol, update, \
                 remove, recover, software, edit, task.";
    let expected = json!({
        "mode": [modes], "target": ["Must be one of client, site, agents, all, filter."],
        "monType": ["Must be one of all, servers, workstations."], "batch": ["Must be 1 to 20000."],
        "osType": ["Must be one of windows, linux, darwin, all."],
        "offline": ["Must be one of queue, skip."], "queue_hours": ["Must be 1 to 720."],
        "stop_on_failures": ["Must be 0 to 100."],
    });
    let body = json!({ "mode": "x", "target": "x", "monType": "x", "osType": "x", "offline": "x",
                       "queue_hours": 0, "batch": 0, "stop_on_failures": 101 });
    assert_eq!(problems(body).await, expected);
    let body = json!({ "mode": "command", "target": "agents", "agents": [true, "nobody"] });
    assert_eq!(
        problems(body).await,
        json!({
            "shell": ["This field is required."], "cmd": ["Enter a command."], "timeout": ["This field is required."],
            "agents[0]": ["Must be an agent_id or a key."],
        })
    );
    let agents = json!({ "target": "agents", "agents": ["nobody", 1, 99] });
    let missing = json!({ "agents[0]": ["There is no such agent."],
                          "agents[2]": ["There is no such agent."] });
    assert_eq!(problems(command(agents)).await, missing);
    for (target, field, sentence) in [
        (json!({ "target": "client", "client": 99 }), "client", "There is no such client."),
        (json!({ "target": "site", "site": 99 }), "site", "There is no such site."),
        (json!({ "target": "filter" }), "filter", "This field is required when target is filter."),
        (json!({ "target": "agents", "agents": [] }), "agents", "Must not be empty."),
        (json!({ "target": "all", "osType": "darwin" }), "target", "No agent is meant by this."),
    ] {
        assert_eq!(problems(command(target)).await, json!({ field: [sentence] }));
    }
    let body = json!({ "mode": "script", "target": "all", "script": 99, "custom_field": 1 });
    assert_eq!(problems(body).await, json!({ "script": ["Choose a script."] }));
    assert_eq!(server.admin.get(BULK).await.ok(), json!([]));
    assert_eq!(server.admin.get("/runs/").await.ok(), json!([]));
}

#[tokio::test]
async fn another_number_of_agents_than_expected_starts_nothing() {
    let (server, _, _agents) = server_with_agents(2).await;
    let body =
        |count: i64| with(command(json!({ "target": "all" })), json!({ "expect_count": count }));
    let refusal = server.admin.post(BULK, body(3)).await.refused(409, "targets_changed");
    assert_eq!(refusal["detail"], "This means 2 agents and not 3: nothing was started.");
    assert_eq!(server.admin.get(BULK).await.ok(), json!([]));
    start(&server, body(2)).await;
}
