//! What is said about self-tests still parses, also what a newer agent says.

use crate::tests::{holds, text};
use crate::*;

const STATUSES: [SelfTestStatus; 7] = [
    SelfTestStatus::Works,
    SelfTestStatus::Failed,
    SelfTestStatus::TimedOut,
    SelfTestStatus::Refused,
    SelfTestStatus::NotThere,
    SelfTestStatus::NotTried,
    SelfTestStatus::Unknown,
];

fn report() -> SelfTestReport {
    let step = |status: SelfTestStatus| SelfTestStep {
        name: text("shell_bash"),
        title: text("Commands in bash"),
        status,
        detail: text("both streams and the exit code arrived"),
        milliseconds: 12,
    };
    SelfTestReport {
        version: text("0.4.0"),
        plat: text("linux"),
        goarch: text("amd64"),
        account: text("root"),
        has_full_rights: true,
        is_enrolled: true,
        started: 1_700_000_000_000_000,
        milliseconds: 4321,
        steps: STATUSES.map(step).to_vec(),
    }
}

#[test]
fn what_is_asked_and_answered_about_self_tests_still_parses() {
    let question = Question::new(7, question_name::SELF_TEST, &());
    question.read::<()>().unwrap();
    holds("8-question-self-test", &ToAgent::Question(question));
    holds("8-self-test-report", &report());
}

#[test]
fn each_status_travels_under_its_name_and_a_newer_one_is_unknown() {
    for status in STATUSES {
        assert_eq!(serde_json::to_value(status).unwrap(), status.as_str());
        assert_eq!(decode::<SelfTestStatus>(&encode(&status)).unwrap(), status);
    }
    let newer = encode(&"needs_coffee");
    assert_eq!(decode::<SelfTestStatus>(&newer).unwrap(), SelfTestStatus::Unknown);
}

#[test]
fn only_what_should_work_and_does_not_is_a_problem() {
    assert_eq!(report().problems(), 2);
    assert_eq!(SelfTestReport::default().problems(), 0);
}
