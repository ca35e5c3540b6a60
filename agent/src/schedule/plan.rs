//! What is due, what is missed, and when to check again. Pure.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use muster_protocol::StartReason;
use muster_schedule::{Kind, NamedZone, Rule, delay, expires_at, next_after, previous_or_at};

use crate::clock::GRACE;
use crate::ledger::TaskMemory;

/// A task that is settled this far ahead was settled by a wrong clock. Within
/// it, a clock that was set back makes nothing run twice.
const WRONG_CLOCK: TimeDelta = TimeDelta::hours(24);

/// A clock that shows a time before this program was written is not set yet, as
/// on machines that lose it without power. 2026-11-01.
const WRITTEN: i64 = 1_793_491_200_000_000;

/// What to do about a task at some moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Nothing, as long as nobody changes its rule.
    Never,
    /// Nothing before this instant.
    Wait(DateTime<Utc>),
    /// Start a run.
    Run(Due),
    /// A run was missed, and it is not to be made up for. So is each before it.
    Skip(DateTime<Utc>),
}

/// A run that starts now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Due {
    /// The instant by the rule; all before it are settled with it.
    pub due: DateTime<Utc>,
    /// Why it starts.
    pub reason: StartReason,
    /// When the repetitions that it belongs to are over.
    pub series_ends: Option<DateTime<Utc>>,
}

/// Decides about a task whose memory is corrected, see [`corrected()`].
///
/// `seed` makes the random delays of agents and tasks differ. However many runs
/// are due at once, one is started for all.
pub fn decide(
    rule: &Rule,
    seed: u64,
    memory: &TaskMemory,
    now: DateTime<Utc>,
    zone: NamedZone,
) -> Verdict {
    if now < instant(WRITTEN) {
        // Checked again when the clock is set.
        return Verdict::Never;
    }
    if rule.kind == Kind::Onboarding {
        return decide_onboarding(rule, seed, memory, now, zone);
    }
    let settled = settled_for(rule, memory, zone);
    let Some(first) = next_after(rule, zone, settled) else { return Verdict::Never };
    let first_start = start_of(rule, seed, zone, first);
    if first_start > now {
        return Verdict::Wait(first_start);
    }
    let (due, start) = latest_started(rule, seed, zone, now).unwrap_or((first, first_start));
    let reason = if now - start <= GRACE {
        StartReason::Schedule
    } else if rule.run_asap_after_missed && expires_at(rule, zone).is_none_or(|end| now < end) {
        StartReason::Missed
    } else {
        return Verdict::Skip(due);
    };
    Verdict::Run(Due { due, reason, series_ends: series_end(rule, zone, due) })
}

/// Once for each task, however late: nobody else would do it.
fn decide_onboarding(
    rule: &Rule,
    seed: u64,
    memory: &TaskMemory,
    now: DateTime<Utc>,
    zone: NamedZone,
) -> Verdict {
    let is_over = expires_at(rule, zone).is_some_and(|end| now >= end);
    if memory.onboarded || is_over || !rule.enabled {
        return Verdict::Never;
    }
    let due = instant(memory.received);
    let max = rule.random_delay.unwrap_or_default();
    let start = later(due, delay(seed, due, max));
    match start > now {
        true => Verdict::Wait(start),
        false => Verdict::Run(Due { due, reason: StartReason::Onboarding, series_ends: None }),
    }
}

/// The memory of a task, or none when it can stay as it is: what a clock far in
/// the future left there would keep the task from running for as long.
pub fn corrected(memory: &TaskMemory, now: DateTime<Utc>) -> Option<TaskMemory> {
    let is_wrong = |micros: i64| instant(micros) > now + WRONG_CLOCK;
    if now < instant(WRITTEN) || !(is_wrong(memory.settled) || is_wrong(memory.received)) {
        return None;
    }
    let now = now.timestamp_micros();
    let (settled, received) = (memory.settled.min(now), memory.received.min(now));
    Some(TaskMemory { settled, received, ..*memory })
}

/// The memory of a task with a rule that is new here, or has changed.
///
/// What was due before is not missed: nobody had asked for it. A moment before
/// counts, for the rule was on its way.
pub fn received(before: Option<&TaskMemory>, now: DateTime<Utc>) -> TaskMemory {
    let settled = (now - GRACE).timestamp_micros();
    match before {
        Some(before) => TaskMemory { settled: settled.max(before.settled), ..*before },
        None => TaskMemory {
            settled,
            received: now.timestamp_micros(),
            is_new: true,
            onboarded: false,
            dropped: 0,
        },
    }
}

/// The memory of a task whose run or missed run is dealt with.
pub fn settled(memory: &TaskMemory, due: DateTime<Utc>, reason: Option<StartReason>) -> TaskMemory {
    let onboarded = memory.onboarded || reason == Some(StartReason::Onboarding);
    TaskMemory { settled: due.timestamp_micros(), onboarded, is_new: false, ..*memory }
}

/// The instant up to which all is dealt with.
///
/// A single run is missed also when it was asked for while the agent was away:
/// there is no later one that makes up for it.
fn settled_for(rule: &Rule, memory: &TaskMemory, zone: NamedZone) -> DateTime<Utc> {
    let settled = instant(memory.settled);
    if !(memory.is_new && rule.kind == Kind::RunOnce && rule.run_asap_after_missed) {
        return settled;
    }
    let only = previous_or_at(rule, zone, settled);
    only.map_or(settled, |only| settled.min(only - TimeDelta::microseconds(1)))
}

/// The latest run whose start has come, and that start.
fn latest_started(
    rule: &Rule,
    seed: u64,
    zone: NamedZone,
    now: DateTime<Utc>,
) -> Option<(DateTime<Utc>, DateTime<Utc>)> {
    let with_start = |due| (due, start_of(rule, seed, zone, due));
    let (due, start) = with_start(previous_or_at(rule, zone, now)?);
    if start <= now {
        return Some((due, start));
    }
    previous_or_at(rule, zone, due - TimeDelta::microseconds(1)).map(with_start)
}

/// When a run starts: at its time, or a random while later.
///
/// The delay ends before the next run is due and before the rule expires, so
/// runs keep their order and none gets lost.
fn start_of(rule: &Rule, seed: u64, zone: NamedZone, due: DateTime<Utc>) -> DateTime<Utc> {
    let Some(max) = rule.random_delay else { return due };
    let next = next_after(rule, zone, due).or_else(|| expires_at(rule, zone));
    let room =
        next.map(|next| (next - due - TimeDelta::milliseconds(1)).to_std().unwrap_or_default());
    later(due, delay(seed, due, room.map_or(max, |room| max.min(room))))
}

/// When the repetitions around a run are over.
fn series_end(rule: &Rule, zone: NamedZone, due: DateTime<Utc>) -> Option<DateTime<Utc>> {
    let length = rule.repetition?.for_duration;
    let calendar = Rule { repetition: None, ..rule.clone() };
    Some(later(previous_or_at(&calendar, zone, due)?, length))
}

fn later(instant: DateTime<Utc>, duration: Duration) -> DateTime<Utc> {
    let duration = TimeDelta::from_std(duration).ok();
    duration.and_then(|d| instant.checked_add_signed(d)).unwrap_or(DateTime::<Utc>::MAX_UTC)
}

fn instant(micros: i64) -> DateTime<Utc> {
    DateTime::from_timestamp_micros(micros).unwrap_or_default()
}

#[cfg(test)]
#[path = "plan_clock_tests.rs"]
mod clock_tests;
#[cfg(test)]
#[path = "plan_tests.rs"]
mod tests;
