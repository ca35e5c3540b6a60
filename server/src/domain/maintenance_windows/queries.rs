//! The SQL of maintenance windows.

use chrono::NaiveDateTime;
use sea_orm::{ConnectionTrait, DbBackend, DbErr, FromQueryResult, Value};
use serde_json::json;

use super::window::{StoredWindow, WindowTarget, read_start, shown_start};
use crate::audit::Stamps;
use crate::auth::Scope;
use crate::ids::AgentKey;
use crate::storage::sql;
use crate::time::Timestamp;

#[derive(FromQueryResult)]
struct WindowRow {
    id: i64,
    name: String,
    reason: String,
    start: String,
    time_zone: String,
    minutes: i64,
    rrule: String,
    enabled: bool,
    agent_id: Option<i64>,
    site_id: Option<i64>,
    client_id: Option<i64>,
    policy_id: Option<i64>,
    view_id: Option<i64>,
    scope: String,
    was_open: bool,
    #[sea_orm(nested)]
    stamps: Stamps,
}

const SELECT: &str = "select id, name, reason, start, time_zone, minutes, rrule, enabled, agent_id,
        site_id, client_id, policy_id, view_id, scope, was_open, created_by, created_time,
        modified_by, modified_time
   from maintenance_windows";

/// All windows by name, or the one with this key.
pub async fn list_windows(
    db: &impl ConnectionTrait,
    id: Option<i64>,
) -> Result<Vec<StoredWindow>, DbErr> {
    let text = format!("{SELECT} where ($1 = 0 or id = $1) order by lower(name), id");
    read(sql::all(db, &text, [id.unwrap_or(0).into()]).await?)
}

/// The windows that are switched on.
pub async fn list_enabled(db: &impl ConnectionTrait) -> Result<Vec<StoredWindow>, DbErr> {
    read(sql::all(db, &format!("{SELECT} where enabled order by id"), []).await?)
}

/// All windows, locked until the transaction ends; SQLite has one writer.
pub async fn lock_windows(write: &impl ConnectionTrait) -> Result<Vec<StoredWindow>, DbErr> {
    let lock = match write.get_database_backend() {
        DbBackend::Postgres => " for update",
        _ => "",
    };
    read(sql::all(write, &format!("{SELECT} order by id{lock}"), []).await?)
}

/// How many windows there are.
pub async fn count_windows(db: &impl ConnectionTrait) -> Result<i64, DbErr> {
    sql::number(db, "select count(*) from maintenance_windows", []).await
}

/// Inserts a window and returns its key.
pub async fn insert_window(
    write: &impl ConnectionTrait,
    window: &StoredWindow,
    by: &str,
) -> Result<i64, DbErr> {
    let text = "insert into maintenance_windows
                       (name, reason, start, time_zone, minutes, rrule, enabled, agent_id,
                        site_id, client_id, policy_id, view_id, scope, modified_by,
                        modified_time, created_by, created_time)
                values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $14,
                        $15)
             returning id";
    sql::number(write, text, columns(window, by)).await
}

/// Writes a window over the stored one.
pub async fn update_window(
    write: &impl ConnectionTrait,
    window: &StoredWindow,
    by: &str,
) -> Result<(), DbErr> {
    let text = "update maintenance_windows
                   set name = $1, reason = $2, start = $3, time_zone = $4, minutes = $5,
                       rrule = $6, enabled = $7, agent_id = $8, site_id = $9, client_id = $10,
                       policy_id = $11, view_id = $12, scope = $13, modified_by = $14,
                       modified_time = $15
                 where id = $16";
    let values = columns(window, by).into_iter().chain([window.id.into()]);
    sql::execute(write, text, values).await.map(|_| ())
}

/// Removes a window.
pub async fn delete_window(write: &impl ConnectionTrait, id: i64) -> Result<(), DbErr> {
    let text = "delete from maintenance_windows where id = $1";
    sql::execute(write, text, [id.into()]).await.map(|_| ())
}

/// Records which windows are open, once that is announced.
pub async fn store_open(
    write: &impl ConnectionTrait,
    ids: &[i64],
    is_open: bool,
) -> Result<(), DbErr> {
    let text =
        format!("update maintenance_windows set was_open = $1 where id in ({})", sql::list(ids));
    sql::execute(write, &text, [is_open.into()]).await.map(|_| ())
}

