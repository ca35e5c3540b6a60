//! What the machine measures, from the sample to the server, by clocks that the
//! test sets.

use std::sync::Arc;
use std::time::Duration;

use muster_metrics::{Block, Limits, Metric, Minute, SeriesKey, points_of};
use muster_protocol::{FromAgent, METRICS_PROTOCOL, ToAgent};

use super::fake_server::{FakeConnection, FakeServer, LIMIT, command};
use super::test_agent::TestAgent;
use super::test_clock::TestClock;
use crate::metrics::{Sample, blocks_of};

/// 2027-03-01T08:00:00Z, when each test begins.
const EIGHT: u32 = 30_064_800;

/// An agent that samples, and a server of it. The turn of this agent is 28
/// seconds after the third minute of five.
struct Stage {
    server: FakeServer,
    clock: TestClock,
    agent: TestAgent,
    seconds: u32,
}

impl Stage {
    /// Starts both, and connects them as if the server had this protocol.
    async fn open(protocol: u32) -> (Self, FakeConnection) {
        let server = FakeServer::start().await;
        let clock = TestClock::at("2027-03-01T08:00:00Z");
        let agent = TestAgent::start_by(&server, &clock).await;
        let stage = Self { server, clock, agent, seconds: 0 };
        let connection = stage.connect(protocol).await;
        (stage, connection)
    }

    async fn connect(&self, protocol: u32) -> FakeConnection {
        let mut connection = self.server.accept().await;
        connection.protocol = protocol;
        connection.welcome(Vec::new(), false).await;
        connection
    }

    fn pass(&mut self, seconds: u32) {
        self.clock.pass(seconds);
        self.seconds += seconds;
    }

    /// Lets so many minutes pass, and waits for the sample of each.
    async fn sample(&mut self, minutes: u32) {
        for _ in 0..minutes {
            self.pass(60);
            self.wait_for_sample(EIGHT + self.seconds / 60).await;
        }
    }

    async fn wait_for_sample(&self, minute: u32) {
        let taken = async {
            while self.samples().last().is_none_or(|sample| sample.at.0 != minute) {
                tokio::time::sleep(Duration::from_millis(2)).await;
            }
        };
        tokio::time::timeout(LIMIT, taken).await.expect("no sample is taken");
    }

    /// The last samples, the newest last.
    fn samples(&self) -> Vec<Arc<Sample>> {
        self.agent.shared.upgrade().unwrap().metrics.recent().samples()
    }

    /// The samples of the minutes of a block, as a block.
    fn sampled(&self, block: &Block) -> Block {
        let mut samples = self.samples();
        samples.retain(|sample| sample.at >= block.start() && sample.at < block.end());
        let mut blocks = blocks_of(&samples);
        assert_eq!(blocks.len(), 1, "{samples:?}");
        blocks.remove(0)
    }

    /// Lets seconds pass until the agent sends a block.
    async fn next_block(&mut self, connection: &mut FakeConnection) -> Block {
        let receiving = receive_block(connection);
        tokio::pin!(receiving);
        loop {
            self.pass(1);
            tokio::select! {
                block = &mut receiving => return block,
                () = tokio::time::sleep(Duration::from_millis(2)) => {}
            }
        }
    }

    /// Waits until the agent has forgotten everything before a minute.
    async fn wait_until_forgotten(&self, end: Minute) {
        let shared = self.agent.shared.upgrade().unwrap();
        let forgotten = async {
            while shared.ledger.first_samples().unwrap().is_some_and(|(start, _)| start < end) {
                tokio::time::sleep(Duration::from_millis(2)).await;
            }
        };
        tokio::time::timeout(LIMIT, forgotten).await.expect("the samples are still there");
    }
}

async fn receive_block(connection: &mut FakeConnection) -> Block {
    loop {
        match connection.next_news().await {
            FromAgent::Metrics { block } => {
                return Block::decode(&block, Limits::MESSAGE).unwrap();
            }
            // The run of a connection before, and what others do on this machine.
            FromAgent::Accepted { .. }
            | FromAgent::Finished { .. }
            | FromAgent::PackagesChanged { .. } => {}
            other => panic!("{other:?} instead of samples"),
        }
    }
}

async fn acknowledge(connection: &mut FakeConnection, block: &Block) {
    connection.send(&ToAgent::MetricsStored { through: block.end().0 - 1 }).await;
}

fn range(block: &Block) -> (u32, usize) {
    (block.start().0 - EIGHT, block.length())
}

