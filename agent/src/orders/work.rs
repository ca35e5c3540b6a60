//! What an order asks for, ready to be carried out. There are two kinds: a run
//! that ends in this process, and work that may end in the next one.

use std::sync::Arc;

use futures_util::future::BoxFuture;
use muster_protocol::{End, Outcome};
use muster_schedule::InstancePolicy;

use crate::freeze::FROZEN;
use crate::ledger::Promise;
use crate::run::{InstanceSlot, Job, Limits, SkipReason, could_not_start, never_started};
use crate::shared::Shared;

/// What an order asks for.
pub enum Work {
    /// Waits for a slot, runs, and returns its outcome.
    Run(RunWork),
    /// May end this process or outlive it, so it records its outcome itself.
    Leave(LeaveWork),
}

/// A run with an outcome.
pub struct RunWork {
    /// What it may take.
    pub limits: Limits,
    instance_of: Option<(i64, InstancePolicy)>,
    carry_out: Box<dyn FnOnce(Arc<Shared>, Job) -> BoxFuture<'static, Outcome> + Send>,
}

/// Work whose end this process may not see.
pub struct LeaveWork {
    limits: Limits,
    /// What the next process must know of it.
    promise: Option<Promise>,
    carry_out: Box<dyn FnOnce(Arc<Shared>, Job) -> BoxFuture<'static, ()> + Send>,
}

impl Work {
    /// What it may take.
    pub fn limits(&self) -> Limits {
        match self {
            Self::Run(work) => work.limits,
            Self::Leave(work) => work.limits,
        }
    }

    /// What the next process must know of it, if this one may not see its end.
    pub fn promise(&self) -> Option<Promise> {
        match self {
            Self::Run(_) => None,
            Self::Leave(work) => work.promise.clone(),
        }
    }
}

impl RunWork {
    /// A run that `carry_out` does to its end.
    pub fn new<F>(
        limits: Limits,
        carry_out: impl FnOnce(Arc<Shared>, Job) -> F + Send + 'static,
    ) -> Self
    where
        F: Future<Output = Outcome> + Send + 'static,
    {
        let carry_out = Box::new(|shared, job| Box::pin(carry_out(shared, job)) as BoxFuture<_>);
        Self { limits, instance_of: None, carry_out }
    }

    /// The same as one of the runs of a task, which heed each other.
    pub fn instance_of_task(self, task: i64, policy: InstancePolicy) -> Self {
        Self { instance_of: Some((task, policy)), ..self }
    }

    /// Enters the run among those of its task, if it has one.
    pub fn enter(&self, shared: &Shared, job: &Job) -> Result<Option<InstanceSlot>, SkipReason> {
        let Some((task, policy)) = self.instance_of else { return Ok(None) };
        shared.instances.enter(task, policy, job.cancel.clone()).map(Some)
    }

    /// Runs when its turn comes. Waiting for a turn is not part of its time.
    pub async fn run_in_turn(
        self,
        shared: &Arc<Shared>,
        job: &Job,
        instance: Option<InstanceSlot>,
    ) -> Outcome {
        let turn = async {
            if let Some(instance) = &instance {
                instance.wait().await;
            }
            shared.slots.acquire().await
        };
        let slot = tokio::select! {
            slot = turn => slot,
            () = job.cancel.cancelled() => return never_started(End::Cancelled),
            () = job.stopping.cancelled() => return never_started(End::Interrupted),
        };
        if shared.freeze.is_frozen() {
            return never_started(could_not_start(FROZEN));
        }
        let outcome = (self.carry_out)(Arc::clone(shared), job.clone()).await;
        drop(slot);
        outcome
    }
}

impl LeaveWork {
    /// Work that `carry_out` does as far as it can in this process.
    pub fn new<F>(
        limits: Limits,
        promise: Option<Promise>,
        carry_out: impl FnOnce(Arc<Shared>, Job) -> F + Send + 'static,
    ) -> Self
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let carry_out = Box::new(|shared, job| Box::pin(carry_out(shared, job)) as BoxFuture<_>);
        Self { limits, promise, carry_out }
    }

    /// Does it, as far as this process can.
    pub async fn carry_out(self, shared: Arc<Shared>, job: Job) {
        (self.carry_out)(shared, job).await;
    }
}
