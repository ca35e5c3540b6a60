//! A terminal, from its first prompt to its end.
#![cfg(unix)]

use muster_remote::{Frame, Terminal};
use serde_json::json;

use super::stage_tests::Stage;
use super::viewer_tests::{Heard, WINDOW};

/// What a terminal of this size shows after some output.
fn drawn(output: &[u8]) -> Vec<String> {
    let mut terminal = avt::Terminal::new(80, 24).unwrap();
    terminal.feed(&*String::from_utf8_lossy(output));
    terminal.screen().visible_lines().map(avt::Line::text).collect()
}

#[tokio::test]
async fn a_shell_answers_what_is_typed_and_ends_with_its_code() {
    let stage = Stage::start().await;
    let mut viewer = stage.join(stage.grant("v1", "ann")).await;
    let started = viewer.begin().await;
    assert_eq!(started["shell"], "/bin/sh");
    assert_eq!((&started["driver"], &started["resumed"]), (&json!(true), &json!(false)));
    assert_eq!((&started["title"], &started["recording"]), (&json!("pc-1"), &json!(false)));
    assert!(!started["account"].as_str().unwrap().is_empty());

    viewer.write(b"echo marker-$((40 + 2)) $TERM\n").await;
    viewer.read_until("marker-42 xterm-256color\r\n").await;
    viewer.write(b"exit 7\n").await;
    assert_eq!(viewer.wait_for("exit").await["code"], 7);
    let ended = viewer.wait_for("ended").await;
    assert_eq!(
        (&ended["code"], &ended["reason"]),
        (&json!("exited"), &json!("The shell has ended with code 7."),)
    );
    let driver = json!({ "type": "event", "event": "driver", "viewer": "v1" });
    assert_eq!(viewer.events.first(), Some(&driver));
    drop(viewer);
    assert_eq!(stage.ended().await.code, "exited");
}

#[tokio::test]
async fn nothing_of_the_agent_s_own_environment_is_in_a_shell() {
    let stage = Stage::start().await;
    let mut viewer = stage.begin("v1", "ann").await;
    viewer.write(b"echo found $(env | grep -c CARGO)\n").await;
    // The shell shows what is typed, too, with the question in it.
    viewer.read_until("found 0\r\n").await;
}

#[tokio::test]
async fn the_size_follows_the_one_who_drives() {
    let stage = Stage::start().await;
    let mut viewer = stage.begin("v1", "ann").await;
    viewer.write(b"stty size\n").await;
    viewer.read_until("24 80\r\n").await;
    viewer.say(1, &json!({ "type": "resize", "rows": 30, "cols": 100 })).await;
    let size = viewer.wait_for("size").await;
    assert_eq!(size, json!({ "type": "size", "rows": 30, "cols": 100 }));
    viewer.write(b"stty size\n").await;
    viewer.read_until("30 100\r\n").await;
    // Nobody has a window of this size.
    viewer.say(1, &json!({ "type": "resize", "rows": 60_000, "cols": 0 })).await;
    let size = viewer.wait_for("size").await;
    assert_eq!(size, json!({ "type": "size", "rows": 200, "cols": 2 }));
}

#[tokio::test]
async fn who_comes_late_sees_what_is_on_the_screen_and_goes_on_from_there() {
    let stage = Stage::start().await;
    let mut first = stage.begin("v1", "ann").await;
    first.write(b"for i in 1 2 3 4 5 6 7 8 9; do echo line $i of many; done; echo re''ady\n").await;
    first.read_until("ready\r\n").await;

    let mut late = stage.begin("v2", "bob").await;
    let offset = late.snapshot["offset"].as_u64().unwrap();
    while first.received < offset {
        first.hear().await;
    }
    let seen = usize::try_from(offset).unwrap();
    let text = late.snapshot["text"].as_str().unwrap();
    assert_eq!(drawn(text.as_bytes()), drawn(&first.output[..seen]));

    first.write(b"echo more-$((1 + 1))\n").await;
    late.read_until("more-2\r\n").await;
}

#[tokio::test]
async fn a_shell_that_cannot_be_had_is_refused_with_a_code() {
    let stage = Stage::start().await;
    let mut grant = stage.grant("v1", "ann");
    let shell = "/bin/sh -c reboot".to_owned();
    grant.terminal = Some(Terminal { shell, run_as_user: false, rows: 24, cols: 80 });
    let mut viewer = stage.join(grant).await;
    viewer.say(0, &json!({ "type": "start" })).await;
    let refused = viewer.wait_for("refused").await;
    assert_eq!(refused["code"], "invalid_shell");
    drop(viewer);
    assert_eq!(stage.ended().await.code, "invalid_shell");
}

#[tokio::test]
async fn a_program_that_floods_waits_for_the_one_who_drives() {
    let stage = Stage::start().await;
    let mut driver = stage.begin("v1", "ann").await;
    driver.write(b"yes\n").await;
    let mut watcher = stage.begin("v2", "bob").await;
    // The ring of 2 MiB fills beyond what the driver has room for, which is never more.
    let (most, slack) = (WINDOW + 2 * 1024 * 1024, 64 * 1024);
    while watcher.received < most - slack {
        match watcher.hear().await {
            Heard::Data(..) => watcher.credit().await,
            Heard::Closed => panic!("the watcher was sent away"),
            _ => {}
        }
    }
    for n in 0..50 {
        watcher.say(0, &json!({ "type": "ping", "n": n })).await;
        watcher.credit().await;
        assert_eq!(watcher.wait_for("pong").await["n"], n);
    }
    assert!(watcher.received <= most, "{} bytes were read", watcher.received);

    // The driver reads on, and stops it.
    driver.write(b"\x03").await;
    driver.write(b"echo over-$((1 + 1))\n").await;
    driver.credit().await;
    driver.read_until("over-2\r\n").await;
}

#[tokio::test]
async fn a_viewer_that_sends_more_than_there_is_room_for_is_sent_away() {
    let stage = Stage::start().await;
    let mut viewer = stage.begin("v1", "ann").await;
    let bytes = vec![b'a'; 70 * 1024];
    viewer.send(1, &Frame::Data { offset: 0, bytes: &bytes }).await;
    assert_eq!(viewer.wait_for("ended").await["code"], "unreadable");
    // The shell is still there.
    let mut other = stage.begin("v2", "ann").await;
    other.write(b"echo alive-$((1 + 1))\n").await;
    other.read_until("alive-2\r\n").await;
}
