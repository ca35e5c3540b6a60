//! `GET /runs/<id>/output/` and the live output of runs.

use muster_protocol::{End, FromAgent, Stream, ToAgent};
use serde_json::json;

use super::{run_script_path, server_with_agent};
use crate::clock;
use crate::testing::{FakeAgent, TestServer, outcome};

async fn start(server: &TestServer, agent: &mut FakeAgent) -> String {
    let script = server.add_script("talk").await;
    let body = json!({ "script": script, "output": "forget" });
    server.admin.post(&run_script_path(&agent.identity), body).await.ok();
    let run_id = agent.next_order().await.run_id;
    agent.send(FromAgent::Accepted { run_id: run_id.clone() }).await;
    run_id
}

/// Prints, and waits until it is stored.
async fn print(agent: &mut FakeAgent, run_id: &str, stream: Stream, offset: u64, data: &[u8]) {
    let (run, data) = (run_id.to_owned(), data.to_vec());
    agent.send(FromAgent::Output { run_id: run, stream, offset, data }).await;
    assert!(matches!(agent.receive().await, Some(ToAgent::Stored { .. })));
}

#[tokio::test]
async fn output_is_read_while_it_comes_and_from_an_offset() {
    let (server, mut agent) = server_with_agent().await;
    let run_id = start(&server, &mut agent).await;
    let read = async |query: &str| server.admin.get(&format!("/runs/1/output/{query}")).await.ok();
    // The last byte begins a character.
    print(&mut agent, &run_id, Stream::Stdout, 0, b"one t\xc3").await;
    print(&mut agent, &run_id, Stream::Stderr, 0, b"oh").await;

    let so_far = json!({ "stdout": "one t", "stderr": "oh", "offset": 5, "done": false });
    assert_eq!(read("").await, so_far);
    let piece = json!({ "stdout": "e t", "stderr": "", "offset": 5, "done": false });
    assert_eq!(read("?stream=stdout&offset=2").await, piece);

    print(&mut agent, &run_id, Stream::Stdout, 6, b"\xa9 three").await;
    let outcome = outcome(End::Exited { code: 0 }, 13, 2);
    agent.send(FromAgent::Finished { run_id, outcome }).await;
    assert!(matches!(agent.receive().await, Some(ToAgent::Closed { .. })));

    let rest = json!({ "stdout": "é three", "stderr": "", "offset": 13, "done": true });
    assert_eq!(read("?stream=stdout&offset=5").await, rest);
    let end = json!({ "stdout": "", "stderr": "", "offset": 13, "done": true });
    assert_eq!(read("?stream=stdout&offset=13").await, end);
    let errors = json!({ "stdout": "", "stderr": "oh", "offset": 2, "done": true });
    assert_eq!(read("?stream=stderr").await, errors);
    let all = json!({ "stdout": "one té three", "stderr": "oh", "offset": 13, "done": true });
    assert_eq!(read("").await, all);
}

#[tokio::test]
async fn a_run_that_ends_before_its_output_is_complete_stays_open_until_it_is() {
    let (server, mut agent) = server_with_agent().await;
    let run_id = start(&server, &mut agent).await;
    let end = || {
        let outcome = outcome(End::Exited { code: 0 }, 5, 0);
        FromAgent::Finished { run_id: run_id.clone(), outcome }
    };
    print(&mut agent, &run_id, Stream::Stdout, 0, b"ab").await;

    agent.print(&run_id, Stream::Stdout, 4, "e").await;
    agent.send(end()).await;

    let so_far = ToAgent::Stored { run_id: run_id.clone(), stdout: 2, stderr: 0 };
    assert_eq!(agent.receive().await, Some(so_far));
    assert_eq!(server.admin.get("/runs/1/").await.ok()["status"], "running");

    agent.print(&run_id, Stream::Stdout, 2, "cde").await;
    agent.send(end()).await;

    let all = ToAgent::Stored { run_id: run_id.clone(), stdout: 5, stderr: 0 };
    assert_eq!(agent.receive().await, Some(all));
    assert_eq!(agent.receive().await, Some(ToAgent::Closed { run_id: run_id.clone() }));
    let output = server.admin.get("/runs/1/output/").await.ok();
    assert_eq!(output, json!({ "stdout": "abcde", "stderr": "", "offset": 5, "done": true }));
}

#[tokio::test]
async fn a_long_stream_is_read_in_chunks_of_a_mebibyte() {
    let (server, mut agent) = server_with_agent().await;
    let run_id = start(&server, &mut agent).await;
    let chunk = "é".repeat(32 * 1024);
    for number in 0..20 {
        print(&mut agent, &run_id, Stream::Stdout, number * 65_536, chunk.as_bytes()).await;
    }
    let bytes = 20 * 65_536;
    let outcome = outcome(End::Exited { code: 0 }, bytes, 0);
    agent.send(FromAgent::Finished { run_id, outcome }).await;
    assert!(matches!(agent.receive().await, Some(ToAgent::Closed { .. })));

    let first = server.admin.get("/runs/1/output/?stream=stdout&offset=0").await.ok();
    assert_eq!((&first["offset"], &first["done"]), (&json!(1_048_576), &json!(false)));
    let second = server.admin.get("/runs/1/output/?stream=stdout&offset=1048576").await.ok();
    assert_eq!((&second["offset"], &second["done"]), (&json!(bytes), &json!(true)));
    let whole = first["stdout"].as_str().unwrap().to_owned() + second["stdout"].as_str().unwrap();
    assert_eq!(whole.len(), bytes);
    assert_eq!(server.admin.get("/runs/1/output/").await.ok()["stdout"], json!(whole));
}

