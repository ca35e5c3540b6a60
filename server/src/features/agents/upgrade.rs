//! Orders for agents to become another release.

use std::collections::HashMap;

use muster_protocol::{UpdateAgent, downgrade_to_sign, is_older, order_name, package_to_sign};

use super::upgrade_queries::{self, AgentBuild};
use crate::app::App;
use crate::domain::fleet::Target;
use crate::domain::runs::{Instruction, RunKind};
use crate::error::ApiError;
use crate::features::deployments::{Program, find_program};
use crate::ids::AgentKey;

/// How long fetching the program and waiting for a quiet moment may take.
const LIMIT_SECONDS: u32 = 3600;
/// How long the new program may take to reach this server.
const TRIAL_SECONDS: u32 = 120;

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
    let mut programs: HashMap<(&str, &str), Option<Program>> = HashMap::new();
    let mut upgrades = Vec::with_capacity(targets.len());
    for target in targets {
        let Some(build) = builds.get(&target.id) else {
            upgrades.push(Err("it is no longer here".to_owned()));
            continue;
        };
        let kind = (build.plat.as_str(), build.goarch.as_str());
        let program = match programs.get(&kind) {
            Some(program) => program,
            None => {
                let found = find_program(&app.settings.data, kind.0, kind.1).await?;
                programs.entry(kind).or_insert(found)
            }
        };
        upgrades.push(upgrade(app, build, program.as_ref(), release));
    }
    Ok(upgrades)
}

fn upgrade(
    app: &App,
    build: &AgentBuild,
    program: Option<&Program>,
    wanted: Option<&str>,
) -> Result<Instruction, String> {
    let AgentBuild { plat, goarch, version, .. } = build;
    let Some(program) = program else {
        return Err(format!("this server has no agent program for {plat} on {goarch}"));
    };
    let Some(release) = &program.release else {
        return Err(format!("the agent program for {plat} on {goarch} does not say its release"));
    };
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
    Ok(instruction(app, plat, goarch, release, &program.sha256, is_downgrade))
}

/// The order to become a release that this server has.
pub fn instruction(
    app: &App,
    plat: &str,
    goarch: &str,
    release: &str,
    sha256: &str,
    allow_downgrade: bool,
) -> Instruction {
    let to_sign = if allow_downgrade { downgrade_to_sign } else { package_to_sign };
    let text = to_sign(plat, goarch, release, sha256);
    let path = format!("/link/agent/{plat}/{goarch}/");
    let description = format!("update to release {release} from {path}");
    let order = UpdateAgent {
        version: release.to_owned(),
        path,
        sha256: sha256.to_owned(),
        signature: app.vault.sign_package(&text),
        timeout_seconds: LIMIT_SECONDS,
        trial_seconds: TRIAL_SECONDS,
        allow_downgrade,
        publisher_signature: String::new(),
    };
    Instruction::new(RunKind::AgentUpdate, order_name::UPDATE_AGENT, &order, LIMIT_SECONDS)
        .described_as(description)
}
