//! Results of an agent's checks: one message on the way at a time, acknowledged once
//! it is stored.

use anyhow::{Context, bail};
use muster_protocol::{CheckReport, ToAgent};

use super::connection::Connection;
use crate::agent_link::gathering::{PendingMessage, store_soon};
use crate::domain::checks::AgentReports;

impl Connection {
    /// Has results stored soon. An agent that sends what none of ours would is
    /// disconnected.
    pub(super) fn receive_checks(&mut self, reports: Vec<CheckReport>) -> anyhow::Result<()> {
        if !self.checks.is_none() {
            bail!("the agent sent results of checks before its last ones were acknowledged");
        }
        let received = AgentReports::check(self.agent.id, reports)
            .context("the agent sent results of checks that are refused")?;
        self.checks = store_soon(&self.app, received);
        Ok(())
    }

    pub(super) async fn acknowledge_checks(&mut self, through: u64) -> anyhow::Result<()> {
        self.checks = PendingMessage::default();
        self.send(&ToAgent::ChecksStored { through }).await
    }
}
