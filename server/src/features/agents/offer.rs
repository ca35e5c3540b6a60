//! A program that agents are offered, and the order to become its release.

use muster_protocol::{UpdateAgent, downgrade_to_sign, order_name, package_to_sign};

use crate::app::App;
use crate::domain::runs::{Instruction, RunKind};
use crate::error::ApiError;
use crate::features::deployments::{Program, find_program, find_publisher_signature, program_path};

/// How long fetching the program and waiting for a quiet moment may take.
const LIMIT_SECONDS: u32 = 3600;
/// How long the new program may take to reach this server.
const TRIAL_SECONDS: u32 = 120;

/// A program with a release, for one kind of computer.
pub struct Offer {
    pub plat: String,
    /// What it is built for: `amd64`, `amd64-static`.
    pub build: String,
    pub release: String,
    sha256: String,
    update: Option<Signatures>,
    downgrade: Option<Signatures>,
}

/// What was signed of a program.
struct Signatures {
    server: String,
    /// Empty if nobody asked for one.
    publisher: String,
}

impl Offer {
    /// The program that this server has for a kind of computer, or why it can
    /// offer none.
    pub async fn find(
        app: &App,
        plat: &str,
        build: &str,
    ) -> Result<Result<Self, String>, ApiError> {
        let found = find_program(&app.settings.data, plat, build).await?;
        let Some(program) = found else {
            return Ok(Err(format!("this server has no agent program for {plat} on {build}")));
        };
        Ok(Self::of(app, plat, build, &program).await)
    }

    /// A program that this server has, unless it does not say its release.
    pub async fn of(app: &App, plat: &str, build: &str, program: &Program) -> Result<Self, String> {
        let Some(release) = program.release.clone() else {
            return Err(format!(
                "the agent program for {plat} on {build} does not say its release"
            ));
        };
        let update = package_to_sign(plat, build, &release, &program.sha256);
        let downgrade = downgrade_to_sign(plat, build, &release, &program.sha256);
        Ok(Self {
            plat: plat.to_owned(),
            build: build.to_owned(),
            release,
            sha256: program.sha256.clone(),
            update: sign(app, program, ".sig", &update).await,
            downgrade: sign(app, program, ".downgrade.sig", &downgrade).await,
        })
    }

    /// The order to become this release, or why there is none.
    pub fn instruction(&self, allow_downgrade: bool) -> Result<Instruction, String> {
        let Self { plat, build, release, sha256, update, downgrade } = self;
        let signatures = if allow_downgrade { downgrade } else { update };
        let Some(signatures) = signatures else {
            let what = if allow_downgrade { "for going back to it " } else { "" };
            return Err(format!(
                "the agent program for {plat} on {build} is not signed {what}by the publisher"
            ));
        };
        let path = program_path(plat, build);
        let description = format!("update to release {release} from {path}");
        let order = UpdateAgent {
            version: release.clone(),
            path,
            sha256: sha256.clone(),
            signature: signatures.server.clone(),
            timeout_seconds: LIMIT_SECONDS,
            trial_seconds: TRIAL_SECONDS,
            allow_downgrade,
            publisher_signature: signatures.publisher.clone(),
        };
        let name = order_name::UPDATE_AGENT;
        let instruction = Instruction::new(RunKind::AgentUpdate, name, &order, LIMIT_SECONDS);
        Ok(instruction.described_as(description))
    }
}

/// Both signatures of a text about a program; none without the publisher's,
/// where there has to be one.
async fn sign(app: &App, program: &Program, ending: &str, text: &[u8]) -> Option<Signatures> {
    let key = app.settings.publisher_key.as_deref();
    let publisher = find_publisher_signature(program, ending, key, text).await?;
    Some(Signatures { server: app.vault.sign_package(text), publisher })
}
