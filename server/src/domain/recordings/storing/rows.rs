//! The SQL that writes what agents send.

use sea_orm::DbErr;

use super::incoming::Incoming;
use super::origin::Origin;
use crate::storage::{Transaction, sql};
use crate::time::Timestamp;

/// Begins a recording, without a part, and returns its key.
pub(super) async fn insert(
    write: &Transaction,
    part: &Incoming,
    origin: &Origin,
    now: Timestamp,
) -> Result<i64, DbErr> {
    let text = "insert into remote_recordings
                       (session_uid, began, agent_id, agent_uid, hostname, kind, username, reason,
                        agent_key, seal_key, started, last_stored, digest)
                values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) returning id";
    let values = [
        part.session.as_str().into(),
        part.header.began.into(),
        part.agent.into(),
        (&origin.agent_uid).into(),
        origin.hostname.as_str().into(),
        origin.kind.as_str().into(),
        origin.username.as_str().into(),
        origin.reason.as_str().into(),
        origin.agent_key.clone().unwrap_or_default().into(),
        part.header.agent_key.to_vec().into(),
        origin.started(part.header.began).into(),
        now.into(),
        part.header.former.to_vec().into(),
    ];
    sql::number(write, text, values).await
}

/// Adds a part.
pub(super) async fn insert_part(
    write: &Transaction,
    recording: i64,
    part: &Incoming,
    content: Option<&[u8]>,
) -> Result<(), DbErr> {
    let text = "insert into recording_parts
                       (recording_id, part, first_ms, last_ms, bytes, key_frame, gap, digest, data)
                values ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
    let values = [
        recording.into(),
        part.index().into(),
        part.first_ms().into(),
        part.last_ms().into(),
        part.length().into(),
        part.header.has_key_frame.into(),
        part.header.has_gap.into(),
        part.digest.to_vec().into(),
        content.map(<[u8]>::to_vec).into(),
    ];
    sql::execute(write, text, values).await.map(|_| ())
}

/// Counts a part that was added.
pub(super) async fn record_part(
    write: &Transaction,
    recording: i64,
    part: &Incoming,
    now: Timestamp,
) -> Result<(), DbErr> {
    let text = "update remote_recordings
                   set parts = parts + 1, bytes = bytes + $2, gaps = gaps + $3, last_ms = $4,
                       digest = $5, is_complete = $6, last_stored = $7
                 where id = $1";
    let values = [
        recording.into(),
        part.length().into(),
        i64::from(part.header.has_gap).into(),
        part.last_ms().into(),
        part.digest.to_vec().into(),
        part.header.is_last.into(),
        now.into(),
    ];
    sql::execute(write, text, values).await.map(|_| ())
}

/// Records that nothing comes after what there is.
pub(super) async fn record_refusal(
    write: &Transaction,
    recording: i64,
    code: &str,
) -> Result<(), DbErr> {
    let text = "update remote_recordings set refused = $2 where id = $1";
    sql::execute(write, text, [recording.into(), code.into()]).await.map(|_| ())
}
