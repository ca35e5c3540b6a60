//! What a Windows machine measures. It has no load and no inodes.

mod disks;
mod memory;
mod mounts;
mod network;
mod processor;
mod temperature;

use super::file_systems;
use crate::os::{DiskSpace, RawSample};

/// Measures everything once. What cannot be read is left out.
pub fn sample() -> RawSample {
    let mut sample = RawSample { processor: processor::times(), ..RawSample::default() };
    memory::add_to(&mut sample);
    mounts::add_to(&mut sample, RawSample::MAX_LABELS);
    disks::add_to(&mut sample, RawSample::MAX_LABELS);
    network::add_to(&mut sample, RawSample::MAX_LABELS);
    temperature::add_to(&mut sample, RawSample::MAX_LABELS);
    sample
}

/// The space of a drive, or of the volume that is mounted at a folder; none when
/// nothing with a size is.
///
/// It may wait for ever: for a drive on a server that is gone.
pub fn disk_space(disk: &str) -> Option<DiskSpace> {
    file_systems::measure_mount(disk).map(|space| DiskSpace::of(space.used(), space.free))
}

#[cfg(test)]
mod tests {
    use muster_metrics::Metric;

    use super::*;

    #[test]
    fn the_space_of_a_drive_is_measured_and_a_folder_is_none() {
        let drive = disk_space("C:").unwrap();
        assert!(drive.free <= drive.total && (0.0..=100.0).contains(&drive.free_percent));
        assert_eq!(disk_space(r"C:\no such mount"), None);
        assert_eq!(disk_space("/"), None);
    }

    #[test]
    fn this_machine_measures_what_every_machine_has() {
        let sample = sample();
        let (busy, total) = sample.processor.unwrap();
        assert!(busy <= total && total > 0);
        for metric in [Metric::Memory, Metric::Processes] {
            let of_metric = |gauge: &&(Metric, String, f64)| gauge.0 == metric;
            let found: Vec<_> = sample.gauges.iter().filter(of_metric).collect();
            assert_eq!(found.len(), 1, "{metric:?}");
            assert!(found[0].1.is_empty() && found[0].2 > 0.0, "{found:?}");
        }
        let has_drive = |metric: Metric| {
            sample.gauges.iter().any(|(known, label, _)| *known == metric && label == "C:")
        };
        assert!(has_drive(Metric::DiskUsed) && has_drive(Metric::DiskFree));
    }
}
