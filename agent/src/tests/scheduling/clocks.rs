//! Clocks that are set, zones that change, machines that were off.

use muster_protocol::{FromAgent, StartReason};
use muster_schedule::Zone;

use super::*;

fn witnessed(agent: &TestAgent) -> String {
    std::fs::read_to_string(agent.data.root().join("witness")).unwrap_or_default()
}

/// A task whose runs leave a word in a file.
fn leaving(agent: &TestAgent, id: i64, word: &str, rule: Rule) -> TaskDefinition {
    let witness = agent.data.root().join("witness");
    task(id, rule, vec![cmd(&format!("echo {word} >> {}", witness.display()))])
}

/// Lets the clockwork look at its clocks as they are now: it does so after each
/// document, and before the next.
async fn let_it_check(connection: &mut FakeConnection, tasks: &[TaskDefinition]) {
    connection.define("look", tasks.to_vec()).await;
    connection.define("look again", tasks.to_vec()).await;
}

#[tokio::test]
async fn a_missed_run_is_made_up_for_once_and_only_when_asked() {
    let (_server, clock, agent, mut connection) = start().await;
    let asap = Rule { run_asap_after_missed: true, ..daily(NINE) };
    let tasks = vec![leaving(&agent, 1, "asap", asap), leaving(&agent, 2, "not", daily(NINE))];
    connection.define("d1", tasks).await;
    // The machine sleeps for three days.
    clock.set("2027-03-03T20:00:00Z");
    let (start, _) = connection.finish_task().await;
    assert_eq!((start.task, start.reason), (1, StartReason::Missed));
    assert_eq!((start.due, start.started), {
        (micros("2027-03-03T09:00:00Z"), micros("2027-03-03T20:00:00Z"))
    });
    // The next ones come in their time.
    clock.pass(13 * 3600);
    let mut ended = 0;
    while ended < 2 {
        let start = match connection.next_news().await {
            FromAgent::TaskStarted { start, .. } => start,
            FromAgent::Finished { .. } => {
                ended += 1;
                continue;
            }
            other => panic!("{other:?}"),
        };
        assert_eq!(
            (start.due, start.reason),
            (micros("2027-03-04T09:00:00Z"), StartReason::Schedule)
        );
    }
    let mut words: Vec<_> = witnessed(&agent).lines().map(str::to_owned).collect();
    words.sort();
    assert_eq!(words, ["asap", "asap", "not"]);
}

#[tokio::test]
async fn a_clock_that_is_set_back_makes_nothing_run_twice() {
    let (_server, clock, agent, mut connection) = start().await;
    let tasks = [leaving(&agent, 1, "ran", repeated(600, 3600))];
    connection.define("d1", tasks.to_vec()).await;
    clock.pass(3600);
    assert_eq!(connection.finish_task().await.0.due, micros(NINE));
    clock.pass(600);
    assert_eq!(connection.finish_task().await.0.due, micros("2027-03-01T09:10:00Z"));

    clock.set("2027-03-01T08:59:00Z");
    let_it_check(&mut connection, &tasks).await;
    clock.pass(60);
    let_it_check(&mut connection, &tasks).await;
    clock.pass(600);
    let_it_check(&mut connection, &tasks).await;
    clock.pass(600);
    assert_eq!(connection.finish_task().await.0.due, micros("2027-03-01T09:20:00Z"));
    assert_eq!(witnessed(&agent), "ran\n".repeat(3));
}

#[tokio::test]
async fn a_clock_that_was_years_ahead_does_not_stop_a_task_for_years() {
    let (_server, clock, agent, mut connection) = start().await;
    let tasks = [leaving(&agent, 1, "ran", daily(NINE))];
    connection.define("d1", tasks.to_vec()).await;
    clock.set("2035-05-05T08:59:59Z");
    clock.pass(1);
    assert_eq!(connection.finish_task().await.0.due, micros("2035-05-05T09:00:00Z"));
    clock.set("2027-03-01T08:30:00Z");
    let_it_check(&mut connection, &tasks).await;
    clock.pass(1800);
    assert_eq!(connection.finish_task().await.0.due, micros(NINE));
}

#[tokio::test]
async fn a_task_follows_the_zone_of_its_machine() {
    let (_server, clock, agent, mut connection) = start().await;
    let rule = Rule { zone: Zone::Agent, ..daily("2027-03-01T12:00:00Z") };
    connection.define("d1", vec![leaving(&agent, 1, "ran", rule)]).await;
    clock.move_to("Europe/Berlin".parse().unwrap());
    clock.pass(3 * 3600);
    let (start, _) = connection.finish_task().await;
    assert_eq!(start.due, micros("2027-03-01T11:00:00Z"));
    assert_eq!(start.reason, StartReason::Schedule);
}

#[tokio::test]
async fn new_definitions_wake_a_clockwork_that_had_nothing_to_do() {
    let (_server, clock, agent, mut connection) = start().await;
    connection.define("d1", Vec::new()).await;
    clock.pass(3600);
    connection.define("d2", vec![leaving(&agent, 1, "ran", daily(NINE))]).await;
    let (start, _) = connection.finish_task().await;
    assert_eq!(start.due, micros(NINE));
}

#[tokio::test]
async fn a_disabled_task_rests_and_what_it_slept_through_is_not_missed() {
    let (_server, clock, agent, mut connection) = start().await;
    let asap = |enabled| Rule { run_asap_after_missed: true, enabled, ..daily(NINE) };
    let tasks = |enabled| vec![leaving(&agent, 1, "ran", asap(enabled))];
    connection.define("d1", tasks(false)).await;
    clock.pass(2 * 3600);
    connection.define("d2", tasks(true)).await;
    clock.pass(23 * 3600);
    let (start, _) = connection.finish_task().await;
    assert_eq!(start.due, micros("2027-03-02T09:00:00Z"));
    assert_eq!(witnessed(&agent), "ran\n");
}
