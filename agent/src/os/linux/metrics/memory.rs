//! How much of memory and swap is in use.

use std::fs;

use muster_metrics::Metric;

use crate::os::RawSample;

/// Adds what is in use of memory, and of swap where there is any.
pub fn add_to(sample: &mut RawSample) {
    add_usage(sample, &fs::read_to_string("/proc/meminfo").unwrap_or_default());
}

/// Memory that the kernel would take from its caches for a program that needs
/// it counts as free.
fn add_usage(sample: &mut RawSample, text: &str) {
    let of_memory = percent_used(text, "MemTotal", "MemAvailable");
    let of_swap = percent_used(text, "SwapTotal", "SwapFree");
    for (metric, percent) in [(Metric::Memory, of_memory), (Metric::Swap, of_swap)] {
        if let Some(percent) = percent {
            sample.gauge(metric, "", percent);
        }
    }
}

fn percent_used(text: &str, total: &str, free: &str) -> Option<f64> {
    let (total, free) = (kilobytes(text, total)?, kilobytes(text, free)?);
    (total > 0).then(|| total.saturating_sub(free) as f64 / total as f64 * 100.0)
}

fn kilobytes(text: &str, name: &str) -> Option<u64> {
    let value = |line: &str| {
        let rest = line.strip_prefix(name)?.strip_prefix(':')?;
        rest.split_ascii_whitespace().next()?.parse().ok()
    };
    text.lines().find_map(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn usage(text: &str) -> Vec<(Metric, String, f64)> {
        let mut sample = RawSample::default();
        add_usage(&mut sample, text);
        sample.gauges
    }

    #[test]
    fn caches_count_as_free() {
        let text = "MemTotal:       16000000 kB\nMemFree:          500000 kB\n\
                    MemAvailable:   12000000 kB\nCached:          9000000 kB\n\
                    SwapCached:            0 kB\nSwapTotal:       2000000 kB\n\
                    SwapFree:        1500000 kB\n";
        let expected = [(Metric::Memory, String::new(), 25.0), (Metric::Swap, String::new(), 25.0)];
        assert_eq!(usage(text), expected);
    }

    #[test]
    fn a_machine_without_swap_has_no_value_for_it() {
        let text = "MemTotal: 100 kB\nMemAvailable: 90 kB\nSwapTotal: 0 kB\nSwapFree: 0 kB\n";
        assert_eq!(usage(text), [(Metric::Memory, String::new(), 10.0)]);
    }

    #[test]
    fn what_cannot_be_understood_is_unknown() {
        assert_eq!(usage(""), []);
        // A kernel before 3.14 does not know what is available.
        assert_eq!(usage("MemTotal: 100 kB\nMemFree: 90 kB\n"), []);
        assert_eq!(usage("MemTotal: many kB\nMemAvailable: 90 kB\n"), []);
        assert_eq!(usage("MemTotal: 0 kB\nMemAvailable: 0 kB\n"), []);
    }
}
