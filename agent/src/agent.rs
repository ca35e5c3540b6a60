//! The running agent: what its parts share, from start to stop.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::Context;
use rand::RngExt;
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::board::Board;
use crate::clock::Clock;
use crate::data_dir::{DataDir, Lock};
use crate::identity::Identity;
use crate::inventory::Collector;
use crate::ledger::Ledger;
use crate::link::{self, Refusal};
use crate::packages::PackageWatch;
use crate::questions::Desk;
use crate::schedule::{self, Instances, Schedule};
use crate::status_file::StatusFile;
use crate::transport::ProxySettings;
use crate::upkeep::{Departures, Pulses};
use crate::{hex, packages, reboot, recovery};

/// How many runs go on at once; more wait their turn.
const RUNS_AT_ONCE: usize = 64;

/// How long a stopping agent waits for its runs to be ended.
const END_RUNS_LIMIT: Duration = Duration::from_secs(3);

/// How long a stopping agent tries to tell the server how its runs ended.
const FLUSH_LIMIT: Duration = Duration::from_secs(2);

/// What the parts of a running agent share.
#[derive(Debug)]
pub struct Agent {
    /// Who this agent is.
    pub identity: Identity,
    /// Where it keeps its files.
    pub data: DataDir,
    /// What it must not forget.
    pub ledger: Ledger,
    /// The runs that are not closed.
    pub board: Arc<Board>,
    /// What the machine is made of.
    pub inventory: Collector,
    /// Whether packages came or went.
    pub package_watch: PackageWatch,
    /// What `muster-agent status` reads.
    pub status: StatusFile,
    /// The way out of this network.
    pub proxies: ProxySettings,
    /// Cancelled when the agent stops: runs end, orders are left alone.
    pub stopping: CancellationToken,
    /// Cancelled when a stopping agent waits no longer for what may take its
    /// time.
    pub giving_up: CancellationToken,
    /// Differs each time the program starts.
    pub process_id: String,
    /// One permit for each run that goes on.
    pub slots: Semaphore,
    /// What it does by itself.
    pub schedule: Schedule,
    /// The runs of tasks that go on, by task.
    pub instances: Instances,
    /// What its schedule goes by.
    pub clock: Clock,
    /// Where questions wait and are answered.
    pub desk: Desk,
    /// The tasks of all runs, waiting and going on, and the schedule's own.
    pub tasks: TaskTracker,
    /// What forgets runs that the server has everything of.
    pub closings: TaskTracker,
    /// Whether this process is to make room for another.
    pub departures: Departures,
    /// What shows that its parts are alive.
    pub pulses: Arc<Pulses>,
    /// Whether this is a new program that shows it can reach the server.
    pub is_trial: bool,
    lock: Mutex<Option<Lock>>,
}

impl Agent {
    /// Opens the data directory and settles what an earlier process left.
    pub async fn open(
        data: DataDir,
        proxies: ProxySettings,
        clock: Clock,
    ) -> anyhow::Result<Arc<Self>> {
        let agent = Arc::new(Self::take_over(data, proxies, clock, false).await?);
        let reboots = recovery::settle(&agent.data, &agent.ledger, &agent.board).await?;
        for (run_id, at) in reboots {
            reboot::resume(&agent, run_id, at);
        }
        Ok(agent)
    }

    /// Opens the data directory and changes nothing in it: the process that is
    /// about to leave may come back.
    pub async fn open_on_trial(
        data: DataDir,
        proxies: ProxySettings,
        clock: Clock,
    ) -> anyhow::Result<Self> {
        Self::take_over(data, proxies, clock, true).await
    }

    async fn take_over(
        data: DataDir,
        proxies: ProxySettings,
        clock: Clock,
        is_trial: bool,
    ) -> anyhow::Result<Self> {
        data.create()?;
        let lock = data.lock().await?;
        let identity = Identity::load(&data)?
            .context("this computer is not enrolled: run muster-agent enroll first")?;
        let ledger = Ledger::open(&data.ledger_file())?;
        Ok(Self {
            status: StatusFile::open(&data),
            schedule: Schedule::open(&ledger)?,
            instances: Instances::default(),
            clock,
            identity,
            data,
            ledger,
            board: Arc::default(),
            inventory: Collector::default(),
            package_watch: PackageWatch::default(),
            proxies,
            stopping: CancellationToken::new(),
            giving_up: CancellationToken::new(),
            process_id: hex::encode(&rand::rng().random::<[u8; 16]>()),
            slots: Semaphore::new(RUNS_AT_ONCE),
            desk: Desk::default(),
            tasks: TaskTracker::new(),
            closings: TaskTracker::new(),
            departures: Departures::new(),
            pulses: Arc::new(Pulses::new()),
            is_trial,
            lock: Mutex::new(Some(lock)),
        })
    }

    /// Lets go of the data directory, for the process that comes after.
    pub fn release(&self) {
        self.ledger.release();
        *self.lock.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// Serves the server until `stop`; returns early when it refuses for good,
    /// or when this process is to make room for another.
    pub async fn serve(self: &Arc<Self>, stop: CancellationToken) -> Result<(), Refusal> {
        let collecting = tokio::spawn(Arc::clone(self).collect_inventory());
        let beating = tokio::spawn(Arc::clone(&self.pulses).beat());
        self.tasks.spawn(schedule::run_for_ever(Arc::clone(self)));
        self.inventory.wait_for_first().await;

        let link_stop = CancellationToken::new();
        let link = link::hold(self, link_stop.clone());
        tokio::pin!(link);
        let result = tokio::select! {
            result = &mut link => {
                self.end_runs().await;
                result
            }
            () = self.is_to_end(&stop) => {
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
        self.status.disconnected("the agent is stopped");
        result
    }

    async fn is_to_end(&self, stop: &CancellationToken) {
        tokio::select! {
            () = stop.cancelled() => {}
            () = self.departures.leaving.cancelled() => {}
        }
    }

    /// Ends every run as interrupted, but lets a manager of packages finish.
    async fn end_runs(&self) {
        self.stopping.cancel();
        self.tasks.close();
        if self.runs_end_within(END_RUNS_LIMIT).await {
            return;
        }
        if packages::is_busy() {
            tracing::warn!("waiting for a manager of packages, which must not be interrupted");
            if self.runs_end_within(packages::STOP_LIMIT).await {
                return;
            }
        }
        self.giving_up.cancel();
        if !self.runs_end_within(END_RUNS_LIMIT).await {
            tracing::warn!("some runs could not be ended in time");
        }
    }

    async fn runs_end_within(&self, limit: Duration) -> bool {
        tokio::time::timeout(limit, self.tasks.wait()).await.is_ok()
    }

    /// Gives the line a moment to say how the runs ended; what it cannot say
    /// now is said by the next process.
    async fn flush(&self) {
        tokio::select! {
            () = self.board.wait_until_empty() => {}
            () = self.status.wait_until_disconnected() => {}
            () = tokio::time::sleep(FLUSH_LIMIT) => {}
        }
        // Else the next process would tell of them again.
        self.closings.close();
        let _ = tokio::time::timeout(FLUSH_LIMIT, self.closings.wait()).await;
    }

    async fn collect_inventory(self: Arc<Self>) {
        tokio::join!(self.inventory.collect_for_ever(), self.package_watch.watch_for_ever());
    }
}
