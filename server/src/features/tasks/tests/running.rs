//! Runs that agents start on their own.

use muster_protocol::{ActionOutcome, End, FromAgent, KnownRun, Stream, ToAgent};
use serde_json::{Value, json};

use super::{daily, path, results, run, server_with_agent, start, until};
use crate::testing::{FakeAgent, TestServer, outcome};

const MONDAY: i64 = 1_800_000_000_000_000;
const TUESDAY: i64 = MONDAY - 1_000_000_000;
const FIRST: &str = "firstrunofthetask000000000000000";
const SECOND: &str = "secondrunofthetask00000000000000";

/// Times in the past: nothing runs in the future.
fn past(micros: i64) -> i64 {
    micros - 200_000_000_000_000
}

async fn with_task() -> (TestServer, FakeAgent, Value) {
    let (server, mut agent) = server_with_agent().await;
    let task = server.admin.post("/tasks/", daily(&agent.identity.agent_id)).await.ok();
    agent.keep_definitions().await;
    // A connection that still stores what it has does not make way for the next.
    until(&server, &agent.identity, "sync_status", &[json!("synced")]).await;
    (server, agent, task)
}

async fn runs(server: &TestServer) -> Value {
    server.admin.get("/runs/").await.ok()
}

#[tokio::test]
async fn a_run_that_the_agent_started_is_history_with_its_own_times() {
    let (server, mut agent, task) = with_task().await;
    let begun = start(&task, past(MONDAY));
    agent.send(FromAgent::TaskStarted { run_id: FIRST.to_owned(), start: begun.clone() }).await;
    until(&server, &agent.identity, "run_status", &[json!("running")]).await;

    run(&mut agent, FIRST, begun, "hello\n", 0).await;

    until(&server, &agent.identity, "run_status", &[json!("completed")]).await;
    let result = server.admin.get(&path(&task)).await.ok()["task_result"].clone();
    let began = "2020-09-13T12:26:40Z";
    assert_eq!((&result["status"], &result["last_run"]), (&json!("passing"), &json!(began)));
    assert_eq!((&result["stdout"], &result["retcode"]), (&json!("hello\n"), &json!(0)));
    assert_eq!((&result["stderr"], &result["execution_time"]), (&json!(""), &json!(0.25)));
    let list = runs(&server).await;
    assert_eq!(list.as_array().unwrap().len(), 1, "said twice, it is one run");
    let run = &list[0];
    assert_eq!((&run["type"], &run["username"]), (&json!("task_run"), &json!("system")));
    assert_eq!((&run["task"], &run["command"]), (&task["id"], &json!("Daily")));
    assert_eq!((&run["started"], &run["time"]), (&json!(began), &json!(began)));
    assert_eq!((&run["status"], &run["results"]), (&json!("passed"), &json!("hello\n")));
    assert_eq!((&run["timeout"], &run["actions"]), (&json!(5), &json!([])));
}

#[tokio::test]
async fn a_run_that_began_while_the_server_was_away_arrives_with_the_next_hello() {
    let (server, agent, task) = with_task().await;
    let begun = start(&task, past(MONDAY));
    let known = KnownRun { run_id: FIRST.to_owned(), finished: true, task: Some(begun) };

    let mut agent = server.connect_knowing(&agent.identity.clone(), vec![known]).await;

    assert!(!agent.welcome.runs[0].closed, "the server knows it by now");
    agent.print(FIRST, Stream::Stdout, 0, "late").await;
    let mut end = outcome(End::Exited { code: 3 }, 4, 0);
    end.started = past(MONDAY);
    agent.send(FromAgent::Finished { run_id: FIRST.to_owned(), outcome: end }).await;
    loop {
        if agent.receive().await.unwrap() == (ToAgent::Closed { run_id: FIRST.to_owned() }) {
            break;
        }
    }
    assert_eq!(results(&server, &agent.identity, "status").await, ["failing"]);
    assert_eq!(results(&server, &agent.identity, "retcode").await, [3]);
    assert_eq!(runs(&server).await[0]["status"], "failed");
}

