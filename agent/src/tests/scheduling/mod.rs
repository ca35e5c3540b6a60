//! Tasks that the agent starts by itself, by clocks that the test turns.

mod actions;
mod clocks;
mod freezing;
mod instances;
mod keeping;
mod orders;
mod rebooting;
mod windows;

use std::time::Duration;

use chrono::{DateTime, Utc};
use muster_protocol::{CommandAction, TaskAction, TaskDefinition};
use muster_schedule::{Kind, Repetition, Rule};

use super::fake_server::{FakeConnection, FakeServer};
use super::test_agent::TestAgent;
use super::test_clock::TestClock;

/// The time at which every test begins.
const MORNING: &str = "2027-03-01T08:00:00Z";

/// An hour after it.
const NINE: &str = "2027-03-01T09:00:00Z";

async fn start() -> (FakeServer, TestClock, TestAgent, FakeConnection) {
    let server = FakeServer::start().await;
    let clock = TestClock::at(MORNING);
    let agent = TestAgent::start_by(&server, &clock).await;
    let connection = server.welcome().await;
    (server, clock, agent, connection)
}

fn at(time: &str) -> DateTime<Utc> {
    time.parse().unwrap()
}

fn micros(time: &str) -> i64 {
    at(time).timestamp_micros()
}

fn daily(start: &str) -> Rule {
    Rule { kind: Kind::Daily { interval: 1 }, start: Some(at(start)), ..Rule::default() }
}

/// Every so many seconds from nine o'clock on, for so many.
fn repeated(every: u64, for_duration: u64) -> Rule {
    let (every, for_duration) = (Duration::from_secs(every), Duration::from_secs(for_duration));
    Rule { repetition: Some(Repetition { every, for_duration }), ..daily(NINE) }
}

fn cmd(command: &str) -> TaskAction {
    TaskAction::Cmd(CommandAction {
        shell: "sh".to_owned(),
        command: command.to_owned(),
        timeout_seconds: 30,
        run_as_user: false,
    })
}

fn task(id: i64, rule: Rule, actions: Vec<TaskAction>) -> TaskDefinition {
    TaskDefinition {
        id,
        version: format!("version-{id}"),
        name: format!("task {id}"),
        rule,
        actions,
        continue_on_error: false,
        stop_at_duration_end: false,
        output_limit: 1024 * 1024,
        updates: None,
    }
}
