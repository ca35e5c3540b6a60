//! The metrics by the names that callers use.

use std::sync::LazyLock;

use muster_metrics::Metric;

/// The name of every metric.
pub static NAMES: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| Metric::ALL.iter().map(|metric| metric.name()).collect());

/// Metrics of a list such as `cpu,memory`; none if one is unknown.
pub fn parse_list(text: &str) -> Option<Vec<Metric>> {
    text.split(',').map(|name| Metric::from_name(name.trim())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_separated_by_commas_and_all_must_be_known() {
        assert_eq!(parse_list("cpu"), Some(vec![Metric::Cpu]));
        assert_eq!(parse_list("cpu, disk_free"), Some(vec![Metric::Cpu, Metric::DiskFree]));
        for unknown in ["", "cpu,", "cpu disk_free", "CPU", "cpu,uptime"] {
            assert_eq!(parse_list(unknown), None, "{unknown}");
        }
        assert_eq!(NAMES.len(), Metric::ALL.len());
    }
}
