//! Agents that stay away: told once when they count as offline, and once more
//! when they are overdue.
//!
//! Whoever leaves gets a timer. The agents of a server that was killed did not
//! leave; a look at all agents every minute finds them. What was last told of
//! each is stored, so nothing is told twice, whoever notices.
//!
//! After a start nothing is told of an agent for its offline time: while no
//! server was there, nobody could be seen.

use std::time::Duration;

use anyhow::Context;
use sea_orm::DbErr;
use serde_json::{Value, json};

use super::queries::{self, Told};
use crate::app::App;
use crate::events::Event;
use crate::jobs::{NewJob, Periodic};
use crate::time::Timestamp;

/// Agents told of together.
const BATCH: i64 = 500;

/// Every minute: agents that are away and whose timer nobody has set.
pub const ABSENCE: Periodic = Periodic {
    name: "agent_absence",
    every: Duration::from_secs(60),
    handler: |app| Box::pin(sweep(app)),
};

async fn sweep(app: App) -> anyhow::Result<()> {
    tell_absent(&app, None).await?;
    Ok(())
}

/// Kind of the job that looks whether an agent stayed away.
pub const LOOK_KIND: &str = "agent_presence";

/// The timer of an agent that was here until then.
pub(super) fn look_again(id: i64, since: Timestamp, limit: i64) -> NewJob {
    let at = since.plus(minutes(limit));
    NewJob::now(LOOK_KIND, json!({ "agent": id })).at(at).keyed(id.to_string())
}

/// The job: an agent left some time ago. Tells whoever watches if it is still
/// away, and looks again when it would be overdue.
pub async fn look(app: App, payload: Value) -> anyhow::Result<()> {
    let id = payload["agent"].as_i64().context("the job names no agent")?;
    let Some(agent) = queries::find_absence(app.db.read(), id).await? else { return Ok(()) };
    let Some(seen) = agent.last_seen else { return Ok(()) };
    let now = Timestamp::now();
    let is_past = |since: Timestamp, limit: i64| now >= since.plus(minutes(limit));
    if !is_past(seen, agent.offline_time) {
        return Ok(()); // It came back; leaving again makes a new job.
    }
    tell_absent(&app, Some(id)).await?;
    let since = seen.max(app.started);
    let limits = [agent.offline_time, agent.overdue_time];
    let Some(next) = limits.into_iter().find(|limit| !is_past(since, *limit)) else {
        return Ok(());
    };
    let write = app.db.begin().await?;
    app.jobs.enqueue(&write, look_again(id, since, next)).await?;
    write.commit().await?;
    app.jobs.wake().await;
    Ok(())
}

/// Tells of every agent, or of this one, that is away and of which that was
/// not told yet.
async fn tell_absent(app: &App, only: Option<i64>) -> Result<(), DbErr> {
    loop {
        let write = app.db.begin().await?;
        let told = queries::note_absent(&write, only, app.started, Timestamp::now(), BATCH).await?;
        write.commit().await?;
        tell(app, &told).await;
        if told.len() < usize::try_from(BATCH).unwrap_or(usize::MAX) {
            return Ok(());
        }
    }
}

/// Tells the status of agents, as it was noted.
pub(super) async fn tell(app: &App, agents: &[Told]) {
    for agent in agents {
        let data = json!({ "agent_id": agent.agent_id, "status": agent.presence });
        let event = Event::new("agents", "agent.status", data);
        app.events.publish(&event.about(agent.client_id, agent.site_id)).await;
    }
}

fn minutes(count: i64) -> Duration {
    Duration::from_secs(60 * u64::try_from(count).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::storage::sql;
    use crate::testing::{Line, TestServer};

    async fn change(server: &TestServer, text: &str) {
        let write = server.app.db.begin().await.unwrap();
        sql::execute(&write, text, []).await.unwrap();
        write.commit().await.unwrap();
    }

    /// What was told of agents until now.
    async fn heard(server: &TestServer, line: &mut Line) -> Vec<Value> {
        let mark = Event::new("agents", "mark", json!({}));
        server.app.events.publish(&mark).await;
        let mut heard = Vec::new();
        loop {
            let frame = line.hear().await;
            if frame["type"] == "mark" {
                return heard;
            }
            assert_eq!(frame["type"], "agent.status");
            heard.push(frame["data"].clone());
        }
    }

    #[tokio::test]
    async fn agents_of_a_server_that_was_killed_are_told_to_be_offline_and_then_overdue() {
        let server = TestServer::start().await;
        let place = server.add_place("Acme", "Main").await;
        let agent = server.enrol(place, "pc-1").await.agent_id;
        server.enrol(place, "never connected").await;
        let mut line = server.follow(&server.admin, &["agents"]).await;
        let told = |status: &str| vec![json!({ "agent_id": agent, "status": status })];
        // As a killed server leaves it.
        let text = format!(
            "update agents set presence = 'online', last_seen = 1, offline_time = 0
              where agent_id = '{agent}'"
        );
        change(&server, &text).await;

        sweep(server.app.clone()).await.unwrap();
        assert_eq!(heard(&server, &mut line).await, told("offline"));
        sweep(server.app.clone()).await.unwrap();
        assert_eq!(heard(&server, &mut line).await, [] as [Value; 0]);
        change(&server, "update agents set overdue_time = 0").await;
        sweep(server.app.clone()).await.unwrap();
        assert_eq!(heard(&server, &mut line).await, told("overdue"));
        sweep(server.app.clone()).await.unwrap();
        assert_eq!(heard(&server, &mut line).await, [] as [Value; 0]);
    }

    #[tokio::test]
    async fn after_a_start_nothing_is_told_of_an_agent_for_its_offline_time() {
        let server = TestServer::start().await;
        let place = server.add_place("Acme", "Main").await;
        let agent = server.enrol(place, "pc-1").await.agent_id;
        let mut line = server.follow(&server.admin, &["agents"]).await;
        change(&server, "update agents set presence = 'online', last_seen = 1").await;
        sweep(server.app.clone()).await.unwrap();
        look(server.app.clone(), json!({ "agent": 1 })).await.unwrap();
        assert_eq!(heard(&server, &mut line).await, [] as [Value; 0]);
        // A timer that fired too early is set again.
        let text = "select run_at from jobs where kind = 'agent_presence' and dedupe_key = '1'";
        let at: Option<Timestamp> = sql::value(server.app.db.read(), text, []).await.unwrap();
        assert_eq!(at, Some(server.app.started.plus(minutes(4))));

        change(&server, "update agents set offline_time = 0").await;
        look(server.app.clone(), json!({ "agent": 1 })).await.unwrap();
        let expected = json!({ "agent_id": agent, "status": "offline" });
        assert_eq!(heard(&server, &mut line).await, [expected]);
    }

    #[tokio::test]
    async fn an_agent_that_was_thought_away_while_it_was_here_is_told_to_be_back() {
        let server = TestServer::start().await;
        let place = server.add_place("Acme", "Main").await;
        let id = server.enrol(place, "pc-1").await.agent_id;
        let mut line = server.follow(&server.admin, &["agents"]).await;
        change(&server, "update agents set presence = 'offline'").await;
        super::super::presence::note(&server.app, &[1], false).await.unwrap();
        let expected = json!({ "agent_id": id, "status": "online" });
        assert_eq!(heard(&server, &mut line).await, [expected]);
        super::super::presence::note(&server.app, &[1], false).await.unwrap();
        assert_eq!(heard(&server, &mut line).await, [] as [Value; 0]);
    }
}
