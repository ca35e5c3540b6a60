//! How full the file systems of this machine are.

use muster_metrics::Metric;

use crate::os::RawSample;
use crate::os::linux::file_systems::{self, Space};

/// Adds space and inodes of each file system on a disk, up to so many.
pub fn add_to(sample: &mut RawSample, most: usize) {
    for mount in file_systems::mounts().into_iter().take(most) {
        if let Some(space) = file_systems::measure(&mount.device) {
            add_space(sample, &mount.device, &space);
        }
    }
}

fn add_space(sample: &mut RawSample, folder: &str, space: &Space) {
    sample.gauge(Metric::DiskUsed, folder, space.percent_used());
    sample.gauge(Metric::DiskFree, folder, space.free as f64);
    if let Some(percent) = space.percent_of_inodes_used() {
        sample.gauge(Metric::InodesUsed, folder, percent);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_system_without_a_number_of_inodes_has_no_value_for_them() {
        let space = Space { total: 100, used: 30, free: 30, inodes: 10, free_inodes: 9 };
        let mut sample = RawSample::default();
        add_space(&mut sample, "/", &space);
        add_space(&mut sample, "/data", &Space { inodes: 0, free_inodes: 0, ..space });
        let of = |metric, folder: &str, value| (metric, folder.to_owned(), value);
        let expected = [
            of(Metric::DiskUsed, "/", 50.0),
            of(Metric::DiskFree, "/", 30.0),
            of(Metric::InodesUsed, "/", 10.0),
            of(Metric::DiskUsed, "/data", 50.0),
            of(Metric::DiskFree, "/data", 30.0),
        ];
        assert_eq!(sample.gauges, expected);
    }
}
