//! What is recorded of terminals and tunnels.
#![cfg(unix)]

use muster_remote::RecordingMode::{Off, On};
use muster_remote::recording::RecordType;
use muster_remote::{Grant, Kind, Target};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

use super::channels_tests::Channels;
use super::recorded_tests::{Installation, recorded_stage};
use super::stage_tests::Stage;
use super::viewer_tests::Viewer;

/// A viewer of a recorded terminal, and what it was told at the start.
async fn begin(stage: &Stage, installation: &Installation, input: bool) -> (Viewer, Value) {
    let grant = installation.recorded(stage.grant("v1", "ann"), On, input);
    let mut viewer = stage.join(grant).await;
    let started = viewer.begin().await;
    (viewer, started)
}

fn without_times(mut value: Value) -> Value {
    value.as_object_mut().unwrap().retain(|_, field| !field.is_null());
    value
}

#[tokio::test]
async fn a_terminal_is_recorded_from_its_first_byte_to_its_end_without_what_is_typed() {
    let (stage, installation) = (recorded_stage().await, Installation::new());
    let (mut ann, started) = begin(&stage, &installation, false).await;
    assert_eq!(started["recording"], true);
    ann.write(b"echo one-$((1 + 1))\n").await;
    ann.read_until("one-2\r\n").await;
    ann.say(1, &json!({ "type": "resize", "rows": 30, "cols": 100 })).await;
    ann.wait_for("size").await;
    let mut bob = stage.join(stage.grant("v2", "bob")).await;
    // Who joins is recorded, whatever the policy is by now.
    assert_eq!(bob.begin().await["recording"], true);
    bob.say(0, &json!({ "type": "take_over" })).await;
    bob.wait_for("viewers").await;
    bob.write(b"exit 3\n").await;
    assert_eq!(bob.wait_for("ended").await["code"], "exited");

    let opened = stage.open_ended(installation).await;
    assert!(opened.is_complete());
    assert_eq!(opened.records[0].1, RecordType::Heading);
    let heading = opened.values(RecordType::Heading);
    assert_eq!(
        heading,
        [json!({
            "kind": "terminal", "hostname": "pc-1", "user": "ann", "user_name": "ANN",
            "shell": "/bin/sh", "account": started["account"], "rows": 24, "cols": 80,
        })]
    );
    assert!(opened.text(RecordType::Output).contains("one-2\r\n"));
    assert_eq!(opened.values(RecordType::Resize), [json!({ "rows": 30, "cols": 100 })]);
    assert_eq!(opened.values(RecordType::Exit), [json!({ "code": 3 })]);
    assert_eq!(opened.bytes(RecordType::Input), b"");
    assert_eq!(opened.markers(), ["joined", "joined", "driver", "ended"]);
    let joined = opened.values(RecordType::Marker).remove(1);
    let expected = json!({
        "event": "joined", "viewer": "v2", "user": "bob", "name": "BOB", "view_only": false,
    });
    assert_eq!(joined, expected);
    assert!(opened.headers.iter().all(|header| !header.has_gap));
}

#[tokio::test]
async fn what_is_typed_is_recorded_when_the_policy_says_so_and_masked_without_echo() {
    let (stage, installation) = (recorded_stage().await, Installation::new());
    let (mut ann, _) = begin(&stage, &installation, true).await;
    // It is shown before a program takes it: what a program may have hidden is masked.
    ann.write(b"read go; stty -echo; echo no-$((1 + 1)); read secret; stty echo; ").await;
    ann.write(b"echo ok-$((1 + 1))\n").await;
    ann.read_until("ok-$((1 + 1))\r\n").await;
    ann.write(b"\n").await;
    ann.read_until("no-2\r\n").await;
    ann.write(b"hunter2\n").await;
    ann.read_until("ok-2\r\n").await;
    ann.write(b"echo end-$((1 + 1))\n").await;
    ann.read_until("end-2\r\n").await;
    let opened = stage.open_recording(installation).await;
    let typed = opened.text(RecordType::Input);
    assert!(typed.starts_with("read go; stty -echo; "), "{typed}");
    assert!(typed.ends_with("\n*******\necho end-$((1 + 1))\n"), "{typed}");
    assert!(!opened.text(RecordType::Output).contains("hunter2"));
}

