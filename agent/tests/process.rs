//! The real program, as a person or a service manager starts it.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

#[path = "../src/tests/fake_definitions.rs"]
#[expect(dead_code, reason = "the tests in the library use the rest of it")]
mod fake_definitions;
#[path = "../src/tests/fake_server.rs"]
#[expect(dead_code, reason = "the tests in the library use the rest of it")]
mod fake_server;
#[path = "../src/tests/http_request.rs"]
mod http_request;
#[path = "process/self_testing.rs"]
mod self_testing;
#[path = "process/updating.rs"]
mod updating;

use std::path::Path;
use std::process::{Output, Stdio};
use std::sync::Arc;
use std::time::Duration;

use muster_protocol::{
    CommandAction, End, FromAgent, KnownRun, Order, Refusal, RunScript, TaskAction, TaskDefinition,
    ToAgent, WelcomeRun, order_name,
};
use muster_schedule::{InstancePolicy, Kind, Repetition, Rule};
use rustls::ServerConfig;
use rustls::pki_types::PrivateKeyDer;
use tempfile::TempDir;
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::process::{Child, Command};
use tokio_rustls::TlsAcceptor;

use fake_server::{FakeServer, LIMIT, command};

fn program(data: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_muster-agent"));
    command.env("MUSTER_AGENT_DATA", data).env_remove("MUSTER_LOG").stdin(Stdio::null());
    command.kill_on_drop(true);
    command
}

async fn run(data: &Path, words: &[&str]) -> Output {
    finish(program(data).args(words)).await
}

async fn finish(command: &mut Command) -> Output {
    let output = command.output();
    tokio::time::timeout(LIMIT, output).await.expect("the program does not end").unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Enrols at a server and starts the agent.
async fn start(server: &FakeServer) -> (TempDir, Child) {
    let folder = enrol(server).await;
    let child = serve(folder.path());
    (folder, child)
}

/// The data of a computer that is enrolled.
async fn enrol(server: &FakeServer) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let url = server.url();
    // Tokens are random and may begin with a hyphen.
    let words = ["enroll", "--server", &url, "--token", "-secret", "--hostname", "pc-1"];
    let (output, ()) = tokio::join!(run(folder.path(), &words), server.enrol("agent-1"));
    assert!(output.status.success(), "{}", text(&output.stderr));
    folder
}

fn serve(data: &Path) -> Child {
    program(data).arg("run").stderr(Stdio::null()).spawn().unwrap()
}

async fn signal(child: &mut Child, name: &str) -> std::process::ExitStatus {
    let id = child.id().unwrap().to_string();
    Command::new("kill").args(["-s", name, &id]).status().await.unwrap();
    tokio::time::timeout(LIMIT, child.wait()).await.expect("the agent does not end").unwrap()
}

fn is_alive(id: &str) -> bool {
    let Ok(stat) = std::fs::read_to_string(format!("/proc/{id}/stat")) else { return false };
    !stat.rsplit_once(')').unwrap().1.trim_start().starts_with('Z')
}

