//! Metrics of an agent: one message on the way at a time, acknowledged once it
//! is stored.

use anyhow::{Context, bail};
use muster_metrics::Minute;
use muster_protocol::ToAgent;
use tokio::sync::oneshot;

use super::connection::Connection;
use crate::domain::metrics::{self, AgentMetrics};

/// The message of an agent that is being stored, if there is one.
#[derive(Default)]
pub struct PendingMetrics(Option<oneshot::Receiver<anyhow::Result<Minute>>>);

impl PendingMetrics {
    /// Waits until the message is stored; for ever if there is none. Returns the
    /// last minute that the agent need not send again.
    pub async fn stored(&mut self) -> anyhow::Result<Minute> {
        match &mut self.0 {
            Some(stored) => stored.await.context("the server is stopping")?,
            None => std::future::pending().await,
        }
    }
}

impl Connection {
    /// Has metrics stored soon. An agent that sends what none of ours would is
    /// disconnected.
    pub(super) fn receive_metrics(&mut self, packed: Vec<u8>) -> anyhow::Result<()> {
        if self.metrics.0.is_some() {
            bail!("the agent sent metrics before its last ones were acknowledged");
        }
        let received = AgentMetrics::check(self.agent.id, packed)
            .context("the agent sent metrics that are refused")?;
        self.metrics = PendingMetrics(Some(metrics::store_soon(&self.app, received)));
        Ok(())
    }

    pub(super) async fn acknowledge_metrics(&mut self, through: Minute) -> anyhow::Result<()> {
        self.metrics = PendingMetrics::default();
        self.send(&ToAgent::MetricsStored { through: through.0 }).await
    }
}