/// The agents of a saved view, when it was last evaluated; among these, or all.
pub async fn list_members(
    db: &impl ConnectionTrait,
    windows: &[i64],
    agents: Option<&[AgentKey]>,
) -> Result<Vec<(i64, AgentKey)>, DbErr> {
    #[derive(FromQueryResult)]
    struct MemberRow {
        window_id: i64,
        agent_id: AgentKey,
    }
    let (condition, bound) = sql::among_or_all(db, "agent_id", agents);
    let text = format!(
        "select window_id, agent_id from maintenance_members
          where window_id in ({}) and {condition} order by window_id, agent_id",
        sql::list(windows)
    );
    let rows: Vec<MemberRow> = sql::all(db, &text, bound).await?;
    Ok(rows.into_iter().map(|row| (row.window_id, row.agent_id)).collect())
}

/// Replaces the agents of a saved view.
pub async fn store_members(
    write: &impl ConnectionTrait,
    window: i64,
    agents: &[i64],
) -> Result<(), DbErr> {
    let text = "delete from maintenance_members where window_id = $1";
    sql::execute(write, text, [window.into()]).await?;
    for chunk in agents.chunks(1000) {
        // An agent may have been removed since it was found.
        let text = format!(
            "insert into maintenance_members (window_id, agent_id)
             select $1, a.id from present_agents a where a.id in ({})",
            sql::list(chunk)
        );
        sql::execute(write, &text, [window.into()]).await?;
    }
    Ok(())
}

fn read(rows: Vec<WindowRow>) -> Result<Vec<StoredWindow>, DbErr> {
    rows.into_iter().map(WindowRow::open).collect()
}

fn columns(window: &StoredWindow, by: &str) -> [Value; 15] {
    let id = |wanted: &str| {
        let target = window.target;
        Value::from((target.type_name() == wanted).then(|| target.id()))
    };
    [
        window.name.clone().into(),
        window.reason.clone().into(),
        shown_start(window.start).into(),
        window.time_zone.clone().into(),
        window.minutes.into(),
        window.rrule.clone().into(),
        window.enabled.into(),
        id("agent"),
        id("site"),
        id("client"),
        id("policy"),
        id("view"),
        stored_scope(&window.scope).into(),
        by.into(),
        Timestamp::now().into(),
    ]
}

fn stored_scope(scope: &Scope) -> String {
    let groups = scope.groups().iter().map(|group| json!([group.clients, group.sites]));
    json!(groups.collect::<Vec<_>>()).to_string()
}

/// A scope that cannot be read is an error: as an empty one it would be the whole
/// fleet.
fn read_scope(text: &str) -> serde_json::Result<Scope> {
    let groups: Vec<(Vec<i64>, Vec<i64>)> = serde_json::from_str(text)?;
    let narrow = |scope: Scope, (clients, sites)| scope.narrowed(clients, sites);
    Ok(groups.into_iter().fold(Scope::everything(), narrow))
}

impl WindowRow {
    fn open(self) -> Result<StoredWindow, DbErr> {
        let id = self.id;
        let damaged = || DbErr::Custom(format!("maintenance window {id} cannot be read"));
        let target = [
            self.agent_id.map(|id| WindowTarget::Agent(AgentKey(id))),
            self.site_id.map(WindowTarget::Site),
            self.client_id.map(WindowTarget::Client),
            self.policy_id.map(WindowTarget::Policy),
            self.view_id.map(WindowTarget::View),
        ];
        let start: Option<NaiveDateTime> = read_start(&self.start);
        Ok(StoredWindow {
            id,
            name: self.name,
            reason: self.reason,
            start: start.ok_or_else(damaged)?,
            time_zone: self.time_zone,
            minutes: self.minutes,
            rrule: self.rrule,
            enabled: self.enabled,
            target: target.into_iter().flatten().next().ok_or_else(damaged)?,
            scope: read_scope(&self.scope).map_err(|_| damaged())?,
            was_open: self.was_open,
            stamps: self.stamps,
        })
    }
}
