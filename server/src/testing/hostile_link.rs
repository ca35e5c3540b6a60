//! Whatever a peer sends on a connection before it authenticates, the server
//! keeps running.

use futures_util::{SinkExt, StreamExt};
use muster_protocol::{
    Answer, CheckReport, End, FromAgent, Hello, Inventory, KnownRun, Reading, Stream, encode,
};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use tokio_tungstenite::tungstenite::Message;

use super::{TEST_TIMEOUT, TestServer, outcome};
use crate::clock;

const LINES: usize = 40;

/// Valid messages, about a run that may not exist.
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
        FromAgent::Metrics { block: vec![7; 100] },
        FromAgent::CheckResults {
            reports: vec![CheckReport {
                number: u64::MAX,
                check: i64::MIN,
                version: "\0".repeat(1000),
                time: i64::MIN,
                took_ms: u32::MAX,
                reading: Reading::Percent { samples: vec![f64::NAN, f64::INFINITY] },
                forced: true,
            }],
        },
        FromAgent::Prove {
            agent_id: "\0".to_owned(),
            server: "\u{202e} ".repeat(1000),
            signature: vec![0; 64],
        },
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
            is_trial: false,
            packages_digest: String::new(),
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
            |(mut frame, index, byte)| {
                let index = index.index(frame.len());
                frame[index] = byte;
                frame
            }
        ),
        (chosen, any::<prop::sample::Index>()).prop_map(|(mut frame, index)| {
            frame.truncate(index.index(frame.len()));
            frame
        }),
    ]
}

fn sample(runner: &mut TestRunner) -> Vec<u8> {
    frames().new_tree(runner).expect("the strategy has values").current()
}

#[tokio::test]
async fn noise_before_the_hello_is_hung_up_on() {
    clock::stop(); // No connection is closed for being slow.
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
        // The server may close the connection meanwhile.
        let _ = socket.send(message).await;
        let _ = socket.send(Message::binary(encode(&sensible()[0]))).await;
        let ended = async { while let Some(Ok(_)) = socket.next().await {} };
        tokio::time::timeout(TEST_TIMEOUT, ended).await.expect("it hangs up");
    }
    server.anonymous().get("/").await.ok();
}
