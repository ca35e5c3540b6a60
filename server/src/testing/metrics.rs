//! Metrics that agents of tests have measured.

use muster_metrics::{Block, Metric, Minute, SeriesKey, Step};
use muster_protocol::{FromAgent, ToAgent};

use super::{FakeAgent, TestServer};
use crate::domain::metrics::{minute_of, store_block};
use crate::ids::AgentKey;
use crate::storage::sql;
use crate::time::Timestamp;

/// The minute that it is now, as the test sees it.
pub fn this_minute() -> Minute {
    minute_of(Timestamp::now())
}

/// So many minutes ago.
pub fn minutes_ago(minutes: u32) -> Minute {
    Minute(this_minute().0 - minutes)
}

/// A block with these values of one series, minute by minute.
pub fn series(metric: Metric, label: &str, start: Minute, values: &[f64]) -> Block {
    let mut block = Block::new(Step::Minute, start, values.len()).expect("a short block");
    for (minute, value) in (start.0..).zip(values) {
        block.set(SeriesKey::mean(metric, label), Minute(minute), *value).expect("a usual value");
    }
    block
}

/// A block with these values of the processor, minute by minute.
pub fn cpu(start: Minute, values: &[f64]) -> Block {
    series(Metric::Cpu, "", start, values)
}

impl FakeAgent {
    /// Sends metrics, and does not wait.
    pub async fn send_metrics(&mut self, block: &Block) {
        self.send(FromAgent::Metrics { block: block.encode() }).await;
    }

    /// Sends metrics, and waits until they are stored. Returns the last minute
    /// that it need not send again.
    pub async fn report_metrics(&mut self, block: &Block) -> Minute {
        self.send_metrics(block).await;
        self.metrics_stored().await
    }

    /// Waits until the metrics it has sent are stored.
    pub async fn metrics_stored(&mut self) -> Minute {
        loop {
            let message = self.receive().await.expect("the connection stays open");
            if let ToAgent::MetricsStored { through } = message {
                return Minute(through);
            }
        }
    }
}

impl TestServer {
    /// Stores metrics as if an agent had sent them.
    pub async fn add_metrics(&self, agent_id: &str, block: &Block) {
        store_block(&self.app, self.agent_key(agent_id).await, block).await;
    }

    async fn agent_key(&self, agent_id: &str) -> AgentKey {
        let text = "select id from agents where agent_id = $1";
        let key = sql::number(self.app.db.read(), text, [agent_id.into()]).await;
        AgentKey(key.expect("the agent exists"))
    }
}
