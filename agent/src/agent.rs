//! The running agent: starts its parts, serves, and stops them in order.

use std::sync::Arc;
use std::time::Duration;

use tokio_util::sync::CancellationToken;

use crate::clock::Clock;
use crate::data_dir::DataDir;
use crate::link::{self, Removed};
use crate::shared::Shared;
use crate::transport::ProxySettings;
use crate::{checks, metrics, packages, reboot, recovery, remote, schedule};

/// How long a stopping agent waits for its runs to be ended.
const END_RUNS_LIMIT: Duration = Duration::from_secs(3);

/// How long a stopping agent tries to report how its runs ended.
const FLUSH_LIMIT: Duration = Duration::from_secs(2);

/// An agent that can serve its server.
#[derive(Debug)]
pub struct Agent {
    shared: Arc<Shared>,
}

impl Agent {
    /// Opens the data directory and settles what an earlier process left.
    pub async fn open(data: DataDir, proxies: ProxySettings, clock: Clock) -> anyhow::Result<Self> {
        let shared = Arc::new(Shared::open(data, proxies, clock, false).await?);
        let reboots = recovery::settle(&shared.data, &shared.ledger, &shared.board).await?;
        remote::end_leftovers(&shared.data).await;
        for (run_id, reboot) in reboots {
            reboot::resume(&shared, run_id, reboot);
        }
        Ok(Self { shared })
    }

    /// The state its parts share.
    pub fn shared(&self) -> &Arc<Shared> {
        &self.shared
    }

    /// Serves the server until `stop`; returns early when the agent was removed
    /// there, or when this process has to leave for another one.
    pub async fn serve(&self, stop: CancellationToken) -> Result<(), Removed> {
        let shared = &self.shared;
        let collecting = tokio::spawn(collect_inventory(Arc::clone(shared)));
        let beating = tokio::spawn(Arc::clone(&shared.pulses).beat());
        shared.tasks.spawn(schedule::run_for_ever(Arc::clone(shared)));
        shared.tasks.spawn(metrics::run_for_ever(Arc::clone(shared)));
        shared.tasks.spawn(checks::run_for_ever(Arc::clone(shared)));
        shared.inventory.wait_for_first().await;

        let link_stop = CancellationToken::new();
        let link = link::stay_connected(shared, link_stop.clone());
        tokio::pin!(link);
        let result = tokio::select! {
            result = &mut link => {
                self.end_runs().await;
                result
            }
            () = self.stop_or_departure(&stop) => {
                tracing::info!("stopping");
                let ending = async {
                    self.end_runs().await;
                    self.flush().await;
                    link_stop.cancel();
                };
                let ((), result) = tokio::join!(ending, link);
                result
            }
        };
        collecting.abort();
        beating.abort();
        shared.status.disconnected("the agent is stopped");
        result
    }

    async fn stop_or_departure(&self, stop: &CancellationToken) {
        tokio::select! {
            () = stop.cancelled() => {}
            () = self.shared.departures.leaving.cancelled() => {}
        }
    }

    /// Ends every run as interrupted, but lets a package manager finish.
    async fn end_runs(&self) {
        self.shared.stopping.cancel();
        self.shared.tasks.close();
        self.shared.remote.end_all("agent_stopped", "The agent there stops.");
        if self.runs_end_within(END_RUNS_LIMIT).await {
            return;
        }
        if packages::is_busy() {
            tracing::warn!("waiting for a package manager, which must not be interrupted");
            if self.runs_end_within(packages::STOP_LIMIT).await {
                return;
            }
        }
        self.shared.giving_up.cancel();
        if !self.runs_end_within(END_RUNS_LIMIT).await {
            tracing::warn!("some runs could not be ended in time");
        }
    }

    async fn runs_end_within(&self, limit: Duration) -> bool {
        tokio::time::timeout(limit, self.shared.tasks.wait()).await.is_ok()
    }

    /// Leaves the connection a moment to report how the runs ended; what it
    /// cannot report now is reported by the next process.
    async fn flush(&self) {
        tokio::select! {
            () = self.shared.board.wait_until_empty() => {}
            () = self.shared.status.wait_until_disconnected() => {}
            () = tokio::time::sleep(FLUSH_LIMIT) => {}
        }
        // Else the next process would report them again.
        self.shared.closings.close();
        let _ = tokio::time::timeout(FLUSH_LIMIT, self.shared.closings.wait()).await;
    }
}

async fn collect_inventory(shared: Arc<Shared>) {
    tokio::join!(shared.inventory.collect_for_ever(), shared.package_watch.watch_for_ever());
}
