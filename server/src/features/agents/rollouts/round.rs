//! One round of a rollout: it is judged, and then more agents are asked.

use std::time::Duration;

use muster_protocol::is_older;

use super::rollout::StoredRollout;
use super::{judge, queries, steps};
use crate::app::App;
use crate::debug_log::{DebugEntry, LogType};
use crate::domain::fleet::list_targets;
use crate::domain::runs;
use crate::features::agents::offer::Offer;
use crate::features::agents::upgrade_queries::{self, UpgradeCandidates};
use crate::ids::AgentKey;
use crate::time::Timestamp;

/// Presence is recorded every half minute.
const SEEN_WITHIN: Duration = Duration::from_secs(75);
/// A failed update is tried again after this long.
const RETRY_AFTER: Duration = Duration::from_secs(24 * 3600);

/// Runs a round of the rollout of a release: of the agents whose turn it is, as
/// many are asked as its ring has room for.
pub async fn run_round(app: &App, offer: &Offer, turn: (i64, i64)) -> anyhow::Result<()> {
    let instruction = match offer.instruction(false) {
        Ok(instruction) => instruction,
        Err(reason) => {
            tracing::warn!(reason, "agents are not updated automatically");
            let message = format!("agents are not updated automatically: {reason}");
            app.debug_log.record(DebugEntry::warning(LogType::AgentUpdate, message));
            return Ok(());
        }
    };
    let now = Timestamp::now();
    let outdated = list_outdated(app, offer, turn, now).await?;
    let found = queries::find_of_kind(app.db.read(), &offer.plat, &offer.build, now).await?;
    let rollout = match found.filter(|rollout| rollout.version == offer.release) {
        Some(rollout) => steps::settle(app, rollout, now).await?,
        None if outdated.is_empty() => return Ok(()),
        None => steps::begin(app, offer, now).await?,
    };
    if rollout.is_stopped() {
        return Ok(());
    }
    let chosen = choose(app, &rollout, outdated).await?;
    for target in list_targets(app.db.read(), &chosen).await? {
        // Since it was chosen: it would count as asked, and get no order.
        if target.is_frozen {
            continue;
        }
        let run_id = runs::new_run_id();
        // Before the order: an agent that it costs is counted.
        let write = app.db.begin().await?;
        queries::insert_asked(&write, rollout.id, target.id, &run_id, now).await?;
        write.commit().await?;
        runs::start_unattended(app, &run_id, &instruction, &target).await?;
    }
    Ok(())
}

/// Connected agents with an older release whose turn it is.
async fn list_outdated(
    app: &App,
    offer: &Offer,
    (round, rounds): (i64, i64),
    now: Timestamp,
) -> anyhow::Result<Vec<AgentKey>> {
    let Offer { plat, build, release, .. } = offer;
    let (seen, tried) = (now.minus(SEEN_WITHIN), now.minus(RETRY_AFTER));
    let candidates = UpgradeCandidates { plat, build, release, round, rounds, seen, tried };
    let mut others = upgrade_queries::list_other_releases(app.db.read(), &candidates).await?;
    others.retain(|agent| is_older(&agent.version, release));
    Ok(others.iter().map(|agent| agent.id).collect())
}

/// As many agents as the ring has room for. Those that were asked before take
/// none of it.
async fn choose(
    app: &App,
    rollout: &StoredRollout,
    outdated: Vec<AgentKey>,
) -> anyhow::Result<Vec<AgentKey>> {
    let asked = queries::list_asked(app.db.read(), rollout.id, &outdated).await?;
    let (again, mut new): (Vec<AgentKey>, Vec<AgentKey>) =
        outdated.into_iter().partition(|agent| asked.contains(agent));
    new.truncate(judge::budget(rollout));
    Ok([again, new].concat())
}
