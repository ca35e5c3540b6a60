//! Files with one line, as in `/sys` and `/proc`.

/// The first line of a file, trimmed; empty when there is none.
pub fn read_line(path: &str) -> String {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    text.lines().next().unwrap_or_default().trim().to_owned()
}
