//! Running as somebody else, which no fake server can arrange.

use muster_protocol::RunCommand;
use nix::unistd::{Uid, User};

use super::platform::Account;
use super::*;

fn job(run_dir: &std::path::Path, text: &str) -> Job {
    let command = RunCommand {
        shell: "sh".to_owned(),
        command: text.to_owned(),
        timeout_seconds: 20,
        run_as_user: true,
        output_limit: 1000,
    };
    Job {
        run_id: RunId::parse(&format!("test-{}", std::process::id())).unwrap(),
        run_dir: run_dir.to_owned(),
        command,
        board: Arc::default(),
        cancel: CancellationToken::new(),
        stopping: CancellationToken::new(),
    }
}

/// Somebody who is not the one who runs the tests.
fn somebody() -> Option<Account> {
    let user = User::from_name("nobody").ok().flatten()?;
    Uid::effective().is_root().then(|| user.into())
}

#[tokio::test]
async fn a_command_runs_as_the_person_with_their_own_environment() {
    let Some(person) = somebody() else { return };
    let folder = tempfile::tempdir().unwrap();
    let job = job(folder.path(), "id -un; echo $USER $LOGNAME; echo $MUSTER_RUN_ID");

    let outcome = run_prepared(&job, prepare::prepare_for(&job, Some(person))).await;

    assert_eq!(outcome.end, End::Exited { code: 0 });
    let stdout = std::fs::read_to_string(folder.path().join("stdout")).unwrap();
    assert_eq!(stdout, format!("nobody\nnobody nobody\n{}\n", job.run_id));
}

#[tokio::test]
async fn a_long_command_of_a_person_is_in_a_file_only_they_can_read() {
    let Some(person) = somebody() else { return };
    let folder = tempfile::tempdir().unwrap();
    let text = format!("# {}\nstat -c '%U %a' \"$0\" \"${{0%/*}}\"", "x".repeat(200_000));
    let job = job(folder.path(), &text);

    let ready = prepare::prepare_for(&job, Some(person)).unwrap();
    let script = ready.script.as_ref().unwrap().path().to_owned();
    let outcome = run_prepared(&job, Ok(ready)).await;

    assert_eq!(outcome.end, End::Exited { code: 0 });
    let stdout = std::fs::read_to_string(folder.path().join("stdout")).unwrap();
    assert_eq!(stdout, "nobody 600\nnobody 700\n");
    assert!(!script.exists());
}
