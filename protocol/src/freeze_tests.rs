//! What says whether agents are frozen still parses.

use crate::tests::{holds, text};
use crate::*;

fn welcome(freeze: Option<FreezeFlag>) -> Welcome {
    Welcome {
        protocol: 6,
        version: text("0.3.0"),
        public_ip: text("192.0.2.1"),
        runs: Vec::new(),
        send_inventory: false,
        package_key: "ef".repeat(32),
        freeze,
        time: 0,
    }
}

#[test]
fn flags_of_a_freeze_still_parse() {
    let flag = FreezeFlag { frozen: true, serial: 7, signature: "cd".repeat(64) };
    holds("6-freeze", &ToAgent::Freeze(flag.clone()));
    holds("6-welcome-frozen", &ToAgent::Welcome(welcome(Some(flag))));
    let never_frozen = welcome(None);
    assert_eq!(decode::<Welcome>(&encode(&never_frozen)).unwrap(), never_frozen);
}

#[test]
fn a_flag_is_signed_for_one_agent_one_serial_and_one_state() {
    assert_eq!(freeze_to_sign("agent-1", 7, true), b"muster freeze: agent-1 7 frozen");
    assert_eq!(freeze_to_sign("agent-1", 7, false), b"muster freeze: agent-1 7 thawed");
}

#[test]
fn questions_that_change_something_are_distinguished_from_those_that_read() {
    let reading = [
        question_name::LIST_PROCESSES,
        question_name::LIST_SERVICES,
        question_name::READ_SERVICE,
        question_name::READ_EVENT_LOG,
        question_name::LIST_SOFTWARE,
        question_name::READ_REGISTRY,
        // Scripts among them do not begin on a frozen agent.
        question_name::RUN_CHECKS,
        question_name::PING,
    ];
    assert!(reading.iter().all(|name| !CHANGING_QUESTIONS.contains(name)));
}
