//! What a script's caller sees.
#![cfg(unix)]

use muster_protocol::{End, Order, RunScript, ToAgent, order_name};

use super::fake_server::{FakeConnection, FakeServer, Result};
use super::test_agent::TestAgent;

/// Texts that every layer between here and the script could spoil.
fn nasty_texts() -> Vec<String> {
    let mut texts: Vec<String> = [
        "",
        " ",
        "a b",
        "'",
        "\"",
        "\\",
        "\\\\n",
        "`id`",
        "$(id)",
        "$HOME",
        "${x}",
        "; id",
        "&& id",
        "| id",
        "> /tmp/x",
        "*",
        "~",
        "!!",
        "#",
        "%PATH%",
        "-c",
        "--",
        "--help",
        "line one\nline two\n",
        "\n",
        "\r\n",
        "\t",
        "\u{1}\u{7f}",
        "ä€😀\u{202e}\u{feff}",
        "{{x}}",
    ]
    .map(str::to_owned)
    .to_vec();
    texts.push("long 'text' $(x)\n".repeat(6_000));
    assert!(texts.last().is_some_and(|text| text.len() > 100_000));
    texts
}

fn script(shell: &str, code: &str) -> RunScript {
    RunScript {
        shell: shell.to_owned(),
        code: code.to_owned(),
        args: Vec::new(),
        env_vars: Vec::new(),
        timeout_seconds: 30,
        run_as_user: false,
        output_limit: 10 * 1024 * 1024,
    }
}

fn order(run_id: &str, script: &RunScript) -> Order {
    Order::new(run_id, order_name::RUN_SCRIPT, script)
}

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

    async fn run(&mut self, script: &RunScript) -> Result {
        self.runs += 1;
        self.connection.carry_out(order(&format!("script-{}", self.runs), script)).await
    }

    async fn output(&mut self, script: &RunScript) -> String {
        let result = self.run(script).await;
        assert_eq!(result.stderr, b"", "{:?}", result.outcome);
        assert_eq!(result.outcome.unwrap().end, End::Exited { code: 0 });
        String::from_utf8(result.stdout).unwrap()
    }

    async fn refusal(&mut self, script: &RunScript) -> String {
        let result = self.run(script).await;
        let End::CouldNotStart { reason } = result.outcome.unwrap().end else { panic!("it ran") };
        assert_eq!(result.stderr, format!("{reason}\n").into_bytes());
        reason
    }
}

#[tokio::test]
async fn arguments_and_variables_arrive_byte_by_byte_in_every_language() {
    let texts = nasty_texts();
    let mut fixture = Fixture::start().await;
    let variables = texts.iter().enumerate().map(|(i, text)| format!("V{i}={text}")).collect();
    let names: String = (0..texts.len()).map(|i| format!(" \"$V{i}\"")).collect();
    let shell_code = format!("printf '%s\\0' \"$@\"{names}");
    let python_code = "import os, sys\nend = lambda text: os.fsencode(text) + b'\\0'\n\
        for text in sys.argv[1:]: sys.stdout.buffer.write(end(text))\n\
        for i in range(len(sys.argv) - 1): sys.stdout.buffer.write(end(os.environ[f'V{i}']))";
    let expected: String = texts.iter().chain(&texts).map(|text| format!("{text}\0")).collect();

    let bash_code = format!("#!/bin/bash\n[[ x ]] && {shell_code}");
    for (shell, code) in [
        ("shell", shell_code.as_str()),
        ("shell", bash_code.as_str()),
        ("bash", shell_code.as_str()),
        ("python", python_code),
    ] {
        let args = texts.clone();
        let env_vars = Vec::clone(&variables);
        let found = fixture.output(&RunScript { args, env_vars, ..script(shell, code) }).await;
        assert!(found == expected, "{shell} got other bytes");
    }
}

#[tokio::test]
async fn the_first_line_decides_and_windows_line_ends_do_no_harm() {
    let mut fixture = Fixture::start().await;
    for (shell, code, expected) in [
        ("shell", "echo $0 | sed 's,.*/,,'", "script.sh\n"),
        ("shell", "#!/usr/bin/env python3\r\nprint('python')\r\n", "python\n"),
        ("shell", "#!/bin/bash -e\r\nif [[ x ]]; then\r\n  echo \"$-\" | cut -c1\r\nfi\r\n", "e\n"),
        ("shell", "echo plain\r\n", "plain\n"),
        ("python", "if True:\r\n    print('x')\r\n", "x\n"),
    ] {
        assert_eq!(fixture.output(&script(shell, code)).await, expected, "{code}");
    }
}

#[tokio::test]
async fn what_cannot_start_is_refused_with_its_reason() {
    let mut fixture = Fixture::start().await;
    for (shell, code, reason) in [
        ("cmd", "dir", "shell cmd exists on Windows only"),
        ("nushell", "ls", "shell nushell needs nu, which is not installed"),
        ("shell", "#!/no/such", "the script needs /no/such, which is not there"),
    ] {
        assert_eq!(fixture.refusal(&script(shell, code)).await, reason);
    }
    let env_vars = vec!["A=1".to_owned(), "BROKEN".to_owned()];
    let broken = RunScript { env_vars, ..script("shell", "true") };
    assert_eq!(fixture.refusal(&broken).await, "environment entry 2 (BROKEN) has no =");

    let long = RunScript { args: vec!["x".repeat(131_072)], ..script("shell", "true") };
    assert_eq!(
        fixture.refusal(&long).await,
        "argument 1 has 131072 bytes; this system takes 131071 in one"
    );
    let many = RunScript { args: vec!["x".repeat(100_000); 38], ..script("shell", "true") };
    assert_eq!(
        fixture.refusal(&many).await,
        "the arguments and the environment are together more than this system takes"
    );
}

#[tokio::test]
async fn a_script_is_private_while_it_runs_and_gone_when_it_ended() {
    let mut fixture = Fixture::start().await;
    let code = "stat -c %a \"$0\" \"${0%/*}\"; printf %s \"$0\"";
    let text = fixture.output(&script("shell", code)).await;
    let path = text.strip_prefix("600\n700\n").unwrap();
    assert!(path.starts_with(fixture.agent.data.runs().to_str().unwrap()), "{path}");
    assert!(!std::path::Path::new(path).exists());
}

#[tokio::test]
async fn a_script_ends_at_its_limit_or_when_cancelled_like_a_command() {
    let mut fixture = Fixture::start().await;
    let endless = script("python", "import time\nprint('begun', flush=True)\ntime.sleep(987)");
    let limited = RunScript { timeout_seconds: 1, ..endless.clone() };
    let result = fixture.run(&limited).await;
    assert_eq!(result.outcome.unwrap().end, End::TimedOut);

    let Fixture { mut connection, .. } = fixture;
    connection.send(&ToAgent::Order(order("endless", &endless))).await;
    connection.wait_for_accepted().await;
    connection.send(&ToAgent::Cancel { run_id: "endless".to_owned() }).await;
    assert_eq!(connection.finish("endless").await.outcome.unwrap().end, End::Cancelled);
}
