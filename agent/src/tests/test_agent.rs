//! The real agent, inside the test's own process.

use std::sync::{Arc, Weak};

use tempfile::TempDir;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use super::fake_server::{FakeServer, LIMIT};
use super::test_clock::TestClock;
use crate::agent::Agent;
use crate::clock::Clock;
use crate::data_dir::DataDir;
use crate::identity::NewKey;
use crate::shared::Shared;
use crate::transport::ProxySettings;

/// An enrolled agent that serves a fake server until it is stopped.
pub struct TestAgent {
    /// Where it keeps its files.
    pub data: DataDir,
    /// Its state, for a look inside.
    pub shared: Weak<Shared>,
    folder: TempDir,
    clock: Clock,
    stop: CancellationToken,
    serving: JoinHandle<()>,
}

impl TestAgent {
    /// Starts an agent of this server with an empty data directory.
    pub async fn start(server: &FakeServer) -> Self {
        Self::start_at(&server.url(), ProxySettings::default()).await
    }

    /// Starts an agent that goes by these clocks.
    pub async fn start_by(server: &FakeServer, clock: &TestClock) -> Self {
        Self::begin(&server.url(), ProxySettings::default(), clock.clock()).await
    }

    /// Starts an agent of the server at this address.
    pub async fn start_at(url: &str, proxies: ProxySettings) -> Self {
        Self::begin(url, proxies, Clock::of_this_machine()).await
    }

    async fn begin(url: &str, proxies: ProxySettings, clock: Clock) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let data = DataDir::at(folder.path().join("agent"));
        data.create().unwrap();
        let server = url.parse().unwrap();
        NewKey::generate().unwrap().save(&data, &server, "agent-1", Some("pc-1"), true).unwrap();
        Self::resume(folder, data, proxies, clock).await
    }

    /// Stops the agent as SIGTERM does, and starts it again on the same data.
    pub async fn restart(self) -> Self {
        let clock = self.clock.clone();
        let (folder, data) = self.stop().await;
        Self::resume(folder, data, ProxySettings::default(), clock).await
    }

    /// Stops the agent as SIGTERM does.
    pub async fn stop(self) -> (TempDir, DataDir) {
        self.stop.cancel();
        tokio::time::timeout(LIMIT, self.serving).await.expect("the agent does not stop").unwrap();
        (self.folder, self.data)
    }

    async fn resume(folder: TempDir, data: DataDir, proxies: ProxySettings, clock: Clock) -> Self {
        let agent = open_when_free(&data, &proxies, &clock).await;
        collect_inventory(&agent).await;
        let (stop, shared) = (CancellationToken::new(), Arc::downgrade(agent.shared()));
        let serving = tokio::spawn({
            let stop = stop.clone();
            async move { agent.serve(stop).await.unwrap() }
        });
        Self { data, shared, folder, clock, stop, serving }
    }
}

/// Collects the inventory once. An agent connects without it when that takes longer than
/// a few seconds, and sends it later, between what a test expects.
async fn collect_inventory(agent: &Agent) {
    let inventory = &agent.shared().inventory;
    let mut reports = inventory.subscribe();
    tokio::select! {
        () = inventory.collect_for_ever() => {}
        _ = reports.wait_for(Option::is_some) => {}
    }
}

/// The ledger's thread lets go of its file a moment after the agent is gone.
pub async fn open_when_free(data: &DataDir, proxies: &ProxySettings, clock: &Clock) -> Agent {
    let opening = async {
        loop {
            match Agent::open(data.clone(), proxies.clone(), clock.clone()).await {
                Ok(agent) => return agent,
                Err(_) => tokio::task::yield_now().await,
            }
        }
    };
    tokio::time::timeout(LIMIT, opening).await.expect("the data directory is not free")
}
