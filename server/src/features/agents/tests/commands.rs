//! `POST /agents/<agent_id>/cmd/`.

use std::time::Duration;

use muster_protocol::{End, FromAgent, RunCommand, Stream, ToAgent};
use serde_json::{Value, json};

use crate::auth::Right;
use crate::clock;
use crate::storage::sql;
use crate::testing::{FakeAgent, TestServer, outcome, until_equal};

pub(super) fn command(text: &str) -> Value {
    json!({ "shell": "bash", "cmd": text, "timeout": 5 })
}

/// Its clock stands: on a machine that stood still, a command is neither sent again nor
/// given up.
pub(super) async fn server_with_agent() -> (TestServer, FakeAgent, String) {
    clock::stop();
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let agent = server.add_agent(location, "pc-1").await;
    let path = format!("/agents/{}/cmd/", agent.identity.agent_id);
    (server, agent, path)
}

/// Status and problem of every run, oldest first.
pub(super) async fn runs(server: &TestServer) -> Vec<String> {
    let text = "select status || ' ' || problem from runs order by id";
    sql::values(server.app.db.read(), text, []).await.unwrap()
}

#[tokio::test]
async fn a_command_is_answered_with_stdout_followed_by_stderr() {
    let (server, mut agent, path) = server_with_agent().await;

    let (reply, order) = tokio::join!(server.admin.post(&path, command("id")), async {
        let order = agent.next_order().await;
        agent.finish(&order.run_id, "out\n", "err\n", 3).await;
        order
    });

    assert_eq!(reply.header("x-run-id"), "1");
    assert_eq!(reply.ok(), json!("out\nerr\n"));
    let expected = RunCommand {
        shell: "bash".to_owned(),
        command: "id".to_owned(),
        timeout_seconds: 5,
        run_as_user: false,
        output_limit: 10 * 1024 * 1024,
    };
    assert_eq!(order.read::<RunCommand>().unwrap(), expected);
    assert_eq!(
        agent.receive().await,
        Some(ToAgent::Stored { run_id: order.run_id.clone(), stdout: 4, stderr: 4 })
    );
    assert_eq!(agent.receive().await, Some(ToAgent::Closed { run_id: order.run_id }));
    assert_eq!(runs(&server).await, ["failed "]);
}

#[tokio::test]
async fn one_command_takes_at_most_ten_statements() {
    let (server, mut agent, path) = server_with_agent().await;
    let mut fewest = usize::MAX;
    let mut commands = 0;

    // Background work of the server counts too, and there is most of it after the
    // start: the minimum is what one command takes.
    while fewest > 10 && commands < 50 {
        commands += 1;
        let before = server.app.db.statements();
        let (reply, ()) = tokio::join!(server.admin.post(&path, command("id")), async {
            let order = agent.next_order().await;
            agent.finish(&order.run_id, "out\n", "err\n", 0).await;
        });
        assert_eq!(reply.ok(), json!("out\nerr\n"));
        fewest = fewest.min(server.app.db.statements() - before);
    }

    assert!(fewest <= 10, "a command took {fewest} statements");
    assert_eq!(runs(&server).await, vec!["passed "; commands]);
}

#[tokio::test]
async fn with_detail_the_answer_is_an_object_and_the_call_is_audited() {
    let (server, mut agent, path) = server_with_agent().await;

    let path = format!("{path}?detail=true");
    let (reply, ()) = tokio::join!(server.admin.post(&path, command("true")), async {
        let order = agent.next_order().await;
        agent.finish(&order.run_id, "", "", 0).await;
    });

    assert_eq!(
        reply.ok(),
        json!({
            "id": 1, "stdout": "", "stderr": "", "retcode": 0, "timed_out": false,
            "execution_time": 0.25, "truncated": false,
        })
    );
    let row = server.audit().await.pop().unwrap();
    assert_eq!(row["action"], "execute_command");
    assert_eq!(row["agent_id"], agent.identity.agent_id);
    assert_eq!(row["username"], "admin");
    assert_eq!(row["after_value"]["cmd"], "true");
    assert_eq!(runs(&server).await, ["passed "]);
}

