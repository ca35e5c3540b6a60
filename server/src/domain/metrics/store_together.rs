//! Metrics of many connections, stored in one transaction.

use muster_metrics::Minute;

use super::agent_metrics::AgentMetrics;
use super::store::store_messages;
use crate::agent_link;
use crate::agent_link::gathering::Gathered;
use crate::app::App;
use crate::batch::Batched;
use crate::ids::AgentKey;
use crate::storage::Transaction;

impl Gathered for AgentMetrics {
    // An honest agent sends less than one MiB, and after a month without its server
    // four more.
    const BYTES_A_DAY: u64 = 16 << 20;
    const NAME: &str = "metrics";

    fn agent(&self) -> AgentKey {
        self.agent
    }

    fn bytes(&self) -> u64 {
        self.bytes()
    }

    /// The last minute that the agent need not send again.
    fn acknowledgement(&self) -> Minute {
        self.through
    }
}

impl Batched for AgentMetrics {
    type Change = Transaction;
    type Stored = Minute;
    type Error = anyhow::Error;

    // Commands wait for a transaction on SQLite.
    const AT_ONCE: usize = 16;
    // The agent sends what was not acknowledged again, which changes nothing.
    const NEEDS_ITS_TASK: bool = false;

    async fn begin(app: &App) -> anyhow::Result<Transaction> {
        Ok(app.db.begin().await?)
    }

    async fn store(_: &App, write: Transaction, all: &[Self]) -> anyhow::Result<Vec<Minute>> {
        store_messages(&write, all).await?;
        write.commit().await?;
        Ok(all.iter().map(|one| one.through).collect())
    }

    fn error_of_all(error: &anyhow::Error) -> Option<anyhow::Error> {
        agent_link::error_of_all(error)
    }

    /// A second connection of an agent may send the same minutes.
    fn in_turn_of(&self) -> Option<AgentKey> {
        Some(self.agent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agent_link::gathering::{leave_for_today, store_soon};
    use crate::storage::sql;
    use crate::testing::TestServer;
    use crate::testing::metrics::{cpu, this_minute};

    #[tokio::test]
    async fn what_an_agent_sends_beyond_its_bytes_of_a_day_is_dropped_and_acknowledged() {
        let server = TestServer::start().await;
        let location = server.add_site("Acme", "Main").await;
        server.add_agent(location, "pc-01").await;
        server.add_agent(location, "pc-02").await;
        let first = cpu(this_minute(), &[1.0, 2.0]).encode();
        let message = |agent: i64| AgentMetrics::check(AgentKey(agent), first.clone()).unwrap();
        leave_for_today::<AgentMetrics>(&server.app, AgentKey(1), message(1).bytes());

        for (agent, stored) in [(1, 1), (1, 1), (2, 2)] {
            let message = message(agent);
            let through = message.through;
            let acknowledged = store_soon(&server.app, message).stored().await.unwrap();
            assert_eq!(acknowledged, through);
            let count = "select count(*) from metric_parts";
            assert_eq!(sql::number(server.app.db.read(), count, []).await.unwrap(), stored);
        }
    }
}
