//! Updates agents to the newest release automatically, if the settings allow it.

use std::time::Duration;

use super::offer::Offer;
use super::rollouts;
use crate::app::App;
use crate::domain::settings::read_settings;
use crate::features::deployments::list_programs;
use crate::jobs::Periodic;
use crate::time::Timestamp;

const INTERVAL: Duration = Duration::from_secs(300);
/// Rounds in an hour: each agent belongs to one of them, so that they do not all
/// fetch their program at once.
const ROUNDS: i64 = 12;

/// Every five minutes, some of a twelfth of the outdated agents that are
/// connected: those that the rollout of their release has room for.
pub const AUTO_UPDATE: Periodic =
    Periodic { name: "agent_updates", every: INTERVAL, handler: |app| Box::pin(begin_round(app)) };

async fn begin_round(app: App) -> anyhow::Result<()> {
    let round = Timestamp::now().seconds() / i64::try_from(INTERVAL.as_secs())?;
    update_outdated(&app, round.rem_euclid(ROUNDS)).await
}

/// Starts the updates of one round.
pub(super) async fn update_outdated(app: &App, round: i64) -> anyhow::Result<()> {
    if !read_settings(app.db.read(), &app.vault).await?.agent_auto_update {
        return Ok(());
    }
    for available in list_programs(&app.settings.data).await? {
        let (plat, build) = (available.plat, &available.build);
        let Ok(offer) = Offer::of(app, plat, build, &available.program).await else { continue };
        rollouts::run_round(app, &offer, (round, ROUNDS)).await?;
    }
    Ok(())
}
