//! What alerts and watches learn of agents that left or returned.

use muster_alerting::Severity;
use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};

use super::presence_queries::AgentPresence;
use crate::app::App;
use crate::domain::alert_events::{self, AlertEvent, Happening, Source};
use crate::domain::watches::{WatchEvent, fire_for_agents};
use crate::ids::AgentKey;
use crate::storage::sql;
use crate::time::Timestamp;
use crate::wording::count;

/// Records that these agents are absent from now on, and which of them became overdue
/// just now; returns whether there are jobs.
pub(super) async fn record_absent(
    app: &App,
    write: &impl ConnectionTrait,
    absent: &[AgentPresence],
) -> Result<bool, DbErr> {
    let overdue = absent.iter().filter(|agent| agent.presence == "overdue");
    let event = |agent: &AgentPresence| {
        let minutes = count(agent.overdue_time, "minute");
        let message = format!("{} was not seen for {minutes}", agent.hostname);
        event(agent.id, Happening::failed(Severity::Error, message))
    };
    let events: Vec<AlertEvent> = overdue.map(event).collect();
    alert_events::record(app, write, &events).await?;
    let is_watched = fire_for_agents(app, write, WatchEvent::Offline, &keys(absent)).await?;
    Ok(is_watched || !events.is_empty())
}

/// Records agents that turned out not to have left; returns whether there are jobs.
pub(super) async fn record_back(
    app: &App,
    write: &impl ConnectionTrait,
    back: &[AgentPresence],
) -> Result<bool, DbErr> {
    let events: Vec<AlertEvent> =
        back.iter().map(|agent| event(agent.id, is_back(&agent.hostname))).collect();
    alert_events::record(app, write, &events).await?;
    let is_watched = fire_for_agents(app, write, WatchEvent::Online, &keys(back)).await?;
    Ok(is_watched || !events.is_empty())
}

/// Records the contact of an agent that was overdue or is watched, before its
/// connection is stored; returns whether it was. The caller wakes the workers then.
///
/// One query finds out about both, so that nothing is written for an agent that nobody
/// waits for. A watch that is added at this very moment is found by its sweep.
pub async fn record_return(
    app: &App,
    write: &impl ConnectionTrait,
    id: AgentKey,
) -> Result<bool, DbErr> {
    #[derive(FromQueryResult)]
    struct ExpectedAgent {
        hostname: String,
        is_overdue: bool,
        is_watched: bool,
    }
    let text = "select hostname, is_overdue, is_watched
                  from (select hostname, presence = 'overdue' as is_overdue,
                               exists (select 1 from watches w
                                        where w.agent_id = agents.id and w.event = 'online')
                                   as is_watched
                          from agents where id = $1) found
                 where is_overdue or is_watched";
    let found: Option<ExpectedAgent> = sql::one(write, text, [id.into()]).await?;
    let Some(agent) = found else { return Ok(false) };
    if agent.is_overdue {
        alert_events::record(app, write, &[event(id, is_back(&agent.hostname))]).await?;
    }
    if agent.is_watched {
        fire_for_agents(app, write, WatchEvent::Online, &[id]).await?;
    }
    Ok(true)
}

fn keys(agents: &[AgentPresence]) -> Vec<AgentKey> {
    agents.iter().map(|agent| agent.id).collect()
}

fn is_back(hostname: &str) -> Happening {
    Happening::recovered(format!("{hostname} is back"))
}

fn event(agent: AgentKey, what: Happening) -> AlertEvent {
    AlertEvent { agent, source: Source::Availability, time: Timestamp::now().micros(), what }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::presence::record;
    use super::*;
    use crate::testing::TestServer;

    #[tokio::test]
    async fn a_watched_agent_that_turns_out_to_be_connected_is_told_as_online() {
        let server = TestServer::start().await;
        let location = server.add_site("Acme", "Main").await;
        let agent = server.enrol(location, "pc-1").await.agent_id;
        let watch = json!({ "agent": agent, "event": "online" });
        server.admin.post("/accounts/watches/", watch).await.ok();
        let mut page = server.follow(&server.admin, &["watches"]).await;
        let write = server.app.db.begin().await.unwrap();
        sql::execute(&write, "update agents set presence = 'offline'", []).await.unwrap();
        write.commit().await.unwrap();

        record(&server.app, &[AgentKey(1)], false).await.unwrap();

        let told = page.receive_event("watch.fired").await;
        assert_eq!(told["data"]["message"], "pc-1 is online.");
    }
}
