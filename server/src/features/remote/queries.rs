//! All SQL of showing sessions.

use std::collections::HashMap;

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult, Value};

use super::session::{RecordingRow, RemoteSession, RemoteViewer, SessionRow, ViewerRow};
use crate::auth::Scope;
use crate::domain::fleet::Status;
use crate::ids::{AgentId, AgentKey};
use crate::storage::sql;
use crate::time::Timestamp;

const SELECT: &str = "select q.id as session_key, q.uid, a.agent_id, a.hostname,
        c.name as client_name, s.name as site_name, q.kind, q.status, q.username, q.reason,
        q.details, q.consent, q.consent_answer, q.recording, q.created, q.started, q.ended,
        q.end_code, q.end_reason, q.to_agent, q.to_viewer
   from remote_sessions q join present_agents a on a.id = q.agent_id
        join sites s on s.id = a.site_id join clients c on c.id = s.client_id";

/// Which sessions are listed.
#[derive(Debug, Default)]
pub struct SessionFilter {
    pub agent_id: Option<String>,
    /// Whether they have not ended.
    pub is_open: Option<bool>,
}

/// Sessions in scope, newest first.
pub async fn list_sessions(
    db: &impl ConnectionTrait,
    scope: &Scope,
    filter: &SessionFilter,
    most: i64,
) -> Result<Vec<RemoteSession>, DbErr> {
    let open = match filter.is_open {
        None => "1 = 1",
        Some(true) => "q.ended is null",
        Some(false) => "q.ended is not null",
    };
    let agent = filter.agent_id.clone().unwrap_or_default();
    let text = format!(
        "{SELECT} where {} and {open} and ($1 = '' or a.agent_id = $1) order by q.id desc limit $2",
        scope.site_condition("s.client_id", "s.id")
    );
    let rows = sql::all(db, &text, [agent.into(), most.into()]).await?;
    with_parts(db, rows).await
}

/// One session in scope.
pub async fn find_session(
    db: &impl ConnectionTrait,
    scope: &Scope,
    uid: &str,
) -> Result<Option<RemoteSession>, DbErr> {
    let condition = scope.site_condition("s.client_id", "s.id");
    let text = format!("{SELECT} where q.uid = $1 and {condition}");
    let rows = sql::all(db, &text, [Value::from(uid)]).await?;
    Ok(with_parts(db, rows).await?.pop())
}

/// The sessions with their viewers and recordings.
async fn with_parts(
    db: &impl ConnectionTrait,
    rows: Vec<SessionRow>,
) -> Result<Vec<RemoteSession>, DbErr> {
    let keys: Vec<i64> = rows.iter().map(|row| row.session_key).collect();
    let mut viewers = list_viewers(db, &keys).await?;
    let mut recordings = list_recording_ids(db, &keys).await?;
    let show = |row: SessionRow| {
        let viewers = viewers.remove(&row.session_key).unwrap_or_default();
        let recording_ids = recordings.remove(&row.session_key).unwrap_or_default();
        RemoteSession { viewers, recording_ids, ..row.into() }
    };
    Ok(rows.into_iter().map(show).collect())
}

async fn list_viewers(
    db: &impl ConnectionTrait,
    sessions: &[i64],
) -> Result<HashMap<i64, Vec<RemoteViewer>>, DbErr> {
    let text = format!(
        "select v.session_id, v.uid, v.username, v.address, v.view_only, v.is_driver, v.connected,
                v.left_time
           from remote_viewers v where v.session_id in ({}) order by v.id",
        sql::list(sessions)
    );
    let viewers: Vec<ViewerRow> = sql::all(db, &text, []).await?;
    let mut by_session: HashMap<i64, Vec<RemoteViewer>> = HashMap::new();
    for viewer in viewers {
        by_session.entry(viewer.session_id).or_default().push(viewer.into());
    }
    Ok(by_session)
}