#[tokio::test]
async fn an_older_run_that_arrives_later_leaves_the_newer_result() {
    let (server, mut agent, task) = with_task().await;
    run(&mut agent, FIRST, start(&task, past(MONDAY)), "newer", 0).await;
    until(&server, &agent.identity, "stdout", &[json!("newer")]).await;

    run(&mut agent, SECOND, start(&task, past(TUESDAY)), "older", 1).await;

    loop {
        if agent.receive().await.unwrap() == (ToAgent::Closed { run_id: SECOND.to_owned() }) {
            break;
        }
    }
    assert_eq!(results(&server, &agent.identity, "stdout").await, ["newer"]);
    assert_eq!(results(&server, &agent.identity, "status").await, ["passing"]);
    assert_eq!(runs(&server).await.as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn a_run_shows_the_result_of_each_action() {
    let (server, mut agent, task) = with_task().await;
    let begun = start(&task, past(MONDAY));
    agent.send(FromAgent::TaskStarted { run_id: FIRST.to_owned(), start: begun }).await;
    agent.print(FIRST, Stream::Stdout, 0, "onetwo").await;
    let action = |name: &str, retcode, from, to| ActionOutcome {
        name: name.to_owned(),
        retcode,
        seconds: 0.5,
        stdout_from: from,
        stdout_to: to,
        stderr_from: 0,
        stderr_to: 0,
    };
    let mut end = outcome(End::Exited { code: 4 }, 6, 0);
    end.actions = vec![action("a", Some(0), 0, 3), action("b", Some(4), 3, 6)];
    agent.send(FromAgent::Finished { run_id: FIRST.to_owned(), outcome: end }).await;
    until(&server, &agent.identity, "retcode", &[json!(4)]).await;

    let list = runs(&server).await;
    let run = server.admin.get(&format!("/runs/{}/", list[0]["id"])).await.ok();

    let expected = json!([
        { "name": "a", "retcode": 0, "execution_time": 0.5, "stdout": "one", "stderr": "" },
        { "name": "b", "retcode": 4, "execution_time": 0.5, "stdout": "two", "stderr": "" },
    ]);
    assert_eq!((&run["actions"], &list[0]["actions"]), (&expected, &expected));
}

#[tokio::test]
async fn the_run_of_a_deleted_or_foreign_task_is_only_history_of_the_agent() {
    let (server, mut agent, task) = with_task().await;
    let other = server.enrol(server.add_site("Other", "Main").await, "pc-2").await;
    let mut foreign = server.admin.post("/tasks/", daily(&other.agent_id)).await.ok();
    run(&mut agent, FIRST, start(&foreign, past(MONDAY)), "x", 0).await;
    foreign["id"] = json!(999_999);
    let mut dropped = start(&foreign, past(MONDAY));
    dropped.dropped = 2;
    run(&mut agent, SECOND, dropped, "x", 0).await;

    loop {
        if agent.receive().await.unwrap() == (ToAgent::Closed { run_id: SECOND.to_owned() }) {
            break;
        }
    }
    let list = runs(&server).await;
    let commands: Vec<&Value> =
        list.as_array().unwrap().iter().map(|run| &run["command"]).collect();
    let note = "Daily (2 earlier runs were not reported: too many waited)";
    assert!(commands.contains(&&json!("Daily")) && commands.contains(&&json!(note)));
    for run in list.as_array().unwrap() {
        assert_eq!((&run["task"], &run["status"]), (&Value::Null, &json!("passed")));
        assert_eq!(run["hostname"], "pc-1");
    }
    assert_eq!(results(&server, &agent.identity, "status").await, ["pending"]);
    assert_eq!(task["task_result"]["status"], "pending");
}

#[tokio::test]
async fn a_run_named_in_a_strange_way_is_not_taken() {
    let (server, mut agent, task) = with_task().await;
    for run_id in ["short", "with spaces in its name and long", &"x".repeat(65)] {
        run(&mut agent, run_id, start(&task, past(MONDAY)), "x", 0).await;
    }
    run(&mut agent, FIRST, start(&task, past(MONDAY)), "x", 0).await;
    until(&server, &agent.identity, "run_status", &[json!("completed")]).await;
    assert_eq!(runs(&server).await.as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn a_run_whose_agent_lost_its_memory_leaves_a_failing_task() {
    let (server, mut agent, task) = with_task().await;
    let begun = start(&task, past(MONDAY));
    agent.send(FromAgent::TaskStarted { run_id: FIRST.to_owned(), start: begun }).await;
    until(&server, &agent.identity, "run_status", &[json!("running")]).await;

    let agent = server.connect(&agent.identity.clone()).await;

    assert_eq!(results(&server, &agent.identity, "run_status").await, ["completed"]);
    assert_eq!(results(&server, &agent.identity, "status").await, ["failing"]);
    assert_eq!(runs(&server).await[0]["status"], "interrupted");
}

#[tokio::test]
async fn a_task_keeps_the_beginning_of_its_output_and_its_run_all_of_it() {
    let (server, mut agent, task) = with_task().await;
    let long = format!("{}é and more", "x".repeat(65_535));
    run(&mut agent, FIRST, start(&task, past(MONDAY)), &long, 0).await;
    until(&server, &agent.identity, "run_status", &[json!("completed")]).await;

    let kept = results(&server, &agent.identity, "stdout").await;
    assert_eq!(kept, ["x".repeat(65_535)]);
    let id = runs(&server).await[0]["id"].clone();
    let output = server.admin.get(&format!("/runs/{id}/output/")).await.ok();
    assert_eq!(output["stdout"], long);
}
