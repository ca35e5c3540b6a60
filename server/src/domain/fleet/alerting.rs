//! What alerts learn of agents that left or returned.

use muster_alerting::Severity;
use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};

use super::presence_queries::AgentPresence;
use crate::app::App;
use crate::domain::alert_events::{self, AlertEvent, Happening, Source};
use crate::ids::AgentKey;
use crate::storage::sql;
use crate::time::Timestamp;
use crate::wording::count;

/// Records those of these agents that became overdue just now; returns whether there
/// are any.
pub(super) async fn record_overdue(
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
    Ok(!events.is_empty())
}

/// Records agents that turned out not to have left; returns whether there are any.
pub(super) async fn record_back(
    app: &App,
    write: &impl ConnectionTrait,
    back: &[AgentPresence],
) -> Result<bool, DbErr> {
    let events: Vec<AlertEvent> =
        back.iter().map(|agent| event(agent.id, is_back(&agent.hostname))).collect();
    alert_events::record(app, write, &events).await?;
    Ok(!events.is_empty())
}

/// Records the first contact of an agent that was overdue, before its connection is
/// stored; returns whether it was. The caller wakes the workers then.
pub async fn record_return(
    app: &App,
    write: &impl ConnectionTrait,
    id: AgentKey,
) -> Result<bool, DbErr> {
    #[derive(FromQueryResult)]
    struct OverdueAgent {
        hostname: String,
    }
    let text = "select hostname from agents where id = $1 and presence = 'overdue'";
    let found: Option<OverdueAgent> = sql::one(write, text, [id.into()]).await?;
    let Some(agent) = found else { return Ok(false) };
    alert_events::record(app, write, &[event(id, is_back(&agent.hostname))]).await?;
    Ok(true)
}

fn is_back(hostname: &str) -> Happening {
    Happening::recovered(format!("{hostname} is back"))
}

fn event(agent: AgentKey, what: Happening) -> AlertEvent {
    AlertEvent { agent, source: Source::Availability, time: Timestamp::now().micros(), what }
}
