//! An agent becomes another release, or stays what it is and says why.

use std::path::PathBuf;

use muster_protocol::{RecoverAgent, RunCommand, UpdateAgent, downgrade_to_sign, package_to_sign};
use ring::digest::{SHA256, digest};
use ring::rand::SystemRandom;
use ring::signature::{Ed25519KeyPair, KeyPair};
use tokio::io::AsyncWriteExt;

use super::fake_server::FakeConnection;
use super::*;

const RELEASE: &str = env!("CARGO_PKG_VERSION");
const NEWER: &str = "9.9.9";
const OLDER: &str = "0.0.9";

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// An agent that runs from a program of its own, and the key of its server.
struct Scene {
    server: FakeServer,
    folder: TempDir,
    child: Child,
    connection: FakeConnection,
    key: Ed25519KeyPair,
}

impl Scene {
    async fn start() -> Self {
        let server = FakeServer::start().await;
        let folder = enrol(&server).await;
        Self::run_in(server, folder).await
    }

    /// An agent that takes programs of this publisher alone.
    async fn start_for(publisher: &str) -> Self {
        let server = FakeServer::start().await;
        let folder = enrol(&server).await;
        let url = server.url();
        let words = ["enroll", "--server", &url, "--token", "x", "--if-needed"];
        let words = [&words[..], &["--publisher-key", publisher]].concat();
        let output = run(folder.path(), &words).await;
        assert!(output.status.success(), "{}", text(&output.stderr));
        Self::run_in(server, folder).await
    }

    async fn run_in(server: FakeServer, folder: TempDir) -> Self {
        // Another process makes the file: one that this process had open while a
        // test beside this one started something is too busy to run.
        let mut copy = Command::new("cp");
        copy.arg(env!("CARGO_BIN_EXE_muster-agent")).arg(folder.path().join("program"));
        assert!(copy.status().await.unwrap().success());
        let child = Command::new(folder.path().join("program"))
            .args(["run", "--data"])
            .arg(folder.path())
            .stdin(Stdio::null())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        let key = new_key();
        let mut connection = server.accept().await;
        connection.package_key = hex(key.public_key().as_ref());
        connection.welcome(Vec::new(), false).await;
        Self { server, folder, child, connection, key }
    }

    fn program(&self, ending: &str) -> PathBuf {
        self.folder.path().join(format!("program{ending}"))
    }

    fn order(&self, program: &[u8], version: &str) -> UpdateAgent {
        let sha256 = hex(digest(&SHA256, program).as_ref());
        let text = package_to_sign("linux", goarch(), version, &sha256);
        UpdateAgent {
            version: version.to_owned(),
            path: "/link/agent/linux/it/".to_owned(),
            sha256,
            signature: hex(self.key.sign(&text).as_ref()),
            timeout_seconds: 60,
            trial_seconds: 60,
            allow_downgrade: false,
            publisher_signature: String::new(),
        }
    }

    /// The order to become a release, also if it is an older one.
    fn order_by_name(&self, program: &[u8], version: &str) -> UpdateAgent {
        let order = self.order(program, version);
        let text = downgrade_to_sign("linux", goarch(), version, &order.sha256);
        let signature = hex(self.key.sign(&text).as_ref());
        UpdateAgent { signature, allow_downgrade: true, ..order }
    }

    async fn send(&mut self, run_id: &str, update: &UpdateAgent) {
        let order = Order::new(run_id, order_name::UPDATE_AGENT, update);
        self.connection.send(&ToAgent::Order(order)).await;
    }

    /// Hands out a program.
    async fn serve(&self, program: &[u8]) {
        let mut stream = self.server.accept_raw().await;
        let request = http_request::read_request(&mut stream).await;
        assert!(request.starts_with("GET /link/agent/linux/it/ HTTP/1.1\r\n"), "{request}");
        let head = format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n", program.len());
        stream.write_all(head.as_bytes()).await.unwrap();
        stream.write_all(program).await.unwrap();
    }