#[tokio::test]
async fn a_command_that_ran_out_of_time_is_an_answer_with_98() {
    let (server, mut agent, path) = server_with_agent().await;

    let path = format!("{path}?detail=true");
    let (reply, ()) = tokio::join!(server.admin.post(&path, command("sleep 9")), async {
        let run_id = agent.next_order().await.run_id;
        agent.send(FromAgent::Accepted { run_id: run_id.clone() }).await;
        agent.print(&run_id, Stream::Stdout, 0, "so far").await;
        let outcome = outcome(End::TimedOut, 6, 0);
        agent.send(FromAgent::Finished { run_id, outcome }).await;
    });

    let body = reply.ok();
    assert_eq!((&body["retcode"], &body["timed_out"]), (&json!(98), &json!(true)));
    assert_eq!(body["stdout"], "so far");
    assert_eq!(runs(&server).await, ["timed_out "]);
}

#[tokio::test]
async fn an_offline_agent_is_answered_with_409_and_the_call_is_in_history_and_audit() {
    let server = TestServer::start().await;
    let location = server.add_site("Acme", "Main").await;
    let identity = server.enrol(location, "pc-1").await;

    let path = format!("/agents/{}/cmd/", identity.agent_id);
    server.admin.post(&path, command("id")).await.refused(409, "agent_offline");

    assert_eq!(runs(&server).await, ["failed the agent was offline"]);
    assert_eq!(server.audit().await.pop().unwrap()["action"], "execute_command");
}

#[tokio::test]
async fn a_command_that_cannot_start_is_an_error_with_the_agents_message() {
    let (server, mut agent, path) = server_with_agent().await;

    let (reply, ()) = tokio::join!(server.admin.post(&path, command("dir")), async {
        let run_id = agent.next_order().await.run_id;
        let reason = "this computer has no cmd".to_owned();
        let outcome = outcome(End::CouldNotStart { reason }, 0, 0);
        agent.send(FromAgent::Finished { run_id, outcome }).await;
    });

    assert_eq!(reply.refused(400, "agent_error")["detail"], "this computer has no cmd");
}

#[tokio::test]
async fn an_order_the_agent_does_not_know_is_an_error_that_says_so() {
    let (server, mut agent, path) = server_with_agent().await;

    let (reply, ()) = tokio::join!(server.admin.post(&path, command("id")), async {
        let order = agent.next_order().await;
        agent.send(FromAgent::Unsupported { run_id: order.run_id, name: order.name }).await;
    });

    reply.refused(400, "agent_error");
}

#[tokio::test]
async fn an_agent_that_stays_silent_past_limit_and_grace_is_answered_with_504() {
    let (server, mut agent, path) = server_with_agent().await;
    let body = json!({ "shell": "bash", "cmd": "id", "timeout": 1 });

    let (reply, run_id) = tokio::join!(server.admin.post(&path, body), async {
        let run_id = agent.next_order().await.run_id;
        agent.send(FromAgent::Accepted { run_id: run_id.clone() }).await;
        until_equal(["running "].as_slice(), async || runs(&server).await).await;
        clock::advance(Duration::from_secs(1 + 10));
        run_id
    });
    reply.refused(504, "agent_timeout");

    // The result that comes later still reaches the run.
    agent.finish(&run_id, "late", "", 0).await;
    let mut heard = agent.receive().await;
    while matches!(&heard, Some(ToAgent::Order(again)) if again.run_id == run_id) {
        // The waiting request sent it again, as there was no answer.
        heard = agent.receive().await;
    }
    assert!(matches!(heard, Some(ToAgent::Stored { .. })), "{heard:?}");
    assert_eq!(agent.receive().await, Some(ToAgent::Closed { run_id }));
    assert_eq!(runs(&server).await, ["passed "]);
}

#[tokio::test]
async fn every_problem_of_a_command_is_named_and_nothing_starts() {
    let (server, _agent, path) = server_with_agent().await;

    let body = json!({ "shell": "custom", "cmd": "  ", "timeout": 86401, "run_as_user": "yes" });
    let problems = server.admin.post(&path, body).await.problems();
    assert_eq!(
        problems,
        json!({
            "custom_shell": ["This field is required."],
            "cmd": ["Enter a command."],
            "timeout": ["Must be 1 to 86400."],
            "run_as_user": ["Must be true or false."],
        })
    );
    let problems = server.admin.post(&path, json!({ "shell": "zsh" })).await.problems();
    assert_eq!(
        problems,
        json!({
            "shell": ["Must be one of cmd, powershell, bash, sh, shell, python, custom, or an absolute path."],
            "cmd": ["Enter a command."],
            "timeout": ["This field is required."],
        })
    );
    assert!(runs(&server).await.is_empty());
}

