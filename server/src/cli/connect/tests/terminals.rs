//! A terminal in the person's own.

use std::io::{PipeReader, PipeWriter, Read, Write, pipe};

use muster_remote::Frame;

use super::*;
use crate::cli::connect::session::Session;
use crate::cli::connect::terminal::console::Console;
use crate::cli::connect::terminal::{Left, attend};
use crate::remote_viewer::{Gone, Pipe, Started};

/// Keys that a test presses, and the screen it looks at.
fn person() -> (Console, PipeWriter, PipeReader) {
    let ((keys, pressed), (seen, screen)) = (pipe().unwrap(), pipe().unwrap());
    (Console::start(Box::new(keys), Box::new(screen)), pressed, seen)
}

async fn open<'a>(
    stage: &'a Stage,
    fake: &mut FakeAgent,
) -> (Session<'a>, (Pipe, Started), Helper) {
    let connecting = async {
        let wanted = json!({ "kind": "terminal", "rows": 24, "cols": 80 });
        let opened = Session::open(&stage.api, &stage.known, &stage.agent, wanted).await;
        let (mut session, invited) = opened.unwrap();
        let connected = session.begin(invited).await.unwrap();
        (session, connected)
    };
    let ((session, connected), helper) = tokio::join!(connecting, stage.begin(fake));
    (session, connected, helper)
}

/// The first screen, and room for what is typed.
async fn show(helper: &mut Helper, offset: u64) {
    helper.wait_for("resize").await;
    let snapshot =
        json!({ "type": "snapshot", "offset": offset, "rows": 24, "cols": 80, "text": "welcome" });
    helper.say(1, snapshot).await;
    helper.send(1, Frame::Credit { received: 0, limit: 1000 }).await;
}

/// Reads what is typed, up to this many bytes.
async fn read(helper: &mut Helper, count: usize) -> String {
    let mut typed = Vec::new();
    while typed.len() < count {
        if let Heard::Data(1, _, bytes) = helper.hear().await.expect("the viewer is there") {
            typed.extend(bytes);
        }
    }
    String::from_utf8(typed).unwrap()
}

/// Everything that was shown, once nothing more is.
async fn screen(mut console: Console, mut seen: PipeReader) -> String {
    console.finish().await;
    let mut text = String::new();
    seen.read_to_string(&mut text).unwrap();
    text
}

#[tokio::test]
async fn a_person_types_sees_the_answer_and_gets_the_code() {
    let (stage, mut fake) = Stage::start().await;
    let (mut session, connected, mut helper) = open(&stage, &mut fake).await;
    let (mut console, mut pressed, seen) = person();
    let shell = async {
        show(&mut helper, 5).await;
        pressed.write_all(b"~~ls\r").unwrap();
        assert_eq!(read(&mut helper, 4).await, "~ls\r");
        helper.send(1, Frame::Data { offset: 5, bytes: b"a file" }).await;
        helper.say(1, json!({ "type": "exit", "code": 3 })).await;
        std::future::pending::<()>().await;
    };
    let left = tokio::select! {
        left = attend(&mut session, connected, &mut console) => left,
        () = shell => unreachable!(),
    };
    assert!(matches!(left, Left::Exited(Some(3))));
    assert!(screen(console, seen).await.ends_with("welcomea file"));
}

#[tokio::test]
async fn a_person_leaves_a_shell_that_does_not_answer() {
    let (stage, mut fake) = Stage::start().await;
    let (mut session, connected, _helper) = open(&stage, &mut fake).await;
    let (mut console, mut pressed, _seen) = person();
    pressed.write_all(b"x\r~.").unwrap();
    let left = attend(&mut session, connected, &mut console).await;
    assert!(matches!(left, Left::Away));
    session.end().await;
    assert_eq!(stage.session().await["status"], "ended");
}

#[tokio::test]
async fn a_shell_goes_on_after_a_break_without_losing_a_byte() {
    let (stage, mut fake) = Stage::start().await;
    let (mut session, connected, mut helper) = open(&stage, &mut fake).await;
    let (mut console, mut pressed, seen) = person();
    let shell = async {
        show(&mut helper, 0).await;
        pressed.write_all(b"abcd").unwrap();
        read(&mut helper, 4).await;
        helper.send(1, Frame::Data { offset: 0, bytes: b"one " }).await;
        helper.send(1, Frame::Credit { received: 1, limit: 1000 }).await;
        let first = helper.grant.viewer.clone();
        drop(helper);

        let mut helper = stage.come(&mut fake).await;
        let start = helper.begin(true).await;
        assert_eq!(start, json!({ "type": "start", "resume": true, "of": first }));
        let Some(Heard::Credit(1, received, _)) = helper.hear().await else {
            panic!("it says first how much it has");
        };
        // What was on its way is sent again, from its beginning.
        let rest = &b"one two"[usize::try_from(received).unwrap()..];
        helper.send(1, Frame::Data { offset: received, bytes: rest }).await;
        helper.send(1, Frame::Credit { received: 2, limit: 1000 }).await;
        assert_eq!(read(&mut helper, 2).await, "cd");
        helper.say(1, json!({ "type": "exit", "code": null })).await;
        std::future::pending::<()>().await;
    };
    let left = tokio::select! {
        left = attend(&mut session, connected, &mut console) => left,
        () = shell => unreachable!(),
    };
    assert!(matches!(left, Left::Exited(None)));
    assert!(screen(console, seen).await.ends_with("welcomeone two"));
}

#[tokio::test]
async fn a_terminal_that_the_server_ends_says_why() {
    let (stage, mut fake) = Stage::start().await;
    let (mut session, connected, _helper) = open(&stage, &mut fake).await;
    let (mut console, _pressed, _seen) = person();
    let ending = async {
        let id = stage.session().await["session"].as_str().unwrap().to_owned();
        stage.server.admin.post(&format!("/remote/v1/sessions/{id}/end/"), json!({})).await.ok();
        std::future::pending::<()>().await;
    };
    let left = tokio::select! {
        left = attend(&mut session, connected, &mut console) => left,
        () = ending => unreachable!(),
    };
    let Left::Gone(Gone::Cut { reason, .. }) = left else { panic!("it has ended") };
    assert!(reason.to_lowercase().contains("admin ended it"), "{reason}");
}
