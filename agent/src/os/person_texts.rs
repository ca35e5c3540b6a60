//! What the person at the computer reads about remote sessions.

use super::plain_text::plain_text;

/// The question whether somebody with this name may do what the reason says: "see this
/// screen".
pub fn question(name: &str, reason: &str) -> String {
    plain_text(&format!("{name} wants to {reason}.\n\nDo you allow it?"))
}

/// Who is there.
pub fn presence(name: &str) -> String {
    plain_text(&format!("{name} is connected to this computer."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_cannot_hide_or_turn_around_what_is_written() {
        assert_eq!(
            question("Ann\u{1b}[2J\u{202e}eeL\u{7}", "see this screen"),
            "Ann [2J eeL  wants to see this screen.\n\nDo you allow it?"
        );
        assert_eq!(presence("Ann\u{7}Lee"), "Ann Lee is connected to this computer.");
    }
}
