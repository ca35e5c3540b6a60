//! Which check is due when. Pure: times are those of the steady clock.

use std::collections::BTreeMap;
use std::time::Duration;

use muster_protocol::{CheckDefinition, Probe};

use super::attempts::turn;

/// How many checks run at once.
pub const AT_ONCE: usize = 4;

/// No check runs more often.
const SHORTEST_INTERVAL: Duration = Duration::from_secs(10);

/// However long an interval is, first runs of a fleet are spread over no more.
const LONGEST_SPREAD: Duration = Duration::from_secs(30);

/// All checks of an agent, and those that run.
#[derive(Debug, Default)]
pub struct Plan {
    checks: Vec<PlannedCheck>,
    /// Those that run, also if they have left the document meanwhile, and whether
    /// somebody asked for it.
    running: BTreeMap<i64, bool>,
}

/// A check as the plan knows it; what it does stays on the disk.
#[derive(Clone, Debug, PartialEq)]
pub struct PlannedCheck {
    id: i64,
    version: String,
    interval: Duration,
    /// Whether it starts a program of somebody else.
    is_script: bool,
    due: Duration,
    /// Whether somebody wants it to run now.
    is_wanted: bool,
}

/// A check that begins now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Start {
    pub id: i64,
    /// Whether somebody asked for it.
    pub forced: bool,
}

impl PlannedCheck {
    /// A check that has just arrived; none when this build does not know its kind.
    pub fn new(definition: &CheckDefinition, agent_id: &str, now: Duration) -> Option<Self> {
        let CheckDefinition { id, version, interval_seconds, probe } = definition;
        if *probe == Probe::Unknown {
            return None;
        }
        let interval = Duration::from_secs((*interval_seconds).into()).max(SHORTEST_INTERVAL);
        let spread = (interval / 10).min(LONGEST_SPREAD);
        Some(Self {
            id: *id,
            version: version.clone(),
            interval,
            is_script: matches!(probe, Probe::Script(_)),
            // All checks of one interval together: what they find is one message.
            due: now + turn(agent_id, spread),
            is_wanted: false,
        })
    }

    /// The first time after `now` in its rhythm.
    fn next_due(&self, now: Duration) -> Duration {
        let Some(late) = now.checked_sub(self.due) else { return self.due };
        let rounds = late.as_millis() / self.interval.as_millis().max(1) + 1;
        self.due + self.interval * u32::try_from(rounds).unwrap_or(u32::MAX)
    }

    fn may_start(&self, is_frozen: bool) -> bool {
        !(is_frozen && self.is_script)
    }
}

impl Plan {
    /// Replaces the checks. One that is the same as before keeps its rhythm; one
    /// that was changed runs soon.
    pub fn replace(&mut self, mut checks: Vec<PlannedCheck>) {
        for check in &mut checks {
            let is_same = |known: &&PlannedCheck| {
                (known.id, &known.version, known.interval)
                    == (check.id, &check.version, check.interval)
            };
            if let Some(known) = self.checks.iter().find(is_same) {
                (check.due, check.is_wanted) = (known.due, known.is_wanted);
            }
        }
        self.checks = checks;
    }

    /// How many checks there are.
    pub fn count(&self) -> usize {
        self.checks.len()
    }

    /// The next check that may start now, which counts as running from then on.
    pub fn start_next(&mut self, now: Duration, is_frozen: bool) -> Option<Start> {
        if self.running.len() >= AT_ONCE {
            return None;
        }
        let running = &self.running;
        let ready = self.checks.iter_mut().filter(|check| {
            (check.is_wanted || check.due <= now)
                && check.may_start(is_frozen)
                && !running.contains_key(&check.id)
        });
        let check = ready.min_by_key(|check| (!check.is_wanted, check.due, check.id))?;
        check.due = check.next_due(now);
        let start = Start { id: check.id, forced: std::mem::take(&mut check.is_wanted) };
        self.running.insert(start.id, start.forced);
        Some(start)
    }

    /// Ends a run; `retry` says how soon the next one is wanted, if there is
    /// nothing to report of this one.
    pub fn finish(&mut self, id: i64, now: Duration, retry: Option<Duration>) {
        self.running.remove(&id);
        let Some(check) = self.checks.iter_mut().find(|check| check.id == id) else { return };
        // What was due while it ran is skipped.
        check.due = check.next_due(now);
        if let Some(retry) = retry {
            check.due = check.due.min(now + retry);
        }
    }

    /// Has checks start as soon as they can, all when none is named; returns how
    /// many, and none while others run that were wanted before.
    pub fn force(&mut self, ids: &[i64], is_frozen: bool) -> Option<u32> {
        let is_under_way = self.running.values().any(|forced| *forced)
            || self.checks.iter().any(|check| check.is_wanted && check.may_start(is_frozen));
        if is_under_way {
            return None;
        }
        let mut count = 0;
        for check in &mut self.checks {
            let is_named = ids.is_empty() || ids.contains(&check.id);
            if is_named && check.may_start(is_frozen) {
                check.is_wanted = true;
                count += 1;
            }
        }
        Some(count)
    }

    /// When the next check has to start; none when nothing will be due before a
    /// run ends or the checks are replaced.
    pub fn next_start(&self, is_frozen: bool) -> Option<Duration> {
        if self.running.len() >= AT_ONCE {
            return None;
        }
        let waiting = self
            .checks
            .iter()
            .filter(|check| check.may_start(is_frozen) && !self.running.contains_key(&check.id));
        waiting.map(|check| if check.is_wanted { Duration::ZERO } else { check.due }).min()
    }
}

#[cfg(test)]
#[path = "plan_tests.rs"]
mod tests;
