//! Numbers as people read them.

/// A number with one decimal, without a zero there: `12.4`, `25`.
pub fn short(value: f64) -> String {
    let text = format!("{value:.1}");
    text.strip_suffix(".0").unwrap_or(&text).to_owned()
}

/// Bytes as gigabytes of 10^9.
pub fn gigabytes(bytes: u64) -> String {
    format!("{} GB", short(bytes as f64 / 1e9))
}

/// Milliseconds.
pub fn milliseconds(value: f64) -> String {
    format!("{} ms", short(value))
}

/// Joins the parts of a sentence that there are.
pub fn joined(parts: impl IntoIterator<Item = Option<String>>) -> String {
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}
