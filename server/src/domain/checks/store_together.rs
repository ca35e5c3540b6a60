//! Results of many connections, stored in one transaction.

use super::agent_reports::AgentReports;
use super::store_reports::store_messages;
use crate::agent_link;
use crate::agent_link::gathering::Gathered;
use crate::app::App;
use crate::batch::Batched;
use crate::ids::AgentKey;
use crate::storage::Transaction;

impl Gathered for AgentReports {
    // Ten checks a minute whose results are short are four MiB, and scripts with long
    // output every few minutes some tens of them.
    const BYTES_A_DAY: u64 = 128 << 20;
    const NAME: &str = "results of checks";

    fn agent(&self) -> AgentKey {
        self.agent
    }

    fn bytes(&self) -> u64 {
        self.bytes as u64
    }

    /// The number of the last result that the agent need not send again.
    fn acknowledgement(&self) -> u64 {
        self.through()
    }
}

impl Batched for AgentReports {
    type Change = Transaction;
    type Stored = u64;
    type Error = anyhow::Error;

    // Ten results in each: commands wait for a transaction on SQLite, and these are long.
    const AT_ONCE: usize = 6;
    // The agent sends what was not acknowledged again, which changes nothing.
    const NEEDS_ITS_TASK: bool = false;

    async fn begin(app: &App) -> anyhow::Result<Transaction> {
        Ok(app.db.begin().await?)
    }

    async fn store(app: &App, write: Transaction, all: &[Self]) -> anyhow::Result<Vec<u64>> {
        let after = store_messages(app, &write, all).await?;
        write.commit().await?;
        app.events.publish_all(&after.events).await;
        if after.has_jobs {
            app.jobs.wake().await;
        }
        Ok(all.iter().map(Self::through).collect())
    }

    fn error_of_all(error: &anyhow::Error) -> Option<anyhow::Error> {
        agent_link::error_of_all(error)
    }

    /// A second connection of an agent may send the same results.
    fn in_turn_of(&self) -> Option<AgentKey> {
        Some(self.agent)
    }
}

#[cfg(test)]
mod tests {
    use muster_protocol::{CheckReport, Reading};

    use super::*;
    use crate::agent_link::gathering::{leave_for_today, store_soon};
    use crate::testing::TestServer;

    #[tokio::test]
    async fn what_an_agent_sends_beyond_its_bytes_of_a_day_is_acknowledged_and_not_kept() {
        let server = TestServer::start().await;
        let message = || {
            let report = CheckReport {
                number: 7,
                check: 1,
                version: String::new(),
                time: 0,
                took_ms: 0,
                reading: Reading::NoDisk,
                forced: false,
            };
            AgentReports::check(AgentKey(1), vec![report]).unwrap()
        };
        leave_for_today::<AgentReports>(&server.app, AgentKey(1), message().bytes() - 1);
        // Nothing can be stored now: an answer means that it was dropped.
        let link = &server.app.agent_link;
        let _turns = link.storing.all_turns(!server.app.db.is_shared()).await;

        assert_eq!(store_soon(&server.app, message()).stored().await.unwrap(), 7);
    }
}