#[tokio::test]
async fn an_invalid_offset_is_refused_and_an_unknown_run_is_not_found() {
    let (server, mut agent) = server_with_agent().await;
    start(&server, &mut agent).await;

    let problems = server.admin.get("/runs/1/output/?stream=out&offset=-1").await.problems();
    assert_eq!(
        problems,
        json!({
            "stream": ["Must be one of stdout, stderr."],
            "offset": ["Must be 0 to 9223372036854775807."],
        })
    );
    let problems = server.admin.get("/runs/1/output/?offset=5").await.problems();
    assert_eq!(problems, json!({ "stream": ["This field is required with offset."] }));
    server.admin.get("/runs/2/output/").await.refused(404, "not_found");
    let past = server.admin.get("/runs/1/output/?stream=stdout&offset=500").await.ok();
    assert_eq!(past, json!({ "stdout": "", "stderr": "", "offset": 500, "done": false }));
}

#[tokio::test]
async fn a_watcher_of_a_run_sees_its_output_without_gaps_and_then_its_end() {
    let (server, mut agent) = server_with_agent().await;
    let (mut events, before) = server.open(&server.admin, "/ws/events/").await;
    let run_id = start(&server, &mut agent).await;
    let topics = ["runs", "run:1"];
    events.send(json!({ "action": "subscribe", "topics": topics, "since": before })).await;
    let words = ["one ", "two ", "three ", "é"];
    let mut offset = 0;
    for word in words {
        agent.print(&run_id, Stream::Stdout, offset, word).await;
        offset += word.len() as u64;
    }
    let outcome = outcome(End::Exited { code: 0 }, usize::try_from(offset).unwrap(), 0);
    agent.send(FromAgent::Finished { run_id, outcome }).await;

    let (mut seen, mut kinds) = (String::new(), Vec::new());
    while kinds.last().map(String::as_str) != Some("run.finished") {
        let event = events.receive().await;
        if event["type"] == "run.output" {
            assert_eq!(event["topic"], "run:1");
            assert_eq!(event["data"]["offset"], seen.len());
            assert_eq!(event["data"]["stream"], "stdout");
            seen.push_str(event["data"]["text"].as_str().unwrap());
        } else if event["topic"] == "runs" {
            assert_eq!(event["data"]["id"], 1);
            kinds.push(event["type"].as_str().unwrap().to_owned());
        }
    }
    assert_eq!(seen, words.concat());
    assert_eq!(kinds, ["run.queued", "run.started", "run.finished"]);
}

#[tokio::test]
async fn a_run_ends_although_the_limit_of_output_was_lowered_meanwhile() {
    let (server, mut agent) = server_with_agent().await;
    let run_id = start(&server, &mut agent).await;
    print(&mut agent, &run_id, Stream::Stdout, 0, &[b'x'; 100]).await;
    let identity = agent.identity.clone();
    drop(agent);
    let (mut settings, folder) = server.stop().await;
    settings.output_limit = 1024;
    let server = TestServer::start_on(settings, folder).await;
    let mut agent = server.connect_with(&identity, &[&run_id]).await;

    // An agent sends no more than a part before it is acknowledged, and its
    // outcome last.
    for offset in [100, 1100, 2100] {
        let (run_id, data) = (run_id.clone(), vec![b'x'; 1000]);
        let stream = Stream::Stdout;
        agent.send(FromAgent::Output { run_id: run_id.clone(), stream, offset, data }).await;
        let stored = ToAgent::Stored { run_id, stdout: offset + 1000, stderr: 0 };
        while agent.receive().await.expect("the connection stays open") != stored {}
    }
    let outcome = outcome(End::Exited { code: 0 }, 3100, 0);
    agent.send(FromAgent::Finished { run_id: run_id.clone(), outcome }).await;
    let closed = ToAgent::Closed { run_id };
    while agent.receive().await.expect("the connection stays open") != closed {}
    let run = server.admin.get("/runs/1/").await.ok();
    assert_eq!((&run["status"], &run["truncated"]), (&json!("passed"), &json!(true)));
    assert_eq!(run["script_results"]["stdout"], "x".repeat(1024));
}

#[tokio::test]
async fn an_agent_stores_no_more_output_a_day_than_its_share() {
    clock::stop();
    let server = TestServer::start_with(|settings| settings.output_limit = 1024).await;
    let location = server.add_site("Acme", "Main").await;
    let mut agent = server.add_agent(location, "pc-1").await;
    // 64 times what one stream may have, in runs of two streams.
    let text = "x".repeat(1024);
    for _ in 0..33 {
        let run_id = start(&server, &mut agent).await;
        agent.finish(&run_id, &text, &text, 0).await;
        let closed = ToAgent::Closed { run_id };
        while agent.receive().await.expect("the connection stays open") != closed {}
    }
    let output = async |run: usize| {
        let run = server.admin.get(&format!("/runs/{run}/")).await.ok();
        let length = |key: &str| run["script_results"][key].as_str().unwrap().len();
        (length("stdout"), length("stderr"), run["truncated"] == true, run["status"].clone())
    };
    assert_eq!(output(32).await, (1024, 1024, false, json!("passed")));
    assert_eq!(output(33).await, (0, 0, true, json!("passed")));

    clock::advance(std::time::Duration::from_secs(24 * 3600));
    let mut agent = server.connect(&agent.identity).await;
    let run_id = start(&server, &mut agent).await;
    agent.finish(&run_id, &text, "", 0).await;
    let closed = ToAgent::Closed { run_id };
    while agent.receive().await.expect("the connection stays open") != closed {}
    assert_eq!(output(34).await, (1024, 0, false, json!("passed")));
}
