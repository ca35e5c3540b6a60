//! Processors: where their time goes, the load, and how many processes there are.

use std::fs::{self, DirEntry, File};
use std::io::Read;

use muster_metrics::Metric;

use crate::os::RawSample;

/// Longer than the first line of `/proc/stat` can be.
const LINE_BYTES: usize = 256;

/// Adds the time of the processors, the load and the number of processes.
pub fn add_to(sample: &mut RawSample) {
    sample.processor = read_start("/proc/stat").and_then(|text| parse_times(&text));
    add_load(sample, &fs::read_to_string("/proc/loadavg").unwrap_or_default());
    if let Some(count) = count_processes() {
        sample.gauge(Metric::Processes, "", count as f64);
    }
}

/// The beginning of a file. What follows in `/proc/stat` is a number for each
/// interrupt, tens of kilobytes on a large machine.
fn read_start(path: &str) -> Option<String> {
    let mut start = [0; LINE_BYTES];
    let length = File::open(path).ok()?.read(&mut start).ok()?;
    Some(String::from_utf8_lossy(&start[..length]).into_owned())
}

/// Busy and whole time of all processors.
///
/// The fields are user, nice, system, idle, iowait, irq, softirq and steal. The
/// two after them are part of user and nice already. Waiting for a disk is idle
/// time; what the host took from a virtual machine was not.
fn parse_times(text: &str) -> Option<(u64, u64)> {
    let (line, _) = text.strip_prefix("cpu ")?.split_once('\n')?;
    let fields = line.split_ascii_whitespace().take(8);
    let times: Vec<u64> = fields.map_while(|field| field.parse().ok()).collect();
    let [_, _, _, idle, waiting, ..] = times[..] else { return None };
    let total = times.iter().fold(0_u64, |sum, time| sum.saturating_add(*time));
    Some((total.saturating_sub(idle.saturating_add(waiting)), total))
}

fn add_load(sample: &mut RawSample, text: &str) {
    let fields = text.split_ascii_whitespace();
    for (metric, field) in [Metric::Load1, Metric::Load5, Metric::Load15].into_iter().zip(fields) {
        if let Ok(load) = field.parse() {
            sample.gauge(metric, "", load);
        }
    }
}

/// Counts folders, because `/proc/loadavg` counts threads.
fn count_processes() -> Option<usize> {
    let is_process = |entry: &DirEntry| {
        entry.file_name().as_encoded_bytes().first().is_some_and(u8::is_ascii_digit)
    };
    Some(fs::read_dir("/proc").ok()?.flatten().filter(is_process).count())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_processors_are_busy_with_all_but_idling_and_waiting() {
        let text = "cpu  100 20 30 1000 50 1 2 7 90 10\ncpu0 1 2 3 4 5 6 7 8 9 10\n";
        assert_eq!(parse_times(text), Some((160, 1210)));
        // Kernels before 2.6.11 have no steal.
        assert_eq!(parse_times("cpu  1 2 3 4 5 6 7\n"), Some((19, 28)));
    }

    #[test]
    fn times_that_cannot_be_understood_are_unknown() {
        for text in ["", "cpu", "cpu  1 2 3 4\n", "cpu0 1 2 3 4 5\n", "cpu  a b c d e\n"] {
            assert_eq!(parse_times(text), None, "{text:?}");
        }
        assert_eq!(parse_times("cpu  1 2 3 4 5 6 7 8"), None, "the line may be cut");
    }

    #[test]
    fn the_three_loads_are_read_and_broken_ones_left_out() {
        let mut sample = RawSample::default();
        add_load(&mut sample, "0.52 x 0.59 1/389 12345\n");
        let expected =
            [(Metric::Load1, String::new(), 0.52), (Metric::Load15, String::new(), 0.59)];
        assert_eq!(sample.gauges, expected);
    }

    #[test]
    fn this_very_process_is_counted() {
        assert!(count_processes().unwrap() >= 1);
    }

    proptest! {
        #[test]
        fn any_numbers_are_times_or_none(times in prop::collection::vec(any::<u64>(), 0..12)) {
            let times: Vec<String> = times.iter().map(u64::to_string).collect();
            if let Some((busy, total)) = parse_times(&format!("cpu  {}\n", times.join(" "))) {
                prop_assert!(busy <= total);
            }
        }
    }
}
