//! Checks a recording from its first part to its digest in the audit log.

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};
use serde_json::Value;

use super::opening::open_listed;
use super::queries;
use super::recording::StoredRecording;
use crate::app::App;
use crate::hex::hex_digits;
use crate::storage::sql;
use crate::time::Timestamp;

/// Problems of one recording that are named; more say nothing new.
const MOST_PROBLEMS: usize = 20;

/// Checks each part (signature, seal, place in the chain) and the digest of a complete
/// recording, and records what was found. Returns the problems.
pub async fn verify_recording(
    app: &App,
    recording: &StoredRecording,
) -> anyhow::Result<Vec<String>> {
    let mut problems = check_parts(app, recording).await?;
    problems.extend(check_digest(app.db.read(), recording).await?);
    problems.truncate(MOST_PROBLEMS);
    let write = app.db.begin().await?;
    let problem = problems.join("; ");
    queries::record_verified(&write, recording.id, &problem, Timestamp::now()).await?;
    write.commit().await?;
    Ok(problems)
}

async fn check_parts(app: &App, recording: &StoredRecording) -> anyhow::Result<Vec<String>> {
    let rows = queries::list_parts(app.db.read(), recording.id).await?;
    let (mut problems, mut former, mut has_end) = (Vec::new(), vec![0; 32], false);
    for (number, row) in (0..).zip(&rows) {
        if row.part != number {
            problems.push(format!("part {number} is missing"));
            break;
        }
        match open_listed(app, recording, row).await {
            Ok(part) => {
                if former != part.header.former {
                    problems.push(format!("part {number} does not follow the one before it"));
                }
                if has_end {
                    problems.push(format!("part {number} comes after the last one"));
                }
                has_end |= part.header.is_last;
            }
            Err(problem) => problems.push(format!("part {number}: {problem}")),
        }
        former.clone_from(&row.digest);
    }
    if rows.len() as i64 != recording.parts || former != recording.digest {
        problems.push("parts at its end are missing".to_owned());
    }
    if problems.is_empty() && has_end != recording.is_complete {
        problems.push("it is not as complete as it is said to be".to_owned());
    }
    Ok(problems)
}

#[derive(FromQueryResult)]
struct LoggedRow {
    after_value: Option<String>,
}

/// Compares the digest of a complete recording with the audit log.
async fn check_digest(
    db: &impl ConnectionTrait,
    recording: &StoredRecording,
) -> Result<Option<String>, DbErr> {
    if !recording.is_complete {
        return Ok(None);
    }
    let text = "select after_value from audit_log
                 where object_type = 'recording' and action = 'add' and object_id = $1
                 order by id desc";
    let rows: Vec<LoggedRow> = sql::all(db, text, [recording.id.to_string().into()]).await?;
    let digest = hex_digits(&recording.digest);
    let has_digest = |row: &LoggedRow| {
        let after = row.after_value.as_deref().unwrap_or_default();
        serde_json::from_str::<Value>(after).is_ok_and(|after| after["digest"] == digest)
    };
    if rows.iter().any(has_digest) {
        return Ok(None);
    }
    if rows.is_empty() && was_pruned(db, recording.last_stored).await? {
        return Ok(None);
    }
    Ok(Some("its digest is not the one in the audit log".to_owned()))
}

/// Whether the retention of the audit log has removed the rows of this time.
async fn was_pruned(db: &impl ConnectionTrait, time: Timestamp) -> Result<bool, DbErr> {
    let text = "select count(*) from audit_head where pruned_id > 0 and not exists (
                    select 1 from audit_log where entry_time <= $1)";
    Ok(sql::number(db, text, [time.into()]).await? > 0)
}

/// A complete recording that the audit log knows, and that is neither here nor deleted.
#[derive(FromQueryResult)]
pub struct LostRecording {
    pub id: String,
    pub message: String,
}

/// Recordings that somebody removed beside the server.
pub async fn list_lost(db: &impl ConnectionTrait) -> Result<Vec<LostRecording>, DbErr> {
    let text = "select l.object_id as id, l.message from audit_log l
                 where l.object_type = 'recording' and l.action = 'add'
                   and not exists (select 1 from remote_recordings r
                                    where cast(r.id as text) = l.object_id)
                   and not exists (select 1 from audit_log d
                                    where d.object_type = 'recording' and d.action = 'delete'
                                      and d.object_id = l.object_id)
                 order by l.id";
    sql::all(db, text, []).await
}
