//! Writing updates: decisions, installations, what scans found.

use sea_orm::{ConnectionTrait, DbErr, Value};

use super::super::details::Details;
use super::super::merge::{InstallState, KnownUpdate};
use super::CHUNK;
use super::approved::approved;
use crate::domain::fleet;
use crate::ids::{AgentKey, RunId};
use crate::storage::sql;
use crate::time::{self, Timestamp};

/// The state of an update once a run tries to install it: one that waits for a
/// restart waits on.
const TRIED: &str = "case state when 'reboot_pending' then 'reboot_pending' else 'available' end";

/// Stores the decisions of people about updates.
pub async fn set_action(
    write: &impl ConnectionTrait,
    ids: &[i64],
    action: &str,
) -> Result<(), DbErr> {
    for chunk in ids.chunks(CHUNK) {
        let text =
            format!("update winupdates set own_action = $1 where id in ({})", sql::list(chunk));
        sql::execute(write, &text, [action.into()]).await?;
    }
    Ok(())
}

/// Approves updates and records which run installs them.
pub async fn begin_install(
    write: &impl ConnectionTrait,
    ids: &[i64],
    run_id: &RunId,
) -> Result<(), DbErr> {
    for chunk in ids.chunks(CHUNK) {
        let text = format!(
            "update winupdates set own_action = 'approve', state = {TRIED}, result = 'n/a',
                    error = null, install_run = $1
              where id in ({})",
            sql::list(chunk)
        );
        sql::execute(write, &text, [run_id.into()]).await?;
    }
    Ok(())
}

/// Records for agents of a bulk action that its runs install what is approved.
pub async fn begin_installs(
    write: &impl ConnectionTrait,
    bulk: i64,
    agents: &[AgentKey],
) -> Result<(), DbErr> {
    for chunk in agents.chunks(CHUNK) {
        let text = format!(
            "update winupdates set state = {TRIED}, result = 'n/a', error = null,
                    install_run = (select n.run_id from runs n
                                    where n.bulk_id = $1 and n.agent_id = winupdates.agent_id)
              where id in ({})",
            approved("w.id", chunk)
        );
        sql::execute(write, &text, [bulk.into()]).await?;
    }
    Ok(())
}

/// Records for a run that an agent began on its own that it installs what is
/// approved there.
pub async fn claim_install(
    write: &impl ConnectionTrait,
    agent: AgentKey,
    run_id: &RunId,
) -> Result<(), DbErr> {
    let text = format!(
        "update winupdates set install_run = $1
          where id in ({}) and state <> 'reboot_pending' and coalesce(counted_run, '') <> $1",
        approved("w.id", &[agent])
    );
    sql::execute(write, &text, [run_id.into()]).await?;
    Ok(())
}

/// Counts a run that tried to install updates, once.
pub async fn count_attempt(write: &impl ConnectionTrait, run_id: &RunId) -> Result<(), DbErr> {
    sql::execute(
        write,
        "update winupdates set attempts = attempts + 1, counted_run = install_run
          where install_run = $1 and coalesce(counted_run, '') <> install_run",
        [run_id.into()],
    )
    .await?;
    Ok(())
}

/// Updates whose installation failed. Those that wait for a restart wait on.
pub async fn fail_updates(
    write: &impl ConnectionTrait,
    ids: &[i64],
    error: &str,
) -> Result<(), DbErr> {
    for chunk in ids.chunks(CHUNK) {
        let text = format!(
            "update winupdates set state = 'failed', result = 'failed', error = $1
              where id in ({}) and state not in ('installed', 'reboot_pending')",
            sql::list(chunk)
        );
        sql::execute(write, &text, [error.into()]).await?;
    }
    Ok(())
}

/// Updates that are installed once their computer restarts.
pub async fn await_reboot(write: &impl ConnectionTrait, ids: &[i64]) -> Result<(), DbErr> {
    for chunk in ids.chunks(CHUNK) {
        let text = format!(
            "update winupdates set state = 'reboot_pending', error = null
              where id in ({}) and state <> 'installed'",
            sql::list(chunk)
        );
        sql::execute(write, &text, []).await?;
    }
    Ok(())
}

