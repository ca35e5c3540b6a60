//! Agents that are absent: published once when they become offline, and once
//! more when they become overdue.
//!
//! When an agent disconnects, a timer is set for the time at which it would be
//! offline; it checks all agents, so that a whole fleet that disconnects at
//! once needs only one. The agents of a server that was killed did not
//! disconnect; a check every minute finds them. The last published status of
//! each agent is stored, so nothing is published twice, whichever server
//! notices it.
//!
//! After a start nothing is published about an agent for its offline time:
//! while no server was running, no agent could be seen.

use std::time::Duration;

use serde_json::{Value, json};

use super::alerting::record_absent;
use super::presence_queries::{self as queries, AgentPresence};
use crate::app::App;
use crate::events::Event;
use crate::jobs::{NewJob, Periodic};
use crate::time::Timestamp;

/// Agents per transaction.
const BATCH: i64 = 500;

/// Timers are set to multiples of this, so that agents that disconnect within
/// that time share one.
const STEP_MICROS: i64 = 5_000_000;

/// Every minute: absent agents for which no timer was set.
pub const ABSENCE: Periodic = Periodic {
    name: "agent_absence",
    every: Duration::from_secs(60),
    handler: |app| Box::pin(publish_absent(app)),
};

/// Kind of the job that checks for absent agents.
pub const ABSENCE_CHECK_KIND: &str = "agent_presence";

/// The timer for agents that were last seen at this time.
pub(super) fn absence_check_job(since: Timestamp, limit: i64) -> NewJob {
    let due = since.plus(minutes(limit)).micros();
    let at = Timestamp::from_micros((due / STEP_MICROS + 1).saturating_mul(STEP_MICROS));
    NewJob::now(ABSENCE_CHECK_KIND, json!({})).at(at).keyed(at.micros().to_string())
}

/// The job: some agents disconnected a while ago.
pub async fn check_absence(app: App, _: Value) -> anyhow::Result<()> {
    publish_absent(app).await
}

/// Publishes each absent agent once.
async fn publish_absent(app: App) -> anyhow::Result<()> {
    loop {
        let write = app.db.begin().await?;
        let absent = queries::mark_absent(&write, app.started, Timestamp::now(), BATCH).await?;
        let has_jobs = record_absent(&app, &write, &absent).await?;
        write.commit().await?;
        if has_jobs {
            app.jobs.wake().await;
        }
        publish_status(&app, &absent).await;
        if absent.len() < usize::try_from(BATCH).unwrap_or(usize::MAX) {
            return Ok(());
        }
    }
}

/// Publishes the status of agents, as it is stored.
pub(super) async fn publish_status(app: &App, agents: &[AgentPresence]) {
    let event = |agent: &AgentPresence| {
        Event::agent_status(&agent.agent_id, &agent.presence).about(agent.client_id, agent.site_id)
    };
    app.events.publish_all(&agents.iter().map(event).collect::<Vec<_>>()).await;
}