    /// Takes the next connection of the agent, which holds this one ended run.
    async fn back(&mut self, run_id: &str) -> String {
        self.connection = self.server.accept().await;
        let known = KnownRun { run_id: run_id.to_owned(), finished: true, task: None };
        assert_eq!(self.connection.hello.runs, [known]);
        assert!(!self.connection.hello.is_trial);
        let run = WelcomeRun { run_id: run_id.to_owned(), stdout: 0, stderr: 0, closed: false };
        self.connection.welcome(vec![run], false).await;
        self.connection.hello.version.clone()
    }

    async fn end_of(&mut self, run_id: &str) -> End {
        self.connection.finish(run_id).await.outcome.unwrap().end
    }

    async fn reason(&mut self, run_id: &str) -> String {
        match self.end_of(run_id).await {
            End::CouldNotStart { reason } => reason,
            end => panic!("{end:?}"),
        }
    }

    /// It goes on as before, and nothing is left of a new program.
    async fn still_works(&mut self) {
        let result = self.connection.run("after", &command("echo fine")).await;
        assert_eq!(result.stdout, b"fine\n");
        assert!(!self.program(".new").exists());
        assert!(self.child.try_wait().unwrap().is_none());
    }
}

fn new_key() -> Ed25519KeyPair {
    let document = Ed25519KeyPair::generate_pkcs8(&SystemRandom::new()).unwrap();
    Ed25519KeyPair::from_pkcs8(document.as_ref()).unwrap()
}

fn goarch() -> &'static str {
    if cfg!(target_arch = "x86_64") { "amd64" } else { "arm64" }
}

fn newer() -> Vec<u8> {
    release(NEWER)
}

/// This agent's program, which says it is another release.
fn release(version: &str) -> Vec<u8> {
    let mut program = std::fs::read(env!("CARGO_BIN_EXE_muster-agent")).unwrap();
    let record = format!("muster-agent release {RELEASE};");
    let at = program.windows(record.len()).position(|bytes| bytes == record.as_bytes()).unwrap();
    let record = format!("muster-agent release {version};");
    program[at..at + record.len()].copy_from_slice(record.as_bytes());
    program
}

/// A command that goes on until the test has no need of it any more.
fn long_command(text: &str) -> RunCommand {
    RunCommand { timeout_seconds: 600, ..command(text) }
}

/// A program that says the right release and does this instead of its work.
fn impostor(work: &str) -> Vec<u8> {
    let text =
        format!("#!/bin/sh\n[ \"$1\" = --version ] && exec echo muster-agent {NEWER}\n{work}\n");
    text.into_bytes()
}

#[tokio::test]
async fn an_agent_becomes_another_release_once_its_runs_are_over_and_keeps_the_old_program() {
    let mut scene = Scene::start().await;
    let program = newer();
    let (go, pid) = (scene.folder.path().join("go"), scene.child.id());
    let waiting = format!("until [ -e {} ]; do sleep 0.02; done; echo done", go.display());
    scene.connection.order("work", &long_command(&waiting)).await;
    scene.connection.wait_for_accepted().await;

    let update = scene.order(&program, NEWER);
    scene.send("update", &update).await;
    scene.serve(&program).await;
    scene.connection.wait_for_accepted().await;
    // Nothing is cut short: the run ends by itself, and then the agent goes.
    std::fs::write(&go, "").unwrap();
    let result = scene.connection.finish("work").await;
    assert_eq!(result.outcome.unwrap().end, End::Exited { code: 0 });
    assert_eq!(result.stdout, b"done\n");
    scene.connection.close_run("work").await;

    let mut trial = scene.server.accept().await;
    assert!(trial.hello.is_trial && trial.hello.runs.is_empty());
    assert_eq!(trial.hello.version, NEWER);
    // Until the new program is in, the old one is in its place.
    assert!(std::fs::read(scene.program("")).unwrap() != program);
    trial.welcome(Vec::new(), false).await;

    assert_eq!(scene.back("update").await, NEWER);
    assert_eq!(scene.end_of("update").await, End::Exited { code: 0 });
    assert!(std::fs::read(scene.program("")).unwrap() == program);
    let old = Command::new(scene.program(".old")).arg("--version").output().await.unwrap();
    assert_eq!(text(&old.stdout), format!("muster-agent {RELEASE}\n"));
    assert_eq!(scene.child.id(), pid);
    scene.still_works().await;

    // What it is already it need not become.
    let again = scene.order(&program, NEWER);
    scene.send("again", &again).await;
    assert_eq!(scene.end_of("again").await, End::Exited { code: 0 });
}

