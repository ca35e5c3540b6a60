//! The free space of a disk: by the newest sample of the machine, or measured
//! here when the samples do not have the disk.

use std::sync::Arc;
use std::time::Duration;

use muster_metrics::{Metric, Minute};
use muster_protocol::Reading;
use tokio::sync::Semaphore;

use super::readings::unable;
use crate::metrics::Sample;
use crate::os::{self, DiskSpace, is_same_disk};
use crate::shared::Shared;

/// An older sample says nothing about now.
const MAX_AGE_MINUTES: u32 = 2;

/// With less free space the size of a disk cannot be told from a sample.
const LEAST_FREE_PERCENT: f64 = 0.01;

/// A disk on the network may not answer for ever.
const LIMIT: Duration = Duration::from_secs(20);

/// The space of a disk.
pub async fn measure(shared: &Shared, disk: &str) -> Reading {
    let now = Minute::from_unix_seconds(shared.clock.read().now.timestamp());
    let recent = shared.metrics.recent();
    let newest = recent.newest().filter(|sample| is_fresh(sample.at, now));
    match newest.and_then(|sample| space_of(sample, disk)) {
        Some(space) => reading_of(space),
        None => measure_directly(&shared.checks.disks, disk.to_owned(), LIMIT).await,
    }
}

fn is_fresh(at: Minute, now: Option<Minute>) -> bool {
    now.is_some_and(|now| now.0.saturating_sub(at.0) <= MAX_AGE_MINUTES)
}

/// What a sample says about a disk. It has no size, but that follows from the rest.
fn space_of(sample: &Sample, disk: &str) -> Option<DiskSpace> {
    let find = |metric: Metric| {
        let mut values = sample.values.iter();
        let found =
            values.find(|value| value.metric == metric && is_same_disk(&value.label, disk))?;
        Some(found.value)
    };
    let (free_percent, free) = (100.0 - find(Metric::DiskUsed)?, find(Metric::DiskFree)?);
    let total = free / free_percent * 100.0;
    (free_percent >= LEAST_FREE_PERCENT).then(|| DiskSpace {
        free_percent,
        free: free.round() as u64,
        total: total.round() as u64,
    })
}

/// Asks the system, on a thread of its own. While one disk does not answer, others
/// wait for their turn.
async fn measure_directly(turns: &Arc<Semaphore>, disk: String, limit: Duration) -> Reading {
    let turn = tokio::time::timeout(limit, Arc::clone(turns).acquire_owned()).await;
    let Ok(Ok(turn)) = turn else {
        return unable("another disk of this machine does not answer");
    };
    let measuring = tokio::task::spawn_blocking(move || {
        let space = os::metrics::disk_space(&disk);
        drop(turn);
        space
    });
    match tokio::time::timeout(limit, measuring).await {
        Ok(Ok(Some(space))) => reading_of(space),
        Ok(Ok(None)) => Reading::NoDisk,
        Ok(Err(error)) => unable(error.to_string()),
        Err(_) => unable("the disk does not answer"),
    }
}

fn reading_of(space: DiskSpace) -> Reading {
    let DiskSpace { free_percent, free, total } = space;
    Reading::Disk { free_percent, free_bytes: free, total_bytes: total }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::os::RawSample;

    fn sample(disk: &str, used: u64, free: u64) -> Sample {
        let mut raw = RawSample::default();
        let percent = used as f64 / (used + free).max(1) as f64 * 100.0;
        raw.gauge(Metric::DiskUsed, disk, percent);
        raw.gauge(Metric::DiskFree, disk, free as f64);
        Sample::new(Minute(7), raw, None)
    }

    #[test]
    fn a_sample_says_how_full_and_how_large_a_disk_is() {
        let found = space_of(&sample("C:\\", 750, 250), "c:");
        assert_eq!(found, Some(DiskSpace { free_percent: 25.0, free: 250, total: 1000 }));
        assert_eq!(space_of(&sample("/", 750, 250), "/data"), None);
        assert_eq!(space_of(&sample("/", 750, 0), "/"), None);
    }

    #[test]
    fn only_a_fresh_sample_counts() {
        let fresh = [7, 9, 10, 3].map(|now| is_fresh(Minute(7), Some(Minute(now))));
        assert_eq!(fresh, [true, true, false, true]);
        assert!(!is_fresh(Minute(7), None));
    }

    #[tokio::test]
    async fn a_disk_without_a_sample_is_measured_by_the_system() {
        let turns = Arc::new(Semaphore::new(1));
        let folder = std::env::temp_dir();
        let root = folder.ancestors().last().unwrap().to_str().unwrap();
        let root = measure_directly(&turns, root.to_owned(), LIMIT).await;
        assert!(matches!(root, Reading::Disk { total_bytes: 1.., .. }), "{root:?}");
        let missing = measure_directly(&turns, "/no/such/disk".to_owned(), LIMIT).await;
        assert_eq!(missing, Reading::NoDisk);
    }

    #[tokio::test]
    async fn while_one_disk_does_not_answer_others_are_not_measured() {
        let turns = Arc::new(Semaphore::new(1));
        let _hung = Arc::clone(&turns).acquire_owned().await.unwrap();
        let reading = measure_directly(&turns, "/".to_owned(), Duration::ZERO).await;
        assert_eq!(reading, unable("another disk of this machine does not answer"));
    }

    proptest! {
        #[test]
        fn the_size_follows_from_what_is_free_and_in_use(
            used in 0..1_u64 << 50, free in 1..1_u64 << 50,
        ) {
            if let Some(space) = space_of(&sample("/", used, free), "/") {
                let exact = (used + free) as f64;
                prop_assert!((space.total as f64 - exact).abs() <= 1.0 + exact * 1e-9);
                prop_assert_eq!(space.free, free);
                prop_assert!((0.0..=100.0).contains(&space.free_percent));
            } else {
                prop_assert!((free as f64) < (used as f64) / 1000.0);
            }
        }
    }
}
