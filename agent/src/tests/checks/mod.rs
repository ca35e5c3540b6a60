//! Checks that the agent runs by itself, by clocks that the test sets.

mod asking;
mod delivering;
mod running;

use std::time::Duration;

use muster_protocol::{CheckDefinition, CheckReport, FromAgent, Probe, ScriptAction, ToAgent};
use tokio::net::TcpListener;

use super::fake_server::{FakeConnection, FakeServer, LIMIT};
use super::test_agent::TestAgent;
use super::test_clock::TestClock;

/// When each test begins, in microseconds.
const EIGHT: i64 = 1_803_888_000_000_000;

/// An agent that checks, and a server of it. This agent begins to send 19 seconds
/// after it connected.
struct Stage {
    server: FakeServer,
    clock: TestClock,
    agent: TestAgent,
}

impl Stage {
    /// Starts both, and connects them as if the server had this protocol.
    async fn open(protocol: u32) -> (Self, FakeConnection) {
        let server = FakeServer::start().await;
        let clock = TestClock::at("2027-03-01T08:00:00Z");
        let agent = TestAgent::start_by(&server, &clock).await;
        let stage = Self { server, clock, agent };
        let connection = stage.connect(protocol).await;
        (stage, connection)
    }

    async fn connect(&self, protocol: u32) -> FakeConnection {
        let mut connection = self.server.accept().await;
        connection.protocol = protocol;
        connection.welcome(Vec::new(), false).await;
        connection
    }

    /// Lets seconds pass until the agent sends reports.
    async fn next_reports(&self, connection: &mut FakeConnection) -> Vec<CheckReport> {
        let receiving = receive_reports(connection);
        tokio::pin!(receiving);
        loop {
            self.clock.pass(1);
            tokio::select! {
                reports = &mut receiving => return reports,
                () = tokio::time::sleep(Duration::from_millis(2)) => {}
            }
        }
    }

    /// Lets seconds pass until so many reports are in the ledger.
    async fn wait_for_stored(&self, count: usize) -> Vec<CheckReport> {
        let shared = self.agent.shared.upgrade().unwrap();
        let stored = async {
            loop {
                let reports = shared.ledger.first_reports().unwrap();
                if reports.len() >= count {
                    return reports;
                }
                self.clock.pass(1);
                tokio::time::sleep(Duration::from_millis(2)).await;
            }
        };
        tokio::time::timeout(LIMIT, stored).await.expect("no check has run")
    }

    /// Waits until the agent has forgotten everything up to a number.
    async fn wait_until_forgotten(&self, through: u64) {
        let shared = self.agent.shared.upgrade().unwrap();
        let is_there = || {
            let reports = shared.ledger.first_reports().unwrap();
            reports.first().is_some_and(|report| report.number <= through)
        };
        let forgotten = async {
            while is_there() {
                tokio::time::sleep(Duration::from_millis(2)).await;
            }
        };
        tokio::time::timeout(LIMIT, forgotten).await.expect("the reports are still there");
    }
}

async fn receive_reports(connection: &mut FakeConnection) -> Vec<CheckReport> {
    loop {
        match connection.next_news().await {
            FromAgent::CheckResults { reports } => return reports,
            // What else an agent sends as time passes, and the run of a connection before.
            FromAgent::Metrics { .. }
            | FromAgent::Accepted { .. }
            | FromAgent::Finished { .. }
            | FromAgent::PackagesChanged { .. }
            | FromAgent::DefinitionsKept { .. } => {}
            other => panic!("{other:?} instead of reports"),
        }
    }
}

/// Sends the agent its checks and waits until it has them on its disk.
async fn define(connection: &mut FakeConnection, digest: &str, checks: Vec<CheckDefinition>) {
    connection.give_checks(digest, checks).await;
    loop {
        match connection.next_news().await {
            FromAgent::DefinitionsKept { digest: kept } => return assert_eq!(kept, digest),
            FromAgent::Metrics { .. } | FromAgent::PackagesChanged { .. } => {}
            other => panic!("{other:?} instead of a receipt"),
        }
    }
}

async fn acknowledge(connection: &mut FakeConnection, reports: &[CheckReport]) {
    let through = reports.last().unwrap().number;
    connection.send(&ToAgent::ChecksStored { through }).await;
}

fn check(id: i64, interval_seconds: u32, probe: Probe) -> CheckDefinition {
    CheckDefinition { id, version: format!("v{id}"), interval_seconds, probe }
}

/// A port on which somebody listens as long as the listener lives.
async fn port() -> (TcpListener, Probe) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    (listener, Probe::Port { host: "127.0.0.1".to_owned(), port, timeout_seconds: 20 })
}

fn script(code: &str, timeout_seconds: u32) -> Probe {
    Probe::Script(ScriptAction {
        name: "a script".to_owned(),
        shell: "shell".to_owned(),
        code: code.to_owned(),
        timeout_seconds,
        ..ScriptAction::default()
    })
}

fn ids(reports: &[CheckReport]) -> Vec<i64> {
    reports.iter().map(|report| report.check).collect()
}

fn numbers(reports: &[CheckReport]) -> Vec<u64> {
    reports.iter().map(|report| report.number).collect()
}
