//! Whether a rollout goes on, stops or reaches more agents: decided from its
//! counts alone.

use std::time::Duration;

use super::rollout::StoredRollout;
use crate::time::Timestamp;
use crate::wording::count;

/// Percent of the agents that are asked, one after the other.
const RINGS: [i64; 3] = [1, 10, 100];
/// The ring with which a rollout begins.
pub const FIRST_RING: i64 = RINGS[0];
/// An agent works if it was seen this long after its update.
pub const STEADY: Duration = Duration::from_secs(15 * 60);
/// An agent that was asked this long ago and does not work is missing: it may
/// take an hour to fetch the program and to find a quiet moment.
pub const MISSING_AFTER: Duration = Duration::from_secs(2 * 3600);
/// The next ring begins this long after the last agent was asked.
const REST: Duration = Duration::from_secs(3600);
/// One in this many may be lost.
const TOLERANCE: i64 = 10;

/// What happens to a rollout.
#[derive(Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It stays as it is.
    Keep,
    /// It stops, for this reason.
    Stop(String),
    /// Its lost agents are back.
    Resume,
    /// This ring is next.
    Widen(i64),
}

/// What happens to a rollout now.
pub fn judge(rollout: &StoredRollout, now: Timestamp) -> Verdict {
    let StoredRollout { failed, missing, .. } = rollout;
    let judged = rollout.asked - rollout.excused;
    let too_many_lost = (failed + missing) * TOLERANCE > judged;
    match (rollout.is_stopped(), too_many_lost) {
        (false, true) => {
            let asked = count(judged, "agent");
            Verdict::Stop(format!(
                "of {asked}, {failed} kept their old release and {missing} did not come back"
            ))
        }
        (true, false) => Verdict::Resume,
        (true, true) => Verdict::Keep,
        (false, false) => match next_ring(rollout, judged, now) {
            Some(ring) => Verdict::Widen(ring),
            None => Verdict::Keep,
        },
    }
}

/// How many more agents may be asked.
pub fn budget(rollout: &StoredRollout) -> usize {
    usize::try_from(target(rollout) - rollout.asked).unwrap_or(0)
}

/// How many agents the ring has, at least one.
fn target(rollout: &StoredRollout) -> i64 {
    (rollout.agents * rollout.ring + 99) / 100
}

fn next_ring(rollout: &StoredRollout, judged: i64, now: Timestamp) -> Option<i64> {
    let next = RINGS.into_iter().find(|ring| *ring > rollout.ring)?;
    let is_full = rollout.asked >= target(rollout);
    let has_rested = rollout.last_asked.is_some_and(|last| now.since(last) >= REST);
    let work = rollout.working * TOLERANCE >= judged * (TOLERANCE - 1);
    (is_full && has_rested && work).then_some(next)
}

#[cfg(test)]
mod tests {
    use super::super::rollout::{RUNNING, STOPPED};
    use super::*;

    /// A rollout for 200 agents whose last one was asked an hour ago.
    fn rollout(asked: i64, working: i64, failed: i64, missing: i64) -> StoredRollout {
        let now = Timestamp::from_micros(0);
        StoredRollout {
            id: 1,
            plat: "linux".to_owned(),
            goarch: "amd64".to_owned(),
            version: "0.2.0".to_owned(),
            ring: 1,
            state: RUNNING.to_owned(),
            reason: String::new(),
            began: now,
            changed: now,
            agents: 200,
            updated: working,
            asked,
            last_asked: Some(now),
            working,
            failed,
            missing,
            excused: 0,
        }
    }

    fn judged(rollout: &StoredRollout) -> Verdict {
        judge(rollout, Timestamp::from_micros(0).plus(REST))
    }

    #[test]
    fn more_than_one_lost_agent_in_ten_stops_a_rollout_until_they_are_back() {
        assert_eq!(judged(&rollout(20, 18, 1, 1)), Verdict::Widen(10));
        let reason = "of 20 agents, 2 kept their old release and 1 did not come back";
        let lost = rollout(20, 17, 2, 1);
        assert_eq!(judged(&lost), Verdict::Stop(reason.to_owned()));
        let stopped = StoredRollout { state: STOPPED.to_owned(), ..lost };
        assert_eq!(judged(&stopped), Verdict::Keep);
        let back = StoredRollout { missing: 0, working: 18, ..stopped.clone() };
        assert_eq!(judged(&back), Verdict::Resume);
        // Those that somebody continued without are not counted.
        let excused = StoredRollout { excused: 3, failed: 0, missing: 0, ..stopped };
        assert_eq!(judged(&excused), Verdict::Resume);
        assert!(matches!(judged(&rollout(1, 0, 0, 1)), Verdict::Stop(_)));
    }

    #[test]
    fn the_next_ring_waits_until_the_last_one_is_full_has_rested_and_works() {
        assert_eq!(judged(&rollout(2, 2, 0, 0)), Verdict::Widen(10));
        assert_eq!(judged(&rollout(1, 1, 0, 0)), Verdict::Keep);
        assert_eq!(judged(&rollout(2, 1, 0, 0)), Verdict::Keep);
        let early = Timestamp::from_micros(0).plus(REST - Duration::from_secs(1));
        assert_eq!(judge(&rollout(2, 2, 0, 0), early), Verdict::Keep);
        let second = StoredRollout { ring: 10, ..rollout(20, 20, 0, 0) };
        assert_eq!(judged(&second), Verdict::Widen(100));
        let last = StoredRollout { ring: 100, ..rollout(200, 200, 0, 0) };
        assert_eq!(judged(&last), Verdict::Keep);
    }

    #[test]
    fn a_ring_has_its_share_of_the_agents_and_at_least_one() {
        assert_eq!(budget(&rollout(0, 0, 0, 0)), 2);
        assert_eq!(budget(&rollout(2, 0, 0, 0)), 0);
        assert_eq!(budget(&rollout(3, 0, 0, 0)), 0);
        assert_eq!(budget(&StoredRollout { ring: 10, ..rollout(2, 0, 0, 0) }), 18);
        assert_eq!(budget(&StoredRollout { ring: 100, ..rollout(20, 0, 0, 0) }), 180);
        assert_eq!(budget(&StoredRollout { agents: 1, ..rollout(0, 0, 0, 0) }), 1);
        assert_eq!(budget(&StoredRollout { agents: 201, ..rollout(0, 0, 0, 0) }), 3);
    }
}
