//! The progress of a bulk action.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::events::catalogue::BulkCounts;

/// How many agents are how far.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Counts {
    /// All of them.
    pub total: i64,
    /// Those whose turn comes, or that are waited for.
    pub queued: i64,
    /// Those that are at it.
    pub running: i64,
    /// Those that ended well.
    pub passed: i64,
    /// Those that did not.
    pub failed: i64,
    /// Those that ran out of time.
    pub timed_out: i64,
    /// Those that were cancelled.
    pub cancelled: i64,
    /// Those that were waited for in vain.
    pub expired: i64,
    /// Those that were left out.
    pub skipped: i64,
}

impl From<Counts> for BulkCounts {
    fn from(counts: Counts) -> Self {
        let Counts {
            total,
            queued,
            running,
            passed,
            failed,
            timed_out,
            cancelled,
            expired,
            skipped,
        } = counts;
        Self { total, queued, running, passed, failed, timed_out, cancelled, expired, skipped }
    }
}

/// Without a whole batch, this many agents must have finished before failures
/// stop the rest.
const ENOUGH: i64 = 10;

impl Counts {
    /// Adds agents by the status of their run, or by the outcome without one.
    pub fn add(&mut self, word: &str, agents: i64) {
        self.total += agents;
        *match word {
            "queued" | "wait" => &mut self.queued,
            "running" => &mut self.running,
            "passed" | "done" => &mut self.passed,
            "timed_out" => &mut self.timed_out,
            "cancelled" | "cancel" => &mut self.cancelled,
            "expired" => &mut self.expired,
            "skip" => &mut self.skipped,
            // Also those that were interrupted.
            _ => &mut self.failed,
        } += agents;
    }

    /// Whether all agents have finished.
    pub fn is_finished(&self) -> bool {
        self.queued == 0 && self.running == 0
    }

    /// Whether more than this percentage of the finished agents have failed.
    /// One failure of the first two says little: it is checked once a whole
    /// batch has finished, unless no failure at all is accepted.
    pub fn has_too_many_failures(&self, percent: i64, batch: Option<i64>) -> bool {
        let failed = self.failed + self.timed_out;
        let over = self.passed + failed;
        let all = self.total - self.skipped;
        let enough = if percent == 0 { 1 } else { batch.unwrap_or(ENOUGH).min(all) };
        over >= enough && failed * 100 > percent * over
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn counts(passed: i64, failed: i64, rest: i64) -> Counts {
        let mut counts = Counts::default();
        for (word, agents) in [("passed", passed), ("failed", failed), ("queued", rest)] {
            counts.add(word, agents);
        }
        counts
    }

    #[test]
    fn failures_stop_the_rest_once_a_batch_has_finished() {
        assert!(
            !counts(0, 4, 96).has_too_many_failures(20, Some(5)),
            "the first batch has not finished"
        );
        assert!(counts(3, 2, 95).has_too_many_failures(20, Some(5)));
        assert!(!counts(4, 1, 95).has_too_many_failures(20, Some(5)), "as many as are accepted");
        assert!(!counts(0, 9, 91).has_too_many_failures(20, None));
        assert!(counts(5, 5, 90).has_too_many_failures(20, None));
        assert!(counts(9, 1, 90).has_too_many_failures(0, Some(50)), "none is accepted");
        assert!(
            counts(0, 2, 0).has_too_many_failures(50, Some(50)),
            "fewer than a batch, and all over"
        );
    }

    proptest! {
        #[test]
        fn no_failures_never_stop_it_and_a_limit_of_100_percent_never_does(
            passed in 0..1000i64, failed in 0..1000i64, rest in 0..1000i64, percent in 0..=100i64,
            batch in proptest::option::of(1..100i64),
        ) {
            prop_assert!(!counts(passed, 0, rest).has_too_many_failures(percent, batch));
            prop_assert!(!counts(passed, failed, rest).has_too_many_failures(100, batch));
            if counts(passed, failed, rest).has_too_many_failures(percent, batch) {
                prop_assert!(counts(passed, failed + 1, rest).has_too_many_failures(percent, batch));
            }
        }

        #[test]
        fn every_agent_is_counted_once(words in proptest::collection::vec(
            (0..12usize, 0..50i64), 0..20)
        ) {
            const WORDS: [&str; 12] = ["queued", "running", "passed", "failed", "timed_out",
                "cancelled", "expired", "interrupted", "wait", "skip", "done", "cancel"];
            let mut counts = Counts::default();
            for (word, agents) in &words {
                counts.add(WORDS[*word], *agents);
            }
            let Counts { total, queued, running, passed, failed, timed_out, .. } = counts;
            let rest = counts.cancelled + counts.expired + counts.skipped;
            prop_assert_eq!(total, queued + running + passed + failed + timed_out + rest);
        }
    }
}
