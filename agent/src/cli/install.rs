//! `muster-agent install`: the agent as a service of this machine.

use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, bail};

use super::output::say;
use super::run::REMOVED;
use crate::data_dir::DataDir;
use crate::identity::Identity;
use crate::os::{ServiceDefinition, service_manager};
use crate::packages;

/// What the service manager waits longer than the agent itself.
const STOP_MARGIN: Duration = Duration::from_secs(60);

/// Installs the service, and starts it now and after every start of the system.
pub async fn install(data: &DataDir) -> anyhow::Result<ExitCode> {
    service_manager::require()?;
    if Identity::load(data)?.is_none() {
        bail!("this computer is not enrolled: run muster-agent enroll first");
    }
    let program = std::env::current_exe().context("cannot find this program's own file")?;
    let folder = std::path::absolute(data.root())?;
    let service = ServiceDefinition {
        program: &program,
        data: &folder,
        stop_limit: packages::STOP_LIMIT + STOP_MARGIN,
        final_exit_code: REMOVED,
    };
    say(&service_manager::install(service).await?);
    Ok(ExitCode::SUCCESS)
}
