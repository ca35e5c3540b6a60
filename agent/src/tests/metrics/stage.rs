//! An agent that samples, and clocks that the test sets.

use std::sync::Arc;
use std::time::Duration;

use muster_metrics::{Block, Limits, Minute};
use muster_protocol::{FromAgent, ToAgent};

use crate::metrics::{Sample, blocks_of};
use crate::tests::fake_server::{FakeConnection, FakeServer, LIMIT};
use crate::tests::test_agent::TestAgent;
use crate::tests::test_clock::TestClock;

/// 2027-03-01T08:00:00Z, when each test begins.
pub const EIGHT: u32 = 30_064_800;

/// An agent that samples, and a server of it. The turn of this agent is 28
/// seconds after the third minute of five.
pub struct Stage {
    pub server: FakeServer,
    pub clock: TestClock,
    pub agent: TestAgent,
    seconds: u32,
}

impl Stage {
    /// Starts both, and connects them as if the server had this protocol.
    pub async fn open(protocol: u32) -> (Self, FakeConnection) {
        let server = FakeServer::start().await;
        let clock = TestClock::at("2027-03-01T08:00:00Z");
        let agent = TestAgent::start_by(&server, &clock).await;
        let stage = Self { server, clock, agent, seconds: 0 };
        let connection = stage.connect(protocol).await;
        (stage, connection)
    }

    pub async fn connect(&self, protocol: u32) -> FakeConnection {
        let mut connection = self.server.accept().await;
        connection.protocol = protocol;
        connection.welcome(Vec::new(), false).await;
        connection
    }

    pub fn pass(&mut self, seconds: u32) {
        self.clock.pass(seconds);
        self.seconds += seconds;
    }

    /// Lets so many minutes pass, and waits for the sample of each.
    pub async fn sample(&mut self, minutes: u32) {
        for _ in 0..minutes {
            self.pass(60);
            self.wait_for_sample(EIGHT + self.seconds / 60).await;
        }
    }

    pub async fn wait_for_sample(&self, minute: u32) {
        let taken = async {
            while self.samples().last().is_none_or(|sample| sample.at.0 != minute) {
                tokio::time::sleep(Duration::from_millis(2)).await;
            }
        };
        tokio::time::timeout(LIMIT, taken).await.expect("no sample is taken");
    }

    /// The last samples, the newest last.
    pub fn samples(&self) -> Vec<Arc<Sample>> {
        self.agent.shared.upgrade().unwrap().metrics.recent().samples()
    }

    /// The samples of the minutes of a block, as a block.
    pub fn sampled(&self, block: &Block) -> Block {
        let mut samples = self.samples();
        samples.retain(|sample| sample.at >= block.start() && sample.at < block.end());
        let mut blocks = blocks_of(&samples);
        assert_eq!(blocks.len(), 1, "{samples:?}");
        blocks.remove(0)
    }

    /// Lets seconds pass until the agent sends a block.
    pub async fn next_block(&mut self, connection: &mut FakeConnection) -> Block {
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

    /// Waits until samples are in the ledger: as seconds pass, it may not be behind.
    pub async fn wait_until_stored(&self) {
        let shared = self.agent.shared.upgrade().unwrap();
        let stored = async {
            while shared.ledger.first_samples().unwrap().is_none() {
                tokio::time::sleep(Duration::from_millis(2)).await;
            }
        };
        tokio::time::timeout(LIMIT, stored).await.expect("no samples are stored");
    }

    /// Waits until the agent has forgotten everything before a minute.
    pub async fn wait_until_forgotten(&self, end: Minute) {
        let shared = self.agent.shared.upgrade().unwrap();
        let forgotten = async {
            while shared.ledger.first_samples().unwrap().is_some_and(|(start, _)| start < end) {
                tokio::time::sleep(Duration::from_millis(2)).await;
            }
        };
        tokio::time::timeout(LIMIT, forgotten).await.expect("the samples are still there");
    }
}

pub async fn receive_block(connection: &mut FakeConnection) -> Block {
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

pub async fn acknowledge(connection: &mut FakeConnection, block: &Block) {
    connection.send(&ToAgent::MetricsStored { through: block.end().0 - 1 }).await;
}

pub fn range(block: &Block) -> (u32, usize) {
    (block.start().0 - EIGHT, block.length())
}
