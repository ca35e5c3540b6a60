//! What becomes of the output of runs, and how long they are kept.

use muster_protocol::{End, FromAgent, Stream};
use serde_json::json;

use super::{change, run_script_path, runs, server_with_agent, until_all};
use crate::features::runs;
use crate::storage::sql;
use crate::testing::{FakeAgent, TestServer, outcome};

async fn notes(server: &TestServer) -> Vec<String> {
    let text = "select username || ': ' || note from notes order by id";
    sql::values(server.app.db.read(), text, []).await.unwrap()
}

async fn run_for_a_note(server: &TestServer, agent: &mut FakeAgent, end: End) -> u16 {
    let script = server.add_script("look").await;
    let path = run_script_path(&agent.identity);
    let body = json!({ "script": script, "output": "note" });
    let (reply, ()) = tokio::join!(server.admin.post(&path, body), async {
        let run_id = agent.next_order().await.run_id;
        agent.say(FromAgent::Accepted { run_id: run_id.clone() }).await;
        agent.print(&run_id, Stream::Stdout, 0, "all\0 well\n").await;
        agent.print(&run_id, Stream::Stderr, 0, "but").await;
        let outcome = outcome(end, 10, 3);
        agent.say(FromAgent::Finished { run_id, outcome }).await;
    });
    reply.status
}

#[tokio::test]
async fn output_becomes_a_note_before_the_answer_comes_and_once() {
    let (server, mut agent) = server_with_agent().await;

    let status = run_for_a_note(&server, &mut agent, End::Exited { code: 1 }).await;

    assert_eq!((status, notes(&server).await), (200, vec!["admin: all well\nbut".to_owned()]));
    runs::follow_up(server.app.clone(), json!({ "run": 1 })).await.unwrap();
    assert_eq!(notes(&server).await.len(), 1);
    let path = format!("/agents/{}/notes/", agent.identity.agent_id);
    assert_eq!(server.admin.get(&path).await.ok()[0]["note"], "all well\nbut");
}

#[tokio::test]
async fn a_script_that_did_not_end_by_itself_leaves_no_note() {
    let (server, mut agent) = server_with_agent().await;

    assert_eq!(run_for_a_note(&server, &mut agent, End::TimedOut).await, 200);
    let reason = "no shell".to_owned();
    assert_eq!(run_for_a_note(&server, &mut agent, End::CouldNotStart { reason }).await, 400);
    assert_eq!(run_for_a_note(&server, &mut agent, End::Cancelled).await, 200);

    assert_eq!(runs(&server).await, ["timed_out ", "failed no shell", "cancelled "]);
    assert!(notes(&server).await.is_empty());
}

#[tokio::test]
async fn a_caller_who_stopped_waiting_still_gets_the_note() {
    let (server, mut agent) = server_with_agent().await;
    let script = server.add_script("look").await;
    let path = run_script_path(&agent.identity);
    let body = json!({ "script": script, "output": "note" });
    let admin = server.admin.clone();
    let call = tokio::spawn(async move { admin.post(&path, body).await });
    let run_id = agent.next_order().await.run_id;
    call.abort();
    let _ = call.await;

    agent.finish(&run_id, "late", "", 0).await;

    until_all(&server, "passed").await;
    let written = async {
        while notes(&server).await.is_empty() {
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(super::PATIENCE, written).await.unwrap();
    assert_eq!(notes(&server).await, ["admin: late"]);
}

#[tokio::test]
async fn runs_older_than_sixty_days_go_with_their_output_unless_they_are_open() {
    let (server, agent) = server_with_agent().await;
    let path = format!("/agents/{}/cmd/", agent.echo_commands().agent_id);
    for word in ["old", "young", "open"] {
        let body = json!({ "shell": "sh", "cmd": word, "timeout": 5 });
        server.admin.post(&path, body).await.ok();
    }
    let age = |days: i64| days * 86_400_000_000;
    let text =
        |days: i64, id: i64| format!("update runs set time = time - {} where id = {id}", age(days));
    change(&server, &text(61, 1)).await;
    change(&server, &text(59, 2)).await;
    change(&server, &text(61, 3)).await;
    change(&server, "update runs set status = 'running' where id = 3").await;

    (runs::RETENTION.handler)(server.app.clone()).await.unwrap();

    let db = server.app.db.read();
    let left: Vec<String> =
        sql::values(db, "select command from runs order by id", []).await.unwrap();
    assert_eq!(left, ["young", "open"]);
    let output = "select count(*) from run_output";
    assert_eq!(sql::number(db, output, []).await.unwrap(), 2);
}
