//! What a macOS machine measures, as far as it needs no system calls of its own.

use muster_metrics::Metric;
use sysinfo::System;

use crate::os::{DiskSpace, RawSample, sysinfo_sample};

/// Measures once. What cannot be read is left out.
pub fn sample() -> RawSample {
    let mut sample = sysinfo_sample::take();
    if let Ok(load) = System::load_average() {
        sample.gauge(Metric::Load1, "", load.one);
        sample.gauge(Metric::Load5, "", load.five);
        sample.gauge(Metric::Load15, "", load.fifteen);
    }
    sample
}

/// The space of a disk; none when there is no such one.
pub fn disk_space(disk: &str) -> Option<DiskSpace> {
    sysinfo_sample::space_of(disk)
}
