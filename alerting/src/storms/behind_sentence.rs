//! What the alert of a parent says of what depends on it.

/// The line begins with this; no other line of a message does.
const BEGIN: &str = "\nunreachable behind it: ";

/// More names would make a message that nobody reads.
const MOST_NAMES: usize = 30;

/// A message with a last line that lists what is unreachable behind its cause; instead
/// of such a line that it has, and without one where nothing is.
pub fn with_behind(message: &str, names: &[&str]) -> String {
    let message = message.split_once(BEGIN).map_or(message, |(before, _)| before);
    if names.is_empty() {
        return message.to_owned();
    }
    let listed = names[..names.len().min(MOST_NAMES)].join(", ");
    match names.len().saturating_sub(MOST_NAMES) {
        0 => format!("{message}{BEGIN}{listed}"),
        more => format!("{message}{BEGIN}{listed} and {more} more"),
    }
}