/// Waits until none of them is alive: a killed process is there until it gets a
/// processor to end on.
async fn wait_until_dead(ids: &str) {
    let dead = async {
        while ids.lines().any(is_alive) {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    };
    tokio::time::timeout(LIMIT, dead).await.expect("some are still alive");
}

#[tokio::test]
async fn a_killed_agent_reports_its_runs_as_interrupted_and_ends_what_they_left() {
    let server = FakeServer::start().await;
    let (folder, mut child) = start(&server).await;
    let mut connection = server.welcome().await;
    let witness = folder.path().join("witness");
    let order = command(&format!(
        "echo ran >> {}; setsid sleep 987 & echo $!; sleep 987 & echo $!; wait",
        witness.display()
    ));
    connection.order("killed", &order).await;
    let mut printed = String::new();
    while printed.lines().count() < 2 {
        if let FromAgent::Output { data, .. } = connection.next().await {
            printed.push_str(&text(&data));
        }
    }
    assert!(printed.lines().all(is_alive));

    signal(&mut child, "KILL").await;
    assert!(printed.lines().all(is_alive), "the test needs something that is left");
    let _child = serve(folder.path());

    let mut connection = server.accept().await;
    assert_eq!(
        connection.hello.runs,
        [KnownRun { run_id: "killed".to_owned(), finished: true, task: None }]
    );
    wait_until_dead(&printed).await;
    let known = WelcomeRun { run_id: "killed".to_owned(), stdout: 0, stderr: 0, closed: false };
    connection.welcome(vec![known], false).await;
    let result = connection.finish("killed").await;
    assert_eq!(result.outcome.unwrap().end, End::Interrupted);
    assert_eq!(text(&result.stdout), printed);

    // The order comes again: it ran once, and that is all.
    let result = connection.run("killed", &order).await;
    assert_eq!(result.outcome.unwrap().end, End::Interrupted);
    assert_eq!(std::fs::read_to_string(witness).unwrap(), "ran\n");
}

/// A task that is due every second from now on, one run at a time.
#[expect(clippy::disallowed_methods, reason = "a real agent uses the machine's clock")]
fn every_second(command: String) -> TaskDefinition {
    let (every, for_duration) = (Duration::from_secs(1), Duration::from_secs(86_400));
    let rule = Rule {
        kind: Kind::Daily { interval: 1 },
        start: Some(chrono::Utc::now()),
        repetition: Some(Repetition { every, for_duration }),
        instance_policy: InstancePolicy::IgnoreNew,
        ..Rule::default()
    };
    let action =
        CommandAction { shell: "sh".to_owned(), command, timeout_seconds: 60, run_as_user: false };
    let actions = vec![TaskAction::Cmd(action)];
    TaskDefinition { id: 1, rule, actions, output_limit: 1000, ..TaskDefinition::default() }
}

#[tokio::test]
async fn a_killed_agent_goes_on_with_its_tasks_and_repeats_none() {
    let server = FakeServer::start().await;
    let (folder, mut child) = start(&server).await;
    let mut connection = server.welcome().await;
    let witness = folder.path().join("witness");
    let text = format!("echo ran >> {}; echo begun; exec sleep 987", witness.display());
    connection.give("d1", vec![every_second(text)]).await;
    // The task may begin before its receipt is sent.
    let (mut is_kept, mut task, mut has_begun) = (false, None, false);
    while !is_kept || !has_begun {
        match connection.next_news().await {
            FromAgent::DefinitionsKept { .. } => is_kept = true,
            FromAgent::TaskStarted { run_id, start } => task = task.or(Some((run_id, start))),
            FromAgent::Output { .. } => has_begun = true,
            other => panic!("{other:?} instead of a task"),
        }
    }
    let (run_id, began) = task.unwrap();
    signal(&mut child, "KILL").await;
    let mut child = serve(folder.path());

    let mut connection = server.accept().await;
    assert_eq!(connection.hello.definitions_digest, "d1");
    let known = connection.hello.runs.iter().find(|run| run.run_id == run_id).unwrap();
    assert_eq!((known.finished, known.task.as_ref()), (true, Some(&began)));
    let known = |run: &KnownRun| WelcomeRun {
        run_id: run.run_id.clone(),
        stdout: 0,
        stderr: 0,
        closed: false,
    };
    let runs: Vec<_> = connection.hello.runs.iter().map(known).collect();
    let mut next = connection.hello.runs.iter().find(|run| run.run_id != run_id).cloned();
    connection.welcome(runs, false).await;
    let (mut end, mut has_printed) = (None, false);
    while end.is_none() || !has_printed {
        match connection.next_news().await {
            FromAgent::Output { run_id: id, .. } => has_printed |= id != run_id,
            FromAgent::Finished { outcome, .. } => end = Some(outcome.end),
            FromAgent::TaskStarted { run_id, start } => {
                next = Some(KnownRun { run_id, finished: false, task: Some(start) });
            }
            _ => {}
        }
    }
    assert_eq!(end, Some(End::Interrupted));
    assert!(next.unwrap().task.unwrap().due > began.due);
    signal(&mut child, "TERM").await;
    assert_eq!(std::fs::read_to_string(witness).unwrap(), "ran\nran\n");
}

#[tokio::test]
async fn the_script_of_a_killed_agent_is_gone_when_the_next_one_serves() {
    let server = FakeServer::start().await;
    let (folder, mut child) = start(&server).await;
    let mut connection = server.welcome().await;
    let script = RunScript {
        shell: "shell".to_owned(),
        code: "printf '%s\\n' \"$0\"; exec sleep 987".to_owned(),
        args: Vec::new(),
        env_vars: Vec::new(),
        timeout_seconds: 60,
        run_as_user: false,
        output_limit: 1000,
    };
    let order = Order::new("scripted", order_name::RUN_SCRIPT, &script);
    connection.send(&ToAgent::Order(order)).await;
    let path = loop {
        if let FromAgent::Output { data, .. } = connection.next().await {
            break text(&data);
        }
    };
    let path = Path::new(path.trim_end());
    assert!(path.exists(), "{}", path.display());

    signal(&mut child, "KILL").await;
    let _child = serve(folder.path());
    server.accept().await;
    assert!(!path.exists() && !path.parent().unwrap().exists());
}

#[tokio::test]
async fn an_agent_that_was_removed_stops_and_leaves_its_data_in_place() {
    let server = FakeServer::start().await;
    let (folder, mut child) = start(&server).await;
    let mut connection = server.accept().await;
    connection.refuse(Refusal::Uninstall, "this agent was removed on the server", 0).await;
    let status = tokio::time::timeout(LIMIT, child.wait()).await.unwrap().unwrap();
    assert_eq!(status.code(), Some(3));
    assert!(folder.path().join("identity.json").exists());
}

#[tokio::test]
async fn sigterm_stops_the_agent_soon() {
    let server = FakeServer::start().await;
    let (folder, mut child) = start(&server).await;
    let mut connection = server.welcome().await;
    let status = signal(&mut child, "TERM").await;
    assert!(status.success());
    assert!(connection.is_hung_up().await);

    let output = run(folder.path(), &["status"]).await;
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stdout).contains("running:   no\nconnected: no\n"));
}

