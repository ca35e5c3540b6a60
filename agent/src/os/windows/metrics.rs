//! What a Windows machine measures, as far as it needs no system calls of its
//! own. It has no load.

use crate::os::{DiskSpace, RawSample, sysinfo_sample};

/// Measures once. What cannot be read is left out.
pub fn sample() -> RawSample {
    sysinfo_sample::take()
}

/// The space of a disk; none when there is no such one.
pub fn disk_space(disk: &str) -> Option<DiskSpace> {
    sysinfo_sample::space_of(disk)
}
