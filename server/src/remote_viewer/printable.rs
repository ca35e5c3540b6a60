//! Text from elsewhere that somebody reads.

/// A text from elsewhere, which must not command the terminal.
pub fn printable(text: &str) -> String {
    text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect()
}

#[cfg(test)]
mod tests {
    use super::printable;

    #[test]
    fn nobody_elsewhere_commands_the_terminal() {
        assert_eq!(printable("a\u{1b}[2Jb\r\nc\u{9b}m"), "a [2Jb  c m");
    }
}