fn minutes(count: i64) -> Duration {
    Duration::from_secs(60 * u64::try_from(count).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock;
    use crate::ids::AgentKey;
    use crate::storage::sql;
    use crate::testing::{TestServer, TestSocket};

    async fn change(server: &TestServer, text: &str) {
        let write = server.app.db.begin().await.unwrap();
        sql::execute(&write, text, []).await.unwrap();
        write.commit().await.unwrap();
    }

    /// The statuses published so far.
    async fn received(server: &TestServer, line: &mut TestSocket) -> Vec<Value> {
        let mark = Event::for_test("agents", "mark", json!({}));
        server.app.events.publish(&mark).await;
        let mut received = Vec::new();
        loop {
            let frame = line.receive().await;
            if frame["type"] == "mark" {
                return received;
            }
            assert_eq!(frame["type"], "agent.status");
            received.push(frame["data"].clone());
        }
    }

    #[tokio::test]
    async fn agents_of_a_killed_server_are_published_as_offline_and_then_as_overdue() {
        clock::stop();
        let server = TestServer::start().await;
        let location = server.add_site("Acme", "Main").await;
        let agent = server.enrol(location, "pc-1").await.agent_id;
        server.enrol(location, "never connected").await;
        let mut line = server.follow(&server.admin, &["agents"]).await;
        // The state that a killed server leaves behind.
        let now = Timestamp::now().micros();
        let text = format!(
            "update agents set presence = 'online', last_seen = {now} where agent_id = '{agent}'"
        );
        change(&server, &text).await;

        for (passed, status) in [(4, "offline"), (30 - 4, "overdue")] {
            clock::advance(minutes(passed));
            let absent = json!({ "agent_id": agent, "status": status });
            assert_eq!(line.receive().await["data"], absent);
            clock::advance(minutes(1));
            publish_absent(server.app.clone()).await.unwrap();
            assert_eq!(received(&server, &mut line).await, [] as [Value; 0]);
        }
    }

    #[tokio::test]
    async fn after_a_start_nothing_is_published_about_an_agent_for_its_offline_time() {
        clock::stop();
        let server = TestServer::start().await;
        let location = server.add_site("Acme", "Main").await;
        let agent = server.enrol(location, "pc-1").await.agent_id;
        let mut line = server.follow(&server.admin, &["agents"]).await;
        let text = "update agents set presence = 'online', last_seen = 1, overdue_time = 60";
        change(&server, text).await;
        clock::advance(minutes(3));
        publish_absent(server.app.clone()).await.unwrap();
        check_absence(server.app.clone(), json!({})).await.unwrap();
        assert_eq!(received(&server, &mut line).await, [] as [Value; 0]);

        clock::advance(minutes(1));
        let expected = json!({ "agent_id": agent, "status": "offline" });
        assert_eq!(line.receive().await["data"], expected);
    }

    #[tokio::test]
    async fn a_removed_agent_is_not_published_as_absent() {
        clock::stop();
        let server = TestServer::start().await;
        let location = server.add_site("Acme", "Main").await;
        let agent = server.enrol(location, "pc-1").await.agent_id;
        let now = Timestamp::now().micros();
        let text = format!("update agents set presence = 'online', last_seen = {now}");
        change(&server, &text).await;
        server.admin.delete(&format!("/agents/{agent}/")).await.ok();
        let mut line = server.follow(&server.admin, &["agents"]).await;

        clock::advance(minutes(10));
        publish_absent(server.app.clone()).await.unwrap();

        assert_eq!(received(&server, &mut line).await, [] as [Value; 0]);
    }

    #[tokio::test]
    async fn a_fleet_that_disconnects_at_once_needs_one_timer_per_limit() {
        let server = TestServer::start().await;
        let location = server.add_site("Acme", "Main").await;
        for number in 1..=3 {
            server.enrol(location, &format!("pc-{number}")).await;
        }
        change(&server, "update agents set overdue_time = 60 where id = 3").await;
        super::super::presence::record(&server.app, &[AgentKey(1), AgentKey(2), AgentKey(3)], true)
            .await
            .unwrap();
        let seen = "select last_seen from agents where id = 1";
        let seen: Timestamp = sql::value(server.app.db.read(), seen, []).await.unwrap().unwrap();
        let text = "select run_at from jobs where kind = 'agent_presence' order by run_at";
        let timers: Vec<Timestamp> = sql::values(server.app.db.read(), text, []).await.unwrap();
        let late = timers.iter().zip([4, 30, 60]).map(|(at, limit)| {
            let late = at.micros() - seen.plus(minutes(limit)).micros();
            (1..=STEP_MICROS).contains(&late)
        });
        assert_eq!(late.collect::<Vec<_>>(), [true, true, true], "{timers:?}");
        assert_eq!(timers.len(), 3);
    }

    #[tokio::test]
    async fn a_connected_agent_that_was_marked_offline_is_published_as_online() {
        let server = TestServer::start().await;
        let location = server.add_site("Acme", "Main").await;
        let id = server.enrol(location, "pc-1").await.agent_id;
        let mut line = server.follow(&server.admin, &["agents"]).await;
        change(&server, "update agents set presence = 'offline'").await;
        super::super::presence::record(&server.app, &[AgentKey(1)], false).await.unwrap();
        let expected = json!({ "agent_id": id, "status": "online" });
        assert_eq!(received(&server, &mut line).await, [expected]);
        super::super::presence::record(&server.app, &[AgentKey(1)], false).await.unwrap();
        assert_eq!(received(&server, &mut line).await, [] as [Value; 0]);
    }
}