#[tokio::test]
async fn status_tells_who_is_connected_and_a_second_agent_is_refused() {
    let server = FakeServer::start().await;
    let (folder, _child) = start(&server).await;
    let mut connection = server.welcome().await;
    // The agent has written its status down when it answers.
    connection.run("run-1", &command("true")).await;

    let output = run(folder.path(), &["status"]).await;
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{said}");
    for part in [
        "agent:     agent-1\n",
        "hostname:  pc-1\n",
        "key:       ",
        "connected: yes, for",
        "waiting:   1 ",
    ] {
        assert!(said.contains(part), "{part} is missing in {said}");
    }

    let second = run(folder.path(), &["run"]).await;
    assert_eq!(second.status.code(), Some(1));
    let complaint = format!(
        "muster-agent: another muster-agent already runs with {}\n",
        folder.path().display()
    );
    assert_eq!(text(&second.stderr), complaint);
}

#[tokio::test]
async fn a_computer_that_is_not_enrolled_is_told_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let output = run(folder.path(), &["run"]).await;
    assert_eq!(output.status.code(), Some(1));
    let expected = "muster-agent: this computer is not enrolled: run muster-agent enroll first\n";
    assert_eq!(text(&output.stderr), expected);

    let output = run(folder.path(), &["uninstall"]).await;
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("confirm with --yes"));
}

/// Puts TLS before a server; returns the address and the certificate.
async fn encrypt(server: &FakeServer) -> (String, String) {
    let issued = rcgen::generate_simple_self_signed(["127.0.0.1".to_owned()]).unwrap();
    let key = PrivateKeyDer::Pkcs8(issued.signing_key.serialize_der().into());
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![issued.cert.der().clone()], key)
        .unwrap();
    let acceptor = TlsAcceptor::from(Arc::new(config));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("https://{}", listener.local_addr().unwrap());
    let behind = server.url()["http://".len()..].to_owned();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            // A client that does not trust the certificate hangs up here.
            let Ok(mut outside) = acceptor.accept(stream).await else { continue };
            let mut inside = TcpStream::connect(&behind).await.unwrap();
            tokio::spawn(async move { copy_bidirectional(&mut outside, &mut inside).await });
        }
    });
    (url, issued.cert.pem())
}

#[tokio::test]
async fn an_encrypted_server_is_served_only_when_its_certificate_is_trusted() {
    let server = FakeServer::start().await;
    let (url, certificate) = encrypt(&server).await;
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let trusted = folder.path().join("trusted.pem");
    std::fs::write(&trusted, certificate).unwrap();
    let words = ["enroll", "--server", &url, "--token", "secret"];

    let output = run(&data, &words).await;
    assert_eq!(output.status.code(), Some(1));
    let complaint = text(&output.stderr);
    assert!(complaint.contains("TLS") || complaint.contains("certificates"), "{complaint}");

    let mut enrolment = program(&data);
    enrolment.args(words).env("SSL_CERT_FILE", &trusted);
    let (output, ()) = tokio::join!(finish(&mut enrolment), server.enrol("agent-1"));
    assert!(output.status.success(), "{}", text(&output.stderr));

    let mut agent = program(&data);
    agent.arg("run").env("SSL_CERT_FILE", &trusted).stderr(Stdio::null());
    let _agent = agent.spawn().unwrap();
    let result = server.welcome().await.run("run-1", &command("echo secret")).await;
    assert_eq!(result.stdout, b"secret\n");
}
