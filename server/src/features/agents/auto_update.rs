//! Updates agents to the newest release automatically, if the settings allow it.

use std::time::Duration;

use muster_protocol::is_older;

use super::offer::Offer;
use super::upgrade_queries::{self, UpgradeCandidates};
use crate::app::App;
use crate::domain::fleet::list_targets;
use crate::domain::runs;
use crate::domain::settings::read_settings;
use crate::features::deployments::list_programs;
use crate::ids::AgentKey;
use crate::jobs::Periodic;
use crate::time::Timestamp;

const INTERVAL: Duration = Duration::from_secs(300);
/// Rounds in an hour: each agent belongs to one of them, so that they do not all
/// fetch their program at once.
const ROUNDS: i64 = 12;
/// Presence is recorded every half minute.
const SEEN_WITHIN: Duration = Duration::from_secs(75);
/// A failed update is tried again after this long.
const RETRY_AFTER: Duration = Duration::from_secs(24 * 3600);

/// Every five minutes, a twelfth of the outdated agents that are connected.
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
    let now = Timestamp::now();
    for available in list_programs(&app.settings.data).await? {
        let (plat, goarch) = (available.plat, available.goarch);
        let Ok(offer) = Offer::of(app, plat, goarch, &available.program).await else { continue };
        let instruction = match offer.instruction(false) {
            Ok(instruction) => instruction,
            Err(reason) => {
                tracing::warn!(reason, "agents are not updated automatically");
                continue;
            }
        };
        let release = offer.release.as_str();
        let (rounds, seen, tried) = (ROUNDS, now.minus(SEEN_WITHIN), now.minus(RETRY_AFTER));
        let candidates = UpgradeCandidates { plat, goarch, release, round, rounds, seen, tried };
        let mut others = upgrade_queries::list_other_releases(app.db.read(), &candidates).await?;
        others.retain(|agent| is_older(&agent.version, release));
        let outdated: Vec<AgentKey> = others.iter().map(|agent| agent.id).collect();
        for target in list_targets(app.db.read(), &outdated).await? {
            runs::start_unattended(app, &runs::new_run_id(), &instruction, &target).await?;
        }
    }
    Ok(())
}
