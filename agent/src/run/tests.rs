//! Running as another account, which no fake server can arrange.
#![cfg(unix)]

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use muster_protocol::{End, RunCommand, RunScript};
use nix::unistd::{Uid, User};
use tokio_util::sync::CancellationToken;

use super::*;
use crate::os::accounts::Account;
use crate::run_id::RunId;

fn command(text: &str) -> RunCommand {
    RunCommand {
        shell: "sh".to_owned(),
        command: text.to_owned(),
        timeout_seconds: 20,
        run_as_user: true,
        output_limit: 1000,
    }
}

fn job(run_dir: &Path) -> Job {
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    Job {
        run_id: RunId::parse(&format!("test-{}-{number}", std::process::id())).unwrap(),
        run_dir: run_dir.to_owned(),
        limits: Limits { seconds: 20, output_bytes: 1000 },
        board: Arc::default(),
        cancel: CancellationToken::new(),
        stopping: CancellationToken::new(),
        giving_up: CancellationToken::new(),
    }
}

#[tokio::test]
async fn an_uninterrupted_run_ends_by_itself_although_the_agent_stops_or_when_that_takes_too_long()
{
    let folder = tempfile::tempdir().unwrap();
    let job = job(folder.path());
    job.stopping.cancel();
    let run = async |text: &str, job: &Job| {
        let command = RunCommand { run_as_user: false, ..command(text) };
        run_command(job, &command).await.end
    };
    assert_eq!(run("sleep 0.2", &job).await, End::Interrupted);
    assert_eq!(run("sleep 0.2", &job.uninterrupted()).await, End::Exited { code: 0 });
    job.giving_up.cancel();
    assert_eq!(run("sleep 987", &job.uninterrupted()).await, End::Interrupted);
}

/// An account that is not the one of the tests.
fn another_account() -> Option<Account> {
    let user = User::from_name("nobody").ok().flatten()?;
    Uid::effective().is_root().then(|| user.into())
}

#[tokio::test]
async fn a_command_runs_as_the_person_with_their_own_environment() {
    let Some(person) = another_account() else { return };
    let folder = tempfile::tempdir().unwrap();
    let job = job(folder.path());
    let command = command("id -un; echo $USER $LOGNAME; echo $MUSTER_RUN_ID");

    let ready = command::prepare_for(&job, &command, Some(person));
    let outcome = Stage::begin(&job).run_alone(ready).await;

    assert_eq!(outcome.end, End::Exited { code: 0 });
    let stdout = std::fs::read_to_string(folder.path().join("stdout")).unwrap();
    assert_eq!(stdout, format!("nobody\nnobody nobody\n{}\n", job.run_id));
}

#[tokio::test]
async fn a_long_command_of_a_person_is_in_a_file_only_they_can_read() {
    let Some(person) = another_account() else { return };
    let folder = tempfile::tempdir().unwrap();
    let text = format!("# {}\nstat -c '%U %a' \"$0\" \"${{0%/*}}\"", "x".repeat(200_000));
    let job = job(folder.path());

    let ready = command::prepare_for(&job, &command(&text), Some(person)).unwrap();
    let files = ready.script.as_ref().unwrap().folder.clone();
    let outcome = Stage::begin(&job).run_alone(Ok(ready)).await;

    assert_eq!(outcome.end, End::Exited { code: 0 });
    let stdout = std::fs::read_to_string(folder.path().join("stdout")).unwrap();
    assert_eq!(stdout, "nobody 600\nnobody 700\n");
    assert!(!files.exists());
}

#[tokio::test]
async fn a_script_of_a_person_is_in_a_file_only_they_can_read() {
    let Some(person) = another_account() else { return };
    let folder = tempfile::tempdir().unwrap();
    let job = job(folder.path());
    let script = RunScript {
        shell: "shell".to_owned(),
        code: "#!/bin/bash\nid -un; stat -c '%U %a' \"$0\" \"${0%/*}\"; echo \"$1\" $WORD"
            .to_owned(),
        args: vec!["a  b".to_owned()],
        env_vars: vec!["WORD=x".to_owned()],
        timeout_seconds: 20,
        run_as_user: true,
        output_limit: 1000,
    };

    let ready = script::prepare_for(&job, &script, Some(person)).unwrap();
    let files = ready.script.as_ref().unwrap().folder.clone();
    let outcome = Stage::begin(&job).run_alone(Ok(ready)).await;

    assert_eq!(outcome.end, End::Exited { code: 0 });
    let stdout = std::fs::read_to_string(folder.path().join("stdout")).unwrap();
    assert_eq!(stdout, "nobody\nnobody 600\nnobody 700\na  b x\n");
    assert!(!files.exists());
}