#[tokio::test]
async fn a_program_that_is_not_what_was_signed_is_refused_and_nothing_changes() {
    let mut scene = Scene::start().await;
    let program = impostor("exit 0");

    let update = scene.order(&program, NEWER);
    scene.send("changed", &update).await;
    scene.serve(b"something else").await;
    let reason = "what the server sent is not the program it announced (its SHA-256 differs)";
    assert_eq!(scene.reason("changed").await, reason);

    let foreign = UpdateAgent { signature: "ab".repeat(64), ..update.clone() };
    scene.send("foreign", &foreign).await;
    let reason = "the program is not signed with the key of this agent's server";
    assert_eq!(scene.reason("foreign").await, reason);
    // Nor is one that was signed as another release.
    let renamed = UpdateAgent { version: "9.9.10".to_owned(), ..update };
    scene.send("renamed", &renamed).await;
    assert_eq!(scene.reason("renamed").await, reason);

    let mislabelled = scene.order(&program, "9.9.10");
    scene.send("mislabelled", &mislabelled).await;
    scene.serve(&program).await;
    let reason = "the new program says it is \"muster-agent 9.9.9\"";
    assert_eq!(scene.reason("mislabelled").await, reason);
    let broken = scene.order(b"#!/bin/sh\necho no >&2; exit 3\n", NEWER);
    scene.send("broken", &broken).await;
    scene.serve(b"#!/bin/sh\necho no >&2; exit 3\n").await;
    assert_eq!(scene.reason("broken").await, "the new program does not run here: no");
    scene.still_works().await;
    assert!(!scene.program(".old").exists());
}

#[tokio::test]
async fn an_older_release_is_refused_unless_it_was_ordered_by_name() {
    let mut scene = Scene::start().await;
    let program = release(OLDER);

    let update = scene.order(&program, OLDER);
    scene.send("older", &update).await;
    let reason = format!("release {OLDER} is older than {RELEASE}, and nobody ordered it by name");
    assert_eq!(scene.reason("older").await, reason);
    scene.connection.close_run("older").await;
    // A signature for agents that are older still does not allow it.
    let replayed = UpdateAgent { allow_downgrade: true, ..update };
    scene.send("replayed", &replayed).await;
    let reason = "the program is not signed with the key of this agent's server";
    assert_eq!(scene.reason("replayed").await, reason);
    scene.connection.close_run("replayed").await;
    scene.still_works().await;
    scene.connection.close_run("after").await;

    let named = scene.order_by_name(&program, OLDER);
    scene.send("named", &named).await;
    scene.serve(&program).await;
    let mut trial = scene.server.accept().await;
    assert_eq!(trial.hello.version, OLDER);
    trial.welcome(Vec::new(), false).await;
    assert_eq!(scene.back("named").await, OLDER);
    assert_eq!(scene.end_of("named").await, End::Exited { code: 0 });
}

#[tokio::test]
async fn an_agent_with_a_publisher_takes_only_what_the_publisher_signed() {
    let publisher = new_key();
    let sign = |text: Vec<u8>| hex(publisher.sign(&text).as_ref());
    let mut scene = Scene::start_for(&hex(publisher.public_key().as_ref())).await;
    let program = newer();
    let update = scene.order(&program, NEWER);
    let refused = "the program is not signed by this agent's publisher";

    scene.send("unsigned", &update).await;
    assert_eq!(scene.reason("unsigned").await, refused);
    scene.connection.close_run("unsigned").await;
    let publisher_signature = update.signature.clone();
    let by_server = UpdateAgent { publisher_signature, ..update.clone() };
    scene.send("by-server", &by_server).await;
    assert_eq!(scene.reason("by-server").await, refused);
    scene.connection.close_run("by-server").await;
    // What the publisher signed as an update is not signed for going back.
    let back = scene.order_by_name(&program, OLDER);
    let text = package_to_sign("linux", goarch(), OLDER, &back.sha256);
    let back = UpdateAgent { publisher_signature: sign(text), ..back };
    scene.send("back", &back).await;
    assert_eq!(scene.reason("back").await, refused);
    scene.connection.close_run("back").await;

    let text = package_to_sign("linux", goarch(), NEWER, &update.sha256);
    let signed = UpdateAgent { publisher_signature: sign(text), ..update };
    scene.send("signed", &signed).await;
    scene.serve(&program).await;
    let mut trial = scene.server.accept().await;
    trial.welcome(Vec::new(), false).await;
    assert_eq!(scene.back("signed").await, NEWER);
    assert_eq!(scene.end_of("signed").await, End::Exited { code: 0 });
}

