//! All SQL of recordings and their parts.

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};

use super::recording::StoredRecording;
use super::storing::{IncomingPart, Origin};
use crate::auth::Scope;
use crate::ids::AgentKey;
use crate::storage::{Transaction, sql};
use crate::time::Timestamp;

const SELECT: &str = "select r.id, r.session_uid, r.began, r.agent_uid, r.hostname,
        r.kind, r.username, r.agent_key, r.seal_key, r.started, r.last_stored, r.last_ms, r.parts,
        r.bytes, r.gaps, r.digest, r.is_complete, r.refused, s.client_id, s.id as site_id,
        s.name as site_name
   from remote_recordings r
   left join present_agents a on a.id = r.agent_id
   left join sites s on s.id = a.site_id";

/// A part as it is listed.
#[derive(Clone, Debug, FromQueryResult)]
pub struct PartRow {
    pub part: i64,
    pub first_ms: i64,
    pub last_ms: i64,
    pub bytes: i64,
    pub key_frame: bool,
    pub gap: bool,
    pub(super) digest: Vec<u8>,
}

/// A recording of an agent in scope. One whose agent is gone is for callers who see
/// everything; while an agent that was removed can be restored, nobody sees its own.
pub async fn find_recording(
    db: &impl ConnectionTrait,
    scope: &Scope,
    id: i64,
) -> Result<Option<StoredRecording>, DbErr> {
    let condition = scope.site_condition("s.client_id", "s.id");
    let text = format!(
        "{SELECT} where r.id = $1 and (r.agent_id is null or s.id is not null) and {condition}"
    );
    sql::one(db, &text, [id.into()]).await
}

/// Any recording, for the server itself and its command line.
pub async fn find_any_recording(
    db: &impl ConnectionTrait,
    id: i64,
) -> Result<Option<StoredRecording>, DbErr> {
    sql::one(db, &format!("{SELECT} where r.id = $1"), [id.into()]).await
}

/// The recording that a part names, of the agent that sent it.
pub(super) async fn find_named(
    db: &impl ConnectionTrait,
    part: &IncomingPart,
) -> Result<Option<StoredRecording>, DbErr> {
    let text = format!("{SELECT} where r.session_uid = $1 and r.began = $2 and r.agent_id = $3");
    let values = [part.session.as_str().into(), part.header.began.into(), part.agent.into()];
    sql::one(db, &text, values).await
}

/// The same, so that no other connection adds a part meanwhile.
pub(super) async fn find_named_locked(
    write: &Transaction,
    part: &IncomingPart,
) -> Result<Option<StoredRecording>, DbErr> {
    let Some(found) = find_named(write, part).await? else { return Ok(None) };
    sql::lock_row(write, "remote_recordings", found.id).await?;
    find_named(write, part).await
}

/// A session of an agent.
pub(super) async fn find_origin(
    db: &impl ConnectionTrait,
    session: &str,
    agent: AgentKey,
) -> Result<Option<Origin>, DbErr> {
    let text = "select q.agent_uid, q.hostname, q.kind, q.username, q.reason, q.created,
                       q.recording, a.public_key as agent_key
                  from remote_sessions q join present_agents a on a.id = q.agent_id
                 where q.uid = $1 and q.agent_id = $2";
    sql::one(db, text, [session.into(), agent.into()]).await
}

/// How many recordings a session has.
pub(super) async fn count_of_session(
    db: &impl ConnectionTrait,
    session: &str,
) -> Result<i64, DbErr> {
    let text = "select count(*) from remote_recordings where session_uid = $1";
    sql::number(db, text, [session.into()]).await
}

/// Whether a session of this agent is open and may not go on without a recording.
pub(super) async fn must_be_recorded(
    db: &impl ConnectionTrait,
    session: &str,
    agent: AgentKey,
) -> Result<bool, DbErr> {
    let text = "select count(*) from remote_sessions
                 where uid = $1 and agent_id = $2 and recording = 'strict' and ended is null";
    Ok(sql::number(db, text, [session.into(), agent.into()]).await? > 0)
}

/// The digest of a part, if it is stored.
pub(super) async fn find_digest(
    db: &impl ConnectionTrait,
    recording: i64,
    part: i64,
) -> Result<Option<Vec<u8>>, DbErr> {
    let text = "select digest from recording_parts where recording_id = $1 and part = $2";
    sql::value(db, text, [recording.into(), part.into()]).await
}

/// The parts of a recording, in order.
pub async fn list_parts(db: &impl ConnectionTrait, recording: i64) -> Result<Vec<PartRow>, DbErr> {
    let text = "select part, first_ms, last_ms, bytes, key_frame, gap, digest
                  from recording_parts where recording_id = $1 order by part";
    sql::all(db, text, [recording.into()]).await
}

/// One part.
pub(super) async fn find_part(
    db: &impl ConnectionTrait,
    recording: i64,
    part: i64,
) -> Result<Option<PartRow>, DbErr> {
    let text = "select part, first_ms, last_ms, bytes, key_frame, gap, digest
                  from recording_parts where recording_id = $1 and part = $2";
    sql::one(db, text, [recording.into(), part.into()]).await
}

/// The content of a part, where the database has it.
pub(super) async fn find_content(
    db: &impl ConnectionTrait,
    recording: i64,
    part: i64,
) -> Result<Option<Vec<u8>>, DbErr> {
    let text = "select data from recording_parts
                 where recording_id = $1 and part = $2 and data is not null";
    sql::value(db, text, [recording.into(), part.into()]).await
}

/// Records what a verification found; empty: nothing.
pub(super) async fn record_verified(
    write: &Transaction,
    recording: i64,
    problem: &str,
    now: Timestamp,
) -> Result<(), DbErr> {
    let text = "update remote_recordings set verified = $2, problem = $3 where id = $1";
    sql::execute(write, text, [recording.into(), now.into(), problem.into()]).await.map(|_| ())
}

/// Deletes a recording with the rows of its parts; returns whether it was there.
pub(super) async fn delete(write: &Transaction, recording: i64) -> Result<bool, DbErr> {
    let text = "delete from remote_recordings where id = $1";
    Ok(sql::execute(write, text, [recording.into()]).await? > 0)
}
