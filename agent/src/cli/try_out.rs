//! `muster-agent try`: shows that this program opens the data directory and
//! reaches the server, before it replaces another one.

use std::process::ExitCode;
use std::time::Duration;

use anyhow::bail;

use super::output::say;
use crate::clock::Clock;
use crate::data_dir::DataDir;
use crate::link::{ConnectionEnd, handshake};
use crate::release;
use crate::shared::Shared;
use crate::transport::ProxySettings;
use crate::upkeep::reached;

/// Between two attempts to reach the server.
const BETWEEN_ATTEMPTS: Duration = Duration::from_secs(1);

/// Opens the data, connects, says so, and ends. Retries until the process that
/// started it gives up.
pub async fn try_out(data: DataDir) -> anyhow::Result<ExitCode> {
    let proxies = ProxySettings::from_environment();
    let shared = Shared::open(data, proxies, Clock::of_this_machine(), true).await?;
    loop {
        match handshake::open(&shared).await {
            Ok(_) => {
                say(&reached(release::version()));
                return Ok(ExitCode::SUCCESS);
            }
            Err(ConnectionEnd::Broken { reason, retry_after }) => {
                tracing::warn!(reason, "no connection to the server");
                tokio::time::sleep(retry_after.unwrap_or_default().max(BETWEEN_ATTEMPTS)).await;
            }
            Err(ConnectionEnd::Refused(reason)) => bail!("{reason}"),
            Err(ConnectionEnd::Removed | ConnectionEnd::Stopped) => bail!("this agent was removed"),
        }
    }
}