async fn list_recording_ids(
    db: &impl ConnectionTrait,
    sessions: &[i64],
) -> Result<HashMap<i64, Vec<i64>>, DbErr> {
    let text = format!(
        "select q.id as session_id, r.id
           from remote_sessions q join remote_recordings r on r.session_uid = q.uid
          where q.id in ({}) order by r.id",
        sql::list(sessions)
    );
    let rows: Vec<RecordingRow> = sql::all(db, &text, []).await?;
    let mut by_session: HashMap<i64, Vec<i64>> = HashMap::new();
    for row in rows {
        by_session.entry(row.session_id).or_default().push(row.id);
    }
    Ok(by_session)
}

/// The Ed25519 key of an agent.
pub async fn find_agent_key(
    db: &impl ConnectionTrait,
    agent: AgentKey,
) -> Result<Option<Vec<u8>>, DbErr> {
    let text = "select public_key from present_agents where id = $1 and public_key is not null";
    sql::value(db, text, [agent.into()]).await
}

/// The shell that is set for an agent.
#[derive(FromQueryResult)]
pub struct OwnShell {
    pub plat: String,
    pub default_shell: String,
    pub default_shell_custom: String,
}

/// The shell of an agent, and its operating system.
pub async fn find_shell(
    db: &impl ConnectionTrait,
    agent: AgentKey,
) -> Result<Option<OwnShell>, DbErr> {
    let text = "select plat, default_shell, default_shell_custom from present_agents where id = $1";
    sql::one(db, text, [agent.into()]).await
}

/// The computer that links lead to.
#[derive(FromQueryResult)]
pub struct LinkedComputer {
    pub hostname: String,
    pub client_name: String,
    pub site_name: String,
    last_seen: Option<Timestamp>,
    created_time: Timestamp,
    offline_time: i64,
    overdue_time: i64,
}

impl LinkedComputer {
    /// Whether its agent is there.
    pub fn status(&self) -> Status {
        let Self { last_seen, created_time, offline_time, overdue_time, .. } = *self;
        Status::of(last_seen, created_time, offline_time, overdue_time, Timestamp::now())
    }
}

/// A computer in scope.
pub async fn find_computer(
    db: &impl ConnectionTrait,
    scope: &Scope,
    agent_id: &AgentId,
) -> Result<Option<LinkedComputer>, DbErr> {
    let text = format!(
        "select a.hostname, c.name as client_name, s.name as site_name, a.last_seen,
                a.created_time, a.offline_time, a.overdue_time
           from present_agents a join sites s on s.id = a.site_id
           join clients c on c.id = s.client_id
          where a.agent_id = $1 and {}",
        scope.site_condition("s.client_id", "s.id")
    );
    sql::one(db, &text, [agent_id.into()]).await
}

/// The key of a viewer.
pub async fn find_viewer_key(
    db: &impl ConnectionTrait,
    viewer: &str,
) -> Result<Option<i64>, DbErr> {
    sql::value(db, "select id from remote_viewers where uid = $1", [viewer.into()]).await
}

/// A site.
#[derive(FromQueryResult)]
pub struct FoundSite {
    pub id: i64,
    pub client_id: i64,
    pub name: String,
}

/// A site in scope.
pub async fn find_site(
    db: &impl ConnectionTrait,
    scope: &Scope,
    id: i64,
) -> Result<Option<FoundSite>, DbErr> {
    let condition = scope.site_condition("s.client_id", "s.id");
    let text =
        format!("select s.id, s.client_id, s.name from sites s where s.id = $1 and {condition}");
    sql::one(db, &text, [id.into()]).await
}

/// Whether a client is in scope as a whole.
pub async fn has_client(db: &impl ConnectionTrait, scope: &Scope, id: i64) -> Result<bool, DbErr> {
    let condition = scope.whole_client_condition("c.id");
    let text = format!("select count(*) from clients c where c.id = $1 and {condition}");
    Ok(sql::number(db, &text, [id.into()]).await? > 0)
}
