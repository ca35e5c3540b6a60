//! A terminal from its first prompt to its end.

use std::fmt::Write;

use serde_json::json;

use super::stage::Stage;
use super::traces::{nothing_is_left_of, processes_of};
use crate::turn;

#[tokio::test]
async fn a_terminal_shows_a_prompt_answers_what_is_typed_and_ends_with_the_code_of_its_shell() {
    let _turn = turn::shared().await;
    let stage = Stage::start().await;
    let mut viewer = stage.admin.open(&stage.agent.id).await;
    let prompt = if nix::unistd::geteuid().is_root() { "# " } else { "$ " };
    viewer.read_until(prompt).await;
    let started = &viewer.started;
    assert_eq!((&started["title"], &started["driver"]), (&json!("pc-1"), &json!(true)));
    assert_eq!(started["resumed"], false);
    assert!(processes_of(&viewer.session).len() >= 2, "a helper and a shell");

    viewer.type_text("echo marker-$((40 + 2))\n").await;
    viewer.read_until("marker-42\r\n").await;
    assert!(viewer.text().contains("echo marker-$((40 + 2))\r\n"), "{}", viewer.text());
    assert_eq!(stage.admin.read(&viewer.session).await["status"], "open");
    viewer.type_text("exit 7\n").await;
    assert_eq!(viewer.wait_for("exit").await["code"], 7);
    let closing = viewer.end().await;
    assert_eq!(closing.code, "exited");
    assert_eq!(closing.reason, "The shell has ended with code 7.");
    stage.admin.knows_the_end(&viewer.session, "exited").await;
    nothing_is_left_of(&viewer.session).await;
}

#[tokio::test]
async fn a_hundred_thousand_lines_arrive_whole_and_in_order() {
    let _turn = turn::shared().await;
    let stage = Stage::start().await;
    let mut viewer = stage.admin.open(&stage.agent.id).await;
    viewer.type_text("stty -echo; echo re''ady\n").await;
    viewer.read_until("ready\r\n").await;
    viewer.type_text("echo begin; seq 1 100000; echo over\n").await;
    viewer.read_until("over\r\n").await;

    let text = viewer.text();
    let (_, lines) = text.split_once("begin\r\n").expect("it begins");
    let (lines, _) = lines.split_once("over\r\n").expect("it ends");
    let mut expected = String::new();
    for number in 1..=100_000 {
        write!(expected, "{number}\r\n").expect("a text takes everything");
    }
    assert_eq!(lines.len(), expected.len());
    assert!(lines == expected, "lines are missing or in disorder");
}

#[tokio::test]
async fn who_reloads_sees_what_was_on_the_screen_and_goes_on_in_the_same_program() {
    let _turn = turn::shared().await;
    let stage = Stage::start().await;
    let mut before = stage.admin.open(&stage.agent.id).await;
    let draw = "printf '\\033[?1049h\\033[2J\\033[5;10Hdrawn-%d' $((1 + 1)); exec cat\n";
    before.type_text(draw).await;
    before.read_until("drawn-2").await;
    let session = before.hang_up().session;

    let mut after = stage.admin.join(&session).await;
    assert_eq!(after.started["resumed"], false);
    // The other screen, which the first one is kept behind.
    for part in ["drawn-2", "\x1b[?1047h"] {
        assert!(after.snapshot.contains(part), "{part:?} is not in {:?}", after.snapshot);
    }
    after.drive().await;
    after.type_text("typed afterwards\n").await;
    // Once as it is typed, once by the program.
    after.read_until("typed afterwards\r\ntyped afterwards\r\n").await;
}
