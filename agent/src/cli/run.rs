//! `muster-agent run`: the agent itself, until it is stopped.

use std::process::ExitCode;
use std::sync::Arc;

use clap::Args;
use tokio_util::sync::CancellationToken;

use super::farewell;
use crate::agent::Agent;
use crate::clock::Clock;
use crate::data_dir::DataDir;
use crate::os::{service_manager, signals};
use crate::transport::ProxySettings;
use crate::upkeep::Watchdog;
use crate::{release, upkeep};

/// Exit code of an agent that was removed on the server. The service manager
/// does not start it again.
pub const REMOVED: u8 = 3;

/// Options of `run`.
#[derive(Debug, Args)]
pub struct Run {
    /// Said by a service manager that wants to be told how the agent is
    #[arg(long, hide = true)]
    pub service: bool,
}

/// Serves until SIGTERM, Ctrl-C, or its removal.
pub async fn run(data: DataDir) -> anyhow::Result<ExitCode> {
    let folder = data.clone();
    let agent =
        Agent::open(data, ProxySettings::from_environment(), Clock::of_this_machine()).await?;
    let shared = Arc::clone(agent.shared());
    service_manager::report_started();
    if let Some(program) = &shared.departures.program {
        upkeep::remove_spares(program);
    }
    let stop = CancellationToken::new();
    tokio::spawn({
        let stop = stop.clone();
        async move {
            tokio::select! {
                () = signals::stop_requested() => {}
                () = service_manager::stop_requested() => {}
            }
            stop.cancel();
        }
    });
    tracing::info!(
        agent_id = shared.identity.agent_id,
        server = %shared.identity.server,
        version = release::version(),
        "agent started"
    );
    if !shared.identity.server.is_protected() {
        tracing::warn!("the connection is not encrypted: enrol this computer with https://");
    }
    let watchdog = Watchdog::start(Arc::clone(&shared.pulses), shared.departures.program.clone());
    let served = agent.serve(stop.clone()).await;
    // From here on nothing beats.
    drop(watchdog);
    match served {
        Ok(()) => {
            let Some(why) = shared.departures.take() else { return Ok(ExitCode::SUCCESS) };
            let program = shared.departures.program.clone();
            shared.release();
            Ok(upkeep::depart(&folder, why, program, &stop).await)
        }
        Err(removed) => {
            tracing::error!("{removed}");
            drop((agent, shared));
            farewell::leave(&folder).await;
            Ok(ExitCode::from(REMOVED))
        }
    }
}
