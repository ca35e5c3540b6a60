//! Updates that an agent's system is to leave out, or to offer again.

use std::collections::HashMap;

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};

use super::CHUNK;
use crate::ids::AgentKey;
use crate::storage::sql;

/// Only a decision about the update itself counts. A patch policy ignores whole severities,
/// and what it hid would no longer be installed by the system itself either.
const TO_HIDE: &str = "w.own_action = 'ignore' and not w.is_hidden";
const TO_SHOW: &str = "w.is_hidden and (w.own_action = 'approve'
                        or (w.own_action <> 'ignore' and w.hidden_by_decision))";

/// Whether the agent reported that it can: [`muster_protocol::capability::HIDE_UPDATES`].
const CAN_HIDE: &str = "exists (select 1 from agent_capabilities k
    where k.agent_id = w.agent_id and ' ' || k.names || ' ' like '% hide_updates %')";

/// What one agent is to hide and to show, by identifiers of updates.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HidingWishes {
    pub hide: Vec<String>,
    pub show: Vec<String>,
}

#[derive(FromQueryResult)]
struct Row {
    agent: AgentKey,
    guid: String,
    is_hidden: bool,
}

/// What these agents are to hide and to show; those with nothing of it are left out.
pub async fn list_hiding_wishes(
    db: &impl ConnectionTrait,
    agents: &[AgentKey],
) -> Result<HashMap<AgentKey, HidingWishes>, DbErr> {
    let mut wishes: HashMap<AgentKey, HidingWishes> = HashMap::new();
    for chunk in agents.chunks(CHUNK) {
        let text = format!(
            "select w.agent_id as agent, w.guid, w.is_hidden from winupdates w
              where w.agent_id in ({}) and w.state not in ('installed', 'superseded')
                and ({TO_HIDE} or {TO_SHOW}) and {CAN_HIDE}
              order by w.id",
            sql::list(chunk)
        );
        for row in sql::all::<Row>(db, &text, []).await? {
            let wish = wishes.entry(row.agent).or_default();
            let list = if row.is_hidden { &mut wish.show } else { &mut wish.hide };
            list.push(row.guid);
        }
    }
    Ok(wishes)
}

/// Records before a scan is stored which updates an agent was asked to hide: those that it
/// has hidden now were hidden by decision.
pub async fn record_asked_to_hide(
    write: &impl ConnectionTrait,
    agent: AgentKey,
) -> Result<(), DbErr> {
    let text = format!(
        "update winupdates as w set hidden_by_decision = true
          where w.agent_id = $1 and {TO_HIDE} and not w.hidden_by_decision and {CAN_HIDE}"
    );
    sql::execute(write, &text, [agent.into()]).await?;
    Ok(())
}

/// Forgets after a scan was stored who had hidden what is shown again.
pub async fn forget_shown(write: &impl ConnectionTrait, agent: AgentKey) -> Result<(), DbErr> {
    let text = "update winupdates set hidden_by_decision = false
                 where agent_id = $1 and hidden_by_decision and not is_hidden";
    sql::execute(write, text, [agent.into()]).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agents_are_asked_by_the_name_that_the_protocol_has_for_it() {
        assert!(CAN_HIDE.contains(&format!("'% {} %'", muster_protocol::capability::HIDE_UPDATES)));
    }
}
