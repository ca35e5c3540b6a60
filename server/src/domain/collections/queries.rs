//! All SQL of collection.

use std::time::Duration;

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};

use super::slot;
use crate::domain::freeze::IS_FROZEN;
use crate::ids::{AgentId, AgentKey};
use crate::storage::sql;
use crate::time::Timestamp;

const SCANS_EVERY: Duration = Duration::from_secs(8 * 3600);
const SOFTWARE_EVERY: Duration = Duration::from_secs(24 * 3600);
/// An agent that was never scanned is asked again after this long.
const SCAN_AGAIN: Duration = Duration::from_secs(3600);

/// What is collected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CollectedData {
    /// Installed software.
    Software,
    /// Missing updates.
    Updates,
}

impl CollectedData {
    fn due(self) -> &'static str {
        match self {
            Self::Software => "software_due",
            Self::Updates => "scan_due",
        }
    }

    fn asked(self) -> &'static str {
        match self {
            Self::Software => "software_asked",
            Self::Updates => "scan_asked",
        }
    }

    /// SQL for whether an agent may be asked. A scan is an order; software is
    /// only read.
    fn may_ask(self) -> String {
        match self {
            Self::Software => "(1 = 1)".to_owned(),
            Self::Updates => format!("not {IS_FROZEN}"),
        }
    }

    /// SQL for when it is due after it was asked for at `$1`. A scan that was
    /// never stored may have failed: it is asked for again soon.
    fn next(self) -> String {
        match self {
            Self::Software => slot::next(SOFTWARE_EVERY),
            Self::Updates => format!(
                "case when exists (select 1 from update_scans u
                                    where u.agent_id = collections.agent_id)
                      then {} else $1 + {} end",
                slot::next(SCANS_EVERY),
                SCAN_AGAIN.as_micros()
            ),
        }
    }
}

/// An agent that is due.
#[derive(Debug, FromQueryResult)]
pub struct DueAgent {
    pub id: AgentKey,
    pub agent_id: AgentId,
}

/// Agents that are due and were connected a moment ago, the longest due first.
pub async fn list_due(
    db: &impl ConnectionTrait,
    what: CollectedData,
    now: Timestamp,
    seen: Timestamp,
    limit: i64,
) -> Result<Vec<DueAgent>, DbErr> {
    let (due, may_ask) = (what.due(), what.may_ask());
    let text = format!(
        "select a.id, a.agent_id from collections c join present_agents a on a.id = c.agent_id
           join sites s on s.id = a.site_id
          where c.{due} <= $1 and a.last_seen > $2 and {may_ask}
          order by c.{due}, c.agent_id limit $3"
    );
    sql::all(db, &text, [now.into(), seen.into(), limit.into()]).await
}

/// Records that agents are asked now, and when they are due next.
pub async fn record_asked(
    write: &impl ConnectionTrait,
    what: CollectedData,
    agents: &[AgentKey],
    now: Timestamp,
) -> Result<(), DbErr> {
    let text = format!(
        "update collections set {} = $1, {} = {} where agent_id in ({})",
        what.asked(),
        what.due(),
        what.next(),
        sql::list(agents)
    );
    sql::execute(write, &text, [now.into()]).await?;
    Ok(())
}

/// Records that a scan of an agent was stored, requested or not: its next
/// one is at its regular time.
pub async fn record_scanned(
    write: &impl ConnectionTrait,
    agent: AgentKey,
    now: Timestamp,
) -> Result<(), DbErr> {
    let next = slot::next(SCANS_EVERY);
    let text = format!("update collections set scan_due = {next} where agent_id = $2");
    sql::execute(write, &text, [now.into(), agent.into()]).await?;
    Ok(())
}

/// Changes when agents are due.
pub async fn set_due(
    write: &impl ConnectionTrait,
    what: CollectedData,
    agents: &[AgentKey],
    due: Timestamp,
) -> Result<(), DbErr> {
    let text = format!(
        "update collections set {} = $1 where agent_id in ({})",
        what.due(),
        sql::list(agents)
    );
    sql::execute(write, &text, [due.into()]).await?;
    Ok(())
}