#[tokio::test]
async fn an_agent_sends_its_samples_each_five_minutes_in_its_turn() {
    let (mut stage, mut connection) = Stage::open(METRICS_PROTOCOL).await;
    // The first one at once: somebody who installs an agent looks at it.
    stage.sample(1).await;
    let first = stage.next_block(&mut connection).await;
    assert_eq!((range(&first), &first), ((1, 1), &stage.sampled(&first)));
    let memory = SeriesKey::mean(Metric::Memory, "");
    assert_eq!(points_of(&first, &memory).count(), 1);

    acknowledge(&mut connection, &first).await;
    stage.sample(3).await;
    let second = stage.next_block(&mut connection).await;
    assert_eq!((range(&second), &second), ((2, 2), &stage.sampled(&second)));

    acknowledge(&mut connection, &second).await;
    stage.sample(4).await;
    let third = stage.next_block(&mut connection).await;
    assert_eq!((range(&third), &third), ((4, 5), &stage.sampled(&third)));
}

#[tokio::test]
async fn a_block_is_sent_again_when_the_connection_ended_before_it_was_acknowledged() {
    let (mut stage, mut connection) = Stage::open(METRICS_PROTOCOL).await;
    stage.sample(4).await;
    let first = stage.next_block(&mut connection).await;
    drop(connection);

    let mut connection = stage.connect(METRICS_PROTOCOL).await;
    let again = stage.next_block(&mut connection).await;
    assert_eq!(again.slice(first.start(), first.end()), Some(first));
}

#[tokio::test]
async fn what_was_acknowledged_is_gone_and_the_rest_outlives_a_restart() {
    let (mut stage, mut connection) = Stage::open(METRICS_PROTOCOL).await;
    stage.sample(5).await;
    let first = stage.next_block(&mut connection).await;
    acknowledge(&mut connection, &first).await;
    stage.wait_until_forgotten(first.end()).await;
    let rest = blocks_of(&stage.samples()[first.length()..]);
    assert_eq!(rest.iter().map(range).collect::<Vec<_>>(), [(2, 4)]);
    stage.agent = stage.agent.restart().await;

    let mut connection = stage.connect(METRICS_PROTOCOL).await;
    let second = stage.next_block(&mut connection).await;
    assert_eq!(second.slice(rest[0].start(), rest[0].end()).as_ref(), rest.first());
    assert_eq!(second.start(), first.end());
}

#[tokio::test]
async fn samples_taken_while_the_server_is_away_come_later_in_one_block() {
    let (mut stage, connection) = Stage::open(METRICS_PROTOCOL).await;
    drop(connection);
    stage.sample(9).await;

    let mut connection = stage.connect(METRICS_PROTOCOL).await;
    let block = stage.next_block(&mut connection).await;
    assert_eq!(block, stage.sampled(&block));
    assert!(block.start() == Minute(EIGHT + 1) && block.length() >= 8, "{:?}", range(&block));
}

#[tokio::test]
async fn a_server_that_does_not_know_samples_gets_none() {
    let (mut stage, mut connection) = Stage::open(METRICS_PROTOCOL - 1).await;
    stage.sample(9).await;
    // Samples that are sent before this run begins would have come by then.
    connection.order("run-1", &command("true")).await;
    assert_eq!(connection.next_news().await, FromAgent::Accepted { run_id: "run-1".to_owned() });
    drop(connection);

    // They are kept for the day on which it does.
    let mut connection = stage.connect(METRICS_PROTOCOL).await;
    let block = stage.next_block(&mut connection).await;
    assert_eq!((block.start(), &block), (Minute(EIGHT + 1), &stage.sampled(&block)));
}

#[tokio::test]
async fn acknowledgements_of_other_minutes_forget_nothing() {
    let (mut stage, mut connection) = Stage::open(METRICS_PROTOCOL).await;
    connection.send(&ToAgent::MetricsStored { through: u32::MAX }).await;
    stage.sample(4).await;
    let first = stage.next_block(&mut connection).await;
    connection.send(&ToAgent::MetricsStored { through: first.start().0 - 1 }).await;
    drop(connection);

    let mut connection = stage.connect(METRICS_PROTOCOL).await;
    let again = stage.next_block(&mut connection).await;
    assert_eq!(again.slice(first.start(), first.end()), Some(first));
}

#[tokio::test]
async fn a_machine_is_sampled_once_a_minute_however_its_clock_is_set() {
    let (mut stage, _connection) = Stage::open(METRICS_PROTOCOL).await;
    stage.sample(2).await;
    // Set back by a second, it comes to the full minute once more.
    stage.clock.set("2027-03-01T08:01:59Z");
    stage.clock.pass(1);
    stage.sample(1).await;
    stage.clock.set("2027-03-01T09:00:00Z");
    stage.clock.pass(60);
    stage.wait_for_sample(EIGHT + 61).await;
    stage.clock.set("2027-03-01T08:04:30Z");
    stage.clock.pass(60);
    stage.wait_for_sample(EIGHT + 5).await;

    let minutes: Vec<u32> = stage.samples().iter().map(|sample| sample.at.0 - EIGHT).collect();
    assert_eq!(minutes, [1, 2, 3, 61, 5]);
}
