//! What a task does when it runs, and what it reports.

use muster_protocol::{
    ActionOutcome, CommandAction, End, ScriptAction, StartReason, TaskAction, TaskStart,
};

use super::*;

/// Runs a task with these actions.
async fn run(
    actions: Vec<TaskAction>,
    continue_on_error: bool,
) -> super::super::fake_server::Result {
    let (_server, clock, _agent, mut connection) = start().await;
    let task = TaskDefinition { continue_on_error, ..task(1, daily(NINE), actions) };
    connection.define("d1", vec![task]).await;
    clock.pass(3600);
    connection.finish_task().await.1
}

fn codes(actions: &[ActionOutcome]) -> Vec<Option<i32>> {
    actions.iter().map(|action| action.retcode).collect()
}

#[tokio::test]
async fn a_task_starts_at_its_time_and_tells_how_it_began_and_ended() {
    let (_server, clock, _agent, mut connection) = start().await;
    connection.define("d1", vec![task(7, daily(NINE), vec![cmd("echo out; echo err >&2")])]).await;
    clock.pass(3600);

    let (start, result) = connection.finish_task().await;
    let expected = TaskStart {
        task: 7,
        name: "task 7".to_owned(),
        version: "version-7".to_owned(),
        due: micros(NINE),
        started: micros(NINE),
        reason: StartReason::Schedule,
        dropped: 0,
    };
    assert_eq!(start, expected);
    assert_eq!(
        (result.stdout.as_slice(), result.stderr.as_slice()),
        (&b"out\n"[..], &b"err\n"[..])
    );
    let mut outcome = result.outcome.unwrap();
    assert_eq!(outcome.end, End::Exited { code: 0 });
    let action = ActionOutcome {
        name: "echo out; echo err >&2".to_owned(),
        retcode: Some(0),
        seconds: std::mem::take(&mut outcome.actions[0].seconds),
        stdout_from: 0,
        stdout_to: 4,
        stderr_from: 0,
        stderr_to: 4,
    };
    outcome.actions[0].seconds = action.seconds;
    assert_eq!(outcome.actions, [action]);
}

#[tokio::test]
async fn several_actions_have_a_header_each_and_a_part_of_the_output() {
    let script = ScriptAction {
        name: "second".to_owned(),
        shell: "shell".to_owned(),
        code: "#!/bin/sh\necho \"$1 $WORD\"; echo e >&2".to_owned(),
        args: vec!["a  b".to_owned()],
        env_vars: vec!["WORD=x".to_owned()],
        timeout_seconds: 30,
        run_as_user: false,
    };
    let result = run(vec![cmd("printf one"), TaskAction::Script(script)], false).await;

    let stdout = String::from_utf8(result.stdout).unwrap();
    assert_eq!(stdout, "--- 1 of 2: printf one ---\none\n--- 2 of 2: second ---\na  b x\n");
    assert_eq!(result.stderr, b"e\n");
    let outcome = result.outcome.unwrap();
    let parts: Vec<_> = outcome
        .actions
        .iter()
        .map(|action| {
            let part = action.stdout_from as usize..action.stdout_to as usize;
            (action.name.as_str(), &stdout[part], action.stderr_from..action.stderr_to)
        })
        .collect();
    assert_eq!(parts, [("printf one", "one", 0..0), ("second", "a  b x\n", 0..2)]);
}

#[tokio::test]
async fn the_first_action_that_fails_ends_the_task_unless_it_goes_on() {
    let actions = || vec![cmd("exit 3"), cmd("exit 4"), cmd("exit 0")];
    let stopped = run(actions(), false).await.outcome.unwrap();
    assert_eq!(stopped.end, End::Exited { code: 3 });
    assert_eq!(codes(&stopped.actions), [Some(3)]);
    let went_on = run(actions(), true).await.outcome.unwrap();
    assert_eq!(went_on.end, End::Exited { code: 3 });
    assert_eq!(codes(&went_on.actions), [Some(3), Some(4), Some(0)]);
}

#[tokio::test]
async fn an_action_has_a_time_limit_of_its_own() {
    let limited = CommandAction {
        shell: "sh".to_owned(),
        command: "echo begun; sleep 987".to_owned(),
        timeout_seconds: 1,
        run_as_user: false,
    };
    let result = run(vec![TaskAction::Cmd(limited), cmd("echo next")], true).await;
    let outcome = result.outcome.unwrap();
    assert_eq!(outcome.end, End::TimedOut);
    assert_eq!(codes(&outcome.actions), [Some(98), Some(0)]);
    assert!(result.stdout.ends_with(b"next\n"));
}

#[tokio::test]
async fn an_action_that_cannot_start_says_why() {
    let missing = CommandAction { shell: "nushell".to_owned(), ..CommandAction::default() };
    let result = run(vec![TaskAction::Cmd(missing), TaskAction::Unknown], true).await;
    let outcome = result.outcome.unwrap();
    let reason = "shell nushell needs nu, which is not installed".to_owned();
    let stderr = format!("{reason}\nthis agent is too old for an action of the task\n");
    assert_eq!(String::from_utf8(result.stderr).unwrap(), stderr);
    assert_eq!(outcome.end, End::CouldNotStart { reason });
    assert_eq!(codes(&outcome.actions), [Some(96), Some(96)]);
}

#[tokio::test]
async fn a_task_without_actions_ends_well() {
    let outcome = run(Vec::new(), false).await.outcome.unwrap();
    assert_eq!((outcome.end, outcome.actions), (End::Exited { code: 0 }, Vec::new()));
}

#[tokio::test]
async fn a_run_ends_when_its_repetitions_are_over() {
    let (_server, clock, _agent, mut connection) = start().await;
    let actions = vec![cmd("sleep 987"), cmd("echo never")];
    let task = TaskDefinition {
        stop_at_duration_end: true,
        continue_on_error: true,
        ..task(1, repeated(2, 3), actions)
    };
    connection.define("d1", vec![task]).await;
    // One second before the end, which then comes by the machine's own clock.
    clock.pass(3602);
    let outcome = connection.finish_task().await.1.outcome.unwrap();
    assert_eq!(outcome.end, End::TimedOut);
    assert_eq!(codes(&outcome.actions), [Some(98)]);
}
