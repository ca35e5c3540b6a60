//! An agent that its server has frozen.

use muster_protocol::{
    Answer, End, FreezeFlag, Order, Power, Question, Refusal, ScheduleReboot, StartReason, ToAgent,
    UpdateAgent, Welcome, order_name, package_to_sign, question_name,
};

use super::super::fake_server::command;
use super::super::signer::Signer;
use super::*;
use crate::freeze::FROZEN;
use crate::os::platform;
use crate::run_id::RunId;

/// An agent that knows the key of its server.
async fn start_signed() -> (FakeServer, TestClock, TestAgent, FakeConnection, Signer) {
    let (server, clock, signer) =
        (FakeServer::start().await, TestClock::at(MORNING), Signer::new());
    let agent = TestAgent::start_by(&server, &clock).await;
    let mut connection = server.accept().await;
    connection.package_key = signer.key();
    connection.welcome(Vec::new(), false).await;
    (server, clock, agent, connection, signer)
}

/// Returns when the agent has acted on everything it was sent before.
async fn catch_up(connection: &mut FakeConnection) {
    let answer = connection.ask(Question::new(1, question_name::PING, &())).await;
    assert!(matches!(answer, Answer::Data(_)), "{answer:?}");
}

fn is_frozen(agent: &TestAgent) -> bool {
    agent.shared.upgrade().unwrap().freeze.is_frozen()
}

#[tokio::test]
async fn a_frozen_agent_accepts_no_order_until_it_is_thawed() {
    let (_server, _clock, agent, mut connection, signer) = start_signed().await;
    assert!(connection.hello.capabilities.iter().any(|name| name == "freeze"));
    connection.send(&signer.freeze(1)).await;
    connection.order("run-1", &command("echo begun")).await;
    catch_up(&mut connection).await;
    let run_id = RunId::parse("run-1").unwrap();
    assert!(agent.shared.upgrade().unwrap().board.find(&run_id).is_none());

    connection.send(&signer.thaw(2)).await;
    let result = connection.run("run-1", &command("echo begun")).await;
    assert_eq!((result.accepted, result.stdout), (1, b"begun\n".to_vec()));
}

#[tokio::test]
async fn a_task_that_is_due_while_the_agent_is_frozen_does_not_start_also_after_a_restart() {
    let (server, clock, agent, mut connection, signer) = start_signed().await;
    let asap = Rule { run_asap_after_missed: true, ..daily(NINE) };
    let not_made_up = daily("2027-03-01T09:30:00Z");
    let tasks = vec![task(1, asap, vec![cmd("true")]), task(2, not_made_up, vec![cmd("true")])];
    connection.define("d1", tasks).await;
    connection.send(&signer.freeze(1)).await;
    catch_up(&mut connection).await;
    clock.pass(3600);
    drop(connection);

    let agent = agent.restart().await;
    // This server says nothing about it: the agent remembers.
    let mut connection = server.welcome().await;
    assert!(is_frozen(&agent));
    assert!(connection.hello.runs.is_empty(), "{:?}", connection.hello.runs);
    clock.pass(3600);
    catch_up(&mut connection).await;
    connection.send(&signer.thaw(2)).await;
    let (start, result) = connection.finish_task().await;
    assert_eq!((start.task, start.reason), (1, StartReason::Missed));
    assert_eq!(result.outcome.unwrap().end, End::Exited { code: 0 });
    clock.pass(23 * 3600);
    let (next, _) = connection.finish_task().await;
    assert_eq!((next.task, next.due), (1, micros("2027-03-02T09:00:00Z")));
}

#[tokio::test]
async fn only_a_flag_that_is_signed_for_this_agent_and_newer_counts() {
    let (_server, _clock, agent, mut connection, signer) = start_signed().await;
    let unsigned = FreezeFlag { signature: "ab".repeat(64), ..signer.flag("agent-1", 5, true) };
    let thawed_before = signer.flag("agent-1", 5, false);
    for wrong in [
        unsigned,
        signer.flag("agent-2", 5, true),
        Signer::new().flag("agent-1", 5, true),
        FreezeFlag { frozen: true, ..thawed_before },
        FreezeFlag { serial: 6, ..signer.flag("agent-1", 5, true) },
        FreezeFlag { signature: String::new(), ..signer.flag("agent-1", 5, true) },
    ] {
        connection.send(&ToAgent::Freeze(wrong)).await;
        catch_up(&mut connection).await;
        assert!(!is_frozen(&agent));
    }
    connection.send(&signer.freeze(5)).await;
    connection.send(&signer.thaw(4)).await;
    catch_up(&mut connection).await;
    assert!(is_frozen(&agent), "an older flag does not thaw");
    // Moved to a client that is not frozen: the serial is the same.
    connection.send(&signer.thaw(5)).await;
    catch_up(&mut connection).await;
    assert!(!is_frozen(&agent));
}

