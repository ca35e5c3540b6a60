//! What more than one way of measuring says.

use std::time::Duration;

use muster_protocol::Reading;

/// The agent could not find out, and this is why.
pub fn unable(reason: impl Into<String>) -> Reading {
    Reading::Unable { reason: without_codes(reason.into()) }
}

/// There is no answer, and this is why.
pub fn unreachable(reason: impl Into<String>) -> Reading {
    Reading::Unreachable { reason: without_codes(reason.into()) }
}

/// A reason without the numbers that the system has for it: "Connection refused (os
/// error 111)" tells nobody more than its words.
fn without_codes(mut reason: String) -> String {
    while let Some(start) = reason.find(" (os error ") {
        let Some(length) = reason[start..].find(')') else { break };
        reason.replace_range(start..=start + length, "");
    }
    reason
}

/// A time as readings have it.
pub fn milliseconds(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_have_no_numbers_of_the_system() {
        let texts = [
            ("Connection refused (os error 111)", "Connection refused"),
            ("a (os error 1): b (os error 2)", "a: b"),
            ("cut off (os error 1", "cut off (os error 1"),
            ("no answer within 20 seconds", "no answer within 20 seconds"),
        ];
        for (text, expected) in texts {
            assert_eq!(unreachable(text), Reading::Unreachable { reason: expected.to_owned() });
            assert_eq!(unable(text), Reading::Unable { reason: expected.to_owned() });
        }
    }
}
