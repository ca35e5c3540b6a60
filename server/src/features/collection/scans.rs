//! Scans for missing updates. They are runs that the server starts itself: the newest
//! of each agent is kept, and lists of runs show them only if scans are requested.

use super::round::MAX_PER_ROUND;
use crate::agent_link::{AddressedOrder, Undelivered};
use crate::app::App;
use crate::domain::collections::queries::{self, CollectedData, DueAgent};
use crate::domain::runs::queries::delete_unsent;
use crate::domain::runs::store::{NewMember, NewRun, OwnOrder, insert_many};
use crate::domain::runs::{self, Instruction, SYSTEM};
use crate::features::winupdate::{list_hiding_wishes, scan_instruction, scan_with_wishes};
use crate::ids::{AgentKey, RunId};
use crate::time::Timestamp;

/// Starts scans on the agents that are due.
pub async fn begin(app: &App, now: Timestamp, seen: Timestamp) -> anyhow::Result<()> {
    let due =
        queries::list_due(app.db.read(), CollectedData::Updates, now, seen, MAX_PER_ROUND).await?;
    if due.is_empty() {
        return Ok(());
    }
    let instruction = scan_instruction(app);
    let members = store(app, &instruction, &due, now).await?;
    let address = |(agent, member): (&DueAgent, &NewMember)| {
        let mut order = instruction.order(&member.run_id);
        if let Some(own) = &member.own {
            order.body = own.order_body.clone();
        }
        AddressedOrder { agent_id: agent.agent_id.clone(), order }
    };
    let orders = due.iter().zip(&members).map(address).collect();
    let sent = app.agent_link.send_all(orders, Vec::new()).await;
    delete_undelivered(app, now, &members, &sent).await
}

async fn store(
    app: &App,
    instruction: &Instruction,
    due: &[DueAgent],
    now: Timestamp,
) -> anyhow::Result<Vec<NewMember>> {
    let agents: Vec<AgentKey> = due.iter().map(|agent| agent.id).collect();
    let mut wishes = list_hiding_wishes(app.db.read(), &agents).await?;
    let mut own = |agent: AgentKey| {
        let Instruction { command, shell, order_body, .. } =
            scan_with_wishes(app, wishes.remove(&agent)?);
        Some(OwnOrder { command, shell, order_body })
    };
    let member = |agent: &DueAgent| NewMember {
        run_id: runs::new_run_id(),
        agent: agent.id,
        slot: false,
        own: own(agent.id),
    };
    let members: Vec<NewMember> = due.iter().map(member).collect();
    // They are not queued: an agent that is offline is due again when it reconnects.
    let template = NewRun { username: SYSTEM, ..instruction.new_run() };
    let write = app.db.begin().await?;
    queries::record_asked(&write, CollectedData::Updates, &agents, now).await?;
    insert_many(&write, &app.vault, None, &template, &members).await?;
    write.commit().await?;
    Ok(members)
}

/// An order that was not sent leaves no run behind, and its agent stays due; but
/// an agent that does not support scans is not asked again before its next time.
async fn delete_undelivered(
    app: &App,
    now: Timestamp,
    members: &[NewMember],
    sent: &[Result<(), Undelivered>],
) -> anyhow::Result<()> {
    let failed = || members.iter().zip(sent).filter(|(_, sent)| sent.is_err());
    let run_ids: Vec<&RunId> = failed().map(|(member, _)| &member.run_id).collect();
    if run_ids.is_empty() {
        return Ok(());
    }
    let supports_scans = |sent: &Result<(), Undelivered>| *sent != Err(Undelivered::Unsupported);
    let offline = failed().filter(|(_, sent)| supports_scans(sent)).map(|(member, _)| member.agent);
    let offline: Vec<AgentKey> = offline.collect();
    let write = app.db.begin().await?;
    delete_unsent(&write, &run_ids).await?;
    queries::set_due(&write, CollectedData::Updates, &offline, now).await?;
    write.commit().await?;
    Ok(())
}