#[tokio::test]
async fn a_welcome_freezes_and_a_kept_flag_that_was_changed_does_not_count() {
    let (server, _clock, agent, connection, signer) = start_signed().await;
    drop(connection);
    let mut connection = server.accept().await;
    let freeze = Some(signer.flag("agent-1", 3, true));
    connection.send(&ToAgent::Welcome(Welcome { freeze, ..Welcome::default() })).await;
    catch_up(&mut connection).await;
    assert!(is_frozen(&agent));

    let file = agent.data.freeze_file();
    let changed = std::fs::read_to_string(&file).unwrap().replace("\"serial\":3", "\"serial\":4");
    std::fs::write(&file, changed).unwrap();
    drop(connection);
    let agent = agent.restart().await;
    let _connection = server.welcome().await;
    assert!(!is_frozen(&agent));
}

#[tokio::test]
async fn a_frozen_agent_answers_what_reads_and_refuses_what_changes() {
    let (_server, _clock, agent, mut connection, signer) = start_signed().await;
    connection.send(&signer.freeze(1)).await;
    for name in muster_protocol::CHANGING_QUESTIONS {
        let answer = connection.ask(Question::new(2, name, &())).await;
        assert_eq!(answer, Answer::Failed(FROZEN.to_owned()), "{name}");
    }
    let processes = Question::new(3, question_name::LIST_PROCESSES, &());
    assert!(matches!(connection.ask(processes).await, Answer::Data(_)));

    connection.send(&signer.thaw(2)).await;
    let power = Power { action: "reboot".to_owned(), delay_seconds: 0 };
    let answer = connection.ask(Question::new(4, question_name::POWER, &power)).await;
    assert!(matches!(answer, Answer::Data(_)), "{answer:?}");
    assert!(agent.data.root().join("power-dry-run").exists());
}

#[tokio::test]
async fn what_was_accepted_before_does_not_begin_while_the_agent_is_frozen() {
    let (_server, clock, agent, mut connection, signer) = start_signed().await;
    let reboot = ScheduleReboot { at: micros(NINE), ..ScheduleReboot::default() };
    let reboot = Order::new("reboot-1", order_name::SCHEDULE_REBOOT, &reboot);
    connection.send(&ToAgent::Order(reboot)).await;
    connection.wait_for_accepted().await;
    let shared = agent.shared.upgrade().unwrap();
    // All slots are taken, so the command waits for one.
    let slots = shared.slots.acquire_many(64).await.unwrap();
    connection.order("run-1", &command("echo begun")).await;
    connection.wait_for_accepted().await;
    connection.send(&signer.freeze(1)).await;
    catch_up(&mut connection).await;

    drop(slots);
    let frozen = || End::CouldNotStart { reason: FROZEN.to_owned() };
    let result = connection.finish("run-1").await;
    assert_eq!((result.outcome.unwrap().end, result.stdout), (frozen(), Vec::new()));
    clock.pass(3600);
    assert_eq!(connection.finish("reboot-1").await.outcome.unwrap().end, frozen());
    assert!(!agent.data.root().join("power-dry-run").exists());
}

#[tokio::test]
async fn an_update_that_is_being_fetched_ends_when_the_agent_is_frozen() {
    let (server, _clock, _agent, mut connection, signer) = start_signed().await;
    let (version, sha256) = ("9.9.9".to_owned(), "ab".repeat(32));
    let text = package_to_sign(platform::name(), &platform::build(), &version, &sha256);
    let update = UpdateAgent {
        version,
        path: "/link/agent/".to_owned(),
        sha256,
        signature: signer.sign(&text),
        timeout_seconds: 60,
        trial_seconds: 60,
        allow_downgrade: false,
        publisher_signature: String::new(),
    };
    let order = Order::new("update-1", order_name::UPDATE_AGENT, &update);
    connection.send(&ToAgent::Order(order)).await;
    connection.wait_for_accepted().await;
    let _fetching = server.accept_raw().await;
    connection.send(&signer.freeze(1)).await;
    let end = connection.finish("update-1").await.outcome.unwrap().end;
    assert_eq!(end, End::CouldNotStart { reason: FROZEN.to_owned() });
}

#[tokio::test]
async fn a_frozen_agent_that_was_removed_stays_until_it_is_thawed() {
    let (server, _clock, agent, mut connection, signer) = start_signed().await;
    connection.send(&signer.freeze(1)).await;
    catch_up(&mut connection).await;
    drop(connection);
    let mut connection = server.accept().await;
    let reason = "removed".to_owned();
    let refused = ToAgent::Refused { refusal: Refusal::Uninstall, reason, retry_after_seconds: 0 };
    connection.send(&refused).await;
    drop(connection);
    // It comes again; one that uninstalls itself does not.
    let mut connection = server.welcome().await;
    catch_up(&mut connection).await;
    assert!(is_frozen(&agent));
}
