//! Whatever an agent says on its line, the server goes on, and other agents
//! notice nothing.

use futures_util::{SinkExt, StreamExt};
use muster_protocol::{Answer, End, FromAgent, Hello, Inventory, KnownRun, Stream, encode};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use serde_json::json;
use tokio_tungstenite::tungstenite::Message;

use super::{TestServer, outcome};

const LINES: usize = 40;
const FRAMES: usize = 6;

/// Messages that make sense, about a run that may not be there.
fn sensible() -> Vec<FromAgent> {
    let run_id = "00000000-0000-0000-0000-000000000000".to_owned();
    vec![
        FromAgent::Accepted { run_id: run_id.clone() },
        FromAgent::Unsupported { run_id: String::new(), name: "\0".to_owned() },
        FromAgent::Output {
            run_id: run_id.clone(),
            stream: Stream::Stdout,
            offset: u64::MAX,
            data: vec![0; 100],
        },
        FromAgent::Finished {
            run_id: run_id.clone(),
            outcome: outcome(End::Exited { code: i32::MIN }, usize::MAX, 0),
        },
        FromAgent::Inventory {
            digest: "\0".to_owned(),
            inventory: Box::new(Inventory {
                operating_system: "\0\u{202e}".repeat(1000),
                memory_bytes: u64::MAX,
                boot_time: i64::MIN,
                detail: "{ no JSON".to_owned(),
                time_zone: "Mars/Olympus".to_owned(),
                ..Inventory::default()
            }),
        },
        FromAgent::Answer { id: u64::MAX, answer: Answer::Data(vec![7; 10]) },
        FromAgent::DefinitionsKept { digest: "x".repeat(100_000) },
        FromAgent::Hello(Box::new(Hello {
            agent_id: String::new(),
            signature: Vec::new(),
            protocol: 0,
            capabilities: vec![String::new()],
            version: String::new(),
            plat: String::new(),
            goarch: String::new(),
            hostname: String::new(),
            inventory_digest: String::new(),
            runs: vec![KnownRun { run_id, finished: true, task: None }],
            process_id: String::new(),
            definitions_digest: String::new(),
        })),
    ]
}

/// Frames of noise, frames with one byte changed, frames cut short, and frames
/// that are right in form only.
fn frames() -> impl Strategy<Value = Vec<u8>> {
    let valid: Vec<Vec<u8>> = sensible().iter().map(encode).collect();
    let chosen = prop::sample::select(valid);
    prop_oneof![
        prop::collection::vec(any::<u8>(), 0..200),
        chosen.clone(),
        (chosen.clone(), any::<prop::sample::Index>(), any::<u8>()).prop_map(
            |(mut frame, place, byte)| {
                let place = place.index(frame.len());
                frame[place] = byte;
                frame
            }
        ),
        (chosen, any::<prop::sample::Index>()).prop_map(|(mut frame, place)| {
            frame.truncate(place.index(frame.len()));
            frame
        }),
    ]
}

fn sample(runner: &mut TestRunner) -> Vec<u8> {
    frames().new_tree(runner).expect("the strategy has values").current()
}

#[tokio::test]
async fn noise_on_a_line_harms_nobody() {
    let server = TestServer::start().await;
    let place = server.add_place("Acme", "Main").await;
    let witness = server.add_agent(place, "witness").await.obey();
    let hostile = server.enrol(place, "hostile").await;
    let mut runner = TestRunner::deterministic();
    for _ in 0..LINES {
        let mut agent = server.connect(&hostile).await;
        for _ in 0..FRAMES {
            let frame = sample(&mut runner);
            if !agent.try_say_bytes(frame).await {
                break;
            }
        }
    }
    // The same agent may come back, and is believed when it makes sense again.
    let mut agent = server.connect(&hostile).await;
    let command = json!({ "shell": "sh", "cmd": "echo", "timeout": 20 });
    let path = format!("/agents/{}/cmd/", hostile.agent_id);
    let asking = {
        let (admin, command) = (server.admin.clone(), command.clone());
        tokio::spawn(async move { admin.post(&path, command).await })
    };
    let order = agent.next_order().await;
    agent.finish(&order.run_id, "sense\n", "", 0).await;
    assert_eq!(asking.await.unwrap().ok(), json!("sense\n"));
    let path = format!("/agents/{}/cmd/", witness.agent_id);
    assert_eq!(server.admin.post(&path, command).await.ok(), json!("echo"));
    server.admin.get("/agents/").await.ok();
}

#[tokio::test]
async fn noise_before_the_hello_is_hung_up_on() {
    let server = TestServer::start().await;
    let url = format!("{}/link/connect/", server.url.replacen("http", "ws", 1));
    let mut runner = TestRunner::deterministic();
    for number in 0..LINES {
        let (mut socket, _) = tokio_tungstenite::connect_async(&url).await.unwrap();
        let frame = sample(&mut runner);
        let message = match number % 3 {
            0 => Message::text("GET / HTTP/1.1"),
            _ => Message::binary(frame),
        };
        // The server may hang up while this is on its way.
        let _ = socket.send(message).await;
        let _ = socket.send(Message::binary(encode(&sensible()[0]))).await;
        let ended = async { while let Some(Ok(_)) = socket.next().await {} };
        tokio::time::timeout(std::time::Duration::from_secs(20), ended).await.expect("it hangs up");
    }
    server.anonymous().get("/").await.ok();
}
