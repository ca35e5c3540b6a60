//! Questions on the real connection, answered by this very machine.

use std::io::Read;

use flate2::read::ZlibDecoder;
use muster_protocol::{
    Answer, ControlService, End, FromAgent, LogEntry, Order, Power, Question, ReadEventLog,
    SelfTestReport, SelfTestStatus, Service, Software, ToAgent, WakeOnLan, decode, order_name,
    question_name,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::fake_server::{FakeConnection, FakeServer, command};
use super::test_agent::TestAgent;

pub(super) async fn ask<B: Serialize>(
    connection: &mut FakeConnection,
    name: &str,
    body: &B,
) -> Answer {
    connection.ask(Question::new(7, name, body)).await
}

/// Asks an agent of its own.
async fn ask_once<B: Serialize>(name: &str, body: &B) -> Answer {
    let server = FakeServer::start().await;
    let _agent = TestAgent::start(&server).await;
    ask(&mut server.welcome().await, name, body).await
}

#[track_caller]
pub(super) fn unpack<T: DeserializeOwned>(answer: Answer) -> T {
    let Answer::Data(packed) = answer else { panic!("{answer:?}") };
    let mut bytes = Vec::new();
    ZlibDecoder::new(&packed[..]).read_to_end(&mut bytes).unwrap();
    decode(&bytes).unwrap()
}

pub(super) fn failed(reason: &str) -> Answer {
    Answer::Failed(reason.to_owned())
}

#[tokio::test]
async fn every_question_is_a_capability_and_an_unknown_one_is_none() {
    let server = FakeServer::start().await;
    let _agent = TestAgent::start(&server).await;
    let mut connection = server.welcome().await;
    for name in crate::questions::names() {
        assert!(connection.hello.capabilities.iter().any(|known| known == name), "{name}");
    }
    assert_eq!(ask(&mut connection, "meaning_of_life", &()).await, Answer::UnknownQuestion);
    unpack::<()>(ask(&mut connection, question_name::PING, &()).await);
    let misunderstood = failed("the agent does not understand this question");
    assert_eq!(ask(&mut connection, question_name::END_PROCESS, &"me").await, misunderstood);
}

#[tokio::test]
async fn a_self_test_is_answered_with_a_step_for_each_function_while_others_are_refused() {
    let server = FakeServer::start().await;
    let agent = TestAgent::start(&server).await;
    let mut connection = server.welcome().await;
    for id in [1, 2] {
        let question = Question::new(id, question_name::SELF_TEST, &());
        connection.send(&ToAgent::Question(question)).await;
    }
    let mut answers = Vec::new();
    while answers.len() < 2 {
        if let FromAgent::Answer { answer, .. } = connection.next().await {
            answers.push(answer);
        }
    }
    let refusal = "a self-test runs on this computer already: wait for its result";
    assert_eq!(answers[0], failed(refusal));
    let report: SelfTestReport = unpack(answers.remove(1));
    assert_eq!(report.steps.len(), crate::self_test::SelfTest::default().step_count());
    assert!(report.is_enrolled && report.steps.iter().all(|step| !step.detail.is_empty()));
    let find = |name: &str| report.steps.iter().find(|step| step.name == name).unwrap().status;
    for name in ["ledger", "private_folder", "time_limit", "list_processes", "task"] {
        assert_eq!(find(name), SelfTestStatus::Works, "{report:#?}");
    }
    let left = std::fs::read_dir(agent.data.root()).unwrap();
    let names: Vec<_> = left.map(|entry| entry.unwrap().file_name()).collect();
    assert!(names.iter().all(|name| !name.to_string_lossy().starts_with("self-test")), "{names:?}");
}

#[tokio::test]
async fn the_connection_works_on_while_questions_are_answered() {
    let server = FakeServer::start().await;
    let agent = TestAgent::start(&server).await;
    let mut connection = server.welcome().await;
    let shared = agent.shared.upgrade().unwrap();
    // One at a time until the run has ended, so that they take longer than it does, also
    // on a machine on which it takes seconds.
    let mut others = Some(shared.questions.workers.acquire_many(7).await.unwrap());
    for id in 0..20 {
        let slow = Question::new(id, question_name::LIST_PROCESSES, &());
        connection.send(&ToAgent::Question(slow)).await;
    }
    connection.order("run-1", &command("echo meanwhile")).await;

    let mut answered = Vec::new();
    let mut answered_before_the_run_ended = 0;
    let mut ended = false;
    while answered.len() < 20 || !ended {
        match connection.next().await {
            FromAgent::Answer { id, answer } => {
                assert!(matches!(answer, Answer::Data(_)), "{answer:?}");
                answered.push(id);
            }
            FromAgent::Finished { .. } => {
                ended = true;
                answered_before_the_run_ended = answered.len();
                drop(others.take());
            }
            _ => {}
        }
    }
    answered.sort_unstable();
    assert_eq!(answered, (0..20).collect::<Vec<u64>>());
    assert!(answered_before_the_run_ended < 20);
}

#[tokio::test]
async fn software_is_listed_where_there_is_a_package_manager() {
    match ask_once(question_name::LIST_SOFTWARE, &()).await {
        Answer::UnsupportedPlatform(reason) => {
            assert_eq!(reason, "there is no package manager this agent knows");
        }
        answer => assert!(!unpack::<Vec<Software>>(answer).is_empty()),
    }
}

#[tokio::test]
async fn services_are_listed_or_refused_with_a_reason() {
    let server = FakeServer::start().await;
    let _agent = TestAgent::start(&server).await;
    let mut connection = server.welcome().await;
    match ask(&mut connection, question_name::LIST_SERVICES, &()).await {
        Answer::UnsupportedPlatform(reason) => {
            assert!(reason.contains("systemd") || reason.contains("OpenRC"), "{reason}");
        }
        answer => {
            let services: Vec<Service> = unpack(answer);
            let name = &services.first().unwrap().name;
            let one: Service =
                unpack(ask(&mut connection, question_name::READ_SERVICE, name).await);
            assert_eq!(&one.name, name);
        }
    }
    let request = ControlService { name: "--root=/".to_owned(), action: "stop".to_owned() };
    let answer = ask(&mut connection, question_name::CONTROL_SERVICE, &request).await;
    assert!(matches!(answer, Answer::Failed(_) | Answer::UnsupportedPlatform(_)), "{answer:?}");
}

#[tokio::test]
async fn the_log_is_read_or_refused_with_a_reason() {
    let request = ReadEventLog { limit: 5, ..ReadEventLog::default() };
    match ask_once(question_name::READ_EVENT_LOG, &request).await {
        Answer::UnsupportedPlatform(reason) => assert!(reason.contains("journal"), "{reason}"),
        answer => {
            let page: Vec<LogEntry> = unpack(answer);
            assert!(page.len() <= 5 && page.is_sorted_by(|one, other| one.time >= other.time));
        }
    }
}

#[tokio::test]
async fn power_as_an_order_ends_before_it_happens() {
    let server = FakeServer::start().await;
    let agent = TestAgent::start(&server).await;
    let mut connection = server.welcome().await;
    let order = |run_id: &str, action: &str| {
        let power = Power { action: action.to_owned(), delay_seconds: 0 };
        Order::new(run_id, order_name::CHANGE_POWER, &power)
    };

    let outcome = connection.carry_out(order("one", "reboot")).await.outcome.unwrap();
    assert_eq!(outcome.end, End::Exited { code: 0 });
    let mark = std::fs::read_to_string(agent.data.root().join("power-dry-run")).unwrap();
    assert_eq!(mark, "reboot 0\n");

    let outcome = connection.carry_out(order("two", "explode")).await.outcome.unwrap();
    let reason = "power action explode is not known".to_owned();
    assert_eq!(outcome.end, End::CouldNotStart { reason });
}

#[tokio::test]
async fn a_dry_run_of_power_is_only_written_down() {
    let server = FakeServer::start().await;
    let agent = TestAgent::start(&server).await;
    let mut connection = server.welcome().await;
    let mark = agent.data.root().join("power-dry-run");
    let power = |action: &str| Power { action: action.to_owned(), delay_seconds: 5 };

    let refused = ask(&mut connection, question_name::POWER, &power("explode")).await;
    assert_eq!(refused, failed("power action explode is not known"));
    assert!(!mark.exists());
    for action in ["reboot", "shutdown"] {
        unpack::<()>(ask(&mut connection, question_name::POWER, &power(action)).await);
        assert_eq!(std::fs::read_to_string(&mark).unwrap(), format!("{action} 5\n"));
    }
}

#[tokio::test]
async fn hardware_addresses_are_checked_before_anything_is_sent() {
    let wake = |addresses: &[&str]| WakeOnLan {
        addresses: addresses.iter().map(|address| (*address).to_owned()).collect(),
    };
    let answer = ask_once(question_name::WAKE_ON_LAN, &wake(&["aa:bb:cc:dd:ee:ff", "nope"])).await;
    assert_eq!(answer, failed("nope is not a hardware address"));
    let answer = ask_once(question_name::WAKE_ON_LAN, &wake(&[])).await;
    assert_eq!(answer, failed("one to 1000 hardware addresses are needed"));
}
