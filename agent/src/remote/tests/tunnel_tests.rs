//! Tunnels to services of the test, through the front door.
#![cfg(unix)]

use muster_remote::{Frame, Grant, Kind, Target};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;

use super::channels_tests::Channels;
use super::stage_tests::{LIMIT, Stage};

const WINDOW: u64 = 256 * 1024;

fn grant(stage: &Stage, viewer: &str, host: &str, port: u16) -> Grant {
    let target = Target { host: host.to_owned(), port };
    Grant { kind: Kind::Tunnel, terminal: None, tunnel: Some(target), ..stage.grant(viewer, "ann") }
}

/// A service of the test, and a viewer with a tunnel to it.
async fn begin(stage: &Stage) -> (TcpListener, Channels) {
    let service = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = service.local_addr().unwrap().port();
    let viewer = Channels::begin(stage, grant(stage, "v1", "127.0.0.1", port)).await;
    (service, viewer)
}

async fn accept(service: &TcpListener) -> TcpStream {
    timeout(LIMIT, service.accept()).await.expect("nobody connects").unwrap().0
}

/// Opens a channel, and takes the connection at the service.
async fn open(viewer: &mut Channels, service: &TcpListener, channel: u16) -> TcpStream {
    viewer.viewer.say(channel, &json!({ "type": "open" })).await;
    viewer.wait_for(channel, "opened").await;
    viewer.credit(channel, WINDOW).await;
    accept(service).await
}

/// Sends everything back, and ends when the other side does.
async fn echo(mut stream: TcpStream) {
    let (mut reader, mut writer) = stream.split();
    tokio::io::copy(&mut reader, &mut writer).await.unwrap();
    writer.shutdown().await.unwrap();
}

/// Why a channel is not opened.
async fn refusal(viewer: &mut Channels, channel: u16) -> Value {
    viewer.viewer.say(channel, &json!({ "type": "open" })).await;
    viewer.wait_for(channel, "closed").await["reason"].take()
}

#[tokio::test]
async fn bytes_go_both_ways_and_each_direction_has_its_end() {
    let stage = Stage::start().await;
    let (service, mut viewer) = begin(&stage).await;
    assert_eq!(viewer.started["host"], "127.0.0.1");
    let stream = open(&mut viewer, &service, 1).await;
    tokio::spawn(echo(stream));
    let content: Vec<u8> = (0..1_000_000_u32).map(|at| (at >> 3) as u8).collect();
    for from in (0..content.len()).step_by(100_000) {
        viewer.write(1, &content, from, from + 100_000).await;
        viewer.read_to(1, from + 100_000, WINDOW).await;
    }
    assert!(viewer.received[&1] == content);
    viewer.viewer.say(1, &json!({ "type": "end" })).await;
    viewer.wait_for(1, "end").await;
    viewer.wait_for(1, "closed").await;
    // The channel may be used again, from the beginning.
    viewer.received.clear();
    viewer.credits.clear();
    let mut stream = open(&mut viewer, &service, 1).await;
    stream.write_all(b"again").await.unwrap();
    viewer.read_to(1, 5, WINDOW).await;
    assert_eq!(viewer.received[&1], b"again");
}

#[tokio::test]
async fn a_viewer_has_64_connections_and_no_more() {
    let stage = Stage::start().await;
    let (service, mut viewer) = begin(&stage).await;
    let mut streams = Vec::new();
    for channel in 1..=64 {
        streams.push(open(&mut viewer, &service, channel).await);
    }
    for channel in [0x41, 0xffff] {
        let reason = refusal(&mut viewer, channel).await;
        assert_eq!(reason, "A tunnel has at most 64 connections.");
    }
    // One of them makes room on its channel.
    viewer.viewer.say(64, &json!({ "type": "close" })).await;
    let mut last = streams.pop().unwrap();
    let ended = timeout(LIMIT, last.read(&mut [0; 1])).await.expect("it is still open");
    assert!(matches!(ended, Ok(0) | Err(_)), "{ended:?}");
    open(&mut viewer, &service, 64).await;
}

#[tokio::test]
async fn no_tunnel_leads_to_where_clouds_hand_out_credentials() {
    for host in ["169.254.169.254", "[fe80::1]", "::ffff:169.254.169.254", "100.100.100.200"] {
        let stage = Stage::start().await;
        let mut viewer = stage.join(grant(&stage, "v1", host, 80)).await;
        viewer.say(0, &json!({ "type": "start" })).await;
        assert_eq!(viewer.wait_for("refused").await["code"], "target_refused", "{host}");
    }
}

#[tokio::test]
async fn where_nothing_listens_a_sentence_says_so() {
    let stage = Stage::start().await;
    let (service, mut viewer) = begin(&stage).await;
    let port = service.local_addr().unwrap().port();
    drop(service);
    let expected = format!("Nothing listens on port {port} of 127.0.0.1.");
    assert_eq!(refusal(&mut viewer, 1).await, expected);
    // The channel is free again.
    assert_eq!(refusal(&mut viewer, 1).await, expected);
}

#[tokio::test]
async fn who_may_only_watch_connects_to_nothing() {
    let stage = Stage::start().await;
    let service = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = service.local_addr().unwrap().port();
    let watcher = Grant { view_only: true, ..grant(&stage, "v1", "127.0.0.1", port) };
    let mut watcher = Channels::begin(&stage, watcher).await;
    let reason = refusal(&mut watcher, 1).await;
    assert!(reason.as_str().unwrap().contains("only watch"), "{reason}");
}

#[tokio::test]
async fn connections_end_with_the_connection_of_their_viewer() {
    let stage = Stage::start().await;
    let (service, mut viewer) = begin(&stage).await;
    let mut stream = open(&mut viewer, &service, 1).await;
    let again = viewer.resume(&stage, "v2").await;
    let ended = timeout(LIMIT, stream.read(&mut [0; 1])).await.expect("it is still open");
    assert!(matches!(ended, Ok(0) | Err(_)), "{ended:?}");
    drop(again);
}

#[tokio::test]
async fn a_service_that_floods_waits_for_the_viewer_and_holds_up_no_other_connection() {
    let stage = Stage::start().await;
    let (service, mut viewer) = begin(&stage).await;
    let mut flood = open(&mut viewer, &service, 1).await;
    let flooding =
        tokio::spawn(async move { while flood.write_all(&[7; 65_536]).await.is_ok() {} });
    viewer.read_to(1, usize::try_from(WINDOW).unwrap(), 0).await;
    let stream = open(&mut viewer, &service, 2).await;
    tokio::spawn(echo(stream));
    viewer.write(2, b"hello", 0, 5).await;
    viewer.read_to(2, 5, WINDOW).await;
    assert_eq!(viewer.received[&2], b"hello");
    assert_eq!(viewer.received[&1].len() as u64, WINDOW);
    flooding.abort();
}

#[tokio::test]
async fn a_viewer_that_leaves_a_part_out_is_sent_away() {
    let stage = Stage::start().await;
    let (service, mut viewer) = begin(&stage).await;
    let _stream = open(&mut viewer, &service, 1).await;
    // What nobody has opened is ignored.
    viewer.viewer.send(9, &Frame::Data { offset: 9, bytes: b"x" }).await;
    viewer.viewer.send(1, &Frame::Data { offset: 5, bytes: b"x" }).await;
    assert_eq!(viewer.wait_for(0, "ended").await["code"], "unreadable");
}
