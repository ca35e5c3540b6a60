//! Metrics of an agent: one message on the way at a time, acknowledged once it
//! is stored.

use anyhow::{Context, bail};
use muster_metrics::Minute;
use muster_protocol::ToAgent;

use super::connection::Connection;
use crate::agent_link::gathering::{PendingMessage, store_soon};
use crate::domain::metrics::AgentMetrics;

impl Connection {
    /// Has metrics stored soon. An agent that sends what none of ours would is
    /// disconnected.
    pub(super) fn receive_metrics(&mut self, packed: Vec<u8>) -> anyhow::Result<()> {
        if !self.metrics.is_none() {
            bail!("the agent sent metrics before its last ones were acknowledged");
        }
        let received = AgentMetrics::check(self.agent.id, packed)
            .context("the agent sent metrics that are refused")?;
        self.metrics = store_soon(&self.app, received);
        Ok(())
    }

    pub(super) async fn acknowledge_metrics(&mut self, through: Minute) -> anyhow::Result<()> {
        self.metrics = PendingMessage::default();
        self.send(&ToAgent::MetricsStored { through: through.0 }).await
    }
}
