//! What a command's caller sees.
#![cfg(unix)]

use muster_protocol::{End, RunCommand};

use super::fake_server::{FakeServer, Result, command};
use super::test_agent::TestAgent;

async fn run(command: &RunCommand) -> Result {
    let server = FakeServer::start().await;
    let agent = TestAgent::start(&server).await;
    let mut connection = server.welcome().await;
    let result = connection.run("run-1", command).await;
    connection.close_run("run-1").await;
    agent.stop().await;
    result
}

fn shell(shell: &str, text: &str) -> RunCommand {
    RunCommand { shell: shell.to_owned(), ..command(text) }
}

async fn refusal(command: &RunCommand) -> String {
    let result = run(command).await;
    let End::CouldNotStart { reason } = result.outcome.unwrap().end else { panic!("it started") };
    assert_eq!(result.stderr, format!("{reason}\n").into_bytes());
    assert_eq!(result.stdout, b"");
    reason
}

#[tokio::test]
async fn output_error_output_and_code_arrive_apart() {
    let result = run(&command("echo out; echo err >&2; exit 3")).await;

    assert_eq!(result.accepted, 1);
    assert_eq!(result.stdout, b"out\n");
    assert_eq!(result.stderr, b"err\n");
    let outcome = result.outcome.unwrap();
    assert_eq!(outcome.end, End::Exited { code: 3 });
    assert_eq!((outcome.stdout, outcome.stderr, outcome.truncated), (4, 4, false));
    assert!(outcome.started > 1_700_000_000_000_000 && outcome.seconds < 30.0);
}

#[tokio::test]
async fn a_run_ended_by_a_signal_counts_as_128_plus_its_number() {
    let result = run(&command("kill -9 $$")).await;
    assert_eq!(result.outcome.unwrap().end, End::Exited { code: 137 });
}

#[tokio::test]
async fn bash_python_and_an_absolute_path_run_their_own_language() {
    for (name, text) in [
        ("bash", "[[ x == x ]] && echo right"),
        ("python", "print('right')"),
        ("/bin/sh", "echo right"),
        ("shell", "echo right"),
        ("sh", "-no-such-option; echo right"),
    ] {
        let result = run(&shell(name, text)).await;
        assert_eq!(String::from_utf8_lossy(&result.stdout), "right\n", "{name}");
        assert_eq!(result.outcome.unwrap().end, End::Exited { code: 0 });
    }
}

#[tokio::test]
async fn a_missing_shell_is_refused_by_name_and_nothing_runs() {
    assert_eq!(
        refusal(&shell("nushell", "ls")).await,
        "shell nushell needs nu, which is not installed"
    );
    assert_eq!(refusal(&shell("cmd", "dir")).await, "shell cmd exists on Windows only");
    assert_eq!(refusal(&shell("/opt/none", "x")).await, "there is no program at /opt/none");
}

#[tokio::test]
async fn a_command_that_cannot_be_passed_on_is_refused() {
    let reason = refusal(&command("echo \0")).await;
    assert!(reason.contains("cannot be started"), "{reason}");
}

#[tokio::test]
async fn running_as_the_person_at_the_machine_needs_a_person() {
    if !crate::os::accounts::login_sessions().await.is_empty() {
        return;
    }
    let command = RunCommand { run_as_user: true, ..command("id") };
    assert_eq!(refusal(&command).await, "nobody is logged in to run this as");
}

#[tokio::test]
async fn the_environment_is_clean_and_there_is_nothing_to_read() {
    let result = run(&command("cat; env | cut -d= -f1 | sort | tr '\\n' ' '; tty")).await;
    let names = String::from_utf8(result.stdout).unwrap();
    for name in ["HOME", "LANG", "LOGNAME", "MUSTER_RUN_ID", "PATH", "SHELL", "TMPDIR", "USER"] {
        assert!(names.contains(&format!("{name} ")), "{name} is missing in {names}");
    }
    assert!(!names.contains("CARGO"), "{names}");
    assert!(names.ends_with("not a tty\n"), "{names}");
}

#[tokio::test]
async fn a_command_longer_than_an_argument_may_be_runs_from_a_private_file() {
    let padding = "x".repeat(300 * 1024);
    for name in ["sh", "bash", "python", "/bin/sh"] {
        let text = match name {
            "python" => format!("# {padding}\nprint('end')"),
            _ => format!("# {padding}\nstat -c %a \"$0\"; echo end"),
        };
        let result = run(&shell(name, &text)).await;
        let expected = if name == "python" { "end\n" } else { "600\nend\n" };
        assert_eq!(String::from_utf8_lossy(&result.stdout), expected, "{name}");
    }
}

#[tokio::test]
async fn output_that_is_not_text_arrives_byte_by_byte() {
    let result = run(&command("printf '\\377\\000\\n'")).await;
    assert_eq!(result.stdout, [0xff, 0, b'\n']);
}

#[tokio::test]
async fn output_past_its_limit_is_cut_and_the_command_goes_on() {
    let command = RunCommand {
        output_limit: 2 * 1024 * 1024,
        ..command("head -c 50000000 /dev/zero; echo done >&2")
    };
    let result = run(&command).await;
    let outcome = result.outcome.unwrap();
    assert_eq!(outcome.end, End::Exited { code: 0 });
    assert_eq!((outcome.stdout, outcome.truncated), (2 * 1024 * 1024, true));
    assert_eq!(result.stdout.len(), 2 * 1024 * 1024);
    assert_eq!(result.stderr, b"done\n");
}
