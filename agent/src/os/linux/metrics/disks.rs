//! What is read from disks and written to them.

use std::fs;

use muster_metrics::Metric;

use crate::os::RawSample;
use crate::os::linux::block_devices::{is_disk, is_whole};

/// A sector counts 512 bytes here, whatever the disk's own are.
const SECTOR_BYTES: u64 = 512;

/// Adds the bytes that were read and written, by disk, up to so many disks.
pub fn add_to(sample: &mut RawSample, most: usize) {
    let text = fs::read_to_string("/proc/diskstats").unwrap_or_default();
    add_disks(sample, &text, most, is_whole);
}

/// A line is about one device: its numbers, its name, then its counters. The third
/// counter is sectors read, the seventh sectors written.
fn add_disks(sample: &mut RawSample, text: &str, most: usize, is_whole: impl Fn(&str) -> bool) {
    let read = |line| {
        let fields: Vec<&str> = str::split_ascii_whitespace(line).collect();
        let [_, _, name, _, _, read, _, _, _, written, ..] = fields[..] else { return None };
        let counters = (read.parse::<u64>().ok()?, written.parse::<u64>().ok()?);
        (is_disk(name) && is_whole(name)).then_some((name, counters))
    };
    for (name, (read, written)) in text.lines().filter_map(read).take(most) {
        sample.counter(Metric::DiskRead, name, read.saturating_mul(SECTOR_BYTES));
        sample.counter(Metric::DiskWrite, name, written.saturating_mul(SECTOR_BYTES));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "   7       0 loop0 11 0 28 1 0 0 0 0 0 4 1 0 0 0 0 0 0\n   \
        8       0 sda 500 20 4000 300 700 80 9000 400 0 500 700 0 0 0 0 0 0\n   \
        8       1 sda1 490 20 3900 290 700 80 9000 400 0 490 690 0 0 0 0 0 0\n \
        253       0 dm-0 500 0 4000 300 700 0 9000 400 0 500 700 0 0 0 0 0 0\n \
        259       0 nvme0n1 1 0 2 0 3 0 4 0 0 0 0\n broken line\n 8 16 sdb 1 2 x 4 5 6 7 8 9\n";

    fn counters(most: usize) -> Vec<(Metric, String, u64)> {
        let mut sample = RawSample::default();
        add_disks(&mut sample, TEXT, most, |name| name != "sda1");
        sample.counters
    }

    #[test]
    fn whole_disks_are_counted_and_nothing_that_is_made_of_them() {
        let of = |metric, name: &str, value| (metric, name.to_owned(), value);
        let expected = [
            of(Metric::DiskRead, "sda", 4000 * 512),
            of(Metric::DiskWrite, "sda", 9000 * 512),
            of(Metric::DiskRead, "nvme0n1", 2 * 512),
            of(Metric::DiskWrite, "nvme0n1", 4 * 512),
        ];
        assert_eq!(counters(64), expected);
        assert_eq!(counters(1), expected[..2]);
        assert_eq!(counters(0), []);
    }
}
