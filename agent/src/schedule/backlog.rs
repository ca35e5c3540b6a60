//! How many runs of tasks wait for a server that does not come. Bounded.

use crate::board::WaitingRun;

/// How many ended runs of tasks are kept for the server.
const MAX_RUNS: usize = 500;

/// How much output of them is kept, all together.
const MAX_BYTES: u64 = 256 * 1024 * 1024;

/// Returns those that must be dropped, so that one more finds room: the oldest.
pub fn surplus(mut waiting: Vec<WaitingRun>) -> Vec<WaitingRun> {
    waiting.sort_by_key(|run| run.start.started);
    let mut bytes: u64 = waiting.iter().map(|run| run.bytes).sum();
    let mut count = waiting.len();
    let mut dropped = 0;
    for run in &waiting {
        if count < MAX_RUNS && bytes <= MAX_BYTES {
            break;
        }
        count -= 1;
        bytes -= run.bytes;
        dropped += 1;
    }
    waiting.truncate(dropped);
    waiting
}

#[cfg(test)]
mod tests {
    use muster_protocol::{StartReason, TaskStart};
    use proptest::prelude::*;

    use super::*;
    use crate::run_id::RunId;

    fn waiting(started: i64, bytes: u64) -> WaitingRun {
        let start = TaskStart {
            task: 1,
            name: String::new(),
            version: String::new(),
            due: started,
            started,
            reason: StartReason::Schedule,
            dropped: 0,
        };
        WaitingRun { run_id: RunId::parse(&format!("run-{started}")).unwrap(), start, bytes }
    }

    #[test]
    fn nothing_is_dropped_as_long_as_there_is_room() {
        assert_eq!(surplus((0..499).map(|n| waiting(n, 1000)).collect()), []);
        assert_eq!(surplus(vec![waiting(1, MAX_BYTES)]), []);
    }

    #[test]
    fn the_oldest_go_first() {
        let dropped = surplus((0..501).rev().map(|n| waiting(n, 0)).collect());
        assert_eq!(dropped, [waiting(0, 0), waiting(1, 0)]);
        let large = vec![waiting(3, 1), waiting(2, MAX_BYTES), waiting(1, 5)];
        assert_eq!(surplus(large), [waiting(1, 5), waiting(2, MAX_BYTES)]);
    }

    proptest! {
        #[test]
        fn what_stays_is_within_both_bounds_and_newer_than_what_goes(
            sizes in prop::collection::vec(0..MAX_BYTES / 100, 0..1200),
        ) {
            let runs: Vec<_> =
                sizes.iter().enumerate().map(|(n, bytes)| waiting(n as i64, *bytes)).collect();
            let dropped = surplus(runs.clone()).len();
            let stays = &runs[dropped..];
            prop_assert!(stays.len() < MAX_RUNS);
            prop_assert!(stays.iter().map(|run| run.bytes).sum::<u64>() <= MAX_BYTES);
            if let Some(last_dropped) = dropped.checked_sub(1) {
                // It went because it had to.
                let with_it = &runs[last_dropped..];
                let bytes: u64 = with_it.iter().map(|run| run.bytes).sum();
                prop_assert!(with_it.len() >= MAX_RUNS || bytes > MAX_BYTES);
            }
        }
    }
}
