//! Creating a deployment: for the API, and for `muster enroll-token`.

use ipnet::IpNet;

use super::deployment::{Deployment, InstallFlags, Kind};
use super::queries;
use crate::audit::{Action, Change};
use crate::auth::{Scope, Vault};
use crate::error::ApiError;
use crate::features::deployments::random_uid;
use crate::time::Timestamp;

/// A deployment to be created.
#[derive(Clone, Debug)]
pub struct NewDeployment {
    pub kind: Kind,
    /// Key of the site, which the caller may use.
    pub site: i64,
    /// `server` or `workstation`.
    pub mon_type: String,
    /// `windows`, `linux` or `darwin`.
    pub plat: String,
    /// `amd64`, `386`, `arm64` or `arm`.
    pub goarch: String,
    /// When it ends.
    pub expiry: Timestamp,
    /// What the installer sets up besides the agent, on Windows.
    pub install_flags: InstallFlags,
    /// How many computers may enrol with it.
    pub max_uses: Option<i64>,
    /// Networks it may be used from; empty: any.
    pub networks: Vec<IpNet>,
    /// The address that agents will use; empty: the server's own.
    pub api: String,
}

/// Stores a deployment, with its audit row, and returns it.
pub async fn add(
    mut change: Change,
    vault: &Vault,
    new: &NewDeployment,
) -> Result<Deployment, ApiError> {
    let id = queries::insert_deployment(&change, vault, &random_uid(), new).await?;
    let deployment = queries::find_deployment(&*change, vault, &Scope::everything(), id).await?;
    let deployment = deployment.ok_or(ApiError::NotFound("site"))?;
    change.publish(deployment.saved());
    let what = match new.kind {
        Kind::Link => "an installer link",
        Kind::Installer => "an enrolment token",
    };
    let by = change.username();
    let message = format!("{by} made {what} for site {}", deployment.site_name);
    let entry = deployment.entry(Action::Add, message).after(&deployment.audited());
    change.commit(entry).await?;
    Ok(deployment)
}
