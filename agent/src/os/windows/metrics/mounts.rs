//! How full the drives of this machine are.

use muster_metrics::Metric;

use crate::os::RawSample;
use crate::os::windows::file_systems::{self, Space};

/// Adds the space of each file system on a fixed disk, up to so many. One that is
/// locked or not formatted has none.
pub fn add_to(sample: &mut RawSample, most: usize) {
    for mount in file_systems::mounts().into_iter().take(most) {
        if let Some(space) = file_systems::measure(&mount) {
            add_space(sample, &mount, &space);
        }
    }
}

fn add_space(sample: &mut RawSample, mount: &str, space: &Space) {
    sample.gauge(Metric::DiskUsed, mount, space.percent_used());
    sample.gauge(Metric::DiskFree, mount, space.free as f64);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn used_space_is_a_share_and_free_space_is_bytes() {
        let mut sample = RawSample::default();
        add_space(&mut sample, "C:", &Space { total: 400, free: 100 });
        let of = |metric, value| (metric, "C:".to_owned(), value);
        assert_eq!(sample.gauges, [of(Metric::DiskUsed, 75.0), of(Metric::DiskFree, 100.0)]);
    }
}
