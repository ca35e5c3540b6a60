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
    fn a_disk_has_more_than_one_name() {
        for (one, other) in [("/", "/"), ("/data/", "/data"), ("C:", "c:\\"), ("D:\\", "D:\\")] {
            assert!(is_same_disk(one, other) && is_same_disk(other, one), "{one} {other}");
        }
        for (one, other) in [("/", ""), ("/data", "/Data"), ("/data", "/data2"), ("C:", "D:")] {
            assert!(!is_same_disk(one, other) && !is_same_disk(other, one), "{one} {other}");
        }
    }
}
