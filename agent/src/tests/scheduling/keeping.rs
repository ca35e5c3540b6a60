//! What is kept while the server is away, and over restarts.

use muster_protocol::{End, FromAgent, KnownRun, StartReason, WelcomeRun};

use super::*;

fn stored(run: &KnownRun) -> WelcomeRun {
    WelcomeRun { run_id: run.run_id.clone(), stdout: 0, stderr: 0, closed: false }
}

#[tokio::test]
async fn tasks_run_while_the_server_is_away_and_are_told_later() {
    let (server, clock, agent, mut connection) = start().await;
    let done = agent.data.root().join("done");
    let text = format!("echo kept; echo x >> {}", done.display());
    connection.define("d1", vec![task(1, repeated(60, 600), vec![cmd(&text)])]).await;
    drop(connection);
    clock.pass(3600);
    wait_for_lines(&done, 1).await;
    clock.pass(60);
    wait_for_lines(&done, 2).await;

    let mut connection = loop {
        let connection = server.accept().await;
        if connection.hello.runs.iter().filter(|run| run.finished).count() == 2 {
            break connection;
        }
    };
    assert_eq!(connection.hello.definitions_digest, "d1");
    let mut runs = connection.hello.runs.clone();
    runs.sort_by_key(|run| run.task.as_ref().unwrap().due);
    let dues: Vec<_> = runs.iter().map(|run| run.task.as_ref().unwrap().due).collect();
    assert_eq!(dues, [micros(NINE), micros("2027-03-01T09:01:00Z")]);
    connection.welcome(runs.iter().map(stored).collect(), false).await;
    let mut outputs = 0;
    let mut ends = 0;
    while ends < 2 {
        match connection.next_news().await {
            FromAgent::Output { data, .. } => {
                assert_eq!(data, b"kept\n");
                outputs += 1;
            }
            FromAgent::Finished { outcome, .. } => {
                assert_eq!(outcome.end, End::Exited { code: 0 });
                ends += 1;
            }
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(outputs, 2);
}

async fn wait_for_lines(file: &std::path::Path, count: usize) {
    let there = async {
        while std::fs::read_to_string(file).unwrap_or_default().lines().count() < count {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    };
    tokio::time::timeout(super::super::fake_server::LIMIT, there).await.expect("it does not run");
}

#[tokio::test]
async fn a_restart_neither_repeats_nor_forgets() {
    let (server, clock, agent, mut connection) = start().await;
    let witness = agent.data.root().join("witness");
    let leaving =
        |id, rule| task(id, rule, vec![cmd(&format!("echo {id} >> {}", witness.display()))]);
    let once = Rule { kind: muster_schedule::Kind::RunOnce, ..daily(NINE) };
    let once = Rule { run_asap_after_missed: true, ..once };
    let new_here = Rule { kind: muster_schedule::Kind::Onboarding, ..Rule::default() };
    let asap = Rule { run_asap_after_missed: true, ..daily(NINE) };
    let tasks = vec![leaving(1, once), leaving(2, new_here.clone()), leaving(3, asap)];
    connection.define("d1", tasks.clone()).await;
    let (start, _) = connection.finish_task().await;
    assert_eq!((start.task, start.reason), (2, StartReason::Onboarding));
    clock.pass(3600);
    wait_for_lines(&witness, 3).await;
    drop(connection);

    let agent = agent.restart().await;
    clock.pass(3600);
    let mut connection = server.accept().await;
    assert_eq!(connection.hello.definitions_digest, "d1");
    let closed = |run: &KnownRun| WelcomeRun { closed: true, ..stored(run) };
    let runs = connection.hello.runs.iter().map(closed).collect();
    connection.welcome(runs, false).await;
    // Gone and come back, it is no new task.
    connection.define("d2", vec![tasks[0].clone()]).await;
    connection.define("d3", tasks).await;
    clock.pass(23 * 3600);
    loop {
        if let FromAgent::TaskStarted { start, .. } = connection.next_news().await
            && start.due == micros("2027-03-02T09:00:00Z")
        {
            assert_eq!(start.task, 3);
            break;
        }
    }
    wait_for_lines(&witness, 4).await;
    let mut words: Vec<_> =
        std::fs::read_to_string(&witness).unwrap().lines().map(str::to_owned).collect();
    words.sort();
    assert_eq!(words, ["1", "2", "3", "3"]);
    drop(agent);
}

#[tokio::test]
async fn runs_that_wait_too_long_are_dropped_and_the_next_one_says_so() {
    let (_server, clock, _agent, mut connection) = start().await;
    let once = |time: &str| Rule { kind: muster_schedule::Kind::RunOnce, ..daily(time) };
    let mut tasks = vec![task(0, repeated(600, 3600), vec![cmd("true")])];
    tasks.extend((1..=503).map(|id| task(id, once("2027-03-01T09:05:00Z"), vec![cmd("true")])));
    connection.define("d1", tasks).await;
    clock.pass(3600);
    let (run_id, start) = connection.next_task().await;
    assert_eq!((start.task, start.dropped), (0, 0));
    connection.finish(&run_id).await;
    clock.pass(300);
    let mut ended = 0;
    while ended < 503 {
        if let FromAgent::Finished { .. } = connection.next_news().await {
            ended += 1;
        }
    }
    // 504 wait; 499 and the new one are kept, so the oldest five go.
    clock.pass(300);
    let (_, start) = connection.next_task().await;
    assert_eq!((start.task, start.dropped), (0, 1));
}

#[tokio::test]
async fn an_agent_that_was_stopped_in_the_middle_goes_on_with_the_next_run() {
    let (server, clock, agent, mut connection) = start().await;
    let parallel = muster_schedule::InstancePolicy::Parallel;
    let rule = Rule { instance_policy: parallel, ..repeated(60, 600) };
    connection.define("d1", vec![task(1, rule, vec![cmd("echo begun; sleep 987")])]).await;
    clock.pass(3600);
    let (run_id, _) = connection.next_task().await;
    while !matches!(connection.next_news().await, FromAgent::Output { .. }) {}
    drop(connection);
    let agent = agent.restart().await;

    let mut connection = loop {
        let connection = server.accept().await;
        if connection.hello.runs.iter().any(|run| run.finished) {
            break connection;
        }
    };
    let runs = connection.hello.runs.iter().map(stored).collect();
    connection.welcome(runs, false).await;
    let result = connection.finish(&run_id).await;
    assert_eq!(result.outcome.unwrap().end, End::Interrupted);
    clock.pass(60);
    let (_, next) = connection.next_task().await;
    assert_eq!(next.due, micros("2027-03-01T09:01:00Z"));
    agent.stop().await;
}
