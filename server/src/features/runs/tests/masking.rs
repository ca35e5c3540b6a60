//! Secrets of the key store in output.

use muster_protocol::{End, FromAgent, Stream, ToAgent};
use serde_json::{Value, json};

use super::{run_script_path, server_with_absent_agent, server_with_agent};
use crate::storage::sql;
use crate::testing::{FakeAgent, SmtpBehaviour, SmtpServer, TestServer, outcome, until_true};

const SECRET: &str = "hunter2-hunter2";
const COVERED: &str = "***************";

async fn add_secret(server: &TestServer) {
    let key = json!({ "name": "door", "value": SECRET, "secret": true });
    server.admin.post("/core/keystore/", key).await.ok();
}

/// Runs a script that prints the secret to both streams.
async fn reveal(server: &TestServer, agent: &mut FakeAgent, changes: Value) -> Value {
    let mut body = json!({ "script": server.add_script("look").await });
    for (name, value) in changes.as_object().unwrap() {
        body[name] = value.clone();
    }
    let path = run_script_path(&agent.identity);
    let (reply, ()) = tokio::join!(server.admin.post(&path, body), async {
        let run_id = agent.next_order().await.run_id;
        agent.finish(&run_id, &format!("pw {SECRET}\n"), &format!("no {SECRET}"), 0).await;
    });
    reply.ok()
}

async fn assert_stored_nowhere(server: &TestServer) {
    let stored: Vec<Vec<u8>> =
        sql::values(server.app.db.read(), "select data from run_output", []).await.unwrap();
    assert!(!stored.is_empty());
    for data in stored {
        let text = String::from_utf8(data).unwrap();
        assert!(!text.contains("hunter2"), "{text}");
    }
}

#[tokio::test]
async fn a_secret_is_covered_in_answers_notes_fields_and_mails() {
    let (server, mut agent) = server_with_agent().await;
    add_secret(&server).await;
    let both = format!("pw {COVERED}\nno {COVERED}");

    assert_eq!(reveal(&server, &mut agent, json!({ "output": "note" })).await, both);
    let field = json!({ "model": "agent", "name": "Kept" });
    let field = server.admin.post("/core/customfields", field).await.ok()["id"].clone();
    let collect = json!({ "output": "collector", "custom_field": field });
    assert_eq!(reveal(&server, &mut agent, collect).await, both);
    let smtp = SmtpServer::start(SmtpBehaviour::default()).await;
    server.admin.put("/core/settings/", smtp.settings()).await.ok();
    let mail = json!({ "output": "email", "emailMode": "custom", "emails": ["ann@example.com"] });
    reveal(&server, &mut agent, mail).await;

    let agent_path = format!("/agents/{}/", agent.identity.agent_id);
    let notes = server.admin.get(&format!("{agent_path}notes/")).await.ok();
    assert_eq!(notes[0]["note"], both);
    let shown = server.admin.get(&agent_path).await.ok();
    assert_eq!(shown["custom_fields"][0]["value"], format!("pw {COVERED}"));
    until_true("the mail arrived", async || smtp.delivered().len() == 1).await;
    let mail = smtp.delivered().remove(0).content;
    assert!(mail.contains(&format!("pw {COVERED}")) && !mail.contains("hunter2"), "{mail}");
    let run = server.admin.get("/runs/1/").await.ok();
    assert_eq!(run["script_results"]["stdout"], format!("pw {COVERED}\n"));
    assert_eq!(run["script_results"]["stderr"], format!("no {COVERED}"));
    let output = server.admin.get("/runs/1/output/").await.ok();
    assert_eq!(output["stdout"], format!("pw {COVERED}\n"));
    assert_stored_nowhere(&server).await;
}

#[tokio::test]
async fn what_is_not_secret_or_not_yet_stays_as_it_is() {
    let (server, mut agent) = server_with_agent().await;
    let plain = format!("pw {SECRET}\nno {SECRET}");
    let key = json!({ "name": "door", "value": SECRET, "secret": false });
    let key = server.admin.post("/core/keystore/", key).await.ok()["id"].clone();
    assert_eq!(reveal(&server, &mut agent, json!({})).await, plain);

    // The next output after a change is covered, on this server and any other.
    let path = format!("/core/keystore/{key}/");
    server.admin.put(&path, json!({ "secret": true })).await.ok();
    let covered = format!("pw {COVERED}\nno {COVERED}");
    assert_eq!(reveal(&server, &mut agent, json!({})).await, covered);
    server.admin.delete(&path).await.ok();
    assert_eq!(reveal(&server, &mut agent, json!({})).await, plain);
}

