//! For how long recordings are kept, and how much room they may take.

use std::time::Duration;

use sea_orm::{ConnectionTrait, DbErr, FromQueryResult};

use super::deleting::delete_within;
use super::queries::find_any_recording;
use crate::app::App;
use crate::audit::Change;
use crate::domain::settings::read_settings;
use crate::jobs::Periodic;
use crate::storage::sql;
use crate::time::Timestamp;

const DAY: Duration = Duration::from_secs(24 * 3600);
/// A recording to which something was added lately is not deleted to make room.
const GROWS: Duration = Duration::from_secs(3600);
const GIB: i64 = 1 << 30;
/// Recordings per query.
const BATCH: i64 = 200;

/// Nightly: deletes recordings that are old enough, and the oldest where all take too much
/// room.
pub const RETENTION: Periodic =
    Periodic { name: "recording_retention", every: DAY, handler: |app| Box::pin(prune_all(app)) };

async fn prune_all(app: App) -> anyhow::Result<()> {
    let deleted = prune(&app).await?;
    if deleted > 0 {
        tracing::info!(deleted, "old recordings were deleted");
    }
    Ok(())
}

#[derive(FromQueryResult)]
struct OldRow {
    id: i64,
    bytes: i64,
}

async fn prune(app: &App) -> anyhow::Result<u64> {
    let settings = read_settings(app.db.read(), &app.vault).await?;
    let (now, mut deleted) = (Timestamp::now(), 0);
    let days = u32::try_from(settings.recordings_prune_days).unwrap_or(0);
    if days > 0 {
        let reason = format!("was deleted: nothing was added to it for {days} days");
        deleted += delete_before(app, now.minus(DAY * days), &reason).await?;
    }
    let gib = settings.recordings_prune_gib;
    if gib > 0 {
        deleted += make_room(app, gib, now).await?;
    }
    Ok(deleted)
}

async fn delete_before(app: &App, before: Timestamp, reason: &str) -> anyhow::Result<u64> {
    let mut deleted = 0;
    while !app.stopping.is_cancelled() {
        let rows = list_oldest(app.db.read(), before).await?;
        if rows.is_empty() {
            break;
        }
        for row in rows {
            deleted += u64::from(delete(app, row.id, reason).await?);
        }
    }
    Ok(deleted)
}

/// Deletes the oldest until all of them fit.
async fn make_room(app: &App, gib: i64, now: Timestamp) -> anyhow::Result<u64> {
    let reason = format!("was deleted: recordings may take {gib} GiB");
    let (mut deleted, mut left) = (0, total(app.db.read()).await?);
    let most = gib.saturating_mul(GIB);
    while left > most && !app.stopping.is_cancelled() {
        let rows = list_oldest(app.db.read(), now.minus(GROWS)).await?;
        if rows.is_empty() {
            break;
        }
        for row in rows {
            if left <= most {
                break;
            }
            left -= row.bytes;
            deleted += u64::from(delete(app, row.id, &reason).await?);
        }
    }
    Ok(deleted)
}

/// Deletes a recording, with an audit row; returns whether it was there.
async fn delete(app: &App, id: i64, reason: &str) -> anyhow::Result<bool> {
    let mut change = Change::begin_as(app, "system", "").await?;
    let found = find_any_recording(&*change, id).await?;
    let Some(recording) = found else { return Ok(false) };
    let entry = delete_within(app, &mut change, &recording, reason).await?;
    let Some(entry) = entry else { return Ok(false) };
    change.commit(entry).await?;
    Ok(true)
}

async fn list_oldest(db: &impl ConnectionTrait, before: Timestamp) -> Result<Vec<OldRow>, DbErr> {
    let text = "select id, bytes from remote_recordings where last_stored < $1
                 order by started, id limit $2";
    sql::all(db, text, [before.into(), BATCH.into()]).await
}

async fn total(db: &impl ConnectionTrait) -> Result<i64, DbErr> {
    let text = "select cast(coalesce(sum(bytes), 0) as bigint) from remote_recordings";
    sql::number(db, text, []).await
}
