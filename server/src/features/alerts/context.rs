//! What happened on an agent before its alert.

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};
use serde::Serialize;
use utoipa::ToSchema;

use super::alert::Alert;
use crate::auth::{Identity, Right};
use crate::ids::AgentKey;
use crate::storage::sql;
use crate::time::Timestamp;

/// Kinds of changes.
pub const CHANGE_KINDS: &[&str] = &["run", "audit", "update", "software"];
/// The most of one kind.
const MOST: i64 = 50;

/// What may explain an alert.
#[derive(Serialize, ToSchema)]
pub struct AlertContext {
    /// Begin of the hour before the alert.
    #[schema(value_type = String, format = DateTime)]
    pub since: Timestamp,
    /// When the alert opened.
    #[schema(value_type = String, format = DateTime)]
    pub until: Timestamp,
    /// What changed on the agent in that hour, newest first: only what the caller may
    /// read, and at most 50 of a kind.
    pub changes: Vec<AlertContextChange>,
    /// The newest alerts of the same check or task, or of the same kind on this agent.
    pub similar: Vec<Alert>,
    /// The alerts that this one lists: what is unreachable behind its agent or check, or
    /// the agents of its site. By name, at most 100.
    pub covers: Vec<Alert>,
}

/// Something that changed.
#[derive(Clone, Debug, Serialize, FromQueryResult, ToSchema)]
pub struct AlertContextChange {
    /// A run, a row of the audit log, an update of the operating system, or software that
    /// was installed, updated or removed.
    #[schema(extensions(("x-enum-values" = json!(CHANGE_KINDS))))]
    pub kind: String,
    /// Key of the run, of the row, of the update, or of the change.
    pub id: i64,
    /// When it happened; of software, when the server noticed.
    #[schema(value_type = String, format = DateTime)]
    pub time: Timestamp,
    /// Who did it; empty where nobody did.
    pub username: String,
    /// What happened.
    pub message: String,
}

/// What changed on an agent within a time, newest first.
pub async fn list_changes(
    db: &impl ConnectionTrait,
    caller: &Identity,
    agent: AgentKey,
    (since, until): (Timestamp, Timestamp),
) -> Result<Vec<AlertContextChange>, DbErr> {
    let runs = "select 'run' as kind, r.id, r.time, r.username,
                       case when r.script_name <> '' then r.script_name
                            when r.command <> '' then r.command else r.type end as message
                  from runs r where r.agent_id = $1 and r.time between $2 and $3
                 order by r.time desc, r.id desc limit $4";
    let audit = "select 'audit' as kind, l.id, l.entry_time as time, l.username, l.message
                   from audit_log l join present_agents a on a.agent_id = l.agent_id
                  where a.id = $1 and l.entry_time between $2 and $3
                  order by l.id desc limit $4";
    let updates = "select 'update' as kind, u.id, u.date_installed as time, '' as username,
                          u.title as message
                     from winupdates u where u.agent_id = $1 and u.date_installed between $2 and $3
                    order by u.date_installed desc, u.id desc limit $4";
    let software = "select 'software' as kind, w.id, w.time, '' as username,
                           case w.change
                             when 'updated' then
                               w.name || ' was updated from ' || w.before || ' to ' || w.after
                             when 'installed' then w.name || ' ' || w.after || ' was installed'
                             else w.name || ' ' || w.before || ' was removed' end as message
                      from software_changes w where w.agent_id = $1 and w.time between $2 and $3
                     order by w.time desc, w.id desc limit $4";
    let mut changes: Vec<AlertContextChange> = Vec::new();
    for (right, text) in [
        (Right::ListAgentHistory, runs),
        (Right::ViewAuditlogs, audit),
        (Right::ManageWinupdates, updates),
        (Right::ListSoftware, software),
    ] {
        if caller.must_have(right).is_err() {
            continue;
        }
        let values = [agent.into(), since.into(), until.into(), MOST.into()];
        changes.extend(sql::all::<AlertContextChange>(db, text, values).await?);
    }
    changes.sort_by_key(|change| std::cmp::Reverse((change.time, change.id)));
    Ok(changes)
}
