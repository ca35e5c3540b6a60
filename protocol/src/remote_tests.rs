//! What opens remote sessions still parses.

use crate::tests::{holds, text};
use crate::*;

fn open_remote() -> OpenRemote {
    OpenRemote {
        grant: text(r#"{"version":1}"#),
        signature: "ab".repeat(64),
        ticket: text("ticket-1"),
        relay_url: text("wss://relay.example.org/remote/v1/connect/"),
    }
}

#[test]
fn what_is_asked_about_remote_sessions_still_parses() {
    let question = Question::new(7, question_name::OPEN_REMOTE, &open_remote());
    assert_eq!(question.read::<OpenRemote>().unwrap(), open_remote());
    holds("9-question-open-remote", &ToAgent::Question(question));
    holds("9-opened-remote", &OpenedRemote { is_gone: true });
    let welcome = Welcome {
        protocol: 9,
        version: text("0.5.0"),
        time: 1_795_000_000_000_000,
        ..Welcome::default()
    };
    holds("9-welcome", &ToAgent::Welcome(welcome));
}

#[test]
fn a_ticket_is_not_in_what_is_logged() {
    assert!(!format!("{:?}", open_remote()).contains("ticket-1"));
}
