//! Processes of a run, from their start to their end.

use tokio::io::AsyncReadExt;

use super::*;
use crate::os::accounts::{environment, own_account};

fn shell(text: &str) -> ProcessCommand {
    ProcessCommand {
        program: find_program("cmd").unwrap(),
        arguments: ["/d", "/s", "/c", text].map(OsString::from).to_vec(),
        environment: environment(&own_account()),
        directory: std::env::temp_dir(),
        become_user: None,
    }
}

fn begin(folder: &Path, spec: ProcessCommand) -> Process {
    start(&RunId::parse("run-1").unwrap(), folder, spec).unwrap()
}

async fn run(spec: ProcessCommand) -> (i32, String, String) {
    let folder = tempfile::tempdir().unwrap();
    let mut process = begin(folder.path(), spec);
    let (stdout, stderr) = process.take_pipes();
    let (mut stdout, mut stderr) = (stdout.unwrap(), stderr.unwrap());
    let (mut printed, mut complained) = (String::new(), String::new());
    let (one, other) =
        tokio::join!(stdout.read_to_string(&mut printed), stderr.read_to_string(&mut complained));
    assert!(one.is_ok() && other.is_ok());
    let code = exit_code(process.wait().await);
    assert_eq!(exit_code(process.wait().await), code, "it can be asked again");
    (code, printed, complained)
}

#[tokio::test]
async fn output_errors_and_code_arrive_apart() {
    let (code, stdout, stderr) = run(shell("echo out& echo err>&2& exit 3")).await;
    assert_eq!((code, stdout.trim(), stderr.trim()), (3, "out", "err"));
    let (code, ..) = run(shell("exit -5")).await;
    assert_eq!(code, -5);
}

#[tokio::test]
async fn the_environment_is_what_was_given_and_the_later_of_two_wins() {
    let mut spec = shell("echo %WORD%-%MUSTER_OTHER%");
    for (name, value) in [("WORD", "one"), ("word", "two")] {
        spec.environment.push((name.into(), value.into()));
    }
    let (_, stdout, _) = run(spec).await;
    assert_eq!(stdout.trim(), "two-%MUSTER_OTHER%");
}

#[tokio::test]
async fn a_process_that_waits_is_ended_with_what_it_started() {
    let folder = tempfile::tempdir().unwrap();
    let mut process = begin(folder.path(), shell("echo up& ping -n 60 127.0.0.1 >nul"));
    let mut stdout = process.take_pipes().0.unwrap();
    let mut start = [0; 2];
    stdout.read_exact(&mut start).await.unwrap();
    assert_eq!(&start, b"up");
    assert!(process.job.count().unwrap() >= 1);
    process.kill_tree().await;
    assert_eq!(process.job.count().unwrap(), 0);
    assert_eq!(exit_code(process.wait().await), 1);
}

#[tokio::test]
async fn what_a_dead_agent_left_is_ended_by_the_next() {
    let folder = tempfile::tempdir().unwrap();
    let mut process = begin(folder.path(), shell("echo up& ping -n 60 127.0.0.1 >nul"));
    let mut stdout = process.take_pipes().0.unwrap();
    stdout.read_exact(&mut [0; 2]).await.unwrap();
    // As if the agent had died: its handle is gone, and the process is not.
    let Process { exit, job, .. } = process;
    drop(job);
    let run_id = RunId::parse("run-1").unwrap();
    end_leftovers(&[(run_id, folder.path().to_owned())]).await;
    assert_eq!(exit_code(exit.wait().await), 1);
    // Its name lasts until the system has taken the processes down.
    let left = record::find_job(folder.path()).map_or(0, |job| job.count().unwrap());
    assert_eq!(left, 0);
}

#[tokio::test]
async fn what_cannot_be_started_is_refused_with_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let run_id = RunId::parse("run-1").unwrap();
    let refusal = |spec| start(&run_id, folder.path(), spec).unwrap_err().to_string();
    let missing = PathBuf::from(r"C:\no\such\program.exe");
    let reason = refusal(ProcessCommand { program: missing, ..shell("") });
    assert!(reason.starts_with(r"C:\no\such\program.exe cannot be started: "), "{reason}");

    let stranger = crate::os::accounts::Account {
        session: Some(0x7fff_fff0),
        sid: "S-1-5-21-1-2-3-1001".to_owned(),
        ..own_account()
    };
    let as_stranger = ProcessCommand { become_user: Some(stranger), ..shell("exit 0") };
    assert!(!refusal(as_stranger).contains("cannot be started"));
}

#[tokio::test]
async fn a_batch_file_gets_its_arguments_as_they_are_or_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("tool.bat");
    std::fs::write(&program, "@echo %~1\r\n@exit /b 4\r\n").unwrap();
    let call = |argument: &str| ProcessCommand {
        program: program.clone(),
        arguments: vec![argument.into()],
        ..shell("")
    };
    let (code, stdout, _) = run(call("a  b")).await;
    assert_eq!((code, stdout.trim_end()), (4, "a  b"));
    let run_id = RunId::parse("run-1").unwrap();
    let reason = start(&run_id, folder.path(), call("\"&exit 9")).unwrap_err().to_string();
    assert!(reason.starts_with("argument 1 has a quotation mark"), "{reason}");
}
