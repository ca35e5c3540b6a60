//! Agents that stay away: told once when they count as offline, and once more
//! when they are overdue.
//!
//! When somebody leaves, a timer is set for when they would be; it looks at all
//! agents, so that a whole fleet that leaves at once needs one. The agents of a
//! server that was killed did not leave; a look every minute finds them. What
//! was last told of each is stored, so nothing is told twice, whoever notices.
//!
//! After a start nothing is told of an agent for its offline time: while no
//! server was there, nobody could be seen.

use std::time::Duration;

use serde_json::{Value, json};

use super::presence_queries::{self as queries, Told};
use crate::app::App;
use crate::events::Event;
use crate::jobs::{NewJob, Periodic};
use crate::time::Timestamp;

/// Agents told of together.
const BATCH: i64 = 500;

/// Timers are set to multiples of this, for leavers of a while to share one.
const STEP_MICROS: i64 = 5_000_000;

/// Every minute: agents that are away and whose timer nobody has set.
pub const ABSENCE: Periodic = Periodic {
    name: "agent_absence",
    every: Duration::from_secs(60),
    handler: |app| Box::pin(tell_absent(app)),
};

/// Kind of the job that looks who stayed away.
pub const LOOK_KIND: &str = "agent_presence";

/// The timer for agents that were here until then.
pub(super) fn look_again(since: Timestamp, limit: i64) -> NewJob {
    let due = since.plus(minutes(limit)).micros();
    let at = Timestamp::from_micros((due / STEP_MICROS + 1).saturating_mul(STEP_MICROS));
    NewJob::now(LOOK_KIND, json!({})).at(at).keyed(at.micros().to_string())
}

/// The job: some agents left a while ago.
pub async fn look(app: App, _: Value) -> anyhow::Result<()> {
    tell_absent(app).await
}

/// Tells of every agent that is away and of which that was not told yet.
async fn tell_absent(app: App) -> anyhow::Result<()> {
    loop {
        let write = app.db.begin().await?;
        let told = queries::note_absent(&write, app.started, Timestamp::now(), BATCH).await?;
        write.commit().await?;
        tell(&app, &told).await;
        if told.len() < usize::try_from(BATCH).unwrap_or(usize::MAX) {
            return Ok(());
        }
    }
}

/// Tells the status of agents, as it was noted.
pub(super) async fn tell(app: &App, agents: &[Told]) {
    let event = |agent: &Told| {
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
    use crate::testing::{Line, TestServer};

    async fn change(server: &TestServer, text: &str) {
        let write = server.app.db.begin().await.unwrap();
        sql::execute(&write, text, []).await.unwrap();
        write.commit().await.unwrap();
    }

    /// What was told of agents until now.
    async fn heard(server: &TestServer, line: &mut Line) -> Vec<Value> {
        let mark = Event::for_test("agents", "mark", json!({}));
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
        clock::stop();
        let server = TestServer::start().await;
        let place = server.add_place("Acme", "Main").await;
        let agent = server.enrol(place, "pc-1").await.agent_id;
        server.enrol(place, "never connected").await;
        let mut line = server.follow(&server.admin, &["agents"]).await;
        // As a killed server leaves it.
        let now = Timestamp::now().micros();
        let text = format!(
            "update agents set presence = 'online', last_seen = {now} where agent_id = '{agent}'"
        );
        change(&server, &text).await;

        for (passed, status) in [(4, "offline"), (30 - 4, "overdue")] {
            clock::advance(minutes(passed));
            let told = json!({ "agent_id": agent, "status": status });
            assert_eq!(line.hear().await["data"], told);
            clock::advance(minutes(1));
            tell_absent(server.app.clone()).await.unwrap();
            assert_eq!(heard(&server, &mut line).await, [] as [Value; 0]);
        }
    }

    #[tokio::test]
    async fn after_a_start_nothing_is_told_of_an_agent_for_its_offline_time() {
        clock::stop();
        let server = TestServer::start().await;
        let place = server.add_place("Acme", "Main").await;
        let agent = server.enrol(place, "pc-1").await.agent_id;
        let mut line = server.follow(&server.admin, &["agents"]).await;
        let text = "update agents set presence = 'online', last_seen = 1, overdue_time = 60";
        change(&server, text).await;
        clock::advance(minutes(3));
        tell_absent(server.app.clone()).await.unwrap();
        look(server.app.clone(), json!({})).await.unwrap();
        assert_eq!(heard(&server, &mut line).await, [] as [Value; 0]);

        clock::advance(minutes(1));
        let expected = json!({ "agent_id": agent, "status": "offline" });
        assert_eq!(line.hear().await["data"], expected);
    }

    #[tokio::test]
    async fn a_fleet_that_leaves_at_once_needs_a_timer_for_each_limit() {
        let server = TestServer::start().await;
        let place = server.add_place("Acme", "Main").await;
        for number in 1..=3 {
            server.enrol(place, &format!("pc-{number}")).await;
        }
        change(&server, "update agents set overdue_time = 60 where id = 3").await;
        super::super::presence::note(&server.app, &[AgentKey(1), AgentKey(2), AgentKey(3)], true)
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
    async fn an_agent_that_was_thought_away_while_it_was_here_is_told_to_be_back() {
        let server = TestServer::start().await;
        let place = server.add_place("Acme", "Main").await;
        let id = server.enrol(place, "pc-1").await.agent_id;
        let mut line = server.follow(&server.admin, &["agents"]).await;
        change(&server, "update agents set presence = 'offline'").await;
        super::super::presence::note(&server.app, &[AgentKey(1)], false).await.unwrap();
        let expected = json!({ "agent_id": id, "status": "online" });
        assert_eq!(heard(&server, &mut line).await, [expected]);
        super::super::presence::note(&server.app, &[AgentKey(1)], false).await.unwrap();
        assert_eq!(heard(&server, &mut line).await, [] as [Value; 0]);
    }
}
