//! The state that all parts of a running agent share.

use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Context;
use muster_protocol::{FreezeFlag, hex};
use rand::RngExt;
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::board::Board;
use crate::checks::Checks;
use crate::clock::Clock;
use crate::data_dir::{DataDir, Lock};
use crate::freeze::{FROZEN, Freeze};
use crate::identity::Identity;
use crate::inventory::Collector;
use crate::ledger::Ledger;
use crate::metrics::Metrics;
use crate::packages::PackageWatch;
use crate::questions::QuestionQueue;
use crate::remote::Remote;
use crate::run::{Instances, Job, Limits};
use crate::run_id::RunId;
use crate::schedule::Schedule;
use crate::self_test::SelfTest;
use crate::status_file::StatusFile;
use crate::transport::ProxySettings;
use crate::upkeep::{Departures, Pulses};

/// How many runs are in progress at once; more wait for a slot.
const RUN_SLOTS: usize = 64;

/// What the parts of a running agent share.
#[derive(Debug)]
pub struct Shared {
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
    /// Whether packages were installed or removed.
    pub package_watch: PackageWatch,
    /// What the machine measures.
    pub metrics: Metrics,
    /// What it measures because its definitions say so.
    pub checks: Checks,
    /// What `muster-agent status` reads.
    pub status: StatusFile,
    /// The way out of this network.
    pub proxies: ProxySettings,
    /// Cancelled when the agent stops: runs end, new orders are not accepted.
    pub stopping: CancellationToken,
    /// Cancelled when a stopping agent no longer waits for runs that must not
    /// be interrupted.
    pub giving_up: CancellationToken,
    /// Differs each time the program starts.
    pub process_id: String,
    /// One permit for each run in progress.
    pub slots: Semaphore,
    /// Whether it may start anything.
    pub freeze: Freeze,
    /// The definitions of its tasks.
    pub schedule: Schedule,
    /// The runs of tasks that wait or are in progress, by task.
    pub instances: Instances,
    /// The clocks of its schedule.
    pub clock: Clock,
    /// Where questions wait.
    pub questions: QuestionQueue,
    /// The remote sessions that are open.
    pub remote: Remote,
    /// What tests this computer when it is asked to.
    pub self_test: SelfTest,
    /// The tasks of all runs, waiting and in progress, and those of the schedule,
    /// the samples, the checks and the remote sessions.
    pub tasks: TaskTracker,
    /// What forgets runs that the server has everything of.
    pub closings: TaskTracker,
    /// Whether this process has to leave, for another one.
    pub departures: Departures,
    /// What shows that its parts are alive.
    pub pulses: Arc<Pulses>,
    /// Whether this is a new program that shows it can reach the server.
    pub is_trial: bool,
    lock: Mutex<Option<Lock>>,
}

impl Shared {
    /// Opens the data directory and changes nothing in it; `is_trial` says that
    /// the process which is about to leave may come back.
    pub async fn open(
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
        let tasks = TaskTracker::new();
        Ok(Self {
            status: StatusFile::open(&data),
            freeze: Freeze::open(&data, &identity.agent_id),
            metrics: Metrics::new(&identity.agent_id),
            checks: Checks::new(&identity.agent_id),
            remote: Remote::new(&data, &identity.agent_id, tasks.clone()),
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
            slots: Semaphore::new(RUN_SLOTS),
            questions: QuestionQueue::default(),
            self_test: SelfTest::default(),
            tasks,
            closings: TaskTracker::new(),
            departures: Departures::new(),
            pulses: Arc::new(Pulses::new()),
            is_trial,
            lock: Mutex::new(Some(lock)),
        })
    }

    /// The job of a run on the board, which `cancel` ends.
    pub fn new_job(&self, run_id: &RunId, limits: Limits, cancel: CancellationToken) -> Job {
        Job {
            run_id: run_id.clone(),
            run_dir: self.data.run(run_id),
            limits,
            board: Arc::clone(&self.board),
            cancel,
            stopping: self.stopping.clone(),
            giving_up: self.giving_up.clone(),
        }
    }

    /// Takes the server's flag that freezes or thaws this agent.
    pub fn take_freeze(&self, flag: &FreezeFlag) {
        if self.freeze.take(flag) {
            if self.freeze.is_frozen() {
                self.remote.end_all("frozen", FROZEN);
            }
            // What was due meanwhile is decided about now.
            self.schedule.wake();
            self.checks.wake();
        }
    }

    /// Releases the data directory, for the next process.
    pub fn release(&self) {
        self.ledger.release();
        *self.lock.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}
