//! How full one disk is, whatever the system calls it.

/// The space of a disk, as people without special rights may use it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DiskSpace {
    /// The free part, 0 to 100.
    pub free_percent: f64,
    /// Bytes that are free.
    pub free: u64,
    /// Bytes that are free or in use.
    pub total: u64,
}

impl DiskSpace {
    /// The space of a disk with these bytes in use and free.
    pub fn of(used: u64, free: u64) -> Self {
        Self { free_percent: 100.0 - percent_used(used, free), free, total: used + free }
    }
}

/// Of what is in use or free, the part in use, 0 to 100. As `df` does: what only the system
/// may fill counts as neither.
pub fn percent_used(used: u64, free: u64) -> f64 {
    used as f64 / (used + free).max(1) as f64 * 100.0
}

/// Whether two names mean the same disk: `C:` and `c:\`, `/data` and `/data/`.
pub fn is_same_disk(one: &str, other: &str) -> bool {
    let [one, other] = [one, other].map(|name| match name.trim_end_matches(['/', '\\']) {
        // The root of everything.
        "" => name,
        short => short,
    });
    one == other || (one.ends_with(':') && one.eq_ignore_ascii_case(other))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_used_and_what_is_free_is_all_of_it() {
        let expected = DiskSpace { free_percent: 25.0, free: 10, total: 40 };
        assert_eq!(DiskSpace::of(30, 10), expected);
        assert_eq!(percent_used(0, 0), 0.0);
    }

    #[test]
    fn a_disk_has_more_than_one_name() {
        for (one, other) in [("/", "/"), ("/data/", "/data"), ("C:", "c:\\"), ("D:\\", "D:\\")] {
            assert!(is_same_disk(one, other) && is_same_disk(other, one), "{one} {other}");
        }
        for (one, other) in [("/", ""), ("/data", "/Data"), ("/data", "/data2"), ("C:", "D:")] {
            assert!(!is_same_disk(one, other) && !is_same_disk(other, one), "{one} {other}");
        }
    }
}
