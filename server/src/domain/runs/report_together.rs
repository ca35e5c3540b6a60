//! Reports from many connections, stored in one transaction.

use super::reports::{AgentReports, StoredReports, store_runs};
use crate::agent_link;
use crate::app::App;
use crate::batch::Batched;
use crate::ids::AgentKey;
use crate::storage::Transaction;

/// Stores the reports of a connection, together with others that wait.
pub async fn store_together(app: &App, reported: AgentReports) -> anyhow::Result<StoredReports> {
    agent_link::store_together(app, &app.runs.report_queue, reported).await
}

impl Batched for AgentReports {
    type Change = Transaction;
    type Stored = StoredReports;
    type Error = anyhow::Error;

    // A connection that has ended gets its answer in the next hello.
    const NEEDS_ITS_TASK: bool = false;

    async fn begin(app: &App) -> anyhow::Result<Transaction> {
        Ok(app.db.begin().await?)
    }

    async fn store(
        app: &App,
        write: Transaction,
        reported: &[Self],
    ) -> anyhow::Result<Vec<StoredReports>> {
        let stored = store_runs(app, &write, reported).await?;
        write.commit().await?;
        Ok(stored)
    }

    fn error_of_all(error: &anyhow::Error) -> Option<anyhow::Error> {
        agent_link::error_of_all(error)
    }

    /// Reports from a second connection of an agent build on those of the first.
    fn in_turn_of(&self) -> Option<AgentKey> {
        Some(self.agent)
    }
}

#[cfg(test)]
mod tests {
    use muster_protocol::ToAgent;
    use serde_json::json;

    use crate::storage::sql;
    use crate::testing::{FakeAgent, Location, TestServer, until_true};

    /// Agents with one unanswered order each.
    async fn busy_agents(
        server: &TestServer,
        location: Location,
        count: usize,
    ) -> Vec<(FakeAgent, String)> {
        let mut agents = Vec::with_capacity(count);
        for number in 0..count {
            agents.push(server.add_agent(location, &format!("pc-{number:02}")).await);
        }
        let action = json!({ "mode": "command", "target": "all", "shell": "sh", "cmd": "id",
                             "timeout": 60, "offline": "skip" });
        server.admin.post("/agents/actions/bulk/", action).await.ok();
        let mut busy = Vec::with_capacity(count);
        for mut agent in agents {
            let run_id = agent.next_order().await.run_id;
            busy.push((agent, run_id));
        }
        busy
    }

    /// Lets all agents report while nothing can be stored, and then stores
    /// everything together.
    async fn report_together(server: &TestServer, agents: &mut [(FakeAgent, String)]) {
        let link = &server.app.agent_link;
        let turns = link.storing.all_turns(!server.app.db.is_shared()).await;
        for (number, (agent, run_id)) in agents.iter_mut().enumerate() {
            agent.finish(run_id, &format!("of pc-{number:02}"), "", 0).await;
        }
        let waiting = || server.app.runs.report_queue.len();
        until_true("all reports wait", async || waiting() == agents.len()).await;
        drop(turns);
    }

    async fn results(server: &TestServer) -> Vec<String> {
        let runs = server.admin.get("/runs/?ordering=id").await.ok();
        let mut lines = Vec::new();
        for run in runs.as_array().unwrap() {
            let whole = server.admin.get(&format!("/runs/{}/", run["id"])).await.ok();
            lines.push(format!(
                "{} {} {}",
                whole["hostname"].as_str().unwrap_or_default(),
                whole["status"].as_str().unwrap_or_default(),
                whole["results"].as_str().unwrap_or_default()
            ));
        }
        lines.sort();
        lines
    }

    #[tokio::test]
    async fn reports_of_many_connections_at_once_are_stored_for_each() {
        let server = TestServer::start().await;
        let location = server.add_site("Acme", "Main").await;
        let mut agents = busy_agents(&server, location, 70).await;

        report_together(&server, &mut agents).await;

        for (agent, run_id) in &mut agents {
            let closed = ToAgent::Closed { run_id: run_id.clone() };
            while agent.receive().await.expect("the connection is open") != closed {}
        }
        let expected: Vec<String> =
            (0..70).map(|number| format!("pc-{number:02} passed of pc-{number:02}")).collect();
        assert_eq!(results(&server).await, expected);
    }

    #[tokio::test]
    async fn a_report_that_cannot_be_stored_does_not_affect_others() {
        let server = TestServer::start().await;
        let location = server.add_site("Acme", "Main").await;
        let mut agents = busy_agents(&server, location, 3).await;
        let write = server.app.db.begin().await.unwrap();
        // This conflicts with the second agent's output.
        sql::execute(
            &write,
            "insert into run_output (run_id, stream, start_offset, data)
             select id, 'stdout', 0, $1 from runs where run_id = $2",
            [vec![0_u8].into(), agents[1].1.as_str().into()],
        )
        .await
        .unwrap();
        write.commit().await.unwrap();

        report_together(&server, &mut agents).await;

        let mut heard = Vec::new();
        for (agent, run_id) in &mut agents {
            let closed = ToAgent::Closed { run_id: run_id.clone() };
            heard.push(loop {
                match agent.receive().await {
                    None => break false,
                    Some(said) if said == closed => break true,
                    Some(_) => {}
                }
            });
        }
        assert_eq!(heard, [true, false, true], "the connection of the second has ended");
    }
}