#[tokio::test]
async fn the_old_program_comes_back_when_the_new_one_does_not_start_and_says_so() {
    let mut scene = Scene::start().await;
    let program = impostor("echo it hurts >&2; exit 1");
    let update = scene.order(&program, NEWER);
    scene.send("update", &update).await;
    scene.serve(&program).await;

    assert_eq!(scene.back("update").await, RELEASE);
    let reason = "the new program did not reach the server: it hurts";
    assert_eq!(scene.reason("update").await, reason);
    scene.still_works().await;
}

#[tokio::test]
async fn the_old_program_comes_back_when_the_new_one_does_not_reach_the_server_in_time() {
    let mut scene = Scene::start().await;
    let program = impostor("exec sleep 600");
    let update = UpdateAgent { trial_seconds: 1, ..scene.order(&program, NEWER) };
    scene.send("update", &update).await;
    scene.serve(&program).await;

    assert_eq!(scene.back("update").await, RELEASE);
    let reason = scene.reason("update").await;
    let start = "the new program did not reach the server within 1 seconds: ";
    assert!(reason.starts_with(start), "{reason}");
    scene.still_works().await;
}

#[tokio::test]
async fn an_update_that_was_cancelled_or_finds_no_quiet_moment_does_not_happen() {
    let mut scene = Scene::start().await;
    scene.connection.order("work", &long_command("sleep 600")).await;
    scene.connection.wait_for_accepted().await;
    let program = impostor("exit 0");
    // Long enough to ask for the program on a machine that stands still for a while.
    let update = UpdateAgent { timeout_seconds: 10, ..scene.order(&program, NEWER) };
    scene.send("impatient", &update).await;
    scene.serve(&program).await;
    assert_eq!(scene.end_of("impatient").await, End::TimedOut);

    let update = scene.order(&program, NEWER);
    scene.send("cancelled", &update).await;
    scene.serve(&program).await;
    scene.connection.wait_for_accepted().await;
    let second = scene.order(&program, NEWER);
    scene.send("second", &second).await;
    assert_eq!(scene.reason("second").await, "another update is on its way");
    scene.connection.send(&ToAgent::Cancel { run_id: "cancelled".to_owned() }).await;
    assert_eq!(scene.end_of("cancelled").await, End::Cancelled);
    scene.still_works().await;
}

#[tokio::test]
async fn an_agent_that_is_to_recover_starts_again_in_the_same_place() {
    let mut scene = Scene::start().await;
    let (pid, process) = (scene.child.id(), scene.connection.hello.process_id.clone());
    let recover = |part: &str| RecoverAgent { part: part.to_owned() };
    let order = Order::new("remote", order_name::RECOVER_AGENT, &recover("remote"));
    scene.connection.send(&ToAgent::Order(order)).await;
    assert_eq!(scene.end_of("remote").await, End::Exited { code: 0 });
    scene.connection.close_run("remote").await;
    let order = Order::new("other", order_name::RECOVER_AGENT, &recover("engine"));
    scene.connection.send(&ToAgent::Order(order)).await;
    assert_eq!(scene.reason("other").await, "this agent has no such part");
    scene.connection.close_run("other").await;

    let order = Order::new("recover", order_name::RECOVER_AGENT, &recover("agent"));
    scene.connection.send(&ToAgent::Order(order)).await;
    assert_eq!(scene.end_of("recover").await, End::Exited { code: 0 });
    scene.connection.close_run("recover").await;

    scene.connection = scene.server.welcome().await;
    assert_ne!(scene.connection.hello.process_id, process);
    assert_eq!(scene.child.id(), pid);
    scene.still_works().await;
}