#[tokio::test]
async fn a_command_needs_its_right_and_an_agent_in_scope() {
    let (server, agent, path) = server_with_agent().await;
    let elsewhere = server.add_site("Other", "Main").await;
    let reader = server.caller_with(&[Right::ListAgents]).await;
    let stranger = server.scoped_caller(&[Right::SendCmd], &[elsewhere.client], &[]).await;

    reader.post(&path, command("id")).await.refused(403, "forbidden");
    stranger.post(&path, command("id")).await.refused(404, "not_found");
    server.admin.post("/agents/nobody/cmd/", command("id")).await.refused(404, "not_found");
    assert!(runs(&server).await.is_empty());
    drop(agent);
}

#[tokio::test]
async fn output_continues_where_it_stopped_after_a_lost_connection() {
    let (server, mut agent, path) = server_with_agent().await;
    let identity = agent.identity.clone();
    let call = {
        let (admin, path) = (server.admin.clone(), path.clone());
        tokio::spawn(async move { admin.post(&path, command("long")).await })
    };
    let run_id = agent.next_order().await.run_id;
    agent.send(FromAgent::Accepted { run_id: run_id.clone() }).await;
    agent.print(&run_id, Stream::Stdout, 0, "first ").await;
    assert!(matches!(agent.receive().await, Some(ToAgent::Stored { stdout: 6, .. })));
    drop(agent);

    let mut agent = server.connect_with(&identity, &[&run_id]).await;
    assert_eq!(agent.welcome.runs[0].stdout, 6);
    // A chunk that is sent again is not stored again.
    agent.print(&run_id, Stream::Stdout, 0, "first second").await;
    let outcome = outcome(End::Exited { code: 0 }, 12, 0);
    agent.send(FromAgent::Finished { run_id: run_id.clone(), outcome }).await;

    assert_eq!(call.await.unwrap().ok(), json!("first second"));
    drop(agent);
    let agent = server.connect_with(&identity, &[&run_id]).await;
    assert!(agent.welcome.runs[0].closed, "the agent may forget what is stored");
}

#[tokio::test]
async fn a_run_does_not_end_before_all_its_output_is_there() {
    let (server, mut agent, path) = server_with_agent().await;

    let (reply, ()) = tokio::join!(server.admin.post(&path, command("id")), async {
        let run_id = agent.next_order().await.run_id;
        let complete = outcome(End::Exited { code: 0 }, 4, 0);
        let early = FromAgent::Finished { run_id: run_id.clone(), outcome: complete.clone() };
        agent.send(early.clone()).await;
        let answer = agent.receive().await;
        assert_eq!(answer, Some(ToAgent::Stored { run_id: run_id.clone(), stdout: 0, stderr: 0 }));
        agent.print(&run_id, Stream::Stdout, 0, "done").await;
        agent.send(early).await;
    });

    assert_eq!(reply.ok(), json!("done"));
}

#[tokio::test]
async fn an_agent_that_lost_its_ledger_ends_its_runs_as_interrupted() {
    let (server, mut agent, path) = server_with_agent().await;
    let identity = agent.identity.clone();
    let call = {
        let (admin, path) = (server.admin.clone(), path.clone());
        tokio::spawn(async move { admin.post(&path, command("long")).await })
    };
    let run_id = agent.next_order().await.run_id;
    agent.send(FromAgent::Accepted { run_id: run_id.clone() }).await;
    // The answer to this shows that the acceptance is stored.
    agent.send(FromAgent::Accepted { run_id: "x".to_owned() }).await;
    agent.receive().await;
    drop(agent);

    let _agent = server.connect(&identity).await;

    let detail = call.await.unwrap().refused(400, "agent_error")["detail"].clone();
    assert_eq!(detail, "the agent lost its memory of the run");
    assert_eq!(runs(&server).await, ["interrupted the agent lost its memory of the run"]);
}

#[tokio::test]
async fn an_order_lost_with_the_connection_is_sent_on_the_next_one() {
    let (server, mut agent, path) = server_with_agent().await;

    let (reply, _agent) = tokio::join!(server.admin.post(&path, command("id")), async {
        let lost = agent.next_order().await;
        let identity = agent.identity.clone();
        drop(agent);
        let mut agent = server.connect(&identity).await;
        let order = agent.next_order().await;
        assert_eq!(order, lost);
        agent.finish(&order.run_id, "out\n", "", 0).await;
        agent
    });

    assert_eq!(reply.ok(), json!("out\n"));
    assert_eq!(runs(&server).await, ["passed "]);
}
