//! What a Linux machine measures, from `/proc` and `/sys`.
//!
//! Each file is read once and closed again: nothing is held between two samples.

mod disks;
mod memory;
mod mounts;
mod network;
mod processor;
mod temperature;

use crate::os::linux::file_systems;
use crate::os::{DiskSpace, RawSample};

/// Measures everything once. What cannot be read is left out.
pub fn sample() -> RawSample {
    let mut sample = RawSample::default();
    processor::add_to(&mut sample);
    memory::add_to(&mut sample);
    mounts::add_to(&mut sample, RawSample::MAX_LABELS);
    disks::add_to(&mut sample, RawSample::MAX_LABELS);
    network::add_to(&mut sample, RawSample::MAX_LABELS);
    temperature::add_to(&mut sample, RawSample::MAX_LABELS);
    sample
}

/// The space of what is mounted at a folder, of whatever kind; none when nothing
/// with a size is.
///
/// It may wait for ever: for a server on the network that is gone.
pub fn disk_space(disk: &str) -> Option<DiskSpace> {
    file_systems::measure_mount(disk).map(|space| DiskSpace::of(space.used, space.free))
}

#[cfg(test)]
mod tests {
    use muster_metrics::Metric;

    use super::*;

    #[test]
    fn the_space_of_a_mount_is_measured_and_a_folder_is_none() {
        let root = disk_space("/").unwrap();
        assert!(root.free <= root.total && (0.0..=100.0).contains(&root.free_percent), "{root:?}");
        assert_eq!(disk_space("/no/such/mount"), None);
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(disk_space(folder.path().to_str().unwrap()), None);
        // It has no size.
        assert_eq!(disk_space("/proc"), None);
    }

    #[test]
    fn this_machine_measures_what_every_machine_has() {
        let sample = sample();
        let (busy, total) = sample.processor.unwrap();
        assert!(0 < busy && busy <= total);
        for metric in [Metric::Memory, Metric::Load1, Metric::Load15, Metric::Processes] {
            let of_metric = |gauge: &&(Metric, String, f64)| gauge.0 == metric;
            let found: Vec<_> = sample.gauges.iter().filter(of_metric).collect();
            assert_eq!(found.len(), 1, "{metric:?}");
            assert!(found[0].1.is_empty() && found[0].2 >= 0.0, "{found:?}");
        }
    }
}
