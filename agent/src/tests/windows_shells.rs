//! What the caller of a command or a script sees on Windows.
#![cfg(windows)]

use muster_protocol::{End, Order, RunCommand, RunScript, ToAgent, order_name};

use super::fake_server::{FakeConnection, FakeServer, Result, command};
use super::test_agent::TestAgent;

struct Fixture {
    connection: FakeConnection,
    agent: TestAgent,
    runs: usize,
}

impl Fixture {
    async fn start() -> Self {
        let server = FakeServer::start().await;
        let agent = TestAgent::start(&server).await;
        Self { connection: server.welcome().await, agent, runs: 0 }
    }

    fn next_id(&mut self) -> String {
        self.runs += 1;
        format!("windows-{}", self.runs)
    }

    async fn command(&mut self, text: &str) -> Result {
        let id = self.next_id();
        self.connection.run(&id, &shell("cmd", text)).await
    }

    async fn script(&mut self, shell: &str, code: &str, args: &[&str]) -> Result {
        let id = self.next_id();
        let script = RunScript {
            shell: shell.to_owned(),
            code: code.to_owned(),
            args: args.iter().map(|word| (*word).to_owned()).collect(),
            env_vars: vec!["WORD=50% \"x\" & y!".to_owned()],
            timeout_seconds: 30,
            run_as_user: false,
            output_limit: 1024 * 1024,
        };
        self.connection.carry_out(Order::new(&id, order_name::RUN_SCRIPT, &script)).await
    }
}

fn shell(shell: &str, text: &str) -> RunCommand {
    RunCommand { shell: shell.to_owned(), ..command(text) }
}

fn stdout(result: &Result) -> String {
    String::from_utf8(result.stdout.clone()).unwrap().replace("\r\n", "\n")
}

fn end(result: Result) -> End {
    result.outcome.unwrap().end
}

fn refusal(result: Result) -> String {
    let End::CouldNotStart { reason } = end(result) else { panic!("it started") };
    reason
}

#[tokio::test]
async fn a_command_reaches_the_shell_as_it_is() {
    let mut fixture = Fixture::start().await;
    let result = fixture.command("echo \"a  b\"& echo err>&2& exit 3").await;
    assert_eq!(stdout(&result), "\"a  b\"\n");
    assert_eq!(String::from_utf8_lossy(&result.stderr).trim(), "err");
    assert_eq!(end(result), End::Exited { code: 3 });

    let result = fixture.command("echo one\necho two\n").await;
    assert_eq!(stdout(&result), "one\ntwo\n");
    assert_eq!(end(result), End::Exited { code: 0 });

    let names = stdout(&fixture.command("set").await).to_ascii_uppercase();
    assert!(names.contains("SYSTEMROOT=") && names.contains("MUSTER_RUN_ID="), "{names}");
    assert!(!names.contains("CARGO_"), "{names}");
}

#[tokio::test]
async fn a_batch_file_gets_arguments_and_variables_and_is_gone_afterwards() {
    let mut fixture = Fixture::start().await;
    let code = "@echo off\necho %1\necho %2\nset WORD\necho %~f0\nexit /b 5\n";
    let result = fixture.script("cmd", code, &["a  & b", "C:\\x"]).await;
    let printed = stdout(&result);
    let lines: Vec<&str> = printed.lines().collect();
    assert_eq!(lines[..3], ["\"a  & b\"", "C:\\x", "WORD=50% \"x\" & y!"]);
    assert!(!std::path::Path::new(lines[3]).exists(), "{}", lines[3]);
    assert_eq!(end(result), End::Exited { code: 5 });

    let reason = refusal(fixture.script("cmd", code, &["\"& calc"]).await);
    assert!(reason.starts_with("argument 1 has a quotation mark, which a batch file"), "{reason}");
}

#[tokio::test]
async fn a_missing_shell_is_refused_by_name() {
    let mut fixture = Fixture::start().await;
    for (name, reason) in [
        ("fish", "shell fish is not known to this agent"),
        (r"C:\no\such.exe", r"there is no program at C:\no\such.exe"),
        ("nushell", "shell nushell needs nu, which is not installed"),
    ] {
        let id = fixture.next_id();
        let result = fixture.connection.run(&id, &shell(name, "ls")).await;
        assert_eq!(refusal(result), reason);
    }
}

#[tokio::test]
async fn a_run_ends_with_all_it_started_at_its_limit_or_when_cancelled() {
    let mut fixture = Fixture::start().await;
    let text = "echo up& ping -n 60 127.0.0.1 >nul";
    let id = fixture.next_id();
    let limited = RunCommand { timeout_seconds: 1, ..shell("cmd", text) };
    let result = fixture.connection.run(&id, &limited).await;
    assert_eq!(stdout(&result), "up\n");
    assert_eq!(end(result), End::TimedOut);

    let id = fixture.next_id();
    fixture.connection.order(&id, &shell("cmd", text)).await;
    fixture.connection.wait_for_accepted().await;
    fixture.connection.send(&ToAgent::Cancel { run_id: id.clone() }).await;
    assert_eq!(end(fixture.connection.finish(&id).await), End::Cancelled);
    fixture.agent.stop().await;
}
