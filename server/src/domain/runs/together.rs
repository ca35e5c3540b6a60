//! Reports from many connections, stored in one transaction.
//!
//! A connection whose turn comes stores the reports of all connections that
//! wait for theirs. The more results come at once, the less each of them costs.

use std::collections::{HashSet, VecDeque};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, anyhow};
use sea_orm::DbErr;
use tokio::sync::oneshot;

use super::reports::{AgentReports, StoredReports, store_runs};
use crate::app::App;
use crate::storage;

/// Connections whose reports are stored together.
const MAX_CONNECTIONS: usize = 64;

/// Reports that wait to be stored.
#[derive(Default)]
pub struct ReportQueue {
    waiting: Mutex<VecDeque<QueuedReports>>,
}

/// Reports from one connection, and where to send the result.
struct QueuedReports {
    reported: AgentReports,
    sender: oneshot::Sender<anyhow::Result<StoredReports>>,
}

impl ReportQueue {
    fn add(&self, entry: QueuedReports) {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner).push_back(entry);
    }

    /// Takes the oldest, and only one per agent: reports from a second
    /// connection of an agent build on those of the first.
    fn take(&self) -> Vec<QueuedReports> {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let mut agents = HashSet::new();
        let (mut taken, mut left) = (Vec::new(), VecDeque::new());
        for entry in waiting.drain(..) {
            if taken.len() < MAX_CONNECTIONS && agents.insert(entry.reported.agent) {
                taken.push(entry);
            } else {
                left.push_back(entry);
            }
        }
        *waiting = left;
        taken
    }
}

/// Stores the reports of a connection, together with others that wait.
pub async fn store_together(app: &App, reported: AgentReports) -> anyhow::Result<StoredReports> {
    let (sender, mut receiver) = oneshot::channel();
    app.runs.report_queue.add(QueuedReports { reported, sender });
    loop {
        // Another connection may have stored them before our turn comes; or our
        // turn may not be enough for all that came before us.
        let turn = tokio::select! {
            biased;
            stored = &mut receiver => return stored.context("the server is stopping")?,
            turn = app.agent_link.storing.turn() => turn,
        };
        store_all(app, app.runs.report_queue.take()).await;
        drop(turn);
    }
}

async fn store_all(app: &App, entries: Vec<QueuedReports>) {
    let (reported, senders): (Vec<_>, Vec<_>) =
        entries.into_iter().map(|entry| (entry.reported, entry.sender)).unzip();
    if reported.is_empty() {
        return;
    }
    match store_once(app, &reported).await {
        Ok(stored) => {
            for (sender, stored) in senders.into_iter().zip(stored) {
                // A connection that has ended gets its answer in the next
                // hello.
                let _ = sender.send(Ok(stored));
            }
        }
        // No report is at fault: storing them one by one would only wait again.
        Err(error) if reported.len() == 1 || is_unreachable(&error) => {
            for sender in senders {
                let _ = sender.send(Err(anyhow!("{error:#}")));
            }
        }
        // One of them may be at fault: the others must not lose their
        // connections.
        Err(error) => {
            tracing::warn!(
                error = format!("{error:#}"),
                "reports could not be stored together and are stored one by one"
            );
            for (one, sender) in reported.iter().zip(senders) {
                let stored = store_once(app, std::slice::from_ref(one)).await;
                let _ = sender.send(stored.map(|mut stored| stored.remove(0)));
            }
        }
    }
}

fn is_unreachable(error: &anyhow::Error) -> bool {
    error.downcast_ref::<DbErr>().is_some_and(storage::is_unreachable)
}

async fn store_once(app: &App, reported: &[AgentReports]) -> anyhow::Result<Vec<StoredReports>> {
    let write = app.db.begin().await?;
    let stored = store_runs(app, &write, reported).await?;
    write.commit().await?;
    Ok(stored)
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
        let waiting = || server.app.runs.report_queue.waiting.lock().unwrap().len();
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
