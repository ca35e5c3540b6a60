//! Runs of one task that meet: which starts, which waits, which ends.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use muster_schedule::InstancePolicy;
use tokio_util::sync::CancellationToken;

/// How many runs of one task wait for their turn; more are skipped.
const MAX_WAITING: usize = 10;

/// The new run does not start, and this is why; a sentence for a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SkipReason {
    /// Its policy says so.
    #[error("the task is still running, and is set to ignore new runs meanwhile")]
    StillRunning,
    /// It is too late for it.
    #[error("the machine was off at that time, and it is too late by now")]
    TooLate,
    /// The queue is full.
    #[error("the task is still running, and too many of its runs wait already")]
    TooManyWaiting,
}

/// The runs of all tasks that wait or are in progress, by task. Clones share them.
#[derive(Clone, Debug, Default)]
pub struct Instances {
    tasks: Arc<Mutex<HashMap<i64, Vec<Instance>>>>,
}

#[derive(Debug)]
struct Instance {
    /// Ends it.
    cancel: CancellationToken,
    /// Cancelled when it is over.
    over: CancellationToken,
}

/// A run among those of its task; leaves them when dropped.
#[derive(Debug)]
pub struct InstanceSlot {
    instances: Instances,
    task: i64,
    earlier: Vec<CancellationToken>,
    over: CancellationToken,
}

impl Instances {
    /// Enters a new run that `cancel` ends, as the policy says.
    pub fn enter(
        &self,
        task: i64,
        policy: InstancePolicy,
        cancel: CancellationToken,
    ) -> Result<InstanceSlot, SkipReason> {
        let mut tasks = self.tasks();
        let others = tasks.entry(task).or_default();
        let mut earlier = Vec::new();
        match policy {
            InstancePolicy::Parallel => {}
            InstancePolicy::IgnoreNew if !others.is_empty() => {
                return Err(SkipReason::StillRunning);
            }
            InstancePolicy::Queue if others.len() > MAX_WAITING => {
                return Err(SkipReason::TooManyWaiting);
            }
            InstancePolicy::StopExisting => {
                others.iter().for_each(|other| other.cancel.cancel());
                earlier.extend(others.iter().map(|other| other.over.clone()));
            }
            InstancePolicy::Queue | InstancePolicy::IgnoreNew => {
                earlier.extend(others.iter().map(|other| other.over.clone()));
            }
        }
        let over = CancellationToken::new();
        others.push(Instance { cancel, over: over.clone() });
        Ok(InstanceSlot { instances: self.clone(), task, earlier, over })
    }

    fn tasks(&self) -> MutexGuard<'_, HashMap<i64, Vec<Instance>>> {
        self.tasks.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl InstanceSlot {
    /// Waits until the runs that came before are over, when they must be.
    ///
    /// Each waits for all before it, so they go in their order.
    pub async fn wait(&self) {
        for earlier in &self.earlier {
            earlier.cancelled().await;
        }
    }
}

impl Drop for InstanceSlot {
    fn drop(&mut self) {
        let mut tasks = self.instances.tasks();
        self.over.cancel();
        let Some(others) = tasks.get_mut(&self.task) else { return };
        others.retain(|other| !other.over.is_cancelled());
        if others.is_empty() {
            tasks.remove(&self.task);
        }
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    fn enter(instances: &Instances, policy: InstancePolicy) -> (InstanceSlot, CancellationToken) {
        let cancel = CancellationToken::new();
        (instances.enter(1, policy, cancel.clone()).unwrap(), cancel)
    }

    fn may_start(slot: &InstanceSlot) -> bool {
        slot.wait().now_or_never().is_some()
    }

    #[test]
    fn parallel_runs_do_not_wait() {
        let instances = Instances::default();
        let (_first, _) = enter(&instances, InstancePolicy::Parallel);
        let (second, _) = enter(&instances, InstancePolicy::Parallel);
        assert!(may_start(&second));
    }

    #[test]
    fn queued_runs_go_one_after_the_other_in_their_order() {
        let instances = Instances::default();
        let (first, cancelled) = enter(&instances, InstancePolicy::Queue);
        let (second, _) = enter(&instances, InstancePolicy::Queue);
        let (third, _) = enter(&instances, InstancePolicy::Queue);
        assert_eq!([&first, &second, &third].map(may_start), [true, false, false]);
        drop(first);
        assert_eq!([&second, &third].map(may_start), [true, false]);
        drop(second);
        assert!(may_start(&third) && !cancelled.is_cancelled());
    }

    #[test]
    fn the_queue_has_a_bound() {
        let instances = Instances::default();
        let slots: Vec<_> =
            (0..=MAX_WAITING).map(|_| enter(&instances, InstancePolicy::Queue)).collect();
        let refused = instances.enter(1, InstancePolicy::Queue, CancellationToken::new());
        assert_eq!(refused.unwrap_err(), SkipReason::TooManyWaiting);
        drop(slots);
        enter(&instances, InstancePolicy::Queue);
        assert!(instances.tasks().is_empty());
    }

    #[test]
    fn a_new_run_is_ignored_only_while_another_of_its_task_goes_on() {
        let instances = Instances::default();
        let (first, _) = enter(&instances, InstancePolicy::IgnoreNew);
        let refused = instances.enter(1, InstancePolicy::IgnoreNew, CancellationToken::new());
        assert_eq!(refused.unwrap_err(), SkipReason::StillRunning);
        instances.enter(2, InstancePolicy::IgnoreNew, CancellationToken::new()).unwrap();
        drop(first);
        assert!(may_start(&enter(&instances, InstancePolicy::IgnoreNew).0));
    }

    #[test]
    fn existing_runs_are_stopped_and_waited_for() {
        let instances = Instances::default();
        let (first, first_cancel) = enter(&instances, InstancePolicy::Queue);
        let (waiting, waiting_cancel) = enter(&instances, InstancePolicy::Queue);
        let (new, new_cancel) = enter(&instances, InstancePolicy::StopExisting);
        assert!(first_cancel.is_cancelled() && waiting_cancel.is_cancelled());
        assert!(!may_start(&new) && !new_cancel.is_cancelled());
        drop(first);
        drop(waiting);
        assert!(may_start(&new));
    }
}
