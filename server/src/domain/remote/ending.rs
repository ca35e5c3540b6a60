//! Ending sessions: once, with an audit row, and with every connection cut.

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};
use serde_json::json;

use super::{cutting, tickets, viewer_queries};
use crate::app::App;
use crate::audit::{Action, Change, Entry, ObjectType};
use crate::error::ApiError;
use crate::events::Event;
use crate::ids::{AgentId, AgentKey};
use crate::storage::sql;
use crate::time::Timestamp;
use crate::wording::count;

/// Characters of a code or a reason that an agent reports.
const LONGEST_CODE: usize = 40;
const LONGEST_REASON: usize = 500;

/// Why a session ends.
#[derive(Clone, Debug)]
pub struct SessionEnd {
    /// For programs: letters and underscores.
    pub code: String,
    /// For people.
    pub reason: String,
}

impl SessionEnd {
    /// An end as the server states it.
    pub fn new(code: &str, reason: impl Into<String>) -> Self {
        Self { code: code.to_owned(), reason: reason.into() }
    }

    /// An end as an agent reports it, within bounds.
    pub fn reported(code: &str, reason: &str) -> Self {
        let is_known = |letter: &char| letter.is_ascii_lowercase() || *letter == '_';
        let code: String = code.chars().filter(is_known).take(LONGEST_CODE).collect();
        let reason = reason.chars().filter(|letter| !letter.is_control());
        Self {
            code: if code.is_empty() { "ended".to_owned() } else { code },
            reason: reason.take(LONGEST_REASON).collect(),
        }
    }
}

/// A session that has just ended within a change.
pub struct Ending {
    entry: Entry,
    viewers: Vec<String>,
    end: SessionEnd,
}

#[derive(FromQueryResult)]
struct EndedRow {
    id: i64,
    agent_id: AgentKey,
    agent_uid: AgentId,
    hostname: String,
    kind: String,
    username: String,
    created: Timestamp,
    to_agent: i64,
    to_viewer: i64,
}

#[derive(FromQueryResult)]
struct PlaceRow {
    client_id: i64,
    site_id: i64,
    site_name: String,
}

/// Ends a session as part of a change; none if it has ended before.
pub async fn end_within(
    change: &mut Change,
    uid: &str,
    end: SessionEnd,
) -> Result<Option<Ending>, ApiError> {
    let now = Timestamp::now();
    let text = "update remote_sessions
                   set status = 'ended', ended = $2, end_code = $3, end_reason = $4
                 where uid = $1 and status <> 'ended'
                returning id, agent_id, agent_uid, hostname, kind, username, created, to_agent,
                          to_viewer";
    let values = [uid.into(), now.into(), end.code.clone().into(), end.reason.clone().into()];
    let row: Option<EndedRow> = sql::one(&**change, text, values).await?;
    let Some(row) = row else { return Ok(None) };
    tickets::delete_tickets(&**change, row.id).await?;
    let viewers = viewer_queries::list_present(&**change, row.id).await?;
    let place = find_place(&**change, row.agent_id).await?;
    let event = Event::remote_ended(uid, &row.agent_uid, &end.code);
    change.publish(match &place {
        Some(place) => event.about(place.client_id, place.site_id),
        None => event,
    });
    Ok(Some(Ending { entry: row.entry(uid, &end, now, place), viewers, end }))
}

impl EndedRow {
    fn entry(&self, uid: &str, end: &SessionEnd, now: Timestamp, place: Option<PlaceRow>) -> Entry {
        let seconds = now.since(self.created).as_secs();
        let message = format!(
            "the {} session of {} on {} ended after {}: {}",
            self.kind,
            self.username,
            self.hostname,
            count(seconds, "second"),
            end.reason
        );
        let entry = Entry::new(Action::RemoteSession, ObjectType::Agent, &self.agent_uid, message)
            .agent(&self.hostname, &self.agent_uid)
            .after(&json!({
                "session": uid, "kind": self.kind, "code": end.code, "seconds": seconds,
                "to_agent": self.to_agent, "to_viewer": self.to_viewer,
            }));
        match place {
            Some(place) => entry.client(place.client_id).site(place.site_id, &place.site_name),
            None => entry,
        }
    }
}

impl Ending {
    /// Commits the change, and cuts every connection of the session.
    pub async fn carry_out(self, app: &App, change: Change) -> Result<(), ApiError> {
        change.commit(self.entry).await?;
        cutting::cut(app, self.viewers, &self.end.code, &self.end.reason).await;
        Ok(())
    }
}

/// Ends a session within a change that has no other purpose; returns whether it was
/// open.
pub async fn end_session(
    app: &App,
    mut change: Change,
    uid: &str,
    end: SessionEnd,
) -> Result<bool, ApiError> {
    match end_within(&mut change, uid, end).await? {
        Some(ending) => ending.carry_out(app, change).await.map(|()| true),
        None => Ok(false),
    }
}

/// Ends a session in the name of a part of the server: `system`, or `agent`.
pub async fn end_as(app: &App, actor: &str, uid: &str, end: SessionEnd) -> Result<bool, ApiError> {
    let change = Change::begin_as(app, actor, "").await?;
    end_session(app, change, uid, end).await
}

/// Where an agent is, unless it was removed.
async fn find_place(db: &impl ConnectionTrait, agent: AgentKey) -> Result<Option<PlaceRow>, DbErr> {
    let text = "select s.client_id, s.id as site_id, s.name as site_name
                  from present_agents a join sites s on s.id = a.site_id where a.id = $1";
    sql::one(db, text, [agent.into()]).await
}
