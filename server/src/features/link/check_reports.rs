//! Results of an agent's checks: one message on the way at a time, acknowledged once
//! it is stored.

use anyhow::{Context, bail};
use muster_protocol::{CheckReport, ToAgent};
use tokio::sync::oneshot;

use super::connection::Connection;
use crate::domain::checks::{self, AgentReports};

/// The message of an agent that is being stored, if there is one.
#[derive(Default)]
pub struct PendingChecks(Option<oneshot::Receiver<anyhow::Result<u64>>>);

impl PendingChecks {
    /// Waits until the message is stored; for ever if there is none. Returns the
    /// number of the last result that the agent need not send again.
    pub async fn stored(&mut self) -> anyhow::Result<u64> {
        match &mut self.0 {
            Some(stored) => stored.await.context("the server is stopping")?,
            None => std::future::pending().await,
        }
    }
}

impl Connection {
    /// Has results stored soon. An agent that sends what none of ours would is
    /// disconnected.
    pub(super) fn receive_checks(&mut self, reports: Vec<CheckReport>) -> anyhow::Result<()> {
        if self.checks.0.is_some() {
            bail!("the agent sent results of checks before its last ones were acknowledged");
        }
        let received = AgentReports::check(self.agent.id, reports)
            .context("the agent sent results of checks that are refused")?;
        self.checks = PendingChecks(Some(checks::store_soon(&self.app, received)));
        Ok(())
    }

    pub(super) async fn acknowledge_checks(&mut self, through: u64) -> anyhow::Result<()> {
        self.checks = PendingChecks::default();
        self.send(&ToAgent::ChecksStored { through }).await
    }
}