#[tokio::test]
async fn what_a_program_that_reads_keys_shows_is_no_secret_and_the_rest_is() {
    let (stage, installation) = (recorded_stage().await, Installation::new());
    let (mut ann, _) = begin(&stage, &installation, true).await;
    ann.write(b"stty -icanon -echo; echo go-$((1 + 1)); dd bs=1 count=5 2>/dev/null; ").await;
    ann.write(
        b"echo on-$((1 + 1)); dd bs=1 count=7 of=/dev/null 2>/dev/null; echo ok-$((1 + 1))\n",
    )
    .await;
    ann.read_until("go-2\r\n").await;
    for key in [b"h", b"e", b"l", b"l", b"o"] {
        ann.write(key).await;
        let shown = ann.received + 1;
        while ann.received < shown {
            ann.hear().await;
        }
        ann.credit().await;
    }
    ann.read_until("on-2\r\n").await;
    ann.write(b"hunter2").await;
    ann.read_until("ok-2\r\n").await;
    let opened = stage.open_recording(installation).await;
    let typed = opened.text(RecordType::Input);
    assert!(typed.ends_with("\nhello*******"), "{typed}");
}

#[tokio::test]
async fn a_session_that_is_not_to_be_recorded_is_not() {
    let (stage, installation) = (recorded_stage().await, Installation::new());
    let grant = installation.recorded(stage.grant("v1", "ann"), Off, true);
    let mut viewer = stage.join(grant).await;
    assert_eq!(viewer.begin().await["recording"], false);
    stage.end("ended_by_test").await;
    let recordings = stage.recordings();
    let (_folder, _) = stage.into_folder().await;
    assert!(!recordings.exists());
}

#[tokio::test]
async fn connections_of_a_tunnel_are_recorded_with_the_bytes_of_each_direction() {
    let (stage, installation) = (recorded_stage().await, Installation::new());
    let service = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = service.local_addr().unwrap().port();
    let target = Target { host: "127.0.0.1".to_owned(), port };
    let grant = stage.grant("v1", "ann");
    let grant = Grant { kind: Kind::Tunnel, terminal: None, tunnel: Some(target), ..grant };
    let grant = installation.recorded(grant, On, true);
    let mut ann = Channels::begin(&stage, grant).await;
    ann.viewer.say(1, &json!({ "type": "open" })).await;
    ann.wait_for(1, "opened").await;
    ann.credit(1, 1000).await;
    let (mut stream, _) = service.accept().await.unwrap();
    drop(service);
    ann.write(1, b"hello", 0, 5).await;
    stream.read_exact(&mut [0; 5]).await.unwrap();
    stream.write_all(b"goodbye").await.unwrap();
    ann.read_to(1, 7, 1000).await;
    ann.viewer.say(1, &json!({ "type": "close" })).await;
    ann.viewer.say(2, &json!({ "type": "open" })).await;
    let refused = ann.wait_for(2, "closed").await;

    let opened = stage.open_recording(installation).await;
    let address = format!("127.0.0.1:{port}");
    let events = opened.values(RecordType::Event).into_iter().map(without_times);
    assert_eq!(
        events.collect::<Vec<_>>(),
        [
            json!({ "event": "connect", "address": address, "connection": 1, "user": "ann", "ok": true }),
            json!({
                "event": "close", "address": address, "connection": 1, "user": "ann", "ok": true,
                "reason": "It was closed.", "bytes": 12, "sent": 5, "received": 7,
            }),
            json!({
                "event": "connect", "address": address, "connection": 2, "user": "ann",
                "ok": false, "problem": refused["reason"],
            }),
        ]
    );
    assert!(!format!("{:?}", opened.records).contains("hello"));
}