/// Prints a chunk, and waits until it is stored.
async fn print(agent: &mut FakeAgent, run_id: &str, offset: &mut u64, text: &str) {
    agent.print(run_id, Stream::Stdout, *offset, text).await;
    *offset += text.len() as u64;
    assert!(matches!(agent.receive().await, Some(ToAgent::Stored { .. })));
}

/// Starts a script that nobody waits for.
async fn start(server: &TestServer, agent: &mut FakeAgent) -> String {
    let body = json!({ "script": server.add_script("talk").await, "output": "forget" });
    server.admin.post(&run_script_path(&agent.identity), body).await.ok();
    let run_id = agent.next_order().await.run_id;
    agent.send(FromAgent::Accepted { run_id: run_id.clone() }).await;
    run_id
}

#[tokio::test]
async fn a_secret_that_is_split_over_chunks_is_covered_for_readers_and_watchers() {
    let (server, mut agent) = server_with_agent().await;
    add_secret(&server).await;
    let (mut events, before) = server.open(&server.admin, "/ws/events/").await;
    let run_id = start(&server, &mut agent).await;
    let topics = ["runs", "run:1"];
    events.send(json!({ "action": "subscribe", "topics": topics, "since": before })).await;

    let mut offset = 0;
    for chunk in ["pw hun", "ter2-hun"] {
        print(&mut agent, &run_id, &mut offset, chunk).await;
        for query in ["", "?stream=stdout&offset=0"] {
            let read = server.admin.get(&format!("/runs/1/output/{query}")).await.ok();
            let so_far = json!({ "stdout": "pw ", "stderr": "", "offset": 3, "done": false });
            assert_eq!(read, so_far, "after {chunk}");
        }
    }
    // The last chunk ends the secret, and begins something that is none.
    for chunk in ["ter2 and hunt", "ers\n"] {
        print(&mut agent, &run_id, &mut offset, chunk).await;
    }
    let end = outcome(End::Exited { code: 0 }, usize::try_from(offset).unwrap(), 0);
    agent.send(FromAgent::Finished { run_id, outcome: end }).await;

    let expected = format!("pw {COVERED} and hunters\n");
    let mut seen = String::new();
    loop {
        let event = events.receive().await;
        if event["type"] == "run.output" {
            assert_eq!(event["data"]["offset"], seen.len());
            seen.push_str(event["data"]["text"].as_str().unwrap());
        } else if event["type"] == "run.finished" {
            break;
        }
    }
    assert_eq!(seen, expected);
    let output = server.admin.get("/runs/1/output/").await.ok();
    assert_eq!((&output["stdout"], &output["done"]), (&json!(expected), &json!(true)));
    assert_stored_nowhere(&server).await;
}

#[tokio::test]
async fn a_secret_that_is_split_by_a_lost_connection_is_covered() {
    let (server, mut agent) = server_with_agent().await;
    add_secret(&server).await;
    let run_id = start(&server, &mut agent).await;
    let mut offset = 0;
    print(&mut agent, &run_id, &mut offset, "pw hunter2-").await;

    let identity = agent.identity.clone();
    drop(agent);
    let mut agent = server.connect_with(&identity, &[run_id.as_str()]).await;
    print(&mut agent, &run_id, &mut offset, "hunter2\n").await;
    let end = outcome(End::Exited { code: 0 }, usize::try_from(offset).unwrap(), 0);
    agent.send(FromAgent::Finished { run_id, outcome: end }).await;
    assert!(matches!(agent.receive().await, Some(ToAgent::Closed { .. })));

    let output = server.admin.get("/runs/1/output/").await.ok();
    assert_eq!(output["stdout"], format!("pw {COVERED}\n"));
}

#[tokio::test]
async fn a_secret_is_covered_in_the_output_of_scripts_on_the_server() {
    let (server, identity) = server_with_absent_agent().await;
    add_secret(&server).await;
    let settings = json!({ "enable_server_scripts": true });
    server.admin.put("/core/settings/", settings).await.ok();
    let script = server.add_script("printf 'pw %s\\n' \"$1\"").await;
    let body = json!({ "script": script, "run_on_server": true, "args": ["{{global.door}}"] });

    let answer = server.admin.post(&run_script_path(&identity), body).await.ok();

    assert_eq!(answer, format!("pw {COVERED}\n"));
    assert_stored_nowhere(&server).await;
    let body = json!({
        "code": "echo \"$1\"; echo \"$1\" >&2", "shell": "shell", "timeout": 20,
        "args": ["{{global.door}}"],
    });
    let answer = server.admin.post("/core/serverscript/test/", body).await.ok();
    let covered = json!(format!("{COVERED}\n"));
    assert_eq!((&answer["stdout"], &answer["stderr"]), (&covered, &covered));
}
