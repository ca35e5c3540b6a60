//! Alerts of long ago are deleted, and those of agents that were not seen for long are
//! closed.

use std::time::Duration;

use muster_alerting::machine::Event as MachineEvent;

use super::cause_queries::Wanted;
use super::round::{Details, Round};
use crate::app::App;
use crate::domain::settings;
use crate::jobs::{Periodic, delete_in_batches};
use crate::storage::sql;
use crate::time::Timestamp;

const HOUR: Duration = Duration::from_secs(60 * 60);
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// Causes of one transaction.
const CHUNK: i64 = 200;

/// Deletes resolved alerts that are older than `resolved_alerts_prune_days`, and closes
/// those of agents that were not seen for `clear_faults_days`.
pub const RETENTION: Periodic =
    Periodic { name: "alert_retention", every: HOUR, handler: |app| Box::pin(tidy(app)) };

const OLD: &str = "delete from alerts where id in
    (select id from alerts where resolved and resolved_on < $1 order by resolved_on limit $2)";
/// What custom alerts leave behind.
const UNUSED: &str = "delete from alert_causes where kind = 'custom' and phase = 'clear'
    and not exists (select 1 from alerts l where l.cause_id = alert_causes.id)";

async fn tidy(app: App) -> anyhow::Result<()> {
    let settings = settings::read_plain(app.db.read()).await?;
    let now = Timestamp::now();
    if let Some(days) = days(settings.resolved_alerts_prune_days) {
        prune_before(&app, now.minus(days)).await?;
    }
    if let Some(days) = days(settings.clear_faults_days) {
        clear_faults(&app, now.minus(days)).await?;
    }
    Ok(())
}

/// None for 0, which means never.
fn days(count: i64) -> Option<Duration> {
    let count = u32::try_from(count).ok().filter(|count| *count > 0)?;
    Some(DAY * count)
}

/// Deletes alerts that were resolved before this time; returns how many.
pub async fn prune_before(app: &App, time: Timestamp) -> Result<u64, sea_orm::DbErr> {
    let deleted = delete_in_batches(app, OLD, time, &[]).await?;
    let write = app.db.begin().await?;
    sql::execute(&write, UNUSED, []).await?;
    write.commit().await?;
    Ok(deleted)
}

/// Closes the alerts of agents that were not seen since this time, silently.
async fn clear_faults(app: &App, unseen_since: Timestamp) -> anyhow::Result<()> {
    loop {
        let write = app.db.begin().await?;
        let text = "select c.id from alert_causes c join present_agents a on a.id = c.agent_id
                     where c.phase <> 'clear' and a.last_seen < $1 order by c.id limit $2";
        let causes: Vec<i64> =
            sql::values(&write, text, [unseen_since.into(), CHUNK.into()]).await?;
        if causes.is_empty() {
            return Ok(());
        }
        let wanted = Wanted { causes: causes.clone(), ..Wanted::default() };
        let mut round = Round::begin(app, &write, wanted).await?;
        let details = Details::new(round.now, "");
        for cause in causes {
            round.meet(cause, MachineEvent::FaultsCleared, &details).await?;
        }
        let announcements = round.finish().await?;
        write.commit().await?;
        announcements.publish(app).await;
    }
}