/// Records a scan, and blocks others from storing one until this transaction
/// ends. Returns whether it is the newest.
pub async fn record_scan(
    write: &impl ConnectionTrait,
    agent: AgentKey,
    scanned_at: Timestamp,
    source: &str,
    reboot_required: bool,
) -> Result<bool, DbErr> {
    let touched = sql::execute(
        write,
        "insert into update_scans (agent_id, scanned_at, source, reboot_required)
         values ($1, $2, $3, $4)
         on conflict (agent_id) do update
            set scanned_at = excluded.scanned_at, source = excluded.source,
                reboot_required = excluded.reboot_required
          where update_scans.scanned_at <= excluded.scanned_at",
        [agent.into(), scanned_at.into(), source.into(), reboot_required.into()],
    )
    .await?;
    if touched > 0 {
        fleet::store::store_needs_reboot(write, agent, reboot_required).await?;
    }
    Ok(touched > 0)
}

/// Every update an agent ever had.
pub async fn list_known_updates(
    write: &impl ConnectionTrait,
    agent: AgentKey,
) -> Result<Vec<KnownUpdate>, DbErr> {
    sql::all(
        write,
        "select w.id, w.guid, w.kb, w.title, w.description, w.severity, w.categories, w.source,
                w.more, w.is_hidden, w.state, w.result, w.error, w.install_run, w.date_installed, w.attempts,
                r.status as run_status, r.started as run_started, r.finished as run_finished
           from winupdates w left join runs r on r.run_id = w.install_run
          where w.agent_id = $1 order by w.id",
        [agent.into()],
    )
    .await
}

/// Adds updates that a scan found, many in one statement.
pub async fn insert_updates(
    write: &impl ConnectionTrait,
    agent: AgentKey,
    updates: &[(String, Details, Option<String>)],
) -> Result<(), DbErr> {
    for chunk in updates.chunks(CHUNK) {
        let mut values: Vec<Value> = vec![agent.into(), Timestamp::now().into()];
        let mut rows = Vec::with_capacity(chunk.len());
        for (guid, details, error) in chunk {
            let first = values.len() + 1;
            values.push(guid.clone().into());
            values.push(error.clone().into());
            values.extend(detail_values(details));
            let placeholders: Vec<String> =
                (first..=values.len()).map(|n| format!("${n}")).collect();
            rows.push(format!("($1, $2, {}, 'available')", placeholders.join(", ")));
        }
        let text = format!(
            "insert into winupdates
                    (agent_id, changed_time, guid, error, kb, title, description, severity,
                     categories, source, more, is_hidden, state)
             values {}",
            rows.join(", ")
        );
        sql::execute(write, &text, values).await?;
    }
    Ok(())
}

/// Stores what a scan found about a known update.
pub async fn store_update(
    write: &impl ConnectionTrait,
    id: i64,
    details: &Details,
    install_state: &InstallState,
) -> Result<(), DbErr> {
    let mut values: Vec<Value> = detail_values(details).into();
    values.extend([
        install_state.state.clone().into(),
        install_state.result.clone().into(),
        install_state.error.clone().into(),
        install_state.install_run.clone().into(),
        time::optional(install_state.date_installed),
        Timestamp::now().into(),
        id.into(),
    ]);
    sql::execute(
        write,
        "update winupdates set kb = $1, title = $2, description = $3, severity = $4,
                categories = $5, source = $6, more = $7, is_hidden = $8, state = $9,
                result = $10, error = $11, install_run = $12, date_installed = $13,
                changed_time = $14
          where id = $15",
        values,
    )
    .await?;
    Ok(())
}

fn detail_values(details: &Details) -> [Value; 8] {
    [
        details.kb.clone().into(),
        details.title.clone().into(),
        details.description.clone().into(),
        details.severity.clone().into(),
        details.categories.clone().into(),
        details.source.clone().into(),
        details.more.clone().into(),
        details.is_hidden.into(),
    ]
}

/// Deletes a batch of updates that are installed or superseded since before a
/// time.
pub const OLD_UPDATES: &str = "delete from winupdates where id in
    (select id from winupdates
      where state in ('installed', 'superseded') and changed_time < $1
      order by id limit $2)";
