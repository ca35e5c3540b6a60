//! Orders for agents to become another release.

use std::collections::HashMap;

use muster_protocol::is_older;

use super::offer::Offer;
use super::upgrade_queries::{self, AgentBuild};
use crate::app::App;
use crate::domain::fleet::Target;
use crate::domain::runs::Instruction;
use crate::error::ApiError;
use crate::ids::AgentKey;

/// The order for each of these agents, in their order, or why there is none.
///
/// Only outdated agents get one, unless a release is given: it must be the one
/// that this server has, and agents also go back to it.
pub async fn list_upgrades(
    app: &App,
    targets: &[Target],
    release: Option<&str>,
) -> Result<Vec<Result<Instruction, String>>, ApiError> {
    let ids: Vec<AgentKey> = targets.iter().map(|target| target.id).collect();
    let builds = upgrade_queries::list_builds(app.db.read(), &ids).await?;
    let builds: HashMap<AgentKey, AgentBuild> =
        builds.into_iter().map(|build| (build.id, build)).collect();
    let mut offers: HashMap<(&str, &str), Result<Offer, String>> = HashMap::new();
    let mut upgrades = Vec::with_capacity(targets.len());
    for target in targets {
        let Some(build) = builds.get(&target.id) else {
            upgrades.push(Err("it is no longer here".to_owned()));
            continue;
        };
        let kind = (build.plat.as_str(), build.build.as_str());
        let offer = match offers.get(&kind) {
            Some(offer) => offer,
            None => {
                let found = Offer::find(app, kind.0, kind.1).await?;
                offers.entry(kind).or_insert(found)
            }
        };
        upgrades.push(match offer {
            Ok(offer) => upgrade(build, offer, release),
            Err(reason) => Err(reason.clone()),
        });
    }
    Ok(upgrades)
}

fn upgrade(build: &AgentBuild, offer: &Offer, wanted: Option<&str>) -> Result<Instruction, String> {
    let (version, release) = (&build.version, &offer.release);
    if let Some(wanted) = wanted.filter(|wanted| wanted != release) {
        return Err(format!("this server has release {release} for it and not {wanted}"));
    }
    if version == release {
        return Err(format!("it runs release {version} already"));
    }
    let is_downgrade = !is_older(version, release);
    if is_downgrade && wanted.is_none() {
        return Err(format!("it runs release {version}, which is newer than {release}"));
    }
    offer.instruction(is_downgrade)
}
